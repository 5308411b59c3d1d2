/** The lessons in the panel: what each is about, how far one is in it, and what can be done with it. */
import { add, addButton } from '../dom';
import type { Lesson, State } from './api';

export interface Can {
  open: (lesson: Lesson) => void;
  freshCopy: (lesson: Lesson) => void;
  /** Only for who teaches. */
  present?: (lesson: Lesson) => void;
}

/** Which lists are unfolded: they stay so when the lessons are shown anew. */
export type Unfolded = Set<string>;

export function showLesson(list: Element, lesson: Lesson, here: boolean, can: Can, unfolded: Unfolded): void {
  const item = add(list, 'li', { class: 'shiftlab-lesson', 'data-shiftlab-lesson': lesson.number });
  if (here) item.setAttribute('aria-current', 'true');
  add(item, 'h3', {}, `${lesson.number} ${lesson.title}`);
  add(item, 'p', {}, `${here ? 'You are here. ' : ''}About ${lesson.minutes} minutes: ${lesson.about}.`);
  showDone(item, lesson, unfolded);

  const row = add(item, 'div', { class: 'shiftlab-row' });
  const press = (text: string, key: string, act: (lesson: Lesson) => void) => {
    const button = addButton(row, text, '', () => act(lesson));
    button.setAttribute('aria-label', `${text}: lesson ${lesson.number}, ${lesson.title}`);
    button.dataset.key = `${key} ${lesson.number}`;
  };
  press(lesson.started ? 'Open' : 'Start', 'open', can.open);
  if (lesson.started) press('Fresh copy', 'fresh', can.freshCopy);
  if (can.present) press('Present', 'present', can.present);
  if (lesson.aside) add(row, 'span', {}, `${lesson.aside} put aside`);
}

function showDone(item: Element, lesson: Lesson, unfolded: Unfolded): void {
  if (!lesson.done) return;
  const details = add(item, 'details');
  details.open = unfolded.has(lesson.number);
  details.addEventListener('toggle', () => {
    if (details.open) unfolded.add(lesson.number);
    else unfolded.delete(lesson.number);
  });
  add(details, 'summary', { 'data-key': `done ${lesson.number}` }, lesson.done);
  showStates(details, 'Exercises', lesson.exercises);
  showStates(details, 'Predictions', lesson.predictions);
}

function showStates(parent: Element, title: string, states: State[]): void {
  if (!states.length) return;
  add(parent, 'h4', {}, title);
  const list = add(parent, 'ul');
  for (const one of states) {
    const item = add(list, 'li', { class: one.done ? 'shiftlab-done' : '' });
    add(item, 'span', { 'aria-hidden': 'true' }, one.done ? '✔ ' : '○ ');
    item.append(`${one.title} `);
    add(item, 'em', {}, one.state);
  }
}
