/**
 * One panel of a picture, over the whole screen: a second view of the same frames, so that it moves with the picture.
 */
import { add } from '../dom';

export type Box = [left: number, top: number, right: number, bottom: number];

/** The panels of a picture, in parts of its width and height. One that has not said is seen in bands over its width. */
export function panelsOf(picture: HTMLImageElement, screen: DOMRect): Box[] {
  const told = JSON.parse(picture.dataset.shiftlabPanels ?? '[]') as Box[];
  if (told.length) return told;
  const band = (picture.naturalWidth * screen.height) / screen.width / picture.naturalHeight; // one screen of it
  const bands = Math.ceil((1 - OVERLAP) / Math.max(band - OVERLAP, OVERLAP));
  if (band >= 1 || bands < 2) return [[0, 0, 1, 1]];
  return Array.from({ length: bands }, (_, i) => {
    const top = ((1 - band) * i) / (bands - 1);
    return [0, top, 1, top + band];
  });
}

/** What one band shows again of the one before. */
const OVERLAP = 0.1;

/** Left free around it, in parts of the picture. */
const MARGIN = 0.012;

/** Shows one panel in `layer`, until the layer is taken away. */
export function showPanel(layer: HTMLElement, picture: HTMLImageElement, box: Box): void {
  const [left, top] = [Math.max(0, box[0] - MARGIN), Math.max(0, box[1] - MARGIN)];
  const [right, bottom] = [Math.min(1, box[2] + MARGIN), Math.min(1, box[3] + MARGIN)];
  const frame = add(layer, 'div', { class: 'shiftlab-panel-frame' });
  const view = add(frame, 'img', { alt: picture.alt });
  const fit = () => {
    view.src = picture.src;
    const room = layer.getBoundingClientRect();
    const shape = picture.naturalWidth / picture.naturalHeight || 1;
    const [w, h] = [right - left, bottom - top];
    const width = Math.min(room.width / w, (room.height * shape) / h); // of the whole picture
    view.style.width = `${width}px`;
    view.style.translate = `${-left * width}px ${(-top * width) / shape}px`;
    frame.style.width = `${w * width}px`;
    frame.style.height = `${(h * width) / shape}px`;
  };
  fit();
  const watch = new MutationObserver(() => {
    if (layer.isConnected) fit();
    else watch.disconnect();
  });
  closer(view.clientWidth / (picture.clientWidth || 1));
  watch.observe(picture, { attributes: true, attributeFilter: ['src', 'alt'] });
}

/** Pictures that are enlarged need more pixels: they ask how much closer one looks (`surroundings.js`). */
export function closer(times: number): void {
  if (times > 1) document.body.dataset.shiftlabCloser = times.toFixed(2);
  else delete document.body.dataset.shiftlabCloser;
  window.dispatchEvent(new Event('resize'));
}
