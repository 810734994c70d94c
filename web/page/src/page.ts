/** The page: its state, and the parts (places) that show it. */

import {
  type Action,
  conflicts,
  fromPuzzle,
  hasClues,
  isBlank,
  isFull,
  line,
  type Position,
  pack,
  parseLine,
  plain,
  reduce,
  restore,
  START,
  type State,
  store,
  withNotes,
} from './board';
import { Clock, time } from './clock';
import type { Layer } from './draw/board';
import { h, setText } from './draw/dom';
import { NOTHING } from './draw/step';
import { type Engine, messageOf, Refused, Stopped } from './engine';
import {
  dayOf,
  type Game,
  type Level,
  levelFor,
  levelOf,
  NEW_GAME,
  newSeed,
  type Result,
  request,
  seedOf,
} from './games';
import { newEngine } from './modules';
import { algorithms } from './place/algorithms';
import { create } from './place/create';
import { learn } from './place/learn';
import { lists } from './place/lists';
import type { Place, PlaceApp, PlaceKind } from './place/place';
import { type Play, play } from './place/play';
import type { ReadReply } from './replies';
import { addressText, mayHaveRules, puzzleLink, readAddressText, rulesText, showInAddress } from './share';
import * as storage from './storage';
import { type Words, wordsFor } from './text';
import { type Look, PLAIN, type PlaceName, type Settings, type Tab } from './view/app';
import { Field } from './view/field';
import { head } from './view/head';
import { pauseDialog, settingsDialog } from './view/menu';

/** The version. The build inserts it. */
declare const VERSION: string;

const DEFAULTS: Settings = {
  language: '',
  theme: 'auto',
  timer: true,
  singleKeys: true,
  peers: true,
  same: true,
  mistakes: 'ask',
  autoNotes: false,
  digitFirst: false,
  scale: 'se',
};

/** The maximum number of guesses in the background search for the solution of a variant. */
const MOST_NODES = 5_000;

/** The changes that a player makes by hand. Only these can end a game. */
const ENTRIES: readonly Action['type'][] = ['digit', 'tap', 'promote', 'step', 'singles'];

/** The places in the order of the navigation. */
const PLACES: readonly PlaceKind[] = [play, learn, create, algorithms, lists];

/** Returns the place of an address, and its part behind `=`. An empty address is Play. */
function placeOf(text: string): { name: PlaceName; part: string } | undefined {
  const [, first, part = ''] = /^([a-z]*)(?:=([a-z0-9-]+))?$/.exec(text) ?? [];
  const name = first === '' ? 'play' : PLACES.find((place) => place.name === first)?.name;
  return name && { name, part };
}

const isSolved = (position: Position): boolean => isFull(position) && conflicts(position.values).size === 0;

export class Page implements PlaceApp {
  words: Words;
  state: State;
  settings: Settings;
  look: Look = PLAIN;
  id = '';
  game: Game = NEW_GAME;
  results: readonly Result[] = storage.results();
  isReady = false;
  filter = 0;
  /** The values of a full board that breaks no rule of its variant, or nothing. */
  private obeyed = '';
  /** The only solution of the puzzle on the board, or nothing. */
  private solution = '';
  /** The values of each entry that was made before the solution was known. */
  private unchecked: (readonly [cell: number, value: number])[][] = [];
  readonly quick = newEngine();
  readonly slow = newEngine();
  field!: Field;
  place!: Place;
  private placeName: PlaceName = 'play';
  /** The part of the place that is open. */
  private part = '';
  /** The places that were opened. */
  private places = new Map<PlaceName, Place>();
  private play!: Play;
  private main!: HTMLElement;
  private readonly frame = document.getElementById('page')!;
  private readonly clock: Clock;
  private isDrawing = false;
  private warned = false;
  private isPaused = false;
  /** The number of the last request for a puzzle. It grows, too, when another board opens. */
  private making = 0;

