/** A board for an iframe of another page: `embed.html#` and a puzzle in any format, with hints and a link to the page. */

import { fromPuzzle, unpack } from './board';
import { h } from './draw/dom';
import { SudokuBoard } from './element';
import { messageOf } from './engine';
import { newEngine } from './modules';
import type { StepData } from './replies';
import { addressText } from './share';
import { ending, HINT_WORDS, pick, textOf } from './text/hint';

const words = pick(HINT_WORDS, navigator.languages);
document.documentElement.lang = words.code;
document.documentElement.dataset.theme = 'auto';

const engine = newEngine();
const board = new SudokuBoard();
board.setAttribute('pad', '');
const says = h('output', { 'aria-live': 'polite' });
const next = h('button', { type: 'button', click: () => void press() });
const link = h('a', { target: '_blank', rel: 'noopener' }, words.openInPage);
document.body.append(h('main', {}, h('h1', { class: 'unseen' }, words.board), board, h('nav', {}, next, link), says));

/** Replaces the text below the board, and names the button by its next effect. */
function tell(...parts: (Node | string)[]): void {
  says.replaceChildren(...parts);
  next.textContent = board.step ? words.hintDo : words.hint;
}

/** The pending reads of the address, one after the other. A hint waits for them. */
let reading = Promise.resolve();

const start = (): void => {
  reading = reading.then(read);
};

async function read(): Promise<void> {
  const text = addressText(location);
  link.href = `./${location.search}${location.hash}`;
  const position = unpack(text);
  if (position) {
    board.position = position;
    return tell('');
  }
  try {
    const { puzzles, complaints } = await engine.ask('read', { text });
    const [read] = puzzles;
    if (read) board.position = fromPuzzle(read.puzzle, read.candidates ?? undefined, read.givens ?? undefined);
    tell(read || text === '' ? '' : (complaints[0]?.words ?? words.cannotRead));
  } catch (why) {
    tell(messageOf(why));
  }
}

/** The lines of a proof, with cells in the language of the page. */
function proof({ explanation }: StepData): Node {
  const lines = explanation?.proof ?? [];
  return h('ol', {}, ...lines.map((line) => h('li', {}, textOf(words, line.words.tokens))));
}

/** Shows a hint, or applies the hint that is shown. */
async function press(): Promise<void> {
  await reading;
  if (board.step) {
    board.applyStep();
    return;
  }
  const asked = board.position;
  try {
    const { steps, wrong, end } = await engine.ask('hint', { ...board.question, language: words.code });
    if (board.position !== asked) return;
    if (wrong.length > 0) {
      board.wrong = wrong.filter(({ value }) => value).map(({ cell }) => cell);
      const cells = board.wrong;
      tell(cells.length > 0 ? words.wrongValues(cells) : words.noHintFromThere);
    } else if (steps[0]) {
      board.step = steps[0];
      tell(h('b', {}, steps[0].title), proof(steps[0]));
    } else tell(ending(words, end) || words.noStep);
  } catch (why) {
    tell(messageOf(why));
  }
}

board.addEventListener('change', () => tell(''));
board.addEventListener('solve', () => tell(words.solved));
addEventListener('hashchange', start);
tell('');
start();
