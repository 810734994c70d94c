/** Creating puzzles to order. */

import { h } from '../draw/dom';
import { MakePanel } from '../view/make';
import type { PlaceKind } from './place';

export const create: PlaceKind = {
  name: 'create',
  open(app) {
    const panel = new MakePanel(app);
    return {
      isBoard: true,
      elements: [app.field.element, h('aside', { class: 'side' }, panel.element)],
      mount() {
        app.field.mount();
        panel.update();
      },
      unmount: () => panel.leave(),
    };
  },
};