  constructor() {
    this.settings = { ...DEFAULTS, ...(storage.keptSettings() as Partial<Settings> | null) };
    this.words = wordsFor([this.settings.language, ...navigator.languages]);
    this.clock = new Clock(
      () => this.isPlaying(),
      () => {
        if (this.clock.seconds % 10 === 0) this.save();
      },
    );
    const kept = storage.open();
    this.state = restore(kept?.state) ?? START;
    this.clock.seconds = kept?.seconds ?? 0;
    this.id = kept?.id ?? '';
    this.game = kept?.game ?? NEW_GAME;
    // The modules load while the page is built. A first visit needs the whole engine for the puzzle of the day.
    this.quick.warm('first');
    if (!kept && placeOf(addressText(location))?.name === 'play') this.quick.warm('whole');
    this.build();
    void this.findSolution();
    void this.obey();
    addEventListener('pagehide', () => this.save());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.save();
    });
    addEventListener('hashchange', () => void this.fromAddress());
    void this.fromAddress();
    storage.onOther(() => {
      this.save();
      this.say(this.words.ownBoard);
    });
  }

  // Appearance.

  /** Builds the page in its language. */
  private build(): void {
    const { words } = this;
    document.documentElement.lang = words.code;
    this.theme();
    this.field = new Field(
      this,
      this.clock.face(words, () => this.stopClock()),
    );
    this.places = new Map();
    this.play = play.open(this);
    this.places.set('play', this.play);
    this.main = h('main', {});
    this.frame.replaceChildren(
      h(
        'a',
        {
          class: 'skip',
          href: '#board',
          click: (event: Event) => {
            event.preventDefault();
            this.focusBoard();
          },
        },
        words.skip,
      ),
      head(
        this,
        PLACES.map(({ name }) => name),
        () => settingsDialog(this, VERSION),
      ),
      this.main,
    );
    this.openPlace(this.placeName, this.part);
    this.show();
  }

  private theme(): void {
    document.documentElement.dataset.theme = this.settings.theme;
  }

  openPlace(name: PlaceName, part = ''): void {
    this.part = part;
    // The open place keeps its elements and the focus.
    if (this.place?.go && this.place === this.places.get(name)) return this.place.go(part);
    if (this.place) this.place.unmount?.();
    if (name !== this.placeName) this.making++;
    this.placeName = name;
    let place = this.places.get(name);
    if (!place) {
      place = PLACES.find((kind) => kind.name === name)!.open(this);
      this.places.set(name, place);
    }
    this.place = place;
    if (name !== 'play') this.isReady = true;
    document.body.dataset.place = name;
    document.title = name === 'play' ? this.words.title : `${this.words.nav[name]} – ${this.words.title}`;
    for (const link of this.frame.querySelectorAll('[data-place]')) {
      link.toggleAttribute('aria-current', link.getAttribute('data-place') === name);
    }
    this.frame.querySelector<HTMLElement>('.skip')!.hidden = !place.isBoard;
    this.main.className = name;
    this.main.replaceChildren(...place.elements, ...(place.isBoard ? [] : [this.field.output]));
    place.mount?.();
    place.go?.(part);
    this.show();
    scrollTo(0, 0);
  }

  openTab(tab: Tab): void {
    if (this.placeName !== 'play') this.openPlace('play');
    this.play.openTab(tab);
  }

  /** Draws all changes once before the next frame. */
  show(): void {
    if (this.isDrawing) return;
    this.isDrawing = true;
    queueMicrotask(() => {
      if (this.isDrawing) this.draw();
    });
  }

  private draw(): void {
    this.isDrawing = false;
    this.field.show();
    this.place.update?.();
    this.clock.show(this.isBoardOpen() && this.settings.timer && !this.game.isOver && !this.isSolved());
    // The tests measure the time until this mark.
    performance.mark('drawn');
  }

  /** Hides the board until the player resumes. */
  private stopClock(): void {
    this.isPaused = true;
    this.save();
    pauseDialog(this, time(this.clock.seconds), () => {
      this.isPaused = false;
    });
  }

  /** True if the time counts: the puzzle is visible, not solved, and not covered by a step. */
  private isPlaying(): boolean {
    return (
      !this.isPaused &&
      this.isBoardOpen() &&
      !this.game.isOver &&
      this.hasPuzzle() &&
      !this.isSolved() &&
      this.look.overlay === NOTHING &&
      !this.look.ghost
    );
  }

  /** True if the board is open to play, without the cards of the first screen. */
  private isBoardOpen(): boolean {
    return this.placeName === 'play' && this.play.view !== 'home';
  }

  private isSolved(position = this.state.position): boolean {
    return isSolved(position) && (this.game.rules === '' || line(position.values) === this.obeyed);
  }

  /** True if the board has a puzzle, which may consist of rules alone. */
  private hasPuzzle(): boolean {
    return hasClues(this.state.position) || this.game.rules !== '';
  }

  setRules(rules: string): void {
    this.id = '';
    this.game = { ...NEW_GAME, rules, name: this.game.name };
    this.look = { ...PLAIN };
    for (const place of this.places.values()) place.moved?.();
    void this.findSolution();
    void this.obey();
    this.showAddress();
    this.save();
    this.show();
  }

  get layer(): Layer | undefined {
    return this.field.layer;
  }

  mistakes(): number[] {
    const { solution } = this;
    if (solution === '') return [];
    return this.state.position.values.flatMap((value, cell) =>
      value && value !== Number(solution[cell]) ? [cell] : [],
    );
  }

  focusBoard(): void {
    this.draw();
    this.field.focus();
  }

  touched(): void {
    if (this.placeName === 'play' && this.play.view === 'home') this.begin();
  }

  holds(): boolean {
    return (
      this.state.held > 0 &&
      this.settings.digitFirst &&
      this.placeName === 'play' &&
      this.play.tab === 'pad' &&
      !this.look.ghost
    );
  }

  wrongCells(): ReadonlySet<number> {
    const { look } = this;
    return this.settings.mistakes !== 'now' || look.ghost ? look.wrong : new Set([...look.wrong, ...this.mistakes()]);
  }

  setFilter(digit: number): void {
    this.filter = digit === this.filter ? 0 : digit;
    this.show();
  }

  // Games.

  get seconds(): number {
    return this.clock.seconds;
  }

  isBegun(): boolean {
    return this.clock.seconds > 0 || this.state.past.length > 0;
  }

  help(kind: 'hint' | 'solution'): void {
    this.game =
      kind === 'hint' ? { ...this.game, hints: this.game.hints + 1 } : { ...this.game, isOver: true, isShown: true };
    this.save();
  }

  begin(): void {
    // After a link is opened, the focus is at the head of the page and stays there.
    const hadFocus = document.activeElement !== document.body;
    if (!isBlank(this.state.position) || this.game.rules !== '') this.making++;
    if (this.placeName !== 'play') this.openPlace('play');
    this.play.open('game');
    scrollTo(0, 0);
    this.showAddress();
    if (hadFocus) this.focusBoard();
  }

  async playDay(day: string): Promise<void> {
    const kept = storage.keptBoards().find(({ kept: { game } }) => game.day === day && !game.isOver);
    const result = this.results.find((one) => one.day === day);
    if (this.game.day === day && (!this.game.isOver || (result && this.isSolved()))) this.begin();
    else if (kept) this.openKept(kept.name);
    else await this.make(levelOf(day), seedOf(day), day, false, result);
    if (result && this.game.day === day && this.isSolved()) this.play.showEnd(result);
  }

  async playLevel(level: Level): Promise<void> {
    await this.make(level, newSeed(), '', false);
  }

  /** Makes a puzzle and puts it on the board, unless another board is played in the meantime. With a result it is solved. */
  private async make(level: Level, seed: number, day: string, isPreview: boolean, result?: Result): Promise<void> {
    const ticket = ++this.making;
    try {
      const made = await this.quick.generate(request(level, seed), () => ticket === this.making);
      if (ticket !== this.making) return;
      const game = { ...NEW_GAME, level, day, rating: made.rating ?? '' };
      const puzzle = fromPuzzle(made.puzzle);
      if (result) {
        const { hints, mistakes } = result;
        this.put({ ...puzzle, values: parseLine(made.solution) }, made.id ?? '', {
          ...game,
          hints,
          mistakes,
          isOver: true,
        });
        this.clock.seconds = result.seconds;
      } else this.put(puzzle, made.id ?? '', game, isPreview);
    } catch (why) {
      if (ticket === this.making) this.failed(why);
    } finally {
      this.isReady = true;
      this.show();
    }
  }

  openKept(name: string): void {
    const kept = storage.keptBoards().find((one) => one.name === name)?.kept;
    const state = restore(kept?.state);
    if (!kept || !state) return;
    this.making++;
    this.leaveGame(name);
    this.state = state;
    this.clock.seconds = kept.seconds;
    this.id = kept.id;
    this.game = kept.game;
    this.filter = 0;
    this.look = { ...PLAIN };
    for (const place of this.places.values()) place.moved?.();
    void this.findSolution();
    void this.obey();
    this.begin();
  }

  /** Keeps a game that is started and not finished. The next game has its own place in storage. */
  private leaveGame(next?: string): void {
    const isKept = this.isBegun() && !this.game.isOver && !this.isSolved() && !isBlank(this.state.position);
    if (isKept) this.save();
    else if (next !== undefined && next !== storage.ownName()) storage.remove(storage.ownName());
    if (isKept || next !== undefined) storage.take(next);
  }

  private async findSolution(): Promise<void> {
    const { position } = this.state;
    const { rules } = this.game;
    const puzzle = line(position.givens);
    this.solution = '';
    this.obeyed = '';
    this.unchecked = [];
    if (!this.hasPuzzle()) return;
    try {
      const reply =
        rules === ''
          ? await this.quick.ask('check', { puzzle })
          : await this.quick.ask('variant_check', { puzzle, rules, nodes: MOST_NODES });
      const { solutions, solution } = reply;
      const isOnly = solutions === 1 && (!('exact' in reply) || reply.exact);
      if (isOnly && solution && line(this.state.position.givens) === puzzle && this.game.rules === rules) {
        this.solution = solution;
        this.countMistakes();
      }
      this.show();
    } catch {
      // Without a solution, the page cannot find mistakes. The panels show the reason.
    }
  }

  /** Marks the cells that break a rule of a variant, with the reason. A full board without such cells is solved. */
  private async obey(type: Action['type'] = 'load'): Promise<void> {
    const { rules } = this.game;
    const { position } = this.state;
    if (rules === '') return;
    const puzzle = line(position.values);
    try {
      const { broken } = await this.quick.ask('variant_broken', { puzzle, rules, language: this.words.code });
      if (line(this.state.position.values) !== puzzle || this.game.rules !== rules) return;
      this.setLook({ broken: new Set(broken.flatMap(({ cells }) => cells)) });
      if (broken[0] && this.settings.mistakes !== 'never') this.say(broken.map(({ words }) => words).join(' '));
      if (broken.length === 0 && isSolved(position) && !this.isSolved()) {
        this.obeyed = puzzle;
        if (type !== 'load') this.solved(type);
        this.show();
        this.save();
      }
    } catch (why) {
      this.failed(why);
    }
  }

  /** Ends the game after a change that solved the puzzle. */
  private solved(type: Action['type']): void {
    const isGame = ENTRIES.includes(type) && !this.game.isOver && this.hasPuzzle();
    const counts = isGame && !this.game.isShown && this.placeName === 'play';
    this.say(counts ? this.words.solvedIn(time(this.clock.seconds)) : this.words.solved);
    if (counts) this.finish();
    else if (isGame || this.game.isShown) this.game = { ...this.game, isOver: true };
  }

  /** Ends a game that was solved by hand, and shows its result. */
  private finish(): void {
    const { game, id } = this;
    const result: Result = {
      on: dayOf(new Date()),
      day: game.day,
      level: game.level,
      rating: game.rating,
      seconds: this.clock.seconds,
      hints: game.hints,
      mistakes: game.mistakes,
      id,
    };
    this.game = { ...game, isOver: true };
    scrollTo(0, 0);
    this.results = storage.addResult(result);
    this.play.showEnd(result);
  }

  // Changes.

  dispatch(action: Action): void {
    const before = this.state;
    this.state = reduce(before, action);
    if (this.state.position !== before.position) this.making++;
    if (this.state === before) {
      if (action.type === 'undo') this.say(this.words.nothingToUndo);
      if (action.type === 'redo') this.say(this.words.nothingToRedo);
      return;
    }
    if (this.state.position !== before.position) this.changed(before, action);
    this.show();
    // The page saves each move at once, so a crash loses no move. It does not store the cursor.
    if (this.state.position !== before.position || this.state.autoRemove !== before.autoRemove) this.save();
    if (action.type === 'move') this.focusBoard();
  }

  private changed(before: State, action: Action): void {
    setText(this.field.output, '');
    // Cells that break a rule stay marked until the engine has the answer for the new digits.
    this.look = { ...PLAIN, broken: action.type === 'load' ? PLAIN.broken : this.look.broken };
    if (action.type !== 'load' && this.placeName === 'play' && this.play.view !== 'game') {
      this.play.open('game');
      this.showAddress();
    }
    for (const place of this.places.values()) place.moved?.();
    const { position } = this.state;
    // Two variants without clues differ only in their rules.
    if (action.type === 'load' || line(position.givens) !== line(before.position.givens)) {
      if (action.type !== 'undo' && action.type !== 'redo') this.clock.seconds = 0;
      if (action.type !== 'load') {
        this.id = '';
        this.game = { ...NEW_GAME, rules: this.game.rules };
      }
      this.showAddress();
      void this.findSolution();
    } else if (['digit', 'tap', 'promote'].includes(action.type)) {
      const entered = position.values.flatMap((value, cell) =>
        value && value !== before.position.values[cell] ? [[cell, value] as const] : [],
      );
      if (entered.length > 0) this.unchecked.push(entered);
      this.countMistakes();
    }
    if (action.type === 'singles') this.game = { ...this.game, hints: this.game.hints + 1 };
    if (action.type === 'restart') {
      this.clock.seconds = 0;
      this.unchecked = [];
      this.game = { ...this.game, ...(this.game.isShown ? {} : { hints: 0, mistakes: 0 }), isOver: false };
    }
    const wasSolved = this.isSolved(before.position);
    void this.obey(action.type);
    if (this.isSolved() && !wasSolved) {
      this.solved(action.type);
    } else if (!this.isSolved()) {
      // After undo, the game is open again, but it counts only once.
      if (wasSolved && this.game.isOver) this.game = { ...this.game, isOver: false, isShown: true };
      const isWrong = this.game.rules === '' || !isSolved(position);
      if (isFull(position) && isWrong && ENTRIES.includes(action.type)) this.say(this.words.fullButWrong);
    }
  }

  /** Counts each entry with a wrong value once, as soon as the solution is known. */
  private countMistakes(): void {
    const { solution, game, unchecked } = this;
    if (solution === '') return;
    const wrong = unchecked.filter((entered) => entered.some(([cell, value]) => value !== Number(solution[cell])));
    this.unchecked = [];
    if (wrong.length > 0) this.game = { ...game, mistakes: game.mistakes + wrong.length };
  }

  /** Puts the puzzle of a game or of Create into the address. From a game, Back goes to the previous place. */
  private showAddress(): void {
    const isGame = this.isBoardOpen();
    if (!isGame && this.placeName !== 'create') return;
    const {
      id,
      game,
      state: { position },
    } = this;
    showInAddress(
      puzzleLink({ ...position, values: position.givens }, id, game.day, game.rules),
      isGame && placeOf(addressText(location)) !== undefined,
    );
  }

  setLook(look: Partial<Look>): void {
    this.look = { ...this.look, ...look };
    this.show();
  }

  say(words: string, isSeen = false): void {
    this.field.output.textContent = words;
    this.field.output.classList.toggle('unseen', isSeen);
  }

  /** Shows an error. It is an arrow function, because panels pass it to promises. */
  readonly failed = (why: unknown): void => {
    if (why instanceof Stopped) this.say(this.words.stopped);
    else this.say(messageOf(why));
  };

  setSettings(change: Partial<Settings>): void {
    const { language } = this.settings;
    this.settings = { ...this.settings, ...change };
    storage.keepSettings(this.settings);
    this.theme();
    if (!this.settings.digitFirst && this.state.held) this.dispatch({ type: 'hold', digit: this.state.held });
    if (this.settings.language !== language) {
      this.words = wordsFor([this.settings.language, ...navigator.languages]);
      this.look = { ...PLAIN };
      this.build();
      void this.obey();
    }
    this.show();
  }

  worker(): Engine {
    return newEngine();
  }

  load(puzzle: string, id = '', rating = '', asked?: object): void {
    this.put(fromPuzzle(puzzle), id, { ...NEW_GAME, rating, level: levelFor(rating), ...(asked && { asked }) });
  }

  /** Puts another puzzle on the board, and keeps the game that was there. */
  private put(position: Position, id = '', game = NEW_GAME, isPreview = false): void {
    this.leaveGame();
    this.id = id;
    this.game = game;
    this.filter = 0;
    this.isReady = true;
    this.dispatch({
      type: 'load',
      position: this.settings.autoNotes && !isBlank(position) ? withNotes(position) : position,
    });
    this.clock.seconds = 0;
    if (!isPreview && this.placeName !== 'create') this.begin();
  }

  async read(text: string, refusal = this.words.cannotRead): Promise<void> {
    // A link to the page may have any host. The engine reads links of f-puzzles instead.
    const [link] = /^\s*https?:\/\/(?!\S*[?&]load=)\S+\s*$/.exec(text) ?? [];
    const added = storage.addExported(text);
    if (added) {
      this.results = storage.results();
      this.show();
      return this.say(this.words.imported(added.results, added.games));
    }
    const linked = link !== undefined && URL.canParse(link) ? addressText(new URL(link)) : '';
    if (linked !== '') {
      location.hash = encodeURI(linked);
      return;
    }
    if (mayHaveRules(text)) {
      try {
        const { puzzle, rules } = await this.quick.ask('variant_read', { text: plain(text.slice(0, 1_000_000)) });
        if (rules !== '') {
          this.put(fromPuzzle(puzzle), '', { ...NEW_GAME, rules });
          return this.say(this.words.loadedRules(rules.split(';').length));
        }
      } catch (why) {
        return this.failed(why instanceof Refused ? new Refused(`${refusal} ${why.message}`) : why);
      }
    }
    let reply: ReadReply;
    try {
      reply = await this.quick.ask('read', { text: plain(text.slice(0, 1_000_000)) });
    } catch (why) {
      this.failed(why instanceof Refused ? new Refused(`${refusal} ${why.message}`) : why);
      return;
    }
    const [first] = reply.puzzles;
    if (!first) {
      const [complaint] = reply.complaints;
      this.say(`${refusal} ${complaint?.words ?? ''}`.trim());
      return;
    }
    this.put(fromPuzzle(first.puzzle, first.candidates ?? undefined, first.givens ?? undefined));
    const clues = this.state.position.givens.filter((given) => given).length;
    this.say(
      reply.puzzles.length > 1
        ? this.words.manyRead(reply.puzzles.length)
        : this.words.loaded(clues, reply.format ?? ''),
    );
  }

  // Keeping.

  private save(): void {
    const { position, past } = this.state;
    if (isBlank(position) && past.length === 0 && this.game.rules === '') return;
    const keep = (state: State) =>
      storage.keep({ at: Date.now(), seconds: this.clock.seconds, id: this.id, game: this.game, state: store(state) });
    // If storage is full, the board is saved without its history. This needs no more space than before.
    const done =
      keep(this.state) ||
      keep({ ...this.state, past: past.slice(-1), future: [] }) ||
      keep({ ...this.state, past: [], future: [] });
    if (!done && !this.warned) {
      this.warned = true;
      this.say(this.words.notStored);
    }
  }

  private async fromAddress(): Promise<void> {
    const text = addressText(location);
    const named = placeOf(text);
    if (named?.name === 'play') return this.openHome();
    if (named) return this.openPlace(named.name, named.part);
    const linked = readAddressText(text);
    if (linked.kind === 'position') {
      const { position } = linked;
      // A link to the puzzle on the board continues the game.
      const isBare = pack(position) === pack(fromPuzzle(line(position.givens)));
      const isHere = isBare
        ? line(position.givens) === line(this.state.position.givens)
        : pack(position) === pack(this.state.position);
      if (isHere) this.begin();
      else this.put(position);
      if (linked.step) {
        this.openTab('hint');
        this.play.openLinked(linked.step);
      }
    } else if (linked.kind === 'day') {
      await this.playDay(linked.day);
    } else if (linked.kind === 'id') {
      if (linked.id === this.id) return this.begin();
      const ticket = ++this.making;
      try {
        const { puzzle } = await this.slow.generate({ id: linked.id });
        if (ticket !== this.making) return;
        this.load(puzzle, linked.id);
        this.say(this.words.linkId(linked.id));
        void this.rate(puzzle);
      } catch (why) {
        this.say(`${this.words.badLink} ${why instanceof Error ? why.message : ''}`);
      }
    } else if (linked.kind === 'rules' && linked.text === rulesText(this.state.position.givens, this.game.rules)) {
      // A link to the puzzle on the board continues the game.
      this.begin();
    } else if (linked.kind === 'text' || linked.kind === 'rules') {
      await this.read(linked.text, this.words.badLink);
    }
  }

  /** Opens the first screen, with the game on the board, or with today's puzzle. */
  private async openHome(): Promise<void> {
    this.play.open('home');
    if (this.placeName !== 'play') this.openPlace('play');
    this.show();
    const { state, game } = this;
    const today = dayOf(new Date());
    const isDone = game.isOver || this.isSolved();
    const isOld = !this.isBegun() && game.day !== '' && game.day !== today;
    const isStale = isDone ? !this.results.some(({ day }) => day === today) : isOld;
    if ((!isBlank(state.position) || game.rules !== '') && !isStale) this.isReady = true;
    else await this.make(levelOf(today), seedOf(today), today, true);
    this.show();
  }

  /** Finds the rating and the level of a puzzle, and shows them if it is still on the board. */
  private async rate(puzzle: string): Promise<void> {
    try {
      const { rating } = await this.slow.ask('rate', { puzzle, scale: 'se' });
      if (!rating || !('er' in rating) || line(this.state.position.givens) !== puzzle) return;
      const er = rating.er.toFixed(1);
      this.game = { ...this.game, rating: er, level: levelFor(er) };
      this.save();
      this.show();
    } catch {
      // The game goes on without a level.
    }
  }
}
