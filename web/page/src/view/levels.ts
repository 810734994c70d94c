/** The buttons of the levels. */

import { h } from '../draw/dom';
import { LEVEL_NAMES, type Level } from '../games';
import type { Words } from '../text';

/** Returns a button for each level, with the techniques that it needs. With `chosen`, one of them can be pressed. */
export const levelButtons = (words: Words, press: (level: Level) => void, chosen?: Level | ''): HTMLElement[] =>
  LEVEL_NAMES.map((level) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': chosen === undefined ? undefined : String(chosen === level),
        'data-level': level,
        click: () => press(level),
      },
      h('b', {}, words.levelNames[level]),
      h('span', {}, words.levelNeeds[level]),
    ),
  );
