/** The languages of the page. One more is one more file like `text/en.ts`, and its line here. */

import type { End, StepData, Token } from './replies';
import { en, type Words } from './text/en';
import { ko } from './text/ko';

export type { Words };

export const LANGUAGES: Record<string, Words> = { en, ko };

/** Returns the reason why there are no more steps, translated if the language has words for it. */
export function ending(words: Words, end: End | null): string {
  const known: Record<string, string> = words.endings;
  return end ? (known[end.ending] ?? end.words) : '';
}

/** Returns a part of a text of the engine, with cells and claims as the language writes them. */
export function tokenText(words: Words, token: Token): string {
  if (token.kind === 'claim') return words.claim(token.claim.cells, token.claim.digit, token.claim.on);
  if (token.kind === 'cells' && words.code !== 'en') return words.cells(token.cells);
  return token.text;
}

/** Returns the parts of a text of the engine as one text. */
export const textOf = (words: Words, tokens: readonly Token[]): string =>
  tokens.map((token) => tokenText(words, token)).join('');

/** A rating for readers: in tenths, or in points on the scale of HoDoKu. */
export const ratingOf = ({ level, score }: StepData): string => (level === null ? score.toFixed(1) : String(score));

/** The effect of a step, with cells grouped by digits. */
export function effectOf(words: Words, step: StepData): string {
  const byCell = new Map<number, number[]>();
  const filled = new Set(step.placements.map(([cell]) => cell));
  for (const [cell, digit] of step.eliminations)
    if (!filled.has(cell)) byCell.set(cell, [...(byCell.get(cell) ?? []), digit]);
  const groups = new Map<string, [number[], number[]]>();
  for (const [cell, digits] of byCell) {
    const known = groups.get(digits.join());
    if (known) known[0].push(cell);
    else groups.set(digits.join(), [[cell], digits]);
  }
  return words.effect(step.placements, [...groups.values()]);
}

/** Joins the facts that are known, with points between them. */
export const facts = (...parts: readonly (string | false)[]): string => parts.filter((part) => part).join(' · ');

/** Returns the words of the first language that the page has. */
export function wordsFor(wishes: readonly string[]): Words {
  for (const wish of wishes) {
    const words = LANGUAGES[wish.toLowerCase().split('-')[0] ?? ''];
    if (words) return words;
  }
  return en;
}
