// @ts-check
const PAUSE = 3000; // ms that a preset stays while they are played

/**
 * The presets in their order, as `Story` in story.py has them, and playing them.
 * @param {{ label: string, cell: number, question: string }[]} steps
 * @param {(cell: number) => void} go @param {(playing: boolean) => void} tell
 */
export function story(steps, go, tell) {
  let at = -1;
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    if (timer) tell(false);
    timer = 0;
  };
  const goOn = () => {
    at = (at + 1) % steps.length;
    go(steps[at].cell);
  };
  const play = (/** @type {number} */ left) => {
    goOn();
    timer = window.setTimeout(() => (left > 1 ? play(left - 1) : stop()), PAUSE);
  };
  return {
    stop,
    goOn,
    /** One step only where motion is not wanted. */
    toggle() {
      if (timer) return stop();
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return goOn();
      play(steps.length - 1 - at || steps.length);
      tell(true);
    },
    /** @param {string} label */
    choose(label) {
      at = steps.findIndex((step) => step.label === label);
      go(steps[at].cell);
    },
    /** The step of a cell; there one is then. @param {number} cell */
    find(cell) {
      const here = steps.flatMap((step, i) => (step.cell === cell ? [i] : []));
      if (here.length && !here.includes(at)) at = here[0];
      return { label: here.length ? steps[at].label : "", question: at >= 0 ? steps[at].question : "" };
    },
  };
}
