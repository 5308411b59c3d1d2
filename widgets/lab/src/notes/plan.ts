/**
 * How far a lecture is against its plan: the minutes that the slides of a lesson say. Nothing here knows the page.
 */
import type { Slide } from '../stage/deck';

export interface Standing {
  /** Minutes planned up to the end of this slide, and for the whole lecture. */
  until: number;
  whole: number;
  /** Minutes behind the plan; below 0 there is time left. */
  late: number;
  /** What to say of it, nothing while it does not matter. */
  told: string;
}

/** From when on somebody should do something about it. */
const MATTERS = 1.5;

/** `spent` are the minutes since the lecture began. */
export function standing(slides: Slide[], at: number, spent: number): Standing {
  const main = slides.filter(slide => !slide.deeper);
  const until = sum(main.filter(slide => slides.indexOf(slide) <= at));
  const late = spent - until;
  const skipped = late > MATTERS ? mayBeSkipped(slides.slice(at + 1), late) : null;
  const minutes = Math.round(late);
  let told = '';
  if (late > MATTERS) {
    told = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} late`;
    if (skipped) told += `: skip “${skipped.title}” (${Math.round(skipped.minutes)} min)`;
  }
  return { until, whole: sum(main), late, told };
}

/** An exercise that is still to come and that takes about as long; never what a prediction hangs on. */
function mayBeSkipped(coming: Slide[], late: number): Slide | null {
  const candidates = coming.filter(slide => !slide.deeper && slide.exercises.length && !slide.predictions.length);
  const enough = candidates.filter(slide => slide.minutes >= late);
  const order = (a: Slide, b: Slide) => a.minutes - b.minutes;
  return enough.sort(order)[0] ?? candidates.sort(order)[candidates.length - 1] ?? null;
}

const sum = (slides: Slide[]) => slides.reduce((total, slide) => total + slide.minutes, 0);
