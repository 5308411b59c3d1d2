// @ts-check
import { KEYS } from "./controls.js";
import { add, listen } from "./dom.js";
import { addButton } from "./toolbar.js";
/** @import { Model } from "./dom.js" */
/** @import { Press } from "./toolbar.js" */

const TYPES = { png: "image/png", svg: "image/svg+xml", pdf: "application/pdf" };

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

/**
 * What can be taken along: the code for these settings, the state token, the picture as a file.
 * @param {Model} model @param {Element} parent @param {Press} press
 */
export function addTakeaway(model, parent, press) {
  const panel = add("div", { class: "shiftlab-panel", "data-shiftlab-panel": "" }, parent);
  const details = add("details", {}, panel);
  add("summary", KEYS, details).append("Code, state token, picture files");
  const said = document.createElement("span");
  said.setAttribute("role", "status");

  /** @param {string} tag @param {string} name @param {Record<string, string>} about */
  const addText = (tag, name, about) => {
    const line = add("div", { class: `shiftlab-${name}` }, details);
    const box = /** @type {HTMLTextAreaElement} */ (add(tag, { readonly: "", spellcheck: "false", ...about, ...KEYS }, line));
    addButton(`copy-${name}`, `Copy ${name}`, "", line, async () => {
      said.textContent = (await copy(box)) ? `The ${name} is in the clipboard.` : "Select the text and copy it by hand.";
    });
    return () => (box.value = model.get(`${name}_text`));
  };
  const writeCode = addText("textarea", "code", { "aria-label": "code for these settings", rows: "10" });
  const writeToken = addText("input", "token", { "aria-label": "state token", type: "text" });
  writeCode();
  writeToken();

  const files = add("div", { class: "shiftlab-files" }, details);
  for (const kind of Object.keys(TYPES)) {
    addButton(`save-${kind}`, `Save ${kind.toUpperCase()}`, "", files, () => press("save", { kind }));
  }
  files.append(said);
  const download = (/** @type {{ saved?: keyof typeof TYPES, name: string }} */ { saved, name }, /** @type {DataView[]} */ [bytes]) => {
    if (!saved) return;
    const url = URL.createObjectURL(new Blob([/** @type {any} */ (bytes)], { type: TYPES[saved] }));
    const link = add("a", { href: url, download: name }, panel);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    said.textContent = `${name} was saved.`;
  };
  return listen(model, { "change:code_text": writeCode, "change:token_text": writeToken, "msg:custom": download });
}
