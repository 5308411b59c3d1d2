/** What all of the extension's own parts of the page use. */

export function add<Tag extends keyof HTMLElementTagNameMap>(
  parent: Element,
  tag: Tag,
  attributes: { [name: string]: string } = {},
  text = ''
): HTMLElementTagNameMap[Tag] {
  const made = parent.ownerDocument.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  parent.append(made);
  return made;
}

/** A button that says what it does. */
export function addButton(parent: Element, text: string, about: string, press: () => void): HTMLButtonElement {
  const button = add(parent, 'button', { type: 'button', ...(about ? { title: about } : {}) }, text);
  button.addEventListener('click', press);
  return button;
}

/** Fills `parent` anew; the button that had the focus has it again if there is still one of its name. */
export function refill(parent: HTMLElement, fill: () => void): void {
  const name = (button: Element | null) => button?.getAttribute('aria-label') ?? button?.textContent;
  const focused = parent.contains(parent.ownerDocument.activeElement) ? name(parent.ownerDocument.activeElement) : null;
  parent.replaceChildren();
  fill();
  if (focused) [...parent.querySelectorAll('button')].find(button => name(button) === focused)?.focus();
}
