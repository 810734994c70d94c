/** The dialogs: sharing and printing, settings, keys. */

import { candidates, candidatesLine, fromPuzzle, hasAllMarks, line, type Position, puzzleOf } from '../board';
import { button, choice, h, setText, tick } from '../draw/dom';
import { NOTHING } from '../draw/step';
import { type Engine, messageOf, Stopped } from '../engine';
import { levelFor, newSeed, request } from '../games';
import { drawing, picture, positionLink, puzzleLink, rulesText, save } from '../share';
import { facts, LANGUAGES } from '../text';
import type { App, Settings } from './app';
import { dataButtons, titleOf } from './home';
import type { Printed } from './print';

/** A dialog that closes with its button, with Esc and with a press beside it. */
function dialog(app: App, title: string, ...children: (Node | string | false)[]): HTMLDialogElement {
  const id = `dialog-${title.length}-${document.querySelectorAll('dialog').length}`;
  const box = h(
    'dialog',
    { 'aria-labelledby': id, close: () => box.remove() },
    h(
      'div',
      { class: 'dialog-head' },
      h('h2', { id }, title),
      button('✕', () => box.close(), { 'aria-label': app.words.close }),
    ),
    ...children,
  );
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

async function copy(app: App, text: string, shown: HTMLTextAreaElement): Promise<void> {
  const note = shown.parentElement!.querySelector('output')!;
  try {
    await navigator.clipboard.writeText(text);
    note.textContent = app.words.copied;
  } catch {
    note.textContent = app.words.copyFailed;
    shown.hidden = false;
    shown.value = text;
    shown.select();
  }
}

const FORMATS = ['line', 'grid', 'candidates', 'sukaku', 'boj2580', 'boj2239', 'csv', 'jsonl'];

export function shareDialog(app: App): void {
  const { words, state } = app;
  const { position } = state;
  const { rules } = app.game;
  const shown = h('textarea', { rows: 5, hidden: true, readonly: true, 'aria-label': words.copyFailed });
  let format = 'line';
  const copyForm = async () => {
    if (rules !== '') return copy(app, rulesText(position.givens, rules).replaceAll('; ', '\n'), shown);
    try {
      const args = {
        puzzle: line(position.values),
        ...(hasAllMarks(position) && { candidates: candidatesLine(candidates(position)) }),
        format,
      };
      await copy(app, (await app.quick.ask('write', args)).text, shown);
    } catch (why) {
      app.failed(why);
    }
  };
  const name = `sudoku-${
    puzzleOf(position)
      .replace(/[^1-9]/g, '')
      .slice(0, 8) || 'empty'
  }`;
  const box = dialog(
    app,
    words.shareTitle,
    h(
      'div',
      { class: 'row-of' },
      button(words.copyLink, () => void copy(app, puzzleLink(position, app.id, app.game.day, rules), shown), {
        class: 'main',
      }),
      rules === '' && button(words.copyLinkAll, () => void copy(app, positionLink(position), shown)),
    ),
    h(
      'div',
      { class: 'row-of' },
      rules === '' &&
        choice(
          words.format,
          FORMATS.map((each) => [each, each] as const),
          format,
          (value) => {
            format = value;
          },
        ),
      button(words.copyText, () => void copyForm()),
    ),
    h(
      'div',
      { class: 'row-of' },
      button(words.saveSvg, () =>
        save(new Blob([drawing(position, [], NOTHING, app.layer)], { type: 'image/svg+xml' }), `${name}.svg`),
      ),
      button(
        words.savePng,
        () => void picture(position, [], NOTHING, app.layer).then((blob) => save(blob, `${name}.png`), app.failed),
      ),
    ),
    h('output', { 'aria-live': 'polite' }),
    shown,
    ...(rules === '' ? printPart(app, () => box.close()) : []),
  );
}

function printPart(app: App, close: () => void): Node[] {
  const { words } = app;
  let count = 4;
  let answers = true;
  let engine: Engine | undefined;
  const note = h('output', { 'aria-live': 'polite' });
  const press = button(words.printSheet, () => (engine ? engine.stop() : void printSheet()));
  const printSheet = async () => {
    engine = app.worker();
    setText(press, words.stop);
    try {
      const print = await sheet(app, engine, count, answers, (made) => {
        setText(note, words.madeOf(made, count));
        // A closed dialog is removed from the page.
        return note.isConnected;
      });
      if (!note.isConnected) return;
      close();
      print();
    } catch (why) {
      setText(note, why instanceof Stopped ? words.stopped : messageOf(why));
    } finally {
      engine.stop();
      engine = undefined;
      setText(press, words.printSheet);
    }
  };
  return [
    h('h3', {}, words.print),
    h(
      'div',
      { class: 'row-of' },
      button(words.printOne, () => {
        close();
        void one(app).catch(app.failed);
      }),
    ),
    h(
      'div',
      { class: 'row-of' },
      choice(
        words.sheetCount,
        ['2', '4', '6', '12'].map((each) => [each, each] as const),
        String(count),
        (value) => {
          count = Number(value);
        },
      ),
      tick(words.withAnswers, answers, (on) => {
        answers = on;
      }),
      press,
    ),
    note,
  ];
}

/** Prints the board with its entries and marks. */
async function one(app: App): Promise<void> {
  const { id, game, state, words } = app;
  const { position } = state;
  const { printBoards } = await import('./print');
  const link = puzzleLink(position, id, game.day);
  printBoards(words, [{ position, title: facts(...titleOf(app), id), link }], []);
}

/**
 * Makes puzzles of the same kind as the puzzle on the board. Returns a function that prints all of them on a sheet.
 * `goesOn` gets the number of puzzles so far, several times a second. If it returns false, the search throws `Stopped`.
 */
async function sheet(
  app: App,
  engine: Engine,
  count: number,
  answers: boolean,
  goesOn: (made: number) => boolean,
): Promise<() => void> {
  const { game, words } = app;
  const puzzles: Printed[] = [];
  const solutions: Position[] = [];
  const own = puzzleOf(app.state.position);
  const seed = newSeed();
  const asked: { scale?: string } =
    game.asked ?? (game.level === '' ? { symmetry: 'half-turn' } : request(game.level, seed));
  const add = (puzzle: string, answer: string, id: string, scale: string, rating: string) => {
    const level = scale === 'se' ? levelFor(rating) : '';
    const rated = rating && `${words.scaleShort[scale] ?? ''} ${rating}`.trim();
    const position = fromPuzzle(puzzle);
    const title = facts(String(puzzles.length + 1), level && words.levelNames[level], rated, id);
    puzzles.push({ position, title, link: puzzleLink(position, id, '') });
    solutions.push(fromPuzzle(answer));
  };
  const { solutions: number, solution } = await app.quick.ask('check', { puzzle: own });
  if (number === 1 && solution) {
    add(own, solution, app.id, 'se', game.rating);
  }
  while (puzzles.length < count) {
    if (!goesOn(puzzles.length)) throw new Stopped();
    const request = { ...asked, seed, number: puzzles.length };
    const made = await engine.generate(request, () => goesOn(puzzles.length));
    add(made.puzzle, made.solution, made.id ?? '', asked.scale ?? '', made.rating ?? '');
  }
  const { printBoards } = await import('./print');
  return () => printBoards(words, puzzles, answers ? solutions : []);
}

/** Settings, help, keys. */
export function settingsDialog(app: App, version: string): void {
  const { words, settings } = app;
  const set = (change: Partial<Settings>) => app.setSettings(change);
  const box = dialog(
    app,
    words.menu,
    h(
      'div',
      { class: 'fields' },
      choice(
        words.languageLabel,
        Object.entries(LANGUAGES).map(([code, { language }]) => [code, language] as const),
        words.code,
        (language) => {
          box.close();
          set({ language });
        },
      ),
      choice(words.theme, Object.entries(words.themes), settings.theme, (theme) =>
        set({ theme: theme as Settings['theme'] }),
      ),
      choice(words.showMistakes, Object.entries(words.mistakeTimes), settings.mistakes, (mistakes) =>
        set({ mistakes: mistakes as Settings['mistakes'] }),
      ),
      tick(words.showTimer, settings.timer, (timer) => set({ timer })),
      tick(words.digitFirst, settings.digitFirst, (digitFirst) => set({ digitFirst })),
      tick(words.autoNotes, settings.autoNotes, (autoNotes) => set({ autoNotes })),
      tick(words.showPeers, settings.peers, (peers) => set({ peers })),
      tick(words.showSame, settings.same, (same) => set({ same })),
      tick(words.singleKeys, settings.singleKeys, (singleKeys) => set({ singleKeys })),
    ),
    h('h3', {}, words.dataTitle),
    h('div', { class: 'row-of' }, ...dataButtons(app, () => box.close())),
    h('h3', {}, words.helpTitle),
    ...words.help.map(([about, text]) => h('details', {}, h('summary', {}, about), h('p', {}, text))),
    ...keyTable(app),
    h('h3', {}, words.aboutTitle),
    h('p', {}, words.aboutText(version), ' ', h('a', { href: 'licenses.txt', target: '_blank' }, words.licenses)),
  );
}

/** Shows the time of the pause and a button that resumes. */
export function pauseDialog(app: App, time: string, goOn: () => void): void {
  const { words } = app;
  const box = dialog(
    app,
    words.paused(time),
    button(words.goOn, () => box.close(), { class: 'main', autofocus: true }),
  );
  box.classList.add('paused');
  box.addEventListener('close', goOn);
}

function keyTable(app: App): Node[] {
  const rows = app.words.keys.map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, key), h('td', {}, what)));
  return [h('h3', {}, app.words.keysTitle), h('table', { class: 'keys' }, h('tbody', {}, ...rows))];
}

export function keysDialog(app: App): void {
  const [, table] = keyTable(app);
  dialog(app, app.words.keysTitle, table!);
}
