// @ts-check
import { listen } from "./dom.js";
/** @import { Model } from "./dom.js" */

const LOOK_EVERY = 500; // ms: shutting a kernel down is not announced to widgets
const PATIENCE = 2000; // ms after a question without an answer
const BUSY = "The kernel is busy with something else: the picture follows when it is free.";
const RESTARTED = "The kernel was restarted: run the cell again to bring this figure back to life.";
const HOLDS = " Until then what this page holds still moves.";
const HOLDS_NOT = " This page holds no picture of the settings that you asked for: it shows the last one that it has.";
const DEAD = "The kernel has stopped or cannot be reached: start it, then run the cell again to bring this figure back to life.";

/**
 * Says in one sentence what is the matter with the kernel, and "" when nothing is. `asked` is called when a question
 * goes to the kernel; a frame or an error is an answer, and `answered` may be called for others.
 * @param {Model} model @param {(sentence: string) => void} say @param {() => number} holds how many frames the page has
 */
export function watchKernel(model, say, holds) {
  let cut = ""; // why this widget can no longer be answered
  let asked = 0; // when the oldest question without an answer was asked; 0 if there is none
  let said = "";
  let away = false; // from what the page holds
  const tell = (/** @type {string} */ trouble) => {
    const sentence = trouble && trouble + (away ? HOLDS_NOT : holds() ? HOLDS : "");
    if (sentence !== said) say((said = sentence));
  };
  const look = () => {
    const kernel = model.widget_manager?.kernel; // undefined where a front end does not tell
    const status = kernel?.status ?? "";
    if (kernel === null || kernel?.isDisposed || status === "dead" || status === "terminating") cut = DEAD;
    else if (status.endsWith("restarting")) cut = RESTARTED;
    const waiting = asked > 0 && performance.now() - asked > PATIENCE;
    if (cut) tell(cut);
    else if (kernel?.connectionStatus === "disconnected" || (waiting && status === "unknown")) tell(DEAD);
    else if (waiting && status === "busy") tell(BUSY);
    else if (!waiting) tell("");
  };
  const answered = () => {
    cut = "";
    asked = 0;
    look();
  };
  const lost = () => {
    cut ||= RESTARTED; // ipywidgets says so when the kernel is another; `look` knows if there is none
    look();
  };
  const ask = () => {
    asked ||= performance.now();
  };
  const stopListening = listen(model, {
    "comm_live_update comm:close": lost,
    "change:frame change:error": answered,
  });
  const timer = window.setInterval(look, LOOK_EVERY);
  return {
    asked: ask,
    answered,
    /** Whether it cannot answer, and will not. */
    isGone: () => cut !== "",
    /** There is no kernel, and a move leads, or does not lead, to what the page holds. @param {boolean} found */
    moved(found) {
      away = !found;
      look();
    },
    stop: () => {
      stopListening();
      clearInterval(timer);
    },
  };
}
