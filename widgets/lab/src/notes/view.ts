/**
 * What a presenter sees: notes, what comes next, the clock against the plan, what to say to wrong answers, a picture
 * of what is on stage to point at. It is written into another document, which needs no script of its own.
 */
import { add, addButton } from '../dom';
import { questionOf, stepsLeft } from '../stage/explorers';
import type { Stage } from '../stage/stage';
import { askedOf } from './asked';
import { standing } from './plan';
import { showBars, showControls, showHands } from '../votes/controls';
import { roomOf } from '../votes/vote';
import type { Room } from '../votes/room';

export class NotesView {
  readonly root: HTMLElement;
  private readonly clock: HTMLElement;
  private readonly late: HTMLElement;
  private readonly now: HTMLElement;
  private readonly text: HTMLElement;
  private readonly next: HTMLElement;
  private readonly asked: HTMLElement;
  private readonly vote: Vote;
  private readonly room: Room;
  private readonly said: HTMLElement;
  private readonly mirror: HTMLImageElement;
  private readonly pad: HTMLElement;
  private readonly ticking: number;
  private shown = '';

  constructor(
    parent: HTMLElement,
    private readonly stage: Stage
  ) {
    this.root = add(parent, 'main', { class: 'shiftlab-notes', 'data-shiftlab-notes': '' });
    const head = add(this.root, 'header');
    this.clock = add(head, 'p', { 'data-shiftlab-clock': '' });
    this.late = add(head, 'p', { 'data-shiftlab-late': '', role: 'status' });
    const press = add(head, 'p', { class: 'shiftlab-press' });
    const { actions } = stage;
    addButton(press, '◀ Previous', 'Page Up', actions.previous);
    addButton(press, 'Next ▶', 'Page Down', actions.next);
    addButton(press, 'Black', 'B', actions.black);
    addButton(press, 'Pen', 'P', actions.pen);
    addButton(press, 'This step again', 'R', actions.again);
    addButton(press, 'Vote', 'V', actions.vote);

    const columns = add(this.root, 'div', { class: 'shiftlab-columns' });
    const left = add(columns, 'section', { 'aria-label': 'On stage' });
    this.now = add(left, 'h1');
    this.pad = add(left, 'div', { class: 'shiftlab-pad', title: 'Move here: a dot follows on the stage' });
    this.mirror = add(this.pad, 'img', { alt: '' });
    this.said = add(left, 'p', { 'data-shiftlab-stage-says': '' });
    this.next = add(left, 'div', { 'data-shiftlab-next': '' });
    const right = add(columns, 'section', { 'aria-label': 'Notes', tabindex: '0' });
    this.text = add(right, 'div', { 'data-shiftlab-notes-text': '' });
    this.asked = add(right, 'div', { 'data-shiftlab-asked': '' });
    this.vote = addVote(right);
    this.room = roomOf(stage);
    this.room.changed.connect(this.showVote, this);

    this.pad.addEventListener('pointermove', this.point);
    this.pad.addEventListener('pointerleave', () => this.stage.curtain.pointAt());
    stage.changed.connect(this.show, this);
    this.ticking = window.setInterval(() => this.tick(), 1000);
    this.show();
  }

  dispose(): void {
    clearInterval(this.ticking);
    this.room.changed.disconnect(this.showVote, this);
    this.stage.changed.disconnect(this.show, this);
    this.stage.curtain.pointAt();
    this.root.remove();
  }

  private show(): void {
    const { stage } = this;
    const { slide, slides, at } = stage;
    this.now.textContent = `${at + 1}. ${slide.title}`;
    paragraphs(this.text, slide.notes || 'No notes to this slide.');
    this.said.textContent = stage.curtain.root.querySelector('[data-shiftlab-said]')?.textContent ?? '';
    const explorer = stage.explorers[0];
    this.next.replaceChildren();
    if (explorer) {
      add(this.next, 'p', {}, `On stage: ${questionOf(explorer) || 'an explorer without a question'}`);
      const left = stepsLeft(explorer);
      if (left) add(this.next, 'p', {}, `Next: ${left} more ${left === 1 ? 'step' : 'steps'} here.`);
    }
    const after = slides[at + 1];
    add(this.next, 'p', {}, after ? `Next slide: ${after.title}` : 'This is the last slide.');
    const key = slide.predictions.join();
    if (key !== this.shown) {
      this.shown = key;
      void this.tellAsked(slide.predictions);
    }
    this.showVote();
    this.tick();
  }

