// @ts-check
import { addControl, claimKeys } from "./controls.js";
import { listen } from "./dom.js";
/** @import { Model } from "./dom.js" */

/** One control alone, linked to an explorer by the kernel. @param {{ model: Model, el: HTMLElement }} context */
function render({ model, el }) {
  el.classList.add("shiftlab-alone");
  claimKeys(el);
  const { show } = addControl(model.get("field"), el, (value) => {
    model.set("value", value);
    model.save_changes(); // one message at a time, the newest value waits
  });
  const follow = () => show(model.get("value"));
  follow();
  return listen(model, { "change:value": follow });
}

export default { render };
