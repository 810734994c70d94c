/** The page: it puts the parts together, and hands keys, pastes and files to them. */

import {
  type Action, ERASER, type Position, START, type State, fromPuzzle, conflicts, digitsOf, isBlank, isFull, line, pack, plain, reduce, restore, store,
} from './board';
import { BoardView, type Scene } from './draw/board';
import { button, h, s, setText } from './draw/dom';
import { Engine, type Part, Refused, type Request, Stopped } from './engine';
import type { GenerateReply, MadePuzzle, ReadReply } from './replies';
import { addressText, readAddressText, showInAddress } from './share';
import * as storage from './storage';
import { type Words, wordsFor } from './text';
import { type App, type Look, PLAIN, type Panel, type Section, type Settings, type Tab } from './view/app';
import { CheckPanel } from './view/check';
import { HintPanel } from './view/hint';
import { ListsPanel } from './view/lists';
import { MakePanel } from './view/make';
import { keysDialog, pauseDialog, settingsDialog, shareDialog } from './view/menu';
import { PadPanel } from './view/pad';
import { PathPanel } from './view/path';
import { WatchPanel } from './view/watch';

/** Where the worker and the engine's modules are, and the version; the build puts them in. */
declare const WORKER_URL: string;
declare const FIRST_URL: string;
declare const WHOLE_URL: string;
declare const VERSION: string;

/** The engine's modules that were asked for, each loaded and compiled once for all workers. */
const modules = new Map<Part, Promise<Request>>();

async function compile(part: Part): Promise<Request> {
  try {
    return { part, module: await WebAssembly.compileStreaming(fetch(part === 'first' ? FIRST_URL : WHOLE_URL)) };
  } catch (why) {
    // The next worker that needs it tries again.
    modules.delete(part);
    return { part, failure: why instanceof Error ? why.message : String(why) };
  }
}

function load(part: Part): Promise<Request> {
  const known = modules.get(part);
  if (known) return known;
  const loading = compile(part);
  modules.set(part, loading);
  return loading;
}

const startWorker = (): Worker => new Worker(WORKER_URL, { type: 'module' });

const hand = (part: Part, worker: Worker): void => void load(part).then((message) => worker.postMessage(message));

const DEFAULTS: Settings = { language: '', theme: 'auto', timer: true, singleKeys: true, peers: true, digitFirst: false, scale: 'se' };

const TABS: readonly Tab[] = ['pad', 'hint', 'path', 'check'];
const SECTIONS: readonly Section[] = ['solve', 'make', 'lists', 'watch'];

const narrow = matchMedia('(max-width: 599px)');

const time = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
    .slice(seconds >= 3600 ? 0 : 1).map((part) => String(part).padStart(2, '0')).join(':');

/** An arrow out of a box. */
function shareSign(): SVGElement {
  const sign = s('svg', { viewBox: '0 0 24 24', class: 'sign', 'aria-hidden': 'true' });
  sign.append(s('path', { d: 'M12 15V3M7 8l5-5 5 5M7 12H4v9h16v-9h-3' }));
  return sign;
}

class Page implements App {
  words: Words;
  state: State;
  settings: Settings;
  look: Look = PLAIN;
  id = '';
  readonly quick = new Engine(startWorker, hand);
  readonly slow = new Engine(startWorker, hand);
  private readonly frame = document.getElementById('page')!;
  private board!: BoardView;
  private output!: HTMLOutputElement;
  private strip!: HTMLElement;
  private clock!: HTMLElement;
  private pause!: HTMLButtonElement;
  private panels!: Record<Tab, Panel>;
  /** The other parts of the page, made when they are first seen. */
  private sections: Partial<Record<Exclude<Section, 'solve'>, Panel>> = {};
  private side!: HTMLElement;
  private undo!: HTMLButtonElement;
  private main!: HTMLElement;
  private tab: Tab = 'pad';
  private section: Section = 'solve';
  private seconds = 0;
  private isDrawing = false;
  /** The state of the touch gesture on the board. */
  private finger: { before: State; after: State } | undefined;
  private lastDown = { cell: -1, at: 0 };
  private warned = false;
  private isPaused = false;

