// Put YASGUI in the place of the plain form: one editor, for this endpoint. Nothing is asked of any other host.
const place = document.querySelector("#yasgui");
const form = document.querySelector("#plain");
const text = document.querySelector("#query");
const { Yasgui } = window;

const label = (selector, words) => {
  for (const each of place.querySelectorAll(selector)) each.setAttribute("aria-label", words);
};

// A link to a thing of the dataset leads to its page here.
const lead = () => {
  for (const link of place.querySelectorAll("a.iri")) {
    const iri = link.getAttribute("href");
    if (iri?.startsWith(place.dataset.base)) {
      link.setAttribute("href", place.dataset.root + iri.slice(place.dataset.base.length).replace(/^\/+/, ""));
      link.removeAttribute("target");
    }
  }
};

const tidy = () => {
  lead();
  label("select.tableSizer", place.dataset.size);
  label("input.tableFilter", place.dataset.filter);
  label(".CodeMirror textarea", place.dataset.query);
  // The column of row numbers has no heading of its own.
  for (const each of place.querySelectorAll("th .dt-column-title:empty")) each.textContent = "#";
  for (const each of place.querySelectorAll(".CodeMirror-scroll")) each.tabIndex = 0;
  for (const each of place.querySelectorAll(".yasr_external_ref_btn")) each.remove();
};

if (place && form && Yasgui) {
  const endpoint = new URL(place.dataset.endpoint, document.baseURI).href;
  // No completion by prefix.cc or Linked Open Vocabularies, no catalogue of endpoints, no proxy.
  Yasgui.Yasqe.defaults.autocompleters = [];
  const yasgui = new Yasgui(place, {
    requestConfig: { endpoint, method: "POST" },
    endpointCatalogueOptions: { getData: () => [], keys: [], renderItem: () => {} },
    populateFromUrl: false,
    persistenceId: null,
    autofocus: false,
    yasqe: { autocompleters: [], resizeable: true },
  });
  place.hidden = false;
  form.hidden = true;
  const editor = yasgui.getTab().getYasqe();
  if (text.value.trim()) editor.setValue(text.value);
  // The tabulator leaves the editor, as it leaves any field.
  editor.setOption("extraKeys", { ...editor.getOption("extraKeys"), Tab: false, "Shift-Tab": false });
  new MutationObserver(tidy).observe(place, { childList: true, subtree: true });
  tidy();
  editor.refresh();
}
