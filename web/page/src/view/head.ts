/** The head of the page: its name, the time, the places, sharing and the menu. */

import { button, h, s } from '../draw/dom';
import type { App, PlaceName } from './app';
import { shareDialog } from './menu';

/** An arrow out of a box. */
function shareSign(): SVGElement {
  const sign = s('svg', { viewBox: '0 0 24 24', class: 'sign', 'aria-hidden': 'true' });
  sign.append(s('path', { d: 'M12 15V3M7 8l5-5 5 5M7 12H4v9h16v-9h-3' }));
  return sign;
}

export function head(app: App, places: readonly PlaceName[], clock: HTMLElement, openMenu: () => void): HTMLElement {
  const { words } = app;
  return h('header', {},
    h('h1', {}, words.title), clock,
    h('nav', { 'aria-label': words.sectionsLabel }, ...places.map((place) =>
      h('a', { href: `#${place}`, 'data-place': place }, words.nav[place]))),
    h('button', { type: 'button', class: 'share', title: words.share, click: () => shareDialog(app) },
      h('span', {}, words.share), shareSign()),
    button('☰', openMenu, { class: 'menu', 'aria-label': words.menu }));
}
