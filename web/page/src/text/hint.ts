/** The words of hints, which the page and the board in a frame share. */

import type { End, Token } from '../replies';
import { CELL_WORDS, type CellWords } from './cell';

export interface HintWords extends CellWords {
  code: string;
  cell(at: number): string;
  cells(all: readonly number[]): string;
  claim(all: readonly number[], digit: number, on: boolean): string;
  hint: string;
  hintDo: string;
  solved: string;
  openInPage: string;
  cannotRead: string;
  noHintFromThere: string;
  noStep: string;
  wrongValues(all: readonly number[]): string;
  /** The reasons why there are no more steps, by the names of the engine. */
  endings: Record<string, string>;
}

const enCell = (at: number): string => `r${Math.floor(at / 9) + 1}c${(at % 9) + 1}`;
const koCell = (at: number): string => `${Math.floor(at / 9) + 1}행 ${(at % 9) + 1}열`;

export const HINT_WORDS: { en: HintWords; ko: HintWords } = {
  en: {
    ...CELL_WORDS.en,
    code: 'en',
    cell: enCell,
    cells: (all) => all.map(enCell).join(', '),
    claim: (all, digit, on) => `${all.map(enCell).join('/')}${on ? '=' : '≠'}${digit}`,
    hint: 'Hint',
    hintDo: 'Apply',
    solved: 'Solved.',
    openInPage: 'Play on the full page',
    cannotRead: 'No puzzle found in this text. Paste 81 characters or a grid of 9 rows.',
    noHintFromThere: 'No hints are available from this position.',
    noStep: 'None of the known techniques applies here.',
    wrongValues: (all) => `Wrong: ${all.map(enCell).join(', ')}.`,
    endings: {
      solved: 'solved',
      'no technique': 'no technique of this scale applies',
      contradiction: 'contradiction: a cell has no candidate, a digit has no place, or a digit is repeated',
      'no solution': 'the puzzle has no solution',
      'several solutions': 'the puzzle has several solutions',
      'too few clues': 'this scale needs more clues',
      'too many links': 'too many steps; ask for the next hint instead',
      'step limit': 'step limit reached',
      stopped: 'stopped',
    },
  },
  ko: {
    ...CELL_WORDS.ko,
    code: 'ko',
    cell: koCell,
    cells: (all) => all.map(koCell).join(', '),
    claim: (all, digit, on) => `${all.map(koCell).join('/')} ${on ? '=' : '≠'} ${digit}`,
    hint: '힌트',
    hintDo: '적용',
    solved: '풀었습니다.',
    openInPage: '전체 페이지에서 풀기',
    cannotRead: '문제를 찾지 못했습니다.',
    noHintFromThere: '여기서는 힌트를 낼 수 없습니다.',
    noStep: '알려진 기법으로는 더 나아갈 수 없습니다.',
    wrongValues: (all) => `틀림: ${all.map(koCell).join(', ')}.`,
    endings: {
      solved: '다 풀림',
      'no technique': '이 척도의 기법으로는 더 나아갈 수 없음',
      contradiction: '칸이나 유닛에 숫자가 들어갈 자리가 없거나 같은 숫자가 두 번 있음',
      'no solution': '해가 없음',
      'several solutions': '해가 여럿임',
      'too few clues': '이 척도가 받는 것보다 주어진 숫자가 적음',
      'too many links': '단계가 너무 많음: 다음 힌트를 보세요',
      'step limit': '단계 수의 한도에 이름',
      stopped: '멈춤',
    },
  },
};

/** Returns the words of the first available language. */
export function pick<T>(all: Record<'en', T> & Record<string, T>, wishes: readonly string[]): T {
  for (const wish of wishes) {
    const words = all[wish.toLowerCase().split('-')[0] ?? ''];
    if (words) return words;
  }
  return all.en;
}

/** Returns the reason why there are no more steps, translated if the language has words for it. */
export const ending = ({ endings }: HintWords, end: End | null): string =>
  end ? (endings[end.ending] ?? end.words) : '';

/** Returns a part of a text of the engine, with cells and claims in the notation of the language. */
export function tokenText(words: HintWords, token: Token): string {
  if (token.kind === 'claim') return words.claim(token.claim.cells, token.claim.digit, token.claim.on);
  if (token.kind === 'cells' && words.code !== 'en') return words.cells(token.cells);
  return token.text;
}

/** Returns the parts of a text of the engine as one text. */
export const textOf = (words: HintWords, tokens: readonly Token[]): string =>
  tokens.map((token) => tokenText(words, token)).join('');
