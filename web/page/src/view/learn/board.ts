/** The board of a lesson, and the card of its step. It has its own position, so it does not change the player's game. */

import { EMPTY, fromPuzzle, type Position, reduce, type State } from '../../board';
import { NOTHING, type Overlay } from '../../draw/step';
import type { ExampleData } from '../../replies';
import { SudokuBoard } from '../../sudoku-board';
import type { Words } from '../../text';
import { StepCard } from '../hint';

/** The position before the step of an example. */
export const positionOf = ({ puzzle, candidates, givens }: ExampleData): Position =>
  fromPuzzle(puzzle, candidates, givens);

export class LessonBoard {
  readonly element = new SudokuBoard();
  readonly card: StepCard;
  /** Handles a press of a digit or of Enter, which is 0, on the board. */
  press: (digit: number) => void = () => undefined;

  constructor(words: Words, label: string) {
    const { element } = this;
    this.card = new StepCard({ words, setLook: (look) => this.setLook(look) });
    element.setAttribute('labels', '');
    element.setAttribute('label', label);
    element.look = { ...element.look, peers: false, same: false };
    element.owner = (action) => {
      if (action.type === 'digit') this.press(action.digit);
      return ['select', 'move', 'revert'].includes(action.type) ? reduce(element.state, action) : element.state;
    };
    element.addEventListener('linkselect', () => this.card.mark(element.look.strong));
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      this.press(0);
      event.preventDefault();
    });
    this.load();
  }

  get state(): State {
    return this.element.state;
  }

  /** Returns words for screen readers that follow the content of a cell. */
  set also(also: (cell: number) => string) {
    this.element.also = also;
  }

  load(position: Position = EMPTY): void {
    const { element } = this;
    element.state = { ...element.state, position, selected: [] };
    this.setLook({ overlay: NOTHING, strong: [] });
  }

  setLook(look: { overlay?: Overlay; strong?: readonly number[] }): void {
    const { element } = this;
    element.look = { ...element.look, ...look };
    this.card.mark(element.look.strong);
  }
}
