/** A small picture of a board: clues dark, entries light. */

import type { Position } from '../board';
import { s } from './dom';

export function thumbnail({ values, givens }: Position): SVGElement {
  const path = (isWanted: (cell: number) => boolean) =>
    values
      .map((value, cell) =>
        value && isWanted(cell) ? `M${(cell % 9) * 10 + 2} ${Math.floor(cell / 9) * 10 + 2}h6v6h-6z` : '',
      )
      .join('');
  return s(
    'svg',
    { viewBox: '-1 -1 92 92', class: 'thumbnail', 'aria-hidden': 'true' },
    s('path', { class: 'thumb-lines', d: 'M0 0H90V90H0zM30 0V90M60 0V90M0 30H90M0 60H90' }),
    s('path', { class: 'thumb-given', d: path((cell) => givens[cell]! > 0) }),
    s('path', { class: 'thumb-entry', d: path((cell) => !givens[cell]) }),
  );
}
