// @ts-check
import { add } from "./dom.js";
/**
 * Native inputs for the fields of an experiment: named, described, marked when they are changed.
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {"slider" | "number" | "choice" | "check" | "text"} kind
 * @property {boolean} whole
 * @property {number[]} rungs where a slider stops
 * @property {string[]} choices
 * @property {number | null} low
 * @property {number | null} high
 * @property {number | "any"} step
 *
 * @typedef {(value: any, dragging?: boolean) => void} Tell told when a person has moved the control
 * @typedef {{ row: HTMLElement, show: (value: any) => void, mark: (changed: boolean) => void }} Control
 */

/** Notebook's shortcuts look at the element with the focus, and take its keys without this. */
export const KEYS = { "data-lm-suppress-shortcuts": "" };

/** What is pressed in here is not the notebook's: it would take Enter from a number that was typed. @param {HTMLElement} root */
export function claimKeys(root) {
  root.setAttribute("data-lm-suppress-shortcuts", "");
  root.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.stopPropagation();
  });
}

/** A value as it is read, with four digits. @param {Field} field @param {number} value */
const written = (field, value) => String(field.whole ? value : Number(value.toPrecision(4)));

/**
 * The row of a field. A value that is shown moves nothing.
 * @param {Field} field @param {Element} parent @param {Tell} tell @returns {Control}
 */
export function addControl(field, parent, tell) {
  const id = `shiftlab-${Math.random().toString(36).slice(2)}`;
  const row = add("div", { class: `shiftlab-control shiftlab-field-${field.name}`, "data-shiftlab-field": field.name }, parent);
  const label = add("label", { for: id }, row);
  label.textContent = field.label;
  const help = add("span", { id: `${id}-help`, hidden: "" }, row);
  help.textContent = field.help;
  if (field.help) label.title = field.help;
  const changed = add("span", { id: `${id}-changed`, hidden: "" }, row);
  const attributes = { id, "aria-describedby": `${id}-help ${id}-changed`, ...KEYS };
  const show = INPUTS[field.kind](field, row, attributes, tell);
  return {
    row,
    show,
    mark(on) {
      row.classList.toggle("shiftlab-changed", on);
      changed.textContent = on ? "Changed." : "";
    },
  };
}

/** @type {Record<Field["kind"], (field: Field, row: Element, attributes: Record<string, string>, tell: Tell) => (value: any) => void>} */
const INPUTS = {
  slider(field, row, attributes, tell) {
    const slide = addSlider(field, row, attributes, (value, dragging) => {
      write(value);
      tell(value, dragging);
    });
    const { id: _, ...about } = attributes;
    const write = addNumber(field, row, { ...about, "aria-label": field.label }, tell);
    return (value) => {
      slide(value);
      write(value);
    };
  },
  number: addNumber,
  choice(field, row, attributes, tell) {
    const select = /** @type {HTMLSelectElement} */ (add("select", attributes, row));
    for (const choice of field.choices) add("option", { value: choice }, select).append(choice);
    select.addEventListener("change", () => tell(select.value));
    return (value) => (select.value = value);
  },
  check(_field, row, attributes, tell) {
    const box = /** @type {HTMLInputElement} */ (add("input", { type: "checkbox", ...attributes }, row));
    box.addEventListener("change", () => tell(box.checked));
    return (value) => (box.checked = value);
  },
  text(_field, row, attributes, tell) {
    const box = /** @type {HTMLInputElement} */ (add("input", { type: "text", ...attributes }, row));
    box.addEventListener("change", () => tell(box.value));
    return (value) => (box.value = value);
  },
};

/** Moves over the rungs, and the present value among them. @param {Field} field @param {Element} row @param {Record<string, string>} attributes @param {Tell} tell */
function addSlider(field, row, attributes, tell) {
  const slider = /** @type {HTMLInputElement} */ (add("input", { type: "range", min: "0", step: "1", ...attributes }, row));
  let stops = field.rungs;
  let held = false; // by a pointer
  let told = NaN;
  const say = () => slider.setAttribute("aria-valuetext", written(field, stops[slider.valueAsNumber]));
  const move = (/** @type {boolean} */ dragging) => {
    told = stops[slider.valueAsNumber];
    say();
    tell(told, dragging);
  };
  slider.addEventListener("pointerdown", () => (held = true));
  slider.addEventListener("input", () => move(true));
  slider.addEventListener("change", () => {
    // a key has been told already, and is finished when it rests
    if (held || stops[slider.valueAsNumber] !== told) move(false);
    held = false;
  });
  return (/** @type {number} */ value) => {
    if (!held) stops = field.rungs.includes(value) ? field.rungs : [...field.rungs, value].sort((a, b) => a - b);
    if (!stops.includes(value)) return; // from elsewhere, and the slider is in a person's hand
    slider.max = String(stops.length - 1);
    slider.value = String(stops.indexOf(value));
    told = value;
    say();
  };
}

/** @param {Field} field @param {Element} row @param {Record<string, string>} attributes @param {Tell} tell */
function addNumber(field, row, attributes, tell) {
  const bounds = Object.entries({ min: field.low, max: field.high, step: field.step }).filter(([, bound]) => bound !== null);
  const limits = Object.fromEntries(bounds.map(([name, bound]) => [name, String(bound)]));
  const box = /** @type {HTMLInputElement} */ (add("input", { type: "number", ...limits, ...attributes }, row));
  let shown = NaN;
  let typing = false;
  const show = (/** @type {number} */ value) => {
    shown = value;
    if (!typing) box.value = written(field, value);
  };
  box.addEventListener("input", () => (typing = true));
  box.addEventListener("blur", () => {
    typing = false;
    show(shown);
  });
  box.addEventListener("change", () => {
    typing = false;
    const typed = field.whole ? Math.round(box.valueAsNumber) : box.valueAsNumber;
    if (Number.isNaN(typed)) return show(shown);
    show(Math.min(Math.max(typed, field.low ?? -Infinity), field.high ?? Infinity));
    tell(shown);
  });
  return show;
}
