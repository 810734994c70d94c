/** The ways to share a step: as text, as a link, as a picture, and on paper. */

import type { Position } from '../board';
import { button, h } from '../draw/dom';
import { before, type Overlay } from '../draw/step';
import type { ProofLine, StepData } from '../replies';
import { picture, save, stepLink, techniqueOf } from '../share';
import { effectOf, ratingOf } from '../text';
import type { App } from './app';

/** The board before the step, with its candidates. */
function boardOf(app: App, step: StepData): Position {
  const position = app.look.ghost ?? app.state.position;
  return step.explanation ? { ...position, corner: before(step.explanation) } : position;
}

const linesOf = (proof: readonly ProofLine[], indent = ''): string[] =>
  proof.flatMap(({ number, level, words, inner }) => {
    const own = indent + '  '.repeat(level);
    return [`${own}${number}. ${words.text}`, ...linesOf(inner, `${own}  `)];
  });

/** Returns the name of a step with its rating, its result and its place. */
function headOf({ words }: App, step: StepData): string[] {
  const place = step.explanation?.place.text;
  return [
    `${step.title} (${words.scaleShort[step.scale] ?? step.scale} ${ratingOf(step)})`,
    words.result(effectOf(words, step)),
    ...(place === undefined ? [] : [place]),
  ];
}

/** Returns the buttons for the step of a card. */
export function takeButtons(app: App, step: StepData, card: HTMLElement, overlay: () => Overlay): HTMLElement {
  const { words } = app;
  const note = h('output', { 'aria-live': 'polite' });
  const link = () => stepLink(app.look.ghost ?? app.state.position, step);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      note.textContent = words.copied;
    } catch {
      note.textContent = text;
    }
  };
  const text = () =>
    [...headOf(app, step), '', ...linesOf(step.explanation?.proof ?? []), '', link()]
      .join('\n')
      .replace(/\n{3,}/g, '\n\n');
  const savePicture = () =>
    void picture(boardOf(app, step), headOf(app, step).slice(0, 2), overlay()).then(
      (blob) => save(blob, `sudoku-${techniqueOf(step)}.png`),
      app.failed,
    );
  const print = async () => {
    const { printStep } = await import('./print');
    printStep(boardOf(app, step), overlay(), card, link());
  };
  return h(
    'div',
    { class: 'take' },
    h(
      'div',
      { class: 'row-of' },
      button(words.copyText, () => void copy(text())),
      button(words.copyLink, () => void copy(link())),
      button(words.savePicture, savePicture),
      button(words.print, () => void print().catch(app.failed)),
    ),
    note,
  );
}
