/** What the registry says of a prediction: for the presenter only. */
import { request } from '../server';

export interface Asked {
  id: string;
  question: string;
  choices: string[];
  answer: string;
  happens: string;
  replies: { [choice: string]: string };
}

const known = new Map<string, Promise<Asked | null>>();

/** Nothing where the server does not know it: another notebook may be on stage. */
export function askedOf(id: string): Promise<Asked | null> {
  const there = known.get(id);
  if (there) return there;
  const asked = request<Asked>(`course/prediction?id=${encodeURIComponent(id)}`).catch(() => null);
  known.set(id, asked);
  return asked;
}
