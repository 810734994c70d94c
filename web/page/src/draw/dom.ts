/** Functions that make elements. None reads HTML from text. */

type Value = string | number | boolean | undefined | ((event: never) => void);

export type Child = Node | string | undefined | false;

/** Sets attributes. A function becomes a listener; false and undefined remove the attribute. */
function dress(element: Element, attributes: Record<string, Value>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
}

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return element;
}

export function s<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  dress(element, attributes);
  element.append(...children);
  return element;
}

/** The controls that can have the focus, and a name that tells them apart. */
const CONTROLS = 'button, select, input, textarea, a, [tabindex]';
const nameOf = (control: Element): string =>
  [
    control.tagName,
    control.id,
    control.getAttribute('aria-label'),
    control.closest('label')?.firstChild?.textContent,
    control instanceof HTMLSelectElement ? '' : control.textContent,
  ].join('|');

/**
 * Replaces the content of an element. The focus goes to the same control, or to another one of its kind. A list or a
 * field must not get the focus of a button, because it takes the shortcuts of the page as its own keys.
 */
export function refill(element: HTMLElement, ...children: (Node | string)[]): void {
  const focused = document.activeElement;
  const old =
    focused && element.contains(focused) && focused !== element ? [...element.querySelectorAll(CONTROLS)] : [];
  const at = old.indexOf(focused!);
  element.replaceChildren(...children);
  if (at < 0) return;
  if (element.contains(focused)) return (focused as HTMLElement).focus({ preventScroll: true });
  const now = [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.closest('[hidden]') === null,
  );
  const same = now.find((control) => nameOf(control) === nameOf(focused!));
  const alike = now.slice(0, at + 1).filter(({ tagName }) => tagName === focused!.tagName);
  (same ?? alike[alike.length - 1] ?? now[Math.min(at, now.length - 1)])?.focus({ preventScroll: true });
}

/** Sets the text of an element if it differs, because setting the same text would cause a new layout. */
export function setText(element: Element, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

/** Returns a button with a text. */
export const button = (words: string, press: () => void, attributes: Record<string, Value> = {}): HTMLButtonElement =>
  h('button', { type: 'button', click: press, ...attributes }, words);

/** Returns a checkbox with its label. */
export function tick(words: string, on: boolean, change: (on: boolean) => void): HTMLLabelElement {
  const input = h('input', { type: 'checkbox', change: () => change(input.checked) });
  input.checked = on;
  return h('label', { class: 'tick' }, input, words);
}

/** Returns a drop-down list with its label. */
export function choice(
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  value: string,
  change: (value: string) => void,
): HTMLLabelElement {
  const select = h('select', { change: () => change(select.value) });
  for (const [each, words] of options) select.append(h('option', { value: each }, words));
  select.value = value;
  return h('label', { class: 'field' }, label, select);
}
