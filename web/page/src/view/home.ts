/** The cards of the first screen: today's puzzle, levels, saved games, statistics, and puzzles from elsewhere. */

import { isBlank, isFull, restore } from '../board';
import { time } from '../clock';
import { button, h, refill, s } from '../draw/dom';
import { thumbnail } from '../draw/thumbnail';
import { dayOf, dayText, type Game, type Result, statistics, streak, week } from '../games';
import { save } from '../share';
import * as storage from '../storage';
import { facts, type Words } from '../text';
import type { App } from './app';
import { levelButtons } from './levels';

const card = (title: string, ...parts: (Node | false)[]): HTMLElement =>
  h('section', { class: 'card' }, title !== '' && h('h2', {}, title), ...parts);

/** The sketches of an X-Wing and of a search tree. */
const SKETCHES = {
  learn: { solid: 'M30 9H90M30 37H90', dashed: 'M30 9V37M90 9V37', right: [30, 9, 90, 9, 30, 37, 90, 37], wrong: [] },
  algorithms: {
    solid: 'M60 6L90 22L74 39',
    dashed: 'M60 6L30 22L14 39M30 22L46 39M90 22L106 39',
    right: [60, 6, 90, 22, 74, 39],
    wrong: [30, 22, 14, 39, 46, 39, 106, 39],
  },
};

function sketch(place: keyof typeof SKETCHES): SVGElement {
  const { solid, dashed, right, wrong } = SKETCHES[place];
  const dots = (all: readonly number[], kind: string) =>
    all.flatMap((cx, at) => (at % 2 ? [] : [s('circle', { cx, cy: all[at + 1]!, r: 5, class: kind })]));
  return s(
    'svg',
    { viewBox: '0 0 120 46', class: 'sketch', 'aria-hidden': 'true' },
    s('path', { d: dashed, class: 'link weak key' }),
    s('path', { d: solid, class: 'link strong key' }),
    ...dots(right, 'true'),
    ...dots(wrong, 'false'),
  );
}

export class Home {
  readonly element = h('div', { class: 'home' });
  private isWaiting = true;
  private shown = '';
  private shownResults: readonly Result[] = [];
  private readonly file: HTMLInputElement;
  private readonly field: HTMLTextAreaElement;
  private readonly reader: HTMLElement;

  constructor(private readonly app: App) {
    const { words } = app;
    this.file = h('input', { type: 'file', hidden: true, 'aria-label': words.open, change: () => void this.open() });
    this.field = h('textarea', {
      rows: 4,
      'aria-label': words.pasteHere,
      placeholder: words.pasteHere,
      spellcheck: 'false',
    });
    this.reader = h(
      'div',
      { class: 'reader', hidden: true },
      this.field,
      h(
        'div',
        { class: 'row-of' },
        button(words.pasteRead, () => void this.readField(), { class: 'main' }),
        button(words.close, () => {
          this.reader.hidden = true;
        }),
      ),
    );
  }

