/**
 * The board that a player works on, and its history.
 *
 * This file does not depend on the page or the engine. An action and a state make a new state, so undo, storage, links
 * and tests use the same values.
 */

/** The kind of entry that a digit key makes. */
export type Mode = 'value' | 'corner' | 'centre' | 'colour';

/** The contents of the board. Arrays are replaced and never changed, so positions share them. */
export interface Position {
  /** The digit in each cell, clues and entries alike; 0 is blank. */
  readonly values: readonly number[];
  /** The clues; 0 for a cell without a clue. */
  readonly givens: readonly number[];
  /** The corner marks of each cell, bit `digit - 1`. They are the candidates. */
  readonly corner: readonly number[];
  /** Marks in the middle of a cell. */
  readonly centre: readonly number[];
  /** Colours of a cell, bit `colour - 1`. */
  readonly colours: readonly number[];
}

export interface State {
  readonly position: Position;
  readonly past: readonly Position[];
  readonly future: readonly Position[];
  readonly cursor: number;
  /** The selected cells, in the order of selection; the cursor is among them. */
  readonly selected: readonly number[];
  readonly mode: Mode;
  /** The digit that a tap on a cell writes, if the player chooses the digit first, or `ERASER`; 0 for none. */
  readonly held: number;
  /** True if a value removes its digit from the marks of its peers. */
  readonly autoRemove: boolean;
}

export type Pair = readonly [cell: number, digit: number];

export type Action =
  | { type: 'select'; cell: number; how?: 'only' | 'extend' | 'toggle' }
  | { type: 'move'; rows: number; columns: number; by?: 'cell' | 'box'; extend?: boolean }
  | { type: 'mode'; mode: Mode }
  | { type: 'hold'; digit: number }
  | { type: 'tap'; cell: number }
  | { type: 'autoRemove'; on: boolean }
  | { type: 'digit'; digit: number; mode?: Mode }
  | { type: 'erase' }
  | { type: 'promote'; cell: number }
  | { type: 'fill' }
  | { type: 'singles' }
  | { type: 'clearMarks' }
  /** Restarts the puzzle, with these clues if the action has them. */
  | { type: 'restart'; clues?: readonly number[] }
  | { type: 'lock' }
  | { type: 'unlock' }
  | { type: 'load'; position: Position }
  | { type: 'step'; place: readonly Pair[]; remove: readonly Pair[] }
  | { type: 'goTo'; values: readonly number[]; corner: readonly number[] }
  | { type: 'revert'; before: State; after: State }
  | { type: 'undo' }
  | { type: 'redo' };

const CELLS = 81;
/** The value that means “erase” in the place of a digit. */
export const ERASER = 10;
export const ALL = 0x1ff;
/** The maximum number of moves that can be undone. */
const HISTORY = 2000;

const ZEROS: readonly number[] = new Array<number>(CELLS).fill(0);

export const EMPTY: Position = {
  values: ZEROS,
  givens: ZEROS,
  corner: ZEROS,
  centre: ZEROS,
  colours: ZEROS,
};

export const START: State = {
  position: EMPTY,
  past: [],
  future: [],
  cursor: 0,
  selected: [0],
  mode: 'value',
  held: 0,
  autoRemove: true,
};

export const row = (cell: number): number => Math.floor(cell / 9);
export const column = (cell: number): number => cell % 9;
export const box = (cell: number): number => Math.floor(row(cell) / 3) * 3 + Math.floor(column(cell) / 3);
export const bit = (digit: number): number => 1 << (digit - 1);

/** The digits of a set of marks. */
export function digitsOf(marks: number): number[] {
  const digits = [];
  for (let digit = 1; digit <= 9; digit++) if (marks & bit(digit)) digits.push(digit);
  return digits;
}

/** The cells of each of the 27 houses: rows, columns, boxes. */
export const HOUSES: readonly (readonly number[])[] = [row, column, box].flatMap((house) =>
  Array.from({ length: 9 }, (_, at) =>
    Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => house(cell) === at),
  ),
);

