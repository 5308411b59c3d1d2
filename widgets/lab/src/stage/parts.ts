/** What of a slide can stand on a page of its own: paragraphs, lists, tables of a text; outputs, and what is in them. */
import { pictureIn } from './pictures';

export interface Part {
  node: HTMLElement;
  cell: HTMLElement;
  heading: boolean;
  /** What comes next belongs to it. */
  announces: boolean;
  /** What can be made smaller without making letters smaller. */
  picture: HTMLElement | null;
  /** What stands above this part on every page: the words of a long item, the head of a long table. */
  under: HTMLElement | null;
  /** Pixels of that. */
  head: number;
}

/** Never cut in two. */
const WHOLE = `p, pre, form, figure, img, svg, h1, h2, h3, h4, .shiftlab-explorer, .shiftlab-exercise,
  .jp-Cell-inputWrapper, .widget-hbox, .cm-editor`;

/** A list that is longer than this part of a page may go on on the next. */
const LIST = 0.6;

/** The parts of a cell: those of a text, else the whole, or its pieces where the whole is taller than this. */
export function divided(cell: HTMLElement, room: number): Part[] {
  const text = cell.classList.contains('jp-MarkdownCell') ? cell.querySelector('.jp-MarkdownOutput') : null;
  const nodes = text ? ([...text.children] as HTMLElement[]) : [cell];
  return nodes
    .flatMap(node => pieces(node, room))
    .map(node => ({ node, cell, ...headOf(node), picture: pictureIn(node), ...wordsAbove(node) }));
}

/** All that lies between a part and its cell. */
export function around({ node, cell }: Part): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = node; at !== cell && at.parentElement && at.parentElement !== cell; at = at.parentElement) {
    found.push(at.parentElement);
  }
  return found;
}

function pieces(node: HTMLElement, room: number): HTMLElement[] {
  const most = node.matches('ul, ol') ? room * LIST : room;
  if (node.matches(WHOLE) || isLinked(node) || node.getBoundingClientRect().height <= most) return [node];
  const inside = ([...node.children] as HTMLElement[]).filter(child => child.getBoundingClientRect().height > 1);
  if (node.tagName === 'TABLE') return rowsOf(node);
  const lists = inside.filter(child => child.matches('ul, ol'));
  if (node.tagName === 'LI' && lists.length === 1) return [...lists[0].children] as HTMLElement[];
  return hasWords(node) || !inside.length ? [node] : inside.flatMap(child => pieces(child, room));
}

function wordsAbove(node: HTMLElement): Pick<Part, 'under' | 'head'> {
  const above = node.tagName === 'TR' ? node.closest('table') : node.tagName === 'LI' ? node.parentElement!.closest('li') : null;
  if (!above || (above.tagName === 'LI' && !hasWords(above))) return { under: null, head: 0 };
  const first = above.tagName === 'LI' ? (node.parentElement!.firstElementChild as HTMLElement) : rowsOf(above)[0];
  return { under: above, head: first.getBoundingClientRect().top - above.getBoundingClientRect().top };
}

function rowsOf(table: HTMLElement): HTMLElement[] {
  return [...table.querySelectorAll<HTMLElement>('tbody > tr')];
}

/**
 * A heading, or a line that is bold from end to end. One that ends with a colon, or is in italics (where a piece of code
 * is from), belongs to what comes next, and can stand alone if it must.
 */
function headOf(node: HTMLElement): Pick<Part, 'heading' | 'announces'> {
  const paragraph = node.tagName === 'P';
  const all = paragraph && node.children.length === 1 && !hasWords(node) ? node.children[0].tagName : '';
  const heading = all === 'STRONG' || /^H\d$/.test(node.tagName);
  return { heading, announces: heading || all === 'EM' || (paragraph && /:\s*$/.test(node.textContent ?? '')) };
}

function hasWords(node: HTMLElement): boolean {
  return [...node.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
}

/** A control that moves an explorer beside it. */
function isLinked(node: HTMLElement): boolean {
  return node.matches('.widget-box') && ['.shiftlab-explorer', '.shiftlab-alone'].every(one => node.querySelector(one));
}
