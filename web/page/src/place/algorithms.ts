/** The place Algorithms. Its panel is a separate chunk, which is loaded when the place is first opened. */

import { h } from '../draw/dom';
import { messageOf } from '../engine';
import type { LessonPanel } from '../view/algorithms/panel';
import type { PlaceKind } from './place';

export const algorithms: PlaceKind = {
  name: 'algorithms',
  open(app) {
    const frame = h('div', {}, h('p', { class: 'soft' }, app.words.working));
    let panel: LessonPanel | undefined;
    import('../view/algorithms/panel').then(
      ({ LessonPanel }) => {
        panel = new LessonPanel(app);
        frame.replaceChildren(panel.element);
      },
      (why: unknown) => frame.replaceChildren(h('p', {}, messageOf(why))),
    );
    return {
      elements: [frame],
      unmount: () => panel?.leave(),
      key: (key) => panel?.key(key) ?? false,
      mount: () => panel?.enter(),
    };
  },
};
