// @ts-check
import { later } from "./dom.js";
/** @import { Model } from "./dom.js" */

const MEASURE_AFTER = 150;
const NARROWEST = 320;

/** JupyterLab, Notebook and Voila say their theme on the body; elsewhere the system's wish counts. */
function currentTheme() {
  const light = document.body.dataset.jpThemeLight;
  if (light) return light === "false" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** How much larger than here who presents shows a part of the picture: that needs as many more pixels. */
const closer = () => Number(document.body.dataset.shiftlabCloser) || 1;

/**
 * Reports theme, pixel ratio, and the width of what holds the picture, to the kernel; returns what stops it.
 * @param {Model} model @param {HTMLElement} root
 */
export function watchSurroundings(model, root) {
  const report = () => {
    const room = Math.min(root.clientWidth, model.get("max_width"));
    /** @type {Record<string, any>} */
    const wanted = { theme: currentTheme(), ratio: (window.devicePixelRatio || 1) * closer() };
    if (room > 0) wanted.width = Math.max(NARROWEST, Math.round(room)); // 0: hidden, for example in a closed tab
    const news = Object.entries(wanted).filter(([name, value]) => model.get(name) !== value);
    for (const [name, value] of news) model.set(name, value);
    if (!news.length) return;
    model.save_changes();
    if (news.some(([name]) => name !== "ratio")) root.dispatchEvent(new Event("shiftlab:surroundings", { bubbles: true }));
  };
  const soon = later(report, MEASURE_AFTER);
  const resized = new ResizeObserver(soon);
  resized.observe(root);
  const themed = new MutationObserver(report);
  themed.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  const wish = matchMedia("(prefers-color-scheme: dark)");
  wish.addEventListener("change", report);
  window.addEventListener("resize", soon); // zooming changes the pixel ratio
  model.on("change:max_width", report);
  requestAnimationFrame(report);
  return () => {
    soon.cancel();
    resized.disconnect();
    themed.disconnect();
    wish.removeEventListener("change", report);
    window.removeEventListener("resize", soon);
    model.off("change:max_width", report);
  };
}
