/**
 * A notebook on stage: one idea a screen. Cells are hidden, never moved or copied, so widgets and kernel notice nothing,
 * and one sequence of keys walks slides, their pages, and the steps of the explorers on them.
 */
import type { Cell } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';

import { Curtain } from './curtain';
import { isExercise, slidesOf } from './deck';
import type { Slide, Written } from './deck';
import { Enlarged } from './enlarged';
import { enlarge, expectStep, explorersIn, shrink, stepAgain, stepBack, stepOn } from './explorers';
import { hold } from './held';
import { listen } from './keys';
import { lost, runRest } from './running';
import { Screen } from './screen';
import { alone, sized, toggleFullScreen } from './shell';

const EXERCISE = 'shiftlab-exercise';
const READY_BY = 5000; // ms

export interface Options {
  /** Width and height of a projector, for who tries a lecture on another screen. */
  size?: [number, number];
  /** Opens the notes. */
  notes: (stage: Stage) => void;
  /** Opens a vote on the prediction of a slide. */
  vote: (stage: Stage) => void;
}

export class Stage {
  readonly slides: Slide[];
  readonly curtain: Curtain;
  /** Another slide, page or step, or something was said. */
  readonly changed = new Signal<this, void>(this);
  readonly ended = new Signal<this, void>(this);
  readonly began = Date.now();
  at = 0;

  private readonly screen: Screen;
  private readonly enlarged: Enlarged;
  private hinted = false;
  private turned = ''; // slide and page that are shown
  private readonly undo: (() => void)[] = [];
  private closed = false;

  constructor(
    readonly notebook: NotebookPanel,
    private readonly options: Options
  ) {
    this.slides = slidesOf(notebook.content.widgets.map(written));
    this.curtain = new Curtain(document);
    this.enlarged = new Enlarged(this.curtain);
    this.screen = new Screen(notebook.content.outerNode, () => this.tell());
  }

  /** Begins at this slide, else at that of the active cell. What has not run is run meanwhile. */
  async start(slide?: number): Promise<void> {
    const { content, sessionContext } = this.notebook;
    const active = content.activeCellIndex;
    this.undo.push(hold(content));
    content.notebookConfig = { ...content.notebookConfig, windowingMode: 'none' };
    document.body.classList.add('shiftlab-presenting', 'shiftlab-raising');
    this.undo.push(sized(this.options.size));
    this.undo.push(alone(this.notebook.node, this.curtain.root));
    this.undo.push(() => document.body.classList.remove('shiftlab-presenting', 'shiftlab-raising'));
    this.undo.push(listen(document, this.actions, number => this.jump(number)));
    this.undo.push(() => this.curtain.dispose());
    this.notebook.disposed.connect(this.leave, this);
    sessionContext.statusChanged.connect(this.kernelChanged, this);
    sessionContext.kernelChanged.connect(this.kernelChanged, this);

    this.curtain.say('Getting the slides ready.');
    await Promise.race([Promise.all(content.widgets.map(cell => cell.ready)), patience()]);
    if (this.closed) return;
    for (const cell of content.widgets) cell.node.classList.toggle(EXERCISE, isExercise(cell.model.sharedModel.source));
    const begun = this.slides.findIndex(one => one.cells.some(cell => cell >= active));
    document.body.classList.remove('shiftlab-raising');
    this.show(Math.min(slide ?? (active > 0 ? Math.max(0, begun) : 0), this.slides.length - 1));
    (document.activeElement as HTMLElement | null)?.blur(); // keys are the presenter's
    await runRest(this.notebook, text => this.say(text));
    if (!this.closed) this.screen.settle();
  }

  /** Gives the notebook back as it was. */
  leave(): void {
    if (this.closed) return;
    this.closed = true;
    const { content, sessionContext } = this.notebook;
    this.notebook.disposed.disconnect(this.leave, this);
    sessionContext.statusChanged.disconnect(this.kernelChanged, this);
    sessionContext.kernelChanged.disconnect(this.kernelChanged, this);
    this.enlarged.end();
    this.screen.dispose();
    for (const cell of content.widgets) cell.node.classList.remove(EXERCISE);
    for (const explorer of this.notebook.node.querySelectorAll<HTMLElement>('[data-shiftlab-on-stage]')) shrink(explorer);
    for (const task of this.undo.reverse()) task();
    this.ended.emit();
    Signal.clearData(this);
  }

