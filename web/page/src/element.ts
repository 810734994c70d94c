/** The board as a custom element, `<sudoku-board>`, for the embedded page and for pages of others. */

import boardStyle from '../board.css';
import colorStyle from '../colors.css';
import {
  type Action,
  conflicts,
  digitsOf,
  EMPTY,
  fromPuzzle,
  isFull,
  line,
  type Mode,
  type Position,
  reduce,
  START,
} from './board';
import { BoardView, scene } from './draw/board';
import { h } from './draw/dom';
import { before, NOTHING, type Overlay, whole } from './draw/step';
import elementStyle from './element.css';
import { type Question, question } from './engine';
import { actionOf } from './input';
import type { StepData } from './replies';
import { CELL_WORDS, type CellWords } from './text/cell';

export type { Action, Mode, Position, Question, StepData };

let sheet: CSSStyleSheet | undefined;

/** Returns the style of all elements. A security policy allows it, because no element has a style of its own. */
function style(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(colorStyle + boardStyle + elementStyle);
  }
  return sheet;
}

// A server that renders a page imports the element, but has no `HTMLElement`.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * A board to play on, with the drawing of a step over it.
 *
 * Attributes: `puzzle` (81 characters; `.` or `0` is blank), `readonly`, `labels` (row and column numbers), `pad`
 * (buttons for touch), `lang` (`en`, `ko`) and `theme` (`light`, `dark`, `contrast`; without it, the system decides).
 *
 * Events, which bubble: `change` after a changed value or mark, `solve` when a move makes the board full without a
 * conflict, and `cellselect` after a change of the selected cells.
 */
export class SudokuBoard extends Base {
  static readonly observedAttributes = ['puzzle', 'readonly', 'labels', 'pad', 'lang'];

  private state = START;
  private view: BoardView | undefined;
  private pad: HTMLElement | undefined;
  private shown: StepData | null = null;
  private overlay: Overlay = NOTHING;
  private bad: ReadonlySet<number> = new Set();
  /** The state before the touch that is going on, which a second finger takes back. */
  private touched = START;

