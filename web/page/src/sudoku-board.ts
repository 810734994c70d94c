/** The board as a custom element, `<sudoku-board>`: the board of the page, of its lessons, and of other pages. */

import {
  type Action,
  conflicts,
  digitsOf,
  EMPTY,
  ERASER,
  fromPuzzle,
  isFull,
  line,
  type Position,
  reduce,
  START,
  type State,
} from './board';
import { BoardView, type Layer, type Scene, scene } from './draw/board';
import { h } from './draw/dom';
import { before, NOTHING, whole } from './draw/step';
import { type Question, question } from './engine';
import { actionOf } from './input';
import type { StepData } from './replies';
import { CELL_WORDS, type CellWords } from './text/cell';

/** The drawing over a board, and the highlights of its cells. */
export interface Look
  extends Pick<
    Scene,
    'overlay' | 'strong' | 'wrong' | 'broken' | 'differ' | 'filter' | 'peers' | 'same' | 'hidesConflicts'
  > {
  /** The board that is shown in place of the player's. */
  ghost: Position | undefined;
}

/** The drawings that a move removes. */
const NO_STEP = { overlay: NOTHING, strong: [], wrong: new Set<number>(), broken: new Set<number>() };

/** The maximum time between the two presses of a double press, in milliseconds. */
const DOUBLE = 450;

/** The properties that can be set before the element is defined. */
const EARLY = ['puzzle', 'position', 'step', 'wrong'] as const;

// A server that renders pages can import this module, but it has no `HTMLElement`.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * A board to play on, with the drawing of a step over it.
 *
 * Attributes: `puzzle` (81 characters; `.` or `0` is blank), `readonly`, `labels` (row and column numbers), `pad`
 * (buttons for touch), `label` (the name for screen readers), `lang` (`en`, `ko`) and `theme` (`light`, `dark`,
 * `contrast`; without it, the system decides).
 *
 * Events, which bubble: `change` after a changed value or mark, `solve` when a move makes the board full without a
 * conflict, `cellselect` after a change of the selected cells, and `linkselect` after a press on a link of the step.
 */
export class SudokuBoard extends Base {
  static readonly observedAttributes = ['puzzle', 'readonly', 'labels', 'pad', 'label', 'lang'];
  /**
   * Returns the style of a board with a shadow root. Without it, the style of the page around the board applies.
   */
  static style: (() => CSSStyleSheet) | undefined;

  /** Performs an action and returns the new state, for a page with its own state. */
  owner: ((action: Action) => State) | undefined;
  /** Returns more words about a cell for screen readers. */
  also: (cell: number) => string = () => '';
  private now = START;
  private drawn: Look = {
    ...NO_STEP,
    differ: new Set(),
    filter: 0,
    peers: true,
    same: true,
    hidesConflicts: false,
    ghost: undefined,
  };
  private shown: StepData | null = null;
  private under: Layer | undefined;
  private view: BoardView | undefined;
  private words: CellWords = CELL_WORDS.en;
  private pad: HTMLElement | undefined;
  private isStale = false;
  /** The states before and after the current touch, which a second finger reverts. */
  private touch = { before: START, after: START };
  private press = { cell: -1, at: 0 };
  private early: Partial<Pick<SudokuBoard, (typeof EARLY)[number]>> = {};

  constructor() {
    super();
    // Properties that were set before the element was defined hide those of its class.
    for (const name of EARLY) {
      if (!Object.hasOwn(this, name)) continue;
      this.early = { ...this.early, [name]: this[name] };
      Reflect.deleteProperty(this, name);
    }
  }

