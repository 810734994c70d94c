/** Changes of the puzzle on the board: harder, easier, minimal. */

import { isBlank, line, parseLine, puzzleOf } from '../board';
import { button, h } from '../draw/dom';
import { messageOf, Stopped } from '../engine';
import type { App, Panel } from './app';

const CHANGES = ['harder', 'easier', 'minimal'] as const;
type Change = (typeof CHANGES)[number];
/** The digit of each cell; 0 is blank. */
type Clues = readonly number[];

/** The maximum number of solutions that are compared. */
const MOST = 1000;

const put = (clues: Clues, cell: number, digit: number): Clues => clues.map((old, at) => (at === cell ? digit : old));

const cellsOf = (clues: Clues, isClue: boolean): number[] =>
  clues.flatMap((digit, cell) => (digit > 0 === isClue ? [cell] : []));

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => [Math.random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);

export class ChangePanel implements Panel {
  readonly element: HTMLElement;
  private readonly result = h('div', { class: 'result' });
  private readonly stop: HTMLButtonElement;
  /** The number of the last request. It also grows when the board changes. */
  private ticket = 0;

  constructor(private readonly app: App) {
    const { words } = app;
    this.stop = button(words.stop, () => app.slow.stop(), { hidden: true });
    this.element = h(
      'div',
      { class: 'panel change' },
      h('p', { class: 'soft' }, words.changeIntro),
      h(
        'div',
        { class: 'row-of' },
        ...CHANGES.map((change) => button(words.changes[change], () => void this.change(change))),
        this.stop,
      ),
      this.result,
    );
  }

  private tell(text: string, ...more: HTMLElement[]): void {
    this.result.replaceChildren(h('p', { class: 'note' }, text), ...more);
    this.app.say(text, true);
    this.result.scrollIntoView({ block: 'nearest' });
  }

  /** Looks for a changed puzzle and puts it on the board, unless the board changes in the meantime. */
  private async change(change: Change): Promise<void> {
    const { app } = this;
    const { position } = app.state;
    if (app.game.rules !== '') return this.tell(app.words.noChangeOfRules);
    if (isBlank(position)) return this.tell(app.words.emptyBoard);
    const ticket = ++this.ticket;
    const isStale = () => ticket !== this.ticket;
    if (app.slow.awaited > 0) app.slow.stop();
    this.stop.hidden = false;
    try {
      const old = parseLine(puzzleOf(position));
      const [text, clues] = await this.find(change, old, isStale);
      if (isStale()) return;
      this.stop.hidden = true;
      if (!clues) return this.tell(text);
      app.dispatch({ type: 'restart', clues });
      app.setLook({ differ: new Set(clues.flatMap((digit, cell) => (digit === old[cell] ? [] : [cell]))) });
      const undo = () => {
        app.dispatch({ type: 'undo' });
        app.focusBoard();
      };
      this.tell(
        text,
        h(
          'div',
          { class: 'row-of' },
          button(app.words.playIt, () => app.begin(), { class: 'main' }),
          button(app.words.undo, undo),
        ),
      );
    } catch (why) {
      if (isStale()) return;
      this.stop.hidden = true;
      this.tell(why instanceof Stopped ? app.words.stopped : messageOf(why));
    }
  }

  /** Returns a changed puzzle and a text about the change. If no changed puzzle exists, the text is the reason. */
  private async find(change: Change, old: Clues, isStale: () => boolean): Promise<[text: string, clues?: Clues]> {
    const {
      slow,
      words,
      settings: { scale },
    } = this.app;
    const { solutions, solution, differ, redundant } = await slow.ask('check', { puzzle: line(old) });
    if (solutions !== 1 || !solution) return [solutions > 0 ? words.several(differ) : words.noSolution];
    if (change === 'minimal') {
      if (redundant.length === 0) return [words.minimal];
      let clues = old;
      for (let left = redundant; left.length > 0; ) {
        clues = put(clues, shuffled(left)[0]!, 0);
        ({ redundant: left } = await slow.ask('check', { puzzle: line(clues) }));
      }
      return [`${words.clues}: ${cellsOf(old, true).length} → ${cellsOf(clues, true).length}.`, clues];
    }
    const rate = async (clues: Clues): Promise<number | null> => {
      const { rating } = await slow.ask('rate', { puzzle: line(clues), scale });
      return rating && ('er' in rating ? rating.er : rating.score);
    };
    const shown = (rating: number) => (scale === 'hodoku' ? String(rating) : rating.toFixed(1));
    const before = await rate(old);
    if (before === null) return [`${words.columns.rating}: ${words.unrated}.`];
    const right = parseLine(solution);
    const start = performance.now();
    let tried = 0;
    const easier = shuffled(cellsOf(old, false)).map((cell) => put(old, cell, right[cell]!));
    for await (const clues of change === 'easier' ? easier : this.near(old, redundant)) {
      const after = await rate(clues);
      if (after !== null && (change === 'easier' ? after < before : after > before))
        return [`${words.columns.rating}: ${words.scaleShort[scale]} ${shown(before)} → ${shown(after)}.`, clues];
      if (isStale()) throw new Stopped();
      this.result.replaceChildren(h('p', {}, words.tried(++tried, (performance.now() - start) / 1000)));
    }
    return [words.noChange[change]];
  }

  /** Yields the proper puzzles without one redundant clue, and then those with one clue replaced. */
  private async *near(old: Clues, redundant: readonly number[]): AsyncGenerator<Clues> {
    for (const cell of shuffled(redundant)) yield put(old, cell, 0);
    for (const cell of shuffled(cellsOf(old, true))) {
      const rest = put(old, cell, 0);
      const { solutions } = await this.app.slow.ask('enumerate', { puzzle: line(rest), number: MOST });
      // If only one solution has a digit in a cell, this digit as a clue makes the puzzle proper.
      const counts = new Array<number>(810).fill(0);
      for (const grid of solutions) for (const [at, digit] of parseLine(grid).entries()) counts[at * 10 + digit]! += 1;
      const once = counts.flatMap((count, place) => {
        const at = Math.floor(place / 10);
        return count === 1 && !rest[at] && place !== cell * 10 + old[cell]! ? [put(rest, at, place % 10)] : [];
      });
      for (const clues of shuffled(once)) {
        const isKnown = solutions.length < MOST;
        if (isKnown || (await this.app.slow.ask('check', { puzzle: line(clues) })).solutions === 1) yield clues;
      }
    }
  }

  moved(): void {
    this.leave();
    this.result.replaceChildren();
  }

  leave(): void {
    this.ticket++;
    if (this.stop.hidden) return;
    this.stop.hidden = true;
    this.app.slow.stop();
  }
}
