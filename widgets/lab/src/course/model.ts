/** How far one is, as the server last said it, and which lesson is open. */
import { PathExt } from '@jupyterlab/coreutils';
import { Signal } from '@lumino/signaling';

import { api } from './api';
import type { Course, Lesson } from './api';

const LOOK_AGAIN = 3000; // ms, while somebody can see it: what is pressed in a notebook is kept by its kernel

export class CourseModel {
  /** None before the server has answered, and where there is no course. */
  course: Course | null = null;
  readonly changed = new Signal<this, void>(this);
  readonly said = new Signal<this, string>(this);

  /** The path of the notebook that one is in. */
  private open = '';
  private heard = '';
  private timer = 0;
  private asking: Promise<void> | null = null;
  private next: Promise<void> | null = null;

  get folder(): string {
    return this.course?.folder ?? '';
  }

  /** A lesson's path, from the server's root. */
  path(lesson: { file: string }): string {
    return PathExt.join(this.folder, lesson.file);
  }

  lesson(number: string): Lesson | undefined {
    return this.course?.lessons.find(one => one.number === number);
  }

  /** The lesson of a notebook. */
  at(path: string): Lesson | undefined {
    return this.course?.lessons.find(one => this.path(one) === path);
  }

  /** The lesson that one is in. */
  get here(): Lesson | undefined {
    return this.at(this.open);
  }

  /** One is in this notebook now. */
  enter(path: string): void {
    if (path === this.open) return;
    this.open = path;
    this.changed.emit();
    void this.refresh();
  }

  /** Say something to who cannot see what has happened. */
  say(text: string): void {
    this.said.emit(text);
  }

  /** Ask the server. Who asks meanwhile is answered by one question more: what was done since counts. */
  refresh(): Promise<void> {
    if (this.asking) {
      const again = () => {
        this.next = null;
        return this.refresh();
      };
      return (this.next ??= this.asking.then(again, again)); // a request that failed stops nothing
    }
    this.asking = this.look().finally(() => (this.asking = null));
    return this.asking;
  }

  /** Ask again and again, as long as somebody can see it. */
  watch(on: boolean): void {
    window.clearInterval(this.timer);
    if (!on) return;
    void this.refresh();
    this.timer = window.setInterval(() => {
      if (!document.hidden) void this.refresh();
    }, LOOK_AGAIN);
  }

  async act(what: 'start' | 'reset' | 'forget' | 'where', number: string, more: object = {}) {
    const done = await api.act(this.folder, { do: what, number, ...more });
    await this.refresh();
    return done;
  }

  private async look(): Promise<void> {
    // a notebook elsewhere leaves the course where it is
    for (const folder of new Set([PathExt.dirname(this.open), this.folder])) {
      const found = await api.course(folder).catch(() => null);
      if (!found?.course) continue;
      const heard = JSON.stringify(found);
      if (heard === this.heard) return;
      [this.heard, this.course] = [heard, found];
      this.changed.emit();
      return;
    }
  }
}
