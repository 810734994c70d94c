/** Prints lessons, with one technique per page. */

import { h } from '../../draw/dom';
import type { LessonReply } from '../../replies';
import type { App } from '../app';
import { printSheet } from '../print';
import { LessonBoard, positionOf } from './board';

function page({ words }: App, { title, meaning, example }: LessonReply): HTMLElement {
  const element = h('section', { class: 'lesson-page' }, h('h1', {}, title), h('p', {}, meaning));
  if (!example) return element;
  const board = new LessonBoard(words, title);
  board.load(positionOf(example));
  const { card } = board;
  card.show(example.step, 3);
  // After the last branch, the card shows all of them.
  while (card.turn(example.step, 1));
  element.append(board.element, card.element);
  return element;
}

/** Prints lessons, except if `goesOn` returns false before they are ready. */
export async function printBooklet(app: App, names: readonly string[], goesOn: () => boolean): Promise<void> {
  const pages: HTMLElement[] = [];
  for (const technique of names) {
    pages.push(page(app, await app.quick.ask('lesson', { technique, language: app.words.code })));
    if (!goesOn()) return;
  }
  printSheet(h('div', { class: 'sheet' }, ...pages));
}
