/** The custom element for the embedded page and for other pages. It has its own style. */

import boardStyle from '../board.css';
import colorStyle from '../colors.css';
import elementStyle from './element.css';
import { define, SudokuBoard } from './sudoku-board';

export type { Action, Mode, Position, State } from './board';
export type { Question } from './engine';
export type { StepData } from './replies';
export type { Look } from './sudoku-board';
export { SudokuBoard };

let sheet: CSSStyleSheet | undefined;

// A security policy allows this style, because it is no inline style of an element.
SudokuBoard.style = () => {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(colorStyle + boardStyle + elementStyle);
  }
  return sheet;
};
define();
