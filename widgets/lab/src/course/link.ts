/**
 * State links: `?shiftlab=TOKEN` in JupyterLab's address shows an explorer in the state that the token names.
 *
 * Code would run because a link was opened, so it asks first, and says what will run: the first code cell of the lesson,
 * from which everything in it comes, and the cell with the explorer. No code comes from the link. The settings in it are
 * checked by the server, and again by the explorer, which is told them as if its controls had been moved; a veil in the
 * explorer's place stays until there is a prediction.
 */
import { Dialog, InputDialog, showDialog, showErrorMessage } from '@jupyterlab/apputils';
import { NotebookActions } from '@jupyterlab/notebook';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { Widget } from '@lumino/widgets';

import { api } from './api';
import type { Told } from './api';
import type { Lessons } from './lessons';
import type { CourseModel } from './model';
import { add } from '../dom';

const PARAMETER = 'shiftlab';
/** Read before the app tidies the address up. */
const ASKED = new URLSearchParams(window.location.search).get(PARAMETER);

/** The token in the address, once: a reload does not ask again. */
export function tokenInAddress(): string | null {
  const address = new URL(window.location.href);
  address.searchParams.delete(PARAMETER);
  if (ASKED !== null) window.history.replaceState(window.history.state, '', address);
  return ASKED;
}

/** Asks for a token, or for a link that has one. */
export async function askForToken(): Promise<string | null> {
  const { value } = await InputDialog.getText({ title: 'Open a state link', label: 'A state link, or a state token' });
  const text = value?.trim();
  if (!text) return null;
  return /[?&]shiftlab=([^&#]+)/.exec(text)?.[1] ?? text;
}

export async function showState(token: string, model: CourseModel, lessons: Lessons): Promise<void> {
  try {
    const told = await api.state(token);
    const here = model.here?.number ?? '';
    const number = told.lessons.includes(here) ? here : told.lessons[0];
    const lesson = model.lesson(number);
    if (!lesson) throw new Error(`No lesson shows ${told.experiment}: explore.from_token("${token}") does, in a cell.`);
    const asked = await showDialog({
      title: 'Run code to show this state?',
      body: explained(told, `${lesson.number}, ${lesson.title}`, lesson.file),
      buttons: [Dialog.cancelButton(), Dialog.okButton({ label: 'Run and show' })]
    });
    if (asked.button.accept) await show(await lessons.open(number), told, model);
  } catch (error) {
    await showErrorMessage('This state cannot be shown', error as Error);
  }
}

function explained({ experiment, changes }: Told, lesson: string, file: string): Widget {
  const body = new Widget();
  add(body.node, 'p', {}, `A state link names the experiment ${experiment}, at ${changes}.`);
  add(body.node, 'p', {}, `Two cells of your lesson ${lesson} would run (${file}):`);
  const list = add(body.node, 'ul');
  add(list, 'li', {}, 'its first code cell, from which everything in it comes;');
  add(list, 'li', {}, `the cell with its explorer of ${experiment}, which then moves to these settings.`);
  add(body.node, 'p', {}, 'No code comes from the link.');
  return body;
}

async function show(panel: NotebookPanel, told: Told, model: CourseModel): Promise<void> {
  const { content, sessionContext } = panel;
  const call = new RegExp(`\\bexplore\\(\\s*["']${told.experiment}["']`);
  const code = content.widgets.filter(cell => cell.model.type === 'code');
  const shows = code.find(cell => call.test(cell.model.sharedModel.source));
  if (!shows) throw new Error(`Your copy of the lesson has no explorer of ${told.experiment} any more.`);
  const at = content.widgets.indexOf(shows);
  content.activeCellIndex = at;
  NotebookActions.expandParent(shows, content);
  await content.scrollToItem(at, 'start');
  await sessionContext.ready;
  const ran = await NotebookActions.runCells(content, [...new Set([code[0], shows])], sessionContext);
  if (!ran) throw new Error('A cell of the lesson stopped with an error: see there.');
  whenThere(shows.node, `[data-shiftlab-explorer="${told.experiment}"]`, explorer => {
    explorer.dispatchEvent(new CustomEvent('shiftlab:settings', { detail: told.settings }));
    model.say(`The explorer of ${told.experiment} is at ${told.changes}.`);
  });
}

/** As soon as it is in the page, which for what is veiled is after the prediction. */
function whenThere(node: HTMLElement, selector: string, then: (found: HTMLElement) => void): void {
  const look = () => {
    const found = node.querySelector<HTMLElement>(selector);
    if (found) then(found);
    return found !== null;
  };
  if (look()) return;
  const watch = new MutationObserver(() => {
    if (look()) watch.disconnect();
  });
  watch.observe(node, { childList: true, subtree: true, attributeFilter: ['data-shiftlab-explorer'] });
}