  constructor() {
    this.settings = { ...DEFAULTS, ...(storage.keptSettings() as Partial<Settings> | null) };
    this.words = wordsFor([this.settings.language, ...navigator.languages]);
    const kept = storage.open();
    this.state = restore(kept?.state) ?? START;
    this.seconds = kept?.seconds ?? 0;
    this.id = kept?.id ?? '';
    this.build();
    this.listen();
    void this.fromAddress();
    this.quick.warm('first');
    setInterval(() => this.tick(), 1000);
    storage.onOther(() => {
      this.save();
      this.say(this.words.ownBoard);
    });
  }

  // Appearance.

  private build(): void {
    const { words } = this;
    document.documentElement.lang = words.code;
    document.title = words.title;
    this.theme();
    this.board = new BoardView(words.board, {
      down: (cell, event) => this.down(cell, event),
      link: (at) => this.setLook({ strong: this.look.strong.length === 1 && this.look.strong[0] === at ? [] : [at] }),
      drag: (cells) => {
        if (this.holds()) return;
        for (const cell of cells) {
          if (!this.state.selected.includes(cell)) this.dispatch({ type: 'select', cell, how: 'extend' });
        }
      },
      cancel: () => {
        const { state, finger } = this;
        // Entries made since then stay.
        if (finger?.after.position === state.position) this.state = finger.before;
        if (this.state.position !== state.position) {
          this.changed(state, { type: 'undo' });
          this.save();
        }
        this.show();
      },
      focus: (cell) => {
        if (cell !== this.state.cursor) this.dispatch({ type: 'select', cell });
      },
    });
    this.board.setLabels(!narrow.matches);
    this.output = h('output', { 'aria-live': 'polite', class: 'says' });
    this.strip = h('p', { class: 'strip', hidden: true });
    this.clock = h('span', {});
    this.pause = h('button', { type: 'button', class: 'plain clock', title: words.pause, click: () => this.stopClock() },
      this.clock, h('span', { class: 'unseen' }, ` ${words.pause}`));
    this.panels = {
      pad: new PadPanel(this), hint: new HintPanel(this), path: new PathPanel(this), check: new CheckPanel(this),
    };
    this.sections = {};
    this.side = h('aside', { class: 'side' });
    this.undo = button('↶', () => this.dispatch({ type: 'undo' }), { 'aria-label': words.undo, title: words.undo });
    this.main = h('main', {});
    this.frame.replaceChildren(
      h('a', { class: 'skip', href: '#board', click: (event: Event) => {
        event.preventDefault();
        this.focusBoard();
      } }, words.skip),
      this.header(), this.main);
    this.openSection(this.section);
    this.show();
  }

