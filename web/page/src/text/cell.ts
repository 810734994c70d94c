/** The words of the board, which the page and the custom element share. */

export interface CellWords {
  /** The name of the board. */
  board: string;
  marks: string;
  erase: string;
  undo: string;
  /** Describes a cell for screen readers. */
  describe(
    at: number,
    value: number,
    isGiven: boolean,
    marks: readonly number[],
    isBad: boolean,
    colours: readonly number[],
  ): string;
}

export const CELL_WORDS: { en: CellWords; ko: CellWords } = {
  en: {
    board: 'Sudoku board',
    marks: 'Marks',
    erase: 'Erase',
    undo: 'Undo',
    describe: (at, value, isGiven, marks, isBad, colours) =>
      `row ${Math.floor(at / 9) + 1} column ${(at % 9) + 1}, ${
        value ? `${value}${isGiven ? ', clue' : ''}` : marks.length > 0 ? `marks ${marks.join(' ')}` : 'blank'
      }${isBad ? ', conflict' : ''}${colours.length > 0 ? `, color ${colours.join(' ')}` : ''}`,
  },
  ko: {
    board: '스도쿠 판',
    marks: '메모',
    erase: '지우기',
    undo: '되돌리기',
    describe: (at, value, isGiven, marks, isBad, colours) =>
      `${Math.floor(at / 9) + 1}행 ${(at % 9) + 1}열, ${
        value ? `${value}${isGiven ? ', 주어진 숫자' : ''}` : marks.length > 0 ? `메모 ${marks.join(' ')}` : '빈 칸'
      }${isBad ? ', 충돌' : ''}${colours.length > 0 ? `, 색 ${colours.join(' ')}` : ''}`,
  },
};
