/** The input from outside of the page: keys, pasted text and dropped files. */

import { line } from './board';
import { actionOf, keyOf } from './input';
import type { Page } from './page';
import { keysDialog } from './view/menu';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox');

/** A larger file is a list, not a single puzzle. */
const LIST_BYTES = 20_000;

export function listen(page: Page): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isField(event.target) || document.querySelector('dialog[open]')) return;
    if (page.place.isBoard ? boardKey(page, event) : placeKey(page, event)) event.preventDefault();
  });
  document.addEventListener('paste', (event) => {
    if (isField(event.target)) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    // The clipboard has no text.
    if (text.trim() === '') return page.say(page.words.cannotRead);
    if (page.place.take) page.place.take(new Blob([text]));
    else void page.read(text);
  });
  document.addEventListener('copy', (event) => {
    if (isField(event.target) || getSelection()?.toString()) return;
    event.clipboardData?.setData('text/plain', line(page.state.position.values));
    event.preventDefault();
    page.say(page.words.copied);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) {
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (text.trim() !== '') void page.read(text);
    } else if (page.place.take || file.size > LIST_BYTES) {
      if (!page.place.take) page.openPlace('lists');
      page.place.take?.(file);
    } else {
      void file.text().then((text) => page.read(text));
    }
  });
}

/** Handles a key in a part of the page without the board, if this part uses the key. */
function placeKey(page: Page, event: KeyboardEvent): boolean {
  const key = keyOf(event);
  if (event.ctrlKey || event.metaKey || event.altKey || (key.length === 1 && !page.settings.singleKeys)) return false;
  return page.place.key?.(key) ?? false;
}

/** Handles a key in a part of the page with the board, if the page uses the key. */
function boardKey(page: Page, event: KeyboardEvent): boolean {
  const key = keyOf(event);
  const onBoard = page.field.takes(event.target);
  const action = actionOf(event, page.state.mode);
  if (action && (onBoard || (action.type !== 'move' && key !== ' '))) {
    page.field.act(action);
    return true;
  }
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  return command(page, key, onBoard);
}

function command(page: Page, key: string, onBoard: boolean): boolean {
  if (key === 'Enter' && !onBoard) return false;
  if (key === 'Enter' || key === 'Escape') return page.place.key?.(key) ?? false;
  if (!page.settings.singleKeys) return false;
  const mode = ({ z: 'value', x: 'corner', c: 'centre', v: 'colour' } as const)[key];
  if (mode) page.dispatch({ type: 'mode', mode });
  else if (key === 'f') page.dispatch({ type: 'fill' });
  else if (key === 'g') page.setFilter(page.state.position.values[page.state.cursor]! || page.filter);
  else if (key === '?') keysDialog(page);
  else return page.place.key?.(key) ?? false;
  return true;
}
