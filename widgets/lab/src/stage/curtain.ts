/**
 * What lies over the slides: a black screen, the pointer, the pen, the keys, one panel of a picture, a vote.
 */
import { add } from '../dom';
import { KEYS } from './keys';

export class Curtain {
  readonly root: HTMLElement;
  private readonly dot: HTMLElement;
  private readonly said: HTMLElement;
  private readonly where: HTMLElement;
  private pen: Pen | null = null;
  private pointing = false;
  /** What is to be done when a layer goes, whoever takes it away. */
  private readonly gone = new Map<Element, () => void>();

  constructor(page: Document) {
    this.root = add(page.body, 'div', { class: 'shiftlab-curtain', 'data-shiftlab-curtain': '' });
    this.dot = add(this.root, 'div', { class: 'shiftlab-dot', 'aria-hidden': 'true' });
    this.dot.hidden = true;
    const foot = add(this.root, 'div', { class: 'shiftlab-foot' });
    this.said = add(foot, 'span', { role: 'status', 'data-shiftlab-said': '' });
    this.where = add(foot, 'span', { 'data-shiftlab-where': '' });
    page.addEventListener('pointermove', this.follow);
  }

  dispose(): void {
    this.root.ownerDocument.removeEventListener('pointermove', this.follow);
    this.root.remove();
  }

  /** A sentence at the foot of the screen. */
  say(text: string): void {
    this.said.textContent = text;
  }

  place(text: string): void {
    this.where.textContent = text;
  }

  /** A layer over everything, by name; twice is off. Returns it if it is on now; `gone` is called when it goes. */
  toggle(name: string, gone?: () => void): HTMLElement | null {
    if (this.drop(name)) return null;
    this.lift(); // one at a time
    const layer = add(this.root, 'div', { class: `shiftlab-layer shiftlab-${name}`, 'data-shiftlab-layer': name });
    if (gone) this.gone.set(layer, gone);
    return layer;
  }

  /** Takes a layer away; whether it was there. */
  drop(name: string): boolean {
    const layer = this.layer(name);
    if (layer) this.take(layer);
    return layer !== null;
  }

  layer(name: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-shiftlab-layer="${name}"]`);
  }

  /** Takes away what lies over the slides; whether something did. */
  lift(): boolean {
    const layers = this.root.querySelectorAll('[data-shiftlab-layer]');
    const busy = layers.length > 0 || this.pen !== null;
    for (const layer of layers) this.take(layer);
    this.pen?.stop();
    this.pen = null;
    return busy;
  }

  help(): void {
    const layer = this.toggle('help');
    if (!layer) return;
    layer.setAttribute('role', 'dialog');
    layer.setAttribute('aria-label', 'Keys');
    const table = add(layer, 'table');
    for (const { key, about } of KEYS) {
      const row = add(table, 'tr');
      add(add(row, 'th', { scope: 'row' }), 'kbd', {}, key === 'PageDown' ? 'Page ↓' : key === 'PageUp' ? 'Page ↑' : key);
      add(row, 'td', {}, about);
    }
  }

  /** The slides to choose from. */
  overview(titles: string[], here: number, go: (slide: number) => void): void {
    const layer = this.toggle('overview');
    if (!layer) return;
    const nav = add(layer, 'nav', { 'aria-label': 'Slides' });
    const list = add(nav, 'ol');
    titles.forEach((title, i) => {
      const button = add(add(list, 'li'), 'button', { type: 'button' }, title);
      if (i === here) button.setAttribute('aria-current', 'step');
      button.addEventListener('click', () => {
        this.take(layer);
        go(i);
      });
      if (i === here) button.focus();
    });
  }

  draw(): void {
    if (this.pen) {
      this.pen.stop();
      this.pen = null;
    } else {
      this.pen = new Pen(this.root);
    }
  }

  /** Nothing that was drawn on one slide stays on the next. */
  wipe(): void {
    this.pen?.wipe();
  }

  point(): void {
    this.pointing = !this.pointing;
    this.dot.hidden = true; // until the mouse moves
    this.root.ownerDocument.body.classList.toggle('shiftlab-pointing', this.pointing);
  }

  /** The dot, at a place of the screen; without one it is gone. */
  pointAt(x?: number, y?: number): void {
    this.dot.hidden = x === undefined;
    if (x !== undefined) this.dot.style.translate = `${x}px ${y}px`;
  }

  private take(layer: Element): void {
    layer.remove();
    this.gone.get(layer)?.();
    this.gone.delete(layer);
  }

  private readonly follow = (event: PointerEvent) => {
    if (this.pointing) this.pointAt(event.clientX, event.clientY);
  };
}

/** Lines drawn with mouse, finger or pen. */
class Pen {
  private readonly canvas: HTMLCanvasElement;

  constructor(parent: HTMLElement) {
    this.canvas = add(parent, 'canvas', { class: 'shiftlab-pen', 'aria-hidden': 'true' });
    const { width, height } = parent.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const context = this.canvas.getContext('2d')!;
    context.scale(ratio, ratio);
    context.lineWidth = 5;
    context.lineCap = context.lineJoin = 'round';
    context.strokeStyle = '#d55e00';
    this.canvas.addEventListener('pointerdown', event => {
      this.canvas.setPointerCapture(event.pointerId);
      context.beginPath();
      context.moveTo(event.offsetX, event.offsetY);
      context.lineTo(event.offsetX, event.offsetY);
      context.stroke();
    });
    this.canvas.addEventListener('pointermove', event => {
      if (!this.canvas.hasPointerCapture(event.pointerId)) return;
      context.lineTo(event.offsetX, event.offsetY);
      context.stroke();
    });
  }

  wipe(): void {
    this.canvas.getContext('2d')!.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  stop(): void {
    this.canvas.remove();
  }
}
