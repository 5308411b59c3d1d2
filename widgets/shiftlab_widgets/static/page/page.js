// @ts-check
import { addControl, claimKeys } from "../controls.js";
import { add, later } from "../dom.js";
import { addButton, addStory } from "../toolbar.js";
import { asked, fragment } from "./address.js";
import { cells } from "./cells.js";
import { decoded } from "./reel.js";
import { screen } from "./screen.js";
import { story } from "./story.js";
import { parts, unpacked } from "./streams.js";
/** @import { Control } from "../controls.js" */
/** @import { Settings } from "./cells.js" */

const SPEAK_AFTER = 500; // ms after the last change: a screen reader hears one sentence per move
const LINK_AFTER = 300;
const THEMES = ["light", "dark"];

/** What the rows of an explorer listen to, without a kernel behind it. @param {Record<string, any>} values */
function store(values) {
  /** @type {Map<string, Set<() => void>>} */
  const listeners = new Map();
  return {
    get: (/** @type {string} */ name) => values[name],
    set(/** @type {string} */ name, /** @type {any} */ value) {
      if (values[name] === value) return;
      values[name] = value;
      for (const told of listeners.get(`change:${name}`) ?? []) told();
    },
    save_changes() {},
    on(/** @type {string} */ event, /** @type {() => void} */ told) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event)?.add(told);
    },
    off: (/** @type {string} */ event, /** @type {() => void} */ told) => void listeners.get(event)?.delete(told),
  };
}

const text = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id)).textContent ?? "";

/** A page that moves: the frames are in it, and a move shows one of them. */
async function start() {
  const about = JSON.parse(text("shiftlab-about"));
  const [tables, ...streams] = parts(await unpacked(text("shiftlab-frames")));
  const reel = decoded(tables, streams);
  const fields = about.fields.map((/** @type {any} */ field) => ({ ...field, values: tables.values[field.name] }));
  const known = cells(fields, tables);

  const root = /** @type {HTMLElement} */ (document.querySelector(".shiftlab-explorer"));
  const stage = /** @type {HTMLElement} */ (root.querySelector(".shiftlab-stage"));
  claimKeys(root);
  const find = (/** @type {string} */ part) => /** @type {HTMLElement} */ (root.querySelector(`.shiftlab-${part}`));
  const [question, error, status, note, live] = ["question", "error", "status", "note", "live"].map(find);
  const image = /** @type {HTMLImageElement} */ (root.querySelector("figure img"));
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  canvas.dataset.shiftlabPicture = "";
  image.replaceWith(canvas);
  const show = screen(canvas, tables, reel);

  const model = store({ presets: about.steps.map((/** @type {any} */ step) => step.label), preset_shown: "", playing: false });
  /** @type {Record<string, Control>} */
  const controls = {};
  const origin = known.settings(about.start);
  let cell = about.start; // that is shown
  /** @type {Settings} */
  let wanted = { ...origin }; // what the controls say

  const speak = later(() => (live.textContent = status.textContent), SPEAK_AFTER);
  const link = later(() => {
    const end = fragment(fields, known.settings(cell), origin);
    if (location.hash.replace(/^#/, "") !== end) history.replaceState(null, "", end ? `#${end}` : "#");
  }, LINK_AFTER);

  /** Show the cell nearest to what is wanted, and say what is otherwise. @param {string} [first] @param {string} [complaint] */
  const follow = (first, complaint = "") => {
    const found = known.nearest(wanted, first);
    const otherwise = [complaint, known.difference(wanted, found)].filter(Boolean).join(" ");
    const frame = tables.frame[found];
    if (frame < 0) {
      wanted = known.settings(found);
      error.textContent = `${tables.refusals[-1 - frame]} The picture shows the last settings that fit.`;
      note.textContent = otherwise;
    } else {
      cell = found;
      wanted = known.settings(cell);
      error.textContent = "";
      show.show(frame);
      const sentence = tables.sentences[tables.sentence[cell]];
      canvas.setAttribute("aria-label", sentence);
      status.textContent = sentence;
      note.textContent = [otherwise, tables.quicks[tables.quick[cell]]].filter(Boolean).join(" ");
      speak();
      link();
    }
    const { label, question: asking } = steps.find(frame < 0 ? -1 : cell);
    model.set("preset_shown", label);
    question.textContent = asking;
    for (const [name, control] of Object.entries(controls)) {
      control.show(wanted[name]);
      control.mark(wanted[name] !== origin[name]);
      control.row.hidden = known.hidden(found).includes(name);
    }
  };
  const go = (/** @type {number} */ there) => {
    wanted = known.settings(there);
    follow();
  };
  const move = (/** @type {string} */ name, /** @type {any} */ value) => {
    steps.stop();
    wanted = { ...wanted, [name]: value };
    follow(name);
  };
  const steps = story(about.steps, go, (playing) => model.set("playing", playing));

  const beside = add("div", { class: "shiftlab-beside" }, stage);
  const bar = add("div", { class: "shiftlab-toolbar" }, root);
  stage.after(bar);
  addStory(model, bar, (action, more) => {
    if (action !== "play") steps.stop();
    if (action === "step") steps.goOn();
    else if (action === "play") steps.toggle();
    else if (action === "preset") steps.choose(/** @type {any} */ (more).name);
    else go(about.start);
  });
  const others = fields.filter((/** @type {any} */ field) => !about.beside.includes(field.name));
  const more = add("div", { class: "shiftlab-controls" }, root);
  bar.after(more);
  for (const [parent, some] of /** @type {[Element, any[]][]} */ ([
    [beside, about.beside.map((/** @type {string} */ name) => fields.find((/** @type {any} */ field) => field.name === name))],
    [more, others],
  ])) {
    for (const field of some) controls[field.name] = addControl(field, parent, (value) => move(field.name, value));
  }

  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = ""; // by a person, else by the system
  const change = addButton("theme", "", "the colours of this page", bar, () => {
    chosen = THEMES[1 - THEMES.indexOf(document.body.dataset.shiftlabTheme ?? "light")];
    colour();
  });
  const colour = (paper = "") => {
    const theme = paper || chosen || THEMES[Number(dark.matches)];
    document.body.dataset.shiftlabTheme = theme;
    document.body.dataset.jpThemeLight = String(theme === "light");
    change.textContent = theme === "light" ? "Dark" : "Light";
    show.theme(THEMES.indexOf(theme));
  };
  dark.addEventListener("change", () => colour());
  window.addEventListener("beforeprint", () => {
    colour("light");
    show.sharpen();
  });
  window.addEventListener("afterprint", () => {
    colour();
    show.resize();
  });

  const read = () => {
    const { wanted: there, first, complaints } = asked(location.hash, fields, origin);
    steps.stop();
    wanted = there;
    follow(first, complaints.join(" "));
  };
  window.addEventListener("hashchange", read);
  colour();
  show.resize();
  read();
  document.querySelector(".shiftlab-standing")?.remove();
  root.dataset.shiftlabReady = "";
}

start();
