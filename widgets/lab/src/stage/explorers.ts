/**
 * The explorers on stage, by what widgets/README.md says of them in the page: buttons are clicked, lists are changed.
 */

const EXPLORER = '[data-shiftlab-explorer]';

export function explorersIn(nodes: HTMLElement[]): HTMLElement[] {
  return nodes.flatMap(node => [...(node.matches(EXPLORER) ? [node] : []), ...node.querySelectorAll<HTMLElement>(EXPLORER)]);
}

export function explorersSeen(nodes: HTMLElement[]): HTMLElement[] {
  return explorersIn(nodes).filter(one => one.checkVisibility());
}

/** Its next step, if there is one, and a kernel that makes it: without one the lecture goes on to the next page. */
export function stepOn(explorer: HTMLElement): boolean {
  if (isGone(explorer) || !(Number(explorer.dataset.shiftlabStepsLeft) > 0)) return false;
  press(explorer, 'step');
  return true;
}

/** The step before, if there is one. */
export function stepBack(explorer: HTMLElement): boolean {
  const step = Number(explorer.dataset.shiftlabStep);
  return !isGone(explorer) && step > 0 && goToStep(explorer, step - 1);
}

/** The step that it is at, as it was before somebody moved something. */
export function stepAgain(explorer: HTMLElement): void {
  goToStep(explorer, Math.max(0, Number(explorer.dataset.shiftlabStep)));
}

/** What the next step asks; nothing where there is none. */
export function stepsLeft(explorer: HTMLElement): number {
  return Math.max(0, Number(explorer.dataset.shiftlabStepsLeft) || 0);
}

export function questionOf(explorer: HTMLElement): string {
  return explorer.querySelector('[data-shiftlab-question]')?.textContent ?? '';
}

export function pictureOf(explorer: HTMLElement): HTMLImageElement | null {
  return explorer.querySelector('[data-shiftlab-picture] img');
}

/** The next step is drawn before the clicker asks for it. */
export function expectStep(explorer: HTMLElement): void {
  explorer.dispatchEvent(new Event('shiftlab:expect'));
}

/** Letters for a lecture hall, once: who makes them small again on stage means it. */
export function enlarge(explorer: HTMLElement): void {
  if ('shiftlabOnStage' in explorer.dataset) return;
  explorer.dataset.shiftlabOnStage = '';
  if (explorer.classList.contains('shiftlab-lecture')) return;
  size(explorer, true);
  explorer.dataset.shiftlabOnStage = 'enlarged';
}

/** As large as it was before, also if it was never made large because the kernel had no time yet. */
export function shrink(explorer: HTMLElement): void {
  if (explorer.dataset.shiftlabOnStage === 'enlarged') size(explorer, false);
  delete explorer.dataset.shiftlabOnStage;
}

/** It says so over its picture. */
function isGone(explorer: HTMLElement): boolean {
  return Boolean(explorer.querySelector('.shiftlab-gone')?.textContent);
}

function size(explorer: HTMLElement, large: boolean): void {
  explorer.dispatchEvent(new CustomEvent('shiftlab:size', { detail: { large } }));
}

function press(explorer: HTMLElement, action: string): void {
  explorer.querySelector<HTMLButtonElement>(`button[data-shiftlab-action="${action}"]`)?.click();
}

function goToStep(explorer: HTMLElement, step: number): boolean {
  const presets = explorer.querySelector<HTMLSelectElement>('select[data-shiftlab-action="preset"]');
  const option = presets?.options[step + 1]; // the first stands for settings of one's own
  if (!presets || !option) return false;
  presets.value = option.value;
  presets.dispatchEvent(new Event('change'));
  return true;
}
