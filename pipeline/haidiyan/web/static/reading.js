// The reasons of a claim come into place when they are unfolded; a button prints.

import { named } from "./anchor.js";

const parser = new DOMParser();

async function unfold(details) {
  const link = details.querySelector("a[data-why]");
  if (!details.open || !link) return;
  const place = link.parentElement;
  details.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const reasons = parser.parseFromString(await answer.text(), "text/html").querySelector("#why");
    reasons.removeAttribute("id");
    place.replaceWith(document.adoptNode(reasons));
  } catch {
    if (!place.querySelector("[role=status]")) {
      const told = document.createElement("span");
      told.setAttribute("role", "status");
      told.textContent = ` ${link.dataset.failed}`;
      place.append(told);
    }
  }
  details.removeAttribute("aria-busy");
}

for (const each of document.querySelectorAll("details.why")) each.addEventListener("toggle", () => unfold(each));

// A link to a claim that is folded away opens what it is folded into.
function reveal() {
  const target = document.getElementById(named());
  const folded = target && target.closest("details.section");
  if (folded && !folded.open) {
    folded.open = true;
    target.scrollIntoView();
  }
}
window.addEventListener("hashchange", reveal);
reveal();

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
