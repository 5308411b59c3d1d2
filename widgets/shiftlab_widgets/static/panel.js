// @ts-check
/**
 * What an explorer needs in the page besides its figure: code, token and picture files to take along; and accessible
 * names for the controls around it, which ipywidgets leaves without.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(content: any) => void} send
 * @property {(event: string, callback: (...args: any[]) => void) => void} on
 * @property {(event: string, callback: (...args: any[]) => void) => void} off
 */

/** @param {string} tag @param {Record<string, string>} attributes @param {string} text @param {Element} parent */
function add(tag, attributes, text, parent) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(text);
  parent.append(element);
  return element;
}

/** Everything that takes the focus. */
const FOCUSABLE = ".noUi-handle, button, select, input, textarea, summary";

/** Set an attribute only when it differs: observers of attributes would never rest. */
function put(/** @type {Element} */ element, /** @type {string} */ name, /** @type {string} */ value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** "0.500" is read as 0.5, "3.0" as 3. @param {string} readout */
function spoken(readout) {
  const text = readout.trim().replace("−", "-");
  return text.includes(".") && !/e/i.test(text) ? text.replace(/\.?0+$/, "") : text;
}

/** Name what is in one row of controls. @param {Element} row @param {Record<string, {label: string, help: string}>} names */
function nameRow(row, names) {
  const field = [...row.classList].find((name) => name.startsWith("shiftlab-field-"))?.slice(15) ?? "";
  const { label, help } = names[field] ?? { label: field, help: "" };
  const changed = row.classList.contains("shiftlab-changed") ? "Changed." : "";
  const handle = row.querySelector(".noUi-handle");
  const readout = row.querySelector(".widget-readout");
  if (handle) {
    put(handle, "aria-label", label);
    put(handle, "aria-valuetext", spoken(readout?.textContent ?? ""));
  }
  for (const input of row.querySelectorAll("input, select")) put(input, "aria-label", label);
  for (const one of handle ? [handle] : row.querySelectorAll("input, select")) {
    const description = [help, changed].filter(Boolean).join(" ");
    if (description) put(one, "aria-description", description);
    else one.removeAttribute("aria-description");
  }
  claimKeys(row);
}

/** Notebook's shortcuts look at the focused element first: on an element around it this would come too late. @param {Element} root */
function claimKeys(root) {
  for (const one of root.querySelectorAll(FOCUSABLE)) put(one, "data-lm-suppress-shortcuts", "");
}

/** Name everything. @param {Element} root @param {Record<string, {label: string, help: string}>} names */
function nameControls(root, names) {
  for (const row of root.querySelectorAll(".shiftlab-control")) nameRow(row, names);
  claimKeys(root);
  for (const select of root.querySelectorAll(".shiftlab-presets select")) put(select, "aria-label", "preset");
}

/** Copy a field's text, also where the page may not use the clipboard. @param {HTMLTextAreaElement | HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/** @param {{ model: Model, el: HTMLElement }} context */
function render({ model, el }) {
  el.classList.add("shiftlab-panel");
  el.setAttribute("data-lm-suppress-shortcuts", "");
  const details = add("details", {}, "", el);
  add("summary", {}, "Code, state token, picture files", details);
  const said = document.createElement("span");

  /** @param {string} tag @param {string} trait @param {string} label @param {Record<string, string>} more */
  const field = (tag, trait, label, more) => {
    const line = add("div", { class: `shiftlab-${trait}` }, "", details);
    const element = add(tag, { readonly: "", "aria-label": label, spellcheck: "false", ...more }, "", line);
    const box = /** @type {HTMLTextAreaElement} */ (element);
    const press = add("button", { type: "button", class: `jupyter-button shiftlab-copy-${trait}` }, `Copy ${trait}`, line);
    press.addEventListener("click", async () => {
      said.textContent = (await copy(box)) ? `The ${trait} is in the clipboard.` : "Select the text and copy it by hand.";
    });
    const write = () => (box.value = model.get(trait));
    model.on(`change:${trait}`, write);
    write();
    return () => model.off(`change:${trait}`, write);
  };
  const freeCode = field("textarea", "code", "code for these settings", { rows: "10" });
  const freeToken = field("input", "token", "state token", { type: "text" });
  const files = add("div", { class: "shiftlab-files" }, "", details);
  for (const kind of ["png", "svg"]) {
    const press = add("button", { type: "button", class: `jupyter-button shiftlab-save-${kind}` }, `Save ${kind.toUpperCase()}`, files);
    press.addEventListener("click", () => model.send({ save: kind }));
  }
  said.setAttribute("role", "status");
  files.append(said);

  /** @param {{saved?: string, name: string}} content @param {DataView[]} buffers */
  const saved = (content, buffers) => {
    if (!content.saved) return;
    const type = content.saved === "svg" ? "image/svg+xml" : "image/png";
    const url = URL.createObjectURL(new Blob([buffers[0]], { type }));
    add("a", { href: url, download: content.name }, "", el).click();
    el.querySelector("a[download]")?.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    said.textContent = `${content.name} was saved.`;
  };
  model.on("msg:custom", saved);

  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const moves = () => {
    if (model.get("reduced_motion") === motion.matches) return;
    model.set("reduced_motion", motion.matches);
    model.save_changes();
  };
  motion.addEventListener("change", moves);
  moves();

  // The explorer's other parts come and go on their own: name them whenever something in it changes.
  /** @type {Element | null} */
  let root = null;
  let waiting = 0;
  // A slider that moves changes its own row only, and must be named before a screen reader asks.
  const observer = new MutationObserver((records) => {
    if (!root) return;
    const element = (/** @type {Node} */ node) => (node instanceof Element ? node : node.parentElement);
    const rows = new Set(records.map(({ target }) => element(target)?.closest(".shiftlab-control")));
    for (const row of rows) row ? nameRow(row, model.get("names")) : nameControls(root, model.get("names"));
  });
  const find = () => {
    root = el.closest(".shiftlab-explorer");
    if (!root) {
      waiting = requestAnimationFrame(find);
      return;
    }
    root.setAttribute("data-lm-suppress-shortcuts", "");
    for (const row of [...root.querySelectorAll(".shiftlab-controls, .shiftlab-toolbar")]) {
      observer.observe(row, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
        attributeFilter: ["class", "aria-valuetext"],
      });
    }
    nameControls(root, model.get("names"));
  };
  find();

  return () => {
    cancelAnimationFrame(waiting);
    observer.disconnect();
    motion.removeEventListener("change", moves);
    model.off("msg:custom", saved);
    freeCode();
    freeToken();
  };
}

export default { render };
