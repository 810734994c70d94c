/**
 * The searches of the programs, one line after the other.
 *
 * Each class runs the same lines in the same order as the programs in `programs/`, so a step is one marked line.
 * `web/tests/algorithms.test.mjs` compares the order of the lines with the compiled programs, and the digits with the
 * searches of the engine.
 */

import { box, column, HOUSES, row } from '../../board';
import { Tree } from './tree';

export const ALGORITHMS = ['scan', 'bitmask', 'mrv', 'board'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/**
 * The mistakes of beginners. `reset`: the search does not take back a digit. `early`: the search continues after the
 * solution. `twice`: the search itself prints the board.
 */
export const MISTAKES = ['none', 'reset', 'early', 'twice'] as const;
export type Mistake = (typeof MISTAKES)[number];

/** A line of a program; `end` is the end of the program, which has no line. */
export const EVENTS = [
  'enter',
  'done',
  'print',
  'try',
  'place',
  'call',
  'found',
  'reset',
  'fail',
  'look',
  'house',
  'lost',
  'hidden',
  'fewest',
  'pass',
  'end',
] as const;
export type Event = (typeof EVENTS)[number];

const ALL = 0x1ff;

const housesOf = Array.from({ length: 81 }, (_, cell) => [row(cell), 9 + column(cell), 18 + box(cell)] as const);

export function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest; rest &= rest - 1) count += 1;
  return count;
}
const lowest = (set: number): number => set & -set;
const digitOf = (one: number): number => 32 - Math.clz32(one);

/** A saved state of a search, which can be restored. */
export type Moment = {
  arrays: { slice(): unknown }[];
  numbers: number[];
  event: Event;
  next: Event;
  printed: readonly string[];
};

const NUMBERS = [
  'steps',
  'placements',
  'retreats',
  'passes',
  'depth',
  'cell',
  'digit',
  'house',
  'outcome',
  'digits',
  'solvedAt',
  'pending',
] as const;

/** The call or return that the next line completes. */
const PENDING = { none: 0, call: 1, failed: 2, solved: 3 } as const;

export abstract class Search {
  /** The number of lines that were run. */
  steps = 0;
  placements = 0;
  /** The calls that returned without a solution. */
  retreats = 0;
  passes = 0;
  /** The number of calls that wait for another. */
  depth = 0;
  /** The last line that ran, with its cell, digit and house; -1 for none. */
  event: Event = 'enter';
  cell = -1;
  digit = 0;
  house = -1;
  /** The result of the line: 1 if a digit fits, and the number of cells that a pass changed. */
  outcome = 0;
  /** The digits that the cell may have. */
  digits = 0;
  /** The number of the line that found the first solution; 0 before that. */
  solvedAt = 0;
  /** A value of `PENDING`. Until the next line, the search shows the call that ran the last line. */
  pending: number = PENDING.none;
  /** The boards that the program printed. */
  printed: readonly string[] = [];
  protected next: Event;
  /** The digits on the board. */
  readonly values = new Uint8Array(81);
  /** The cell and the digit of each waiting call, and the digits that it has not tried. */
  readonly cells = new Int8Array(82).fill(-1);
  readonly tried = new Uint8Array(82);
  readonly rest = new Uint16Array(82);
  readonly tree: Tree;
  private readonly arrays: { set(from: never): void; slice(): unknown }[];

  constructor(
    readonly puzzle: readonly number[],
    start: Event,
    deepest: number,
    arrays: { set(from: never): void; slice(): unknown }[],
  ) {
    this.values.set(puzzle);
    this.next = start;
    this.tree = new Tree(deepest);
    this.arrays = [this.values, this.cells, this.tried, this.rest, ...this.tree.arrays, ...arrays];
  }

  get isOver(): boolean {
    return this.event === 'end';
  }

  /** Runs the next line. */
  step(): void {
    if (this.isOver) return;
    this.changeCall();
    this.event = this.next;
    this.steps += 1;
    if (this.event === 'done' && this.solvedAt === 0) this.solvedAt = this.steps;
    this.run();
  }