  /** Opens the first screen. At first the cards wait for the board, because the names of days take long on a phone. */
  enter(): void {
    if (!this.isWaiting) return this.show();
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.isWaiting = false;
        this.update();
      }),
    );
  }

  /** Redraws the cards if the game or the results have changed. */
  update(): void {
    if (this.isWaiting) return;
    const { app } = this;
    const seen = [
      dayOf(new Date()),
      app.isReady,
      app.seconds,
      app.isBegun(),
      app.state.position.values.join(''),
    ].join();
    if (seen === this.shown && app.results === this.shownResults) return;
    this.shown = seen;
    this.shownResults = app.results;
    this.show();
  }

  /** Redraws the cards, also for saved games that have changed. */
  private show(): void {
    const today = dayOf(new Date());
    refill(
      this.element,
      this.today(today),
      this.levels(),
      ...this.savedGames(),
      this.own(),
      ...this.more(),
      ...this.statistics(),
      this.foot(),
    );
  }

  /** Returns the week, and the button for the next puzzle. */
  private today(today: string): HTMLElement {
    const { app } = this;
    const { words } = app;
    const strip = h(
      'ol',
      { class: 'week' },
      ...week(app.results, today).map(({ day, isSolved }) => {
        const name = day === today ? words.today : dayText(day, words.code, { weekday: 'short' });
        const label = words.dayLabel(
          dayText(day, words.code, { weekday: 'long', day: 'numeric', month: 'long' }),
          isSolved,
        );
        return h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: `day${isSolved ? ' solved' : ''}${day === today ? ' now' : ''}`,
              title: label,
              click: () => void app.playDay(day),
            },
            h('span', { class: 'dot' }, isSolved ? '✓' : String(Number(day.slice(8)))),
            h('span', {}, name),
            h('span', { class: 'unseen' }, label),
          ),
        );
      }),
    );
    const days = streak(app.results, today);
    return card('', strip, days > 0 && h('p', { class: 'streak' }, words.streak(days)), ...this.primary(today));
  }

  private primary(today: string): Node[] {
    const { app } = this;
    const { words, game, state, results } = app;
    const isOpen = !game.isOver && !isBlank(state.position) && !isFull(state.position);
    const begun = isOpen && app.isBegun();
    const done = results.find(({ day }) => day === today);
    const startToday = button(words.startToday, () => void app.playDay(today), { class: begun ? '' : 'main' });
    if (begun) {
      const filled = state.position.values.filter((value) => value).length;
      const what =
        game.day === today
          ? words.todaysPuzzle
          : game.name || (game.level ? words.levelNames[game.level] : ownTitle(words, game));
      return [
        button(words.resumeGame(what, filled, time(app.seconds)), () => app.begin(), { class: 'main wide' }),
        ...(game.day === today || done ? [] : [startToday]),
      ];
    }
    if (done) return [h('p', { class: 'soft' }, words.todayDone(time(done.seconds)))];
    startToday.classList.add('wide');
    startToday.disabled = !app.isReady;
    return [startToday];
  }

  private levels(): HTMLElement {
    const { app } = this;
    const { words } = app;
    return card(
      words.anotherOne,
      h('div', { class: 'levels' }, ...levelButtons(words, (level) => void app.playLevel(level))),
      h('p', { class: 'soft' }, words.madeHere),
    );
  }

  private savedGames(): HTMLElement[] {
    const { app } = this;
    const { words } = app;
    const games = storage
      .keptBoards()
      .filter(({ name }) => name !== storage.ownName())
      .flatMap(({ name, kept }) => {
        const { game, seconds } = kept;
        const state = restore(kept.state);
        const isBegun = seconds > 0 || (state?.past.length ?? 0) > 0;
        if (!state || !isBegun || game.isOver || isBlank(state.position)) return [];
        const { position } = state;
        const level = game.level ? words.levelNames[game.level] : '';
        const label =
          game.name ||
          facts(game.day && dayText(game.day, words.code, { day: 'numeric', month: 'short' }), level) ||
          ownTitle(words, game);
        const filled = position.values.filter((value) => value).length;
        const field = h('input', {
          type: 'text',
          value: label,
          'aria-label': words.nameOf(label),
          maxlength: 40,
          change: () => storage.rename(name, field.value.trim()),
        });
        return [
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', class: 'open', 'aria-label': words.openGame(label), click: () => app.openKept(name) },
              thumbnail(position),
            ),
            h(
              'div',
              {},
              field,
              h(
                'p',
                { class: 'soft' },
                words.savedLine(
                  filled,
                  time(seconds),
                  new Date(kept.at).toLocaleDateString(words.code, { month: 'short', day: 'numeric' }),
                ),
              ),
            ),
            button(
              '✕',
              () => {
                storage.remove(name);
                this.show();
                this.element.querySelector<HTMLElement>('.saved .open, .levels button')?.focus();
              },
              { class: 'plain', 'aria-label': words.removeGame(label) },
            ),
          ),
        ];
      });
    return games.length === 0 ? [] : [card(words.keptBoards, h('ul', { class: 'saved' }, ...games))];
  }

  private own(): HTMLElement {
    const { app } = this;
    const { words } = app;
    return card(
      words.yourPuzzle,
      h('p', { class: 'soft' }, words.firstRun),
      h(
        'div',
        { class: 'row-of' },
        button(words.paste, () => void this.paste()),
        button(words.open, () => this.file.click()),
        button(words.typeIt, () => app.load('.'.repeat(81))),
      ),
      this.reader,
      this.file,
    );
  }

  /** The other uses of the page. */
  private more(): HTMLElement[] {
    const { words } = this.app;
    return [
      h(
        'div',
        { class: 'two-cards' },
        ...(['learn', 'algorithms'] as const).map((place) =>
          h(
            'a',
            { class: 'card', href: `#${place}` },
            sketch(place),
            h('b', {}, words.nav[place]),
            h('span', { class: 'soft' }, words.about[place]),
          ),
        ),
      ),
    ];
  }

  private statistics(): HTMLElement[] {
    const { words, results } = this.app;
    if (results.length === 0) return [];
    const head = [words.columns.level, words.solvedCount, words.bestTime, words.meanTime, words.noHints];
    return [
      card(
        words.statistics,
        h(
          'table',
          { class: 'statistics' },
          h('thead', {}, h('tr', {}, ...head.map((name) => h('th', { scope: 'col' }, name)))),
          h(
            'tbody',
            {},
            ...statistics(results).map(({ level, count, best, mean, withoutHints }) =>
              h(
                'tr',
                {},
                h('th', { scope: 'row' }, level ? words.levelNames[level] : words.otherLevel),
                ...[String(count), time(best), time(mean), String(withoutHints)].map((text) => h('td', {}, text)),
              ),
            ),
          ),
        ),
        h('div', { class: 'row-of' }, ...dataButtons(this.app)),
      ),
    ];
  }

  private foot(): HTMLElement {
    const { words } = this.app;
    return h('p', { class: 'soft foot' }, h('a', { href: '#learn=rules' }, words.newHere), h('br'), words.promise);
  }

  /** Pastes from the clipboard if the browser allows it. Otherwise opens a field for the text. */
  private async paste(): Promise<void> {
    const { app } = this;
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() !== '') return void (await app.read(text));
    } catch {
      // The browser denied access to the clipboard.
    }
    this.reader.hidden = false;
    this.field.focus();
    app.say(app.words.clipboardEmpty);
  }

  private async readField(): Promise<void> {
    await this.app.read(this.field.value);
    this.field.value = '';
    this.reader.hidden = true;
  }

  private async open(): Promise<void> {
    const file = this.file.files?.[0];
    if (file) await this.app.read(await file.slice(0, 1_000_000).text());
    this.file.value = '';
  }
}

