/** The page: its state, and the places that show it. */

import {
  type Action, type Position, START, type State, conflicts, fromPuzzle, isBlank, isFull, line, pack, plain, reduce, restore, store,
} from './board';
import { Clock, time } from './clock';
import { h, setText } from './draw/dom';
import { type Engine, Refused, Stopped } from './engine';
import { newEngine } from './modules';
import { algorithms } from './place/algorithms';
import { create } from './place/create';
import { lists } from './place/lists';
import type { Place, PlaceApp, PlaceKind } from './place/place';
import { type Play, play } from './place/play';
import type { GenerateReply, MadePuzzle, ReadReply } from './replies';
import { addressText, readAddressText, showInAddress } from './share';
import * as storage from './storage';
import { type Words, wordsFor } from './text';
import { type Look, PLAIN, type PlaceName, type Settings, type Tab } from './view/app';
import { Field } from './view/field';
import { head } from './view/head';
import { pauseDialog, settingsDialog } from './view/menu';

/** The version; the build puts it in. */
declare const VERSION: string;

const DEFAULTS: Settings = { language: '', theme: 'auto', timer: true, singleKeys: true, peers: true, digitFirst: false, scale: 'se' };

/** The places in the order of the navigation. */
const PLACES: readonly PlaceKind[] = [play, create, algorithms, lists];

export class Page implements PlaceApp {
  words: Words;
  state: State;
  settings: Settings;
  look: Look = PLAIN;
  id = '';
  readonly quick = newEngine();
  readonly slow = newEngine();
  field!: Field;
  place!: Place;
  private placeName: PlaceName = 'play';
  /** The places that were opened. */
  private places = new Map<PlaceName, Place>();
  private play!: Play;
  private main!: HTMLElement;
  private readonly frame = document.getElementById('page')!;
  private readonly clock: Clock;
  private isDrawing = false;
  private warned = false;
  private isPaused = false;