  connectedCallback(): void {
    if (this.view) return;
    const { style } = SudokuBoard;
    if (style) this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style()];
    Object.assign(this, this.early);
    this.build();
  }

  attributeChangedCallback(name: string, _: string | null, now: string | null): void {
    if (name === 'puzzle') this.load(now ?? '');
    else if (name === 'labels') this.view?.setLabels(now !== null);
    else if (this.view) this.build();
  }

  /** The clues: 81 characters. A new puzzle removes all entries and the history. */
  get puzzle(): string {
    return line(this.now.position.givens);
  }
  set puzzle(text: string) {
    this.setAttribute('puzzle', text);
  }

  /** The clues and entries: 81 characters. */
  get values(): string {
    return line(this.now.position.values);
  }

  /** The board as input for the engine: `engine.ask('hint', board.question)`. */
  get question(): Question {
    return question(this.now);
  }

  /** The whole content of the board, with marks and colors. Setting it removes the history. */
  get position(): Position {
    return this.now.position;
  }
  set position(position: Position) {
    this.now = reduce(this.now, { type: 'load', position });
    this.clear();
    this.change();
  }

  /** The board with its history and its selected cells. */
  get state(): State {
    return this.now;
  }
  set state(state: State) {
    this.now = state;
    this.change();
  }

  /** The drawing over the board, and the highlights of its cells. */
  get look(): Look {
    return this.drawn;
  }
  set look(look: Look) {
    this.drawn = look;
    this.change();
  }

  /** The selected cells, 0 to 80. */
  get selected(): readonly number[] {
    return this.now.selected;
  }

  /** The step that is drawn over the board. A move removes it. */
  get step(): StepData | null {
    return this.shown;
  }
  set step(step: StepData | null) {
    this.shown = step;
    this.look = { ...this.drawn, overlay: step ? whole(step) : NOTHING, strong: [] };
  }

  /** Cells that are crossed out as wrong. A move removes the crosses. */
  get wrong(): readonly number[] {
    return [...this.drawn.wrong];
  }
  set wrong(cells: readonly number[]) {
    this.look = { ...this.drawn, wrong: new Set(cells) };
  }

  /** Enters the digits of the step that is shown and removes its candidates, as one move. */
  applyStep(): void {
    if (this.shown) {
      this.dispatch({ type: 'step', place: this.shown.placements, remove: this.shown.eliminations });
    }
  }

  /** The shapes under the digits, such as the cages of a variant. */
  get layer(): Layer | undefined {
    return this.under;
  }
  set layer(layer: Layer | undefined) {
    this.under = layer;
    this.view?.setLayer(layer);
  }

  /** Performs a move, such as `{ type: 'undo' }`, `{ type: 'fill' }` or `{ type: 'digit', digit: 5 }`. */
  dispatch(action: Action): void {
    const old = this.now;
    const { isSolved } = this;
    this.now = this.owner ? this.owner(action) : reduce(old, action);
    const isChanged = this.now.position !== old.position;
    // A page with its own state also controls the drawing.
    if (isChanged && !this.owner) this.clear();
    this.change();
    if (this.now.selected !== old.selected) this.tell('cellselect');
    if (!isChanged) return;
    this.tell('change');
    if (this.isSolved && !isSolved) this.tell('solve');
  }

  /** True if the board is full and no digit is repeated. */
  get isSolved(): boolean {
    return isFull(this.now.position) && conflicts(this.now.position.values).size === 0;
  }

  override focus(options?: FocusOptions): void {
    this.view?.cells[this.now.cursor]?.focus(options);
  }

  /** Draws the changes. Without a call, the board draws them before the next frame. */
  draw(): void {
    const { view, now, drawn, shown } = this;
    this.isStale = false;
    if (!view) return;
    // A step is shown on the candidates that it was found on.
    const position = shown?.explanation
      ? { ...now.position, corner: before(shown.explanation), centre: EMPTY.centre }
      : (drawn.ghost ?? now.position);
    const isFixed = this.isFixed || shown !== null || drawn.ghost !== undefined;
    view.element.classList.toggle('ghost', drawn.ghost !== undefined);
    view.show(
      {
        ...scene(position),
        ...drawn,
        selected: isFixed ? [] : now.selected,
        cursor: now.cursor,
        held: now.held === ERASER ? 0 : now.held,
        peers: drawn.peers && !isFixed,
        same: drawn.same && !this.isFixed,
      },
      (cell, isBad) =>
        this.words.describe(
          cell,
          position.values[cell]!,
          position.givens[cell]! > 0,
          digitsOf(position.corner[cell]! | position.centre[cell]!),
          isBad,
          digitsOf(position.colours[cell]!),
        ) + this.also(cell),
    );
    this.pad?.querySelector('[aria-pressed]')?.setAttribute('aria-pressed', String(now.mode === 'corner'));
  }

  private get isFixed(): boolean {
    return this.hasAttribute('readonly');
  }

  private tell(name: 'cellselect' | 'change' | 'linkselect' | 'solve'): void {
    this.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
  }

  /** Draws before the next frame. */
  private change(): void {
    if (this.isStale) return;
    this.isStale = true;
    queueMicrotask(() => {
      if (this.isStale) this.draw();
    });
  }

  /** Removes the step and the crosses. */
  private clear(): void {
    this.shown = null;
    this.drawn = { ...this.drawn, ...NO_STEP };
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
    const root = this.shadowRoot ?? this;
    const hadFocus = root.contains((this.shadowRoot ?? document).activeElement);
    this.words = /^ko\b/i.test(this.closest('[lang]')?.getAttribute('lang') ?? '') ? CELL_WORDS.ko : CELL_WORDS.en;
    const view = new BoardView(this.getAttribute('label') ?? this.words.board, {
      down: (cell, event) => this.down(cell, event),
      drag: (cells) => {
        if (this.now.held) return;
        for (const cell of cells) {
          if (!this.now.selected.includes(cell)) this.dispatch({ type: 'select', cell, how: 'extend' });
        }
      },
      cancel: () => this.dispatch({ type: 'revert', ...this.touch }),
      link: (at) => {
        const { strong } = this.drawn;
        this.look = { ...this.drawn, strong: strong.length === 1 && strong[0] === at ? [] : [at] };
        this.tell('linkselect');
      },
      focus: (cell) => {
        if (cell !== this.now.cursor || this.now.selected.length === 0) this.dispatch({ type: 'select', cell });
      },
    });
    this.view = view;
    view.setLabels(this.hasAttribute('labels'));
    view.setLayer(this.under);
    view.element.addEventListener('keydown', (event) => this.key(event));
    this.pad = this.hasAttribute('pad') && !this.isFixed ? this.makePad() : undefined;
    root.replaceChildren(view.element, ...(this.pad ? [this.pad] : []));
    this.draw();
    if (hadFocus) this.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    const action = actionOf(event, this.now.mode);
    if (!action || (this.isFixed && action.type !== 'move')) return;
    event.preventDefault();
    this.dispatch(action);
    if (action.type === 'move') this.focus({ preventScroll: true });
  }

  private down(cell: number, event: PointerEvent): void {
    const { now, press } = this;
    const isSame = press.cell === cell && event.timeStamp - press.at < DOUBLE;
    this.press = { cell, at: isSame ? 0 : event.timeStamp };
    const isOnly = now.selected.length === 1 && now.selected[0] === cell;
    if (event.shiftKey) this.dispatch({ type: 'select', cell, how: 'extend' });
    else if (event.ctrlKey || event.metaKey) this.dispatch({ type: 'select', cell, how: 'toggle' });
    else if (this.isFixed) this.dispatch({ type: 'select', cell });
    else if (now.held) this.dispatch({ type: 'tap', cell });
    else if (isSame && isOnly) this.dispatch({ type: 'promote', cell });
    else this.dispatch({ type: 'select', cell });
    this.touch = { before: now, after: this.now };
    this.focus({ preventScroll: true });
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
      mode: this.now.mode === 'corner' ? 'value' : 'corner',
    }));
    mode.setAttribute('aria-pressed', 'false');
    digits.splice(5, 0, mode);
    const erase = key('⌫', words.erase, () => ({ type: 'erase' }));
    const undo = key('↶', words.undo, () => ({ type: 'undo' }));
    return h('div', { class: 'pad' }, ...digits, erase, undo);
  }
}

/** Makes `<sudoku-board>` known to the browser, once. */
export function define(): void {
  if (globalThis.customElements && !customElements.get('sudoku-board')) {
    customElements.define('sudoku-board', SudokuBoard);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sudoku-board': SudokuBoard;
  }
}
