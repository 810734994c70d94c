/** The board of a lesson, and the card of its step. It has its own position, so it does not change the player's game. */

import { digitsOf, EMPTY, fromPuzzle, type Position, reduce, START, type State } from '../../board';
import { BoardView, scene } from '../../draw/board';
import { NOTHING, type Overlay } from '../../draw/step';
import { actionOf } from '../../input';
import type { ExampleData } from '../../replies';
import type { Words } from '../../text';
import { StepCard } from '../hint';

/** The position before the step of an example. */
export const positionOf = ({ puzzle, candidates, givens }: ExampleData): Position =>
  fromPuzzle(puzzle, candidates, givens);

export class LessonBoard {
  readonly element: HTMLElement;
  readonly card: StepCard;
  /** Handles a digit, or Enter as 0, that is pressed on the board. */
  press: (digit: number) => void = () => undefined;
  /** Returns words for screen readers that follow the content of a cell. */
  also: (cell: number) => string = () => '';
  state: State = { ...START, selected: [] };
  private overlay: Overlay = NOTHING;
  private strong: readonly number[] = [];
  private readonly view: BoardView;

  constructor(
    private readonly words: Words,
    label: string,
  ) {
    this.card = new StepCard({ words, setLook: (look) => this.setLook(look) });
    const select = (cell: number, how: 'only' | 'extend' | 'toggle') => {
      this.state = reduce(this.state, { type: 'select', cell, how });
      this.show();
    };
    this.view = new BoardView(label, {
      down: (cell, event) => {
        select(cell, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
        this.focus();
      },
      link: (at) => this.setLook({ strong: this.strong[0] === at ? [] : [at] }),
      drag: (cells) => {
        for (const cell of cells) if (!this.state.selected.includes(cell)) select(cell, 'extend');
      },
      cancel: () => undefined,
      focus: (cell) => {
        if (cell !== this.state.cursor || this.state.selected.length === 0) select(cell, 'only');
      },
    });
    this.element = this.view.element;
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  load(position: Position = EMPTY): void {
    this.state = { ...this.state, position, selected: [] };
    this.overlay = NOTHING;
    this.strong = [];
    this.show();
  }

  setLook({ overlay = this.overlay, strong = this.strong }: { overlay?: Overlay; strong?: readonly number[] }): void {
    this.overlay = overlay;
    this.strong = strong;
    this.show();
    this.card.mark(strong);
  }

  focus(): void {
    this.view.cells[this.state.cursor]?.focus({ preventScroll: true });
  }

  private show(): void {
    const { overlay, strong, words } = this;
    const { position, selected, cursor } = this.state;
    this.view.show({ ...scene(position), overlay, strong, selected, cursor }, (cell, isBad) => {
      const marks = digitsOf(position.corner[cell]!);
      return words.describe(cell, position.values[cell]!, position.givens[cell]! > 0, marks, isBad) + this.also(cell);
    });
  }

  private key(event: KeyboardEvent): void {
    const action = actionOf(event, 'value');
    if (action?.type === 'move') {
      this.state = reduce(this.state, action);
      this.show();
      this.focus();
    } else if (action?.type === 'digit') this.press(action.digit);
    else if (event.key === 'Enter') this.press(0);
    else return;
    event.preventDefault();
  }
}
