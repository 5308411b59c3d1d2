/** The course in the left sidebar. */
import { LabIcon } from '@jupyterlab/ui-components';
import type { CommandRegistry } from '@lumino/commands';
import { Widget } from '@lumino/widgets';

import { add, addButton } from '../dom';
import { COMMANDS } from './names';
import { examine } from './doctor';
import { showLesson } from './list';
import type { Can, Unfolded } from './list';
import type { CourseModel } from './model';
import { review } from './review';
import { Sheet } from './sheet';

export const courseIcon = new LabIcon({
  name: 'shiftlab:course',
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="16"><path class="jp-icon3" fill="#616161"
    d="M3 5.5 4.4 4 6 5.6 9 2.5 10.4 4 6 8.4zM12 5h9v2h-9zM3 12.5 4.4 11 6 12.6 9 9.5l1.4 1.5L6 15.4zM12 12h9v2h-9zM4 18h4v3H4zM12 19h9v2h-9z"/></svg>`
});

export class CoursePanel extends Widget {
  private readonly top: HTMLElement;
  private readonly sheet: Sheet;
  private readonly lessons: HTMLElement;
  private readonly unfolded: Unfolded = new Set();
  /** Shown beside a notebook that has the focus. */
  private quiet = false;

  constructor(
    private readonly model: CourseModel,
    private readonly commands: CommandRegistry
  ) {
    super();
    this.id = 'shiftlab-course';
    this.addClass('shiftlab-course');
    this.title.label = '';
    this.title.caption = 'Course';
    this.title.icon = courseIcon;
    for (const [name, value] of Object.entries({ role: 'region', 'aria-label': 'Course', tabindex: '-1' })) {
      this.node.setAttribute(name, value);
    }
    add(this.node, 'h2', {}, 'Course');
    this.top = add(this.node, 'div', { class: 'shiftlab-top' });
    const said = add(this.node, 'p', { role: 'status', class: 'shiftlab-said' });
    this.sheet = new Sheet(this.node);
    this.lessons = add(this.node, 'ol', { class: 'shiftlab-lessons', 'aria-label': 'Lessons' });
    model.said.connect((_, text) => (said.textContent = text));
    model.changed.connect(this.draw, this);
    this.draw();
  }

  review(): Promise<void> {
    return review(this.sheet, this.model);
  }

  examine(): Promise<void> {
    return examine(this.sheet, this.model);
  }

  /** Shows it by `activate` without taking the focus. */
  beside(activate: () => void): void {
    this.quiet = true; // until the request comes, which is posted
    activate();
  }

  /** What was folded out and what had the focus stays so. */
  private draw(): void {
    const { course, here } = this.model;
    if (!course) return;
    const active = this.node.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    const key = active?.dataset.key;

    this.top.replaceChildren();
    for (const line of course.said) add(this.top, 'p', {}, line);
    const row = add(this.top, 'div', { class: 'shiftlab-row' });
    const { goOn, review, doctor } = COMMANDS;
    if (course.where) {
      const place = `lesson ${course.where.number}, ${course.where.title}`;
      this.press(row, `Go on where I stopped: ${place}`, goOn).classList.add('jp-mod-accept');
    }
    if (course.due) this.press(row, `Review: ${course.due} due`, review);
    this.press(row, 'Doctor', doctor);

    const by = (command: string) => (lesson: { number: string }) => this.run(command, { number: lesson.number });
    const can: Can = { open: by(COMMANDS.open), freshCopy: by(COMMANDS.freshCopy) };
    if (course.profile === 'presenter') can.present = by(COMMANDS.present);
    this.lessons.replaceChildren();
    for (const lesson of course.lessons) showLesson(this.lessons, lesson, lesson === here, can, this.unfolded);

    if (key) this.node.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  }

  private press(row: Element, text: string, command: string): HTMLButtonElement {
    const button = addButton(row, text, '', () => this.run(command));
    button.dataset.key = command;
    return button;
  }

  private run(command: string, given: { number?: string } = {}): void {
    void this.commands.execute(command, given);
  }

  protected onActivateRequest(): void {
    const quiet = this.quiet;
    this.quiet = false;
    if (quiet) return;
    const focus = () => {
      if (!this.node.contains(document.activeElement)) this.node.focus();
    };
    focus();
    window.setTimeout(focus); // the palette gives the focus back to where it was, after what it was asked for
  }

  protected onAfterShow(): void {
    this.model.watch(true);
  }

  protected onAfterHide(): void {
    this.model.watch(false);
  }
}
