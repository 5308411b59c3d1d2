// @ts-check
import { LETTERS, MARKS, STROKE } from "./reel.js";
/** @import { Drawing } from "./reel.js" */
/**
 * Draws on a canvas what the live picture would: where that puts thin straight lines, marks and texts on whole pixels, so
 * does this, on those of the screen.
 *
 * @typedef {{ fill?: string[], stroke?: string[], width?: number, dash?: number[], offset?: number, cap?: string,
 *   join?: string, clip?: number[], snap?: boolean }} Style
 * @typedef {(context: CanvasRenderingContext2D, drawing: Drawing) => void} Brush
 */

const CAPS = /** @type {Record<string, CanvasLineCap>} */ ({ projecting: "square", round: "round", butt: "butt" });
const EDGE = 2; // pixels around a mark

/**
 * A brush for one theme, of which one pixel of the figure is `scale` of the canvas.
 * @param {any} tables @param {number} theme @param {number} scale @returns {Brush}
 */
export function brush(tables, theme, scale) {
  /** @type {Style[]} */
  const styles = tables.styles;
  const letters = new Map();
  const stamps = new Map();

  /** @type {(style: Style) => (value: number) => number} */
  const snapping = (style) => {
    if (!style.snap) return (value) => value;
    const half = style.stroke && Math.round((style.width ?? 0) * scale) % 2 ? 0.5 : 0;
    return (value) => Math.floor(value + 0.5) + half;
  };
  const dip = (/** @type {CanvasRenderingContext2D} */ context, /** @type {Style} */ style) => {
    if (style.fill) context.fillStyle = style.fill[theme];
    if (!style.stroke) return;
    context.strokeStyle = style.stroke[theme];
    context.lineWidth = (style.width ?? 0) * scale;
    context.lineCap = CAPS[style.cap ?? "butt"];
    context.lineJoin = /** @type {CanvasLineJoin} */ (style.join ?? "miter");
    context.setLineDash((style.dash ?? []).map((part) => part * scale));
    context.lineDashOffset = (style.offset ?? 0) * scale;
  };
  const paint = (/** @type {CanvasRenderingContext2D} */ context, /** @type {Style} */ style, /** @type {Path2D} */ path) => {
    if (style.fill) context.fill(path);
    if (style.stroke) context.stroke(path);
  };
  /** An outline as a path, its numbers times `size`. @param {number} number @param {number} size @param {(value: number) => number} round */
  const outline = (number, size, round = (value) => value) => {
    const [codes, numbers] = tables.outlines[number];
    const path = new Path2D();
    let at = 0;
    const next = () => round(numbers[at++] * size);
    for (const code of codes) {
      if (code === "M") path.moveTo(next(), next());
      else if (code === "L") path.lineTo(next(), next());
      else if (code === "Q") path.quadraticCurveTo(next(), next(), next(), next());
      else if (code === "C") path.bezierCurveTo(next(), next(), next(), next(), next(), next());
      else path.closePath();
    }
    return path;
  };
  const reach = (/** @type {number} */ number) => Math.max(0, ...tables.outlines[number][1].map(Math.abs));

  /** A mark as a small picture, to be put down many times. @param {number} number @param {number} styled */
  const stamp = (number, styled) => {
    const key = `${number} ${styled}`;
    if (!stamps.has(key)) {
      const style = styles[styled];
      const half = Math.ceil((reach(number) + (style.width ?? 0)) * scale) + EDGE;
      const picture = document.createElement("canvas");
      picture.width = picture.height = 2 * half;
      const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
      if (style.snap) context.translate(half, half);
      else context.translate(half + 0.5, half + 0.5); // Agg has the middle of a pixel for a mark's place
      dip(context, style);
      paint(context, style, outline(number, scale, snapping(style)));
      stamps.set(key, { picture, half });
    }
    return stamps.get(key);
  };

  /** @type {Record<number, (context: CanvasRenderingContext2D, drawing: Drawing, style: Style, k: number) => void>} */
  const kinds = {
    [STROKE](context, { x, y, about }, style, k) {
      const round = snapping(style);
      const path = new Path2D();
      let at = 0;
      for (const piece of about) {
        const end = at + (piece >> 1);
        path.moveTo(round(x[at] * k), round(y[at] * k));
        while (++at < end) path.lineTo(round(x[at] * k), round(y[at] * k));
        if (piece & 1) path.closePath();
      }
      dip(context, style);
      paint(context, style, path);
    },
    [MARKS](context, { x, y, about, sizes, style: styled }, style, k) {
      const [number] = about;
      if (!sizes) {
        const { picture, half } = stamp(number, styled);
        for (let i = 0; i < x.length; i++) {
          context.drawImage(picture, Math.floor(x[i] * k + 0.5) - half, Math.floor(y[i] * k + 0.5) - half);
        }
        return;
      }
      dip(context, style);
      for (let i = 0; i < x.length; i++) {
        context.setTransform(1, 0, 0, 1, x[i] * k, y[i] * k);
        paint(context, style, outline(number, sizes[i] * scale));
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
    },
    [LETTERS](context, { x, y, about }, style, k) {
      const [ems, angle] = about;
      const size = tables.ems[ems] * scale;
      const turn = (-angle * Math.PI) / 180;
      const [cos, sin] = [size * Math.cos(turn), size * Math.sin(turn)];
      const [left, base] = [Math.round(x[0] * k), Math.round(y[0] * k)];
      dip(context, style);
      let place = 0;
      for (let i = 2; i < about.length; i += 2) {
        place += about[i + 1];
        if (!letters.has(about[i])) letters.set(about[i], outline(about[i], 1));
        context.setTransform(cos, sin, -sin, cos, left + place * cos, base + place * sin);
        context.fill(letters.get(about[i]));
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
    },
  };

  return (context, drawing) => {
    const style = styles[drawing.style];
    context.save();
    if (style.clip) {
      const [left, top, width, height] = style.clip.map((value) => value * scale);
      const [x, y] = [Math.round(left), Math.round(top)];
      context.beginPath();
      context.rect(x, y, Math.round(left + width) - x + 1, Math.round(top + height) - y + 1);
      context.clip();
    }
    kinds[drawing.kind](context, drawing, style, scale / drawing.unit);
    context.restore();
  };
}