/** Returns buttons that save the results and games as a file, and read such a file. */
export function dataButtons(app: App, done: () => void = () => {}): HTMLElement[] {
  const { words } = app;
  const file = h('input', {
    type: 'file',
    accept: '.json',
    hidden: true,
    'aria-label': words.importResults,
    change: async () => {
      const [chosen] = file.files ?? [];
      done();
      if (chosen) await app.read(await chosen.text());
    },
  });
  return [
    button(words.exportResults, () =>
      save(new Blob([storage.exported()], { type: 'application/json' }), 'sudoku-results.json'),
    ),
    button(words.importResults, () => file.click()),
    file,
  ];
}

/** The title of a puzzle that the page did not make. */
const ownTitle = (words: Words, { rules }: Game): string => (rules === '' ? words.ownPuzzle : words.variant);

/** Returns the heading over the board: the name of the puzzle, its level and its rating. */
export function titleOf(app: App): [title: string, facts: string] {
  const { words, game, state } = app;
  if (isBlank(state.position) && game.rules === '') return [app.isReady ? words.emptyTitle : words.working, ''];
  const level = game.level ? words.levelNames[game.level] : '';
  const rating = game.rating && `SE ${game.rating}`;
  const known = facts(level, rating, game.day && dayText(game.day, words.code, { day: 'numeric', month: 'short' }));
  return [
    game.name ||
      (game.day
        ? game.day === dayOf(new Date())
          ? words.todaysPuzzle
          : words.dailyPuzzle
        : level || ownTitle(words, game)),
    game.day || game.name ? known : rating,
  ];
}
