/**
 * The notes, in a window of their own or, where the browser refuses one, in a panel on the stage. The page of the
 * lecture writes into the window and listens to it: no messages, no handshake, and whichever of the two is loaded
 * again, the other one is found by its name.
 */
import { add } from '../dom';
import { listen } from '../stage/keys';
import type { Stage } from '../stage/stage';
import { NotesView } from './view';

const NAME = 'shiftlab-notes';
const OPEN = 'shiftlab-notes-open'; // in the session: they were open when this page was loaded again
const LOOK_AFTER = 500; // ms between two looks at the window
const CLOSING = 250; // ms in which a window closes
const FEATURES = 'popup,width=1100,height=760';

const opened = new WeakMap<Stage, Notes>();

/** Opens the notes of a stage; if they are a panel, the second time closes it. */
export function toggleNotes(stage: Stage): void {
  const there = opened.get(stage);
  if (there) there.again();
  else opened.set(stage, new Notes(stage));
}

/** Finds the window again that was open before this page was loaded again. */
export function findNotes(stage: Stage): void {
  if (sessionStorage.getItem(OPEN) === 'yes' && !opened.has(stage)) opened.set(stage, new Notes(stage, true));
}

class Notes {
  private other: Window | null = null;
  private view: NotesView | null = null;
  private deaf: () => void = () => undefined;
  private looking = 0;
  private ended = false;

  constructor(
    private readonly stage: Stage,
    silently = false
  ) {
    stage.ended.connect(() => {
      this.ended = true;
      this.close();
    });
    this.open(silently);
  }

  /** Asked for once more: to the front, or back, or away if it is a panel. */
  again(): void {
    if (this.other && !this.other.closed) this.front(this.other);
    else if (this.view && !this.other) this.close();
    else this.open();
  }

  /** A window that is just being closed says only a moment later that it is. */
  private front(other: Window): void {
    other.focus();
    window.setTimeout(() => {
      if (other.closed && !this.ended) this.open();
    }, CLOSING);
  }

  /** `silently`: a browser that refuses is not asked twice. */
  private open(silently = false): void {
    this.close();
    opened.set(this.stage, this);
    this.other = window.open('', NAME, FEATURES);
    if (!this.other) {
      if (!silently) this.openPanel();
      return;
    }
    sessionStorage.setItem(OPEN, 'yes');
    this.fill();
    this.looking = window.setInterval(() => this.look(), LOOK_AFTER);
  }

  /** A window that was loaded again is empty, one that was closed is gone. */
  private look(): void {
    if (!this.other || this.other.closed) {
      this.close();
      return;
    }
    if (!this.other.document.querySelector('[data-shiftlab-notes]')) this.fill();
  }

  private fill(): void {
    const page = this.other!.document;
    this.view?.dispose();
    this.deaf();
    page.documentElement.lang = 'en';
    page.head.replaceChildren();
    page.title = `Notes: ${this.stage.notebook.title.label}`;
    page.body.replaceChildren();
    add(page.head, 'style', {}, STYLE);
    page.body.className = 'shiftlab-notes-page';
    this.view = new NotesView(page.body, this.stage);
    this.deaf = listen(page, this.stage.actions, slide => this.stage.jump(slide));
  }

  private openPanel(): void {
    const layer = add(this.stage.curtain.root, 'aside', { class: 'shiftlab-notes-panel', 'aria-label': 'Notes' });
    add(layer, 'style', {}, STYLE);
    add(
      layer,
      'p',
      { class: 'shiftlab-refused' },
      'The browser refused a second window: allow pop-ups for this page and press N twice. Until then the notes are here, N hides them.'
    );
    this.view = new NotesView(layer, this.stage);
  }

  private close(): void {
    clearInterval(this.looking);
    this.view?.dispose();
    this.view = null;
    this.deaf();
    this.deaf = () => undefined;
    this.stage.curtain.root.querySelector('.shiftlab-notes-panel')?.remove();
    if (this.other && !this.other.closed) this.other.close();
    this.other = null;
    sessionStorage.removeItem(OPEN);
    opened.delete(this.stage);
  }
}

const STYLE = `
.shiftlab-notes-page { margin: 0; background: #1b1b1b; color: #f2f2f2; color-scheme: dark; }
.shiftlab-notes-panel { position: absolute; inset: 0 0 0 auto; width: 38%; overflow: auto; pointer-events: auto;
  background: #1b1b1b; color: #f2f2f2; color-scheme: dark; z-index: 4; }
.shiftlab-notes { box-sizing: border-box; padding: 12px 18px; font: 18px/1.4 system-ui, sans-serif; }
.shiftlab-notes header { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: center; border-bottom: 1px solid #777; }
.shiftlab-notes header p { margin: 4px 0; font-variant-numeric: tabular-nums; }
.shiftlab-notes [data-shiftlab-late]:not(:empty) { color: #ffb37a; font-weight: 700; }
.shiftlab-notes button { font: inherit; padding: 4px 12px; min-height: 32px; color: inherit; background: #3a3a3a;
  border: 1px solid #999; border-radius: 4px; cursor: pointer; }
.shiftlab-notes :is(button, section):focus-visible { outline: 3px solid #7cc4ff; outline-offset: 1px; }
.shiftlab-columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px; }
.shiftlab-notes-panel .shiftlab-columns { grid-template-columns: 1fr; }
.shiftlab-notes h1 { font-size: 1.15em; margin: 10px 0; }
.shiftlab-notes h2 { font-size: 1em; margin: 14px 0 4px; }
.shiftlab-pad { aspect-ratio: 16 / 9; background: #303030; border: 1px solid #777; overflow: hidden; cursor: crosshair; touch-action: none; }
.shiftlab-pad:has(img:not([hidden])) { aspect-ratio: auto; background: #fff; }
.shiftlab-pad img { display: block; width: 100%; }
.shiftlab-pad img[hidden] { display: none; }
.shiftlab-notes [data-shiftlab-notes-text] { font-size: 1.15em; }
.shiftlab-notes .shiftlab-press { display: flex; flex-wrap: wrap; gap: 6px; }
.shiftlab-hands { display: flex; gap: 8px; align-items: center; margin: 3px 0; }
.shiftlab-bars { border-collapse: collapse; width: 100%; }
.shiftlab-bars caption { text-align: left; }
.shiftlab-bars th { text-align: left; font-weight: 400; padding: 3px 12px 3px 0; width: 40%; }
.shiftlab-bar { position: relative; margin: 2px 0; border: 1px solid #777; }
.shiftlab-bar i { position: absolute; inset: 0 auto 0 0; background: #00527f; }
.shiftlab-bar.shiftlab-round-2 i { background: #8a4a00; }
.shiftlab-bar span { position: relative; padding: 0 6px; }
.shiftlab-notes dt { font-weight: 700; margin-top: 6px; }
.shiftlab-notes dd { margin: 0 0 0 1em; }
.shiftlab-refused { margin: 12px 18px; color: #ffb37a; }
@media (max-width: 760px) { .shiftlab-columns { grid-template-columns: 1fr; } }
`;
