/** The rules of a variant as shapes under the digits. */

import { column, row } from '../board';
import { s } from './dom';
import type { Point } from './route';
import { text, U } from './shapes';

/** A rule, read from its text. */
export interface Rule {
  kind: string;
  /** The value, such as a sum, or nothing. */
  value: string;
  cells: readonly number[];
  /** The cells after `/`. */
  others: readonly number[];
  text: string;
}

/** Returns the cell with a name such as `r1c9`. */
export const cellOf = (name: string): number => (Number(name[1]) - 1) * 9 + Number(name[3]) - 1;
const isCell = (word: string): boolean => /^r[1-9]c[1-9]$/.test(word);

/** Reads rules as the engine writes them on one line. */
export const readRules = (line: string): Rule[] =>
  line.split('; ').map((rule) => {
    const [kind = '', ...words] = rule.split(' ');
    const [before = [], others = []] = words
      .join(' ')
      .split(/(?:^| )\/ /)
      .map((part) => part.split(' ').filter(isCell).map(cellOf));
    const value = words.find((word) => word !== '/' && !isCell(word)) ?? '';
    return { kind, value, cells: before, others, text: rule };
  });

/** The kinds that a player can enter, each with its usual value. A kind without cells is about the whole board. */
const OFFERED: readonly (readonly [kind: string, usual?: string])[] = [
  ['cage'],
  ['thermometer'],
  ['arrow'],
  ['little-killer'],
  ['whisper', '5'],
  ['renban'],
  ['palindrome'],
  ['between'],
  ['difference', '1'],
  ['ratio', '2'],
  ['xv', '10'],
  ['less'],
  ['quadruple'],
  ['odd'],
  ['even'],
  ['differ'],
];
const WHOLE_BOARD = [
  'diagonal-down',
  'diagonal-up',
  'windoku',
  'asterisk',
  'disjoint-groups',
  'anti-knight',
  'anti-king',
  'non-consecutive',
];
export const KINDS: readonly string[] = [...OFFERED.map(([kind]) => kind), ...WHOLE_BOARD];

const nameOf = (cell: number): string => `r${row(cell) + 1}c${column(cell) + 1}`;

/** Returns the text of a rule about cells, in the order of their selection. An empty value means the usual value. */
export function ruleText(kind: string, value: string, cells: readonly number[]): string {
  if (WHOLE_BOARD.includes(kind)) return kind;
  const names = cells.map(nameOf);
  if (kind === 'arrow') names.splice(1, 0, '/');
  const own = value || OFFERED.find((offered) => offered[0] === kind)?.[1];
  return [kind, ...(own ? [own] : []), ...names].join(' ');
}

const INK = 'var(--given)';
const SOFT = 'var(--mark)';
const PAPER = 'var(--paper)';

const middle = (cell: number): Point => ({ x: column(cell) * U + U / 2, y: row(cell) * U + U / 2 });
const mean = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
/** The point at a distance from a point, in the direction of another one. */
const towards = (from: Point, to: Point, by: number): Point => {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * by) / far, y: from.y + ((to.y - from.y) * by) / far };
};
const pathOf = (points: readonly Point[]): string => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;

type Looks = Record<string, string | number>;

const curve = (points: readonly Point[], width: number, looks: Looks = {}): SVGElement =>
  s('path', {
    d: pathOf(points.length > 1 ? points : [points[0]!, points[0]!]),
    fill: 'none',
    stroke: SOFT,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...looks,
  });
const disc = ({ x, y }: Point, r: number, looks: Looks): SVGElement => s('circle', { cx: x, cy: y, r, ...looks });
const ring = (at: Point, r: number, width = 4): SVGElement =>
  disc(at, r, { fill: 'none', stroke: SOFT, 'stroke-width': width });
/** The head of an arrow at its end. */
const head = (from: Point, to: Point, width: number): SVGElement => {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return s('path', {
    d: 'M-14 -12L0 0L-14 12',
    fill: 'none',
    stroke: SOFT,
    'stroke-width': width,
    transform: `translate(${to.x} ${to.y}) rotate(${angle})`,
  });
};
/** A text with paper around it, so that lines under it do not touch it. */
const label = (at: Point, size: number, words: string, fill = INK): SVGElement => {
  const one = text(at, size, words, 'sum');
  for (const [name, value] of Object.entries({ fill, stroke: PAPER, 'stroke-width': 5, 'paint-order': 'stroke' }))
    one.setAttribute(name, String(value));
  return one;
};
const shade = (cells: readonly number[], fill = SOFT): SVGElement[] =>
  cells.map((cell) => s('rect', { x: column(cell) * U, y: row(cell) * U, width: U, height: U, fill, opacity: 0.16 }));

/** The sides of a cell: the direction to the neighbor, and the direction of the side. */
const SIDES = [
  { out: [-1, 0], along: [0, 1] },
  { out: [1, 0], along: [0, 1] },
  { out: [0, -1], along: [1, 0] },
  { out: [0, 1], along: [1, 0] },
] as const;

