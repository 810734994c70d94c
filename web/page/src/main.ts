/** The start of the page. */

import { listen } from './keys';
import { Page } from './page';
import { define } from './sudoku-board';

define();
listen(new Page());

if ('serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('sw.js').catch(() => undefined));
}
