/** A program. The line that it runs is highlighted. */

import { h } from '../../draw/dom';
import { dedent, type Line, type Program } from './program';
import type { Event } from './search';

export class CodeView {
  readonly element: HTMLElement;
  private readonly code = h('code', {});
  private lines: { line: Line; element: HTMLElement }[] = [];
  private lit: HTMLElement | undefined;

  constructor(label: string) {
    this.element = h('pre', { class: 'program', tabindex: 0, role: 'region', 'aria-label': label }, this.code);
  }

  setProgram({ search }: Program): void {
    const texts = dedent(search);
    this.lines = search.map((line, at) => {
      const change = line.change === 'left out' ? 'del' : line.change === 'added' ? 'ins' : 'span';
      return { line, element: h(change, { class: 'line' }, `${texts[at]}\n`) };
    });
    this.code.replaceChildren(...this.lines.map(({ element }) => element));
    this.lit = undefined;
    this.element.scrollTop = 0;
  }

  /** Highlights the line of an event. */
  light(event: Event | undefined): void {
    const line = event && this.lines.find(({ line }) => line.event === event && line.change !== 'left out')?.element;
    if (line === this.lit) return;
    this.lit?.removeAttribute('aria-current');
    line?.setAttribute('aria-current', 'step');
    this.lit = line;
    if (line) this.scrollTo(line);
  }

  /** Scrolls to the line that a mistake changes, if there is one. */
  showChange(): void {
    const changed = this.lines.find(({ line }) => line.change)?.element;
    if (changed) this.scrollTo(changed);
  }

  /** Scrolls the program, not the page. */
  private scrollTo(line: HTMLElement): void {
    const { element } = this;
    const top = line.offsetTop;
    if (top < element.scrollTop + 24) element.scrollTop = top - 24;
    else if (top > element.scrollTop + element.clientHeight - 48) element.scrollTop = top - element.clientHeight + 48;
  }
}
