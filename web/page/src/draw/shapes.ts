/** The shapes of a step on a board: frames, links, marks and letters. */

import { column, HOUSES, row } from '../board';
import type { Role } from '../replies';
import { s } from './dom';
import { type Obstacle, type Point, type Route, touches } from './route';
import type { DrawnLink, Frame, Node } from './step';

/** The side of a cell. */
export const U = 100;
const PLACES = [22, 50, 78];
/** The size of letters. On a phone, it is 10 px. */
const LETTER = 25;

/** The middle of a mark's place of three times three. */
export function place(cell: number, digit: number): Point {
  const at = digit - 1;
  return { x: column(cell) * U + PLACES[at % 3]!, y: row(cell) * U + PLACES[Math.floor(at / 3)]! };
}

export const text = (at: Point, size: number, words: string, kind: string): SVGTextElement =>
  s('text', { x: at.x, y: at.y + size * 0.36, 'font-size': size, class: kind }, words);

/** The middle of a claim's candidates. */
export function middle({ cells, digit }: Node): Point {
  const points = cells.map((cell) => place(cell, digit));
  const sum = points.reduce((all, at) => ({ x: all.x + at.x, y: all.y + at.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The frame of a house: solid for a base, dashed and with stripes for a cover. */
export function houseShapes({ house, isCover }: Frame): SVGElement[] {
  const cells = HOUSES[house]!;
  const [x, y] = [column(cells[0]!) * U, row(cells[0]!) * U];
  const [width, height] = [column(cells[8]!) * U + U - x, row(cells[8]!) * U + U - y];
  const inner = { x: x + 5, y: y + 5, width: width - 10, height: height - 10, rx: 10 };
  const frame = s('rect', { ...inner, class: isCover ? 'frame cover' : 'frame base' });
  if (!isCover) return [frame];
  const stripes = cells.map((cell) => {
    const [left, top] = [column(cell) * U, row(cell) * U];
    return `M${left} ${top + 50}l50 -50M${left} ${top + 100}l100 -100M${left + 50} ${top + 100}l50 -50`;
  });
  return [s('path', { d: stripes.join(''), class: 'stripes' }), frame];
}

/** The outlines of a set's cells. Each set has its own dashes. */
export function setShapes(cells: readonly number[], at: number): SVGElement[] {
  const inset = 6 + (at % 3) * 4;
  const side = U - 2 * inset;
  return cells.map((cell) => {
    const [x, y] = [column(cell) * U + inset, row(cell) * U + inset];
    return s('rect', { x, y, width: side, height: side, rx: 10, class: `set s${at % 3}` });
  });
}

/** A link inside a cell: an outline around both candidates. */
export function pillShape({ from, to, strong }: DrawnLink, isBold: boolean): SVGElement {
  const [a, b] = [middle(from), middle(to)];
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const radius = 19;
  return s('rect', {
    x: -radius,
    y: -radius,
    width: Math.hypot(b.x - a.x, b.y - a.y) + 2 * radius,
    height: 2 * radius,
    rx: radius,
    transform: `translate(${a.x} ${a.y}) rotate(${angle})`,
    class: `link pill ${strong ? 'strong' : 'weak'}${isBold ? ' bold' : ''}`,
  });
}

/** The path of a curve. */
const pathOf = ({ from, leave, arrive, to }: Route): string =>
  `M${from.x} ${from.y}C${leave.x} ${leave.y} ${arrive.x} ${arrive.y} ${to.x} ${to.y}`;

/** The line from the end of a chain to a candidate that it excludes. */
export const exclusionShape = (way: Route): SVGElement => s('path', { d: pathOf(way), class: 'exclusion' });

export function linkShapes({ strong }: DrawnLink, way: Route, isBold: boolean): SVGElement[] {
  const { arrive, to } = way;
  const angle = (Math.atan2(to.y - arrive.y, to.x - arrive.x) * 180) / Math.PI;
  const kind = `${strong ? 'strong' : 'weak'}${isBold ? ' bold' : ''}`;
  const head = isBold ? 'M10 0L-7 -9L-4 0L-7 9z' : 'M9 0L-5 -6L-3 0L-5 6z';
  return [
    s('path', { d: pathOf(way), class: `link ${kind}` }),
    s('path', {
      d: head,
      class: isBold ? 'head bold' : 'head',
      transform: `translate(${to.x} ${to.y}) rotate(${angle})`,
    }),
  ];
}

const frameOf = (cell: number): SVGElement =>
  s('rect', { x: column(cell) * U + 6, y: row(cell) * U + 6, width: 88, height: 88, rx: 12, class: 'placed' });

/** A placed digit, as large as a value. */
export function valueShapes(key: number): SVGElement[] {
  const cell = Math.floor(key / 10);
  const at = { x: column(cell) * U + 50, y: row(cell) * U + 50 };
  const frame = frameOf(cell);
  frame.classList.add('value');
  return [frame, text(at, 62, String(key % 10), 'role value')];
}

export function roleShapes(key: number, role: Role): SVGElement[] {
  const digit = key % 10;
  const cell = Math.floor(key / 10);
  const at = place(cell, digit);
  const shapes: SVGElement[] = [];
  if (role === 'placed') shapes.push(frameOf(cell));
  if (role === 'true' || role === 'placed') shapes.push(s('circle', { cx: at.x, cy: at.y, r: 14.5, class: 'true' }));
  if (role === 'false') shapes.push(s('circle', { cx: at.x, cy: at.y, r: 13.5, class: 'false' }));
  if (role === 'out') {
    shapes.push(s('rect', { x: at.x - 14, y: at.y - 14, width: 28, height: 28, class: 'out' }));
    // The strike begins and ends outside of the box, because the digit covers its middle.
    shapes.push(s('path', { d: `M${at.x - 19} ${at.y + 19}L${at.x + 19} ${at.y - 19}`, class: 'out' }));
  }
  shapes.push(text(at, 25, String(digit), `role ${role}`));
  return shapes;
}

/** Several cells of one claim are in one outline. */
export function groupShape({ cells, digit }: Node): SVGElement {
  const points = cells.map((cell) => place(cell, digit));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - 18, Math.min(...ys) - 18];
  return s('rect', {
    x,
    y,
    width: Math.max(...xs) + 18 - x,
    height: Math.max(...ys) + 18 - y,
    rx: 18,
    class: 'outline',
  });
}

/** The marks and links around letters. */
export interface Surroundings {
  marks: readonly Obstacle[];
  /** Points of the links, and the places of their heads. */
  links: readonly Point[];
  heads: readonly Point[];
}

/** Returns the place with the fewest marks and links and without a head or letter. The place is then in use. */
function freest(places: readonly Point[], { marks, links, heads }: Surroundings, letters: Point[]): Point {
  const near = (at: Point, points: readonly Point[], far: number) =>
    points.filter((one) => Math.hypot(one.x - at.x, one.y - at.y) < far).length;
  const full = (at: Point) =>
    marks.filter((mark) => touches(mark, at, 9)).length +
    near(at, links, 10) +
    10 * near(at, heads, 17) +
    100 * near(at, letters, 20);
  const best = places.reduce((a, b) => (full(b) < full(a) ? b : a));
  letters.push(best);
  return best;
}

/** A claim's letter, at a corner of its candidate. There it is between the marks of a full cell. */
export function letterShape({ cells, digit, letter }: Node, around: Surroundings, letters: Point[]): SVGElement {
  const { x, y } = place(cells[cells.length - 1]!, digit);
  const corners = [
    [16, -16],
    [-16, -16],
    [16, 16],
    [-16, 16],
  ].map(([right, down]) => ({
    x: Math.min(x + right!, 890),
    y: Math.min(y + down!, 886),
  }));
  return text(freest(corners, around, letters), LETTER, letter, 'letter');
}

/** The letter of a set in a cell: at the upper or lower edge, between two columns of marks. */
export function setLetter(cell: number, at: number, around: Surroundings, letters: Point[]): SVGElement {
  const [x, y] = [column(cell) * U, row(cell) * U];
  const places = [
    { x: x + 36, y: y + 3 },
    { x: x + 64, y: y + 3 },
    { x: x + 36, y: y + 97 },
    { x: x + 64, y: y + 97 },
  ];
  // Sets that share a cell have different places.
  const own = places.splice(at % 4, 1);
  const best = freest([...own, ...places], around, letters);
  return text(best, LETTER, String.fromCharCode(65 + at), `letter s${at % 3}`);
}

/** The shapes of a mark in a legend of 28 times 22. */
export const SIGNS: Record<string, () => SVGElement[]> = {
  house: () => [s('rect', { x: 2, y: 3, width: 24, height: 16, class: 'tint house' })],
  same: () => [s('rect', { x: 2, y: 3, width: 24, height: 16, class: 'tint same' })],
  base: () => [s('rect', { x: 2, y: 3, width: 24, height: 16, rx: 3, class: 'frame base key' })],
  cover: () => [
    s('path', { d: 'M3 13L12 4M4 19L19 4M12 19L25 6M20 19L25 14', class: 'stripes key' }),
    s('rect', { x: 2, y: 3, width: 24, height: 16, rx: 3, class: 'frame cover key' }),
  ],
  set: () => [s('rect', { x: 5, y: 2, width: 18, height: 18, rx: 4, class: 'set s0 key' })],
  strong: () => [s('path', { d: 'M1 11H27', class: 'link strong key' })],
  weak: () => [s('path', { d: 'M1 11H27', class: 'link weak key' })],
  exclusion: () => [s('path', { d: 'M2 11H27', class: 'exclusion key' })],
  true: () => [s('circle', { cx: 14, cy: 11, r: 9, class: 'true' })],
  false: () => [s('circle', { cx: 14, cy: 11, r: 8.5, class: 'false key' })],
  out: () => [
    s('rect', { x: 5, y: 2, width: 18, height: 18, class: 'out key' }),
    s('path', { d: 'M2 22L26 0', class: 'out key' }),
  ],
  placed: () => [s('rect', { x: 5, y: 2, width: 18, height: 18, rx: 4, class: 'placed key' })],
};
