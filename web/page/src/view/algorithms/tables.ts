/** The free digits of the rows, columns and boxes as bits, and the free digits of the current cell. */

import { box, column, row } from '../../board';
import { s } from '../../draw/dom';
import type { Words } from '../../text';
import type { Lessons } from './en';
import type { Search } from './search';

const SIZE = 12;
const TABLE = 130;
const BELOW = 138;

export class TablesView {
  readonly element = s('svg', { viewBox: '0 0 390 194', class: 'tables', role: 'img' });
  private readonly set = s('path', { class: 'bits' });
  private readonly lit = s('path', { class: 'bits-lit' });
  private readonly names: SVGTextElement[] = [];

  constructor(
    private readonly words: Words,
    private readonly lessons: Lessons,
  ) {
    this.element.setAttribute('aria-label', lessons.tablesNote);
    const text = (x: number, y: number, content: string) => s('text', { x, y, 'font-size': 10 }, content);
    const grid = (x: number, y: number, rows: number) => {
      let d = '';
      for (let at = 0; at <= rows; at++) d += `M${x} ${y + at * SIZE}h${9 * SIZE}`;
      for (let at = 0; at <= 9; at++) d += `M${x + at * SIZE} ${y}v${rows * SIZE}`;
      return s('path', { class: 'bits-grid', d });
    };
    this.element.append(this.set);
    for (const [table, name] of lessons.tableNames.entries()) {
      const x = table * TABLE + 14;
      this.element.append(text(x + 54, 9, name), grid(x, 24, 9));
      for (let at = 0; at < 9; at++) {
        this.element.append(
          text(x + at * SIZE + 6, 21, String(at + 1)),
          text(x - 7, 24 + at * SIZE + 10, String(at + 1)),
        );
      }
    }
    this.element.append(grid(TABLE + 14, BELOW, 4), this.lit);
    for (let at = 0; at < 4; at++) {
      const name = s('text', { x: TABLE + 6, y: BELOW + at * SIZE + 10, 'font-size': 10, class: 'to-left' });
      this.names.push(name);
      this.element.append(name);
    }
  }

  show(search: Search): void {
    const needs = search.needs();
    if (!needs) return;
    const { cell } = search;
    const at = cell < 0 ? [] : [row(cell), 9 + column(cell), 18 + box(cell)];
    const line = (set: number, x: number, y: number): string => {
      let d = '';
      for (let digit = 0; digit < 9; digit++) if ((set >> digit) & 1) d += `M${x + digit * SIZE + 2} ${y + 2}h8v8h-8z`;
      return d;
    };
    const frame = (x: number, y: number) => `M${x} ${y}h${9 * SIZE}v${SIZE}h${-9 * SIZE}z`;
    let [set, lit] = ['', ''];
    for (const [house, need] of needs.entries()) {
      const x = Math.floor(house / 9) * TABLE + 14;
      const y = 24 + (house % 9) * SIZE;
      set += line(need, x, y);
      if (at.includes(house) || house === search.house) lit += frame(x, y);
    }
    // The free digits of the cell before the program writes one.
    const free = at.map((house) => needs[house]!);
    for (const [order, need] of free.entries()) set += line(need, TABLE + 14, BELOW + order * SIZE);
    if (free.length > 0) {
      set += line(
        free.reduce((all, need) => all & need),
        TABLE + 14,
        BELOW + 3 * SIZE,
      );
      lit += frame(TABLE + 14, BELOW + 3 * SIZE);
    }
    const names = [...at.map((house) => this.words.house(house)), ...(at.length > 0 ? [this.lessons.and] : [])];
    for (const [order, name] of this.names.entries()) name.textContent = names[order] ?? '';
    this.set.setAttribute('d', set);
    this.lit.setAttribute('d', lit);
  }
}