  get slide(): Slide {
    return this.slides[this.at];
  }

  /** The explorers that can be seen. */
  get explorers(): HTMLElement[] {
    return this.screen.explorers;
  }

  /** The picture that can be seen. */
  get picture(): HTMLImageElement | null {
    return this.screen.picture;
  }

  say(text: string): void {
    this.curtain.say(text);
    this.changed.emit();
  }

  /** A sentence about the last key, until the next one. */
  private hint(text: string): void {
    this.say(text);
    this.hinted = true;
  }

  private forgetHint(): void {
    if (this.hinted) this.curtain.say('');
    this.hinted = false;
  }

  readonly actions: { [name: string]: () => void } = {
    next: () => this.next(),
    previous: () => this.previous(),
    black: () => this.curtain.toggle('black'),
    pointer: () => this.curtain.point(),
    enlarge: () => {
      const { picture } = this;
      if (picture) this.enlarged.next(picture);
      else this.hint('There is no picture on this page to enlarge.');
    },
    code: () => this.screen.toggleCode(),
    again: () => this.explorers.forEach(stepAgain),
    overview: () => this.curtain.overview(this.slides.map(slide => slide.title), this.at, slide => this.show(slide)),
    pen: () => this.curtain.draw(),
    notes: () => this.options.notes(this),
    vote: () => this.options.vote(this),
    full: () => void toggleFullScreen(),
    help: () => this.curtain.help(),
    escape: () => {
      if (!this.curtain.lift()) this.leave();
    }
  };

  /** The next step of an explorer on this page, else the next page, else the next slide. */
  next(): void {
    this.forgetHint();
    if (this.curtain.lift()) return;
    if (this.explorers.some(stepOn)) return this.changed.emit();
    if (this.screen.go(1)) return;
    if (this.at + 1 < this.slides.length) this.show(this.at + 1);
    else this.hint('This was the last slide.');
  }

  previous(): void {
    this.forgetHint();
    if (this.curtain.lift()) return;
    if ([...this.explorers].reverse().some(stepBack)) return this.changed.emit();
    if (this.screen.go(-1)) return;
    if (this.at > 0) this.show(this.at - 1, true);
    else this.hint('This is the first slide.');
  }

  /** To a slide by its number, from 1. */
  jump(number: number): void {
    if (number >= 1 && number <= this.slides.length) this.show(number - 1);
    else this.hint(`There are slides 1 to ${this.slides.length}.`);
  }

  show(slide: number, atItsEnd = false): void {
    this.at = slide;
    const cells = this.slide.cells.map(place => this.notebook.content.widgets[place]?.node).filter(Boolean);
    this.screen.show(cells, atItsEnd);
  }

  /** Another page may be in sight, or the same one cut anew. */
  private tell(): void {
    const turned = `${this.at} ${this.screen.page}`;
    if (turned !== this.turned) {
      this.forgetHint();
      // what was enlarged, drawn or scrolled on the page before
      this.enlarged.end();
      this.curtain.wipe();
      this.screen.node.scrollTop = 0;
    }
    this.turned = turned;
    const { of } = this.screen;
    this.curtain.place(`${this.slide.title}${of && `, ${of}`} · ${this.at + 1}/${this.slides.length}`);
    for (const explorer of explorersIn([this.notebook.node])) enlarge(explorer); // also those that come later
    this.screen.explorers.forEach(expectStep);
    this.changed.emit();
  }

  private kernelChanged(): void {
    const told = lost(this.notebook.sessionContext);
    if (told) this.say(told);
  }
}

function written(cell: Cell): Written {
  const { type, sharedModel } = cell.model;
  return { type, source: sharedModel.source, metadata: cell.model.metadata };
}

/** A cell that is never ready, whatever the reason, keeps nobody waiting. */
const patience = () => new Promise(done => window.setTimeout(done, READY_BY));