  protected abstract run(): void;

  /** Sets the line that follows in the caller. */
  protected abstract resume(isSolved: boolean): void;

  /** Goes to the call that the last line starts, or back to the caller. */
  private changeCall(): void {
    const { pending } = this;
    this.pending = PENDING.none;
    if (pending === PENDING.call) {
      this.depth += 1;
      this.cell = -1;
      this.digit = 0;
    } else if (pending !== PENDING.none) {
      this.depth -= 1;
      this.cell = this.cells[this.depth]!;
      this.digit = this.tried[this.depth]!;
      this.resume(pending === PENDING.solved);
    }
  }

  /** Calls the search before the next line, which is `first`. */
  protected call(first: Event): void {
    this.pending = PENDING.call;
    this.next = first;
  }

  /** Returns from the call before the next line. */
  protected return(isSolved: boolean): void {
    if (this.depth > 0) this.pending = isSolved ? PENDING.solved : PENDING.failed;
    else this.next = 'end';
  }

  /** The candidates of each blank cell, if the program keeps them. */
  marks(): readonly number[] | undefined {
    return undefined;
  }

  /** The number of blanks of the puzzle. */
  get blankCount(): number {
    return this.puzzle.filter((digit) => digit === 0).length;
  }

  /** The digits that each row, column and box lacks, if the program keeps them. */
  needs(): readonly number[] | undefined {
    return undefined;
  }

  save(): Moment {
    return {
      arrays: this.arrays.map((array) => array.slice()) as { slice(): unknown }[],
      numbers: [...NUMBERS.map((name) => this[name]), ...this.tree.numbers],
      event: this.event,
      next: this.next,
      printed: this.printed,
    };
  }

  load({ arrays, numbers, event, next, printed }: Moment): void {
    for (const [at, array] of arrays.entries()) this.arrays[at]!.set(array as never);
    for (const [at, name] of NUMBERS.entries()) this[name] = numbers[at]!;
    this.tree.numbers = numbers.slice(NUMBERS.length);
    Object.assign(this, { event, next, printed });
  }

  protected print(): void {
    this.printed = [...this.printed.slice(0, 99), this.values.join('')];
  }
}

/** `scan`, `bitmask` and `mrv`: one board, on which a call writes a digit and takes it back. */
class Fill extends Search {
  private readonly need: Uint16Array;
  private readonly blanks: number[] = [];

  constructor(
    puzzle: readonly number[],
    private readonly algorithm: Algorithm,
    private readonly mistake: Mistake,
  ) {
    const need = new Uint16Array(27).fill(ALL);
    super(puzzle, 'enter', puzzle.filter((digit) => digit === 0).length, [need]);
    this.need = need;
    for (const [cell, digit] of puzzle.entries()) {
      if (digit) this.flip(cell, 1 << (digit - 1));
      else this.blanks.push(cell);
    }
  }

  private flip(cell: number, one: number): void {
    for (const house of housesOf[cell]!) this.need[house]! ^= one;
  }

  private free(cell: number): number {
    const [r, c, b] = housesOf[cell]!;
    return this.need[r]! & this.need[c]! & this.need[b]!;
  }

  private open(cell: number): number {
    return this.values[cell] ? 0 : this.free(cell);
  }

  override marks(): readonly number[] | undefined {
    return this.algorithm === 'mrv' ? Array.from(this.values, (_, cell) => this.open(cell)) : undefined;
  }

  override needs(): readonly number[] | undefined {
    return this.algorithm === 'scan' ? undefined : [...this.need];
  }

