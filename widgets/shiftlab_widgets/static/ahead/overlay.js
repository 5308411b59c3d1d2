// @ts-check
import { listen } from "../dom.js";
/** @import { Model } from "../dom.js" */
/** @import { Held } from "./held.js" */

const same = (/** @type {DataView} */ one, /** @type {DataView} */ other) => {
  if (one.byteLength !== other.byteLength) return false;
  for (let i = 0; i < one.byteLength; i++) if (one.getUint8(i) !== other.getUint8(i)) return false;
  return true;
};

/**
 * The model as the page shows it: what is held lies over it from the move on until the kernel has confirmed that move.
 * Meanwhile frames of earlier moves arrive and are not seen.
 * @param {Model & { send: (content: any) => void }} model @param {string} page who sends our messages @param {() => void} onDifferent the kernel drew another frame
 */
export function overlaid(model, page, onDifferent) {
  /** @type {Held | null} */
  let over = null;
  let due = 0; // the move or press that the kernel confirms
  /** @type {Map<string, Set<() => void>>} */
  const listeners = new Map();
  const tell = (/** @type {Iterable<string>} */ names) => {
    for (const name of names) for (const action of listeners.get(`change:${name}`) ?? []) action();
  };
  const release = () => {
    if (!over) return;
    const { frame, rough, look, told } = over;
    over = null;
    const shown = model.get("frame");
    const equal = same(frame.bytes, shown);
    const isThat = model.get("heard").n === due; // and not what followed in the same message
    if (!equal && isThat && rough === model.get("rough") && look === model.get("look") && !model.get("error")) onDifferent();
    const others = Object.keys(told).filter((name) => JSON.stringify(told[name]) !== JSON.stringify(model.get(name)));
    tell(equal ? others : ["frame", ...others]);
  };
  const confirm = () => {
    const heard = model.get("heard");
    if (!over || heard.page !== page || heard.n < due) return;
    // a coarse picture is no better than the full one that is held: that comes next
    if (!model.get("rough") || over.rough || model.get("error")) release();
  };
  const stop = listen(model, { "change:heard change:rough change:error": confirm });
  return {
    ...model, // set, save_changes and what it belongs to
    send(/** @type {any} */ content) {
      try {
        model.send(content);
      } catch {
        // the kernel that it would go to is gone: kernel.js says so
      }
    },
    get: (/** @type {string} */ name) => (over && name in over.told ? over.told[name] : model.get(name)),
    held: () => over?.frame ?? null,
    /** @param {string} event @param {(...about: any[]) => void} action */
    on(event, action) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(action));
      model.on(event, action);
    },
    /** @param {string} event @param {(...about: any[]) => void} action */
    off(event, action) {
      listeners.get(event)?.delete(action);
      model.off(event, action);
    },
    /** Show this until the kernel has acted upon that move or press of ours. @param {Held} held @param {number} number */
    show(held, number) {
      const names = new Set([...Object.keys(over?.told ?? {}), ...Object.keys(held.told), "frame"]);
      over = held;
      due = number;
      tell(names);
    },
    /** The model by itself: what the kernel has said, and when. */
    below: model,
    stop,
  };
}
