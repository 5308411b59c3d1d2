// @ts-check
/**
 * A question with choices to press: a legend, fields, buttons, and the answer below. Nothing is decided here: a press
 * goes to the kernel with what the fields hold, and what comes back is shown and read out.
 *
 * @typedef {{name: string, as: "radio" | "select" | "text", label: string, options: string[], chosen: string}} Field
 * @typedef {{name: string, label: string, needs: string[]}} Button
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(content: any) => void} send
 * @property {(event: string, callback: () => void) => void} on
 * @property {(event: string, callback: () => void) => void} off
 */

let count = 0;

/** @param {string} tag @param {Record<string, string>} attributes @param {Element} parent @param {string} [text] */
function add(tag, attributes, parent, text = "") {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(text);
  parent.append(element);
  return element;
}

/** Notebook's shortcuts look at the focused element itself. */
const KEYS = { "data-lm-suppress-shortcuts": "" };

/** One choice for each option, to be reached by Tab and changed by arrows. @param {Field} field @param {Element} parent @param {string} group */
function radios(field, parent, group) {
  for (const option of field.options) {
    const label = add("label", { class: "shiftlab-choice" }, parent);
    const input = add("input", { type: "radio", name: group, value: option, ...KEYS }, label);
    /** @type {HTMLInputElement} */ (input).checked = option === field.chosen;
    label.append(option);
  }
}

/** A list with nothing chosen at first, or a line to write in. @param {Field} field @param {Element} parent @param {string} group */
function line(field, parent, group) {
  const row = add("label", { class: `shiftlab-${field.as}` }, parent);
  add("span", {}, row, field.label);
  if (field.as === "text") {
    const input = add("input", { type: "text", name: group, autocomplete: "off", ...KEYS }, row);
    /** @type {HTMLInputElement} */ (input).value = field.chosen;
    return;
  }
  const select = /** @type {HTMLSelectElement} */ (add("select", { name: group, ...KEYS }, row));
  for (const option of ["", ...field.options]) add("option", { value: option }, select, option || "choose");
  select.value = field.chosen;
}

/** @param {{ model: Model, el: HTMLElement }} context */
function render({ model, el }) {
  const own = `shiftlab-asking-${count++}`;
  el.classList.add("shiftlab-asking");
  el.setAttribute("data-lm-suppress-shortcuts", "");
  const form = /** @type {HTMLFormElement} */ (add("form", {}, el));
  const said = add("div", { role: "status", class: "shiftlab-said" }, el);
  const answer = add("div", { class: "shiftlab-answer", tabindex: "-1" }, el);
  let pressed = false;

  const values = () => {
    /** @type {Record<string, string>} */
    const held = {};
    for (const { name } of model.get("fields")) held[name] = String(new FormData(form).get(`${own}-${name}`) ?? "");
    return held;
  };

  /** @param {Button} button */
  const press = (button) => {
    const held = values();
    if (button.needs.some((name) => !held[name])) {
      said.textContent = "Choose one first.";
      form.querySelector("input")?.focus();
      return;
    }
    said.textContent = "";
    pressed = true;
    model.send({ press: button.name, values: held });
  };

  const write = () => {
    form.replaceChildren();
    const set = add("fieldset", {}, form);
    add("legend", {}, set).innerHTML = model.get("legend");
    /** @type {Field[]} */
    const fields = model.get("fields");
    for (const field of fields) (field.as === "radio" ? radios : line)(field, set, `${own}-${field.name}`);
    const row = add("div", { class: "shiftlab-press" }, set);
    /** @type {Button[]} */
    const buttons = model.get("buttons");
    for (const button of buttons) {
      const kind = `jupyter-button shiftlab-${button.name}`;
      const made = add("button", { type: "button", class: kind, ...KEYS }, row, button.label);
      made.addEventListener("click", () => press(button));
    }
  };

  const tell = () => {
    answer.innerHTML = model.get("answer");
    const now = answer.textContent ?? "";
    if (!pressed) return;
    pressed = false;
    // what had the focus may be gone: go on from the answer, or from the first field
    if (now) {
      said.textContent = "";
      answer.focus({ preventScroll: true });
    } else form.querySelector("input")?.focus();
  };

  // Enter in a field presses the first button: notebooks keep a form from being sent
  form.addEventListener("keydown", (event) => {
    const [first] = model.get("buttons");
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || !first) return;
    event.preventDefault();
    event.stopPropagation();
    press(first);
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  // an answer often comes with other fields: shown once, when all of it is there
  let waiting = 0;
  let stale = true;
  const show = () => {
    if (stale) write();
    stale = false;
    tell();
  };
  const soon = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(show);
  };
  const other = () => {
    stale = true;
    soon();
  };
  const parts = ["change:legend", "change:fields", "change:buttons"];
  for (const event of parts) model.on(event, other);
  model.on("change:answer", soon);
  show();
  return () => {
    cancelAnimationFrame(waiting);
    for (const event of parts) model.off(event, other);
    model.off("change:answer", soon);
  };
}

export default { render };
