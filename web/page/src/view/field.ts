/** The board of the game and the texts around it. */

import type { Action, State } from '../board';
import type { Layer } from '../draw/board';
import { h, setText } from '../draw/dom';
import { SudokuBoard } from '../sudoku-board';
import type { App } from './app';
import { titleOf } from './home';

const narrow = matchMedia('(max-width: 599px)');

/** The functions of the page that only the board uses. */
export interface FieldApp extends App {
  /** True if a tap writes: the player chose a digit first, and the pad that shows it is visible. */
  holds(): boolean;
  /** Handles a press on the board: the first screen gives way to the game. */
  touched(): void;
  /** The cells that are shown as wrong. */
  wrongCells(): ReadonlySet<number>;
}

export class Field {
  readonly element: HTMLElement;
  readonly output: HTMLOutputElement;
  private readonly board = new SudokuBoard();
  private readonly strip = h('p', { class: 'strip', hidden: true });
  private readonly title = h('h2', {});
  private readonly facts = h('p', { class: 'facts' });
  private readonly list = h('div', {});
  /** The rules that are drawn. */
  private rules = '';

  constructor(
    private readonly app: FieldApp,
    clock: HTMLElement,
  ) {
    const { board } = this;
    board.owner = (action) => this.act(action);
    board.addEventListener('linkselect', () => app.setLook({ strong: board.look.strong }));
    board.addEventListener('pointerdown', ({ button }) => {
      if (button === 0) app.touched();
    });
    const label = () => board.toggleAttribute('labels', !narrow.matches);
    narrow.addEventListener('change', label);
    label();
    this.output = h('output', { 'aria-live': 'polite', class: 'says' });
    this.element = h(
      'div',
      { class: 'field-of-play', id: 'board' },
      h('div', { class: 'title-row' }, h('div', {}, this.title, this.facts), clock),
      board,
      this.strip,
      this.output,
      this.list,
    );
  }

  /** The drawing of the rules of a variant. */
  get layer(): Layer | undefined {
    return this.board.layer;
  }

  /** Moves the line back below the board after another place has shown it. */
  mount(): void {
    this.list.before(this.output);
  }

  show(): void {
    const { app, board } = this;
    const { look, settings } = app;
    board.state = this.state();
    board.look = {
      ...look,
      wrong: app.wrongCells(),
      filter: app.filter,
      peers: settings.peers,
      same: settings.same,
      hidesConflicts: settings.mistakes === 'never',
    };
    board.draw();
    if (app.game.rules !== this.rules) void this.showRules(app.game.rules).catch(app.failed);
    const [title, facts] = titleOf(app);
    setText(this.title, title);
    setText(this.facts, facts);
    this.strip.hidden = look.note === '';
    setText(this.strip, look.note);
  }

  /** Draws the rules of a variant, and lists them below the board. */
  private async showRules(rules: string): Promise<void> {
    const { app, board, list } = this;
    this.rules = rules;
    board.layer = undefined;
    board.also = () => '';
    list.replaceChildren();
    if (rules === '') return;
    const { listOf, viewOf } = await import('./variant');
    if (rules !== this.rules) return;
    const { layer, also } = viewOf(rules);
    board.layer = layer;
    board.also = also;
    board.draw();
    const rows = await listOf(app, rules);
    if (rules === this.rules) list.replaceChildren(rows);
  }

  /** Performs an action of a key or a pointer. Returns the new state. */
  act(action: Action): State {
    const { app } = this;
    // A preview is shown, so ignore actions that would change the hidden board.
    if (app.look.ghost && ['digit', 'erase', 'promote'].includes(action.type)) app.say(app.look.note, true);
    else app.dispatch(action);
    return this.state();
  }

  focus(): void {
    this.board.focus({ preventScroll: true });
  }

  /** Returns true if a key that was pressed on this target is meant for the board. */
  takes(target: EventTarget | null): boolean {
    return target === document.body || this.board.contains(target as Node);
  }

  /** The state for the board: it has the chosen digit only while a tap writes. */
  private state(): State {
    const { app } = this;
    return app.holds() ? app.state : { ...app.state, held: 0 };
  }
}
