/** One slide on the screen, cut into pages, of which one is shown. */
import { explorersSeen, pictureOf } from './explorers';
import { pageAt, paginate, partsOf, roomOf, turnTo, unroll } from './pages';
import type { Page } from './pages';
import type { Part } from './parts';

const ON = 'shiftlab-on'; // a cell of this slide
const CODE = 'shiftlab-code'; // its code is shown
const CLOSE = 0.97; // of the screen is cut into pages: margins need the rest
const SETTLE = 120; // ms after the last change of a size

export class Screen {
  page = 0;

  private cells: HTMLElement[] = [];
  private pages: Page[] = [];
  private parts: Part[] = [];
  private readonly sizes = new ResizeObserver(() => this.settleSoon());
  private settling = 0;

  /** `turned` is called when there may be another page in sight. */
  constructor(
    readonly node: HTMLElement,
    private readonly turned: () => void
  ) {
    window.addEventListener('resize', this.settleSoon);
  }

  /** As if there were no slides. */
  dispose(): void {
    clearTimeout(this.settling);
    window.removeEventListener('resize', this.settleSoon);
    this.clear();
    document.body.classList.remove(CODE);
  }

  /** "2 of 3", nothing of a slide with one page. */
  get of(): string {
    return this.pages.length > 1 ? `${this.page + 1} of ${this.pages.length}` : '';
  }

  /** The explorers that can be seen. */
  get explorers(): HTMLElement[] {
    return explorersSeen(this.shown.map(part => part.node));
  }

  /** The picture that can be seen, an explorer's or one that stands still. */
  get picture(): HTMLImageElement | null {
    const still = this.shown.map(({ picture }) => picture).find(picture => picture?.tagName === 'IMG');
    return this.explorers.map(pictureOf).find(Boolean) ?? (still as HTMLImageElement | undefined) ?? null;
  }

  show(cells: HTMLElement[], atItsEnd: boolean): void {
    this.clear();
    this.cells = cells;
    for (const cell of cells) {
      cell.classList.add(ON);
      this.sizes.observe(cell);
    }
    this.cut();
    this.turn(atItsEnd ? this.pages.length - 1 : 0);
  }

  /** So many pages on, or back; whether there is one. */
  go(by: 1 | -1): boolean {
    const there = this.page + by >= 0 && this.page + by < this.pages.length;
    if (there) this.turn(this.page + by);
    return there;
  }

  toggleCode(): void {
    const shown = document.body.classList.toggle(CODE);
    const cells = this.shown.map(part => part.cell);
    this.settle();
    const code = this.parts.find(({ node, cell }) => cells.includes(cell) && node.matches('.jp-CodeCell, .jp-CodeCell > *'));
    if (shown && code) this.turn(pageAt(this.pages, code)); // it may have become a page of its own
  }

  /** Something has another size: the same part stays in sight. */
  settle(): void {
    const { shown } = this;
    // what somebody is at stays: an answer may be longer than its question
    const kept = shown.find(part => part.node.contains(document.activeElement)) ?? shown[0];
    this.cut();
    const page = kept ? pageAt(this.pages, kept) : 0;
    if (page !== this.page || this.pages.length) this.turn(page);
  }

  private get shown(): Page {
    return this.pages[this.page] ?? [];
  }

  private turn(page: number): void {
    this.page = Math.max(0, Math.min(page, this.pages.length - 1));
    if (this.pages.length) turnTo(this.pages[this.page], this.parts, this.node);
    this.turned();
  }

  /** Cuts the slide into pages again: all of it must be laid out for that. */
  private cut(): void {
    unroll(this.parts);
    const room = roomOf(this.node) * CLOSE;
    this.parts = partsOf(this.cells, room);
    this.pages = paginate(this.parts, room);
  }

  private clear(): void {
    this.sizes.disconnect();
    unroll(this.parts);
    for (const cell of this.cells) cell.classList.remove(ON);
    this.cells = [];
    this.parts = [];
    this.pages = [];
  }

  private readonly settleSoon = (): void => {
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.settle(), SETTLE);
  };
}
