// @ts-check
import { later, listen } from "../dom.js";
import { free, load } from "../frames.js";
import { wants } from "./wants.js";
/** @import { Field } from "../controls.js" */
/** @import { Model } from "../dom.js" */
/** @import { Held } from "./held.js" */

const REST = 300; // ms without a move
const GOING = 60; // ms: who presses a key again and again finds the next picture there, and who holds it down waits for none
const BACK_AFTER = 2000; // ms until a kernel that was away has answered

/** People who pay for every byte, and pages that nobody sees, get what they ask for and nothing else. */
const sparing = () =>
  document.hidden ||
  /** @type {any} */ (navigator).connection?.saveData === true ||
  matchMedia("(prefers-reduced-data: reduce)").matches;

/**
 * Asks the kernel for what may come next, when the control that a person has under the hand has rested for a moment,
 * and fills the store with what comes.
 * @param {{
 *   model: Model & { send: (content: any) => void }, page: string, root: HTMLElement, fields: Field[],
 *   held: ReturnType<typeof import("./held.js").store>, isThere: () => boolean, arrived: (key: string) => void,
 * }} parts `isThere` says whether the kernel is; `arrived` is told what came
 */
export function lookAhead({ model, page, root, fields, held, isThere, arrived }) {
  /** @type {Element | null} */
  let target = null;
  let asked = false; // for anything, which can be taken back
  let passed = -1; // a look that is over: theme or width are others, and the kernel has not said yet how that looks
  const isStale = () => passed === model.get("look");
  let before = model.get("values");
  let downwards = false; // the way of the last move
  const show = () => (root.dataset.shiftlabHeld = String(held.count));
  const ask = (/** @type {number} */ most) => {
    if (!target || !root.isConnected || !isThere() || sparing() || !model.get("prefetch") || isStale()) return;
    if (model.get("playing") || model.get("counting")) return;
    const missing = wants(model, fields, target, downwards).slice(0, most).filter((want) => !held.has(want.id));
    if (!missing.length) return;
    asked = true;
    model.send({ do: "ahead", wants: missing.map((want) => ({ ...want, id: [page, want.id] })) });
  };
  // while somebody drags every picture is wanted now
  const next = later(() => root.matches(":active") || ask(1), GOING);
  const soon = later(() => ask(Infinity), REST);
  const forget = () => {
    held.clear();
    show();
    if (target) soon();
  };
  const aim = (/** @type {Event} */ event) => {
    const found = /** @type {Element} */ (event.target).closest("[data-shiftlab-action], [data-shiftlab-field]");
    if (!found || found === target) return;
    target = found;
    soon();
  };
  const follow = () => {
    const now = model.get("values");
    const name = target?.getAttribute("data-shiftlab-field") ?? "";
    if (now[name] !== before[name]) {
      downwards = now[name] < before[name];
      next();
    }
    before = now;
    if (target) soon();
  };
  // a lecture goes from step to step, and nothing is under the hand then
  const expect = () => {
    if (model.get("step_shown") < 0) return;
    target ??= root.querySelector("[data-shiftlab-action=step]");
    soon();
  };
  const leave = () => {
    if (!root.contains(document.activeElement) && !root.matches(":hover")) target = null;
  };
  const hide = () => {
    if (document.hidden && asked) model.send({ do: "ahead", wants: [] });
  };
  root.addEventListener("shiftlab:expect", expect);
  root.addEventListener("focusin", aim);
  root.addEventListener("pointerover", aim);
  root.addEventListener("focusout", leave);
  root.addEventListener("pointerleave", leave);
  root.addEventListener("shiftlab:surroundings", () => {
    passed = model.get("look");
    forget();
  });
  document.addEventListener("visibilitychange", hide);

  const take = async (/** @type {{ ahead?: [string, string] } & Omit<Held, "frame">} */ { ahead, ...about }, /** @type {DataView[]} */ [bytes]) => {
    if (!ahead || ahead[0] !== page) return;
    const frame = await load(bytes).catch(() => null);
    if (isThere()) model.send({ do: "arrived", id: ahead });
    if (!frame || isStale() || about.look !== model.get("look")) return free(frame);
    held.put(ahead[1], { ...about, frame });
    arrived(ahead[1]);
    show();
  };
  const stop = listen(model, {
    "msg:custom": take,
    "change:look": () => {
      held.lock(false);
      forget();
    },
    "change:step_shown": expect,
    "change:values change:frame": follow,
  });
  // What was missed while the connection was gone is not known. A kernel that is the same gives all another look; one
  // that is another says nothing, and what its predecessor drew still counts.
  let connected = true;
  const unlock = later(() => held.lock(false), BACK_AFTER);
  const signal = /** @type {any} */ (model.widget_manager?.kernel)?.connectionStatusChanged;
  const connection = (/** @type {any} */ _, /** @type {string} */ status) => {
    if (status === "connected" && !connected) {
      held.lock(isThere());
      unlock();
      model.send({ do: "outdate" });
    }
    connected = status === "connected";
  };
  signal?.connect(connection);
  show();
  return {
    /** The kernel drew something else than what was held: then nothing that is held can be trusted. */
    differs() {
      root.dataset.shiftlabDiffers = String(Number(root.dataset.shiftlabDiffers ?? 0) + 1);
      forget();
    },
    stop() {
      stop();
      next.cancel();
      soon.cancel();
      unlock.cancel();
      signal?.disconnect(connection);
      document.removeEventListener("visibilitychange", hide);
      held.clear();
    },
  };
}
