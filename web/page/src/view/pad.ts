/** The input panel: digits, their mode, and actions on the whole board. */

import { ERASER, hasClues, left, type Mode } from '../board';
import { button, h, setText, tick } from '../draw/dom';
import type { App, Panel } from './app';

export class PadPanel implements Panel {
  readonly element = h('div', { class: 'panel pad' });
  private readonly modes = new Map<Mode, HTMLButtonElement>();
  private readonly digits: HTMLButtonElement[] = [];
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly quickRedo: HTMLButtonElement;
  private readonly eraser: HTMLButtonElement;
  private readonly filters: HTMLButtonElement[] = [];
  private readonly lock: HTMLButtonElement;
  private readonly auto: HTMLLabelElement;

  constructor(private readonly app: App) {
    const { words } = app;
    const modes = h('div', { class: 'modes', role: 'group', 'aria-label': words.modesLabel });
    for (const mode of ['value', 'corner', 'centre', 'colour'] as const) {
      const one = button(words.modes[mode], () => app.dispatch({ type: 'mode', mode }));
      this.modes.set(mode, one);
      modes.append(one);
    }
    const digits = h('div', { class: 'digits' });
    for (let digit = 1; digit <= 9; digit++) {
      const one = h(
        'button',
        {
          type: 'button',
          class: 'digit',
          click: () => app.dispatch({ type: app.settings.digitFirst ? 'hold' : 'digit', digit }),
        },
        h('span', { class: 'figure' }, String(digit)),
        h('span', { class: 'unseen' }),
        h('span', { class: 'left', 'aria-hidden': 'true' }),
      );
      this.digits.push(one);
      digits.append(one);
    }
    this.eraser = h(
      'button',
      {
        type: 'button',
        class: 'digit',
        'aria-label': words.erase,
        click: () => app.dispatch(app.settings.digitFirst ? { type: 'hold', digit: ERASER } : { type: 'erase' }),
      },
      h('span', { class: 'figure', 'aria-hidden': 'true' }, '⌫'),
    );
    const fill = () => {
      app.dispatch({ type: 'fill' });
      app.say(words.filled);
    };
    // On a low screen, these buttons are next to the digits, without labels.
    this.quickRedo = button('↷', () => app.dispatch({ type: 'redo' }), {
      class: 'digit low',
      'aria-label': words.redo,
      title: words.redo,
    });
    digits.append(
      this.eraser,
      button('', fill, { class: 'digit low fills', 'aria-label': words.fill, title: words.fill }),
      this.quickRedo,
    );
    this.undo = button(`↶ ${words.undo}`, () => app.dispatch({ type: 'undo' }));
    this.redo = button(`↷ ${words.redo}`, () => app.dispatch({ type: 'redo' }));
    this.lock = button(words.lock, () => app.dispatch({ type: hasClues(app.state.position) ? 'unlock' : 'lock' }));
    this.auto = tick(words.autoRemove, app.state.autoRemove, (on) => app.dispatch({ type: 'autoRemove', on }));
    const filter = h('div', { class: 'filter', role: 'group', 'aria-label': words.filter });
    for (let digit = 1; digit <= 9; digit++) {
      const one = button(String(digit), () => app.setFilter(digit));
      this.filters.push(one);
      filter.append(one);
    }
    this.element.append(
      modes,
      digits,
      h('div', { class: 'row-of two high' }, this.undo, this.redo),
      h(
        'div',
        { class: 'row-of' },
        button(words.fill, fill, { class: 'high' }),
        button(words.singles, () => this.singles()),
        button(words.clearMarks, () => app.dispatch({ type: 'clearMarks' })),
        this.lock,
        button(words.restart, () => app.dispatch({ type: 'restart' })),
        h('a', { href: '#play', class: 'as-button' }, words.anew),
      ),
      h('p', { class: 'soft', 'aria-hidden': 'true' }, words.filter),
      filter,
      this.auto,
    );
    this.update();
  }

  /** Enters all singles, which counts as a hint. */
  private singles(): void {
    const { app } = this;
    const before = app.state;
    app.dispatch({ type: 'singles' });
    if (app.state === before) app.say(app.words.noSingles);
  }

  update(): void {
    const { app } = this;
    const { state, words, settings } = app;
    const { position } = state;
    for (const [at, one] of [...this.digits, this.eraser].entries()) {
      if (settings.digitFirst) one.setAttribute('aria-pressed', String(state.held === at + 1));
      else one.removeAttribute('aria-pressed');
    }
    for (const [mode, one] of this.modes) one.setAttribute('aria-pressed', String(state.mode === mode));
    const counts = left(position.values);
    const isColour = state.mode === 'colour';
    for (const [at, one] of this.digits.entries()) {
      const count = Math.max(0, counts[at + 1]!);
      one.classList.toggle(`c${at + 1}`, isColour);
      one.classList.toggle('done', !isColour && count === 0);
      setText(one.children[1]!, isColour ? '' : words.left(count));
      setText(one.lastElementChild!, isColour ? '' : String(count));
    }
    this.undo.disabled = state.past.length === 0;
    this.redo.disabled = this.quickRedo.disabled = state.future.length === 0;
    for (const [at, one] of this.filters.entries()) one.setAttribute('aria-pressed', String(app.filter === at + 1));
    setText(this.lock, hasClues(position) ? words.unlock : words.lock);
    this.auto.querySelector('input')!.checked = state.autoRemove;
  }
}
