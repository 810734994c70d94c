/** The place Learn. Its panel is a separate chunk, which is loaded when the place is first opened. */

import { h } from '../draw/dom';
import { messageOf } from '../engine';
import type { LearnPanel } from '../view/learn/panel';
import type { PlaceKind } from './place';

export const learn: PlaceKind = {
  name: 'learn',
  open(app) {
    const frame = h('div', {}, h('p', { class: 'soft' }, app.words.working));
    let panel: LearnPanel | undefined;
    /** The part to open when the script has loaded; nothing if another place was opened in the meantime. */
    let part: string | undefined;
    import('../view/learn/panel').then(
      ({ LearnPanel }) => {
        panel = new LearnPanel(app);
        frame.replaceChildren(panel.element);
        if (part !== undefined) void panel.open(part);
      },
      (why: unknown) => frame.replaceChildren(h('p', {}, messageOf(why))),
    );
    return {
      elements: [frame],
      go(to) {
        part = to;
        void panel?.open(to);
      },
      unmount() {
        part = undefined;
        panel?.leave();
      },
    };
  },
};
