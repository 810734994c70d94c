/** The form that makes puzzles with chosen properties. */

import { button, choice, h, refill, tick } from '../draw/dom';
import { messageOf, Stopped } from '../engine';
import { LEVELS, type Level, newSeed } from '../games';
import type { About, MadePuzzle } from '../replies';
import type { App, Panel } from './app';
import { levelButtons } from './levels';

const SCALES = ['', 'se', 'sukaku', 'hodoku', 'guesses'] as const;

export class MakePanel implements Panel {
  readonly element = h('div', { class: 'panel make' });
  private readonly painted = new Set<number>();
  private readonly pattern: HTMLElement[] = [];
  private readonly count = h('span', { class: 'soft' });
  private readonly result = h('div', { class: 'result' });
  private readonly wished = h('div', { class: 'row-of' });
  private readonly wishes: Record<'needs' | 'without', string[]> = { needs: [], without: [] };
  /** True if the puzzle may not need a technique that comes after the required ones on the scale. */
  private isHardest = true;
  private readonly least = h('input', { type: 'number', min: 17, max: 81, step: 1 });
  private readonly most = h('input', { type: 'number', min: 17, max: 81, step: 1 });
  private readonly low = h('input', { type: 'number', min: 0, max: 100000, step: 0.1 });
  private readonly high = h('input', { type: 'number', min: 0, max: 100000, step: 0.1 });
  private readonly id = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', size: 14 });
  private readonly hardest: HTMLLabelElement;
  /** The pattern. It is made only once, so it stays open. */
  private readonly drawn: HTMLDetailsElement;
  private readonly stopButton: HTMLButtonElement;
  private symmetry = 'half-turn';
  private scale = '';
  /** The pressed level of Sudoku Explainer's ratings, if no other difficulty is chosen. */
  private preset: Level | '' = '';
  private fold: HTMLDetailsElement | undefined;
  /** A level of HoDoKu, or nothing for any level. */
  private level = '';
  private about: About | undefined;
  private ticket = 0;
  private isAsked = false;

  constructor(private readonly app: App) {
    this.hardest = tick(app.words.isHardest, this.isHardest, (on) => {
      this.isHardest = on;
    });
    this.stopButton = button(app.words.stop, () => app.slow.stop(), { hidden: true });
    this.drawn = this.patternPart();
    this.render();
  }

  update(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    this.app.quick.ask('about', { language: this.app.words.code }).then(
      (about) => {
        this.about = about;
        this.render();
      },
      (why: unknown) => {
        this.isAsked = false;
        this.app.failed(why);
      },
    );
  }

  private render(): void {
    const { words } = this.app;
    const symmetries = (this.about?.symmetries ?? ['none', 'half-turn']).map(
      (name) => [name, words.symmetries[name] ?? name.replaceAll('-', ' ')] as const,
    );
    this.least.setAttribute('aria-label', `${words.clues} ${words.from}`);
    this.most.setAttribute('aria-label', `${words.clues} ${words.to}`);
    this.low.setAttribute('aria-label', `${words.difficulty} ${words.from}`);
    this.high.setAttribute('aria-label', `${words.difficulty} ${words.to}`);
    this.id.setAttribute('aria-label', words.byId);
    const range = h('span', { class: 'row-of range' }, words.from, this.low, words.to, this.high);
    range.hidden = this.scale === '';
    const level = choice(
      words.columns.level,
      [
        ['', words.anyDifficulty],
        ...(this.about?.levels ?? []).map((name) => [name, words.levels[name.toLowerCase()] ?? name] as const),
      ],
      this.level,
      (name) => {
        this.level = name;
      },
    );
    level.hidden = this.scale !== 'hodoku';
    const needs = this.techniqueChoice('needs');
    const without = this.techniqueChoice('without');
    needs.hidden = without.hidden = this.scale === 'guesses';
    const scale = choice(
      words.difficulty,
      SCALES.map((name) => [name, name === '' ? words.anyDifficulty : (words.scales[name] ?? words.guesses)]),
      this.scale,
      (name) => {
        this.scale = name;
        this.preset = '';
        this.level = '';
        this.keepKnown();
        this.render();
      },
    );
    refill(
      this.element,
      h('h2', {}, words.nav.create),
      h('p', { class: 'soft' }, words.makeIntro),
      h(
        'div',
        { class: 'levels', role: 'group', 'aria-label': words.difficulty },
        ...levelButtons(words, (level) => this.choose(level), this.preset),
      ),
      h('div', { class: 'row-of' }, needs, this.wished, this.hardest),
      this.more(
        h(
          'div',
          { class: 'fields' },
          choice(words.symmetry, symmetries, this.symmetry, (name) => {
            this.symmetry = name;
          }),
          h(
            'div',
            { class: 'row-of field' },
            words.clues,
            h('span', { class: 'row-of range' }, words.from, this.least, words.to, this.most),
          ),
          scale,
          level,
          range,
          without,
        ),
        this.drawn,
        h(
          'div',
          { class: 'row-of field' },
          words.byId,
          this.id,
          button(words.makeById, () => void this.byId()),
        ),
      ),
      h(
        'div',
        { class: 'row-of' },
        button(words.makeGo, () => void this.make(), { class: 'main' }),
        this.stopButton,
      ),
      this.result,
    );
    this.chips();
  }