  protected run(): void {
    const { depth } = this;
    switch (this.event) {
      case 'enter':
        return this.enter();
      case 'print':
        this.print();
        this.next = 'done';
        return;
      case 'done':
        this.tree.close('solved');
        return this.return(this.mistake !== 'twice');
      case 'try':
        this.digit = this.tried[depth]!;
        this.outcome = (this.free(this.cell) >> (this.digit - 1)) & 1;
        this.next = this.outcome ? 'place' : this.nextDigit();
        return;
      case 'look':
        return this.look();
      case 'house':
        return this.inHouse();
      case 'lost':
        this.digits = this.rest[depth] = 0;
        this.next = 'fail';
        return;
      case 'hidden':
        this.next = 'place';
        return;
      case 'fewest':
        return this.fewest();
      case 'place':
        return this.place();
      case 'call':
        return this.call('enter');
      case 'found':
        return this.return(true);
      case 'reset':
        this.values[this.cell] = 0;
        this.flip(this.cell, 1 << (this.digit - 1));
        this.next = this.again();
        return;
      case 'fail':
        this.retreats += 1;
        this.digit = 0;
        this.tree.close('dead');
        return this.return(false);
    }
  }

  private enter(): void {
    const { depth } = this;
    const isFull = depth === this.blanks.length;
    this.digit = 0;
    this.cell = this.cells[depth] = isFull || this.algorithm === 'mrv' ? -1 : this.blanks[depth]!;
    if (isFull) this.next = this.mistake === 'twice' ? 'print' : 'done';
    else if (this.algorithm !== 'scan') this.next = 'look';
    else {
      this.tried[depth] = 1;
      this.next = 'try';
    }
  }

  private look(): void {
    if (this.algorithm === 'mrv') {
      this.house = -1;
      this.next = 'house';
      return;
    }
    this.digits = this.rest[this.depth] = this.free(this.cell);
    this.next = this.again();
  }

  private inHouse(): void {
    this.house += 1;
    let [once, twice] = [0, 0];
    const cells = HOUSES[this.house]!;
    for (const cell of cells) {
      const open = this.open(cell);
      twice |= once & open;
      once |= open;
    }
    const single = once & ~twice;
    if (once !== this.need[this.house]) this.next = 'lost';
    else if (single) {
      this.cell = this.cells[this.depth] = cells.find((cell) => this.open(cell) & single)!;
      this.digits = this.rest[this.depth] = this.open(this.cell) & single;
      this.next = 'hidden';
    } else this.next = this.house < 26 ? 'house' : 'fewest';
  }

  private fewest(): void {
    let [best, fewest] = [0, 10];
    for (const cell of this.blanks) {
      const count = bits(this.open(cell));
      if (!this.values[cell] && count < fewest) [best, fewest] = [cell, count];
    }
    this.cell = this.cells[this.depth] = best;
    this.digits = this.rest[this.depth] = this.open(best);
    this.next = this.again();
  }

  private place(): void {
    const { depth, cell } = this;
    if (this.algorithm === 'scan') this.digit = this.tried[depth]!;
    else {
      const one = lowest(this.rest[depth]!);
      this.rest[depth]! ^= one;
      this.digit = this.tried[depth] = digitOf(one);
    }
    // Without the reset, scan overwrites a digit that is still on the board.
    if (this.algorithm === 'scan' && this.values[cell]) this.flip(cell, 1 << (this.values[cell]! - 1));
    this.values[cell] = this.digit;
    this.flip(cell, 1 << (this.digit - 1));
    this.placements += 1;
    this.tree.place(depth);
    this.next = 'call';
  }

  /** Returns the next line of a call after the search with its digit failed. */
  private again(): Event {
    if (this.algorithm === 'scan') return this.nextDigit();
    return this.rest[this.depth] ? 'place' : 'fail';
  }

  /** Returns the next line of `scan` after a digit. */
  private nextDigit(): Event {
    this.tried[this.depth]! += 1;
    return this.tried[this.depth]! > 9 ? 'fail' : 'try';
  }

  protected override return(isSolved: boolean): void {
    super.return(isSolved);
    if (this.next === 'end' && this.mistake !== 'twice') this.print();
  }

  protected resume(isSolved: boolean): void {
    if (isSolved && this.mistake !== 'early') this.next = 'found';
    else this.next = this.mistake === 'reset' ? this.again() : 'reset';
  }
}

/** `board`: each call has its own board of candidates. */
class Whole extends Search {
  private readonly can: Uint16Array;

