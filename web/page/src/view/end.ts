/** The card at the end of a game: time, rating, hints, the hardest step, the next puzzle, and sharing. */

import { fromPuzzle, line, type Position, puzzleOf } from '../board';
import { time } from '../clock';
import { button, h } from '../draw/dom';
import { NOTHING } from '../draw/step';
import { Stopped } from '../engine';
import { dayOf, dayText, type Result, statistics, streak } from '../games';
import { picture, puzzleLink, save } from '../share';
import { facts } from '../text';
import type { App } from './app';

export class EndCard {
  readonly element: HTMLElement;
  private readonly hardest = h('dd', {}, '…');

  constructor(
    private readonly app: App,
    private readonly result: Result,
  ) {
    const { words } = app;
    const today = dayOf(new Date());
    const level = result.level || 'medium';
    const known = facts(result.level && words.levelNames[result.level], result.rating && `SE ${result.rating}`);
    const days = streak(app.results, today);
    const isTodayOpen = !app.results.some(({ day }) => day === today);
    const own = statistics(app.results).find(({ level }) => level === result.level);
    const row = (name: string, value: string | HTMLElement) => [
      h('dt', {}, name),
      value instanceof HTMLElement ? value : h('dd', {}, value),
    ];
    const note = h('output', { 'aria-live': 'polite', class: 'soft' });
    this.element = h(
      'section',
      { class: 'end', 'aria-labelledby': 'end-title' },
      h('h2', { id: 'end-title' }, words.endTitle),
      h('p', { class: 'end-time' }, time(result.seconds)),
      result.level !== '' &&
        own &&
        own.count > 1 &&
        result.seconds === own.best &&
        h('p', { class: 'soft' }, words.newBest),
      h(
        'dl',
        { class: 'end-facts' },
        ...(known ? row(words.columns.level, known) : []),
        ...row(words.hintsUsed, String(result.hints)),
        ...row(words.mistakesMade, String(result.mistakes)),
        ...(app.game.rules === '' ? row(words.hardestStep, this.hardest) : []),
      ),
      days > 0 && h('p', { class: 'streak' }, words.streak(days)),
      h(
        'div',
        { class: 'end-next' },
        button(words.nextPuzzle(words.levelNames[level]), () => void app.playLevel(level), { class: 'main wide' }),
        isTodayOpen && button(words.startToday, () => void app.playDay(today), { class: 'wide' }),
      ),
      h(
        'div',
        { class: 'row-of' },
        button(words.shareResult, () => void this.share(note)),
        button(
          words.savePicture,
          () =>
            void picture(this.puzzle(), this.lines(), NOTHING, app.layer).then(
              (blob) => save(blob, 'sudoku.png'),
              app.failed,
            ),
        ),
      ),
      note,
    );
    if (app.game.rules === '') void this.findHardest();
  }

  /** Requests the solution path and shows the name of its hardest step. */
  private async findHardest(): Promise<void> {
    const { app } = this;
    try {
      const { steps } = await app.slow.ask('path', {
        puzzle: puzzleOf(app.state.position),
        scale: 'se',
        language: app.words.code,
      });
      const most = steps.reduce((best, step) => (step.score > best.score ? step : best), steps[0]!);
      this.hardest.textContent = most ? `${most.title} (SE ${most.score.toFixed(1)})` : '–';
    } catch (why) {
      this.hardest.textContent = '–';
      if (!(why instanceof Stopped)) app.failed(why);
    }
  }

  /** Returns the board with only its clues. */
  private puzzle(): Position {
    return fromPuzzle(line(this.app.state.position.givens));
  }

  /** Returns the result in two lines. */
  private lines(): string[] {
    const { words } = this.app;
    const { day, level, rating, seconds, hints } = this.result;
    const what = facts(
      words.title,
      day && dayText(day, words.code, { day: 'numeric', month: 'short', year: 'numeric' }),
      level && words.levelNames[level],
      rating && `SE ${rating}`,
    );
    return [what, words.resultLine(time(seconds), hints)];
  }

  private async share(note: HTMLOutputElement): Promise<void> {
    const { app, result } = this;
    const text = [...this.lines(), puzzleLink(this.puzzle(), result.id, result.day, app.game.rules)].join('\n');
    try {
      if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        note.textContent = app.words.copied;
      }
    } catch (why) {
      // The visitor closed the system's dialog.
      if (why instanceof DOMException && why.name === 'AbortError') return;
      note.textContent = text;
    }
  }
}
