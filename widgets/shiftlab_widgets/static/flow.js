// @ts-check
import { listen } from "./dom.js";
/** @import { Model } from "./dom.js" */

const LOST_AFTER = 3000; // ms: the message of a connection that broke has no answer

/**
 * What the page says to the kernel. A move never stands in line behind another one: while one is not answered the newest
 * values wait here, and go together. The kernel answers while a person drags before it computes, so that the next
 * values are there when it is done.
 * @param {Model & { send: (content: any) => void }} model @param {string} page who says it: several views may speak of one model
 * @param {{ asked: () => void, answered: () => void }} kernel
 * @param {() => void} settled a press is answered: what it set may have come while a control was newer
 */
export function talk(model, page, kernel, settled) {
  let last = 0; // the message that is not answered has this number; 0 if there is none
  let number = 0;
  let pressed = 0; // the message of the last button
  let shown = 0; // the last whose answer the controls have followed
  let sentAt = 0;
  /** @type {Record<string, any>} */
  let underway = {};
  /** @type {Record<string, any>} */
  let waiting = {};
  /** @type {{ n: number, values: Record<string, any> }[]} */
  let said = []; // what the kernel has perhaps not acted upon, though it may have answered
  let dragging = false;

  const actedUpon = () => {
    const heard = model.get("heard");
    const n = heard.page === page ? heard.n : 0;
    said = said.filter((one) => one.n > n);
    return n;
  };
  const say = (/** @type {any} */ content) => {
    underway = { ...underway, ...waiting };
    last = ++number;
    sentAt = performance.now();
    model.send({ ...content, values: waiting, n: last, page });
    said.push({ n: last, values: waiting });
    waiting = {};
    kernel.asked();
  };
  const go = () => say({ do: "move", dragging });
  const due = () => number + (Object.keys(waiting).length ? 1 : 0);
  const lost = () => performance.now() - sentAt > LOST_AFTER && model.widget_manager?.kernel?.status === "idle";
  const stop = listen(model, {
    "msg:custom": ({ answered, page: asker }) => {
      if (!answered || asker !== page) return;
      kernel.answered();
      if (answered < last) return;
      last = 0;
      underway = {};
      if (Object.keys(waiting).length) go();
      if (pressed > shown) settled();
      shown = answered;
    },
  });
  return {
    /** Controls have new values, which go together. @param {Record<string, any>} values @param {boolean} [drags] */
    move(values, drags = false) {
      Object.assign(waiting, values);
      dragging = drags;
      if (!last || lost()) go();
    },
    /** A button is pressed: at once, with the values that wait. @param {string} action @param {object} [more] */
    press(action, more = {}) {
      say({ do: action, ...more });
      pressed = number;
    },
    /** Whether the kernel does not know yet what this control says. @param {string} name */
    isNewer: (name) => name in waiting || name in underway,
    /** What the controls say that is not in the model yet. @returns {Record<string, any>} */
    unheard() {
      actedUpon();
      return Object.assign({}, ...said.map((one) => one.values), waiting);
    },
    /** The number of the message with all that was said until now, sent or not. */
    due,
    /** Whether the kernel has acted upon all of it. */
    isHeard: () => actedUpon() >= due(),
    /** Whether it is known what the controls say: not while a button's settings are still to come. */
    isCertain: () => actedUpon() >= pressed,
    stop,
  };
}