/** The line around some cells, inside of them. */
function outline(cells: readonly number[], inset: number, looks: Looks): SVGElement {
  const has = (r: number, c: number) => r >= 0 && r < 9 && c >= 0 && c < 9 && cells.includes(r * 9 + c);
  const parts: string[] = [];
  for (const cell of cells) {
    const [r, c] = [row(cell), column(cell)];
    for (const { out, along } of SIDES) {
      if (has(r + out[0], c + out[1])) continue;
      const ends = [-1, 1].map((way) => {
        const [nr, nc] = [r + along[0] * way, c + along[1] * way];
        // At a corner that points inwards, the line continues into the next cell.
        const by = !has(nr, nc) ? -inset : has(nr + out[0], nc + out[1]) ? inset : 0;
        const reach = (U / 2 + by) * way;
        return {
          x: (c + 0.5) * U + out[1] * (U / 2 - inset) + along[1] * reach,
          y: (r + 0.5) * U + out[0] * (U / 2 - inset) + along[0] * reach,
        };
      });
      parts.push(pathOf(ends));
    }
  }
  return s('path', { d: parts.join(''), fill: 'none', stroke: INK, 'stroke-width': 2.5, ...looks });
}

/** A sum in the upper left corner of the first cell. */
function corner(cells: readonly number[], words: string): SVGElement[] {
  if (words === '') return [];
  const first = Math.min(...cells);
  const size = 25;
  const at = { x: column(first) * U + 5 + words.length * size * 0.29, y: row(first) * U + 12 };
  return [label(at, size, words)];
}

/** A dot between two cells, with its number if it is not the usual number. */
function dot({ value, cells }: Rule, isBlack: boolean, usual: string): SVGElement[] {
  const at = mean(cells.map(middle));
  const own = value === usual ? [] : [text(at, 20, value, 'dot-value')];
  for (const one of own) one.setAttribute('fill', isBlack ? PAPER : INK);
  return [disc(at, 13, { fill: isBlack ? INK : PAPER, stroke: INK, 'stroke-width': 2.5 }), ...own];
}

/** A sign between two cells that opens to the larger digit. */
function less(small: number, large: number): SVGElement {
  const [from, to] = [middle(small), middle(large)];
  const at = mean([from, to]);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return s('path', {
    d: 'M8 -12L-7 0L8 12',
    fill: 'none',
    stroke: INK,
    'stroke-width': 4,
    transform: `translate(${at.x} ${at.y}) rotate(${angle})`,
  });
}

const neighbors = (cell: number): number[] =>
  SIDES.flatMap(({ out: [down, right] }) => {
    const [r, c] = [row(cell) + down, column(cell) + right];
    return r >= 0 && r < 9 && c >= 0 && c < 9 ? [r * 9 + c] : [];
  });

/** The boxes of a windoku, and the cells of an asterisk. */
const WINDOWS = [1, 5].flatMap((r) =>
  [1, 5].flatMap((c) => [0, 1, 2].flatMap((down) => [0, 1, 2].map((right) => (r + down) * 9 + c + right))),
);
const ASTERISK = [13, 20, 24, 37, 40, 43, 56, 60, 67];

/** The layer of a shape: shades, lines, and signs over them. */
type Layered = [layer: 0 | 1 | 2, ...shapes: SVGElement[]];

function lineOf(rule: Rule): Layered[] {
  const points = rule.cells.map(middle);
  const last = points[points.length - 1]!;
  switch (rule.kind) {
    case 'thermometer':
      return [
        [
          0,
          s(
            'g',
            { opacity: 0.4 },
            disc(points[0]!, 36, { fill: 'var(--line)' }),
            curve(points, 26, { stroke: 'var(--line)' }),
          ),
        ],
      ];
    case 'arrow': {
      const [circle] = points;
      const way = rule.others.map(middle);
      const end = way[way.length - 1]!;
      const before = way[way.length - 2] ?? circle!;
      return [[1, ring(circle!, 37), curve([towards(circle!, way[0]!, 37), ...way], 4), head(before, end, 4)]];
    }
    case 'whisper':
      return [[1, curve(points, 12, { stroke: '#4aa84f', opacity: 0.65 })]];
    case 'renban':
      return [
        [
          1,
          curve(points, 14, { stroke: '#a07de0', opacity: 0.65 }),
          curve(points, 4, { stroke: PAPER, 'stroke-dasharray': '0 14' }),
        ],
      ];
    case 'palindrome':
      return [[1, curve(points, 14, { opacity: 0.5 }), curve(points, 5, { stroke: PAPER })]];
    case 'between': {
      const [start] = points;
      const inner = points.slice(1, -1);
      const line = [towards(start!, inner[0]!, 37), ...inner, towards(last, inner[inner.length - 1]!, 37)];
      return [[1, ring(start!, 37), ring(last, 37), curve(line, 6, { opacity: 0.6 })]];
    }
    default: {
      // A little killer: its sum is at the end of the diagonal.
      const next = points[1] ?? { x: 450, y: 450 };
      const at = towards(points[0]!, next, next.x === points[0]!.x || next.y === points[0]!.y ? -40 : -54);
      return [
        [1, curve([at, ...points], 2.5, { 'stroke-dasharray': '1 9' }), head(at, towards(at, next, 38), 3)],
        [2, label(at, 25, rule.value)],
      ];
    }
  }
}

