/** The board as a drawing, and over it the grid of cells for keys, fingers and screen readers. */

import { bit, box, column, conflicts, digitsOf, free, type Position, row } from '../board';
import { h, s } from './dom';
import { along, type Obstacle, type Point, type Route, route, straight, touches } from './route';
import {
  exclusionShape,
  groupShape,
  houseShapes,
  letterShape,
  linkShapes,
  middle,
  pillShape,
  place,
  roleShapes,
  setLetter,
  setShapes,
  text,
  U,
  valueShapes,
} from './shapes';
import { type DrawnLink, isNet, NOTHING, type Overlay } from './step';

/** The content of a board. */
export interface Scene {
  position: Position;
  selected: readonly number[];
  cursor: number;
  overlay: Overlay;
  /** Cells that are wrong. */
  wrong: ReadonlySet<number>;
  /** Cells that break a rule of a variant. */
  broken: ReadonlySet<number>;
  /** The cells that are circled. */
  differ: ReadonlySet<number>;
  /** True if the peers of the cursor and the other cells with its digit are tinted. */
  peers: boolean;
  /** True if the other cells with the cursor's digit are highlighted. */
  same: boolean;
  /** True if repeated digits are not marked. */
  hidesConflicts: boolean;
  /** The digit whose places are highlighted, or 0. */
  filter: number;
  /** The digit to highlight in place of the cursor's digit; 0 for none. */
  held: number;
  /** The highlighted links, by their places in the overlay. */
  strong: readonly number[];
}

export const scene = (position: Position): Scene => ({
  position,
  selected: [],
  cursor: -1,
  overlay: NOTHING,
  wrong: new Set(),
  broken: new Set(),
  differ: new Set(),
  peers: false,
  same: false,
  hidesConflicts: false,
  filter: 0,
  held: 0,
  strong: [],
});

/** The callbacks for pointer events on the board. */
export interface Touches {
  down(cell: number, event: PointerEvent): void;
  /** A link of the step, by its place in the overlay. */
  link(at: number): void;
  drag(cells: number[]): void;
  /** Reverts the effect of the first finger when a second one touches. */
  cancel(): void;
  focus(cell: number): void;
}

/** Returns the description of a cell. */
export type Describe = (cell: number, isBad: boolean) => string;

/** The points of a link that a pointer can hit, as parts of its length. */
const PARTS = Array.from({ length: 49 }, (_, at) => (at + 1) / 50);

/** Shapes under the digits, such as the cages of a variant. */
export interface Layer {
  readonly shapes: readonly SVGElement[];
  /** True if marks move down, so that the upper left corner of each cell is free. */
  readonly isLow: boolean;
}

/** The points of a link that other links avoid, as parts of its length. */
const MIDDLES = [0.35, 0.5, 0.65];

/** The size of the row and column numbers. */
const LABEL = 26;
const WITH_LABELS = '-34 -38 938 942';
const WITHOUT = '-4 -4 908 908';

export class BoardView {
  readonly element: HTMLElement;
  readonly svg: SVGSVGElement;
  readonly cells: HTMLElement[] = [];
  private readonly tints: SVGRectElement[] = [];
  private readonly rings: SVGRectElement[] = [];
  private readonly paints: SVGGElement[] = [];
  private readonly contents: SVGGElement[] = [];
  private readonly layer = s('g');
  private readonly places = s('g');
  private readonly frames = s('g');
  /** The text elements of the marks that were shown so far, by `cell * 9 + digit - 1`. */
  private readonly marks: SVGTextElement[] = [];
  private readonly shown = new Array<number>(81).fill(0);
  private readonly same = new Array<number>(81).fill(0);
  private readonly exclusions = s('g');
  private readonly links = s('g', { class: 'links' });
  private readonly roles = s('g');
  private readonly letters = s('g', { class: 'letters' });
  private readonly labels = s('g', { class: 'labels' });
  private routes: Route[] = [];
  /** The places of the links that are drawn as an outline around two candidates of a cell. */
  private pills: ReadonlySet<number> = new Set();
  /** The digits that links run under. */
  private crossed: Element[] = [];
  /** The digits and marks that letters avoid. */
  private obstacles: Obstacle[] = [];
  private drawn: string[] = [];
  private tinted: string[] = [];
  private said: string[] = [];
  private overlay: Overlay = NOTHING;
  private strong: readonly number[] = [];

