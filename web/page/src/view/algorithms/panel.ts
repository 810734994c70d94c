/** The lessons: an algorithm, its code, and a puzzle that it solves line by line. */

import { conflicts, isBlank } from '../../board';
import { button, choice, h, setText } from '../../draw/dom';
import type { App, Panel } from '../app';
import { CodeView } from './code';
import { en, type Lessons } from './en';
import { ko } from './ko';
import { Lane } from './lane';
import { LANGUAGES, type Language } from './language';
import { program, whole } from './program';
import { type Prepared, PUZZLES } from './puzzles';
import { ALGORITHMS, type Algorithm, MISTAKES, type Mistake } from './search';
import { TablesView } from './tables';
import { Ticker } from './ticker';
import { TimingView } from './times';

const TITLES: Record<Language, string> = { cpp: 'C++', java: 'Java', python: 'Python', rust: 'Rust' };
const SPEEDS = [1, 3, 10, 30, 100, 1000, 10_000, 100_000, 1_000_000];
/** The maximum number of listed calls. */
const CALLS = 9;

export class LessonPanel implements Panel {
  readonly element = h('div', { class: 'panel lessons' });
  private readonly lessons: Lessons;
  private algorithm: Algorithm | 'all' = 'scan';
  private puzzle: Prepared | 'mine' = 'straight';
  private mistake: Mistake = 'none';
  private language: Language = 'cpp';
  private speed = 10;
  private lanes: Lane[] = [];
  private ticker!: Ticker;
  private readonly what = h('p', { class: 'what' });
  private readonly differs = h('p', { class: 'soft small' });
  private readonly puzzles: HTMLElement;
  private readonly mistakes: HTMLElement;
  private readonly mistakeWhat = h('p', { class: 'soft' });
  private readonly place = h('div', {});
  private readonly code: CodeView;
  private readonly calls = h('ol', { class: 'calls' });
  private readonly tables: TablesView;
  private readonly result = h('p', { class: 'verdict', 'aria-live': 'polite' });
  /** The message about the last press of a button. */
  private note = '';
  private readonly playing: HTMLButtonElement;
  private readonly told = h('p', { class: 'told', 'aria-live': 'polite' });
  private readonly tick = h('span', { class: 'soft tick-at' });
  private readonly times: TimingView;

  constructor(private readonly app: App) {
    const lessons = app.words.code === 'ko' ? ko : en;
    this.lessons = lessons;
    this.code = new CodeView(lessons.code);
    this.tables = new TablesView(app.words, lessons);
    this.times = new TimingView(app, lessons, () =>
      this.digits()
        ?.map((digit) => digit || '.')
        .join(''),
    );
    this.playing = button(lessons.play, () => this.toggle());
    this.puzzles = choice(
      lessons.puzzle,
      [...(Object.keys(PUZZLES) as Prepared[]), 'mine' as const].map((each) => [each, lessons.puzzles[each]] as const),
      this.puzzle,
      (puzzle) => this.setPuzzle(puzzle as Prepared | 'mine'),
    );
    this.mistakes = choice(
      lessons.mistake,
      MISTAKES.map((each) => [each, lessons.mistakes[each]] as const),
      this.mistake,
      (mistake) => {
        this.mistake = mistake as Mistake;
        this.start();
      },
    );
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const controls = h(
      'div',
      { class: 'row-of controls' },
      button('|‹', () => this.move((ticker) => ticker.to(0)), {
        'aria-label': lessons.toStart,
        title: lessons.toStart,
      }),
      button('‹', () => this.move((ticker) => ticker.by(-1)), { 'aria-label': lessons.back, title: lessons.back }),
      button(`${lessons.step} ›`, () => this.move((ticker) => ticker.by(1)), { class: 'main' }),
      ...(still ? [] : [this.playing]),
      button('›|', () => this.move((ticker) => ticker.to(Infinity)), {
        'aria-label': lessons.toEnd,
        title: lessons.toEnd,
      }),
      button(lessons.nextBack, () => this.nextBack()),
      ...(still
        ? []
        : [
            choice(
              lessons.speed,
              SPEEDS.map((speed) => [String(speed), lessons.perSecond(speed)] as const),
              String(this.speed),
              (speed) => {
                this.speed = Number(speed);
                if (this.ticker.isPlaying) this.ticker.play(this.speed);
              },
            ),
          ]),
      this.tick,
      this.told,
    );
    this.element.append(
      h('h2', {}, app.words.nav.algorithms),
      h('p', { class: 'soft intro' }, lessons.intro),
      this.switch(
        lessons.algorithm,
        [...ALGORITHMS, 'all' as const].map((each) => [each, lessons.names[each]] as const),
        this.algorithm,
        (each) => this.setAlgorithm(each),
      ),
      this.what,
      h('div', { class: 'row-of settings' }, this.puzzles, this.mistakes),
      this.mistakeWhat,
      h('div', {}, controls, this.result, this.place),
      this.times.element,
    );
    this.start();
  }

