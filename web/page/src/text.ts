/** The languages of the page. One more is one more file like `text/en.ts`, and its line here. */

import type { End } from './replies';
import { en, type Words } from './text/en';
import { ko } from './text/ko';

export type { Words };

export const LANGUAGES: Record<string, Words> = { en, ko };

/** Returns the reason why there are no more steps, translated if the language has words for it. */
export function ending(words: Words, end: End | null): string {
  const known: Record<string, string> = words.endings;
  return end ? (known[end.ending] ?? end.words) : '';
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
