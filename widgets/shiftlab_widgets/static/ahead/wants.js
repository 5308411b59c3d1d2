// @ts-check
/** @import { Field } from "../controls.js" */
/** @import { Model } from "../dom.js" */

/**
 * What the kernel is asked to draw: settings, a step of the story, or the first settings; `id` is the key in the store.
 * @typedef {{ id: string, values?: Record<string, any>, step?: number, start?: boolean }} Want
 */

const MOST = 64; // of one control
const FIRST = 4; // of them come before where one is, to return to, and the next step
const STEPS = 5; // of a number without a slider, up and down

/** @param {Field[]} fields @param {Record<string, any>} values */
export const keyOf = (fields, values) => JSON.stringify(fields.map((field) => values[field.name]));
export const START = "start";
export const stepKey = (/** @type {number} */ step) => `step ${step}`;

/** The step after the one that is shown. @param {Model} model */
export const nextStep = (model) => (model.get("step_shown") + 1) % model.get("presets").length;

/**
 * What may come next when a person has this element under the hand, nearest first.
 * @param {Model} model @param {Field[]} fields @param {Element | null} element a control or a button
 * @param {boolean} [downwards] how the control went when it was last moved
 * @returns {Want[]}
 */
export function wants(model, fields, element, downwards = false) {
  const values = model.get("values");
  /** @type {(changes: Record<string, any>) => Want} */
  const move = (changes) => ({ id: keyOf(fields, { ...values, ...changes }), values: { ...values, ...changes } });
  const steps = model.get("presets").map((/** @type {string} */ _, /** @type {number} */ step) => ({ id: stepKey(step), step }));
  const next = steps.length ? [steps[nextStep(model)]] : [];
  const at = element?.getAttribute("data-shiftlab-action");
  const field = fields.find((one) => one.name === element?.getAttribute("data-shiftlab-field"));
  if (at === "preset") return steps;
  if (at === "reset") return [{ id: START, start: true }, ...next];
  if (at === "new-seed") return [move({ seed: model.get("next_seed") }), ...next];
  if (!field) return next;
  const moves = others(field, values[field.name], downwards).slice(0, MOST).map((value) => move({ [field.name]: value }));
  return [...moves.slice(0, FIRST), move({}), ...next, ...moves.slice(FIRST)]; // also the way back
}

/** The other values of a control, nearest first. @param {Field} field @param {any} value @param {boolean} downwards @returns {any[]} */
function others(field, value, downwards) {
  if (field.kind === "check") return [!value];
  if (field.kind === "choice") return field.choices.filter((choice) => choice !== value);
  if (field.kind === "slider") {
    const before = field.rungs.filter((rung) => rung < value).reverse();
    return inTurn(field.rungs.filter((rung) => rung > value), before, downwards);
  }
  if (field.kind === "number" && typeof field.step === "number") {
    const step = field.step;
    const away = Array.from({ length: STEPS }, (_, i) => (i + 1) * step);
    const fits = (/** @type {number} */ one) => one >= (field.low ?? -Infinity) && one <= (field.high ?? Infinity);
    return inTurn(away.map((by) => value + by).filter(fits), away.map((by) => value - by).filter(fits), downwards);
  }
  return [];
}

/** @param {any[]} up @param {any[]} down @param {boolean} downwards */
function inTurn(up, down, downwards) {
  if (downwards) [up, down] = [down, up];
  return Array.from({ length: Math.max(up.length, down.length) }, (_, i) => [...up.slice(i, i + 1), ...down.slice(i, i + 1)]).flat();
}