  /** The conditions other than the level. They are hidden until the player opens them. */
  private more(...parts: HTMLElement[]): HTMLElement {
    this.fold = h('details', { open: this.fold?.open }, h('summary', {}, this.app.words.moreConditions), ...parts);
    return this.fold;
  }

  /** Chooses a level, or cancels the choice. */
  private choose(level: Level): void {
    this.preset = this.preset === level ? '' : level;
    this.scale = '';
    this.level = '';
    this.keepKnown();
    this.render();
  }

  /** The techniques of the chosen scale, from the easiest to the hardest. Levels are those of Sudoku Explainer. */
  private get techniques(): readonly string[] {
    return this.about?.techniques[this.scale || 'se'] ?? [];
  }

  /** Removes the required techniques that the new scale does not have. */
  private keepKnown(): void {
    for (const kind of ['needs', 'without'] as const)
      this.wishes[kind] = this.wishes[kind].filter((name) => this.techniques.includes(name));
  }

  private techniqueChoice(kind: 'needs' | 'without'): HTMLElement {
    const { words } = this.app;
    const options = [['', words.none], ...this.techniques.map((name) => [name, this.titleOf(name)] as const)] as const;
    const field = choice(words[kind], options, '', (name) => {
      if (name !== '' && !this.wishes[kind].includes(name)) this.wishes[kind].push(name);
      field.querySelector('select')!.value = '';
      this.chips();
    });
    return field;
  }

  private titleOf(technique: string): string {
    return this.about?.technique_titles[technique] ?? technique;
  }

  private chips(): void {
    const { words } = this.app;
    const chip = (kind: 'needs' | 'without') =>
      this.wishes[kind].map((name) =>
        button(`${words[kind]}: ${this.titleOf(name)} ✕`, () => {
          this.wishes[kind] = this.wishes[kind].filter((other) => other !== name);
          this.chips();
        }),
      );
    this.wished.replaceChildren(...chip('needs'), ...chip('without'));
    this.hardest.hidden = this.wishes.needs.length === 0 || this.scale === 'hodoku';
  }

  /** Returns the techniques that the puzzle must not need. */
  private excluded(): readonly string[] {
    const { needs, without } = this.wishes;
    if (this.hardest.hidden || !this.isHardest) return without;
    const hardest = Math.max(...needs.map((name) => this.techniques.indexOf(name)));
    return [...new Set([...without, ...this.techniques.slice(hardest + 1)])];
  }

  private patternPart(): HTMLDetailsElement {
    const { words } = this.app;
    const clear = button(words.clearPattern, () => this.paint([...this.painted], false));
    return h(
      'details',
      {},
      h('summary', {}, words.pattern),
      h('p', { class: 'soft' }, words.patternHint),
      this.patternGrid(),
      h('div', { class: 'row-of' }, this.count, clear),
    );
  }

