/** The buttons of who leads a vote, and a bar for each choice. */
import { add, addButton, refill } from '../dom';
import type { Room } from './room';

/** What can be done now, and nothing else. */
export function showControls(parent: HTMLElement, room: Room, id: string): void {
  refill(parent, () => fillControls(parent, room, id));
}

function fillControls(parent: HTMLElement, room: Room, id: string): void {
  const { state, round } = room;
  const press = (text: string, about: string, what: string, more = {}) => {
    addButton(parent, text, about, () => void room.do(what, more)).dataset.shiftlabVote = what;
  };
  if (!state?.open) press('Open to phones', 'phones in this network can vote; until then no port listens', 'open');
  if (state?.asked?.id !== id || !round) press('Ask the room', 'begin the first vote', 'ask', { id });
  else if (round.open) press('Close the vote', 'no more votes', 'close-round');
  else {
    press('Vote again', 'a second vote on the same question', 'again');
    if (!state.revealed) press('Show the votes', 'to everybody', 'reveal');
  }
  if (state?.open || state?.asked) press('End the vote', 'no port listens any more, and all is forgotten', 'end');
}

/** Hands in the air, counted by eye. How many there are is told to nobody who still votes. */
export function showHands(parent: HTMLElement, room: Room, told: boolean): void {
  refill(parent, () => fillHands(parent, room, told));
}

function fillHands(parent: HTMLElement, room: Room, told: boolean): void {
  if (!room.state?.asked || !room.round?.open) return;
  add(parent, 'p', {}, 'Hands:');
  for (const choice of room.state.asked.choices) {
    const row = add(parent, 'div', { class: 'shiftlab-hands' });
    for (const [sign, by] of [['−', -1], ['+', 1]] as const) {
      const about = `${by > 0 ? 'one hand more' : 'one hand less'} for ${choice}`;
      const button = addButton(row, sign, about, () => void room.do('hands', { choice, by }));
      button.setAttribute('aria-label', about);
    }
    add(row, 'span', {}, told ? `${choice}: ${room.round.counts[choice] ?? 0}` : choice);
  }
}

/** A bar for each choice and round, the second beside the first. */
export function showBars(parent: HTMLElement, room: Room, answer: string | null): void {
  parent.replaceChildren();
  const { state } = room;
  if (!state?.asked) return;
  const table = add(parent, 'table', { class: 'shiftlab-bars' });
  add(table, 'caption', {}, state.rounds.map((round, i) => `vote ${i + 1}: ${round.total}`).join(', '));
  for (const choice of state.asked.choices) {
    const row = add(table, 'tr');
    add(row, 'th', { scope: 'row' }, choice === answer ? `✓ ${choice}` : choice);
    const cell = add(row, 'td');
    state.rounds.forEach((round, i) => {
      const count = round.counts[choice] ?? 0;
      const share = round.total ? Math.round((100 * count) / round.total) : 0;
      const bar = add(cell, 'div', { class: `shiftlab-bar shiftlab-round-${i + 1}` });
      add(bar, 'i').style.width = `${share}%`;
      add(bar, 'span', {}, `${share} % (${count})`);
    });
  }
}
