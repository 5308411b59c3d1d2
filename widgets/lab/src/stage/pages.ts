/**
 * What fits on one screen. A slide that is longer goes on on the next; a picture gives way to what stands beside it, and
 * what alone is too tall is made smaller, or scrolls if it is code. Parts are hidden by a class, never moved: widgets in them go on living.
 */
import { around, divided } from './parts';
import type { Part } from './parts';
import { placeCaption, release, shrinkPicture } from './pictures';

/** Given to parts of a cell that are on another page. */
export const AWAY = 'shiftlab-away';

/** Smaller than this nobody in the last row can read it. */
const SMALLEST = 0.55;

/** A picture that shares its page keeps this much of its height, one that is alone on it this much. */
const BESIDE_TEXT = 0.82;
const ALONE = 0.4;

export type Page = Part[];

export function partsOf(cells: HTMLElement[], room: number): Part[] {
  return cells.flatMap(cell => divided(cell, room));
}

/** Cuts parts into pages of this height; all of them must be laid out. */
export function paginate(parts: Part[], room: number): Page[] {
  const boxes = parts.map(part => part.node.getBoundingClientRect());
  const gives = parts.map(({ picture }) => (picture ? (1 - BESIDE_TEXT) * picture.getBoundingClientRect().height : 0));
  const tall = (from: number, to: number) => {
    const seen = boxes.findIndex((box, i) => i >= from && box.height > 1);
    const give = gives.slice(from, to + 1).reduce((sum, one) => sum + one, 0);
    return parts[seen].head + boxes[to].bottom - boxes[seen].top - give;
  };
  const pages: Page[] = [];
  let first = 0;
  let last = -1;
  parts.forEach((_, i) => {
    if (boxes[i].height <= 1) return;
    while (last >= first && tall(first, i) > room) {
      // what announces something stays with it, unless it would leave nothing but a heading behind
      const cut = [parts[last].announces ? last : last + 1, last + 1].find(end => hasMoreThanHeadings(parts.slice(first, end)));
      if (!cut) break;
      pages.push(parts.slice(first, cut));
      first = cut;
    }
    last = i;
  });
  if (last >= first) pages.push(parts.slice(first));
  return pages;
}

const hasMoreThanHeadings = (parts: Part[]) => parts.some(part => !part.heading);

/** The page with this part, wherever the cuts are now; that of its cell where the part is gone. */
export function pageAt(pages: Page[], { node, cell }: Part): number {
  const same = pages.findIndex(page => page.some(one => one.node.contains(node) || node.contains(one.node)));
  return Math.max(0, same >= 0 ? same : pages.findIndex(page => page.some(one => one.cell === cell)));
}

/** Pixels between the edges of the screen and its foot. */
export function roomOf(screen: HTMLElement): number {
  const style = getComputedStyle(screen);
  return screen.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.scrollPaddingBottom);
}

/** Shows one page of these, and nothing of the others. */
export function turnTo(page: Page, parts: Part[], screen: HTMLElement): void {
  const shown = new Set(page.flatMap(part => [part.node, part.cell, ...around(part)]));
  for (const part of parts) {
    for (const node of [part.node, part.cell, ...around(part)]) {
      node.classList.toggle(AWAY, !shown.has(node));
      keepNumber(node);
    }
  }
  fit(page, screen);
}

/** As if there were no pages. */
export function unroll(parts: Part[]): void {
  for (const part of parts) {
    for (const node of [part.node, part.cell, ...around(part)]) {
      node.classList.remove(AWAY);
      node.style.counterSet = '';
    }
    part.cell.style.zoom = '';
    for (const formula of formulasIn(part.node)) formula.style.fontSize = '';
    if (part.picture) release(part.picture);
  }
}

function fit(page: Page, screen: HTMLElement): void {
  const cells = new Set(page.map(part => part.cell));
  for (const cell of cells) cell.style.zoom = '';
  page.forEach(part => narrowFormulas(part.node));
  const room = roomOf(screen);
  const over = () => Math.max(heightOf(page) - room, screen.scrollHeight - screen.clientHeight);
  const pictures = page.flatMap(part => part.picture ?? []);
  pictures.forEach(placeCaption);
  const least = pictures.map(picture => ALONE * picture.getBoundingClientRect().height);
  for (let tries = 4; tries > 0 && pictures.length && over() > 0.5; tries--) {
    const each = over() / pictures.length; // a narrower picture may have a longer caption: look again
    pictures.forEach((picture, i) => shrinkPicture(picture, each, least[i]));
    pictures.forEach(placeCaption);
  }
  const rest = over();
  if (rest < 1 || page.some(({ node }) => node.matches('.shiftlab-exercise, pre'))) return;
  const zoom = Math.max(SMALLEST, 1 - rest / heightOf(page));
  for (const cell of cells) cell.style.zoom = String(zoom);
}

function heightOf(page: Page): number {
  const parts = page.filter(part => part.node.getBoundingClientRect().height > 1);
  if (!parts.length) return 0;
  const top = (parts[0].under ?? parts[0].node).getBoundingClientRect().top;
  return parts[parts.length - 1].node.getBoundingClientRect().bottom - top;
}

/** A formula has one line: it is as small as that needs. */
function narrowFormulas(node: HTMLElement): void {
  for (const formula of formulasIn(node)) {
    formula.style.fontSize = '';
    const inside = formula.querySelector('mjx-math')?.getBoundingClientRect().width ?? 0;
    const room = node.getBoundingClientRect().width;
    if (inside > room) formula.style.fontSize = `${Math.floor((100 * room) / inside)}%`;
  }
}

const formulasIn = (node: HTMLElement) => node.querySelectorAll<HTMLElement>('mjx-container');

/** An item of a numbered list has its number also where those before it are hidden. */
function keepNumber(node: HTMLElement): void {
  const list = node.parentElement;
  if (node.tagName !== 'LI' || list?.tagName !== 'OL') return;
  node.style.counterSet = `list-item ${(list as HTMLOListElement).start + [...list.children].indexOf(node)}`;
}
