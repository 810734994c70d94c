/** The solution path: every step with its rating, on a preview of the board. */

import {
  bit,
  candidates,
  candidatesLine,
  EMPTY,
  free,
  fromPuzzle,
  hasAllMarks,
  isBlank,
  line,
  PEERS,
  type Position,
  puzzleOf,
} from '../board';
import { button, choice, h, refill, s } from '../draw/dom';
import { NOTHING } from '../draw/step';
import { type Question, question, type Scale, Stopped } from '../engine';
import type { End, RatingData, StepData } from '../replies';
import { effectOf, ending, ratingOf } from '../text';
import type { App, Panel } from './app';
import { StepCard } from './hint';
import { takeButtons } from './take';

/** Returns the board before each step, and after the last step. */
function boards(start: Position, steps: readonly StepData[]): Position[] {
  const values = [...start.values];
  const marks = [...candidates(start)];
  const snapshot = (): Position => ({
    ...EMPTY,
    givens: start.givens,
    values: [...values],
    corner: marks.map((set, cell) => (values[cell] ? 0 : set)),
  });
  const all = [snapshot()];
  for (const step of steps) {
    for (const [cell, digit] of step.placements) {
      values[cell] = digit;
      marks[cell] = bit(digit);
      for (const peer of PEERS[cell]!) if (!values[peer]) marks[peer]! &= ~bit(digit);
    }
    for (const [cell, digit] of step.eliminations) if (!values[cell]) marks[cell]! &= ~bit(digit);
    all.push(snapshot());
  }
  return all;
}

const height = ({ score }: StepData, most: number): number => (most > 0 ? Math.max(0.06, score / most) : 0.06);

export class PathPanel implements Panel {
  readonly element = h('div', { class: 'panel path' });
  private readonly card: StepCard;
  private readonly list = h('ol', { class: 'steps', role: 'listbox', tabindex: 0 });
  private steps: StepData[] = [];
  private ghosts: Position[] = [];
  private at = -1;
  private end: End | null = null;
  private kind = '';
  private fromClues = true;
  private ratings: Partial<Record<Scale, string>> = {};
  private asked = 0;
  private isWorking = false;

