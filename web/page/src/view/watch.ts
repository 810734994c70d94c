/** The strategies side by side: what each counts and takes, and the searches event by event. */

import { ALL, EMPTY, PEERS, type Position, bit, digitsOf, isBlank, parseCandidates, parseLine, puzzleOf } from '../board';
import { BoardView, scene } from '../draw/board';
import { button, choice, h, s } from '../draw/dom';
import { NOTHING } from '../draw/step';
import { type Engine, Stopped } from '../engine';
import type { TraceEvent, TraceReply } from '../replies';
import type { App, Panel } from './app';

/** Whose search can be followed. */
const TRACED = ['scan', 'bitmask', 'mrv'] as const;
const SPEEDS = [1, 3, 10, 30, 100, 1000, 10_000, 100_000];
/** The time of the C++ program at the judge, in milliseconds. */
const BUDGET = 80;
/** A measurement takes about this long, in milliseconds, and no search more steps than these. */
const MEASURE = 40;
const NODES = 50_000_000;

/** One search on its board. */
class Player {
  readonly element: HTMLElement;
  at = 0;
  total = 0;
  private readonly engine: Engine;
  private readonly board = new BoardView('');
  private readonly caption = h('figcaption', {});
  private readonly bits = h('pre', { class: 'words-of' });
  private isAsking = false;
  private wanted = -1;

  constructor(private readonly app: App, readonly strategy: string, private readonly puzzle: string) {
    this.engine = app.worker();
    this.board.setLabels(false);
    this.element = h('figure', {}, h('h3', {}, strategy), this.board.element, this.caption, this.bits);
    this.caption.textContent = app.words.working;
  }

  private ask(from: number, number: number): Promise<TraceReply> {
    return this.engine.ask('trace', { puzzle: this.puzzle, strategy: this.strategy, from, number });
  }

  /** Shows the event at this position. While a request runs, only the latest position is kept. */
  async go(at: number): Promise<void> {
    this.wanted = Math.max(0, at);
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.wanted >= 0) {
        const place = this.total > 0 ? Math.min(this.wanted, this.total - 1) : this.wanted;
        this.wanted = -1;
        const reply = await this.ask(place, 1);
        this.total = reply.total;
        this.at = Math.min(place, Math.max(0, reply.total - 1));
        this.show(reply);
      }
    } catch (why) {
      this.failed(why);
    } finally {
      this.isAsking = false;
    }
  }

  /** Reports an error if the panel is still open. */
  private failed(why: unknown): void {
    if (!(why instanceof Stopped)) this.app.failed(why);
  }

  /** The next place where something of a kind happens, or the end. */
  async seek(isIt: (event: TraceEvent) => boolean): Promise<void> {
    try {
      // The engine searches again for each request, so the ranges grow.
      for (let [from, number] = [this.at + 1, 5000]; from < this.total; [from, number] = [from + number, Math.min(number * 2, 100_000)]) {
        const { events } = await this.ask(from, number);
        const found = events.findIndex(isIt);
        if (found >= 0) return await this.go(from + found);
      }
      await this.go(this.total - 1);
    } catch (why) {
      this.failed(why);
    }
  }

  private show(reply: TraceReply): void {
    const { words } = this.app;
    const { snapshot } = reply;
    const [event] = reply.events;
    const cell = event && 'cell' in event ? event.cell : -1;
    const values = parseLine(snapshot.puzzle);
    const corner = snapshot.candidates ? parseCandidates(snapshot.candidates).map((set, at) => (values[at] ? 0 : set)) : [...EMPTY.corner];
    const isWritten = event?.kind === 'place' || event?.kind === 'single';
    if (isWritten) {
      values[cell] = event.digit;
      corner[cell] = 0;
      for (const peer of PEERS[cell]!) corner[peer]! &= ~bit(event.digit);
    }
    const isUndone = event?.kind === 'erase' || event?.kind === 'dead_cell' || event?.kind === 'return';
    if (event?.kind === 'erase') values[cell] = 0;
    const position: Position = { ...EMPTY, values, givens: parseLine(this.puzzle), corner };
    const overlay = cell >= 0
      ? { ...NOTHING, houses: new Set(event?.kind === 'look' ? PEERS[cell]! : []), groups: new Set([cell]) } : { ...NOTHING };
    this.board.show({ ...scene(position), overlay, selected: isWritten ? [cell] : [],
      differ: new Set(isUndone ? [cell] : []), cursor: -1 });
    const counts = [
      [words.placements, snapshot.totals.placements], [words.guesses, snapshot.totals.guesses], [words.retreats, snapshot.totals.retreats], [words.depth, snapshot.depth],
    ] as const;
    this.caption.replaceChildren(
      h('p', {}, words.eventAt(this.at + 1, this.total), h('br'), counts.map(([name, count]) => `${name} ${count.toLocaleString(words.code)}`).join(' · ')));
    this.bits.textContent = event ? this.told(event) : '';
  }

  /** The event in words; of a look the digits, one by one or as words of bits. */
  private told(event: TraceEvent): string {
    const { events } = this.app.words;
    switch (event.kind) {
      case 'look': return this.looked(event);
      case 'place': return events.place(event.cell, event.digit, event.is_guess);
      case 'erase': return events.back(event.cell);
      case 'single': return events.single(event.cell, event.digit);
      case 'choose': return events.choose(event.cell, digitsOf(event.candidates).length);
      case 'dead_cell': return events.dead(event.cell);
      case 'dead_house': return events.deadHouse(event.house, event.digit);
      case 'return': return events.return(event.cell, event.depth);
      case 'solution': return events.solution;
    }
  }

  private looked({ cell, row, column, box }: Extract<TraceEvent, { kind: 'look' }>): string {
    const { bitsOf, cell: name } = this.app.words;
    const seen = row | column | box;
    const digits = Array.from({ length: 9 }, (_, at) => at + 1);
    if (this.strategy === 'scan') return [name(cell), ...digits.map((digit) => `${digit}${seen & bit(digit) ? '̶' : ''}`)].join(' ');
    const sets = [[bitsOf.row, row], [bitsOf.column, column], [bitsOf.box, box], [bitsOf.or, seen], [bitsOf.free, ~seen & ALL]] as const;
    return [`${name(cell)}: ${bitsOf.note}`, ...sets.map(([label, set]) =>
      `${label.padEnd(8)} ${digits.map((digit) => (set & bit(digit) ? digit : '·')).join(' ')}`)].join('\n');
  }

  end(): void {
    this.engine.stop();
  }
}

