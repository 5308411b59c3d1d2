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
  let number = 0; // of moves and presses; a message has that of the last one in it
  let last = 0; // the message that is not answered; 0 if there is none
  let pressed = 0; // the last press
  let shown = 0; // the last message whose answer the controls have followed
  let sentAt = 0;
  /** @type {Record<string, any>} */
  let underway = {};
  /** @type {Record<string, any>} */
  let waiting = {};
  /** @type {{ n: number, values: Record<string, any> }[]} */
  let said = []; // what the kernel has perhaps not acted upon, though it may have answered
  let dragging = false;
  let timer = 0; // runs while what waits is not urgent

  const actedUpon = () => {
    const heard = model.get("heard");
    const n = heard.page === page ? heard.n : 0;
    said = said.filter((one) => one.n > n);
    return n;
  };
  const say = (/** @type {any} */ content) => {
    clearTimeout(timer);
    timer = 0;
    underway = { ...underway, ...waiting };
    last = number;
    sentAt = performance.now();
    model.send({ ...content, values: waiting, n: last, page });
    said.push({ n: last, values: waiting });
    waiting = {};
    kernel.asked();
  };
  const go = () => say({ do: "move", dragging });
  const lost = () => performance.now() - sentAt > LOST_AFTER && model.widget_manager?.kernel?.status === "idle";
  const goIfFree = () => {
    timer = 0;
    if (!last || lost()) go();
  };
  const stop = listen(model, {
    "msg:custom": ({ answered, page: asker }) => {
      if (!answered || asker !== page) return;
      kernel.answered();
      if (answered < last) return;
      last = 0;
      underway = {};
      if (Object.keys(waiting).length && !timer) go();
      if (pressed > shown) settled();
      shown = answered;
    },
  });
  return {
    /**
     * Controls have new values, which go together, `calm` ms after the last of them.
     * @param {Record<string, any>} values @param {boolean} [drags] @param {number} [calm]
     */
    move(values, drags = false, calm = 0) {
      number++;
      Object.assign(waiting, values);
      dragging = drags;
      clearTimeout(timer);
      if (calm) timer = window.setTimeout(goIfFree, calm);
      else goIfFree();
    },
    /** A button is pressed: at once, with the values that wait. @param {string} action @param {object} [more] */
    press(action, more = {}) {
      pressed = ++number;
      say({ do: action, ...more });
    },
    /** Whether the kernel does not know yet what this control says. @param {string} name */
    isNewer: (name) => name in waiting || name in underway,
    /** What the controls say that is not in the model yet. @returns {Record<string, any>} */
    unheard() {
      actedUpon();
      return Object.assign({}, ...said.map((one) => one.values), waiting);
    },
    /** The number of the last thing that was said, sent or not. */
    due: () => number,
    /** Whether the kernel has acted upon it. */
    isHeard: () => actedUpon() >= number,
    /** Whether it is known what the controls say: not while a button's settings are still to come. */
    isCertain: () => actedUpon() >= pressed,
    stop() {
      clearTimeout(timer);
      stop();
    },
  };
}
