/** The input panel: digits, their mode, and actions on the whole board. */

import { ERASER, type Mode, isBlank, left } from '../board';
import { button, h, setText, tick } from '../draw/dom';
import type { App, Panel } from './app';

const SAMPLE = '.354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.';
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const HARD = '...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...';

export class PadPanel implements Panel {
  readonly element = h('div', { class: 'panel pad' });
  private readonly modes = new Map<Mode, HTMLButtonElement>();
  private readonly digits: HTMLButtonElement[] = [];
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly quickRedo: HTMLButtonElement;
  private readonly eraser: HTMLButtonElement;
  private readonly first: HTMLElement;
  private readonly field: HTMLTextAreaElement;
  private readonly reader: HTMLElement;
  private readonly lock: HTMLButtonElement;
  private readonly auto: HTMLLabelElement;
  private readonly file: HTMLInputElement;

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
      const one = h('button', { type: 'button', class: 'digit', click: () => app.dispatch({ type: app.settings.digitFirst ? 'hold' : 'digit', digit }) },
        h('span', { class: 'figure' }, String(digit)), h('span', { class: 'unseen' }), h('span', { class: 'left', 'aria-hidden': 'true' }));
      this.digits.push(one);
      digits.append(one);
    }
    this.eraser = h('button', {
      type: 'button', class: 'digit', 'aria-label': words.erase,
      click: () => app.dispatch(app.settings.digitFirst ? { type: 'hold', digit: ERASER } : { type: 'erase' }),
    }, h('span', { class: 'figure', 'aria-hidden': 'true' }, '⌫'));
    const fill = () => {
      app.dispatch({ type: 'fill' });
      app.say(words.filled);
    };
    // On a low screen these are next to the digits, without labels.
    this.quickRedo = button('↷', () => app.dispatch({ type: 'redo' }), { class: 'digit low', 'aria-label': words.redo, title: words.redo });
    digits.append(this.eraser,
      button('', fill, { class: 'digit low fills', 'aria-label': words.fill, title: words.fill }), this.quickRedo);
    this.undo = button(`↶ ${words.undo}`, () => app.dispatch({ type: 'undo' }));
    this.redo = button(`↷ ${words.redo}`, () => app.dispatch({ type: 'redo' }));
    this.lock = button(words.lock, () => app.dispatch({ type: app.state.position.givens.some((given) => given) ? 'unlock' : 'lock' }));
    this.field = h('textarea', { rows: 4, 'aria-label': words.pasteHere, placeholder: words.pasteHere, spellcheck: 'false' });
    this.file = h('input', { type: 'file', hidden: true, 'aria-label': words.open, change: () => void this.open() });
    this.reader = h('div', { class: 'reader', hidden: true }, this.field, h('div', { class: 'row-of' },
      button(words.pasteRead, () => void this.readField(), { class: 'main' }),
      button(words.close, () => { this.reader.hidden = true; })));
    this.auto = tick(words.autoRemove, app.state.autoRemove, (on) => app.dispatch({ type: 'autoRemove', on }));
    const start = (puzzle: string) => () => app.load(puzzle);
    this.first = h('div', { class: 'first' }, h('p', {}, words.firstRun), h('div', { class: 'row-of' },
      button(words.paste, () => void this.paste(), { class: 'main' }),
      button(words.easy, start(EASY)), button(words.hard, start(HARD)), button(words.sample, start(SAMPLE))));
    this.element.append(
      modes, digits, h('div', { class: 'row-of two high' }, this.undo, this.redo), this.first, this.reader,
      h('div', { class: 'row-of more' },
        button(words.fill, fill, { class: 'high' }),
        button(words.clearMarks, () => app.dispatch({ type: 'clearMarks' })),
        this.lock,
        button(words.restart, () => app.dispatch({ type: 'restart' })),
        button(words.paste, () => void this.paste()),
        button(words.open, () => this.file.click())),
      this.auto, this.file);
    this.update();
  }

  /** Pastes from the clipboard if that may be read, else opens a field to paste into. */
  async paste(): Promise<void> {
    const { app } = this;
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() !== '') return void (await app.read(text));
    } catch {
      // Not allowed, or there is no clipboard: the field is for that.
    }
    this.reader.hidden = false;
    this.field.focus();
    app.say(app.words.clipboardEmpty);
  }

  private async readField(): Promise<void> {
    await this.app.read(this.field.value);
    this.field.value = '';
    this.reader.hidden = true;
  }

  private async open(): Promise<void> {
    const file = this.file.files?.[0];
    if (file) await this.app.read(await file.slice(0, 1_000_000).text());
    this.file.value = '';
  }

  update(): void {
    const { state, words, settings } = this.app;
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
    this.first.hidden = !isBlank(position);
    setText(this.lock, position.givens.some((given) => given) ? words.unlock : words.lock);
    this.auto.querySelector('input')!.checked = state.autoRemove;
  }
}
