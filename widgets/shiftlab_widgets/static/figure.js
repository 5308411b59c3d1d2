// @ts-check
import { add, later, listen } from "./dom.js";
import { frames } from "./frames.js";
import { watchKernel } from "./kernel.js";
import { watchSurroundings } from "./surroundings.js";
/** @import { Model } from "./dom.js" */
/** @import { Frame } from "./frames.js" */

const SPEAK_AFTER = 500; // ms after the last change: a screen reader hears one sentence per move

/**
 * The live figure in `root`: shows frames without gaps, describes them, says what is wrong, reports theme and width.
 * What it returns of the kernel is that of kernel.js; `free` is to be called when the page no longer shows the figure.
 * @param {Model & { held?: () => Frame | null, below?: Model }} model @param {HTMLElement} root @param {() => number} holds how many frames the page has
 */
export function showFigure(model, root, holds = () => 0) {
  root.classList.add("shiftlab-figure");
  root.setAttribute("data-shiftlab-picture", "");
  root.setAttribute("data-lm-suppress-shortcuts", ""); // or the notebook takes the arrow keys
  const figure = add("figure", {}, root);
  const messages = add("div", { class: "shiftlab-messages" }, figure);
  const gone = add("p", { class: "shiftlab-gone", role: "alert" }, messages);
  const error = add("p", { class: "shiftlab-error", role: "alert" }, messages);
  const image = /** @type {HTMLImageElement} */ (add("img", { decoding: "sync" }, figure));
  const status = add("figcaption", { class: "shiftlab-status", "aria-hidden": "true" }, figure); // the alt text says it
  const note = add("p", { class: "shiftlab-note" }, figure);
  const live = add("div", { class: "shiftlab-live", "aria-live": "polite" }, root);

  const { show, free } = frames(image, model);
  const speak = later(() => (live.textContent = model.get("alt")), SPEAK_AFTER);
  const say = () => {
    image.alt = status.textContent = model.get("alt");
  };
  const tell = () => {
    error.textContent = model.get("error");
    note.textContent = model.get("note");
  };
  const measure = () => {
    const [width, height] = model.get("natural");
    image.style.aspectRatio = `${width} / ${height}`;
    image.style.maxWidth = `${model.get("max_width")}px`;
  };
  const divide = () => (image.dataset.shiftlabPanels = JSON.stringify(model.get("panels")));
  for (const action of [show, say, tell, measure, divide]) action();
  const stopListening = listen(model, {
    "change:frame": show,
    "change:alt": () => {
      say();
      speak();
    },
    "change:error change:note": tell,
    "change:natural change:max_width": measure,
    "change:panels": divide,
  });
  const kernel = watchKernel(model.below ?? model, (sentence) => (gone.textContent = sentence), holds);
  const stopWatching = watchSurroundings(model, root);
  return {
    kernel,
    free: () => {
      stopListening();
      stopWatching();
      kernel.stop();
      speak.cancel();
      free();
    },
  };
}
