// @ts-check
/** @import { Model } from "./dom.js" */

/**
 * Shows the newest frame. One is loaded at a time; what arrives meanwhile waits, and only the last of it is shown.
 * @param {HTMLImageElement} image @param {Model} model
 */
export function frames(image, model) {
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
