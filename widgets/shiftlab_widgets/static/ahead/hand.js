// @ts-check
import { keyOf, nextStep, START, stepKey } from "./wants.js";
/** @import { Field } from "../controls.js" */
/** @import { Held } from "./held.js" */

/** What buttons lead to, by the key in the store. @type {Record<string, (model: any, fields: Field[], more: any) => string>} */
const KEYS_OF = {
  step: (model) => stepKey(nextStep(model)),
  preset: (model, _, { name }) => stepKey(model.get("presets").indexOf(name)),
  reset: () => START,
  "new-seed": (model, fields) => keyOf(fields, { ...model.get("values"), seed: model.get("next_seed") }),
};

// ms from what the page shows by itself until the kernel hears of it: it is painted first, and in a drag the kernel rests
const PAINTED = 20;
const DRAGGED = 100;

/**
 * What a person moves and presses: told to the kernel, and shown at once if the page holds it. Without a kernel only
 * what is held moves, and `goBack` brings the controls back to what is on screen.
 * @param {{
 *   model: ReturnType<typeof import("./overlay.js").overlaid>, fields: Field[],
 *   held: ReturnType<typeof import("./held.js").store>, flow: ReturnType<typeof import("../flow.js").talk>,
 *   kernel: ReturnType<typeof import("../kernel.js").watchKernel>, goBack: () => void,
 * }} parts
 */
export function hand({ model, fields, held, flow, kernel, goBack }) {
  let wanted = { key: "", due: 0 }; // by the last move or press, which asks for what was being drawn perhaps
  const show = (/** @type {string} */ key, /** @type {Held | undefined} */ found) => {
    if (found) model.show(found, flow.due());
    wanted = { key: found ? "" : key, due: flow.due() };
    if (!kernel.isGone()) return;
    kernel.moved(Boolean(found));
    if (!found) goBack();
  };
  return {
    /** What was on its way when it was asked for is shown as it comes, unless the kernel was quicker. @param {string} key */
    arrived(key) {
      const found = wanted.key === key && wanted.due === flow.due() && !flow.isHeard() && held.get(key);
      if (found) model.show(found, wanted.due);
    },
    /** @param {Record<string, any>} values @param {boolean} [dragging] */
    move(values, dragging = false) {
      const isGone = kernel.isGone();
      const isKnown = isGone || flow.isCertain(); // where that leads
      const key = keyOf(fields, { ...model.get("values"), ...(isGone ? {} : flow.unheard()), ...values });
      const found = isKnown ? held.get(key) : undefined;
      const calm = dragging ? DRAGGED : PAINTED;
      // also to a kernel that seems to be gone: it may come back
      flow.move(values, dragging, found ? calm : 0);
      if (isKnown) show(key, found);
    },
    /** @param {string} action @param {object} [more] */
    press(action, more = {}) {
      const key = KEYS_OF[action]?.(model, fields, more);
      flow.press(action, more);
      if (key !== undefined) show(key, held.get(key));
    },
  };
}