  connectedCallback(): void {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style()];
    this.build();
    // Properties that were set before the element was defined hide those of its class.
    for (const name of ['puzzle', 'position', 'step', 'wrong'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const early = this[name];
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: early });
    }
  }

  attributeChangedCallback(name: string, _: string | null, now: string | null): void {
    if (name === 'puzzle') this.load(now ?? '');
    else if (this.view) this.build();
  }

  /** The clues: 81 characters. A new puzzle removes all entries and the history. */
  get puzzle(): string {
    return line(this.state.position.givens);
  }
  set puzzle(text: string) {
    this.setAttribute('puzzle', text);
  }

  /** The clues and entries: 81 characters. */
  get values(): string {
    return line(this.state.position.values);
  }

  /** The board as the engine takes it: `engine.ask('hint', board.question)`. */
  get question(): Question {
    return question(this.state);
  }

  /** The whole content of the board, with marks and colors. Setting it removes the history. */
  get position(): Position {
    return this.state.position;
  }
  set position(position: Position) {
    this.state = reduce(this.state, { type: 'load', position });
    this.clear();
    this.show();
  }

  /** The selected cells, 0 to 80. */
  get selected(): readonly number[] {
    return this.state.selected;
  }

  /** The step that is drawn over the board. A move removes it. */
  get step(): StepData | null {
    return this.shown;
  }
  set step(step: StepData | null) {
    this.shown = step;
    this.overlay = step ? whole(step) : NOTHING;
    this.show();
  }

  /** Cells that are crossed out as wrong. A move removes the crosses. */
  get wrong(): readonly number[] {
    return [...this.bad];
  }
  set wrong(cells: readonly number[]) {
    this.bad = new Set(cells);
    this.show();
  }

  /** Enters the digits of the step that is shown and removes its candidates, as one move. */
  applyStep(): void {
    if (this.shown) {
      this.dispatch({ type: 'step', place: this.shown.placements, remove: this.shown.eliminations });
    }
  }

  /** Does a move, such as `{ type: 'undo' }`, `{ type: 'fill' }` or `{ type: 'digit', digit: 5 }`. */
  dispatch(action: Action): void {
    const old = this.state;
    const { isSolved } = this;
    this.state = reduce(old, action);
    const isChanged = this.state.position !== old.position;
    if (isChanged) this.clear();
    this.show();
    if (this.state.selected !== old.selected) this.tell('cellselect');
    if (!isChanged) return;
    this.tell('change');
    if (this.isSolved && !isSolved) this.tell('solve');
  }

  /** True if the board is full and no digit is repeated. */
  get isSolved(): boolean {
    return isFull(this.state.position) && conflicts(this.state.position.values).size === 0;
  }

  override focus(options?: FocusOptions): void {
    this.view?.cells[this.state.cursor]?.focus(options);
  }

  private get words(): CellWords {
    return /^ko\b/i.test(this.closest('[lang]')?.getAttribute('lang') ?? '') ? CELL_WORDS.ko : CELL_WORDS.en;
  }

  private get isFixed(): boolean {
    return this.hasAttribute('readonly');
  }

  private tell(name: 'cellselect' | 'change' | 'solve'): void {
    this.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
  }

  /** Removes the step and the crosses. */
  private clear(): void {
    this.shown = null;
    this.overlay = NOTHING;
    this.bad = new Set();
  }

  private load(text: string): void {
    if (text !== '' && !/^[.0-9]{81}$/.test(text)) {
      throw new RangeError(
        `A puzzle has 81 characters, digits and "." for a blank. This text has ${text.length} characters: ${text}`,
      );
    }
    this.position = fromPuzzle(text);
  }

  private build(): void {
    const root = this.shadowRoot!;
    const hadFocus = root.activeElement !== null;
    const select = (cell: number, how: 'only' | 'extend' | 'toggle') => this.dispatch({ type: 'select', cell, how });
    this.view = new BoardView(this.words.board, {
      down: (cell, event) => {
        this.touched = this.state;
        select(cell, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
        this.focus({ preventScroll: true });
      },
      drag: (cells) => {
        for (const cell of cells) if (!this.state.selected.includes(cell)) select(cell, 'extend');
      },
      cancel: () => {
        this.state = { ...this.state, cursor: this.touched.cursor, selected: this.touched.selected };
        this.show();
        this.tell('cellselect');
      },
      link: () => undefined,
      focus: (cell) => {
        if (cell !== this.state.cursor) select(cell, 'only');
      },
    });
    this.view.setLabels(this.hasAttribute('labels'));
    this.view.element.addEventListener('keydown', (event) => {
      const action = actionOf(event, this.state.mode);
      if (!action || (this.isFixed && action.type !== 'move')) return;
      event.preventDefault();
      this.dispatch(action);
    });
    this.pad = this.hasAttribute('pad') && !this.isFixed ? this.makePad() : undefined;
    root.replaceChildren(this.view.element, ...(this.pad ? [this.pad] : []));
    this.show();
    if (hadFocus) this.focus({ preventScroll: true });
  }

  private makePad(): HTMLElement {
    const key = (sign: string, label: string, action: () => Action) =>
      h('button', { type: 'button', 'aria-label': label, click: () => this.dispatch(action()) }, sign);
    const { words } = this;
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) =>
      key(String(digit), String(digit), () => ({ type: 'digit', digit })),
    );
    const mode = key('✎', words.marks, () => ({
      type: 'mode',
      mode: this.state.mode === 'corner' ? 'value' : 'corner',
    }));
    mode.setAttribute('aria-pressed', 'false');
    digits.splice(5, 0, mode);
    const erase = key('⌫', words.erase, () => ({ type: 'erase' }));
    const undo = key('↶', words.undo, () => ({ type: 'undo' }));
    return h('div', { class: 'pad' }, ...digits, erase, undo);
  }

  private show(): void {
    const { state, overlay, shown } = this;
    if (!this.view) return;
    // A step is shown on the candidates that it was found on.
    const position = shown?.explanation
      ? { ...state.position, corner: before(shown.explanation), centre: EMPTY.centre }
      : state.position;
    const isShown = shown !== null;
    this.view.show(
      {
        ...scene(position),
        selected: this.isFixed || isShown ? [] : state.selected,
        cursor: state.cursor,
        overlay,
        wrong: this.bad,
        peers: !this.isFixed,
        same: !this.isFixed,
      },
      (cell, isBad) =>
        this.words.describe(
          cell,
          position.values[cell]!,
          position.givens[cell]! > 0,
          digitsOf(position.corner[cell]! | position.centre[cell]!),
          isBad,
        ),
    );
    this.pad?.querySelector('[aria-pressed]')?.setAttribute('aria-pressed', String(state.mode === 'corner'));
  }
}

if (globalThis.customElements && !customElements.get('sudoku-board')) {
  customElements.define('sudoku-board', SudokuBoard);
}

declare global {
  interface HTMLElementTagNameMap {
    'sudoku-board': SudokuBoard;
  }
}
