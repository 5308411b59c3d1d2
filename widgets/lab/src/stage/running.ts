/**
 * A lesson on stage has run: what has not is run once, in order, while the first slide is already shown.
 */
import type { ISessionContext } from '@jupyterlab/apputils';
import type { CodeCell } from '@jupyterlab/cells';
import { NotebookActions } from '@jupyterlab/notebook';
import type { NotebookPanel } from '@jupyterlab/notebook';

/** The code cells that have no number: nobody has run them. */
export function notRun(panel: NotebookPanel): CodeCell[] {
  const cells = panel.content.widgets.filter(cell => cell.model.type === 'code') as CodeCell[];
  return cells.filter(cell => cell.model.executionCount === null && cell.model.sharedModel.source.trim() !== '');
}

/**
 * Runs them, one after the other. `say` is told how far it is, and what stopped it; the cell that stopped is returned.
 */
export async function runRest(panel: NotebookPanel, say: (text: string) => void): Promise<CodeCell | null> {
  const cells = notRun(panel);
  for (const [done, cell] of cells.entries()) {
    if (panel.isDisposed) return null;
    say(`Running what has not run: cell ${done + 1} of ${cells.length}.`);
    const fine = await NotebookActions.runCells(panel.content, [cell], panel.sessionContext);
    if (!fine) {
      say('A cell stopped with an error; the rest was not run. Look at it, and run it again.');
      return cell;
    }
  }
  say('');
  return null;
}

/** What is to be said of a kernel that was lost; nothing of one that works. */
export function lost(session: ISessionContext): string {
  const status = session.session?.kernel?.status ?? 'dead';
  if (status === 'dead' || status === 'terminating') {
    return 'The kernel has stopped. What the page holds stays; restart it from the kernel menu, after Escape.';
  }
  const restarts = status === 'restarting' || status === 'autorestarting';
  return restarts ? 'The kernel restarts. What the page holds stays; run the cells again to move it.' : '';
}
