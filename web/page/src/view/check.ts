/** Checks of the puzzle: proper, minimal, contradictory, number of solutions. */

import {
  candidates,
  clashes,
  digitsOf,
  hasAllMarks,
  isBlank,
  isFull,
  line,
  parseCandidates,
  parseLine,
  puzzleOf,
} from '../board';
import { button, h } from '../draw/dom';
import { NOTHING } from '../draw/step';
import { question, Refused, type Replies } from '../engine';
import { newSeed } from '../games';
import type { CheckReply, VariantCheckReply } from '../replies';
import type { App, Panel } from './app';

/** The largest limit of a count that shows progress. */
const SLICE = 2_000_000;
/** The largest seed, which is also the largest seed of the command. */
const MOST_SEED = 2n ** 64n - 1n;

export class CheckPanel implements Panel {
  readonly element = h('div', { class: 'panel' });
  private readonly result = h('div', { class: 'result' });
  private readonly stop: HTMLButtonElement;
  private readonly checkEntries: HTMLButtonElement;
  private readonly checkPuzzle: HTMLButtonElement;
  /** The controls that are hidden for a variant. */
  private readonly classic: HTMLButtonElement[];
  private readonly seed: HTMLInputElement;
  private readonly number: HTMLInputElement;
  /** The controls that ask for one of several solutions. */
  private readonly several: HTMLElement;
  /** The clues that have several solutions. */
  private severalOf = '';
  private asked = 0;
  /** The answers that this panel waits for. */
  private awaited = 0;

  constructor(private readonly app: App) {
    this.checkEntries = button(app.words.checkEntries, () => void this.entries(), { class: 'main' });
    this.checkPuzzle = button(app.words.check, () => void this.check());
    const { words } = app;
    this.classic = [
      button(words.countAll, () => void this.count()),
      button(words.checkMarks, () => void this.possible()),
    ];
    this.stop = button(words.stop, () => this.halt(), { hidden: true });
    this.seed = field(26, () => void this.draw());
    this.number = field(40, () => void this.numbered());
    this.several = h(
      'div',
      { role: 'group', 'aria-label': words.solutions, hidden: true },
      h(
        'div',
        { class: 'row-of' },
        h('label', { class: 'field' }, words.seed, this.seed),
        button(words.drawEvenly, () => void this.draw()),
      ),
      h(
        'div',
        { class: 'row-of' },
        h('label', { class: 'field' }, words.solutionNumber, this.number),
        button(words.showSolution, () => void this.numbered()),
      ),
    );
    this.element.append(
      h('p', { class: 'soft' }, words.checkIntro),
      h(
        'div',
        { class: 'row-of' },
        this.checkEntries,
        this.checkPuzzle,
        button(words.solve, () => void this.solve()),
        ...this.classic,
        this.stop,
      ),
      this.result,
      this.several,
    );
  }

  private tell(...lines: string[]): void {
    this.result.replaceChildren(...lines.map((line) => h('p', {}, line)));
    this.app.say(lines.join(' '), true);
  }

  /** Asks a question about the current board. Drops the answer if the board changes in the meantime. */
  private async run(work: (isStale: () => boolean) => Promise<void>): Promise<void> {
    const { app } = this;
    if (isBlank(app.state.position) && app.game.rules === '') return this.tell(app.words.emptyBoard);
    const ticket = ++this.asked;
    this.end();
    app.setLook({ overlay: NOTHING, wrong: new Set(), differ: new Set() });
    this.stop.hidden = false;
    try {
      await work(() => ticket !== this.asked);
    } catch (why) {
      if (ticket === this.asked) {
        this.result.replaceChildren();
        app.failed(why);
      }
    } finally {
      if (ticket === this.asked) this.stop.hidden = true;
    }
  }

  /** Asks a question that can take long. */
  private async ask<Op extends keyof Replies>(op: Op, args: object): Promise<Replies[Op]> {
    this.awaited++;
    try {
      return await this.app.slow.ask(op, args);
    } finally {
      this.awaited--;
    }
  }

  /**
   * Cancels the pending request of this panel, so that the next request can start. Does nothing while
   * another panel waits too, because that would cancel its request.
   */
  private end(): void {
    if (this.awaited > 0 && this.awaited === this.app.slow.awaited) this.app.slow.stop();
  }

  private halt(): void {
    this.app.slow.stop();
    this.stop.hidden = true;
  }

  /** The puzzle on the board. The digits of a variant without clues are entries. */
  private get puzzle(): string {
    const { game, state } = this.app;
    return game.rules === '' ? puzzleOf(state.position) : line(state.position.givens);
  }

