/** Opening lessons, going on where one stopped, and fresh copies. */
import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Dialog, showDialog } from '@jupyterlab/apputils';
import { NotebookActions } from '@jupyterlab/notebook';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';

import type { Lesson, Place } from './api';
import type { CourseModel } from './model';

/** The command that puts a notebook on stage. */
const PRESENT = 'shiftlab:present';

export class Lessons {
  constructor(
    private readonly app: JupyterFrontEnd,
    private readonly tracker: INotebookTracker,
    private readonly model: CourseModel
  ) {}

  /** Opens a lesson; one that is not there yet is fetched. */
  async open(number: string, place?: Place): Promise<NotebookPanel> {
    const lesson = await this.fetched(number);
    const panel: NotebookPanel = await this.app.commands.execute('docmanager:open', {
      path: this.model.path(lesson),
      factory: 'Notebook'
    });
    await panel.context.ready;
    await panel.revealed;
    this.app.shell.activateById(panel.id);
    if (place) await goTo(panel, place);
    return panel;
  }

  /** The lesson and the cell where one stopped; the first lesson for who begins. */
  async goOn(): Promise<void> {
    await this.model.refresh();
    const where = this.model.course?.where;
    await this.open(where?.number ?? this.model.course!.lessons[0].number, where ?? undefined);
  }

  async present(number: string): Promise<void> {
    const lesson = await this.fetched(number);
    await this.app.commands.execute(PRESENT, { file: this.model.path(lesson) });
  }

  /** Puts a copy aside and a fresh one in its place, also where it is open. */
  async freshCopy(number: string): Promise<void> {
    const lesson = this.known(number);
    const asked = await showDialog({
      title: `A fresh copy of lesson ${lesson.number}?`,
      body: `Your copy of ${lesson.file} stays in the folder, under a name with the date. What you have solved and predicted stays too. If the lesson is open, its kernel starts anew.`,
      buttons: [Dialog.cancelButton(), Dialog.okButton({ label: 'Fresh copy' })]
    });
    if (!asked.button.accept) return;
    const panel = this.tracker.find(one => one.context.path === this.model.path(lesson));
    if (panel) {
      await panel.context.ready;
      await panel.context.save(); // what is kept is what was seen
    }
    const { aside } = await this.model.act('reset', number);
    if (panel) {
      await panel.context.revert();
      if (panel.sessionContext.session?.kernel) await panel.sessionContext.restartKernel();
    }
    this.model.say(`Lesson ${lesson.number} is fresh; yours is kept as ${aside}.`);
  }

  async forgetPredictions(number: string): Promise<void> {
    const lesson = this.known(number);
    const asked = await showDialog({
      title: `Forget what you predicted in lesson ${lesson.number}?`,
      body: 'Its notebook and your exercises stay. In a notebook that is open, run its cells again.',
      buttons: [Dialog.cancelButton(), Dialog.warnButton({ label: 'Forget' })]
    });
    if (!asked.button.accept) return;
    const { forgotten } = await this.model.act('forget', number);
    this.model.say(`Predictions forgotten: ${forgotten}.`);
  }

  private known(number: string): Lesson {
    const lesson = this.model.lesson(number);
    if (!lesson) throw new Error(`There is no lesson ${number}.`);
    return lesson;
  }

  private async fetched(number: string): Promise<Lesson> {
    const lesson = this.known(number);
    if (!lesson.started) await this.model.act('start', number);
    return lesson;
  }
}

/** Makes a cell the active one, by its id, or by its place in a notebook that has changed. */
async function goTo(panel: NotebookPanel, { cell, index }: Place): Promise<void> {
  const { content } = panel;
  const found = content.widgets.findIndex(one => one.model.id === cell);
  const at = Math.min(found < 0 ? index : found, content.widgets.length - 1);
  if (at < 0) return;
  content.activeCellIndex = at;
  NotebookActions.expandParent(content.widgets[at], content); // it may be in a folded section
  await content.scrollToItem(at, 'center');
  content.activate();
}
