/**
 * The course in JupyterLab. It appears where there is a course folder, the server's own or that of a notebook, and
 * nowhere else; Notebook 7 has no place for it.
 */
import { ILabShell, ILayoutRestorer } from '@jupyterlab/application';
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette, showErrorMessage } from '@jupyterlab/apputils';
import { PageConfig } from '@jupyterlab/coreutils';
import { ILauncher } from '@jupyterlab/launcher';
import { IMainMenu } from '@jupyterlab/mainmenu';
import { INotebookTracker, NotebookActions } from '@jupyterlab/notebook';

import { addCommands, addPlaces } from './commands';
import { Lessons } from './lessons';
import { showState, tokenInAddress } from './link';
import { CourseModel } from './model';
import { CoursePanel } from './panel';
import { keepPlace } from './place';

const RANK = 95; // before the file browser
const PATIENCE = 10_000; // ms: there may be no launcher, and no window that has the focus

export const coursePlugin: JupyterFrontEndPlugin<void> = {
  id: 'shiftlab-lab:course',
  description: 'The lessons of a course folder, and how far one is in them.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [ILabShell, ILayoutRestorer, ICommandPalette, IMainMenu, ILauncher],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    shell: ILabShell | null,
    restorer: ILayoutRestorer | null,
    palette: ICommandPalette | null,
    menu: IMainMenu | null,
    launcher: ILauncher | null
  ) => {
    if (!shell) return;
    const model = new CourseModel();
    const lessons = new Lessons(app, tracker, model);
    let panel: CoursePanel | null = null;

    const appear = () => {
      if (panel) return;
      panel = new CoursePanel(model, app.commands);
      shell.add(panel, 'left', { rank: RANK, type: 'Course' });
      restorer?.add(panel, panel.id);
      addCommands(app, model, panel, lessons);
      addPlaces(palette, menu, launcher);
      keepPlace(tracker, model);
      NotebookActions.executed.connect(() => void model.refresh());
    };
    // said by the server with the page, so that it is there when the layout is restored
    if (PageConfig.getOption('shiftlabCourse') === 'true') appear();
    model.changed.connect(() => {
      if (model.course) appear();
    });

    const enter = () => model.enter(tracker.currentWidget?.context.path ?? '');
    tracker.currentChanged.connect(enter);
    void app.restored.then(async () => {
      enter();
      await model.refresh();
      // nobody who has been somewhere is shown around
      if (panel && !model.course?.where) void showBeside(shell, tracker, panel);
      const token = tokenInAddress();
      if (token === null) return;
      await begun(shell, tracker);
      if (panel) await showState(token, model, lessons);
      else await showErrorMessage('This state cannot be shown', 'This is no course folder: shiftlab lab makes one.');
    });
  }
};

/**
 * Resolves when one is in something to work with. Before that, a launcher would be opened beside a panel that is shown;
 * and a dialog, which keeps the focus to itself, would keep a notebook from becoming the current one.
 */
async function begun(shell: ILabShell, tracker: INotebookTracker): Promise<void> {
  await new Promise<void>(there => {
    const look = () => {
      if (!shell.currentWidget) return;
      shell.currentChanged.disconnect(look);
      there();
    };
    shell.currentChanged.connect(look);
    window.setTimeout(there, PATIENCE);
    look();
  });
  await tracker.currentWidget?.context.ready;
  await tracker.currentWidget?.revealed;
}

/** Shows the panel. The focus is, or goes back, where the work is. */
async function showBeside(shell: ILabShell, tracker: INotebookTracker, panel: CoursePanel): Promise<void> {
  await begun(shell, tracker);
  panel.beside(() => shell.activateById(panel.id));
  if (shell.currentWidget) shell.activateById(shell.currentWidget.id);
}
