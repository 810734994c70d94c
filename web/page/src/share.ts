/** Boards in addresses, and as files. */

import { EMPTY, free, isBlank, line, type Position, pack, puzzleOf, unpack } from './board';
import { BoardView, type Layer, scene } from './draw/board';
import { s } from './draw/dom';
import { NOTHING } from './draw/step';
import type { Scale } from './engine';
import { isDay } from './games';
import type { StepData } from './replies';

/** The address of the empty board, behind `#`. */
const BLANK = 'empty';

/** The contents of an address. */
export type Linked =
  | { kind: 'none' }
  | { kind: 'position'; position: Position; step?: LinkedStep }
  | { kind: 'id'; id: string }
  | { kind: 'day'; day: string }
  | { kind: 'rules'; text: string }
  | { kind: 'text'; text: string };

/** A step in an address: the scale that finds it, its technique and its effect, without blanks. */
export interface LinkedStep {
  scale: Scale;
  technique: string;
  effect: string;
}

/** Returns the name of a step's technique in requests and addresses. */
export const techniqueOf = ({ technique }: StepData): string =>
  technique.toLowerCase().replace(' + ', '-plus-').replaceAll(' ', '-');

const linkedStep = (step: StepData): LinkedStep => ({
  scale: step.scale as Scale,
  technique: techniqueOf(step),
  effect: step.effect.replaceAll('<>', '!').replaceAll(' ', ','),
});

/** Returns true if a link names the step. */
export function isLinked(link: LinkedStep, step: StepData): boolean {
  const { technique, effect } = linkedStep(step);
  return technique === link.technique && effect === link.effect;
}

/** A text that may be a puzzle: at least 41 characters, without the letters of other parts of addresses. */
const mayBePuzzle = (part: string): boolean => /^[^a-wyz]{41,}$/i.test(part);

/** The names of rules about the whole board, and the format of all other rules. */
const RULE =
  /(^|;)[ \t]*(board\s|diagonal-|windoku|disjoint-|asterisk|anti-|non-c|no-b|[a-z-]+( -?\d+)?( r[1-9]c[1-9])+)/im;

/** Returns true if a text may be a puzzle with rules. The engine then reads it. */
export const mayHaveRules = (text: string): boolean => RULE.test(text) || /f-?puzzles|"grid"/i.test(text);

/** Returns the clues and the rules on one line, as the engine writes them. */
export const rulesText = (givens: readonly number[], rules: string): string =>
  givens.some((given) => given) ? `board ${line(givens)}; ${rules}` : rules;

/**
 * Reads the part of an address behind `#`. Without this part, reads the ID, the puzzle of f-puzzles or the longest
 * puzzle behind `?`, because other pages write links in that way.
 */
export function addressText({ hash, search }: Pick<URL, 'hash' | 'search'>): string {
  if (hash.length < 2) {
    const all = new URLSearchParams(search);
    const id = all.get('id');
    if (id !== null) return `id=${id}`;
    const load = all.get('load');
    // In a query, a plus sign means a blank.
    if (load !== null) return `https://f-puzzles.com/?load=${load.replaceAll(' ', '+')}`;
    const parts = [...all].map(([name, value]) => value || name).filter(mayBePuzzle);
    return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  }
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // The text has a stray percent sign, so use it as it is.
    return hash.slice(1);
  }
}

/** Reads the contents of an address. The engine reads the formats of other pages. */
export function readAddressText(text: string): Linked {
  if (text === '') return { kind: 'none' };
  const id = /^id=([0-9A-Za-z]+)$/.exec(text)?.[1];
  if (id !== undefined) return { kind: 'id', id };
  if (text === BLANK) return { kind: 'position', position: EMPTY };
  const rules = /^rules=(.+)$/.exec(text)?.[1];
  if (rules !== undefined) return { kind: 'rules', text: rules.replaceAll('_', ' ') };
  const day = /^day=(.+)$/.exec(text)?.[1];
  if (day !== undefined && isDay(day)) return { kind: 'day', day };
  const [, board = text, scale, technique, effect] = /^(.*)&step=(se|sukaku|hodoku):(.*):(.*)$/.exec(text) ?? [];
  const position = unpack(board.replace(/^([0-9]{81})$/, (all) => all.replaceAll('0', '.')));
  if (position && technique !== undefined && effect !== undefined)
    return { kind: 'position', position, step: { scale: scale as Scale, technique, effect } };
  if (position) return { kind: 'position', position };
  return { kind: 'text', text: text.replace(/^[a-z]+=/, '') };
}