  constructor(label: string, touches?: Touches) {
    this.svg = s('svg', { viewBox: WITH_LABELS, 'aria-hidden': 'true', class: 'drawing' });
    const tints = s('g');
    const grid = s('g');
    const paints = s('g');
    const contents = s('g');
    const rings = s('g');
    for (let cell = 0; cell < 81; cell++) {
      const at = { x: column(cell) * U, y: row(cell) * U, width: U, height: U };
      this.tints.push(tints.appendChild(s('rect', { ...at, class: 'tint' })));
      this.paints.push(paints.appendChild(s('g')));
      this.contents.push(contents.appendChild(s('g')));
      const inner = { x: at.x + 4, y: at.y + 4, width: 92, height: 92, rx: 3 };
      this.rings.push(rings.appendChild(s('rect', { ...inner, class: 'ring' })));
    }
    const lines = (numbers: number[], kind: string) =>
      grid.append(
        s('path', {
          class: kind,
          d: numbers.map((at) => `M${at * U} 0V900M0 ${at * U}H900`).join(''),
        }),
      );
    lines([1, 2, 4, 5, 7, 8], 'thin');
    lines([0, 3, 6, 9], 'thick');
    for (let at = 0; at < 9; at++) {
      this.labels.append(text({ x: at * U + 50, y: -21 }, LABEL, String(at + 1), 'label'));
      this.labels.append(text({ x: -20, y: at * U + 50 }, LABEL, String(at + 1), 'label'));
    }
    // Links run under the digits, so every digit is readable.
    this.svg.append(
      tints,
      paints,
      grid,
      this.layer,
      this.frames,
      this.exclusions,
      this.links,
      contents,
      this.places,
      this.roles,
      this.letters,
      rings,
      this.labels,
    );
    this.element = h('div', { class: 'board' });
    this.element.append(this.svg);
    if (touches) this.element.append(this.grid(label, touches));
  }

  /** Replaces the shapes under the digits by copies of those of a layer. */
  setLayer(layer: Layer | undefined): void {
    this.layer.replaceChildren(...(layer?.shapes.map((one) => one.cloneNode(true)) ?? []));
    for (const group of [this.places, this.roles])
      group.setAttribute('transform', layer?.isLow ? 'translate(2 8)' : '');
  }

  /** Hides the row and column numbers on a small board. */
  setLabels(on: boolean): void {
    this.svg.setAttribute('viewBox', on ? WITH_LABELS : WITHOUT);
    this.labels.toggleAttribute('hidden', !on);
    this.element.classList.toggle('bare', !on);
  }

  private grid(label: string, touches: Touches): HTMLElement {
    const grid = h('div', {
      class: 'cells',
      role: 'grid',
      'aria-label': label,
      'aria-rowcount': 9,
      'aria-colcount': 9,
      'aria-multiselectable': 'true',
    });
    const first = h('div', { role: 'row', class: 'row' });
    for (let at = 1; at <= 9; at++) {
      first.append(h('div', { role: 'gridcell', class: 'cell', tabindex: -1, 'aria-colindex': at }));
    }
    for (let at = 1; at <= 9; at++) {
      // A copy takes less time than another row, which counts at the start of the page.
      const line = first.cloneNode(true) as HTMLElement;
      line.setAttribute('aria-rowindex', String(at));
      this.cells.push(...(line.children as Iterable<Element> as Iterable<HTMLElement>));
      grid.append(line);
    }
    grid.addEventListener('focusin', ({ target }) => touches.focus(this.cells.indexOf(target as HTMLElement)));
    this.listen(grid, touches);
    return grid;
  }

