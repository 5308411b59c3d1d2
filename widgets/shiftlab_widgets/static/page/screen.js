// @ts-check
import { brush } from "./brush.js";
/** @import { Reel } from "./reel.js" */

const SHARPEST = 3;

/**
 * Shows frames of a reel on a canvas, as sharp as the screen is. What stays is painted once and kept.
 * @param {HTMLCanvasElement} canvas @param {any} tables @param {Reel} reel
 */
export function screen(canvas, tables, reel) {
  const [width, height] = tables.size;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  const kept = document.createElement("canvas");
  let keptFor = "";
  let frame = 0;
  let theme = 0;
  let scale = 0;
  /** @type {import("./brush.js").Brush} */
  let paint = () => {};

  const draw = (/** @type {CanvasRenderingContext2D} */ on, /** @type {number} */ list) => {
    for (const drawing of reel.lists[list]) paint(on, reel.drawings[drawing]);
  };
  const show = () => {
    const [stays, ...moves] = reel.columns;
    const wanted = `${stays[frame]} ${theme} ${scale}`;
    if (keptFor !== wanted) {
      kept.width = canvas.width;
      kept.height = canvas.height;
      draw(/** @type {CanvasRenderingContext2D} */ (kept.getContext("2d")), stays[frame]);
      keptFor = wanted;
    }
    context.drawImage(kept, 0, 0);
    for (const column of moves) draw(context, column[frame]);
  };
  const resize = (/** @type {number} */ ratio) => {
    const pixels = Math.round(canvas.clientWidth * Math.min(ratio, SHARPEST)) || width;
    const wanted = pixels / width;
    if (wanted === scale) return;
    scale = wanted;
    canvas.width = pixels;
    canvas.height = Math.round(height * scale);
    paint = brush(tables, theme, scale);
    show();
  };
  new ResizeObserver(() => resize(devicePixelRatio || 1)).observe(canvas);
  window.addEventListener("resize", () => resize(devicePixelRatio || 1));

  return {
    resize: () => resize(devicePixelRatio || 1),
    /** @param {number} wanted */
    show(wanted) {
      frame = wanted;
      if (scale) show();
    },
    /** @param {number} wanted */
    theme(wanted) {
      theme = wanted;
      if (!scale) return;
      paint = brush(tables, theme, scale);
      show();
    },
    /** As paper has it: many pixels. */
    sharpen: () => resize(SHARPEST),
  };
}
