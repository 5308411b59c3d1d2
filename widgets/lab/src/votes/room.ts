/** A vote in the room, as the server has it: asked for again while somebody may vote. */
import { Signal } from '@lumino/signaling';

import { request } from '../server';

export interface Round {
  open: boolean;
  counts: { [choice: string]: number };
  total: number;
  hands: boolean;
}

export interface State {
  open: boolean;
  address: string | null;
  qr: string | null;
  asked: { id: string; question: string; choices: string[] } | null;
  rounds: Round[];
  revealed: boolean;
  hint: string | null;
  answer: string | null;
}

const EVERY = 1000; // ms

export class Room {
  readonly changed = new Signal<this, void>(this);
  state: State | null = null;
  /** What was refused last, in one sentence. */
  refused = '';
  private timer = 0;

  get round(): Round | null {
    return this.state?.rounds[this.state.rounds.length - 1] ?? null;
  }

  /** What the server understands: open, ask, close-round, again, reveal, hands, end. */
  async do(what: string, more: object = {}): Promise<void> {
    await this.take(request<State>('votes', { do: what, ...more }));
  }

  async look(): Promise<void> {
    await this.take(request<State>('votes'));
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async take(coming: Promise<State>): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.state = await coming;
      this.refused = '';
    } catch (error) {
      this.refused = (error as Error).message;
    }
    this.changed.emit();
    if (this.round?.open) this.timer = window.setTimeout(() => void this.look(), EVERY);
  }
}
