/** What a notebook is given back when it leaves the stage: its mode, its active cell, and what of it was in sight. */
import type { Notebook } from '@jupyterlab/notebook';

const UNTIL = 4000; // ms: explorers are as large as before when their kernel has drawn them
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

let keeping = new AbortController();

/** Returns what gives it back. */
export function hold(content: Notebook): () => void {
  keeping.abort();
  const { notebookConfig, activeCellIndex, mode } = content;
  const [place, top] = firstSeen(content);
  return () => {
    content.notebookConfig = notebookConfig;
    content.activeCellIndex = activeCellIndex;
    content.mode = mode;
    keepInSight(content, place, top);
  };
}

/** The place of the first cell that is in sight, and where its upper edge is on the screen. */
function firstSeen(content: Notebook): [place: number, top: number] {
  const edge = content.outerNode.getBoundingClientRect().top;
  const place = content.widgets.findIndex(({ node }) => node.isConnected && node.getBoundingClientRect().bottom > edge + 1);
  return [place, place < 0 ? 0 : topOf(content, place)];
}

const topOf = (content: Notebook, place: number) =>
  content.widgets[place].node.getBoundingClientRect().top - content.outerNode.getBoundingClientRect().top;

/**
 * Pixels from the notebook's start are no place: cells that were never shown have heights that are only estimated, and
 * those of explorers change a moment later. So the cell is kept where it was for a while, or until somebody does something.
 */
function keepInSight(content: Notebook, place: number, top: number): void {
  if (place < 0) return;
  const cell = content.widgets[place];
  const until = performance.now() + UNTIL;
  const hand = (keeping = new AbortController());
  const { signal } = hand;
  for (const name of BY_HAND) window.addEventListener(name, () => hand.abort(), { signal, capture: true, passive: true });
  const look = () => {
    if (signal.aborted || content.isDisposed || content.widgets[place] !== cell) return hand.abort();
    if (!cell.node.isConnected) void content.scrollToItem(place, 'start');
    else content.outerNode.scrollTop += Math.round(topOf(content, place) - top);
    if (performance.now() > until) hand.abort();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look); // the notebook lays its cells out again first
}
