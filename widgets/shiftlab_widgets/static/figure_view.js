// @ts-check
/**
 * The live figure in the page: shows frames without gaps, describes them, and reports theme and width.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, callback: () => void) => void} on
 * @property {(event: string, callback: () => void) => void} off
 * @property {{ kernel?: { status: string, isDisposed: boolean } | null }} [widget_manager]
 */

const SPEAK_AFTER = 500; // ms after the last change: a screen reader hears one sentence per move
const MEASURE_AFTER = 150;
const LOOK_EVERY = 1000; // whether there is a kernel: shutting it down is not announced to widgets
const NARROWEST = 320;
const GONE = "The kernel was restarted or cannot be reached: run the cell again to bring this figure back to life.";

/** @param {string} tag @param {Record<string, string>} attributes @param {Element} parent */
function add(tag, attributes, parent) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

/** Calls `action` once, `delay` ms after the last call. @param {() => void} action @param {number} delay */
function later(action, delay) {
  let timer = 0;
  const call = () => {
    clearTimeout(timer);
    timer = window.setTimeout(action, delay);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}

/** JupyterLab, Notebook and Voila say their theme on the body; elsewhere the system's wish counts. */
function currentTheme() {
  const light = document.body.dataset.jpThemeLight;
  if (light) return light === "false" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * Shows the newest frame. One is loaded at a time; what arrives meanwhile waits, and only the last of it is shown.
 * @param {HTMLImageElement} image @param {Model} model
 */
function frames(image, model) {
  let busy = false;
  let newer = false;
  let shown = "";
  async function show() {
    if (busy) {
      newer = true;
      return;
    }
    busy = true;
    do {
      newer = false;
      const bytes = model.get("frame");
      if (!bytes || !bytes.byteLength) break;
      const url = URL.createObjectURL(new Blob([bytes], { type: "image/webp" }));
      try {
        // until the new picture can be painted the browser keeps the old one in its place
        await new Promise((loaded, failed) => {
          image.onload = loaded;
          image.onerror = failed;
          image.src = url;
        });
        if (shown) URL.revokeObjectURL(shown);
        shown = url;
      } catch {
        URL.revokeObjectURL(url);
        if (shown) image.src = shown; // a frame that cannot be read: the last one stays
      }
    } while (newer);
    busy = false;
  }
  return { show, free: () => URL.revokeObjectURL(shown) };
}

/** Reports theme, width and pixel ratio to the kernel. @param {Model} model @param {HTMLElement} root */
function watchSurroundings(model, root) {
  const report = () => {
    const room = Math.min(root.clientWidth, model.get("max_width"));
    const wanted = { theme: currentTheme(), ratio: window.devicePixelRatio || 1 };
    if (room > 0) wanted["width"] = Math.max(NARROWEST, Math.round(room)); // 0: hidden, for example in a closed tab
    const news = Object.entries(wanted).filter(([name, value]) => model.get(name) !== value);
    for (const [name, value] of news) model.set(name, value);
    if (news.length) model.save_changes();
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

/** @param {{ model: Model, el: HTMLElement }} context */
function render({ model, el }) {
  el.classList.add("shiftlab-figure");
  el.setAttribute("data-lm-suppress-shortcuts", ""); // or the notebook takes the arrow keys
  const figure = add("figure", {}, el);
  const messages = add("div", { class: "shiftlab-messages" }, figure);
  const gone = add("p", { class: "shiftlab-gone", role: "alert" }, messages);
  const error = add("p", { class: "shiftlab-error", role: "alert" }, messages);
  const image = /** @type {HTMLImageElement} */ (add("img", { decoding: "sync" }, figure));
  const status = add("figcaption", { class: "shiftlab-status", "aria-hidden": "true" }, figure); // the alt text says it
  const note = add("p", { class: "shiftlab-note" }, figure);
  const live = add("div", { class: "shiftlab-live", "aria-live": "polite" }, el);

  const { show, free } = frames(image, model);
  const speak = later(() => (live.textContent = model.get("alt")), SPEAK_AFTER);
  const say = () => {
    image.alt = status.textContent = model.get("alt");
  };
  const sayLater = () => {
    say();
    speak();
  };
  const tell = () => {
    error.textContent = model.get("error");
    note.textContent = model.get("note");
  };
  const measure = () => {
    const [width, height] = model.get("natural");
    image.style.aspectRatio = `${width} / ${height}`;
    image.style.maxWidth = `${model.get("max_width")}px`;
  };
  /** @type {[string, () => void][]} */
  const events = [
    ["change:frame", show],
    ["change:alt", sayLater],
    ["change:error", tell],
    ["change:note", tell],
    ["change:natural", measure],
    ["change:max_width", measure],
  ];

  // ipywidgets says when it has lost the kernel; the next frame, if there is one, proves it wrong.
  const lost = () => (gone.textContent = GONE);
  const found = () => (gone.textContent = "");
  const alive = window.setInterval(() => {
    const kernel = model.widget_manager?.kernel; // undefined where a front end does not tell
    if (kernel === null || kernel?.isDisposed || kernel?.status === "dead") lost();
  }, LOOK_EVERY);
  events.push(["comm_live_update", lost], ["comm:close", lost], ["change:frame", found]);

  for (const [event, action] of events) model.on(event, action);
  for (const action of [show, say, tell, measure]) action();

  const stopWatching = watchSurroundings(model, el);
  return () => {
    for (const [event, action] of events) model.off(event, action);
    stopWatching();
    clearInterval(alive);
    speak.cancel();
    free();
  };
}

export default { render };