  private listen(grid: HTMLElement, touches: Touches): void {
    const fingers = new Set<number>();
    let last: Point | undefined;
    const cellAt = ({ x, y }: Point): number | undefined => {
      const area = grid.getBoundingClientRect();
      const across = Math.floor(((x - area.left) / area.width) * 9);
      const down = Math.floor(((y - area.top) / area.height) * 9);
      return across >= 0 && across < 9 && down >= 0 && down < 9 ? down * 9 + across : undefined;
    };
    grid.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      fingers.add(event.pointerId);
      if (fingers.size > 1) {
        if (last) touches.cancel();
        last = undefined;
        return;
      }
      const cell = cellAt(event);
      if (cell === undefined) return;
      event.preventDefault();
      const link = this.linkAt(event);
      if (link !== undefined) {
        touches.link(link);
        return;
      }
      last = { x: event.clientX, y: event.clientY };
      if (event.pointerType !== 'touch') grid.setPointerCapture(event.pointerId);
      touches.down(cell, event);
    });
    grid.addEventListener('pointermove', (event) => {
      if (!last || fingers.size !== 1) return;
      const now = { x: event.clientX, y: event.clientY };
      // A quick finger skips cells, so the cells on its path are added.
      const steps = Math.max(1, Math.ceil(Math.hypot(now.x - last.x, now.y - last.y) / 8));
      const cells: number[] = [];
      for (let at = 1; at <= steps; at++) {
        const cell = cellAt({
          x: last.x + ((now.x - last.x) * at) / steps,
          y: last.y + ((now.y - last.y) * at) / steps,
        });
        if (cell !== undefined && cell !== cells[cells.length - 1]) cells.push(cell);
      }
      last = now;
      touches.drag(cells);
    });
    for (const name of ['pointerup', 'pointercancel'] as const) {
      grid.addEventListener(name, (event) => {
        fingers.delete(event.pointerId);
        if (fingers.size === 0) last = undefined;
      });
    }
  }

  /** The link under a pointer. A finger has a larger radius than a mouse. */
  private linkAt(event: PointerEvent): number | undefined {
    const shape = this.svg.getScreenCTM();
    if (!shape || this.routes.length === 0) return undefined;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(shape.inverse());
    let best: number | undefined;
    let least = event.pointerType === 'mouse' ? 9 : 16;
    for (const [at, way] of this.routes.entries()) {
      if (isNet(this.overlay) && !this.strong.includes(at)) continue;
      for (const part of PARTS) {
        const point = along(way, part);
        const far = Math.hypot(point.x - x, point.y - y);
        if (far < least) [least, best] = [far, at];
      }
    }
    return best;
  }

  /** Draws the changes since the last call. */
  show(now: Scene, describe?: Describe): void {
    const { position, overlay } = now;
    const bad = now.hidesConflicts ? NONE : new Set([...conflicts(position.values), ...now.broken]);
    const chosen = new Set(now.selected);
    // A step is shown without other highlights.
    const own = now.same && now.cursor >= 0 ? position.values[now.cursor]! : 0;
    const digit = overlay === NOTHING ? now.filter || now.held || own : overlay.same;
    const may = overlay === NOTHING && now.filter ? placesOf(position, now.filter) : NONE;
    this.svg.classList.toggle('filtered', overlay === NOTHING && now.filter > 0);
    for (let cell = 0; cell < 81; cell++) {
      this.showContent(cell, position, bad.has(cell), now.wrong.has(cell));
      this.showMarks(cell, position, digit);
      const tint = tintOf(now, cell, chosen, digit, may);
      const marked = `${tint} ${chosen.has(cell)}`;
      if (this.tinted[cell] !== marked) {
        this.tinted[cell] = marked;
        this.tints[cell]!.setAttribute('class', `tint ${tint}`);
        this.rings[cell]!.setAttribute(
          'class',
          chosen.has(cell) ? 'ring on' : now.differ.has(cell) ? 'ring differ' : 'ring',
        );
      }
      if (describe) this.label(cell, describe(cell, bad.has(cell)), now.cursor === cell, chosen.has(cell));
    }
    if (overlay !== this.overlay || now.strong !== this.strong) this.showOverlay(now);
  }

  /** Draws the value of a cell, its colors and the marks that are not at their usual places, if they changed. */
  private showContent(cell: number, position: Position, isBad: boolean, isWrong: boolean): void {
    const { values, givens, corner, centre, colours } = position;
    const marks = values[cell] || !centre[cell] ? '' : `${corner[cell]} ${centre[cell]}`;
    const content = `${values[cell]} ${givens[cell]} ${colours[cell]} ${isBad} ${isWrong} ${marks}`;
    if (this.drawn[cell] === content) return;
    this.drawn[cell] = content;
    this.paints[cell]!.replaceChildren(...cellColours(position, cell));
    this.contents[cell]!.replaceChildren(...cellContent(position, cell, isBad, isWrong));
  }

  /**
   * Shows the marks at their places. Each text element is created once and then hidden or shown, because
   * laying out hundreds of texts again for each key is slow.
   */
  private showMarks(cell: number, position: Position, digit: number): void {
    const shown = position.values[cell] || position.centre[cell] ? 0 : position.corner[cell]!;
    const same = digit ? shown & bit(digit) : 0;
    const changed = (this.shown[cell]! ^ shown) | (this.same[cell]! ^ same);
    if (!changed) return;
    this.shown[cell] = shown;
    this.same[cell] = same;
    for (const mark of digitsOf(changed)) {
      const at = cell * 9 + mark - 1;
      let one = this.marks[at];
      if (!one) {
        if (!(shown & bit(mark))) continue;
        one = this.marks[at] = text(place(cell, mark), 25, String(mark), '');
        this.places.append(one);
      }
      one.setAttribute('class', same & bit(mark) ? 'mark same' : 'mark');
      one.setAttribute('visibility', shown & bit(mark) ? 'visible' : 'hidden');
    }
  }

  private label(cell: number, words: string, isCursor: boolean, isChosen: boolean): void {
    const one = this.cells[cell];
    const said = `${words}|${isChosen}|${isCursor}`;
    if (!one || said === this.said[cell]) return;
    this.said[cell] = said;
    one.setAttribute('aria-label', words);
    one.setAttribute('aria-selected', String(isChosen));
    one.tabIndex = isCursor ? 0 : -1;
  }

  private showOverlay({ overlay, position, strong }: Scene): void {
    if (overlay !== this.overlay) {
      const obstacles = this.digitsIn(position, overlay);
      this.obstacles = [...obstacles];
      this.pills = new Set(overlay.links.flatMap((link, at) => (isPill(link, position, overlay) ? [at] : [])));
      this.routes = overlay.links.map(({ from, to }, at) => {
        if (this.pills.has(at)) return straight(middle(from), middle(to));
        const way = route(middle(from), middle(to), obstacles);
        // Later links avoid the points of this one. They may cross it, but not run along it.
        for (const end of [way.from, way.to]) obstacles.push({ ...end, radius: 9, drawn: undefined });
        if (!isNet(overlay)) {
          for (const part of MIDDLES) obstacles.push({ ...along(way, part), radius: 8, drawn: undefined });
        }
        return way;
      });
      const exclusions = overlay.exclusions.map(({ end, cell, digit }) =>
        route(middle(end), place(cell, digit), obstacles),
      );
      this.exclusions.replaceChildren(...exclusions.map(exclusionShape));
      const points = this.routes.flatMap((way, at) =>
        this.pills.has(at) ? [] : PARTS.map((part) => along(way, part)),
      );
      for (const one of this.crossed) one.classList.remove('crossed');
      this.crossed = obstacles
        .filter((at) => points.some((point) => touches(at, point)))
        .flatMap(({ drawn }) => drawn ?? []);
      for (const one of this.crossed) one.classList.add('crossed');
    }
    this.overlay = overlay;
    this.strong = strong;
    const net = isNet(overlay);
    const links = overlay.links.map((link, at) => {
      if (net && !strong.includes(at)) return [];
      const isBold = strong.includes(at);
      return this.pills.has(at) ? [pillShape(link, isBold)] : linkShapes(link, this.routes[at]!, isBold);
    });
    this.links.replaceChildren(...links.flat());
    // In a net, only the ends of visible links get letters; all other marks are dimmed.
    const ends = new Set(strong.flatMap((at) => [overlay.links[at]!.from, overlay.links[at]!.to]));
    const named = net ? [...ends] : overlay.links.length > 0 ? overlay.nodes : [];
    const near = new Set(named.flatMap(({ cells, digit }) => cells.map((cell) => cell * 10 + digit)));
    const groups = overlay.nodes.filter((node) => node.cells.length > 1 && (!net || ends.has(node))).map(groupShape);
    // A placed digit is drawn as large as a value, unless links need its mark.
    const linked = new Set(overlay.nodes.flatMap(({ cells }) => cells));
    const values = new Set(
      [...overlay.roles].flatMap(([key, role]) => {
        const cell = Math.floor(key / 10);
        return role === 'placed' && !linked.has(cell) ? [cell] : [];
      }),
    );
    const roles = [...overlay.roles].flatMap(([key, role]) => {
      if (values.has(Math.floor(key / 10))) return role === 'placed' ? valueShapes(key) : [];
      const shapes = roleShapes(key, role);
      if (net && near.size > 0 && !near.has(key) && role !== 'out') for (const one of shapes) one.classList.add('far');
      return shapes;
    });
    this.roles.replaceChildren(...groups, ...roles);
    const seen = this.routes.filter((_, at) => !this.pills.has(at) && (!net || strong.includes(at)));
    const around = {
      marks: this.obstacles,
      links: seen.flatMap((way) => PARTS.map((part) => along(way, part))),
      heads: seen.map(({ to }) => to),
    };
    const letters: Point[] = [];
    this.frames.replaceChildren(...overlay.frames.flatMap(houseShapes), ...overlay.sets.flatMap(setShapes));
    const lettered = overlay.sets.length > 1 ? overlay.sets : [];
    this.letters.replaceChildren(
      ...lettered.flatMap((cells, at) => cells.map((cell) => setLetter(cell, at, around, letters))),
      ...named.map((node) => letterShape(node, around, letters)),
    );
    this.svg.classList.toggle('stepped', overlay !== NOTHING);
    this.svg.classList.toggle('many', overlay.links.length > 16);
    this.svg.classList.toggle('picked', strong.length > 0);
  }

  private digitsIn(position: Position, overlay: Overlay): Obstacle[] {
    const found: Obstacle[] = [];
    position.values.forEach((value, cell) => {
      const drawn = this.contents[cell]!;
      if (value) found.push({ x: column(cell) * U + 50, y: row(cell) * U + 50, radius: 30, drawn });
      else
        for (const mark of digitsOf(position.corner[cell]!)) {
          found.push({ ...place(cell, mark), radius: 13, drawn: this.marks[cell * 9 + mark - 1] });
        }
    });
    for (const key of overlay.roles.keys())
      found.push({ ...place(Math.floor(key / 10), key % 10), radius: 18, drawn: undefined });
    return found;
  }
}