  constructor() {
    this.settings = { ...DEFAULTS, ...(storage.keptSettings() as Partial<Settings> | null) };
    this.words = wordsFor([this.settings.language, ...navigator.languages]);
    this.clock = new Clock(() => !this.isPaused && !isBlank(this.state.position) && !this.isSolved(),
      () => { if (this.clock.seconds % 10 === 0) this.save(); });
    const kept = storage.open();
    this.state = restore(kept?.state) ?? START;
    this.clock.seconds = kept?.seconds ?? 0;
    this.id = kept?.id ?? '';
    this.build();
    addEventListener('pagehide', () => this.save());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.save();
    });
    addEventListener('hashchange', () => void this.fromAddress());
    void this.fromAddress();
    this.quick.warm('first');
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
    document.title = words.title;
    this.theme();
    this.field = new Field(this);
    this.places = new Map();
    this.play = play.open(this);
    this.places.set('play', this.play);
    this.main = h('main', {});
    this.frame.replaceChildren(
      h('a', { class: 'skip', href: '#board', click: (event: Event) => {
        event.preventDefault();
        this.focusBoard();
      } }, words.skip),
      head(this, PLACES.map(({ name }) => name), this.clock.face(words, () => this.stopClock()), () => this.openSettings()),
      this.main);
    this.openPlace(this.placeName);
    this.show();
  }

  private openSettings(): void {
    const boards = storage.keptBoards().flatMap(({ kept }) => {
      const position = restore(kept.state)?.position;
      if (!position || isBlank(position) || pack(position) === pack(this.state.position)) return [];
      const label = `${new Date(kept.at).toLocaleString(this.words.code)} · ${line(position.values).slice(0, 18)}…`;
      return [{ label, position }];
    });
    settingsDialog(this, boards, () => this.load('.'.repeat(81)), VERSION);
  }

  private theme(): void {
    document.documentElement.dataset['theme'] = this.settings.theme;
  }

  openPlace(name: PlaceName): void {
    if (this.place) this.place.unmount?.();
    this.placeName = name;
    let place = this.places.get(name);
    if (!place) {
      place = PLACES.find((kind) => kind.name === name)!.open(this);
      this.places.set(name, place);
    }
    this.place = place;
    document.body.dataset['place'] = name;
    for (const link of this.frame.querySelectorAll('[data-place]')) {
      link.toggleAttribute('aria-current', link.getAttribute('data-place') === name);
    }
    this.frame.querySelector<HTMLElement>('.skip')!.hidden = !place.isBoard;
    this.main.className = name;
    this.main.replaceChildren(...place.elements, ...(place.isBoard ? [] : [this.field.output]));
    place.mount?.();
  }

  openTab(tab: Tab): void {
    if (this.placeName !== 'play') this.openPlace('play');
    this.play.openTab(tab);
  }

  /** Draws before the next frame, however much has changed until then. */
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
    this.clock.show(this.settings.timer);
    // For measurements of the time until the board is visible.
    performance.mark('drawn');
  }

  /** Hides the board until one goes on. */
  private stopClock(): void {
    this.isPaused = true;
    this.save();
    pauseDialog(this, time(this.clock.seconds), () => { this.isPaused = false; });
  }

  private isSolved(): boolean {
    return isFull(this.state.position) && conflicts(this.state.position.values).size === 0;
  }

  focusBoard(): void {
    this.draw();
    this.field.focus();
  }

  holds(): boolean {
    return this.state.held > 0 && this.settings.digitFirst && this.placeName === 'play' && this.play.tab === 'pad' && !this.look.ghost;
  }

  // Changes.

  dispatch(action: Action): void {
    const before = this.state;
    this.state = reduce(before, action);
    if (this.state === before) {
      if (action.type === 'undo') this.say(this.words.nothingToUndo);
      if (action.type === 'redo') this.say(this.words.nothingToRedo);
      return;
    }
    if (this.state.position !== before.position) this.changed(before, action);
    this.show();
    // At once, because a crash leaves no time for more. The cursor's place is not stored.
    if (this.state.position !== before.position || this.state.autoRemove !== before.autoRemove) this.save();
    if (action.type === 'move') this.focusBoard();
  }

  revert(before: State, after: State): void {
    const { state } = this;
    // Entries made since then stay.
    if (after.position === state.position) this.state = before;
    if (this.state.position !== state.position) {
      this.changed(state, { type: 'undo' });
      this.save();
    }
    this.show();
  }

  private changed(before: State, action: Action): void {
    setText(this.field.output, '');
    this.look = { ...PLAIN };
    for (const place of this.places.values()) place.moved?.();
    const { position } = this.state;
    if (line(position.givens) !== line(before.position.givens)) {
      if (action.type !== 'undo' && action.type !== 'redo') this.clock.seconds = 0;
      if (action.type !== 'load') this.id = '';
      showInAddress(position, this.id);
    }
    if (this.isSolved() && !isFull(before.position)) {
      this.say(action.type === 'digit' || action.type === 'promote' ? this.words.solvedIn(time(this.clock.seconds)) : this.words.solved);
    }
  }

  setLook(look: Partial<Look>): void {
    this.look = { ...this.look, ...look };
    this.show();
  }

  say(words: string, isSeen = false): void {
    this.field.output.textContent = words;
    this.field.output.classList.toggle('unseen', isSeen);
  }

  /** Bound, because panels hand it to promises as it is. */
  readonly failed = (why: unknown): void => {
    if (why instanceof Stopped) this.say(this.words.stopped);
    else this.say(why instanceof Error ? why.message : String(why));
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
    }
    this.show();
  }

  worker(): Engine {
    return newEngine();
  }

  load(puzzle: string, id = ''): void {
    this.put(fromPuzzle(puzzle), id);
  }

  private put(position: Position, id = ''): void {
    this.id = id;
    this.dispatch({ type: 'load', position });
    if (!this.place.isBoard) this.openPlace('play');
  }

  async read(text: string, refusal = this.words.cannotRead): Promise<void> {
    // A link is followed, whatever host the page that made it is on.
    const [link] = /^\s*https?:\/\/\S+\s*$/.exec(text) ?? [];
    const linked = link !== undefined && URL.canParse(link) ? addressText(new URL(link)) : '';
    if (linked !== '') {
      location.hash = encodeURI(linked);
      return;
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
    this.say(reply.puzzles.length > 1 ? this.words.manyRead(reply.puzzles.length) : this.words.loaded(clues, reply.format ?? ''));
  }

  // Keeping.

  private save(): void {
    const { position, past } = this.state;
    if (isBlank(position) && past.length === 0) return;
    const keep = (state: State) => storage.keep({ at: Date.now(), seconds: this.clock.seconds, id: this.id, state: store(state) });
    // If storage is full, save the board without its history: it needs no more space than before.
    const done = keep(this.state) || keep({ ...this.state, past: past.slice(-1), future: [] }) || keep({ ...this.state, past: [], future: [] });
    if (!done && !this.warned) {
      this.warned = true;
      this.say(this.words.notStored);
    }
  }

  private async fromAddress(): Promise<void> {
    const text = addressText(location);
    const named = PLACES.find(({ name }) => name === text);
    if (named) return this.openPlace(named.name);
    const linked = readAddressText(text);
    if (linked.kind === 'position') {
      const { position } = linked;
      // A link to the bare puzzle that is on the board already goes on where one was.
      const isBare = pack(position) === pack(fromPuzzle(line(position.givens)));
      const isHere = isBare ? line(position.givens) === line(this.state.position.givens) : pack(position) === pack(this.state.position);
      if (!isHere) this.dispatch({ type: 'load', position });
      this.openBoard();
    } else if (linked.kind === 'id') {
      if (linked.id === this.id) return this.openBoard();
      try {
        const { puzzle } = await this.makeById(linked.id);
        this.load(puzzle, linked.id);
        this.openBoard();
        this.say(this.words.linkId(linked.id));
      } catch (why) {
        this.say(`${this.words.badLink} ${why instanceof Error ? why.message : ''}`);
      }
    } else if (linked.kind === 'text') {
      await this.read(linked.text, this.words.badLink);
    } else if (!isBlank(this.state.position)) this.openBoard();
  }

  /** Opens the board, with its puzzle in the address. */
  private openBoard(): void {
    if (this.placeName !== 'play') this.openPlace('play');
    showInAddress(this.state.position, this.id);
  }

  private async makeById(id: string): Promise<MadePuzzle> {
    for (let next: number | null = null; ;) {
      const reply: GenerateReply = await this.slow.ask('generate', { id, attempts: 200, next });
      if ('puzzle' in reply) return reply;
      next = reply.next;
    }
  }
}
