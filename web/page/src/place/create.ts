/** Creating puzzles to order. */

import { h } from '../draw/dom';
import { ChangePanel } from '../view/change';
import { MakePanel } from '../view/make';
import type { PlaceKind } from './place';

export const create: PlaceKind = {
  name: 'create',
  open(app) {
    const panel = new MakePanel(app);
    const change = new ChangePanel(app);
    return {
      isBoard: true,
      elements: [app.field.element, h('aside', { class: 'side' }, panel.element, change.element)],
      mount() {
        app.field.mount();
        panel.update();
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