  /** Finds up to two solutions of the puzzle. */
  private find(puzzle: string): Promise<CheckReply | VariantCheckReply> {
    const { game, words } = this.app;
    if (game.rules === '') return this.ask('check', { puzzle });
    return this.ask('variant_check', { puzzle, rules: game.rules, language: words.code });
  }

  /** Checks the clues: proper, minimal, contradictions. */
  async check(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { words } = app;
      const { position } = app.state;
      const clash = clashes(position.values);
      if (clash.length > 0) {
        return this.tell(...clash.slice(0, 6).map(({ digit, house, cells }) => words.clash(digit, house, cells)));
      }
      const { puzzle } = this;
      const reply = await this.find(puzzle);
      if (isStale()) return;
      this.tell(...this.verdict(reply, puzzle));
      if (reply.solutions > 1) app.setLook({ differ: new Set(reply.differ) });
    });
  }

  private verdict(reply: CheckReply | VariantCheckReply, puzzle: string): string[] {
    const { words } = this.app;
    if ('broken' in reply) {
      if (reply.solutions > 1) return [words.several(reply.differ), words.showDiffering];
      if (reply.solutions === 1) return [words.proper];
      return [words.noSolution, ...(reply.broken ? [reply.broken.words] : [])];
    }
    const clues = parseLine(puzzle).filter((value) => value).length;
    if (reply.solutions === 0) {
      const { conflicting } = reply;
      if (conflicting.length === 0) return [words.noSolution];
      this.app.setLook({ differ: new Set(conflicting) });
      return [words.noSolution, words.conflicting(conflicting)];
    }
    if (reply.solutions > 1) {
      this.offer(puzzle);
      return [words.several(reply.differ), clues < 17 ? words.fewClues(clues) : words.showDiffering];
    }
    return [words.proper, reply.minimal ? words.minimal : words.notMinimal(reply.redundant)];
  }

  /** Checks the entries: wrong values and missing marks. */
  private async entries(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { words } = app;
      const { position } = app.state;
      const { puzzle } = this;
      const { solutions, solution, differ } = await this.find(puzzle);
      if (isStale()) return;
      if (solutions > 1) this.offer(puzzle);
      if (solutions !== 1 || !solution) {
        return this.tell(solutions === 0 ? words.noSolution : words.several(differ));
      }
      const right = parseLine(solution);
      const values = position.values.flatMap((value, cell) => (value && value !== right[cell] ? [cell] : []));
      const isMissing = (marks: number, cell: number) =>
        !position.values[cell] && marks > 0 && !digitsOf(marks).includes(right[cell]!);
      const marks = position.corner.flatMap((set, cell) =>
        (hasAllMarks(position) || position.centre[cell] === 0) && isMissing(set, cell) ? [cell] : [],
      );
      const centre = position.centre.flatMap((set, cell) => (isMissing(set, cell) ? [cell] : []));
      const lacking = [...new Set([...marks, ...centre])];
      const lines = [];
      if (values.length > 0) lines.push(words.wrongValues(values));
      if (lacking.length > 0)
        lines.push(words.wrongMarks(lacking.map((cell) => words.claim([cell], right[cell]!, true))));
      this.tell(...(lines.length > 0 ? lines : [words.allRight]));
      app.setLook({ wrong: new Set(values), differ: new Set(lacking) });
    });
  }

  private async solve(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { words } = app;
      const { puzzle } = this;
      const { solutions, solution } = await this.find(puzzle);
      if (isStale()) return;
      if (solutions === 0 || !solution) return void (await this.check());
      this.put(solution);
      if (solutions > 1) this.offer(puzzle);
      this.tell(solutions === 1 ? words.gaveSolution : words.oneOfMany);
    });
  }

  private put(solution: string): void {
    const place = parseLine(solution).map((digit, cell) => [cell, digit] as const);
    this.app.help('solution');
    this.app.dispatch({ type: 'step', place, remove: [] });
  }

  /** Shows the controls for one of several solutions until the clues change. */
  private offer(puzzle: string): void {
    if (this.app.game.rules !== '') return;
    this.severalOf = puzzle;
    this.several.hidden = false;
  }

  /** Shows a random solution. All solutions are equally likely. */
  private async draw(): Promise<void> {
    const { words } = this.app;
    const text = plain(this.seed.value);
    if (!/^\d*$/.test(text) || BigInt(text) > MOST_SEED) return this.tell(words.needsSeed(String(MOST_SEED)));
    const seed = text === '' ? String(newSeed()) : String(BigInt(text));
    await this.run(async (isStale) => {
      this.tell(words.countingAll);
      const {
        solutions: [solution],
        count,
      } = await this.ask('sample', { puzzle: this.severalOf, seed });
      if (isStale() || solution === undefined) return;
      this.put(solution);
      this.offer(this.severalOf);
      this.tell(words.drawnEvenly(this.grouped(count), seed));
    });
  }

  /** Shows the solution with the entered number. */
  private async numbered(): Promise<void> {
    const { words } = this.app;
    const number = plain(this.number.value);
    if (!/^0*[1-9]\d*$/.test(number)) return this.tell(words.needsNumber);
    await this.run(async (isStale) => {
      this.tell(words.countingAll);
      try {
        const { solution, count } = await this.ask('nth', { puzzle: this.severalOf, number });
        if (isStale()) return;
        this.put(solution);
        this.offer(this.severalOf);
        this.tell(words.numbered(this.grouped(number), this.grouped(count)));
      } catch (why) {
        if (isStale() || !(why instanceof Refused) || why.count === null) throw why;
        this.tell(words.noSuchSolution(this.grouped(number), this.grouped(why.count)));
      }
    });
  }

  private grouped(count: string): string {
    return BigInt(count).toLocaleString(this.app.words.code);
  }

  /** Shows the exact number of solutions. Until it is known, shows the number of solutions found so far. */
  private async count(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { words } = app;
      const puzzle = puzzleOf(app.state.position);
      this.tell(words.countingAll);
      const start = performance.now();
      let reached = '0';
      const exact = this.ask('count', { puzzle });
      const clock = setInterval(() => {
        if (isStale()) return clearInterval(clock);
        if (reached !== '0')
          this.result.replaceChildren(
            h('p', {}, words.counting(reached, Math.round((performance.now() - start) / 1000))),
          );
      }, 500);
      // The other engine counts solutions one by one in the meantime, to show progress.
      this.stream(puzzle, isStale, (count) => {
        reached = count;
      }).catch((why: unknown) => {
        if (!isStale()) app.failed(why);
      });
      try {
        const { count } = await exact;
        if (isStale()) return;
        this.asked++;
        this.stop.hidden = true;
        if (BigInt(count) > 1n) this.offer(puzzle);
        this.tell(words.counted(this.grouped(count)));
      } catch (why) {
        if (isStale()) return;
        this.asked++;
        this.stop.hidden = true;
        this.tell(words.countStopped(reached));
        if (!(why instanceof Error) || why.message) app.failed(why);
      } finally {
        clearInterval(clock);
      }
    });
  }

  private async stream(puzzle: string, isStale: () => boolean, show: (count: string) => void): Promise<void> {
    const { app } = this;
    for (let limit = 100_000; limit <= SLICE && !isStale(); limit *= 4) {
      const { count, exact } = await app.quick.ask('count', { puzzle, limit });
      if (isStale() || exact) return;
      show(Number(count).toLocaleString(app.words.code));
    }
  }

  /** Crosses out the candidates that occur in no solution. */
  private async possible(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { position } = app.state;
      if (isFull(position)) return this.tell(app.words.boardFull);
      const { possible } = await this.ask('marks', {
        ...question(app.state),
        puzzle: line(position.values),
        limit: 1_000_000,
      });
      if (isStale()) return;
      const can = parseCandidates(possible);
      const roles = new Map<number, 'out'>();
      candidates(position).forEach((set, cell) => {
        if (!position.values[cell])
          for (const digit of digitsOf(set & ~can[cell]!)) roles.set(cell * 10 + digit, 'out');
      });
      this.tell(app.words.possible(roles.size));
      app.setLook({ overlay: { ...NOTHING, roles } });
    });
  }

  update(): void {
    const isRuled = this.app.game.rules !== '';
    for (const control of this.classic) control.hidden = isRuled;
    this.checkEntries.hidden = this.app.settings.mistakes === 'never';
    this.checkPuzzle.classList.toggle('main', this.checkEntries.hidden);
  }

  moved(): void {
    this.asked++;
    this.end();
    this.stop.hidden = true;
    this.result.replaceChildren();
    if (this.app.game.rules !== '' || puzzleOf(this.app.state.position) !== this.severalOf) this.several.hidden = true;
  }
}

/** Returns a field for a number. Enter submits it. */
function field(most: number, ask: () => void): HTMLInputElement {
  return h('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    spellcheck: 'false',
    size: 14,
    maxlength: most,
    keydown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.isComposing) ask();
    },
  });
}

/** Removes the digit separators from a number that was copied from the page. */
const plain = (number: string): string => number.replace(/[\s,]/g, '');
