/** The algorithms at work: their searches side by side, and their times. */

import { WatchPanel } from '../view/watch';
import type { PlaceKind } from './place';

export const algorithms: PlaceKind = {
  name: 'algorithms',
  open(app) {
    const panel = new WatchPanel(app);
    return {
      elements: [panel.element],
      unmount: () => panel.leave(),
      key: (key) => panel.key(key),
      moved: () => panel.moved(),
    };
  },
};
