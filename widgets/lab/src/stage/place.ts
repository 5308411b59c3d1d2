/**
 * Where a lecture is. A page that is loaded again in the middle of one goes on there.
 */

const KEPT = 'shiftlab-stage';

export interface Place {
  /** The notebook; none: the one that the address names. */
  file?: string;
  /** The slide, from 0; none: that of the active cell. */
  slide?: number;
  /** Of a projector, for who tries a lecture on another screen. */
  size?: [number, number];
}

/** What the address asks for, else where this page was before it was loaded again; null: nothing was on stage. */
export function askedFor(query: string): Place | null {
  const asked = new URLSearchParams(query);
  const size = /^(\d+)x(\d+)$/.exec(asked.get('shiftlab-size') ?? '');
  if (asked.has('shiftlab-present')) return { size: size ? [Number(size[1]), Number(size[2])] : undefined };
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Place | null;
  } catch {
    return null;
  }
}

export function keep(file: string, slide: number, size?: [number, number]): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ file, slide, size } satisfies Place));
}

export function forget(): void {
  sessionStorage.removeItem(KEPT);
}
