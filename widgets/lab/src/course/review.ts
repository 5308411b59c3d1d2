/** The questions that are due, one after the other, answered in the panel. */
import { add, addButton } from '../dom';
import { api } from './api';
import type { Question, Reply } from './api';
import type { CourseModel } from './model';
import type { Sheet } from './sheet';

export async function review(sheet: Sheet, model: CourseModel): Promise<void> {
  const body = sheet.open('Review');
  const { due, next } = await api.due(model.folder);
  const then = next ? `the next question comes on ${next}` : 'no question waits';
  if (due.length) ask(body, due, 0, model);
  else add(body, 'p', {}, `Nothing is due: ${then}.`);
}

function ask(body: HTMLElement, due: Question[], at: number, model: CourseModel): void {
  const asked = due[at];
  body.replaceChildren();
  const form = add(body, 'form');
  const set = add(form, 'fieldset');
  add(set, 'legend', {}, `${at + 1} of ${due.length} (lesson ${asked.lesson}): ${asked.text}`);
  for (const choice of asked.choices) {
    const label = add(set, 'label', { class: 'shiftlab-choice' });
    add(label, 'input', { type: 'radio', name: 'choice', value: choice, required: '' });
    label.append(choice);
  }
  const press = addButton(form, 'Answer', '', () => undefined);
  press.type = 'submit';
  const said = add(body, 'div', { role: 'status' });
  form.addEventListener('submit', event => {
    event.preventDefault();
    const choice = String(new FormData(form).get('choice'));
    press.disabled = true;
    void api.answer(model.folder, asked.id, choice).then(
      reply => {
        set.disabled = true;
        press.remove();
        tell(said, reply);
        void model.refresh();
        const last = at + 1 === due.length;
        const on = last ? null : addButton(body, 'Next question', '', () => ask(body, due, at + 1, model));
        if (last) add(body, 'p', {}, 'That was the last one for today.');
        on?.focus();
      },
      (error: Error) => {
        press.disabled = false;
        said.textContent = error.message;
      }
    );
  });
  set.querySelector('input')?.focus();
}

function tell(said: HTMLElement, { head, body }: Reply): void {
  add(said, 'p', { class: 'shiftlab-head' }, head);
  for (const line of body) add(said, 'p', {}, line);
}