  private header(): HTMLElement {
    const { words } = this;
    return h('header', {},
      h('h1', {}, words.title), this.pause,
      h('nav', { 'aria-label': words.sectionsLabel }, ...SECTIONS.map((section) =>
        button(words.sections[section], () => this.openSection(section), { class: 'plain', 'data-section': section }))),
      h('button', { type: 'button', class: 'share', title: words.share, click: () => shareDialog(this) },
        h('span', {}, words.share), shareSign()),
      button('☰', () => this.openSettings(), { class: 'menu', 'aria-label': words.menu }));
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

  openSection(section: Section): void {
    this.panels[this.tab].leave?.();
    if (this.section !== 'solve') this.sections[this.section]?.leave?.();
    this.section = section;
    document.body.dataset['section'] = section;
    for (const one of this.frame.querySelectorAll<HTMLElement>('[data-section]')) {
      one.toggleAttribute('aria-current', one.dataset['section'] === section);
    }
    this.frame.querySelector<HTMLElement>('.skip')!.hidden = section === 'lists' || section === 'watch';
    const field = h('div', { class: 'field-of-play', id: 'board' }, this.board.element, this.strip, this.output);
    if (section === 'solve') {
      this.main.replaceChildren(field, this.side);
      this.openTab(this.tab);
    } else if (section === 'make') {
      this.side.replaceChildren(this.part('make').element);
      this.main.replaceChildren(field, this.side);
    } else {
      this.main.replaceChildren(this.part(section).element, this.output);
    }
    if (section !== 'solve') this.part(section).update?.();
    this.main.className = section;
  }

  private part(section: Exclude<Section, 'solve'>): Panel {
    const make = { make: MakePanel, lists: ListsPanel, watch: WatchPanel }[section];
    return (this.sections[section] ??= new make(this));
  }

  openTab(tab: Tab): void {
    if (this.section !== 'solve') {
      this.tab = tab;
      if (this.section === 'make') this.openSection('solve');
      return;
    }
    if (tab !== this.tab) this.panels[this.tab].leave?.();
    this.tab = tab;
    // Who opens one of these asks for logic next.
    if (tab === 'hint') this.quick.warm('whole');
    else if (tab === 'path') this.slow.warm('whole');
    const { words } = this;
    const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': words.tabsLabel });
    for (const each of TABS) {
      tabs.append(button(words.tabs[each], () => this.openTab(each), {
        role: 'tab', id: `tab-${each}`, 'aria-selected': String(each === tab), 'aria-controls': 'tab-panel', tabindex: each === tab ? 0 : -1,
      }));
    }
    tabs.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const next = TABS[(TABS.indexOf(this.tab) + by + TABS.length) % TABS.length]!;
      this.openTab(next);
      document.getElementById(`tab-${next}`)?.focus();
    });
    const panel = h('div', { role: 'tabpanel', id: 'tab-panel', 'aria-labelledby': `tab-${tab}` }, this.panels[tab].element);
    const hadFocus = document.activeElement?.id.startsWith('tab-');
    this.side.replaceChildren(h('div', { class: 'tab-row' }, tabs, this.undo), panel);
    this.side.dataset['tab'] = tab;
    if (hadFocus) document.getElementById(`tab-${tab}`)?.focus();
    this.panels[tab].update?.();
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
    const { state, look, words } = this;
    const position = look.ghost ?? state.position;
    const shown: Scene = {
      position, selected: look.ghost ? [] : state.selected, cursor: state.cursor, overlay: look.overlay, wrong: look.wrong,
      differ: look.differ, peers: this.settings.peers && !look.ghost, held: this.holds() && state.held !== ERASER ? state.held : 0,
      strong: look.strong,
    };
    this.board.show(shown, (cell, isBad) => {
      const marks = digitsOf(position.corner[cell]! | position.centre[cell]!);
      const colours = digitsOf(position.colours[cell]!);
      const isGiven = position.givens[cell]! > 0;
      return words.describe(cell, position.values[cell]!, isGiven, marks, isBad) + (colours.length > 0 ? words.colours(colours) : '');
    });
    this.board.element.classList.toggle('ghost', look.ghost !== undefined);
    this.strip.hidden = look.note === '';
    setText(this.strip, look.note);
    this.undo.disabled = state.past.length === 0;
    if (this.section === 'solve') this.panels[this.tab].update?.();
    this.showClock();
    // For measurements of the time until the board is visible.
    performance.mark('drawn');
  }

  private showClock(): void {
    this.pause.hidden = !this.settings.timer;
    setText(this.clock, time(this.seconds));
  }

  private tick(): void {
    const { position } = this.state;
    if (document.hidden || this.isPaused || isBlank(position) || this.isSolved()) return;
    this.seconds += 1;
    this.showClock();
    if (this.seconds % 10 === 0) this.save();
  }

  /** Hides the board until one goes on. */
  private stopClock(): void {
    this.isPaused = true;
    this.save();
    pauseDialog(this, time(this.seconds), () => { this.isPaused = false; });
  }

  private isSolved(): boolean {
    return isFull(this.state.position) && conflicts(this.state.position.values).size === 0;
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

  private changed(before: State, action: Action): void {
    setText(this.output, '');
    this.look = { ...PLAIN };
    for (const panel of Object.values(this.panels)) panel.moved?.();
    for (const panel of Object.values(this.sections)) panel.moved?.();
    const { position } = this.state;
    if (line(position.givens) !== line(before.position.givens)) {
      if (action.type !== 'undo' && action.type !== 'redo') this.seconds = 0;
      if (action.type !== 'load') this.id = '';
      showInAddress(position, this.id);
    }
    if (this.isSolved() && !isFull(before.position)) {
      this.say(action.type === 'digit' || action.type === 'promote' ? this.words.solvedIn(time(this.seconds)) : this.words.solved);
    }
  }

  setLook(look: Partial<Look>): void {
    this.look = { ...this.look, ...look };
    this.show();
  }

  say(words: string, isSeen = false): void {
    this.output.textContent = words;
    this.output.classList.toggle('unseen', isSeen);
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
    return new Engine(startWorker, hand);
  }

  load(puzzle: string, id = ''): void {
    this.put(fromPuzzle(puzzle), id);
  }

  private put(position: Position, id = ''): void {
    this.id = id;
    this.dispatch({ type: 'load', position });
    if (this.section !== 'solve' && this.section !== 'make') this.openSection('solve');
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
    const keep = (state: State) => storage.keep({ at: Date.now(), seconds: this.seconds, id: this.id, state: store(state) });
    // If storage is full, save the board without its history: it needs no more space than before.
    const done = keep(this.state) || keep({ ...this.state, past: past.slice(-1), future: [] }) || keep({ ...this.state, past: [], future: [] });
    if (!done && !this.warned) {
      this.warned = true;
      this.say(this.words.notStored);
    }
  }

  private async fromAddress(): Promise<void> {
    const linked = readAddressText(addressText(location));
    if (linked.kind === 'position') {
      const { position } = linked;
      // A link to the bare puzzle that is on the board already goes on where one was.
      const isBare = pack(position) === pack(fromPuzzle(line(position.givens)));
      const isHere = isBare ? line(position.givens) === line(this.state.position.givens) : pack(position) === pack(this.state.position);
      if (isHere) showInAddress(this.state.position, this.id);
      else this.dispatch({ type: 'load', position });
    } else if (linked.kind === 'id') {
      if (linked.id === this.id) return;
      try {
        const { puzzle } = await this.makeById(linked.id);
        this.load(puzzle, linked.id);
        this.say(this.words.linkId(linked.id));
      } catch (why) {
        this.say(`${this.words.badLink} ${why instanceof Error ? why.message : ''}`);
      }
    } else if (linked.kind === 'text') {
      await this.read(linked.text, this.words.badLink);
    } else if (!isBlank(this.state.position)) {
      showInAddress(this.state.position, this.id);
    }
  }

  private async makeById(id: string): Promise<MadePuzzle> {
    for (let next: number | null = null; ;) {
      const reply: GenerateReply = await this.slow.ask('generate', { id, attempts: 200, next });
      if ('puzzle' in reply) return reply;
      next = reply.next;
    }
  }

  // Input.

  private focusBoard(): void {
    this.draw();
    this.board.cells[this.state.cursor]?.focus({ preventScroll: true });
  }

  /** Whether a tap writes: a digit is chosen first, and the pad that shows it is seen. */
  private holds(): boolean {
    return this.state.held > 0 && this.settings.digitFirst && this.section === 'solve' && this.tab === 'pad' && !this.look.ghost;
  }

  private down(cell: number, event: PointerEvent): void {
    const { state, lastDown } = this;
    const isSame = lastDown.cell === cell && event.timeStamp - lastDown.at < 450;
    this.lastDown = { cell, at: isSame ? 0 : event.timeStamp };
    const isOnly = state.selected.length === 1 && state.selected[0] === cell;
    if (event.shiftKey) this.dispatch({ type: 'select', cell, how: 'extend' });
    else if (event.ctrlKey || event.metaKey) this.dispatch({ type: 'select', cell, how: 'toggle' });
    else if (this.holds()) this.dispatch({ type: 'tap', cell });
    else if (isSame && isOnly) this.dispatch({ type: 'promote', cell });
    else this.dispatch({ type: 'select', cell });
    this.finger = { before: state, after: this.state };
    this.focusBoard();
  }

  private listen(): void {
    addEventListener('keydown', (event) => this.keydown(event));
    document.addEventListener('paste', (event) => {
      if (isField(event.target)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      event.preventDefault();
      // Nothing, or a picture.
      if (text.trim() === '') return this.say(this.words.cannotRead);
      if (this.section === 'lists') (this.part('lists') as ListsPanel).take(new Blob([text]));
      else void this.read(text);
    });
    document.addEventListener('copy', (event) => {
      if (isField(event.target) || getSelection()?.toString()) return;
      event.clipboardData?.setData('text/plain', line(this.state.position.values));
      event.preventDefault();
      this.say(this.words.copied);
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (!file) {
        const text = event.dataTransfer?.getData('text/plain') ?? '';
        if (text.trim() !== '') void this.read(text);
      } else if (this.section === 'lists' || file.size > 20_000) {
        this.openSection('lists');
        (this.part('lists') as ListsPanel).take(file);
      } else {
        void file.text().then((text) => this.read(text));
      }
    });
    addEventListener('pagehide', () => this.save());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.save();
    });
    addEventListener('hashchange', () => void this.fromAddress());
    narrow.addEventListener('change', () => this.board.setLabels(!narrow.matches));
  }

  private keydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || isField(event.target) || document.querySelector('dialog[open]')) return;
    const control = event.ctrlKey || event.metaKey;
    const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
    if (this.section !== 'solve') {
      if (this.section === 'watch' && !control && this.sections.watch?.key?.(event.key)) event.preventDefault();
      return;
    }
    if (!this.handle(event, control, digit)) return;
    event.preventDefault();
  }

  /** Takes a key, if it is one of the page's. */
  private handle(event: KeyboardEvent, control: boolean, digit: string | undefined): boolean {
    const key = keyOf(event);
    const arrow = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
    const onBoard = this.board.element.contains(event.target as Node) || event.target === document.body;
    if (control && key === 'z') this.dispatch({ type: event.shiftKey ? 'redo' : 'undo' });
    else if (control && key === 'y') this.dispatch({ type: 'redo' });
    else if (event.altKey) return false;
    else if (this.look.ghost && (digit !== undefined || ['Delete', 'Backspace', ' '].includes(key))) {
      // A preview is shown, so ignore keys that would change the hidden board.
      this.say(this.look.note, true);
    } else if (arrow && onBoard) {
      this.dispatch({ type: 'move', rows: arrow[0]!, columns: arrow[1]!, by: control ? 'box' : 'cell', extend: event.shiftKey });
    } else if (digit !== undefined && digit !== '0') {
      const mode = event.shiftKey ? 'corner' : control ? 'centre' : this.state.mode;
      this.dispatch({ type: 'digit', digit: Number(digit), mode });
    } else if (digit === '0' && !control || key === 'Delete' || key === 'Backspace' || (key === ' ' && onBoard)) {
      this.dispatch({ type: 'erase' });
    } else if (control) return false;
    else return this.command(key, onBoard);
    return true;
  }

  private command(key: string, onBoard: boolean): boolean {
    if (key === 'Enter' && !onBoard) return false;
    if (key === 'Enter' || key === 'Escape') return this.panels[this.tab].key?.(key) ?? false;
    if (!this.settings.singleKeys) return false;
    const mode = ({ z: 'value', x: 'corner', c: 'centre', v: 'colour' } as const)[key];
    if (mode) this.dispatch({ type: 'mode', mode });
    else if (key === 'f') this.dispatch({ type: 'fill' });
    else if (key === 'h') {
      this.openTab('hint');
      void (this.panels.hint as HintPanel).press();
    } else if (key === 'p') {
      this.openTab('path');
      void (this.panels.path as PathPanel).load();
    } else if (key === 'k') {
      this.openTab('check');
      void (this.panels.check as CheckPanel).check();
    } else if (key === '?') keysDialog(this);
    else return this.panels[this.tab].key?.(key) ?? false;
    return true;
  }
}

/**
 * Returns the key, with letters as ASCII. With another alphabet, such as Hangul, the position of the key
 * decides.
 */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length === 1 && key <= '~') return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  || (target instanceof HTMLInputElement && target.type !== 'checkbox');

new Page();

if ('serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('sw.js').catch(() => undefined));
}
