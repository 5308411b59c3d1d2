/** The command that puts a notebook on stage, and what opens one there at once. */
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { INotebookTracker } from '@jupyterlab/notebook';
import type { NotebookPanel } from '@jupyterlab/notebook';

import { askedFor, forget, keep } from './place';
import { Stage } from './stage';

export const PRESENT = 'shiftlab:present';

/** Read before the app tidies the address up. */
const ASKED = askedFor(window.location.search);

export const stagePlugin: JupyterFrontEndPlugin<void> = {
  id: 'shiftlab-lab:stage',
  description: 'Shows a notebook as slides with live widgets.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [ICommandPalette],
  activate: (app: JupyterFrontEnd, tracker: INotebookTracker, palette: ICommandPalette | null) => {
    let stage: Stage | null = null;

    const present = async (panel: NotebookPanel, slide?: number) => {
      stage?.leave();
      await panel.context.ready;
      await panel.revealed;
      const raised = new Stage(panel, {
        size: ASKED?.size,
        notes: one => void import('../notes/notes').then(({ toggleNotes }) => toggleNotes(one)),
        vote: one => void import('../votes/vote').then(({ toggleVote }) => toggleVote(one))
      });
      stage = raised;
      raised.changed.connect(() => keep(panel.context.path, raised.at, ASKED?.size));
      raised.ended.connect(() => {
        if (stage === raised) stage = null;
        forget();
      });
      void import('../notes/notes').then(({ findNotes }) => findNotes(raised));
      await raised.start(slide);
    };

    app.commands.addCommand(PRESENT, {
      label: 'Present This Notebook',
      caption: 'Its slides, with everything in them alive; Escape ends it',
      isEnabled: () => tracker.currentWidget !== null,
      execute: async ({ file }) => {
        const opened = file ? await app.commands.execute('docmanager:open', { path: file, factory: 'Notebook' }) : null;
        const panel = (opened ?? tracker.currentWidget) as NotebookPanel | null;
        if (panel) await present(panel);
      }
    });
    palette?.addItem({ command: PRESENT, category: 'Shiftlab' });

    if (ASKED) {
      const begin = async (_: INotebookTracker, panel: NotebookPanel | null) => {
        if (!panel || (ASKED.file && panel.context.path !== ASKED.file)) return;
        tracker.currentChanged.disconnect(begin);
        await app.restored;
        await present(panel, ASKED.slide);
      };
      tracker.currentChanged.connect(begin);
      void begin(tracker, tracker.currentWidget);
    }
  }
};
