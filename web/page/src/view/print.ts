/** Prints puzzles, each with its name and a QR code that opens it. This is a separate script, which printing loads. */

import { generate } from 'lean-qr/nano';
import type { Position } from '../board';
import { BoardView, scene } from '../draw/board';
import { h, s } from '../draw/dom';
import type { Overlay } from '../draw/step';
import type { Words } from '../text';

export interface Printed {
  position: Position;
  /** The text above the board. */
  title: string;
  /** The address of the puzzle. */
  link: string;
}

/** The maximum number of puzzles on a page with codes. */
const CODES = 6;
/** The width of the white border that the standard requires. */
const QUIET = 4;

/** Returns a text as a QR code. */
function code(text: string): SVGElement {
  const modules = generate(text);
  const dark = [];
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  const size = modules.size + 2 * QUIET;
  return s(
    'svg',
    { viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`, class: 'code' },
    s('path', { d: dark.join(''), 'shape-rendering': 'crispEdges' }),
  );
}

function page(puzzles: readonly Printed[], kind: string): HTMLElement {
  return h(
    'div',
    { class: `page ${kind} of${puzzles.length}` },
    ...puzzles.map(({ position, title, link }) => {
      const view = new BoardView('');
      view.setLabels(false);
      view.show(scene(position));
      const hasCode = link !== '' && puzzles.length <= CODES;
      return h('figure', {}, h('figcaption', {}, title, hasCode && code(link)), view.element);
    }),
  );
}

/** Prints a step: the board with its drawing, the words of its card, and a QR code that opens it. */
export function printStep(position: Position, overlay: Overlay, card: HTMLElement, link: string): void {
  const view = new BoardView('');
  view.show({ ...scene(position), overlay });
  const words = card.cloneNode(true) as HTMLElement;
  for (const control of words.querySelectorAll('.take, .branch-bar')) control.remove();
  for (const line of words.querySelectorAll('.on')) line.classList.remove('on');
  printSheet(h('div', { class: 'sheet step' }, code(link), view.element, words));
}

/** Prints puzzles instead of the page, and their solutions on a page after them. */
export function printBoards(words: Words, puzzles: readonly Printed[], answers: readonly Position[]): void {
  const sheet = h('div', { class: 'sheet' }, page(puzzles, 'puzzles'));
  if (answers.length > 0)
    sheet.append(
      h('h2', {}, words.answers),
      page(
        answers.map((position, at) => ({ position, title: String(at + 1), link: '' })),
        'answers',
      ),
    );
  printSheet(sheet);
}

/** Prints a sheet instead of the page. */
export function printSheet(sheet: HTMLElement): void {
  document.body.append(sheet);
  document.body.classList.add('prints-sheet');
  const done = () => {
    sheet.remove();
    document.body.classList.remove('prints-sheet');
  };
  addEventListener('afterprint', done, { once: true });
  print();
}