  /** Makes a row of buttons of which one is pressed. */
  private switch<Value extends string>(
    label: string,
    values: readonly (readonly [Value, string])[],
    first: Value,
    press: (value: Value) => void,
  ): HTMLElement {
    const buttons = values.map(([value, words]) =>
      button(
        words,
        () => {
          for (const one of buttons) one.setAttribute('aria-pressed', String(one.dataset.value === value));
          press(value);
        },
        { 'aria-pressed': String(value === first), 'data-value': value },
      ),
    );
    return h(
      'div',
      { class: 'row-of choices', role: 'group', 'aria-label': label },
      h('span', { class: 'soft', 'aria-hidden': 'true' }, label),
      ...buttons,
    );
  }

  /** The digits of the chosen puzzle, if there is one. */
  private digits(): number[] | undefined {
    if (this.puzzle !== 'mine') return [...PUZZLES[this.puzzle]].map((digit) => Number(digit) || 0);
    const { position } = this.app.state;
    return isBlank(position) || conflicts(position.values).size > 0 ? undefined : [...position.values];
  }

  private setAlgorithm(algorithm: Algorithm | 'all'): void {
    this.algorithm = algorithm;
    // Without backtracks, the programs differ little.
    if (algorithm !== 'all' || this.puzzle !== 'straight') return this.start();
    this.puzzles.querySelector('select')!.value = 'hundreds';
    this.setPuzzle('hundreds');
  }

  private setPuzzle(puzzle: Prepared | 'mine'): void {
    this.puzzle = puzzle;
    this.times.clear();
    this.start();
  }

  /** Puts the chosen programs before their first line. */
  private start(): void {
    const { lessons, algorithm } = this;
    this.ticker?.stop();
    this.note = '';
    setText(this.what, lessons.what[algorithm]);
    const canErr = algorithm === 'scan' || algorithm === 'bitmask';
    this.mistakes.hidden = !canErr;
    const mistake = canErr ? this.mistake : 'none';
    setText(this.mistakeWhat, lessons.mistakeWhat[mistake]);
    this.mistakeWhat.hidden = mistake === 'none';
    const digits = this.digits();
    const names = algorithm === 'all' ? ALGORITHMS : [algorithm];
    this.lanes = digits ? names.map((name) => new Lane(name, digits, mistake, lessons)) : [];
    this.ticker = new Ticker(
      this.lanes.map(({ timeline }) => timeline),
      () => this.show(),
    );
    if (algorithm === 'all') {
      this.place.replaceChildren(
        h(
          'div',
          { class: 'lanes' },
          ...this.lanes.map((lane) =>
            h(
              'figure',
              {},
              h('h3', {}, lessons.names[lane.algorithm]),
              lane.board.element,
              h('figcaption', {}, lane.counts),
              lane.tree,
            ),
          ),
        ),
      );
    } else if (this.lanes[0]) {
      this.place.replaceChildren(...this.lesson(this.lanes[0], mistake));
      this.code.showChange();
    } else this.place.replaceChildren(h('p', {}, lessons.noBoard));
    this.show();
  }

  private lesson(lane: Lane, mistake: Mistake): HTMLElement[] {
    const { lessons } = this;
    const shown = () => program(lane.algorithm, this.language, mistake, lessons.comments);
    const setLanguage = (language: Language) => {
      this.language = language;
      this.code.setProgram(shown());
      this.code.showChange();
      this.show();
    };
    this.code.setProgram(shown());
    const copy = () =>
      void navigator.clipboard
        .writeText(
          `${whole(shown())
            .map(({ text }) => text)
            .join('\n')}\n`,
        )
        .then(
          () => lessons.copied,
          () => lessons.notCopied,
        )
        .then((note) => {
          this.note = note;
          this.show();
        });
    setText(this.differs, lessons.engine[lane.algorithm]);
    const part = (title: string, ...children: (Node | string)[]) => h('section', {}, h('h3', {}, title), ...children);
    return [
      h(
        'div',
        { class: 'lesson' },
        h('div', { class: 'at-work' }, lane.board.element, lane.counts),
        h(
          'div',
          { class: 'source' },
          this.switch(
            lessons.language,
            LANGUAGES.map((each) => [each, TITLES[each]] as const),
            this.language,
            setLanguage,
          ),
          this.code.element,
          h('div', { class: 'row-of' }, button(lessons.copyProgram, copy)),
          this.differs,
        ),
      ),
      h(
        'div',
        { class: 'inside' },
        part(lessons.stack, this.calls),
        ...(lane.search.needs()
          ? [part(lessons.tables, this.tables.element, h('p', { class: 'soft small' }, lessons.tablesNote))]
          : []),
        part(lessons.tree, lane.tree, lane.treeNote),
      ),
    ];
  }

