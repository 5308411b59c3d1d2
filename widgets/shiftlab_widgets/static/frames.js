// @ts-check
/** @import { Model } from "./dom.js" */

/**
 * A frame that can be shown without waiting, as long as somebody keeps it.
 * @typedef {{ bytes: DataView, url: string, image: HTMLImageElement, keepers: number }} Frame
 */

/** @param {DataView} bytes @returns {Promise<Frame>} kept once */
export async function load(bytes) {
  const url = URL.createObjectURL(new Blob([/** @type {any} */ (bytes)], { type: "image/webp" }));
  const image = new Image();
  try {
    // not `decode`, which waits for a frame of the page: who moves is waiting
    await new Promise((loaded, failed) => {
      image.onload = loaded;
      image.onerror = failed;
      image.src = url;
    });
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  return { bytes, url, image, keepers: 1 };
}

/** @param {Frame} frame */
export function keep(frame) {
  frame.keepers++;
  return frame;
}

/** @param {Frame | null} frame */
export function free(frame) {
  if (frame && !--frame.keepers) URL.revokeObjectURL(frame.url);
}

/**
 * Shows the newest frame: at once if the page holds it. Else one is loaded at a time, what arrives meanwhile waits, and
 * only the last of it is shown.
 * @param {HTMLImageElement} image @param {Model & { held?: () => Frame | null }} model
 */
export function frames(image, model) {
  const held = () => model.held?.() ?? null;
  let loading = false;
  /** @type {Frame | null} */
  let shown = null;
  const put = (/** @type {Frame} */ frame) => {
    if (frame === shown) return;
    // it is there already: the browser paints it in the next frame of the page
    image.src = frame.url;
    free(shown);
    shown = keep(frame);
  };
  async function show() {
    const ready = held();
    if (ready) return put(ready);
    if (loading) return;
    loading = true;
    let bytes;
    do {
      bytes = model.get("frame");
      if (!bytes || !bytes.byteLength) break;
      try {
        const frame = await load(bytes);
        if (!held()) put(frame);
        free(frame);
      } catch {
        // a frame that cannot be read: the last one stays
      }
    } while (bytes !== model.get("frame") && !held());
    loading = false;
  }
  return { show, free: () => free(shown) };
}
