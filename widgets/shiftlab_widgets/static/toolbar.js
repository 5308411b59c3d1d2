// @ts-check
import { KEYS } from "./controls.js";
import { add, listen } from "./dom.js";
/** @import { Model } from "./dom.js" */

/** @typedef {(action: string, more?: object) => void} Press */

/** @param {string} action @param {string} text @param {string} about @param {Element} parent @param {Press} press */
export function addButton(action, text, about, parent, press) {
  const kind = `jupyter-button shiftlab-button shiftlab-${action}`;
  const button = add("button", { type: "button", class: kind, "data-shiftlab-action": action, ...KEYS }, parent);
  button.textContent = text;
  if (about) button.title = about;
  button.addEventListener("click", () => press(action));
  return button;
}

/**
 * The row under the picture of an explorer: the story, pin, size.
 * @param {Model} model @param {Element} parent @param {Press} press
 */
export function addToolbar(model, parent, press) {
  const bar = add("div", { class: "shiftlab-toolbar" }, parent);
  const stop = addStory(model, bar, press);
  addButton("pin", "Pin", "keep these curves as faint ghosts", bar, press);
  const unpin = addButton("unpin", "Unpin", "remove the ghosts", bar, press);
  // said, not turned over: two who want it large make it large
  const resize = (/** @type {string} */ action) => press(action, { large: !model.get("large") });
  const size = addButton("size", "", "letters for a lecture hall", bar, resize);
  const follow = () => {
    unpin.hidden = !model.get("pinned");
    size.textContent = model.get("large") ? "Notebook size" : "Lecture size";
  };
  follow();
  const stopFollowing = listen(model, { "change:pinned change:large": follow });
  return () => {
    stop();
    stopFollowing();
  };
}

/**
 * Presets in the order of the story, step and play, reset.
 * @param {Model} model @param {Element} bar @param {Press} press
 */
export function addStory(model, bar, press) {
  const label = add("label", {}, bar);
  label.append("preset ");
  const presets = /** @type {HTMLSelectElement} */ (add("select", { "data-shiftlab-action": "preset", ...KEYS }, label));
  add("option", { value: "" }, presets).append("(own settings)");
  for (const name of model.get("presets")) add("option", { value: name }, presets).append(name);
  presets.addEventListener("change", () => {
    if (presets.value) press("preset", { name: presets.value });
    else follow();
  });

  addButton("step", "Step", "the next preset", bar, press);
  const play = addButton("play", "", "all presets, slowly", bar, press);
  addButton("reset", "Reset", "back to the first settings", bar, press);
  const follow = () => {
    presets.value = model.get("preset_shown");
    play.textContent = model.get("playing") ? "Stop" : "Play";
  };
  follow();
  return listen(model, { "change:preset_shown change:playing": follow });
}

/** What belongs to the seed stands beside its box. @param {Model} model @param {Element} row @param {Press} press */
export function addSeedButtons(model, row, press) {
  addButton("new-seed", "New seed", "draw other data", row, press);
  const seeds = addButton("seeds", "", "how far chance moves the numbers", row, press);
  const follow = () => (seeds.textContent = model.get("counting") ? "Stop" : "20 seeds");
  follow();
  return listen(model, { "change:counting": follow });
}
