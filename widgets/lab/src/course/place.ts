/** Keeps where one is: the lesson and its active cell. */
import type { INotebookTracker } from '@jupyterlab/notebook';

import type { CourseModel } from './model';

const RESTS = 800; // ms in one cell: who only passes through is not there

/**
 * A lesson that was opened stands at its first cell, and that tells nothing: the place is kept from the second one on.
 */
export function keepPlace(tracker: INotebookTracker, model: CourseModel): void {
  let timer = 0;
  tracker.activeCellChanged.connect((_, cell) => {
    window.clearTimeout(timer);
    const panel = tracker.currentWidget;
    const lesson = panel && model.at(panel.context.path);
    if (!cell || !lesson) return;
    timer = window.setTimeout(() => {
      const index = panel.isDisposed || cell.isDisposed ? -1 : panel.content.widgets.indexOf(cell);
      if (index > 0) void model.act('where', lesson.number, { cell: cell.model.id, index }).catch(() => undefined);
    }, RESTS);
  });
}
