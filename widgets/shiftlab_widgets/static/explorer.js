// @ts-check
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
 * @param {{ model: Model & { send: (content: any) => void }, el: HTMLElement }} context
 */
function render({ model, el }) {
  el.classList.add("shiftlab-explorer");
  claimKeys(el);
  el.dataset.shiftlabExplorer = model.get("experiment_name");
  const question = add("p", { class: "shiftlab-question", "data-shiftlab-question": "", role: "status" }, el);
  const stage = add("div", { class: "shiftlab-stage" }, el);
  const figure = showFigure(model, add("div", {}, stage));
  const flow = talk(model, figure);

  /** @type {Field[]} */
  const fields = model.get("fields");
  /** @type {string[]} */
  const beside = model.get("beside");
  /** @type {Record<string, Control>} */
  const controls = {};
  const place = (/** @type {Element} */ parent, /** @type {Field[]} */ some) => {
    for (const field of some) {
      controls[field.name] = addControl(field, parent, (value, dragging) => flow.move(field.name, value, dragging));
    }
  };
  const asked = beside.flatMap((name) => fields.filter((field) => field.name === name)); // in the order they were asked for
  if (beside.length) place(add("div", { class: "shiftlab-beside" }, stage), asked);
  const stops = [addToolbar(model, el, flow.press)];
  let below = el;
  if (beside.length) {
    below = add("details", { class: "shiftlab-more", "data-shiftlab-more": "" }, el);
    add("summary", KEYS, below).append("More settings");
  }
  place(add("div", { class: "shiftlab-controls" }, below), fields.filter((field) => !asked.includes(field)));
  if (controls.seed) stops.push(addSeedButtons(model, controls.seed.row, flow.press));
  stops.push(addTakeaway(model, el, flow.press));

  const show = () => {
    for (const [name, value] of Object.entries(model.get("values"))) if (!flow.isNewer(name)) controls[name].show(value);
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
      "change:values": show,
      "change:hidden change:changed": mark,
      "change:question change:step_shown change:steps_left change:large": tell,
    }),
  );

  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const moves = () => {
    if (model.get("reduced_motion") === motion.matches) return;
    model.set("reduced_motion", motion.matches);
    model.save_changes();
  };
  motion.addEventListener("change", moves);
  moves();

  return () => {
    for (const stop of [...stops, flow.stop, figure.free]) stop();
    motion.removeEventListener("change", moves);
  };
}

export default { render };
