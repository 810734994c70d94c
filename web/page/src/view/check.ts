/** What can be said of the puzzle: proper, minimal, contradictory, how many solutions. */

import {
  clashes, candidates, digitsOf, hasAllMarks, isBlank, isFull, line, parseCandidates, parseLine, puzzleOf,
} from '../board';
import { button, h } from '../draw/dom';
import { NOTHING } from '../draw/step';
import type { CheckReply } from '../engine';
import { houseCells } from '../draw/step';
import { type App, type Panel, question } from './app';

/** Between two answers of a count that goes on, so many solutions. */
const SLICE = 2_000_000;

export class CheckPanel implements Panel {
  readonly element = h('div', { class: 'panel' });
  private readonly result = h('div', { class: 'result' });
  private readonly stop: HTMLButtonElement;
  private asked = 0;

  constructor(private readonly app: App) {
    const { words } = app;
    this.stop = button(words.stop, () => this.halt(), { hidden: true });
    this.element.append(
      h('p', { class: 'soft' }, words.checkIntro),
      h('div', { class: 'row-of' },
        button(words.check, () => void this.check(), { class: 'main' }),
        button(words.checkEntries, () => void this.entries()),
        button(words.solve, () => void this.solve()),
        button(words.countAll, () => void this.count()),
        button(words.checkMarks, () => void this.possible()),
        this.stop),
      this.result);
  }

  private tell(...lines: string[]): void {
    this.result.replaceChildren(...lines.map((line) => h('p', {}, line)));
    this.app.say(lines.join(' '), true);
  }

  /** Runs a question on the board as it is now, and drops the answer if the board has moved. */
  private async run(work: (isStale: () => boolean) => Promise<void>): Promise<void> {
    const { app } = this;
    if (isBlank(app.state.position)) return this.tell(app.words.emptyBoard);
    const ticket = ++this.asked;
    app.setLook({ overlay: NOTHING, wrong: new Set(), differ: new Set() });
    this.stop.hidden = false;
    try {
      await work(() => ticket !== this.asked);
    } catch (why) {
      if (ticket === this.asked) app.failed(why);
    } finally {
      if (ticket === this.asked) this.stop.hidden = true;
    }
  }

  private halt(): void {
    this.app.slow.stop();
    this.stop.hidden = true;
  }