  /** All that is known of a vote: who presents sees it at once, and what to do next. */
  private showVote(): void {
    const { state, refused } = this.room;
    const id = state?.asked?.id ?? this.stage.slide.predictions[0];
    this.vote.root.hidden = !id;
    if (!id) return;
    this.vote.said.textContent = refused || state?.hint || state?.address || '';
    showBars(this.vote.bars, this.room, state?.answer ?? null);
    showHands(this.vote.hands, this.room, true);
    showControls(this.vote.controls, this.room, id);
  }

  private tick(): void {
    const { stage } = this;
    const spent = (Date.now() - stage.began) / 60_000;
    const { until, whole, told } = standing(stage.slides, stage.at, spent);
    const time = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    const plan = whole ? `; planned ${until.toFixed(0)} of ${whole.toFixed(0)} min by the end of this slide` : '';
    this.clock.textContent = `${time}, ${minutes(spent)} since it began${plan}`;
    if (this.late.textContent !== told) this.late.textContent = told;
    this.reflect();
  }

  /** The picture on stage, here too: its frames live in the page of the lecture, and both pages are of one origin. */
  private reflect(): void {
    const picture = this.stage.picture;
    this.mirror.hidden = !picture;
    if (picture && this.mirror.dataset.of !== picture.src) {
      this.mirror.dataset.of = picture.src;
      this.mirror.src = picture.src;
      this.mirror.alt = picture.alt;
    }
  }

  private readonly point = (event: PointerEvent): void => {
    const picture = this.stage.picture;
    const target = (picture ?? this.stage.curtain.root).getBoundingClientRect();
    const pad = this.pad.getBoundingClientRect();
    const x = (event.clientX - pad.left) / pad.width;
    const y = (event.clientY - pad.top) / pad.height;
    this.stage.curtain.pointAt(target.left + x * target.width, target.top + y * target.height);
    this.reflect();
  };

  private async tellAsked(ids: string[]): Promise<void> {
    this.asked.replaceChildren();
    for (const id of ids) {
      const asked = await askedOf(id);
      if (!asked || !this.root.isConnected) return;
      const part = add(this.asked, 'section', { 'aria-label': 'The question' });
      add(part, 'h2', {}, asked.question);
      const list = add(part, 'dl');
      for (const choice of asked.choices) {
        const right = choice === asked.answer;
        add(list, 'dt', {}, right ? `${choice} (this happens)` : choice);
        add(list, 'dd', {}, right ? asked.happens : asked.replies[choice] ?? '');
      }
    }
  }
}

interface Vote {
  root: HTMLElement;
  said: HTMLElement;
  bars: HTMLElement;
  hands: HTMLElement;
  controls: HTMLElement;
}

function addVote(parent: HTMLElement): Vote {
  const root = add(parent, 'section', { 'aria-label': 'Vote', 'data-shiftlab-vote-notes': '' });
  add(root, 'h2', {}, 'Vote');
  return {
    root,
    said: add(root, 'p', { role: 'status' }),
    bars: add(root, 'div'),
    hands: add(root, 'div'),
    controls: add(root, 'div', { class: 'shiftlab-press' })
  };
}

/** Text with empty lines between its paragraphs; `code`, *words* and $formulas$ stay as they are written. */
function paragraphs(parent: HTMLElement, text: string): void {
  parent.replaceChildren();
  for (const part of text.split(/\n\s*\n/)) add(parent, 'p', {}, part.replace(/\n/g, ' '));
}

function minutes(spent: number): string {
  const seconds = Math.max(0, Math.floor(spent * 60));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
