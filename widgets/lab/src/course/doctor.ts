/** What is in the way, with its cure: the same as `shiftlab doctor` says. */
import { add, addButton } from '../dom';
import { api } from './api';
import type { CourseModel } from './model';
import type { Sheet } from './sheet';

export async function examine(sheet: Sheet, model: CourseModel): Promise<void> {
  const body = sheet.open('Doctor');
  const said = add(body, 'p', { role: 'status' }, 'Looking, for a few seconds...');
  const { findings, 'at once': line } = await api.doctor(model.folder);
  if (!body.isConnected) return;
  const bad = findings.filter(one => !one.fine).length;
  said.textContent = bad ? `${bad} of ${findings.length} need a cure.` : `All ${findings.length} are fine.`;
  const list = add(body, 'ul', { class: 'shiftlab-findings' });
  for (const one of [...findings].sort((a, b) => Number(a.fine) - Number(b.fine))) {
    const item = add(list, 'li', {}, `${one.fine ? 'ok' : 'trouble'}, ${one.what}: ${one.found}`);
    if (one.cure) add(item, 'p', {}, `Cure: ${one.cure}`);
  }
  if (line) add(body, 'p', {}, `All that pip can cure, at once: ${line}`);
  addButton(body, 'Look again', '', () => void examine(sheet, model).catch((error: Error) => model.say(error.message)));
}
