/** The time of a game. It runs only while the page says that a puzzle is played. */

import { h, setText } from './draw/dom';
import type { Words } from './text';

/** Returns a time as text: minutes and seconds, and hours if there are any. */
export const time = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
    .slice(seconds >= 3600 ? 0 : 1)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

export class Clock {
  seconds = 0;
  private readonly shown = h('span', {});
  private button: HTMLButtonElement | undefined;

  /** Calls `ticked` after each second that counts. */
  constructor(
    private readonly runs: () => boolean,
    ticked: () => void,
  ) {
    setInterval(() => {
      if (document.hidden || !this.runs()) return;
      this.seconds += 1;
      this.show();
      ticked();
    }, 1000);
  }

  /** Returns a new button with the time on it. */
  face(words: Words, press: () => void): HTMLButtonElement {
    this.button = h(
      'button',
      { type: 'button', class: 'plain clock', title: words.pause, click: press },
      this.shown,
      h('span', { class: 'unseen' }, ` ${words.pause}`),
    );
    return this.button;
  }

  show(isShown = !this.button?.hidden): void {
    if (this.button) this.button.hidden = !isShown;
    setText(this.shown, time(this.seconds));
  }
}
