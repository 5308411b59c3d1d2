/** Pictures on stage: as large as there is room, an explorer's and those that stand still. */

/** The picture of a part: what holds that of an explorer, or a still. Where there are several, each has its own size. */
export function pictureIn(node: HTMLElement): HTMLElement | null {
  const found = [...node.querySelectorAll<HTMLElement>('[data-shiftlab-picture], .jp-OutputArea-output img')].filter(
    one => one.checkVisibility() && !(one.tagName === 'IMG' && one.closest('[data-shiftlab-picture]'))
  );
  if (node.tagName === 'IMG') return node;
  return found.length === 1 ? found[0] : null;
}

/** Makes it less tall by so many pixels, but not less tall than `least`. */
export function shrinkPicture(picture: HTMLElement, by: number, least: number): void {
  const image = picture.tagName === 'IMG' ? picture : picture.querySelector('img');
  const box = image?.getBoundingClientRect();
  if (!box?.height) return;
  const height = Math.max(least, box.height - by);
  const explorer = picture.closest<HTMLElement>('.shiftlab-explorer');
  if (!explorer) picture.style.maxHeight = `${Math.floor(height)}px`;
  else explorer.style.setProperty('--shiftlab-figure', `${Math.floor((height * box.width) / box.height)}px`);
}

/** Its sentence runs on below the controls, unless they reach below the picture. */
export function placeCaption(picture: HTMLElement): void {
  const stage = picture.closest('.shiftlab-stage');
  const controls = stage?.querySelector('.shiftlab-beside')?.lastElementChild?.getBoundingClientRect();
  const image = picture.querySelector('img')?.getBoundingClientRect();
  stage?.classList.toggle('shiftlab-wide-caption', Boolean(controls && image && controls.bottom <= image.bottom));
}

/** As large as it would be by itself. */
export function release(picture: HTMLElement): void {
  picture.style.maxHeight = '';
  picture.closest('.shiftlab-stage')?.classList.remove('shiftlab-wide-caption');
  picture.closest<HTMLElement>('.shiftlab-explorer')?.style.removeProperty('--shiftlab-figure');
}