  constructor(private readonly app: App) {
    this.card = new StepCard(app, (...of) => takeButtons(app, ...of));
    this.list.setAttribute('aria-label', app.words.tabs.path);
    this.list.addEventListener('keydown', (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1000, End: 1000 }[event.key];
      if (by !== undefined) this.go(by);
      else if (event.key === 'Enter') this.goThere();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.render();
  }

  private start(): Position {
    const { position } = this.app.state;
    return this.fromClues ? fromPuzzle(puzzleOf(position)) : position;
  }

  /** Loads the path, and shows its first step. */
  async load(): Promise<void> {
    const { app } = this;
    if (isBlank(app.state.position)) {
      app.say(app.words.emptyBoard);
      return;
    }
    const ticket = ++this.asked;
    const { scale } = app.settings;
    const start = this.start();
    const asked: Question = { puzzle: line(start.values) };
    if (hasAllMarks(start)) asked.candidates = candidatesLine(candidates(start));
    this.isWorking = true;
    this.render();
    try {
      const reply = await app.slow.ask('path', {
        ...(this.fromClues ? asked : question(app.state)),
        scale,
        language: app.words.code,
      });
      if (ticket !== this.asked) return;
      const { steps, wrong, end } = reply;
      if (steps.length === 0)
        app.say(wrong.length > 0 ? app.words.wrongHere : app.words.pathEnds(ending(app.words, end)));
      this.steps = steps;
      this.end = end;
      this.ghosts = boards(start, steps);
      this.kind = '';
      this.at = -1;
      this.isWorking = false;
      this.render();
      this.list.focus({ preventScroll: true });
      this.look(0);
      void this.rateAll(ticket, asked);
    } catch (why) {
      if (ticket !== this.asked) return;
      this.isWorking = false;
      this.render();
      app.failed(why);
    }
  }

  /** The puzzle's rating on each scale, one after the other. */
  private async rateAll(ticket: number, asked: Question): Promise<void> {
    const { app } = this;
    this.ratings = {};
    for (const scale of ['se', 'hodoku', 'sukaku'] as const) {
      let text: string;
      try {
        text = ratingText(app, (await app.slow.ask('rate', { ...asked, scale })).rating);
      } catch (why) {
        // A stopped request reports nothing about the puzzle.
        if (why instanceof Stopped) return;
        text = app.words.unrated;
      }
      if (ticket !== this.asked) return;
      this.ratings = { ...this.ratings, [scale]: text };
      this.element.querySelector('.ratings')?.replaceWith(this.ratingList());
    }
  }

  private ratingList(): HTMLElement {
    const { words } = this.app;
    const list = h('dl', { class: 'ratings' });
    for (const [scale, text] of Object.entries(this.ratings)) {
      list.append(h('dt', {}, words.scales[scale] ?? scale), h('dd', {}, text));
    }
    return list;
  }

  private tags(at: number): string[] {
    const { words, settings } = this.app;
    return [`${words.scaleShort[settings.scale]} ${ratingOf(this.steps[at]!)}`, words.step(at + 1, this.steps.length)];
  }

  /** Shows a step on the preview board. */
  private look(at: number): void {
    const step = this.steps[at];
    if (!step) return;
    this.at = at;
    this.app.setLook({
      ghost: this.ghosts[at],
      note: this.app.words.looking(at + 1),
      wrong: new Set(),
      differ: new Set(),
    });
    this.card.show(step, 3, this.tags(at));
    for (const row of this.list.querySelectorAll('[aria-selected=true]')) row.setAttribute('aria-selected', 'false');
    const row = this.list.querySelector<HTMLElement>(`[data-at="${at}"]`);
    row?.setAttribute('aria-selected', 'true');
    if (row) {
      this.list.setAttribute('aria-activedescendant', row.id);
      const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
      if (top < this.list.scrollTop) this.list.scrollTop = top;
      if (bottom > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = bottom - this.list.clientHeight;
    }
    for (const bar of this.element.querySelectorAll('.bar .on')) bar.classList.remove('on');
    this.element.querySelector(`.bar [data-bar="${at}"]`)?.classList.add('on');
    this.element.querySelector('.go')?.removeAttribute('disabled');
  }

  private shown(): number[] {
    return this.steps.flatMap((step, at) => (this.kind === '' || step.technique === this.kind ? [at] : []));
  }

  private go(by: number): void {
    const shown = this.shown();
    const now = shown.indexOf(this.at);
    const next = Math.min(shown.length - 1, Math.max(0, now + by));
    if (shown[next] !== undefined) this.look(shown[next]);
  }

  /** Copies the preview to the board, as one move. */
  goThere(): void {
    const ghost = this.ghosts[this.at];
    const { app } = this;
    if (!ghost) return;
    const at = this.at + 1;
    const { values, corner } = ghost;
    const isKnown = corner.every((set, cell) => set === free(values, cell));
    const keeps = !isKnown || hasAllMarks(app.state.position);
    app.setLook({ ghost: undefined, overlay: NOTHING, note: '' });
    app.help('solution');
    app.dispatch({ type: 'goTo', values, corner: keeps ? corner : EMPTY.corner });
    app.say(app.words.wentTo(at));
  }

  private bar(most: number): SVGElement {
    const wide = Math.max(1, this.steps.length);
    const bars = this.steps.map((step, at) => {
      const tall = height(step, most) * 40;
      return s('rect', {
        x: at,
        y: 44 - tall,
        width: 0.8,
        height: tall,
        'data-bar': at,
        class: step.score === most ? 'most' : '',
      });
    });
    const bar = s(
      'svg',
      {
        class: 'bar',
        viewBox: `0 0 ${wide} 44`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': this.app.words.pathBar,
      },
      ...bars,
    );
    bar.addEventListener('click', (event) => {
      const area = bar.getBoundingClientRect();
      this.look(Math.min(wide - 1, Math.max(0, Math.floor(((event.clientX - area.left) / area.width) * wide))));
    });
    return bar;
  }

  private rows(): void {
    const { words } = this.app;
    const most = Math.max(0, ...this.steps.map(({ score }) => score));
    this.list.replaceChildren(
      ...this.shown().map((at) => {
        const step = this.steps[at]!;
        const isMost = step.score === most;
        return h(
          'li',
          {
            role: 'option',
            id: `step-${at}`,
            'data-at': at,
            'aria-selected': String(at === this.at),
            click: () => {
              this.look(at);
              // On a phone and an upright tablet, the board and the step are above the list.
              this.element.parentElement?.scrollTo(0, 0);
              if (this.list.offsetTop > this.card.element.offsetTop) scrollTo(0, 0);
            },
            dblclick: () => this.goThere(),
          },
          h('span', { class: 'number' }, String(at + 1)),
          h('span', { class: 'rating' }, ratingOf(step)),
          h('span', { class: 'name' }, step.title, isMost && h('span', { class: 'star', title: words.hardest }, ' ★')),
          h(
            'span',
            { class: 'what soft' },
            short(words.code === 'en' ? step.effect.replaceAll('<>', '≠') : effectOf(words, step)),
          ),
        );
      }),
    );
  }

  private render(): void {
    const { app } = this;
    const { words } = app;
    const most = Math.max(0, ...this.steps.map(({ score }) => score));
    const kinds = [...new Set(this.steps.map((step) => step.technique))];
    const head = h(
      'div',
      { class: 'row-of asked' },
      choice(words.scale, Object.entries(words.scales), app.settings.scale, (scale) => {
        app.setSettings({ scale: scale as Scale });
        if (this.steps.length > 0) void this.load();
      }),
      choice(
        words.pathFrom,
        [
          ['clues', words.pathFromClues],
          ['here', words.pathFromHere],
        ],
        this.fromClues ? 'clues' : 'here',
        (value) => {
          this.fromClues = value === 'clues';
          if (this.steps.length > 0) void this.load();
        },
      ),
    );
    if (this.isWorking) {
      const stop = button(words.stop, () => {
        app.slow.stop();
        this.isWorking = false;
        this.render();
      });
      refill(this.element, head, h('p', { class: 'note' }, words.working), stop);
      return;
    }
    if (this.steps.length === 0) {
      refill(
        this.element,
        h('p', { class: 'soft' }, words.pathIntro),
        head,
        button(words.pathShow, () => void this.load(), { class: 'main' }),
      );
      return;
    }
    this.rows();
    const filter = choice(
      words.kind,
      [
        ['', words.allKinds],
        ...kinds.map((kind) => [kind, this.steps.find(({ technique }) => technique === kind)?.title ?? kind] as const),
      ],
      this.kind,
      (kind) => {
        this.kind = kind;
        this.rows();
      },
    );
    filter.classList.add('asked', 'kind');
    refill(
      this.element,
      this.bar(most),
      this.list,
      h(
        'div',
        { class: 'row-of goes' },
        button('‹', () => this.go(-1), { 'aria-label': words.stepBefore }),
        button('›', () => this.go(1), { 'aria-label': words.stepAfter }),
        button(words.goThere, () => this.goThere(), { class: 'main go', disabled: this.at < 0 }),
        button(words.backToMine, () => this.leave()),
      ),
      // The step comes before the settings, so its result is visible.
      this.card.element,
      h('p', { class: 'soft' }, words.pathEnds(ending(words, this.end))),
      filter,
      head,
      this.ratingList(),
    );
  }

  update(): void {
    this.card.mark(this.app.look.strong);
  }

  key(key: string): boolean {
    if (key === 'n' && this.at >= 0) this.card.turn(this.steps[this.at]!, 1, this.tags(this.at)) || this.go(1);
    else if (key === 'b' && this.at >= 0) this.card.turn(this.steps[this.at]!, -1, this.tags(this.at)) || this.go(-1);
    else if (key === 'Enter' && this.at >= 0) this.goThere();
    else if (key === 'Escape' && this.at >= 0) this.leave();
    else return false;
    return true;
  }

  /** Drops the path if the board has another puzzle. */
  moved(): void {
    if (this.at >= 0) this.leave();
    const start = this.ghosts[0];
    if (this.steps.length === 0 || (start && this.fromClues && line(start.values) === line(this.start().values)))
      return;
    this.asked++;
    this.steps = [];
    this.ratings = {};
    this.render();
  }

  leave(): void {
    if (this.at < 0) return;
    this.at = -1;
    this.card.element.replaceChildren();
    this.app.setLook({ ghost: undefined, overlay: NOTHING, note: '', strong: [] });
    for (const row of this.list.querySelectorAll('[aria-selected=true]')) row.setAttribute('aria-selected', 'false');
    this.element.querySelector('.go')?.setAttribute('disabled', '');
  }
}

const short = (text: string): string => (text.length > 34 ? `${text.slice(0, 33)}…` : text);

function ratingText({ words }: App, rating: RatingData | null): string {
  if (!rating) return words.unrated;
  if ('level' in rating)
    return words.levelLine(words.levels[rating.level.toLowerCase()] ?? rating.level, String(rating.score));
  const { er, ep, ed } = rating;
  return words.ratingLine(er.toFixed(1), ep.toFixed(1), ed.toFixed(1));
}
