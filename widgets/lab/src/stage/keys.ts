/**
 * Keys of who presents. Page keys, which clickers send, and Escape work wherever the focus is; the others where nobody
 * writes. Keys of the notebook do nothing on stage: a slip of the finger must not cut a cell.
 */

export interface Actions {
  [name: string]: () => void;
}

export const KEYS: { key: string; action: string; about: string }[] = [
  { key: 'PageDown', action: 'next', about: 'next step of the explorer, then the next slide (also → and Space)' },
  { key: 'PageUp', action: 'previous', about: 'back (also ←)' },
  { key: 'b', action: 'black', about: 'black screen' },
  { key: '.', action: 'pointer', about: 'pointer' },
  { key: 'z', action: 'enlarge', about: 'enlarge one panel of the picture, then the next' },
  { key: 'c', action: 'code', about: 'show code' },
  { key: 'r', action: 'again', about: 'back to this step' },
  { key: 'o', action: 'overview', about: 'overview; digits jump: 1 2' },
  { key: 'p', action: 'pen', about: 'pen' },
  { key: 'n', action: 'notes', about: 'notes window' },
  { key: 'v', action: 'vote', about: 'put the prediction to the room' },
  { key: 'f', action: 'full', about: 'full screen' },
  { key: '?', action: 'help', about: 'these keys' },
  { key: 'Escape', action: 'escape', about: 'end, where it began' }
];

const EVERYWHERE = ['PageDown', 'PageUp', 'Escape'];
const LIKE: { [key: string]: string } = { ArrowRight: 'PageDown', ArrowLeft: 'PageUp', ' ': 'PageDown' };
const DIGITS_END = 700; // ms after the last digit

/** Listens in a document until the function that it returns is called. */
export function listen(page: Document, actions: Actions, jump: (slide: number) => void): () => void {
  let digits = '';
  let timer = 0;
  const jumpNow = () => {
    if (digits) jump(Number(digits));
    digits = '';
  };
  const heard = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as Element | null;
    const dialog = target?.closest?.('.jp-Dialog');
    if (dialog) return acknowledge(dialog, event);
    if (EVERYWHERE.includes(event.key)) {
      take(event);
      act(event.key);
      return;
    }
    if (isWriting(target)) return;
    if (/^\d$/.test(event.key)) {
      take(event);
      digits += event.key;
      clearTimeout(timer);
      timer = window.setTimeout(jumpNow, DIGITS_END);
      return;
    }
    if (event.key === 'Enter' && digits) {
      take(event);
      clearTimeout(timer);
      jumpNow();
      return;
    }
    const inControl = target?.closest?.('button, input, select, summary, a[href], [role="slider"], [role="button"]');
    const key = LIKE[event.key] && !inControl ? LIKE[event.key] : event.key.length === 1 ? event.key.toLowerCase() : '';
    if (key && KEYS.some(known => known.key === key) && !event.repeat) {
      take(event);
      act(key);
    } else if (!inControl && !['Tab', 'Shift'].includes(event.key)) {
      event.stopImmediatePropagation(); // nothing for the notebook's own keys
    }
  };
  const act = (key: string) => {
    const known = KEYS.find(one => one.key === key);
    if (known) actions[known.action]?.();
  };
  page.addEventListener('keydown', heard, true);
  return () => {
    clearTimeout(timer);
    page.removeEventListener('keydown', heard, true);
  };
}

/** A dialog that asks keeps its keys. One that only tells, as of a kernel that died, goes with a key that clickers have. */
function acknowledge(dialog: Element, event: KeyboardEvent): void {
  const buttons = dialog.querySelectorAll<HTMLButtonElement>('button.jp-Dialog-button');
  if (buttons.length !== 1 || !['PageDown', 'PageUp'].includes(event.key)) return;
  take(event);
  buttons[0].click();
}

/** Whether keys are letters here. */
export function isWriting(target: Element | null): boolean {
  if (!target?.closest) return false;
  if (target.closest('.cm-editor, textarea, select, [contenteditable="true"]')) return true;
  const input = target.closest('input');
  return Boolean(input) && !['range', 'radio', 'checkbox', 'button'].includes((input as HTMLInputElement).type);
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
