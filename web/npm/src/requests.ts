/** The fields of each request. docs/reference/page-engine.md describes them. */

import type { Question, Replies, Scale } from '../../page/src/engine';

export type { Question, Scale };

export type Language = 'en' | 'ko';
/** A cell from 0 to 80, and a digit. */
export type Pair = readonly [cell: number, digit: number];
/** The minimum and the maximum; null for no limit. */
export type Range<T> = readonly [least: T | null, most: T | null];
/** A whole number. Above 2^53 it is a string. */
export type Whole = number | string;

/** A question about the steps from a position. `with` names more techniques. */
export interface StepsQuestion extends Question {
  scale?: Scale;
  with?: readonly string[];
  language?: Language;
}

/** The conditions of a new puzzle. */
export interface GenerateRequest {
  /** The seed and the number of the puzzle in its sequence. The same request gives the same puzzle. */
  seed?: Whole;
  number?: Whole;
  symmetry?: string;
  clues?: Range<number>;
  /** 81 characters: a character other than `.` and `0` is a clue. */
  pattern?: string;
  /** 81 characters: digits that the puzzle has. */
  givens?: string;
  minimal?: boolean;
  scale?: Scale | 'guesses';
  difficulty?: Range<number>;
  level?: Range<string>;
  needs?: readonly string[];
  /** The techniques that may come before and after those of `needs`. */
  before?: readonly string[];
  after?: readonly string[];
  without?: readonly string[];
  with?: readonly string[];
}

/** A question about a puzzle with rules, as text with semicolons between them. */
export interface RuledQuestion {
  puzzle: string;
  rules: string;
}

export interface Requests extends Record<keyof Replies, object> {
  about: { language?: Language };
  all_steps: StepsQuestion & { limit?: number };
  canonical: { puzzle: string };
  check: Question;
  count: Question & { limit?: Whole };
  enumerate: Question & { skip?: number; number?: number };
  generate: (GenerateRequest | { id: string }) & { attempts?: number; next?: number | null };
  grade: Question & { technique: string; place?: readonly Pair[]; remove?: readonly Pair[]; language?: Language };
  hint: StepsQuestion;
  lesson: { technique: string; number?: number; puzzle?: string; language?: Language };
  marks: Question & { limit?: number };
  nth: Question & { number: Whole };
  path: StepsQuestion & { limit?: number };
  rate: Question & { scale?: Scale; with?: readonly string[] };
  read: { text: string; format?: string; column?: string };
  run: { puzzle: string; strategy: string; times?: number; limit?: number; nodes?: number };
  sample: Question & { seed?: Whole; number?: number };
  techniques: { scale?: Scale; language?: Language };
  trace: { puzzle: string; strategy: string; from?: number; number?: number; limit?: number; most?: number };
  variant_broken: RuledQuestion & { language?: Language };
  variant_check: RuledQuestion & { nodes?: Whole; language?: Language };
  variant_hint: RuledQuestion & { language?: Language };
  variant_meanings: RuledQuestion & { language?: Language };
  variant_read: { text: string };
  write: Question & { format?: string };
  wrong_marks: Question;
}