/** The 20 peers of each cell. */
export const PEERS: readonly (readonly number[])[] = Array.from({ length: CELLS }, (_, cell) =>
  Array.from({ length: CELLS }, (_, other) => other).filter(
    (other) =>
      other !== cell && (row(other) === row(cell) || column(other) === column(cell) || box(other) === box(cell)),
  ),
);

/** The digits that no peer of a blank cell has; none for a cell with a value. */
export function free(values: readonly number[], cell: number): number {
  if (values[cell]) return 0;
  let marks = ALL;
  for (const peer of PEERS[cell]!) if (values[peer]) marks &= ~bit(values[peer]!);
  return marks;
}

/** The cells whose digit is repeated in a row, column or box. */
export function conflicts(values: readonly number[]): Set<number> {
  const found = new Set<number>();
  for (let cell = 0; cell < CELLS; cell++) {
    const value = values[cell];
    if (value && PEERS[cell]!.some((peer) => values[peer] === value)) found.add(cell);
  }
  return found;
}

/** Pairs of cells of a house with the same digit, each digit of a house once. */
export function clashes(values: readonly number[]): { digit: number; house: number; cells: number[] }[] {
  const found = [];
  for (const [house, cells] of HOUSES.entries()) {
    for (let digit = 1; digit <= 9; digit++) {
      const same = cells.filter((cell) => values[cell] === digit);
      if (same.length > 1) found.push({ digit, house, cells: same });
    }
  }
  return found;
}

export const isFull = (position: Position): boolean => position.values.every((value) => value > 0);

export const isBlank = (position: Position): boolean => position.values.every((value) => !value);

/** Returns true if every blank cell has marks. Only then are the marks the candidates. */
export const hasAllMarks = (position: Position): boolean =>
  !isFull(position) && position.values.every((value, cell) => value > 0 || position.corner[cell]! > 0);

/** The candidates of each cell: the marks if every blank cell has some, else all digits that no peer holds. */
export function candidates(position: Position): number[] {
  const marked = hasAllMarks(position);
  return position.values.map((value, cell) => {
    if (value) return bit(value);
    return marked ? position.corner[cell]! : free(position.values, cell);
  });
}

/** Returns, for each digit, the number of cells that still need it. */
export function left(values: readonly number[]): number[] {
  const count = new Array<number>(10).fill(9);
  for (const value of values) count[value]! -= 1;
  return count;
}

/** The puzzle as the engine reads it. */
export const line = (values: readonly number[]): string => values.map((value) => value || '.').join('');

/** Returns true if the board has a clue. */
export const hasClues = (position: Position): boolean => position.givens.some((given) => given);

/** The clues, or all values if the board has no clues yet. */
export const puzzleOf = (position: Position): string => line(hasClues(position) ? position.givens : position.values);

/** Candidates as the engine reads them: 729 characters. */
export const candidatesLine = (marks: readonly number[]): string =>
  marks.map((set) => Array.from({ length: 9 }, (_, at) => (set & (1 << at) ? at + 1 : '.')).join('')).join('');

/** Returns text for the engine: digits of every script, wide characters and blanks become ASCII. */
export function plain(text: string): string {
  const known = new Map<string, string>();
  const digit = (sign: string): string => {
    // The ten digits of a script have consecutive code points.
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(sign.codePointAt(0)! - before - 1))) before++;
    return String(before % 10);
  };
  return (
    text
      .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(/(?![0-9])\p{Nd}/gu, (sign) => {
        const ascii = known.get(sign) ?? digit(sign);
        known.set(sign, ascii);
        return ascii;
      })
      .replace(/(?! )\p{Zs}/gu, ' ')
      // A surrogate alone is not a character.
      .replace(/\p{Cs}/gu, '\ufffd')
  );
}

export const parseLine = (text: string): number[] => Array.from(text, (sign) => Number(sign) || 0);

