/** Browser storage: the settings, the results, and the boards of recent games, each under its own name. */

import { type Game, type Result, readGame, readResult } from './games';

const PREFIX = 'sudoku.';
const BOARDS = `${PREFIX}board.`;
/** The number of games that are kept. */
const KEPT = 24;

/** Stores a value. Returns false if the browser cannot store it. */
function put(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function get(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** A kept board; `state` is the text that the board reader accepts. */
export interface Kept {
  at: number;
  seconds: number;
  id: string;
  game: Game;
  state: unknown;
}

/** The name of this tab, which a reload keeps. */
let tab = '';
/** The time at which this page opened its board. */
let opened = 0;
/** The milliseconds after a reload in which the last save of the former page may arrive. */
const LATE = 2_000;

function session(name: string | undefined): string | null {
  try {
    if (name !== undefined) sessionStorage.setItem(`${PREFIX}tab`, name);
    return sessionStorage.getItem(`${PREFIX}tab`);
  } catch {
    return null;
  }
}

function newTab(): void {
  tab = `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6).toString(36)}`;
  session(tab);
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && typeof (value as Kept).at === 'number' && 'state' in value;

function names(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(BOARDS));
  } catch {
    return [];
  }
}

/** Returns a kept board, with default values for missing parts. */
const whole = (kept: Kept): Kept => ({ ...kept, game: readGame(kept.game) });

/** All kept boards, the latest first. */
export function keptBoards(): { name: string; kept: Kept }[] {
  return names()
    .map((name) => ({ name, kept: get(name) }))
    .filter((one): one is { name: string; kept: Kept } => isKept(one.kept))
    .map(({ name, kept }) => ({ name, kept: whole(kept) }))
    .sort((a, b) => b.kept.at - a.kept.at);
}

/** Returns the board of this tab. A new tab gets the latest board. */
export function open(): Kept | undefined {
  opened = Date.now();
  const known = session(undefined);
  if (known !== null) tab = known;
  else newTab();
  const own = get(BOARDS + tab);
  if (isKept(own)) return whole(own);
  return keptBoards()[0]?.kept;
}

/** The name of this tab's board. */
export const ownName = (): string => BOARDS + tab;

/** Gives this tab another board: the one under a name, or a new one. Its previous board is kept. */
export function take(name?: string): void {
  if (name === undefined) return newTab();
  tab = name.slice(BOARDS.length);
  session(tab);
}

export function remove(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Without storage, there is nothing to remove.
  }
}

/** Names a kept game. */
export function rename(name: string, title: string): void {
  const kept = get(name);
  if (isKept(kept)) put(name, { ...kept, game: { ...readGame(kept.game), name: title } });
}

const RESULTS = `${PREFIX}results`;

export function results(): Result[] {
  const kept = get(RESULTS);
  return (Array.isArray(kept) ? kept : []).map(readResult).filter((result) => result !== undefined);
}

/** Adds a result to those of all tabs. Returns all. */
export function addResult(result: Result): Result[] {
  const all = [...results(), result];
  put(RESULTS, all);
  return all;
}

const LEARNED = `${PREFIX}learned`;

type Learned = Partial<Record<string, number>>;

const readLearned = (kept: unknown): Learned =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(Object.entries(kept).filter(([, count]) => Number.isInteger(count) && count > 0))
    : {};

/** Returns the number of solved exercises of each technique, by its name. */
export const learned = (): Learned => readLearned(get(LEARNED));

/** Adds a solved exercise of a technique. Returns their number. */
export function addLearned(name: string): number {
  const count = (learned()[name] ?? 0) + 1;
  put(LEARNED, { ...learned(), [name]: count });
  return count;
}

export function keep(kept: Kept): boolean {
  const isNew = !names().includes(BOARDS + tab);
  const done = put(BOARDS + tab, kept);
  if (isNew) prune();
  return done;
}

/** Removes games beyond the number that is kept: first finished games, then the oldest ones. */
function prune(): void {
  const others = keptBoards().filter(({ name }) => name !== BOARDS + tab);
  others.sort((a, b) => Number(a.kept.game.isOver) - Number(b.kept.game.isOver));
  for (const { name } of others.slice(KEPT - 1)) remove(name);
}

/** Returns the results, the progress in Learn and the kept games as the text of a file. */
export const exported = (): string =>
  JSON.stringify({ results: results(), learned: learned(), games: keptBoards().map(({ kept }) => kept) }, undefined, 1);

/**
 * Adds the results and games of an exported file to those that are kept. If both have a technique, the greater number of
 * exercises is kept. Returns the number of new results and games that are kept, or nothing if the text is not such a file.
 */
export function addExported(text: string): { results: number; games: number } | undefined {
  let file: { results?: unknown; games?: unknown; learned?: unknown } | null;
  try {
    file = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(file?.results) || !Array.isArray(file.games)) return undefined;
  const progress = learned();
  for (const [name, count = 0] of Object.entries(readLearned(file.learned)))
    progress[name] = Math.max(count, progress[name] ?? 0);
  put(LEARNED, progress);
  const own = results();
  const known = new Set(own.map((result) => JSON.stringify(result)));
  const fresh = file.results
    .map(readResult)
    .filter((result) => result !== undefined)
    .filter((result) => !known.has(JSON.stringify(result)));
  const isStored = put(
    RESULTS,
    [...own, ...fresh].sort((a, b) => a.on.localeCompare(b.on)),
  );
  const boards = new Set(keptBoards().map(({ kept }) => JSON.stringify(kept.state)));
  const games = file.games.filter(isKept).filter(({ state }) => !boards.has(JSON.stringify(state)));
  const added = games.map((_, at) => `${BOARDS}${Date.now().toString(36)}-import${at}`);
  for (const [at, game] of games.entries()) put(added[at]!, whole(game));
  prune();
  const stored = names();
  return { results: isStored ? fresh.length : 0, games: added.filter((name) => stored.includes(name)).length };
}

/**
 * Calls `told` when a copy of this tab writes its board. This tab then takes a new name. A reload is no copy: the page
 * before it has the same name, and its last save may arrive after this page opened its board.
 */
export function onOther(told: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key !== BOARDS + tab || event.newValue === null) return;
    const written = get(event.key);
    if (isKept(written) && written.at < opened + LATE) return;
    newTab();
    told();
  });
}

export const keepSettings = (settings: object): boolean => put(`${PREFIX}settings`, settings);

export const keptSettings = (): unknown => get(`${PREFIX}settings`);
