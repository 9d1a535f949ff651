// Taps on the drawn lines, and a picker of hexagrams; without this the form works by its fields.

const ORDER = ["7", "9", "8", "6"];

for (const line of document.querySelectorAll(".lines .line")) {
  const values = [...line.querySelectorAll("input")];
  const drawn = line.querySelector(".stroke");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "stroke";
  button.append(...drawn.childNodes);
  drawn.replaceWith(button);
  const chosen = () => values.find((each) => each.checked) ?? values[0];
  const tell = () => {
    const name = chosen().parentElement.textContent.trim().replace(/\s+/g, " ");
    const place = line.querySelector("legend").textContent.trim();
    button.setAttribute("aria-label", line.dataset.now.replace("{line}", place).replace("{value}", name));
  };
  button.addEventListener("click", () => {
    const next = ORDER[(ORDER.indexOf(chosen().value) + 1) % ORDER.length];
    values.find((each) => each.value === next).checked = true;
    tell();
  });
  line.addEventListener("change", tell);
  // What was chosen before comes back with the page, and later than this script.
  window.addEventListener("pageshow", tell);
  tell();
}

const field = document.querySelector("#hexagram");
const picker = document.createElement("details");
const summary = document.createElement("summary");
summary.textContent = field.dataset.pick;
const grid = document.createElement("div");
grid.className = "pick";
for (const option of document.querySelectorAll("#hexagrams option")) {
  const [, symbol] = option.textContent.trim().split(" ");
  const button = document.createElement("button");
  const sign = document.createElement("b");
  button.type = "button";
  button.title = option.textContent.trim();
  sign.textContent = symbol;
  button.append(sign, option.value);
  button.addEventListener("click", () => {
    field.value = option.value;
    picker.open = false;
    field.focus();
  });
  grid.append(button);
}
picker.append(summary, grid);
field.closest("p").after(picker);

// Fields without a value stay out of the address.
document.querySelector("form.cast").addEventListener("submit", (event) => {
  for (const each of event.target.querySelectorAll("input, select")) {
    if (!each.value || !each.checkVisibility?.({ visibilityProperty: false }) && each.closest(".part")) each.disabled = true;
  }
});
window.addEventListener("pageshow", () => {
  for (const each of document.querySelectorAll("form.cast :disabled")) each.disabled = false;
});
