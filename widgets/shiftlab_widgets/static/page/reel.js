// @ts-check
/** @import { Reader } from "./streams.js" */
/**
 * Decodes what picture/recording/packed.py has encoded, in the same order.
 *
 * @typedef {object} Drawing
 * @property {number} kind
 * @property {number} unit parts of a pixel
 * @property {number} style
 * @property {Int32Array} x
 * @property {Int32Array} y
 * @property {number[]} about pieces of a path; outline of marks; size, angle and letters of a text
 * @property {number[] | null} sizes of marks
 *
 * @typedef {{ drawings: Drawing[], lists: Uint32Array[], columns: Int32Array[] }} Reel
 */

export const STROKE = 0;
export const MARKS = 1;
export const LETTERS = 2;

/** @param {any} tables @param {Reader[]} streams @returns {Reel} */
export function decoded(tables, [heads, xs, ys, sizes, lists, frames]) {
  const drawings = [];
  /** @type {(Drawing | undefined)[]} */
  const last = [];
  for (let i = 0; i < tables.drawings; i++) {
    const start = heads.number();
    const kind = start >> 2;
    const unit = tables.units[(start >> 1) & 1];
    const style = heads.number();
    const about = [];
    let count = 1;
    let sized = false;
    if (kind === STROKE) {
      count = 0;
      for (let left = heads.number(); left; left--) {
        about.push(heads.number());
        count += about[about.length - 1] >> 1;
      }
    } else if (kind === MARKS) {
      count = heads.number();
      about.push(heads.number());
      sized = heads.number() === 1;
    } else {
      about.push(heads.number(), heads.number());
      for (let left = heads.number(); left; left--) about.push(heads.number(), heads.signed());
    }
    const before = start & 1 ? /** @type {Drawing} */ (last[kind]) : null;
    const places = (/** @type {Reader} */ stream, /** @type {Int32Array | undefined} */ from) => {
      const found = new Int32Array(count);
      for (let j = 0; j < count; j++) found[j] = stream.signed() + (from ? from[j] : j ? found[j - 1] : 0);
      return found;
    };
    const drawing = { kind, unit, style, about, x: places(xs, before?.x), y: places(ys, before?.y), sizes: null };
    if (sized) Object.assign(drawing, { sizes: Array.from(drawing.x, () => sizes.number() / tables.scales) });
    last[kind] = drawing;
    drawings.push(drawing);
  }
  const steps = (/** @type {Reader} */ stream, /** @type {number} */ count) => {
    const found = new Int32Array(count);
    for (let j = 0; j < count; j++) found[j] = stream.signed() + (j ? found[j - 1] : 0);
    return found;
  };
  return {
    drawings,
    lists: Array.from({ length: tables.lists }, () => Uint32Array.from(steps(lists, lists.number()))),
    columns: Array.from({ length: tables.columns }, () => steps(frames, tables.frames)),
  };
}