export function parseCandidates(text: string): number[] {
  return Array.from({ length: CELLS }, (_, cell) => {
    let marks = 0;
    for (let at = 0; at < 9; at++) if (/[1-9]/.test(text[cell * 9 + at] ?? '.')) marks |= 1 << at;
    return marks;
  });
}

/** A board that was read: its values, its clues, and marks if the text has candidates. */
export function fromPuzzle(puzzle: string, marks?: string, clues?: string): Position {
  const values = parseLine(puzzle);
  const corner = marks ? parseCandidates(marks).map((set, cell) => (values[cell] ? 0 : set)) : ZEROS;
  return { ...EMPTY, values, givens: clues === undefined ? values : parseLine(clues), corner };
}

/** A board with all candidates as marks, unless it has marks. */
export const withNotes = (position: Position): Position =>
  position.corner.some((marks) => marks)
    ? position
    : { ...position, corner: position.values.map((_, cell) => free(position.values, cell)) };

/** Returns a state with another board. Undo leads back. */
function moved(state: State, change: Partial<Position>): State {
  const position = { ...state.position, ...change };
  const keys = Object.keys(change) as (keyof Position)[];
  const same = keys.every((key) => position[key].every((value, cell) => value === state.position[key][cell]));
  if (same) return state;
  return { ...state, position, past: [...state.past, state.position].slice(-HISTORY), future: [] };
}

const put = (list: readonly number[], cells: readonly number[], value: (old: number, cell: number) => number) => {
  const copy = [...list];
  for (const cell of cells) copy[cell] = value(copy[cell]!, cell);
  return copy;
};

/** Removes the digit of each new value from the marks of the cell and its peers. */
function placed(state: State, pairs: readonly Pair[], removes: boolean): Partial<Position> {
  const { position } = state;
  const values = [...position.values];
  const corner = [...position.corner];
  const centre = [...position.centre];
  for (const [cell, digit] of pairs) {
    values[cell] = digit;
    corner[cell] = 0;
    centre[cell] = 0;
    if (removes) {
      for (const peer of PEERS[cell]!) {
        corner[peer]! &= ~bit(digit);
        centre[peer]! &= ~bit(digit);
      }
    }
  }
  return { values, corner, centre };
}

function writeDigit(state: State, digit: number, mode: Mode): State {
  const { position, selected } = state;
  if (mode === 'colour') {
    const set = selected.every((cell) => position.colours[cell]! & bit(digit));
    return moved(state, {
      colours: put(position.colours, selected, (old) => (set ? old & ~bit(digit) : old | bit(digit))),
    });
  }
  const open = selected.filter((cell) => !position.givens[cell]);
  if (mode === 'value' && selected.length === 1) {
    const cell = open[0];
    if (cell === undefined) return state;
    if (position.values[cell] === digit) {
      return moved(state, { values: put(position.values, [cell], () => 0) });
    }
    return moved(state, placed(state, [[cell, digit]], state.autoRemove));
  }
  // In several cells, a digit is written as a mark.
  const kind = mode === 'centre' ? 'centre' : 'corner';
  const blank = open.filter((cell) => !position.values[cell]);
  const set = blank.every((cell) => position[kind][cell]! & bit(digit));
  const marks = put(position[kind], blank, (old) => (set ? old & ~bit(digit) : old | bit(digit)));
  return moved(state, { [kind]: marks });
}

/** The order of erasing: values, then marks, then colors. */
function erase(state: State): State {
  const { position, selected } = state;
  const open = selected.filter((cell) => !position.givens[cell]);
  if (open.some((cell) => position.values[cell])) {
    return moved(state, { values: put(position.values, open, () => 0) });
  }
  if (open.some((cell) => position.corner[cell]! | position.centre[cell]!)) {
    return moved(state, {
      corner: put(position.corner, open, () => 0),
      centre: put(position.centre, open, () => 0),
    });
  }
  return moved(state, { colours: put(position.colours, selected, () => 0) });
}

