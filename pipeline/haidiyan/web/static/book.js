// Open apparatus and claims beside the words, light up what belongs together, switch layers without a new page.

import { named } from "./anchor.js";

const leaf = document.getElementById("leaf");
const narrow = matchMedia("(max-width: 40rem)");
const hovers = matchMedia("(hover: hover)");
const openers = document.querySelectorAll("[data-shows]");
const GAP = 6;
const WAIT = 180;

const pages = new Map();

let opener = null;
let pinned = false;
let timer = 0;

for (const each of openers) {
  each.setAttribute("role", "button");
  each.setAttribute("aria-expanded", "false");
  each.setAttribute("aria-controls", "leaf");
  each.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (opener === each && pinned) close(true);
    else open(each, true);
  });
  each.addEventListener("keydown", (event) => {
    if (event.key === " ") {
      event.preventDefault();
      each.click();
    }
  });
  each.addEventListener("pointerenter", (event) => {
    if (event.pointerType !== "mouse" || !hovers.matches || pinned) return;
    clearTimeout(timer);
    timer = setTimeout(() => open(each, false), WAIT);
  });
  each.addEventListener("pointerleave", leave);
}

leaf.addEventListener("pointerenter", () => clearTimeout(timer));
leaf.addEventListener("pointerleave", leave);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && opener) close(pinned);
});
document.addEventListener("pointerdown", (event) => {
  if (opener && !leaf.contains(event.target) && !event.target.closest("[data-shows]")) close(false);
});
leaf.addEventListener("focusout", (event) => {
  if (pinned && event.relatedTarget && !leaf.contains(event.relatedTarget)) close(false);
});

function leave() {
  clearTimeout(timer);
  if (!pinned) timer = setTimeout(() => close(false), WAIT * 2);
}

async function open(from, pin) {
  clearTimeout(timer);
  if (opener && opener !== from) close(false);
  opener = from;
  pinned = pin;
  const shown = await records(from);
  if (opener !== from) return;
  if (!shown.length) {
    close(false);
    if (pin) location.href = from.href;
    return;
  }
  leaf.replaceChildren(closing(), ...shown.map(copy));
  leaf.setAttribute("aria-label", from.title || from.getAttribute("aria-label"));
  from.setAttribute("aria-expanded", "true");
  leaf.hidden = false;
  place(from);
  if (pin) leaf.querySelector("button").focus({ preventScroll: true });
}

// What a mark shows: records of this page, or, where it has none, of the page to which the mark leads.
async function records(from) {
  const names = from.dataset.shows.split(" ");
  const page = from.pathname === location.pathname ? document : await fetched(from.href);
  return page ? names.map((name) => page.getElementById(name)).filter(Boolean) : [];
}

async function fetched(href) {
  const address = new URL(href);
  address.hash = "";
  const known = pages.get(address.href);
  if (known) return known;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    pages.set(address.href, page);
    return page;
  } catch {
    return null;
  }
}

function close(back) {
  clearTimeout(timer);
  light([]);
  leaf.hidden = true;
  if (!opener) return;
  opener.setAttribute("aria-expanded", "false");
  const from = opener;
  opener = null;
  pinned = false;
  if (back) from.focus({ preventScroll: true });
}

function closing() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = leaf.dataset.close;
  button.addEventListener("click", () => close(true));
  return button;
}

// A record as the page has it below, without its anchors, that none stands twice.
function copy(record) {
  const made = document.importNode(record, true);
  made.hidden = false;
  for (const each of [made, ...made.querySelectorAll("[id]")]) {
    const name = each.id;
    each.removeAttribute("id");
    if (each.matches("article")) {
      each.addEventListener("pointerenter", () => light(of(name)));
      each.addEventListener("focusin", () => light(of(name)));
    }
  }
  return made;
}

function place(from) {
  leaf.style.left = leaf.style.top = "";
  if (narrow.matches) {
    const over = from.getBoundingClientRect().bottom + GAP - (innerHeight - leaf.offsetHeight);
    if (over > 0) scrollBy(0, over);
    return;
  }
  const at = from.getClientRects()[0];
  const width = leaf.offsetWidth;
  const left = Math.max(GAP, Math.min(at.left, document.documentElement.clientWidth - width - GAP));
  const below = at.bottom + GAP + leaf.offsetHeight < innerHeight || at.top < leaf.offsetHeight;
  const top = below ? from.getBoundingClientRect().bottom + GAP : at.top - leaf.offsetHeight - GAP;
  leaf.style.left = `${left + scrollX}px`;
  leaf.style.top = `${top + scrollY}px`;
}

// The words in the text that a claim or a variant stands on.
function of(name) {
  const text = `.facing [data-claims~="${name}"], .facing [data-variants~="${name}"], .facing [data-shows~="${name}"]`;
  const inner = (each) => !each.matches(".claims") && !each.querySelector(`[data-variants~="${name}"]`);
  return [...document.querySelectorAll(text)].filter(inner);
}

function light(those) {
  for (const each of document.querySelectorAll(".lit")) each.classList.remove("lit");
  for (const each of those) each.classList.add("lit");
}

for (const each of document.querySelectorAll(".words[data-of]")) {
  const those = () => each.dataset.of.split(" ").flatMap((name) => {
    const found = document.getElementById(name);
    if (!found) return [];
    return found.matches(".column") ? [...found.querySelectorAll(".words")] : [found];
  });
  each.addEventListener("pointerenter", () => light([each, ...those()]));
  each.addEventListener("pointerleave", () => light(opener ? [] : marked()));
}

// What the address points to: a claim or a variant is marked in the text as well, and its layer is shown.
function marked() {
  const name = named();
  return name && CSS.escape(name) === name ? of(name) : [];
}

function arrive() {
  const target = document.getElementById(named());
  if (!target) return;
  const hidden = target.closest("[hidden]");
  if (hidden) {
    for (const each of boxes) if (target.closest(`[data-layer="${each.value}"]`)) each.checked = true;
    if (target.matches(".column")) for (const each of boxes) each.checked = true;
    show();
  }
  const folded = target.closest("details");
  if (folded) folded.open = true;
  if (hidden || folded) target.scrollIntoView();
  if (leaf.contains(document.activeElement)) close(false);
  light(marked());
}

const form = document.querySelector("form.layers");
const boxes = form.querySelectorAll('input[type="checkbox"]');
form.querySelector("button").hidden = true;
for (const each of boxes) {
  each.addEventListener("change", () => {
    if (![...boxes].some((box) => box.checked)) each.checked = true;
    show();
  });
}

function show() {
  const chosen = [...boxes].filter((each) => each.checked).map((each) => each.value);
  for (const each of document.querySelectorAll("[data-layer]")) {
    if (each.dataset.layer) each.hidden = !chosen.includes(each.dataset.layer);
  }
  for (const each of document.querySelectorAll(".column")) {
    each.hidden = ![...each.querySelectorAll("[data-layer]")].some((part) => !part.hidden);
  }
  const kept = chosen.length === boxes.length ? null : chosen.join(",");
  history.replaceState(null, "", keeping(location.href, kept));
  for (const each of document.querySelectorAll("a[data-keeps], .languages a")) each.href = keeping(each.href, kept);
}

function keeping(href, kept) {
  const address = new URL(href);
  address.searchParams.delete("layers");
  if (kept) address.searchParams.set("layers", kept);
  return address.href;
}

addEventListener("hashchange", arrive);
arrive();
