// @ts-check
/**
 * The settings that a page has: each cell is a value of every field, as its place among the values of that field.
 *
 * @typedef {import("../controls.js").Field & { values: any[] }} PageField
 * @typedef {Record<string, any>} Settings
 */

/** Where a number is nearest to one of these, else where it is. @param {any[]} values @param {any} value */
export function nearestPlace(values, value) {
  if (typeof value !== "number") return values.indexOf(value);
  let best = 0;
  for (let i = 1; i < values.length; i++) if (Math.abs(values[i] - value) < Math.abs(values[best] - value)) best = i;
  return best;
}

/** A value as a sentence says it. @param {any} value */
export const spoken = (value) => (typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value));

/** @param {PageField[]} fields @param {any} tables */
export function cells(fields, tables) {
  const count = tables.frame.length;
  /** @type {Record<string, Uint16Array>} */
  const places = Object.fromEntries(fields.map((field) => [field.name, Uint16Array.from(tables.cells[field.name])]));

  const settings = (/** @type {number} */ cell) =>
    Object.fromEntries(fields.map((field) => [field.name, field.values[places[field.name][cell]]]));
  const hidden = (/** @type {number} */ cell) => /** @type {string[]} */ (tables.hiddens[tables.hidden[cell]]);

  /**
   * The cell nearest to what is wanted: that has the most important field as wanted, differs in as few others as
   * possible, and by as few steps. A field that does not apply to a cell does not count.
   * @param {Settings} wanted @param {string} [first]
   */
  const nearest = (wanted, first) => {
    const targets = fields.map((field) => nearestPlace(field.values, wanted[field.name]));
    let best = 0;
    let least = Infinity;
    for (let cell = 0; cell < count; cell++) {
      const away = hidden(cell);
      let cost = 0;
      for (let i = 0; i < fields.length && cost < least; i++) {
        const { name, values } = fields[i];
        const steps = Math.abs(places[name][cell] - targets[i]);
        if (!steps) continue;
        const share = steps / values.length; // less than 1
        cost += away.includes(name) ? 1e-6 * share : name === first ? 1000 + share : 1 + share;
      }
      if (cost < least) [best, least] = [cell, cost];
    }
    return best;
  };

  /** What a cell has otherwise than it was wanted, as a sentence; "" if nothing. @param {Settings} wanted @param {number} cell */
  const difference = (wanted, cell) => {
    const found = settings(cell);
    const away = hidden(cell);
    const others = fields.filter(({ name }) => !away.includes(name) && found[name] !== wanted[name]);
    if (!others.length) return "";
    const told = others.map(({ name, label }) => `${label}: ${spoken(found[name])} instead of ${spoken(wanted[name])}`);
    return `This page ends here; the nearest that was computed is shown. ${told.join("; ")}.`;
  };

  return { settings, hidden, nearest, difference };
}
