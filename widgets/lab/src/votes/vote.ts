/**
 * A prediction put to the room: on stage the question, the way to the vote and how many have voted; the votes
 * themselves once they are shown. What only the presenter is to see is in the notes.
 */
import { add } from '../dom';
import type { Stage } from '../stage/stage';
import { showBars, showControls, showHands } from './controls';
import { Room } from './room';

const rooms = new WeakMap<Stage, Room>();

/** The room of a stage; it ends with it. */
export function roomOf(stage: Stage): Room {
  const there = rooms.get(stage);
  if (there) return there;
  const room = new Room();
  rooms.set(stage, room);
  stage.ended.connect(() => {
    room.stop();
    if (room.state?.open || room.state?.asked) void room.do('end').then(() => room.stop());
  });
  return room;
}

/** Shows the vote on the prediction of the slide, or hides it. */
export function toggleVote(stage: Stage): void {
  const room = roomOf(stage);
  const id = room.state?.asked?.id ?? stage.slide.predictions[0];
  if (!id) return stage.say('There is no prediction on this slide to vote on.');
  const layer = stage.curtain.toggle('vote');
  if (!layer) return;
  const question = add(layer, 'h2');
  const refused = add(layer, 'p', { class: 'shiftlab-refused', role: 'status' });
  const way = add(layer, 'div', { class: 'shiftlab-way' });
  const bars = add(layer, 'div');
  const hands = add(layer, 'div', { class: 'shiftlab-raised' });
  const controls = add(layer, 'div', { class: 'shiftlab-press' });
  const show = () => {
    if (!layer.isConnected) {
      room.changed.disconnect(show);
      return;
    }
    const { state, round } = room;
    refused.textContent = room.refused;
    question.textContent = state?.asked?.question || 'Put the prediction of this slide to the room?';
    showWay(way, room);
    if (state?.revealed) showBars(bars, room, null); // what happens is for the lesson to show
    else bars.replaceChildren(...(round ? [told(`${round.total} ${round.total === 1 ? 'vote' : 'votes'}`)] : []));
    showHands(hands, room, false);
    showControls(controls, room, id);
    stage.changed.emit();
  };
  room.changed.connect(show);
  show();
  void room.look();
}

/** The address, and its picture for phones. */
function showWay(parent: HTMLElement, { state, round }: Room): void {
  parent.replaceChildren();
  if (!state?.open || !state.address || (state.asked && !round?.open)) return;
  const code = add(parent, 'div', { class: 'shiftlab-qr', role: 'img', 'aria-label': `QR code of ${state.address}` });
  code.innerHTML = state.qr ?? ''; // an SVG that our own server made
  add(parent, 'p', {}, state.address);
}

function told(text: string): HTMLElement {
  const line = document.createElement('p');
  line.className = 'shiftlab-count';
  line.textContent = text;
  return line;
}
