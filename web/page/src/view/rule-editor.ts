/** The form to enter the rules of a variant: a kind, its value, and the selected cells. */

import { button, choice, h, refill } from '../draw/dom';
import { KINDS, ruleText } from '../draw/rules';
import { messageOf } from '../engine';
import type { App, Panel } from './app';

export class RuleEditor implements Panel {
  readonly element = h('div', {});
  private readonly value = h('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    size: 6,
    maxlength: 9,
    keydown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.isComposing) void this.add();
    },
  });
  private readonly note = h('p', { class: 'note', role: 'status' });
  private readonly list = h('ul', { class: 'variant-rules' });
  private kind = KINDS[0]!;
  private shown = '';

  constructor(private readonly app: App) {
    const { words } = app;
    this.element.append(
      h('p', { class: 'soft' }, words.rulesIntro),
      h(
        'div',
        { class: 'row-of' },
        choice(
          words.ruleKind,
          KINDS.map((kind) => [kind, kind] as const),
          this.kind,
          (kind) => {
            this.kind = kind;
          },
        ),
        h('label', { class: 'field' }, words.ruleValue, this.value),
        button(words.addRule, () => void this.add(), { class: 'main' }),
      ),
      this.note,
      this.list,
    );
    this.update();
  }

  /** Adds a rule about the selected cells. The engine checks it. */
  private async add(): Promise<void> {
    const { app } = this;
    const { words, game, state } = app;
    const rule = ruleText(this.kind, this.value.value.trim(), state.selected);
    const before = game.rules;
    try {
      const { rules } = await app.quick.ask('variant_read', { text: before === '' ? rule : `${before}; ${rule}` });
      if (app.game.rules !== before) return;
      app.setRules(rules);
      this.value.value = '';
      this.note.textContent = words.ruleAdded(rule);
    } catch (why) {
      this.note.textContent = messageOf(why);
    }
  }

  update(): void {
    const { app } = this;
    const { rules } = app.game;
    if (rules === this.shown) return;
    this.shown = rules;
    const all = rules === '' ? [] : rules.split('; ');
    const rows = all.map((rule, at) =>
      h(
        'li',
        {},
        rule,
        ' ',
        button('✕', () => app.setRules(all.filter((_, other) => other !== at).join('; ')), {
          'aria-label': app.words.removeRule(rule),
        }),
      ),
    );
    refill(this.list, ...rows);
  }
}