/** The line of a long diagonal, which starts at the left at one height and ends at the right at another. */
const diagonal = (start: number, end: number) =>
  curve(
    [
      { x: 3, y: start },
      { x: 897, y: end },
    ],
    3,
    { stroke: 'var(--entry)', opacity: 0.6 },
  );

/** The shapes of a rule. A rule about the whole board that has no shape is only in the list of rules. */
function shapesOf(rule: Rule): Layered[] {
  const { kind, value, cells, others } = rule;
  const first = cells[0]!;
  switch (kind) {
    case 'diagonal-down':
      return [[1, diagonal(3, 897)]];
    case 'diagonal-up':
      return [[1, diagonal(897, 3)]];
    case 'windoku':
      return [[0, ...shade(WINDOWS)]];
    case 'asterisk':
      return [[0, ...shade(ASTERISK)]];
    case 'house':
    case 'differ':
      return [[1, outline(cells, 4, { stroke: 'var(--entry)', 'stroke-width': 3, 'stroke-dasharray': '2 7' })]];
    case 'clone':
      return [
        [0, ...shade([...cells, ...others], 'var(--entry)')],
        [1, outline(cells, 5, { stroke: SOFT }), outline(others, 5, { stroke: SOFT })],
      ];
    case 'cage':
      return [
        [1, outline(cells, 7, { 'stroke-dasharray': '7 6' })],
        [2, ...corner(cells, value)],
      ];
    case 'sum': {
      const away = others.length > 0 ? [outline(others, 10, { 'stroke-dasharray': '2 5' })] : [];
      const minus = others.length > 0 ? corner(others, '−') : [];
      return [
        [1, outline(cells, 10, { 'stroke-dasharray': '12 4' }), ...away],
        [2, ...corner(cells, `Σ${value}`), ...minus],
      ];
    }
    case 'thermometer':
    case 'arrow':
    case 'whisper':
    case 'renban':
    case 'palindrome':
    case 'between':
    case 'little-killer':
      return lineOf(rule);
    case 'difference':
      return [[2, ...dot(rule, false, '1')]];
    case 'ratio':
      return [[2, ...dot(rule, true, '2')]];
    case 'xv':
      return [[2, label(mean(cells.map(middle)), 28, value === '10' ? 'X' : value === '5' ? 'V' : value)]];
    case 'relation':
      return [[2, ...dot({ ...rule, value: '?' }, false, '')]];
    case 'less':
      return [[2, less(first, cells[1]!)]];
    case 'minimum':
      return [
        [0, ...shade([first])],
        [2, ...neighbors(first).map((other) => less(first, other))],
      ];
    case 'maximum':
      return [
        [0, ...shade([first])],
        [2, ...neighbors(first).map((other) => less(other, first))],
      ];
    case 'odd':
      return [[0, ...cells.map((cell) => disc(middle(cell), 38, { fill: 'var(--line)', opacity: 0.35 }))]];
    case 'even':
      return [
        [
          0,
          ...cells.map((cell) => {
            const { x, y } = middle(cell);
            return s('rect', { x: x - 36, y: y - 36, width: 72, height: 72, fill: 'var(--line)', opacity: 0.35 });
          }),
        ],
      ];
    case 'digits':
      return [[2, ...cells.map((cell) => label({ x: middle(cell).x, y: row(cell) * U + 11 }, 16, `{${value}}`, SOFT))]];
    case 'quadruple': {
      const at = mean(cells.map(middle));
      const lines = value.length > 2 ? [value.slice(0, 2), value.slice(2)] : [value];
      const digits = lines.map((part, place) => {
        const one = text({ x: at.x, y: at.y + (place - (lines.length - 1) / 2) * 20 }, 20, part, 'dot-value');
        one.setAttribute('fill', INK);
        return one;
      });
      return [[2, disc(at, 25, { fill: PAPER, stroke: INK, 'stroke-width': 2.5 }), ...digits]];
    }
    default:
      return [];
  }
}

/** The shapes of all rules in the order in which they are drawn. */
export function ruleShapes(rules: readonly Rule[]): SVGElement[] {
  const all = rules.flatMap(shapesOf);
  return [0, 1, 2].flatMap((layer) => all.flatMap(([at, ...shapes]) => (at === layer ? shapes : [])));
}

/** True if a rule has a sum or digits in the upper left corner of a cell. */
export const hasSums = (rules: readonly Rule[]): boolean =>
  rules.some(({ kind, value }) => value !== '' && ['cage', 'sum', 'little-killer', 'digits'].includes(kind));