/** Returns true if a link joins two candidates of one cell that have no other candidate between them. */
function isPill({ from, to }: DrawnLink, { corner, values }: Position, { roles }: Overlay): boolean {
  const cell = from.cells[0]!;
  if (from.cells.length + to.cells.length > 2 || to.cells[0] !== cell) return false;
  const [a, b] = [middle(from), middle(to)];
  const between = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const shown = values[cell] ? 0 : corner[cell]!;
  return ![1, 2, 3, 4, 5, 6, 7, 8, 9].some((digit) => {
    const at = place(cell, digit);
    const isShown = shown & bit(digit) || roles.has(cell * 10 + digit);
    return isShown && Math.hypot(at.x - between.x, at.y - between.y) < 13;
  });
}

const NONE: ReadonlySet<number> = new Set();

/** The blank cells that may hold a digit: by their marks, or else by their row, column and box. */
const placesOf = (position: Position, digit: number): ReadonlySet<number> =>
  new Set(
    position.values.flatMap((_, cell) =>
      (position.corner[cell] || free(position.values, cell)) & bit(digit) ? [cell] : [],
    ),
  );

function tintOf(now: Scene, cell: number, chosen: Set<number>, digit: number, may: ReadonlySet<number>): string {
  const { overlay, cursor, position } = now;
  // While a step is shown, selected cells keep only their ring.
  if (chosen.has(cell) && overlay === NOTHING) return 'chosen';
  if (now.differ.has(cell)) return 'differ';
  if (overlay.groups.has(cell)) return 'group';
  if (overlay.houses.has(cell)) return 'house';
  if (may.has(cell)) return 'may';
  if (overlay === NOTHING && (cursor < 0 || chosen.size > 1)) return '';
  if (digit && position.values[cell] === digit) return 'same';
  if (overlay !== NOTHING || !now.peers || now.held || now.filter) return '';
  const isPeer = row(cell) === row(cursor) || column(cell) === column(cursor) || box(cell) === box(cursor);
  return isPeer ? 'house' : '';
}

