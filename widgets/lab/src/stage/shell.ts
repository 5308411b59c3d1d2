/**
 * Nothing but one widget in the page, whatever the app around it. What is around it keeps its place and its size, out
 * of sight, of the tab order and of the accessibility tree, so that nothing has to be laid out again afterwards.
 */

const PATH = 'shiftlab-path';
const OFF = 'shiftlab-off';

/** Hides all around `node` but `kept`; returns what brings it back. */
export function alone(node: HTMLElement, kept: HTMLElement): () => void {
  const path: HTMLElement[] = [];
  const off: Element[] = [];
  for (let at: HTMLElement = node; at !== document.body && at.parentElement; at = at.parentElement) {
    path.push(at);
    for (const sibling of at.parentElement.children) {
      if (sibling !== at && sibling !== kept && !sibling.classList.contains(OFF)) off.push(sibling);
    }
  }
  for (const one of path) one.classList.add(PATH);
  for (const one of off) one.classList.add(OFF);
  return () => {
    for (const one of path) one.classList.remove(PATH);
    for (const one of off) one.classList.remove(OFF);
  };
}

/** The size of the screen that is shown, for who tries a lecture on another; returns what forgets it. */
export function sized(size?: [number, number]): () => void {
  const { style } = document.documentElement;
  style.setProperty('--shiftlab-width', size ? `${size[0]}px` : '100vw');
  style.setProperty('--shiftlab-height', size ? `${size[1]}px` : '100vh');
  return () => {
    style.removeProperty('--shiftlab-width');
    style.removeProperty('--shiftlab-height');
  };
}

export async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // a browser that refuses says so itself
  }
}
