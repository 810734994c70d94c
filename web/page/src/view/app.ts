/** The interface of the page to its panels: state, words, engines, and functions that change the view. */

import type { Action, Position, State } from '../board';
import type { Layer } from '../draw/board';
import { NOTHING, type Overlay } from '../draw/step';
import type { Engine, Scale } from '../engine';
import type { Game, Level, Result } from '../games';
import type { Words } from '../text';

/** The persistent settings. */
export interface Settings {
  language: string;
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  timer: boolean;
  singleKeys: boolean;
  peers: boolean;
  /** True if the other cells with the cursor's digit are highlighted. */
  same: boolean;
  /** The time at which mistakes are shown: at once, on request, or never. */
  mistakes: 'now' | 'ask' | 'never';
  /** True if a new puzzle comes with all candidates. */
  autoNotes: boolean;
  /** True if the player chooses a digit of the pad first, and then taps cells to write it. */
  digitFirst: boolean;
  scale: Scale;
}

/** The overlay on the board. The next move removes it. */
export interface Look {
  overlay: Overlay;
  /** The board that is shown in place of the game. */
  ghost: Position | undefined;
  wrong: ReadonlySet<number>;
  /** Cells that break a rule of a variant. */
  broken: ReadonlySet<number>;
  differ: ReadonlySet<number>;
  strong: readonly number[];
  note: string;
}

export const PLAIN: Look = {
  overlay: NOTHING,
  ghost: undefined,
  wrong: new Set(),
  broken: new Set(),
  differ: new Set(),
  strong: [],
  note: '',
};

export type Tab = 'pad' | 'hint' | 'path' | 'check';
/** The names of the places. An address has the name behind `#`. */
export type PlaceName = 'play' | 'learn' | 'create' | 'algorithms' | 'lists';

export interface App {
  readonly words: Words;
  readonly state: State;
  readonly settings: Settings;
  readonly look: Look;
  /** The engine for questions that take milliseconds. */
  readonly quick: Engine;
  /** The engine for long questions. The panel that asks can stop it. */
  readonly slow: Engine;
  /** Returns a new engine with its own worker. */
  worker(): Engine;
  dispatch(action: Action): void;
  setLook(look: Partial<Look>): void;
  /** Shows a message below the board. A message that is visible elsewhere is only for screen readers. */
  say(words: string, isSeen?: boolean): void;
  /** Shows the error of a question, or reports that it was stopped. */
  failed(why: unknown): void;
  openTab(tab: Tab): void;
  openPlace(name: PlaceName): void;
  /** Moves the focus to the cell of the cursor. */
  focusBoard(): void;
  setSettings(change: Partial<Settings>): void;
  /** Puts a puzzle on the board, with its rating on the scale of Sudoku Explainer and its request, if known. */
  load(puzzle: string, id?: string, rating?: string, asked?: object): void;
  /** Reads text of any format and puts its first puzzle on the board. */
  read(text: string): Promise<void>;
  /** The game on the board, and its time. */
  readonly game: Game;
  readonly seconds: number;
  readonly results: readonly Result[];
  /** True if the player entered a value or a mark. */
  isBegun(): boolean;
  /** True if the puzzle of the first screen is on the board. */
  readonly isReady: boolean;
  /** Plays the puzzle of a day. */
  playDay(day: string): Promise<void>;
  /** Plays a new puzzle of a level. */
  playLevel(level: Level): Promise<void>;
  /** Continues a kept game. */
  openKept(name: string): void;
  /** Continues the game on the board. */
  begin(): void;
  /** Counts a hint, or notes that the page solved the puzzle. */
  help(kind: 'hint' | 'solution'): void;
  /** The digit whose places are highlighted, or 0. */
  readonly filter: number;
  setFilter(digit: number): void;
  /** Gives the puzzle on the board other rules, on one line. With an empty text, it is classic. */
  setRules(rules: string): void;
  /** The drawing of the rules of a variant on the board. */
  readonly layer: Layer | undefined;
  /** The entries that differ from the only solution, if it is known. */
  mistakes(): number[];
  /** The ID of the puzzle on the board, if it is known. */
  readonly id: string;
}

export interface Panel {
  readonly element: HTMLElement;
  /** Shows the changes. */
  update?(): void;
  /** Handles a key; returns false if the panel does not use it. */
  key?(key: string): boolean;
  /** Handles a changed position of the board. */
  moved?(): void;
  /** Ends the panel's work when another panel opens. */
  leave?(): void;
}
