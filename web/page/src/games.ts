/** Levels, daily puzzles and the results of games. This file does not depend on the page or the engine. */

/** The lowest and the highest rating of each level, on the scale of Sudoku Explainer. */
export const LEVELS = {
  easy: [1, 1.5],
  medium: [1.6, 2.8],
  hard: [3, 4.4],
  expert: [4.5, 6.9],
  fiend: [7, 12],
} as const;

export type Level = keyof typeof LEVELS;

export const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

/** A game: its puzzle and its course. */
export interface Game {
  /** The level, or nothing for a puzzle from elsewhere. */
  level: Level | '';
  /** The rating on the scale of Sudoku Explainer, or nothing. */
  rating: string;
  /** The day whose puzzle it is, or nothing. */
  day: string;
  /** The request that made it, if it is more than a level. A sheet asks for puzzles of the same kind. */
  asked?: object;
  /** The rules of a variant on one line, or nothing. */
  rules: string;
  /** The name that the player gave it. */
  name: string;
  hints: number;
  mistakes: number;
  /** True if the player or the page solved it. */
  isOver: boolean;
  /** True if the page showed the solution, also before an undo. Such a game does not count in the statistics. */
  isShown: boolean;
}

export const NEW_GAME: Game = {
  level: '',
  rating: '',
  day: '',
  rules: '',
  name: '',
  hints: 0,
  mistakes: 0,
  isOver: false,
  isShown: false,
};

const isLevel = (value: unknown): value is Level => LEVEL_NAMES.includes(value as Level);
const count = (value: unknown): number => (Number.isFinite(value) ? Math.max(0, value as number) : 0);
const word = (value: unknown): string => (typeof value === 'string' ? value : '');
const date = (value: unknown): string => (typeof value === 'string' && isDay(value) ? value : '');

/** Reads a game from storage or from a file. Missing or invalid parts get the value of a new game. */
export function readGame(value: unknown): Game {
  const game = (value ?? {}) as Partial<Record<keyof Game, unknown>>;
  return {
    level: isLevel(game.level) ? game.level : '',
    rating: word(game.rating),
    day: date(game.day),
    ...(typeof game.asked === 'object' && game.asked !== null && { asked: game.asked }),
    rules: word(game.rules),
    name: word(game.name),
    hints: count(game.hints),
    mistakes: count(game.mistakes),
    isOver: game.isOver === true,
    isShown: game.isShown === true,
  };
}

/** A solved game. */
export interface Result {
  /** The day on which it was solved. */
  on: string;
  /** The day whose puzzle it is, or nothing. */
  day: string;
  level: Level | '';
  rating: string;
  seconds: number;
  hints: number;
  mistakes: number;
  /** The ID of the puzzle, or nothing. */
  id: string;
}

/** Reads a result from storage or from a file; returns nothing without a day and a time. */
export function readResult(value: unknown): Result | undefined {
  const result = (value ?? {}) as Partial<Record<keyof Result, unknown>>;
  const on = date(result.on);
  if (on === '' || typeof result.seconds !== 'number') return undefined;
  const { day, level, rating, hints, mistakes } = readGame(result);
  return { on, day, level, rating, seconds: count(result.seconds), hints, mistakes, id: word(result.id) };
}

/** Returns the local date as `2026-11-24`. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Returns noon of a day in UTC. Noon stays on the same day when clocks change. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** Returns the day that is a number of days after another. */
export function dayAfter(day: string, days: number): string {
  const date = noon(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns true if a text is a day, as `dayOf` writes it. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(noon(text).getTime()) && dayAfter(text, 0) === text;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the name of the weekday, or the date, in a language. */
export function dayText(day: string, language: string, style: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([language, style]);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format.format(noon(day));
}

/** The levels of a week from Sunday: puzzles become harder from Monday to Sunday. */
const WEEK: readonly Level[] = ['expert', 'easy', 'easy', 'medium', 'medium', 'hard', 'hard'];

export const levelOf = (day: string): Level => WEEK[noon(day).getUTCDay()]!;

/** Returns the level of a rating, or nothing without a rating. */
export const levelFor = (rating: string): Level | '' =>
  rating === '' ? '' : (LEVEL_NAMES.find((level) => Number(rating) <= LEVELS[level][1]) ?? '');

/** Returns the request for the puzzle of a seed. Equal seeds give equal puzzles. */
export const request = (level: Level, seed: number): object => ({
  seed,
  number: 0,
  symmetry: 'half-turn',
  scale: 'se',
  difficulty: LEVELS[level],
});

/** Returns the seed of a day: its date as a number. */
export const seedOf = (day: string): number => Number(day.replaceAll('-', ''));

/** Returns a new random seed. */
export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** Returns the days whose puzzle was solved on the day itself. */
const keptDays = (results: readonly Result[]): Set<string> =>
  new Set(results.filter(({ on, day }) => day !== '' && on === day).map(({ day }) => day));

/**
 * Returns the number of days in a row whose puzzle was solved on the day itself, up to today, or up to
 * yesterday while today's puzzle is open.
 */
export function streak(results: readonly Result[], today: string): number {
  const days = keptDays(results);
  let day = days.has(today) ? today : dayAfter(today, -1);
  let count = 0;
  for (; days.has(day); day = dayAfter(day, -1)) count++;
  return count;
}

/** Returns the last seven days up to today, and whether the puzzle of each was solved, on the day or later. */
export function week(results: readonly Result[], today: string): { day: string; isSolved: boolean }[] {
  const solved = new Set(results.map(({ day }) => day));
  return [-6, -5, -4, -3, -2, -1, 0]
    .map((by) => dayAfter(today, by))
    .map((day) => ({ day, isSolved: solved.has(day) }));
}

export interface Statistic {
  level: Level | '';
  count: number;
  best: number;
  mean: number;
  withoutHints: number;
}

/** Returns the statistics of each level that was played. */
export function statistics(results: readonly Result[]): Statistic[] {
  return [...LEVEL_NAMES, '' as const].flatMap((level) => {
    const all = results.filter((result) => result.level === level);
    if (all.length === 0) return [];
    const times = all.map(({ seconds }) => seconds);
    return [
      {
        level,
        count: all.length,
        best: Math.min(...times),
        mean: times.reduce((sum, each) => sum + each, 0) / all.length,
        withoutHints: all.filter(({ hints }) => hints === 0).length,
      },
    ];
  });
}
