/** One panel of a picture after the other, over the whole screen. */
import type { Curtain } from './curtain';
import { closer, panelsOf, showPanel } from './panel';

const LAYER = 'enlarged';

export class Enlarged {
  private panel = -1; // none

  constructor(private readonly curtain: Curtain) {}

  /** The next panel of this picture; after the last, none. */
  next(picture: HTMLImageElement): void {
    const panels = panelsOf(picture, this.curtain.root.getBoundingClientRect());
    const next = this.panel + 1;
    this.end();
    const layer = next < panels.length && this.curtain.toggle(LAYER, this.gone);
    if (!layer) return;
    this.panel = next;
    showPanel(layer, picture, panels[next]);
  }

  end(): void {
    this.curtain.drop(LAYER);
  }

  /** Whatever has taken it away: pictures are as sharp as they have to be. */
  private readonly gone = (): void => {
    this.panel = -1;
    closer(1);
  };
}