  /** Returns the pattern, whose cells the mouse, a finger or the space bar sets. */
  private patternGrid(): HTMLElement {
    const { words } = this.app;
    const grid = h('div', { class: 'pattern', role: 'group', 'aria-label': words.pattern });
    let paints: boolean | undefined;
    const cellAt = (event: PointerEvent) => {
      const area = grid.getBoundingClientRect();
      const at = (part: number, whole: number) => Math.min(8, Math.max(0, Math.floor((part / whole) * 9)));
      return at(event.clientY - area.top, area.height) * 9 + at(event.clientX - area.left, area.width);
    };
    for (let cell = 0; cell < 81; cell++) {
      const one = h('button', {
        type: 'button',
        tabindex: cell === 0 ? 0 : -1,
        'aria-label': words.cell(cell),
        'aria-pressed': String(this.painted.has(cell)),
      });
      this.pattern.push(one);
      grid.append(one);
    }
    grid.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      grid.setPointerCapture(event.pointerId);
      const cell = cellAt(event);
      paints = !this.painted.has(cell);
      this.paint([cell], paints);
    });
    grid.addEventListener('pointermove', (event) => {
      if (paints !== undefined && event.buttons) this.paint([cellAt(event)], paints);
    });
    grid.addEventListener('pointerup', () => {
      paints = undefined;
    });
    grid.addEventListener('keydown', (event) => {
      const cell = this.pattern.indexOf(document.activeElement as HTMLElement);
      const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 }[event.key];
      if (cell < 0) return;
      if (by !== undefined) {
        const next = this.pattern[(cell + by + 81) % 81]!;
        for (const one of this.pattern) one.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      } else if (event.key === ' ' || event.key === 'Enter') this.paint([cell], !this.painted.has(cell));
      else return;
      event.preventDefault();
    });
    return grid;
  }

  private paint(cells: readonly number[], on: boolean): void {
    for (const cell of cells) {
      if (on) this.painted.add(cell);
      else this.painted.delete(cell);
      this.pattern[cell]?.setAttribute('aria-pressed', String(on));
    }
    this.count.textContent = this.app.words.patternCount(this.painted.size);
  }

  private request(): object {
    const number = (input: HTMLInputElement) => (input.value === '' ? null : Number(input.value));
    const clues = [number(this.least), number(this.most)];
    const difficulty = [number(this.low), number(this.high)];
    const { needs } = this.wishes;
    const without = this.excluded();
    const hasTechniques = needs.length > 0 || without.length > 0;
    const pattern = Array.from({ length: 81 }, (_, cell) => (this.painted.has(cell) ? 'x' : '.')).join('');
    return {
      seed: newSeed(),
      number: 0,
      ...(this.painted.size > 0 ? { pattern } : { symmetry: this.symmetry }),
      ...(clues.some((one) => one !== null) && { clues }),
      ...(hasTechniques && { scale: 'se' }),
      ...(this.preset !== '' && { scale: 'se', difficulty: LEVELS[this.preset] }),
      ...(this.scale !== '' && { scale: this.scale, difficulty }),
      ...(this.level !== '' && { level: [this.level, this.level] }),
      ...(needs.length > 0 && { needs }),
      ...(without.length > 0 && { without }),
    };
  }

  private async make(): Promise<void> {
    await this.look(this.request());
  }

  private async byId(): Promise<void> {
    const id = this.id.value
      .trim()
      .replace(/^.*id=/, '')
      .toUpperCase();
    if (id !== '') await this.look({ id }, id);
  }

  /** Repeats the request until it returns a puzzle or the user stops it. */
  private async look(request: object, id?: string): Promise<void> {
    const { app } = this;
    const { words } = app;
    const ticket = ++this.ticket;
    // An earlier request, or a change of the puzzle, would replace the new puzzle.
    if (app.slow.awaited > 0) app.slow.stop();
    this.stopButton.hidden = false;
    const start = performance.now();
    try {
      const made = await app.slow.generate(request, (tried) => {
        if (ticket !== this.ticket) return false;
        this.result.replaceChildren(h('p', {}, words.tried(tried, (performance.now() - start) / 1000)));
        return true;
      });
      if (ticket === this.ticket) this.show(made, request, id);
    } catch (why) {
      if (ticket !== this.ticket) return;
      const text = why instanceof Stopped ? words.stopped : messageOf(why);
      this.result.replaceChildren(h('p', { class: 'note' }, text));
      app.say(text, true);
    } finally {
      if (ticket === this.ticket) this.stopButton.hidden = true;
    }
  }

  private show(made: MadePuzzle, request: object, asked?: string): void {
    const { app } = this;
    const id = made.id ?? asked ?? '';
    const { scale = '' } = request as { scale?: string };
    app.load(made.puzzle, id, scale === 'se' ? (made.rating ?? '') : '', asked === undefined ? request : undefined);
    const rating =
      made.rating === null ? '' : ` ${app.words.columns.rating}: ${app.words.scaleShort[scale] ?? ''} ${made.rating}.`;
    const text = (id === '' ? '' : app.words.made(id)) + rating;
    this.result.replaceChildren(
      h('p', { class: 'note' }, text),
      h(
        'div',
        { class: 'row-of' },
        button(app.words.playIt, () => app.begin(), { class: 'main' }),
      ),
    );
    app.say(text, true);
    this.result.scrollIntoView({ block: 'nearest' });
  }

  moved(): void {
    this.result.replaceChildren();
  }

  leave(): void {
    this.ticket++;
    if (this.stopButton.hidden) return;
    this.stopButton.hidden = true;
    this.app.slow.stop();
  }
}
