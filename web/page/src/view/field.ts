/** The board of the game: its drawing, the message below it, and its reaction to a pointer. */

import { digitsOf, ERASER, type State } from '../board';
import { BoardView, type Scene } from '../draw/board';
import { h, setText } from '../draw/dom';
import type { App } from './app';
import { titleOf } from './home';

const narrow = matchMedia('(max-width: 599px)');

/** The parts of the page that only its board uses. */
export interface FieldApp extends App {
  /** True if a tap writes: the player chose a digit first, and the pad that shows it is visible. */
  holds(): boolean;
  /** Takes back all changes since a state, if nothing else was entered since `after`. */
  revert(before: State, after: State): void;
  /** A cell was pressed: the board gets the focus, and the first screen gives way to the game. */
  touched(): void;
  /** The cells that are shown as wrong. */
  wrongCells(): ReadonlySet<number>;
}

export class Field {
  readonly element: HTMLElement;
  readonly output: HTMLOutputElement;
  private readonly board: BoardView;
  private readonly strip = h('p', { class: 'strip', hidden: true });
  /** The state of the touch gesture on the board. */
  private finger: { before: State; after: State } | undefined;
  private lastDown = { cell: -1, at: 0 };

  private readonly title = h('h2', {});
  private readonly facts = h('p', { class: 'facts' });

  constructor(
    private readonly app: FieldApp,
    clock: HTMLElement,
  ) {
    this.board = new BoardView(app.words.board, {
      down: (cell, event) => this.down(cell, event),
      link: (at) => app.setLook({ strong: app.look.strong.length === 1 && app.look.strong[0] === at ? [] : [at] }),
      drag: (cells) => {
        if (app.holds()) return;
        for (const cell of cells) {
          if (!app.state.selected.includes(cell)) app.dispatch({ type: 'select', cell, how: 'extend' });
        }
      },
      cancel: () => {
        if (this.finger) app.revert(this.finger.before, this.finger.after);
      },
      focus: (cell) => {
        if (cell !== app.state.cursor) app.dispatch({ type: 'select', cell });
      },
    });
    this.board.setLabels(!narrow.matches);
    narrow.addEventListener('change', () => this.board.setLabels(!narrow.matches));
    this.output = h('output', { 'aria-live': 'polite', class: 'says' });
    this.element = h(
      'div',
      { class: 'field-of-play', id: 'board' },
      h('div', { class: 'title-row' }, h('div', {}, this.title, this.facts), clock),
      this.board.element,
      this.strip,
      this.output,
    );
  }

  /** Puts the line below the board back, after another place has shown it. */
  mount(): void {
    this.element.append(this.output);
  }

  show(): void {
    const { state, look, words, settings } = this.app;
    const position = look.ghost ?? state.position;
    const shown: Scene = {
      position,
      selected: look.ghost ? [] : state.selected,
      cursor: state.cursor,
      overlay: look.overlay,
      wrong: this.app.wrongCells(),
      differ: look.differ,
      peers: settings.peers && !look.ghost,
      same: settings.same,
      hidesConflicts: settings.mistakes === 'never',
      filter: this.app.filter,
      held: this.app.holds() && state.held !== ERASER ? state.held : 0,
      strong: look.strong,
    };
    this.board.show(shown, (cell, isBad) => {
      const marks = digitsOf(position.corner[cell]! | position.centre[cell]!);
      const colours = digitsOf(position.colours[cell]!);
      const isGiven = position.givens[cell]! > 0;
      return (
        words.describe(cell, position.values[cell]!, isGiven, marks, isBad) +
        (colours.length > 0 ? words.colours(colours) : '')
      );
    });
    this.board.element.classList.toggle('ghost', look.ghost !== undefined);
    const [title, facts] = titleOf(this.app);
    setText(this.title, title);
    setText(this.facts, facts);
    this.strip.hidden = look.note === '';
    setText(this.strip, look.note);
  }

  focus(): void {
    this.board.cells[this.app.state.cursor]?.focus({ preventScroll: true });
  }

  /** Returns true if a key that was pressed on this target is meant for the board. */
  takes(target: EventTarget | null): boolean {
    return target === document.body || this.board.element.contains(target as Node);
  }

  private down(cell: number, event: PointerEvent): void {
    const { app, lastDown } = this;
    const before = app.state;
    const isSame = lastDown.cell === cell && event.timeStamp - lastDown.at < 450;
    this.lastDown = { cell, at: isSame ? 0 : event.timeStamp };
    const isOnly = before.selected.length === 1 && before.selected[0] === cell;
    if (event.shiftKey) app.dispatch({ type: 'select', cell, how: 'extend' });
    else if (event.ctrlKey || event.metaKey) app.dispatch({ type: 'select', cell, how: 'toggle' });
    else if (app.holds()) app.dispatch({ type: 'tap', cell });
    else if (isSame && isOnly) app.dispatch({ type: 'promote', cell });
    else app.dispatch({ type: 'select', cell });
    app.touched();
    this.finger = { before, after: app.state };
  }
}