const here = (hash: string): string => `${location.href.split(/[?#]/)[0]}${hash && `#${hash}`}`;

/** The address of the puzzle alone: with its rules, or by its day or its ID if it has one. */
export const puzzleLink = (position: Position, id: string, day: string, rules = ''): string =>
  here(
    rules !== ''
      ? `rules=${rulesText(position.givens, rules).replaceAll(' ', '_')}`
      : day !== ''
        ? `day=${day}`
        : id !== ''
          ? `id=${id}`
          : isBlank(position)
            ? BLANK
            : puzzleOf(position),
  );

/** Returns the address of the whole content of the board. */
export const positionLink = (position: Position): string => here(isBlank(position) ? BLANK : pack(position));

/** Returns the address of a board and a step on it, without candidates that follow from the values. */
export function stepLink(position: Position, step: StepData): string {
  const { values, corner } = position;
  const isPlain = corner.every((set, cell) => set === free(values, cell));
  const { scale, technique, effect } = linkedStep(step);
  const board = { ...position, corner: isPlain ? EMPTY.corner : corner, centre: EMPTY.centre, colours: EMPTY.colours };
  return here(`${pack(board)}&step=${scale}:${technique}:${effect}`);
}

/** Shows a link in the address bar, as a new entry of the history or in place of the last one. */
export function showInAddress(link: string, isNew: boolean): void {
  if (link !== location.href) history[isNew ? 'pushState' : 'replaceState'](history.state, '', link);
}

/**
 * Returns the style of a saved drawing, which has no style sheet: the style rules of the page that match a part of it,
 * in the light colors.
 */
function styleOf(svg: SVGSVGElement): string {
  const matches = ({ selectorText }: CSSStyleRule) =>
    /^:root(,|$)/.test(selectorText) || svg.matches(selectorText) || svg.querySelector(selectorText) !== null;
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const own = rules.filter((rule) => rule instanceof CSSStyleRule && matches(rule));
  return `svg{background:#fff}${own.map(({ cssText }) => cssText).join('')}`;
}

/** The size of a drawing, and of a line of text below it. */
const [WIDTH, HEIGHT, LINE] = [938, 942, 48];

/** Returns a position as a separate drawing, with lines of text below it, a step over it and shapes under it. */
export function drawing(
  position: Position,
  lines: readonly string[] = [],
  overlay = NOTHING,
  layer: Layer | undefined = undefined,
): string {
  const view = new BoardView('');
  view.setLayer(layer);
  view.show({ ...scene(position), overlay });
  const { svg } = view;
  const height = HEIGHT + lines.length * LINE;
  svg.setAttribute('viewBox', `-34 -38 ${WIDTH} ${height}`);
  svg.setAttribute('width', String(WIDTH));
  svg.setAttribute('height', String(height));
  for (const [at, line] of lines.entries()) {
    svg.append(s('text', { x: 450, y: 948 + at * LINE, 'font-size': 30, class: 'given' }, line));
  }
  for (const unseen of svg.querySelectorAll('[class="tint "], .ring, [visibility=hidden]')) unseen.remove();
  const text = new XMLSerializer().serializeToString(svg);
  return text.replace(/>/, `><title>${line(position.values)}</title><style>${styleOf(svg)}</style>`);
}

/** Returns the drawing as a PNG. */
export async function picture(
  position: Position,
  lines: readonly string[] = [],
  overlay = NOTHING,
  layer: Layer | undefined = undefined,
): Promise<Blob> {
  const svg = drawing(position, lines, overlay, layer);
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = HEIGHT + lines.length * LINE;
    const paint = canvas.getContext('2d')!;
    paint.fillStyle = '#fff';
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.drawImage(image, 0, 0);
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Saves a file as a download of the browser. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