/** Draws the colors of a cell side by side. */
function cellColours({ colours }: Position, cell: number): SVGElement[] {
  const digits = digitsOf(colours[cell]!);
  const width = 92 / digits.length;
  return digits.map((colour, at) =>
    s('rect', {
      x: column(cell) * U + 4 + at * width,
      y: row(cell) * U + 4,
      width,
      height: 92,
      class: `colour c${colour}`,
    }),
  );
}

/** A value with its error state, or marks that are not at their usual places. */
function cellContent(position: Position, cell: number, isBad: boolean, isWrong: boolean): SVGElement[] {
  const [x, y] = [column(cell) * U, row(cell) * U];
  const value = position.values[cell]!;
  const found: SVGElement[] = [];
  if (value) {
    found.push(text({ x: x + 50, y: y + 50 }, 58, String(value), position.givens[cell] ? 'given' : 'entry'));
    if (isBad) found.push(s('path', { class: 'bad', d: `M${x + 26} ${y + 80}h48M${x + 26} ${y + 88}h48` }));
    if (isWrong) found.push(s('path', { class: 'bad', d: `M${x + 14} ${y + 14}l72 72M${x + 86} ${y + 14}l-72 72` }));
    return found;
  }
  const corner = digitsOf(position.corner[cell]!);
  const centre = digitsOf(position.centre[cell]!);
  if (centre.length === 0) return found;
  // If a cell has both kinds, the corner marks are at its edges.
  for (const [at, mark] of corner.entries()) {
    const top = Math.min(5, corner.length);
    const point =
      at < top
        ? { x: x + 50 + (at - (top - 1) / 2) * 18, y: y + 18 }
        : { x: x + 50 + (at - top - (corner.length - top - 1) / 2) * 18, y: y + 84 };
    found.push(text(point, 22, String(mark), 'mark'));
  }
  const size = Math.min(28, 140 / centre.length);
  found.push(text({ x: x + 50, y: y + 50 }, size, centre.join(''), 'mark centre'));
  return found;
}
