/** The times of the engine's strategies, beside the time of the judge. */

import { button, h, s } from '../../draw/dom';
import type { Engine } from '../../engine';
import type { RunReply } from '../../replies';
import { median, type Timing } from '../../timing';
import type { App } from '../app';
import type { Lessons } from './en';
import { ALGORITHMS } from './search';

/** The maximum number of digits that a measured search may write. */
const NODES = 20_000_000;
/** The time of a C++ program at the judge, in milliseconds. */
const BUDGET = 80;
/** The largest spread of a steady time, as a share of the median. */
const UNSTEADY = 0.5;
const COMMAND = `g++ -O2 -o mine mine.cpp && bench-harness judge --strategy board -- ./mine
javac Main.java && bench-harness judge -- java Main
bench-harness judge -- python3 main.py`;

/** The size of the drawing, whose axis goes from 0.1 microseconds to 10 seconds. */
const [WIDTH, LEFT, ROW, TOP] = [640, 120, 30, 34];
const at = (milliseconds: number): number =>
  LEFT + ((Math.log10(Math.min(1e4, Math.max(1e-4, milliseconds))) + 4) / 8) * (WIDTH - LEFT - 28);

export function duration(milliseconds: number): string {
  const [value, unit] =
    milliseconds < 1e-3
      ? [milliseconds * 1e6, 'ns']
      : milliseconds < 1
        ? [milliseconds * 1e3, 'µs']
        : milliseconds < 1000
          ? [milliseconds, 'ms']
          : [milliseconds / 1000, 's'];
  return `${value >= 99.95 ? value.toFixed(0) : value.toPrecision(value < 9.995 ? 2 : 3)} ${unit}`;
}

/** Returns the label of a power of ten in milliseconds, from -4 to 4. */
const axis = (power: number): string =>
  `${10 ** (power < -3 ? power + 6 : power < 0 ? power + 3 : power % 3)} ${power < -3 ? 'ns' : power < 0 ? 'µs' : power < 3 ? 'ms' : 's'}`;

type Row = { name: string; timing: Timing<RunReply> };

export class TimingView {
  readonly element: HTMLElement;
  private engine: Engine | undefined;
  private readonly body = h('tbody');
  private readonly table: HTMLElement;
  private readonly chart = h('div', {});
  private readonly stopping: HTMLButtonElement;
  private rows: Row[] = [];

