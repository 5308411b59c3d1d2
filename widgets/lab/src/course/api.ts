/** What the server knows of the course, by the routes in `shiftlab_widgets/server`. */
import { URLExt } from '@jupyterlab/coreutils';

import { request } from '../server';

export interface State {
  id: string;
  title: string;
  done: boolean;
  state: string;
}

export interface Lesson {
  number: string;
  title: string;
  about: string;
  minutes: number;
  file: string;
  started: boolean;
  /** How many copies were put aside. */
  aside: number;
  /** "3 of 5 exercises, 2 of 4 predictions" */
  done: string;
  exercises: State[];
  predictions: State[];
}

export interface Place {
  number: string;
  title: string;
  file: string;
  cell: string;
  index: number;
}

export interface Course {
  course: true;
  /** The course folder, from the server's root. */
  folder: string;
  profile: string;
  lessons: Lesson[];
  said: string[];
  where: Place | null;
  due: number;
}

export interface Question {
  id: string;
  lesson: string;
  text: string;
  choices: string[];
}

export interface Reply {
  right: boolean;
  head: string;
  body: string[];
}

export interface Finding {
  what: string;
  found: string;
  cure: string;
  fine: boolean;
}

export interface Told {
  experiment: string;
  settings: { [name: string]: unknown };
  changes: string;
  lessons: string[];
}

/** What can be asked in a course folder. */
export const api = {
  course: (folder: string) => ask<Course | { course: false }>('', { folder }),
  act: (folder: string, asked: object) => ask<{ file?: string; aside?: string; forgotten?: number }>('', { folder }, asked),
  due: (folder: string) => ask<{ due: Question[]; next: string | null }>('/review', { folder }),
  answer: (folder: string, id: string, choice: string) => ask<Reply>('/review', { folder }, { id, choice }),
  doctor: (folder: string) => ask<{ findings: Finding[]; 'at once': string }>('/doctor', { folder }),
  /** Of a token; the word itself is the server's own, for who is signed in. */
  state: (token: string) => ask<Told>('/state', { state: token })
};

function ask<Answer>(path: string, query: { [name: string]: string }, body?: object): Promise<Answer> {
  return request<Answer>(`course${path}${URLExt.objectToQueryString(query)}`, body);
}
