// @ts-check
import { spoken } from "./cells.js";
/** @import { PageField, Settings } from "./cells.js" */

/** What differs from the start, as the end of an address: #mu=3&beta=0.1. @param {PageField[]} fields @param {Settings} settings @param {Settings} start */
export function fragment(fields, settings, start) {
  const told = fields.filter(({ name }) => settings[name] !== start[name]);
  return String(new URLSearchParams(told.map(({ name }) => [name, String(settings[name])])));
}

/**
 * What an address wants, on top of the start, and what of it is not understood.
 * @param {string} hash @param {PageField[]} fields @param {Settings} start
 */
export function asked(hash, fields, start) {
  /** @type {Settings} */
  const wanted = { ...start };
  /** @type {string[]} */
  const complaints = [];
  /** @type {string | undefined} */
  let first;
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
    const field = fields.find((one) => one.name === name);
    if (!field) {
      complaints.push(`The address names ${JSON.stringify(name.slice(0, 40))}, which cannot be set here.`);
      continue;
    }
    const value = understood(field, text);
    if (value === undefined) {
      const known = field.values.every((one) => typeof one === "number")
        ? `${spoken(field.values[0])} to ${spoken(field.values[field.values.length - 1])}`
        : field.values.map(spoken).join(", ");
      complaints.push(`The address has ${name}=${JSON.stringify(text.slice(0, 40))}; this page has ${known}.`);
      continue;
    }
    wanted[name] = value;
    first ??= name;
  }
  return { wanted, first, complaints };
}

/** @param {PageField} field @param {string} text */
function understood(field, text) {
  if (field.kind !== "slider") return field.values.find((value) => String(value) === text);
  const number = text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}
