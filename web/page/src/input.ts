/** The actions of keys on the board. */

import type { Action, Mode } from './board';

/**
 * Returns the key, with letters as ASCII. With another alphabet, such as Hangul, the position of the key
 * decides.
 */
export function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length === 1 && key <= '~') return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

const ARROWS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Returns the action of a key. Digits are read by their position, so Shift does not change them. */
export function actionOf(event: KeyboardEvent, mode: Mode): Action | undefined {
  const key = keyOf(event);
  const control = event.ctrlKey || event.metaKey;
  if (control && key === 'z') return { type: event.shiftKey ? 'redo' : 'undo' };
  if (control && key === 'y') return { type: 'redo' };
  if (event.altKey) return undefined;
  const arrow = ARROWS[key];
  if (arrow) {
    return { type: 'move', rows: arrow[0], columns: arrow[1], by: control ? 'box' : 'cell', extend: event.shiftKey };
  }
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
  if (digit !== undefined && digit !== '0') {
    return { type: 'digit', digit: Number(digit), mode: event.shiftKey ? 'corner' : control ? 'centre' : mode };
  }
  if ((digit === '0' && !control) || ['Delete', 'Backspace', ' '].includes(key)) return { type: 'erase' };
  return undefined;
}
