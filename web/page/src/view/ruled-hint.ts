/** Hints for a variant: the next digit with its reasons. */

import { isFull, line } from '../board';
import { button, h } from '../draw/dom';
import { cellOf } from '../draw/rules';
import type { VariantHintData } from '../replies';
import type { App, Panel } from './app';

export class RuledHint implements Panel {
  readonly element = h('div', { class: 'panel' });
  private readonly result = h('div', { class: 'result' });
  private readonly apply: HTMLButtonElement;
  private hint: VariantHintData | null = null;
  private asked = 0;

  constructor(private readonly app: App) {
    const { words } = app;
    this.apply = button(words.hintDo, () => this.play(), { hidden: true });
    this.element.append(
      h('p', { class: 'soft' }, words.ruledHintIntro),
      h(
        'div',
        { class: 'row-of' },
        button(words.hint, () => void this.press(), { class: 'main' }),
        this.apply,
      ),
      this.result,
    );
  }

  private tell(text: string, ...more: Node[]): void {
    this.result.replaceChildren(h('p', {}, text), ...more);
    this.app.say(text, true);
  }

  /** Shows the next digit, or enters the shown digit. */
  async press(): Promise<void> {
    if (this.hint) return this.play();
    const { app } = this;
    const { words, game, state } = app;
    const { position } = state;
    if (isFull(position)) return this.tell(words.boardFull);
    const ticket = ++this.asked;
    const wrong = app.mistakes();
    const request = { puzzle: line(position.values), rules: game.rules, language: words.code };
    try {
      const { broken } = await app.quick.ask('variant_broken', request);
      const hint = wrong.length + broken.length > 0 ? null : (await app.quick.ask('variant_hint', request)).hint;
      if (ticket !== this.asked) return;
      if (wrong.length > 0) {
        app.setLook({ wrong: new Set(wrong) });
        return this.tell(words.wrongValues(wrong));
      }
      if (broken[0]) return this.tell(broken[0].words);
      if (!hint) return this.tell(words.noRuledHint);
      app.help('hint');
      this.show(hint);
    } catch (why) {
      if (ticket === this.asked) app.failed(why);
    }
  }

  private show(hint: VariantHintData): void {
    const { app } = this;
    const lines = hint.steps.map(({ text }) => h('li', {}, text));
    this.tell(app.words.result(`${app.words.cell(cellOf(hint.cell))} = ${hint.digit}`), h('ol', {}, ...lines));
    app.setLook({ differ: new Set([cellOf(hint.cell)]) });
    this.hint = hint;
    this.apply.hidden = false;
  }

  private play(): void {
    const { hint } = this;
    if (hint) this.app.dispatch({ type: 'step', place: [[cellOf(hint.cell), hint.digit]], remove: [] });
  }

  key(key: string): boolean {
    if (key !== 'Enter' || !this.hint) return false;
    this.play();
    return true;
  }

  moved(): void {
    this.asked++;
    this.hint = null;
    this.apply.hidden = true;
    this.result.replaceChildren();
  }
}
