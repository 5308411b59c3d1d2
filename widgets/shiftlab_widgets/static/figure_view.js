// @ts-check
import { showFigure } from "./figure.js";
/** @import { Model } from "./dom.js" */

/** @param {{ model: Model, el: HTMLElement }} context */
function render({ model, el }) {
  return showFigure(model, el).free;
}

export default { render };