  /** Of the clues: proper, minimal, or what contradicts. */
  async check(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { words } = app;
      const { position } = app.state;
      const clash = clashes(position.values);
      if (clash.length > 0) {
        return this.tell(...clash.slice(0, 6).map(({ digit, house, cells }) => words.clash(digit, house, cells)));
      }
      const puzzle = puzzleOf(position);
      const reply = await app.slow.ask('check', { puzzle });
      if (isStale()) return;
      this.tell(...this.verdict(reply, puzzle));
      if (reply.differ && reply.solutions > 1) app.setLook({ differ: new Set(reply.differ) });
    });
  }

  private verdict(reply: CheckReply, puzzle: string): string[] {
    const { words } = this.app;
    const clues = parseLine(puzzle).filter((value) => value).length;
    if (reply.solutions === 0) {
      const why = (reply.contradictions ?? []).slice(0, 6).map((one) => {
        if (!one.digit) return words.noCandidate(one.cells);
        if (one.house === undefined) return words.cells(one.cells);
        const house = typeof one.house === 'number' ? one.house : houseNumber(one.house);
        return one.cells.length > 1 ? words.clash(one.digit, house, one.cells) : words.noPlace(one.digit, words.house(house));
      });
      const { conflicting } = reply;
      if (conflicting && conflicting.length > 0) {
        this.app.setLook({ differ: new Set(conflicting) });
        return [words.noSolution, ...why, words.conflicting(conflicting)];
      }
      return [words.noSolution, ...why];
    }
    if (reply.solutions > 1) {
      return [words.several(reply.differ ?? []), clues < 17 ? words.fewClues(clues) : words.showDiffering];
    }
    const minimal = reply.minimal === true ? [words.minimal]
      : reply.redundant && reply.redundant.length > 0 ? [words.notMinimal(reply.redundant)] : [];
    return [words.proper, ...minimal];
  }

  /** Of what was entered: which values and marks are wrong. */
  private async entries(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { words } = app;
      const { position } = app.state;
      const { solutions, solution, differ } = await app.slow.ask('check', { puzzle: puzzleOf(position) });
      if (isStale()) return;
      if (solutions !== 1 || !solution) {
        return this.tell(solutions === 0 ? words.noSolution : words.several(differ ?? []));
      }
      const right = parseLine(solution);
      const values = position.values.flatMap((value, cell) => (value && value !== right[cell] ? [cell] : []));
      const isMissing = (marks: number, cell: number) =>
        !position.values[cell] && marks > 0 && !digitsOf(marks).includes(right[cell]!);
      const marks = position.corner.flatMap((set, cell) =>
        (hasAllMarks(position) || position.centre[cell] === 0) && isMissing(set, cell) ? [cell] : []);
      const centre = position.centre.flatMap((set, cell) => (isMissing(set, cell) ? [cell] : []));
      const lacking = [...new Set([...marks, ...centre])];
      const lines = [];
      if (values.length > 0) lines.push(words.wrongValues(values));
      if (lacking.length > 0) lines.push(words.wrongMarks(lacking.map((cell) => words.claim([cell], right[cell]!, true))));
      this.tell(...(lines.length > 0 ? lines : [words.allRight]));
      app.setLook({ wrong: new Set(values), differ: new Set(lacking) });
    });
  }

  private async solve(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { words } = app;
      const puzzle = puzzleOf(app.state.position);
      const { solutions, solution } = await app.slow.ask('check', { puzzle });
      if (isStale()) return;
      if (solutions === 0 || !solution) return void (await this.check());
      const values = parseLine(solution);
      const place = values.map((digit, cell) => [cell, digit] as const);
      app.dispatch({ type: 'step', place, remove: [] });
      this.tell(solutions === 1 ? words.gaveSolution : words.oneOfMany);
    });
  }

  /** How many solutions: the exact number, and while that is not there how far counting has come. */
  private async count(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { words } = app;
      const puzzle = puzzleOf(app.state.position);
      this.tell(words.countingAll);
      const start = performance.now();
      let reached = '0';
      const exact = app.slow.ask('count', { puzzle });
      // The other engine counts one by one meanwhile, for something to see.
      this.stream(puzzle, isStale, start, (count) => { reached = count; }).catch((why: unknown) => {
        if (!isStale()) app.failed(why);
      });
      try {
        const { count } = await exact;
        if (isStale()) return;
        this.asked++;
        this.stop.hidden = true;
        this.tell(words.counted(BigInt(count).toLocaleString(words.code)));
      } catch (why) {
        if (isStale()) return;
        this.asked++;
        this.stop.hidden = true;
        this.tell(words.countStopped(reached));
        if (!(why instanceof Error) || why.message) app.failed(why);
      }
    });
  }

  private async stream(puzzle: string, isStale: () => boolean, start: number, show: (count: string) => void): Promise<void> {
    const { app } = this;
    for (let limit = 100_000; limit <= SLICE && !isStale(); limit *= 4) {
      const { count, exact } = await app.quick.ask('count', { puzzle, limit });
      if (isStale() || exact) return;
      const text = Number(count).toLocaleString(app.words.code);
      show(text);
      if (performance.now() - start > 300) this.result.replaceChildren(h('p', {}, app.words.counting(text)));
    }
  }

  /** Which candidates occur in some solution; the others are struck. */
  private async possible(): Promise<void> {
    await this.run(async (isStale) => {
      const { app } = this;
      const { position } = app.state;
      if (isFull(position)) return this.tell(app.words.boardFull);
      const { possible } = await app.slow.ask('marks', { ...question(app.state), puzzle: line(position.values), limit: 1_000_000 });
      if (isStale()) return;
      const can = parseCandidates(possible);
      const roles = new Map<number, 'out'>();
      candidates(position).forEach((set, cell) => {
        if (!position.values[cell]) for (const digit of digitsOf(set & ~can[cell]!)) roles.set(cell * 10 + digit, 'out');
      });
      this.tell(app.words.possible(roles.size));
      app.setLook({ overlay: { ...NOTHING, roles } });
    });
  }

  moved(): void {
    this.asked++;
    this.stop.hidden = true;
    this.result.replaceChildren();
  }
}

/** The number of a house by its name. */
function houseNumber(name: string): number {
  const cells = houseCells(name);
  const kind = ['row', 'column', 'box'].indexOf(name.split(' ')[0] ?? '');
  return cells.length > 0 ? Math.max(kind, 0) * 9 + Number(name.split(' ')[1]) - 1 : 0;
}