export class WatchPanel implements Panel {
  readonly element = h('div', { class: 'panel' });
  private readonly table = h('div', {});
  private readonly boards = h('div', { class: 'boards' });
  private readonly controls = h('div', { class: 'row-of', hidden: true });
  private players: Player[] = [];
  private engine: Engine | undefined;
  private readonly stop: HTMLButtonElement;
  private which = 'all';
  private speed = 10;
  private frame = 0;
  private readonly play: HTMLButtonElement;

  constructor(private readonly app: App) {
    const { words } = app;
    this.play = button(words.play, () => this.toggle());
    this.stop = button(words.stop, () => this.engine?.stop(), { hidden: true });
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const all = (work: (player: Player) => Promise<void>) => () => {
      this.pause();
      for (const player of this.players) void work(player);
    };
    this.controls.append(
      button('|‹', all((player) => player.go(0)), { 'aria-label': words.toStart }),
      button(`‹ ${words.stepBack}`, all((player) => player.go(player.at - 1))),
      button(`${words.stepOn} ›`, all((player) => player.go(player.at + 1))),
      button(words.nextGuess, all((player) => player.seek((event) => event.kind === 'choose' || (event.kind === 'place' && event.is_guess)))),
      button(words.nextBack, all((player) => player.seek(({ kind }) => kind === 'erase' || kind === 'return'))),
      button('›|', all((player) => player.go(player.total - 1)), { 'aria-label': words.toEnd }),
      ...(still ? [] : [this.play, choice(words.speed, SPEEDS.map((speed) => [String(speed), `${speed.toLocaleString(words.code)}/s`] as const), String(this.speed),
        (speed) => { this.speed = Number(speed); })]));
    this.element.append(
      h('h2', {}, words.compare), h('p', { class: 'soft' }, words.compareIntro),
      h('div', { class: 'row-of' }, button(words.compareGo, () => void this.compare(), { class: 'main' }), this.stop),
      this.table,
      h('h2', {}, words.nav.algorithms), h('p', { class: 'soft' }, words.watchIntro),
      h('div', { class: 'row-of' },
        choice(words.strategy, [['all', TRACED.join(', ')], ...TRACED.map((name) => [name, name] as const)], this.which, (which) => { this.which = which; }),
        button(words.watchGo, () => this.record(), { class: 'main' })),
      this.controls, this.boards);
  }

  private puzzle(): string | undefined {
    const { app } = this;
    if (!isBlank(app.state.position)) return puzzleOf(app.state.position);
    app.say(app.words.needsPuzzle);
    return undefined;
  }