function move(state: State, action: Extract<Action, { type: 'move' }>): State {
  const size = action.by === 'box' ? 3 : 1;
  const to = (at: number, by: number) => (at + by * size + 9) % 9;
  const cursor = to(row(state.cursor), action.rows) * 9 + to(column(state.cursor), action.columns);
  return select(state, cursor, action.extend ? 'extend' : 'only');
}

function select(state: State, cell: number, how: 'only' | 'extend' | 'toggle'): State {
  const others = state.selected.filter((at) => at !== cell);
  if (how === 'only') return { ...state, cursor: cell, selected: [cell] };
  if (how === 'toggle' && others.length > 0 && others.length < state.selected.length) {
    return { ...state, cursor: others[others.length - 1]!, selected: others };
  }
  return { ...state, cursor: cell, selected: [...others, cell] };
}

/** Returns a cell with one candidate, or the only cell of a house for a digit. */
function single(marks: readonly number[], values: readonly number[]): Pair | undefined {
  for (let cell = 0; cell < CELLS; cell++) {
    const [digit, other] = values[cell] ? [] : digitsOf(marks[cell]!);
    if (digit !== undefined && other === undefined) return [cell, digit];
  }
  for (const house of HOUSES) {
    for (let digit = 1; digit <= 9; digit++) {
      const places = house.filter((cell) => !values[cell] && marks[cell]! & bit(digit));
      if (places.length === 1 && !house.some((cell) => values[cell] === digit)) return [places[0]!, digit];
    }
  }
  return undefined;
}

/** Enters naked and hidden singles until there are none, as one move. */
function allSingles(state: State): Partial<Position> {
  let now = state;
  for (;;) {
    const pair = single(candidates(now.position), now.position.values);
    if (!pair) return now.position;
    now = { ...now, position: { ...now.position, ...placed(now, [pair], true) } };
  }
}

/** Returns the position after a step, with all candidates as marks if the step needs them. */
function applyStep(state: State, place: readonly Pair[], remove: readonly Pair[]): State {
  const open = place.filter(([cell]) => !state.position.givens[cell]);
  const change = placed(state, open, true);
  let corner: readonly number[] = change.corner!;
  if (remove.length > 0) {
    // A step can only remove marks that exist, so a step that removes marks first writes all candidates as marks.
    const marks = hasAllMarks(state.position)
      ? corner
      : change.values!.map((_, cell) => (change.values![cell] ? 0 : candidates(state.position)[cell]!));
    const after = [...marks];
    for (const [cell, digit] of remove) after[cell]! &= ~bit(digit);
    corner = after;
  }
  return moved(state, { ...change, corner });
}

