/** The languages of the page. A new language needs a file like `text/en.ts`, and a line here. */

import type { StepData } from './replies';
import { en, type Words } from './text/en';
import { pick } from './text/hint';
import { ko } from './text/ko';

export { ending, textOf, tokenText } from './text/hint';
export type { Words };

export const LANGUAGES: Record<'en', Words> & Record<string, Words> = { en, ko };

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

/** Joins the known facts with dots between them. */
export const facts = (...parts: readonly (string | false)[]): string => parts.filter((part) => part).join(' · ');

/** Returns the words of the first language that the page has. */
export const wordsFor = (wishes: readonly string[]): Words => pick(LANGUAGES, wishes);