  /** Runs each strategy on the puzzle, as often as it takes to know its time. */
  private async compare(): Promise<void> {
    const { app } = this;
    const { words } = app;
    const puzzle = this.puzzle();
    if (puzzle === undefined) return;
    this.engine?.stop();
    const engine = app.worker();
    this.engine = engine;
    this.stop.hidden = false;
    const body = h('tbody');
    const head = [words.strategy, words.placements, words.guesses, words.time, ''].map((name, at) =>
      (name === '' ? h('td', {}) : h('th', { scope: 'col', class: at > 0 ? 'number' : '' }, name)));
    this.table.replaceChildren(h('table', { class: 'compare' }, h('thead', {}, h('tr', {}, ...head)), body), h('p', { class: 'soft' }, words.budget));
    try {
      const { strategies } = await engine.ask('about');
      for (const strategy of strategies) {
        const row = body.appendChild(h('tr', {}, h('th', { scope: 'row' }, strategy), h('td', {}, words.working)));
        const run = async (times: number) => {
          const start = performance.now();
          const reply = await engine.ask('run', { puzzle, strategy, times, nodes: NODES });
          return { reply, each: (performance.now() - start) / times };
        };
        await run(1);
        const first = await run(1);
        const times = Math.max(1, Math.min(20_000, Math.round(MEASURE / first.each)));
        const { reply, each } = times > 1 ? await run(times) : first;
        const number = (count: number | null) => h('td', { class: 'number' }, count === null ? '–' : count.toLocaleString(words.code));
        const isCut = reply.solutions === 0 && reply.ending.includes('step');
        const shown = isCut ? `> ${each.toFixed(0)} ms` : each < 1 ? `${(each * 1000).toFixed(each < 0.1 ? 1 : 0)} µs` : `${each.toFixed(1)} ms`;
        row.replaceChildren(h('th', { scope: 'row' }, strategy), number(reply.placements), number(reply.guesses),
          h('td', { class: 'number' }, shown), h('td', {}, bar(each)));
      }
    } catch (why) {
      app.failed(why);
    } finally {
      engine.stop();
      if (this.engine === engine) this.stop.hidden = true;
    }
  }

  private record(): void {
    const puzzle = this.puzzle();
    if (puzzle === undefined) return;
    this.clear();
    const names = this.which === 'all' ? TRACED : [this.which];
    this.players = names.map((name) => new Player(this.app, name, puzzle));
    this.boards.replaceChildren(...this.players.map(({ element }) => element));
    this.controls.hidden = false;
    for (const player of this.players) void player.go(0);
  }

  private toggle(): void {
    if (this.frame) return this.pause();
    this.play.textContent = this.app.words.pause;
    let last = performance.now();
    const places = this.players.map(({ at }) => at);
    const tick = (now: number) => {
      const on = ((now - last) / 1000) * this.speed;
      last = now;
      let isDone = true;
      for (const [index, player] of this.players.entries()) {
        const before = Math.floor(places[index]!);
        places[index] = Math.min(places[index]! + on, Math.max(0, player.total - 1));
        if (Math.floor(places[index]!) !== before) void player.go(Math.floor(places[index]!));
        if (player.total === 0 || places[index]! < player.total - 1) isDone = false;
      }
      if (isDone) this.pause();
      else this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  private pause(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.play.textContent = this.app.words.play;
  }

  private clear(): void {
    this.pause();
    for (const player of this.players) player.end();
    this.players = [];
    this.boards.replaceChildren();
    this.controls.hidden = true;
  }

  key(key: string): boolean {
    if (this.players.length === 0) return false;
    const by = { ArrowRight: 1, ArrowLeft: -1, n: 1, b: -1 }[key];
    if (by === undefined) return false;
    this.pause();
    for (const player of this.players) void player.go(player.at + by);
    return true;
  }

  moved(): void {
    this.clear();
    this.engine?.stop();
    this.table.replaceChildren();
  }

  leave(): void {
    this.clear();
    this.engine?.stop();
  }
}

/** A time from a microsecond to ten seconds, with the budget marked. */
function bar(milliseconds: number): SVGElement {
  const at = (time: number) => Math.min(1, Math.max(0.01, (Math.log10(time) + 3) / 7)) * 200;
  return s('svg', { viewBox: '0 0 200 20', 'aria-hidden': 'true' },
    s('rect', { x: 0, y: 4, width: at(milliseconds), height: 12 }),
    s('path', { class: 'budget', d: `M${at(BUDGET)} 0V20` }));
}
