/** What can be done with the course, as commands; the panel, the palette, the File menu and the launcher call them. */
import type { JupyterFrontEnd } from '@jupyterlab/application';
import { ICommandPalette, InputDialog, showErrorMessage } from '@jupyterlab/apputils';
import type { ILauncher } from '@jupyterlab/launcher';
import type { IMainMenu } from '@jupyterlab/mainmenu';

import type { Lessons } from './lessons';
import { askForToken, showState } from './link';
import type { CourseModel } from './model';
import { COMMANDS } from './names';
import { courseIcon } from './panel';
import type { CoursePanel } from './panel';

const CATEGORY = 'Course';

interface Given {
  number?: string;
  token?: string;
}

export function addCommands(app: JupyterFrontEnd, model: CourseModel, panel: CoursePanel, lessons: Lessons): void {
  const command = (id: string, label: string, caption: string, act: (given: Given) => Promise<unknown> | void) =>
    app.commands.addCommand(id, {
      label,
      caption,
      icon: args => (args['isLauncher'] ? courseIcon : undefined),
      execute: async given => {
        try {
          await act(given as Given);
        } catch (error) {
          await showErrorMessage(label.replace('...', ''), error as Error);
        }
      }
    });

  /** The lesson that was named; else the one that is open, where that is meant; else one is chosen. */
  const which = async ({ number }: Given, title: string, began: boolean, meant = true): Promise<string | null> => {
    const known = number ?? (meant ? model.here?.number : undefined);
    if (known) return known;
    const listed = (model.course?.lessons ?? []).filter(one => one.started || !began);
    if (!listed.length) throw new Error('No lesson was started yet.');
    const items = listed.map(one => `${one.number} ${one.title}`);
    const { value } = await InputDialog.getItem({ title, items, label: 'Lesson' });
    return value ? value.split(' ')[0] : null;
  };
  const show = () => app.shell.activateById(panel.id);

  command(COMMANDS.show, 'Show the Course', 'The lessons, and how far you are', show);
  command(COMMANDS.goOn, 'Go On Where I Stopped', 'The lesson and the cell where you were last', () => lessons.goOn());
  command(COMMANDS.open, 'Open a Lesson...', 'One that is not there yet is fetched', async given => {
    const number = await which(given, 'Open a lesson', false, false);
    if (number) await lessons.open(number);
  });
  command(COMMANDS.freshCopy, 'Fresh Copy of a Lesson...', 'Yours is put aside with a date', async given => {
    const number = await which(given, 'A fresh copy of a lesson', true);
    if (number) await lessons.freshCopy(number);
  });
  command(COMMANDS.forget, 'Forget Predictions of a Lesson...', 'To predict again; notebooks stay', async given => {
    const number = await which(given, 'Forget the predictions of a lesson', true);
    if (number) await lessons.forgetPredictions(number);
  });
  command(COMMANDS.review, 'Review', 'Questions that are due to be asked again', () => {
    show();
    return panel.review();
  });
  command(COMMANDS.doctor, 'Doctor', 'Finds what is in the way, and its cure', () => {
    show();
    return panel.examine();
  });
  command(COMMANDS.present, 'Present a Lesson...', 'Its slides, with everything in them alive', async given => {
    const number = await which(given, 'Present a lesson', false);
    if (number) await lessons.present(number);
  });
  command(COMMANDS.state, 'Open a State Link...', 'An explorer in the state that somebody has sent', async given => {
    const token = given.token ?? (await askForToken());
    if (token) await showState(token, model, lessons);
  });
}

/** Where the commands are found. */
export function addPlaces(palette: ICommandPalette | null, menu: IMainMenu | null, launcher: ILauncher | null): void {
  const { present, ...offered } = COMMANDS; // presenting is offered beside each lesson, to who teaches
  for (const command of Object.values(offered)) palette?.addItem({ command, category: CATEGORY });
  const { goOn, open, freshCopy, review, doctor, state } = COMMANDS;
  menu?.fileMenu.addGroup(
    [goOn, open, freshCopy, review, doctor, state].map(command => ({ command })),
    1.1 // after what opens
  );
  launcher?.add({ command: goOn, category: CATEGORY, rank: 0, args: { isLauncher: true } });
}
