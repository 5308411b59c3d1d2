// @ts-check
/**
 * What all parts of the page use.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, callback: (...about: any[]) => void) => void} on
 * @property {(event: string, callback: (...about: any[]) => void) => void} off
 * @property {{ kernel?: Kernel | null }} [widget_manager]
 *
 * @typedef {{ status: string, connectionStatus?: string, isDisposed: boolean }} Kernel
 */

/** @param {string} tag @param {Record<string, string>} attributes @param {Element} parent */
export function add(tag, attributes, parent) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

/** Calls `action` once, `delay` ms after the last call. @param {() => void} action @param {number} delay */
export function later(action, delay) {
  let timer = 0;
  const call = () => {
    clearTimeout(timer);
    timer = window.setTimeout(action, delay);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}

/**
 * Listens to these events of a model, until the function that it returns is called.
 * @param {Model} model @param {Record<string, (...about: any[]) => void>} actions by names, or several names with a space between
 */
export function listen(model, actions) {
  const pairs = Object.entries(actions).flatMap(([names, action]) => names.split(" ").map((name) => [name, action]));
  for (const [name, action] of /** @type {[string, () => void][]} */ (pairs)) model.on(name, action);
  return () => {
    for (const [name, action] of /** @type {[string, () => void][]} */ (pairs)) model.off(name, action);
  };
}