export function reduce(state: State, action: Action): State {
  const { position } = state;
  switch (action.type) {
    case 'select':
      return select(state, action.cell, action.how ?? 'only');
    case 'move':
      return move(state, action);
    case 'mode':
      return { ...state, mode: action.mode };
    case 'hold':
      // Choosing the same digit again ends the choice.
      return { ...state, held: action.digit === state.held ? 0 : action.digit };
    case 'tap': {
      const there = select(state, action.cell, 'only');
      if (state.held === 0) return there;
      return state.held === ERASER ? erase(there) : writeDigit(there, state.held, state.mode);
    }
    case 'autoRemove':
      return { ...state, autoRemove: action.on };
    case 'digit':
      return writeDigit(state, action.digit, action.mode ?? state.mode);
    case 'erase':
      return erase(state);
    case 'promote': {
      const marks = position.corner[action.cell]! || position.centre[action.cell]!;
      const [digit, other] = digitsOf(marks);
      if (position.values[action.cell] || digit === undefined || other !== undefined) return state;
      return moved(state, placed(state, [[action.cell, digit]], state.autoRemove));
    }
    case 'fill':
      return moved(state, { corner: position.values.map((_, cell) => free(position.values, cell)) });
    case 'clearMarks':
      return moved(state, { corner: ZEROS, centre: ZEROS, colours: ZEROS });
    case 'restart': {
      const { clues = position.givens } = action;
      return moved(state, { ...EMPTY, values: clues, givens: clues });
    }
    case 'lock':
      return moved(state, { givens: position.values, corner: ZEROS, centre: ZEROS });
    case 'unlock':
      return moved(state, { givens: ZEROS });
    case 'singles':
      return moved(state, allSingles(state));
    case 'load':
      // Undo never removes the puzzle.
      return { ...state, position: action.position, past: [], future: [] };
    case 'step':
      return applyStep(state, action.place, action.remove);
    case 'goTo':
      return moved(state, { values: action.values, corner: action.corner, centre: ZEROS });
    case 'revert': {
      // Later entries and the settings stay.
      const { mode, held, autoRemove } = state;
      return position === action.after.position ? { ...action.before, mode, held, autoRemove } : state;
    }
    case 'undo': {
      const before = state.past[state.past.length - 1];
      if (!before) return state;
      return { ...state, position: before, past: state.past.slice(0, -1), future: [position, ...state.future] };
    }
    case 'redo': {
      const after = state.future[0];
      if (!after) return state;
      return { ...state, position: after, past: [...state.past, position], future: state.future.slice(1) };
    }
  }
}

const packed = new WeakMap<Position, string>();

/** Returns a position as text: clues, values and, if a cell has any, the three kinds of marks. */
export function pack(position: Position): string {
  const known = packed.get(position);
  if (known !== undefined) return known;
  const marks = (list: readonly number[]) =>
    list.some((set) => set) ? list.map((set) => set.toString(32).padStart(2, '0')).join('') : '';
  const parts = [
    line(position.givens),
    line(position.values),
    marks(position.corner),
    marks(position.centre),
    marks(position.colours),
  ];
  const text = parts.join('~').replace(/~+$/, '');
  packed.set(position, text);
  return text;
}

/** Reads the text of `pack`. Returns nothing for any other text. */
export function unpack(text: string): Position | undefined {
  const [givens = '', values = givens, ...marks] = text.split('~');
  const isLine = (part: string) => /^[1-9.]{81}$/.test(part);
  const isMarks = (part: string) => part === '' || /^([0-9a-f][0-9a-v]){81}$/.test(part);
  if (!isLine(givens) || !isLine(values) || marks.length > 3 || !marks.every(isMarks)) return undefined;
  const read = (part = '') =>
    part === ''
      ? ZEROS
      : Array.from({ length: CELLS }, (_, cell) => parseInt(part.slice(cell * 2, cell * 2 + 2), 32) & ALL);
  const clues = parseLine(givens);
  const all = parseLine(values).map((value, cell) => clues[cell] || value);
  return { givens: clues, values: all, corner: read(marks[0]), centre: read(marks[1]), colours: read(marks[2]) };
}

/** Returns the state in its stored form. */
export interface Stored {
  position: string;
  past: string[];
  future: string[];
  autoRemove: boolean;
}

export const store = (state: State): Stored => ({
  position: pack(state.position),
  past: state.past.slice(-400).map(pack),
  future: state.future.slice(0, 100).map(pack),
  autoRemove: state.autoRemove,
});

/** Reads a state from storage; returns nothing if the stored value is invalid. */
export function restore(stored: unknown): State | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { position, past, future, autoRemove } = stored as Partial<Record<keyof Stored, unknown>>;
  const one = (text: unknown) => (typeof text === 'string' ? unpack(text) : undefined);
  const many = (texts: unknown) =>
    (Array.isArray(texts) ? texts.map(one) : []).filter((at): at is Position => at !== undefined);
  const board = one(position);
  if (!board) return undefined;
  return {
    ...START,
    position: board,
    past: many(past),
    future: many(future),
    autoRemove: autoRemove !== false,
  };
}
