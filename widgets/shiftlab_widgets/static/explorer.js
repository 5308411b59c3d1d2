// @ts-check
import { lookAhead } from "./ahead/ahead.js";
import { hand } from "./ahead/hand.js";
import { store } from "./ahead/held.js";
import { overlaid } from "./ahead/overlay.js";
import { addControl, claimKeys, KEYS } from "./controls.js";
import { add, listen } from "./dom.js";
import { showFigure } from "./figure.js";
import { talk } from "./flow.js";
import { addTakeaway } from "./takeaway.js";
import { addSeedButtons, addToolbar } from "./toolbar.js";
/** @import { Control, Field } from "./controls.js" */
/** @import { Model } from "./dom.js" */

/**
 * An explorer: a question if it has one, the picture, the controls that were asked for beside it, the others below.
 * What the page holds is shown at the move itself, over what the kernel has said; the kernel confirms it.
 * @param {{ model: Model & { send: (content: any) => void }, el: HTMLElement }} context
 */
function render({ model: kernels, el }) {
  const page = Math.random().toString(36).slice(2); // several pages, and views, may show one explorer
  const held = store();
  const model = overlaid(kernels, page, () => ahead.differs());
  el.classList.add("shiftlab-explorer");
  claimKeys(el);
  el.dataset.shiftlabExplorer = model.get("experiment_name");
  const question = add("p", { class: "shiftlab-question", "data-shiftlab-question": "", role: "status" }, el);
  const stage = add("div", { class: "shiftlab-stage" }, el);
  const figure = showFigure(model, add("div", {}, stage), () => held.count);
  const { kernel } = figure;
  const flow = talk(model, page, kernel, () => show());

  /** @type {Field[]} */
  const fields = model.get("fields");
  /** @type {string[]} */
  const beside = model.get("beside");
  /** @type {Record<string, Control>} */
  const controls = {};
  const { move, press, arrived } = hand({ model, fields, held, flow, kernel, goBack: () => show(true) });
  const place = (/** @type {Element} */ parent, /** @type {Field[]} */ some) => {
    for (const field of some) {
      controls[field.name] = addControl(field, parent, (value, dragging) => move({ [field.name]: value }, dragging));
    }
  };
  const asked = beside.flatMap((name) => fields.filter((field) => field.name === name)); // in the order they were asked for
  if (beside.length) place(add("div", { class: "shiftlab-beside" }, stage), asked);
  const stops = [addToolbar(model, el, press)];
  let below = el;
  if (beside.length) {
    below = add("details", { class: "shiftlab-more", "data-shiftlab-more": "" }, el);
    add("summary", KEYS, below).append("More settings");
  }
  place(add("div", { class: "shiftlab-controls" }, below), fields.filter((field) => !asked.includes(field)));
  if (controls.seed) stops.push(addSeedButtons(model, controls.seed.row, press));
  stops.push(addTakeaway(model, el, press));

  const show = (all = false) => {
    for (const [name, value] of Object.entries(model.get("values"))) if (all || !flow.isNewer(name)) controls[name].show(value);
  };
  const mark = () => {
    for (const [name, control] of Object.entries(controls)) {
      control.row.hidden = model.get("hidden").includes(name);
      control.mark(model.get("changed").includes(name));
    }
  };
  const tell = () => {
    question.textContent = model.get("question");
    el.dataset.shiftlabStep = model.get("step_shown");
    el.dataset.shiftlabStepsLeft = model.get("steps_left");
    el.classList.toggle("shiftlab-lecture", model.get("large"));
  };
  for (const action of [show, mark, tell]) action();
  stops.push(
    listen(model, {
      "change:values": () => show(),
      "change:hidden change:changed": mark,
      "change:question change:step_shown change:steps_left change:large": tell,
    }),
  );

  // settings from elsewhere in the page, as if their controls had been moved
  el.addEventListener("shiftlab:settings", (event) => move(/** @type {CustomEvent} */ (event).detail));
  el.addEventListener("shiftlab:size", (event) => press("size", /** @type {CustomEvent} */ (event).detail));
  const ahead = lookAhead({ model, page, root: el, fields, held, isThere: () => !kernel.isGone(), arrived });

  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const moves = () => {
    if (model.get("reduced_motion") === motion.matches) return;
    model.set("reduced_motion", motion.matches);
    model.save_changes();
  };
  motion.addEventListener("change", moves);
  moves();

  return () => {
    for (const stop of [...stops, ahead.stop, model.stop, flow.stop, figure.free]) stop();
    motion.removeEventListener("change", moves);
  };
}

export default { render };
