/** Sheets of puzzles, and their answers on a page behind. */

import { fromPuzzle } from '../board';
import { BoardView, scene } from '../draw/board';
import { h } from '../draw/dom';
import { facts as joined, type Words } from '../text';

/** A puzzle with its level and its rating, or nothing. */
export interface Printed {
  puzzle: string;
  facts: string;
}

function page(puzzles: readonly Printed[], kind: string): HTMLElement {
  return h(
    'div',
    { class: `page ${kind} of${puzzles.length}` },
    ...puzzles.map(({ puzzle, facts }, at) => {
      const view = new BoardView('');
      view.setLabels(false);
      view.show(scene(fromPuzzle(puzzle)));
      return h('figure', {}, view.element, h('figcaption', {}, joined(String(at + 1), facts)));
    }),
  );
}

/** Prints the puzzles instead of the page. */
export function printBoards(words: Words, puzzles: readonly Printed[], answers: readonly string[]): void {
  const sheet = h('div', { class: 'sheet' }, page(puzzles, 'puzzles'));
  if (answers.length > 0)
    sheet.append(
      h('h2', {}, words.answers),
      page(
        answers.map((puzzle) => ({ puzzle, facts: '' })),
        'answers',
      ),
    );
  document.body.append(sheet);
  document.body.classList.add('prints-sheet');
  const done = () => {
    sheet.remove();
    document.body.classList.remove('prints-sheet');
  };
  addEventListener('afterprint', done, { once: true });
  print();
}
