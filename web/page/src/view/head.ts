/** The head of the page: its name, the time, the places, sharing and the menu. */

import { button, h, s } from '../draw/dom';
import type { App, PlaceName } from './app';
import { shareDialog } from './menu';

/** The logo of the page: nine cells, one of them highlighted. */
function mark(): SVGElement {
  const cells = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) =>
      s('rect', {
        x: 6 + column * 7,
        y: 6 + row * 7,
        width: 6,
        height: 6,
        rx: 1.5,
        class: row === 1 && column === 1 ? 'lit' : 'cell-of',
      }),
    ),
  );
  return s(
    'svg',
    { viewBox: '0 0 32 32', class: 'mark-of-page', 'aria-hidden': 'true' },
    s('rect', { width: 32, height: 32, rx: 7, class: 'ground' }),
    ...cells,
  );
}

/** The icons of the places, which a phone shows above their names. */
const SIGNS: Record<PlaceName, string> = {
  play: 'M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16',
  learn: 'M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14',
  create: 'M4 20l1-5L16 4l4 4L9 19zM13 7l4 4',
  algorithms: 'M12 4v5M12 9L6 14M12 9l6 5M6 14v6M18 14v6M10 4h4M4 20h4M16 20h4',
  lists: 'M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11',
};

function sign(place: PlaceName): SVGElement {
  return s('svg', { viewBox: '0 0 24 24', class: 'sign', 'aria-hidden': 'true' }, s('path', { d: SIGNS[place] }));
}

/** An arrow out of a box. */
function shareSign(): SVGElement {
  const sign = s('svg', { viewBox: '0 0 24 24', class: 'sign', 'aria-hidden': 'true' });
  sign.append(s('path', { d: 'M12 15V3M7 8l5-5 5 5M7 12H4v9h16v-9h-3' }));
  return sign;
}

export function head(app: App, places: readonly PlaceName[], openMenu: () => void): HTMLElement {
  const { words } = app;
  return h(
    'header',
    {},
    h('h1', {}, h('a', { href: '#play', class: 'home-link' }, mark(), h('span', {}, words.title))),
    h(
      'nav',
      { 'aria-label': words.sectionsLabel },
      ...places.map((place) =>
        h('a', { href: `#${place}`, 'data-place': place }, sign(place), h('span', {}, words.nav[place])),
      ),
    ),
    h(
      'button',
      { type: 'button', class: 'share', title: words.share, click: () => shareDialog(app) },
      h('span', {}, words.share),
      shareSign(),
    ),
    button('☰', openMenu, { class: 'menu', 'aria-label': words.menu }),
  );
}