  private show(): void {
    const { lessons, ticker } = this;
    for (const lane of this.lanes) lane.show();
    setText(this.playing, ticker.isPlaying ? lessons.pause : lessons.play);
    setText(this.tick, ticker.isBusy && !ticker.isPlaying ? lessons.running(ticker.at) : lessons.tick(ticker.at));
    const [lane] = this.lanes;
    this.told.hidden = !lane || this.algorithm === 'all';
    if (!lane || this.algorithm === 'all') return setText(this.result, this.note);
    const { search } = lane;
    // A running search is too fast for screen readers.
    this.told.setAttribute('aria-live', ticker.isBusy ? 'off' : 'polite');
    setText(this.told, lane.told.textContent!);
    this.code.light(search.steps > 0 ? search.event : undefined);
    this.tables.show(search);
    this.showCalls(lane);
    const verdict = search.isOver ? lessons.result(search.printed.map(kindOf), search.steps, search.solvedAt) : '';
    const isUnseen = search.isOver && lane.mistake === 'reset' && search.retreats === 0;
    setText(this.result, [this.note, verdict, isUnseen ? lessons.noMistake : ''].join(' ').trim());
  }

  private showCalls({ search, algorithm }: Lane): void {
    const { lessons, app } = this;
    const frame = algorithm === 'board' ? lessons.frameWhole : lessons.frame;
    const calls = [];
    const deepest = search.isOver || search.steps === 0 ? -1 : search.depth;
    for (let at = deepest; at >= 0 && calls.length < CALLS; at--) {
      const cell = at === search.depth ? search.cell : search.cells[at]!;
      const digit = at === search.depth ? search.digit : search.tried[at]!;
      // `mrv` counts the remaining blank cells, like its program.
      const number = algorithm === 'mrv' ? search.blankCount - at : at;
      calls.push(
        h(
          'li',
          at === deepest ? { 'aria-current': 'true' } : {},
          frame(number, cell >= 0 ? app.words.cell(cell) : '', digit),
        ),
      );
    }
    const more = deepest + 1 - calls.length;
    if (more > 0) calls.push(h('li', { class: 'soft' }, lessons.below(more)));
    if (calls.length === 0) calls.push(h('li', { class: 'soft' }, lessons.noCalls));
    this.calls.replaceChildren(...calls);
  }

  private move(go: (ticker: Ticker) => void): void {
    this.note = '';
    go(this.ticker);
  }

  private nextBack(): void {
    this.note = '';
    const retreats = () => this.lanes.reduce((sum, { search }) => sum + search.retreats, 0);
    const before = retreats();
    this.ticker.seek(() => {
      if (retreats() > before) return true;
      if (this.ticker.isOver) this.note = this.lessons.noBack;
      return false;
    });
  }

  private toggle(): void {
    if (!this.ticker.isPlaying) return this.ticker.play(this.speed);
    this.ticker.stop();
    this.show();
  }

  key(key: string): boolean {
    if (this.lanes.length === 0) return false;
    // In the code, the arrows scroll.
    if (document.activeElement?.classList.contains('program')) return false;
    if (key === 'ArrowRight') this.move((ticker) => ticker.by(1));
    else if (key === 'ArrowLeft') this.move((ticker) => ticker.by(-1));
    else if (key === 'n') this.nextBack();
    else return false;
    return true;
  }

  /** Takes over the board of Play, if it has changed. */
  enter(): void {
    if (this.puzzle === 'mine' && String(this.digits()) !== String(this.lanes[0]?.search.puzzle))
      this.setPuzzle('mine');
  }

  leave(): void {
    this.ticker.stop();
    this.times.stop();
  }
}

/** The judge's verdict on a printed board. */
function kindOf(printed: string): 'right' | 'blank' | 'wrong' {
  const digits = [...printed].map(Number);
  if (digits.includes(0)) return 'blank';
  return conflicts(digits).size > 0 ? 'wrong' : 'right';
}
