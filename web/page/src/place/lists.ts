/** The place Lists, for files with many puzzles. */

import { ListsPanel } from '../view/lists';
import type { PlaceKind } from './place';

export const lists: PlaceKind = {
  name: 'lists',
  open(app) {
    const panel = new ListsPanel(app);
    return { elements: [panel.element], unmount: () => panel.leave(), take: (file) => panel.take(file) };
  },
};