  constructor(puzzle: readonly number[]) {
    const can = new Uint16Array(81 * 82);
    super(puzzle, 'pass', 0, [can]);
    this.can = can;
    for (const [cell, digit] of puzzle.entries()) can[cell] = digit ? 1 << (digit - 1) : ALL;
  }

  /** The board of the call; at the line of a call, the copy that it gets. */
  private get here(): Uint16Array {
    const at = 81 * (this.depth + (this.event === 'call' ? 1 : 0));
    return this.can.subarray(at, at + 81);
  }

  override marks(): readonly number[] {
    return [...this.here];
  }

  protected run(): void {
    const { depth } = this;
    switch (this.event) {
      case 'pass':
        this.passes += 1;
        this.outcome = this.pass();
        this.show();
        this.next = this.outcome > 0 ? 'pass' : this.outcome < 0 ? 'lost' : 'look';
        return;
      case 'lost':
      case 'fail':
        this.retreats += 1;
        this.digit = 0;
        this.tree.close('dead');
        return this.return(false);
      case 'look':
        return this.look();
      case 'done':
        this.tree.close('solved');
        return this.return(true);
      case 'place': {
        const one = lowest(this.rest[depth]!);
        this.rest[depth]! ^= one;
        this.digit = this.tried[depth] = digitOf(one);
        this.can.copyWithin(81 * (depth + 1), 81 * depth, 81 * depth + 81);
        this.can[81 * (depth + 1) + this.cell] = one;
        this.placements += 1;
        this.tree.place(depth);
        this.next = 'call';
        return;
      }
      case 'call':
        this.show();
        return this.call('pass');
      case 'found':
        return this.return(true);
    }
  }

  private pass(): number {
    const { here } = this;
    const once = new Uint16Array(27);
    const twice = new Uint16Array(27);
    const fixed = new Uint16Array(27);
    for (const [house, cells] of HOUSES.entries()) {
      for (const cell of cells) {
        const digits = here[cell]!;
        twice[house]! |= once[house]! & digits;
        once[house]! |= digits;
        if (bits(digits) === 1) fixed[house]! |= digits;
      }
    }
    let changed = 0;
    for (let cell = 0; cell < 81; cell++) {
      let [lone, taken, all] = [0, 0, ALL];
      for (const house of housesOf[cell]!) {
        lone |= once[house]! & ~twice[house]!;
        taken |= fixed[house]!;
        all &= once[house]!;
      }
      const before = here[cell]!;
      let digits = bits(before) === 1 ? before : before & ~taken;
      if (digits & lone) digits &= lone;
      if (digits === 0 || all !== ALL) return -1;
      here[cell] = digits;
      if (digits !== before) changed += 1;
    }
    return changed;
  }

  private look(): void {
    let [best, fewest] = [-1, 10];
    for (const [cell, digits] of this.here.entries()) {
      const count = bits(digits);
      if (count > 1 && count < fewest) [best, fewest] = [cell, count];
    }
    this.cell = this.cells[this.depth] = best;
    this.digits = this.rest[this.depth] = best < 0 ? 0 : this.here[best]!;
    this.next = best < 0 ? 'done' : 'place';
  }

  protected override return(isSolved: boolean): void {
    super.return(isSolved);
    if (!isSolved) return;
    this.show();
    if (this.next === 'end') this.print();
  }

  protected resume(isSolved: boolean): void {
    // A solution stays on the board.
    if (isSolved) this.can.copyWithin(81 * this.depth, 81 * (this.depth + 1), 81 * (this.depth + 2));
    this.next = isSolved ? 'found' : this.rest[this.depth] ? 'place' : 'fail';
    this.show();
  }

  /** Shows the decided cells as digits. */
  private show(): void {
    for (const [cell, digits] of this.here.entries()) this.values[cell] = bits(digits) === 1 ? digitOf(digits) : 0;
  }
}

export function search(algorithm: Algorithm, puzzle: readonly number[], mistake: Mistake): Search {
  return algorithm === 'board' ? new Whole(puzzle) : new Fill(puzzle, algorithm, mistake);
}
