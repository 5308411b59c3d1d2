// @ts-check
import { free } from "../frames.js";
/** @import { Frame } from "../frames.js" */

/**
 * A frame for settings that may come next, and what is told of them by the names of traits.
 * @typedef {{ frame: Frame, rough: boolean, look: number, told: Record<string, any> }} Held
 */

/** Bytes of frames for one explorer, as they came over the wire: some 80 of them. */
export const BOUND = 4_000_000;

/** What the page holds; where there is no more room the one goes that was not looked at for longest. */
export function store(bound = BOUND) {
  /** @type {Map<string, Held>} */
  const kept = new Map();
  let bytes = 0;
  let locked = false;
  const drop = (/** @type {string} */ key) => {
    const old = kept.get(key);
    if (!old) return;
    kept.delete(key);
    bytes -= old.frame.bytes.byteLength;
    free(old.frame);
  };
  return {
    /** @param {string} key @param {Held} held */
    put(key, held) {
      drop(key);
      kept.set(key, held);
      bytes += held.frame.bytes.byteLength;
      for (const oldest of kept.keys()) {
        if (bytes <= bound) break;
        drop(oldest);
      }
    },
    /** @param {string} key */
    get(key) {
      const found = locked ? undefined : kept.get(key);
      if (found) {
        kept.delete(key); // and in again, as the newest
        kept.set(key, found);
      }
      return found;
    },
    /** @param {string} key */
    has: (key) => kept.has(key),
    clear: () => [...kept.keys()].forEach(drop),
    /** While it is not known whether they still count nobody gets any. @param {boolean} on */
    lock: (on) => (locked = on),
    get count() {
      return kept.size;
    },
    get bytes() {
      return bytes;
    },
  };
}
