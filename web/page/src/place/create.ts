/** The place Create, which makes puzzles with chosen properties. */

import { h } from '../draw/dom';
import { ChangePanel } from '../view/change';
import { MakePanel } from '../view/make';
import type { RuleEditor } from '../view/rule-editor';
import type { PlaceKind } from './place';

export const create: PlaceKind = {
  name: 'create',
  open(app) {
    const panel = new MakePanel(app);
    const change = new ChangePanel(app);
    let editor: RuleEditor | undefined;
    const openEditor = async () => {
      const { RuleEditor } = await import('../view/variant');
      if (editor) return;
      editor = new RuleEditor(app);
      rules.append(editor.element);
    };
    const rules = h(
      'details',
      { class: 'panel', toggle: () => void openEditor().catch(app.failed) },
      h('summary', {}, app.words.ruleEditor),
    );
    return {
      isBoard: true,
      elements: [app.field.element, h('aside', { class: 'side' }, panel.element, change.element, rules)],
      mount() {
        app.field.mount();
        panel.update();
      },
      update() {
        editor?.update();
      },
      moved() {
        panel.moved();
        change.moved();
      },
      unmount() {
        panel.leave();
        change.leave();
      },
    };
  },
};
