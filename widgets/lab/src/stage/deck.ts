/**
 * The slides of a notebook, from what is written in its cells. Nothing here knows the page.
 */

export interface Written {
  type: string;
  source: string;
  metadata: { [key: string]: any };
}

export interface Slide {
  /** The cells that belong to it, by their places in the notebook. */
  cells: number[];
  title: string;
  notes: string;
  /** What it may take, 0 where nobody said. */
  minutes: number;
  predictions: string[];
  exercises: string[];
  /** A section for who has more time. */
  deeper: boolean;
}

const BEGINS = ['slide', 'subslide'];
const HIDDEN = ['skip', 'notes'];
const EXERCISE = /^# exercise: (\S+)/;
const PREDICTION = /\b(?:predict|reveal)\("([^"]+)"/g;

/** One idea a screen: a slide begins where a cell says so, and with each section to dig deeper. */
export function slidesOf(cells: Written[]): Slide[] {
  const slides: Slide[] = [];
  const setup = cells.findIndex(cell => cell.type === 'code'); // imports; it says "ready", if anything
  cells.forEach((cell, place) => {
    const deeper = (cell.metadata.tags ?? []).includes('deeper');
    const kind = cell.metadata.slideshow?.slide_type;
    if (!slides.length || BEGINS.includes(kind) || deeper) {
      slides.push(empty(titleOf(cell) || continued(slides), deeper || inDeeper(slides, cell)));
    }
    const slide = slides[slides.length - 1];
    const told = cell.metadata.shiftlab ?? {};
    slide.title ||= titleOf(cell);
    slide.notes = [slide.notes, told.notes].filter(Boolean).join('\n\n');
    slide.minutes += told.minutes ?? 0;
    if (HIDDEN.includes(kind) || place === setup || cell.type === 'raw') return;
    slide.cells.push(place);
    const exercise = EXERCISE.exec(cell.source);
    if (exercise) slide.exercises.push(exercise[1]);
    if (cell.type === 'code') {
      for (const [, id] of cell.source.matchAll(PREDICTION)) {
        if (!slide.predictions.includes(id)) slide.predictions.push(id);
      }
    }
  });
  return slides.filter(slide => slide.cells.length);
}

/** Whether a cell's code is to be seen on stage: what a person is to write in. */
export const isExercise = (source: string): boolean => EXERCISE.test(source);

function empty(title: string, deeper: boolean): Slide {
  return { cells: [], title, notes: '', minutes: 0, predictions: [], exercises: [], deeper };
}

/** A slide without a heading of its own goes on with the section before it. */
function continued(slides: Slide[]): string {
  const before = slides[slides.length - 1]?.title.replace(/ \(\d+\)$/, '');
  const parts = slides.filter(slide => slide.title.replace(/ \(\d+\)$/, '') === before).length;
  return before ? `${before} (${parts + 1})` : '';
}

function inDeeper(slides: Slide[], cell: Written): boolean {
  return !titleOf(cell) && Boolean(slides[slides.length - 1]?.deeper);
}

function titleOf(cell: Written): string {
  const heading = cell.type === 'markdown' ? /^#+ +(.*)$/m.exec(cell.source) : null;
  return heading ? heading[1].replace(/[*_`]/g, '').trim() : '';
}
