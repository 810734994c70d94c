/** The input from outside of the page: keys, pasted text and dropped files. */

import { line } from './board';
import type { Page } from './page';
import { keysDialog } from './view/menu';

/**
 * Returns the key, with letters as ASCII. With another alphabet, such as Hangul, the position of the key
 * decides.
 */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length === 1 && key <= '~') return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox');

/** A file that is larger holds no single puzzle. */
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

/** Takes a key on a place without the board, if it is one of the place's. */
function placeKey(page: Page, event: KeyboardEvent): boolean {
  const key = keyOf(event);
  if (event.ctrlKey || event.metaKey || event.altKey || (key.length === 1 && !page.settings.singleKeys)) return false;
  return page.place.key?.(key) ?? false;
}

/** Takes a key on a place with the board, if it is one of the page's. */
function boardKey(page: Page, event: KeyboardEvent): boolean {
  const key = keyOf(event);
  const control = event.ctrlKey || event.metaKey;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
  const arrow = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
  const onBoard = page.field.takes(event.target);
  if (control && key === 'z') page.dispatch({ type: event.shiftKey ? 'redo' : 'undo' });
  else if (control && key === 'y') page.dispatch({ type: 'redo' });
  else if (event.altKey) return false;
  else if (page.look.ghost && (digit !== undefined || ['Delete', 'Backspace', ' '].includes(key))) {
    // A preview is shown, so ignore keys that would change the hidden board.
    page.say(page.look.note, true);
  } else if (arrow && onBoard) {
    page.dispatch({
      type: 'move',
      rows: arrow[0]!,
      columns: arrow[1]!,
      by: control ? 'box' : 'cell',
      extend: event.shiftKey,
    });
  } else if (digit !== undefined && digit !== '0') {
    const mode = event.shiftKey ? 'corner' : control ? 'centre' : page.state.mode;
    page.dispatch({ type: 'digit', digit: Number(digit), mode });
  } else if ((digit === '0' && !control) || key === 'Delete' || key === 'Backspace' || (key === ' ' && onBoard)) {
    page.dispatch({ type: 'erase' });
  } else if (control) return false;
  else return command(page, key, onBoard);
  return true;
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
