/** What opens above the lessons, one at a time: a heading, what belongs to it, and a way to close it. */
import { add, addButton } from '../dom';

export class Sheet {
  readonly root: HTMLElement;
  private heading: HTMLElement | null = null;
  private before: HTMLElement | null = null;

  constructor(parent: Element) {
    this.root = add(parent, 'section', { class: 'shiftlab-sheet' });
    this.root.hidden = true;
    this.root.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.close();
    });
  }

  /** An empty sheet of this name; what is put into what it returns is shown. */
  open(title: string): HTMLElement {
    if (this.root.hidden) this.before = document.activeElement as HTMLElement | null;
    this.root.replaceChildren();
    this.root.hidden = false;
    this.root.setAttribute('aria-label', title);
    const head = add(this.root, 'div', { class: 'shiftlab-sheet-head' });
    this.heading = add(head, 'h3', { tabindex: '-1' }, title);
    const close = addButton(head, 'Close', '', () => this.close());
    close.setAttribute('aria-label', `Close: ${title}`);
    const body = add(this.root, 'div', { class: 'shiftlab-sheet-body' });
    this.heading.focus();
    return body;
  }

  close(): void {
    this.root.hidden = true;
    this.root.replaceChildren();
    const back = this.before?.isConnected ? this.before : this.root.parentElement;
    back?.focus();
  }
}
