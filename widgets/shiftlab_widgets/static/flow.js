// @ts-check
import { listen } from "./dom.js";
/** @import { Model } from "./dom.js" */

const LOST_AFTER = 3000; // ms: the message of a connection that broke has no answer

/**
 * What the page says to the kernel. A move never stands in line behind another one: while one is not answered the newest
 * values wait here, and go together. The kernel answers while a person drags before it computes, so that the next
 * values are there when it is done.
 * @param {Model & { send: (content: any) => void }} model @param {{ asked: () => void, answered: () => void }} kernel
 */
export function talk(model, kernel) {
  let last = 0; // the message that is not answered has this number; 0 if there is none
  let number = 0;
  let sentAt = 0;
  /** @type {Record<string, any>} */
  let underway = {};
  /** @type {Record<string, any>} */
  let waiting = {};
  let dragging = false;

  const say = (/** @type {any} */ content) => {
    underway = { ...underway, ...waiting };
    last = ++number;
    sentAt = performance.now();
    model.send({ ...content, values: waiting, n: last });
    waiting = {};
    kernel.asked();
  };
  const go = () => say({ do: "move", dragging });
  const lost = () => performance.now() - sentAt > LOST_AFTER && model.widget_manager?.kernel?.status === "idle";
  const stop = listen(model, {
    "msg:custom": ({ answered }) => {
      if (!answered) return;
      kernel.answered();
      if (answered < last) return;
      last = 0;
      underway = {};
      if (Object.keys(waiting).length) go();
    },
  });
  return {
    /** A control has a new value. @param {string} name @param {any} value @param {boolean} [drags] */
    move(name, value, drags = false) {
      waiting[name] = value;
      dragging = drags;
      if (!last || lost()) go();
    },
    /** A button is pressed: at once, with the values that wait. @param {string} action @param {object} [more] */
    press: (action, more = {}) => say({ do: action, ...more }),
    /** Whether the kernel does not know yet what this control says. @param {string} name */
    isNewer: (name) => name in waiting || name in underway,
    stop,
  };
}