  constructor(
    private readonly app: App,
    private readonly lessons: Lessons,
    private readonly puzzle: () => string | undefined,
  ) {
    const { words } = app;
    this.stopping = button(words.stop, () => this.engine?.stop(), { hidden: true });
    this.table = h(
      'div',
      { class: 'scroll', hidden: true, tabindex: 0, role: 'region', 'aria-label': lessons.timing },
      h(
        'table',
        { class: 'compare' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...lessons.head.map((name, column) => h('th', { scope: 'col', class: column > 0 ? 'number' : '' }, name)),
          ),
        ),
        this.body,
      ),
      h('p', { class: 'soft small' }, lessons.guesses),
    );
    const copy = () =>
      void navigator.clipboard.writeText(COMMAND).then(
        () => app.say(lessons.copied),
        () => app.say(lessons.notCopied),
      );
    this.element = h(
      'section',
      { class: 'times' },
      h('h2', {}, lessons.timing),
      h('p', { class: 'soft' }, lessons.timingIntro),
      h(
        'div',
        { class: 'row-of' },
        button(lessons.measure, () => void this.measure(false)),
        button(lessons.more, () => void this.measure(true)),
        this.stopping,
      ),
      this.table,
      this.chart,
      h(
        'p',
        { class: 'soft' },
        `${lessons.budgetNote} `,
        h(
          'a',
          {
            href: '#judge',
            click: (event: Event) => {
              event.preventDefault();
              document.getElementById('judge')?.scrollIntoView({ block: 'start' });
            },
          },
          lessons.judge,
        ),
      ),
      h('h2', { id: 'judge' }, lessons.judge),
      h('p', {}, lessons.judgeIntro),
      h('pre', { class: 'program', tabindex: 0, role: 'region', 'aria-label': lessons.judge }, h('code', {}, COMMAND)),
      button(lessons.copy, copy),
    );
  }

  clear(): void {
    this.stop();
    this.rows = [];
    this.body.replaceChildren();
    this.chart.replaceChildren();
    this.table.hidden = true;
  }

  /** Ends the measurement without a message. */
  stop(): void {
    const { engine } = this;
    this.engine = undefined;
    engine?.stop();
    this.stopping.hidden = true;
  }

  private async measure(isAll: boolean): Promise<void> {
    const { app, lessons } = this;
    const puzzle = this.puzzle();
    if (puzzle === undefined) return app.say(lessons.noBoard);
    this.clear();
    const engine = app.worker();
    this.engine = engine;
    this.table.hidden = this.stopping.hidden = false;
    let waiting: HTMLElement | undefined;
    try {
      const names: readonly string[] = isAll ? (await engine.ask('about')).strategies : ALGORITHMS;
      for (const name of names) {
        const known = ALGORITHMS.find((algorithm) => algorithm === name);
        const title = known ? `${lessons.names[known]} (${name})` : name;
        const row = this.body.appendChild(
          h('tr', {}, h('th', { scope: 'row' }, title), h('td', { colspan: 4, class: 'number' }, app.words.working)),
        );
        waiting = row;
        const timing = await engine.time({ puzzle, strategy: name, nodes: NODES });
        waiting = undefined;
        this.rows.push({ name, timing });
        row.replaceChildren(h('th', { scope: 'row' }, title), ...this.cells(timing));
        this.chart.replaceChildren(this.draw());
      }
    } catch (why) {
      waiting?.remove();
      if (this.engine === engine) app.failed(why);
    } finally {
      engine.stop();
      if (this.engine === engine) this.stopping.hidden = true;
    }
  }

  private cells({ result, batches, isShort }: Timing<RunReply>): HTMLElement[] {
    const { lessons } = this;
    const cell = (words: string) => h('td', { class: 'number' }, words);
    const count = (number: number | null) => cell(number === null ? '–' : lessons.n(number));
    const middle = median(batches);
    const [low, high] = [batches[0]!, batches[batches.length - 1]!];
    const isCut = result.solutions === 0 && result.nodes >= NODES;
    const note = batches.length < 5 ? lessons.single : (high - low) / middle > UNSTEADY ? lessons.unsteady : '';
    return [
      count(result.placements),
      count(result.guesses),
      cell(isShort ? lessons.tooShort : `${isCut ? `${lessons.atLeast} ` : ''}${duration(middle)}`),
      cell(isShort ? '' : `${duration(low)} – ${duration(high)}${note ? ` (${note})` : ''}`),
    ];
  }

  /** Draws bars for the medians, with the fastest and the slowest batch, and a line for the judge's time. */
  private draw(): SVGElement {
    const { lessons, rows } = this;
    const bottom = TOP + rows.length * ROW;
    const chart = s('svg', {
      viewBox: `0 0 ${WIDTH} ${bottom + 40}`,
      class: 'chart',
      role: 'img',
      'aria-label': lessons.chart,
    });
    for (let power = -4; power <= 4; power++) {
      const x = at(10 ** power);
      chart.append(
        s('path', { class: 'axis', d: `M${x} ${TOP - 6}V${bottom}` }),
        s('text', { x, y: bottom + 14, 'font-size': 12 }, axis(power)),
      );
    }
    for (const [
      order,
      {
        name,
        timing: { batches, isShort },
      },
    ] of rows.entries()) {
      const y = TOP + order * ROW;
      chart.append(s('text', { x: LEFT - 8, y: y + 17, 'font-size': 13, class: 'to-left' }, name));
      if (isShort) continue;
      const [low, high] = [at(batches[0]!), at(batches[batches.length - 1]!)];
      chart.append(
        s('rect', { x: LEFT, y: y + 5, width: at(median(batches)) - LEFT, height: 16, class: 'time-bar' }),
        s('path', { class: 'spread', d: `M${low} ${y + 13}H${high}M${low} ${y + 8}v10M${high} ${y + 8}v10` }),
      );
    }
    const x = at(BUDGET);
    chart.append(
      s('path', { class: 'budget', d: `M${x} ${TOP - 10}V${bottom}` }),
      s('text', { x: x + 4, y: TOP - 16, 'font-size': 12, class: 'to-left' }, lessons.budget),
      s('text', { x: (WIDTH + LEFT) / 2, y: bottom + 34, 'font-size': 12 }, lessons.chart),
    );
    return chart;
  }
}
