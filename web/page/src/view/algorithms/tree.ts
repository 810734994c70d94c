/** The tree of a search: its last branches. Each branch is a column from its first to its last depth. */

import { s } from '../../draw/dom';

/** The maximum number of branches that are kept and drawn. */
const KEPT = 120;
const WIDTH = 600;
const HEIGHT = 220;

/** The end of a branch. */
const ENDS = { open: 0, dead: 1, solved: 2 } as const;

export class Tree {
  /** The branches so far. */
  private branches = 0;
  /** True if the next digit starts a branch, because a call has returned since the last digit. */
  private isBack = 1;
  private deepest: number;
  private readonly starts = new Uint8Array(KEPT);
  private readonly stops = new Uint8Array(KEPT);
  private readonly ends = new Uint8Array(KEPT);
  private readonly parents = new Int32Array(KEPT);
  /** The branch of the digit at each depth. */
  private readonly branchAt = new Int32Array(83);
  readonly arrays = [this.starts, this.stops, this.ends, this.parents, this.branchAt];

  /** `deepest` is the greatest possible depth. */
  constructor(deepest: number) {
    this.deepest = Math.max(8, deepest);
  }

  get numbers(): number[] {
    return [this.branches, this.isBack, this.deepest];
  }

  set numbers(numbers: number[]) {
    [this.branches, this.isBack, this.deepest] = numbers as [number, number, number];
  }

  get count(): number {
    return this.branches;
  }

  /** Writes a digit at a depth, from 0. */
  place(depth: number): void {
    if (this.isBack) {
      const at = this.branches % KEPT;
      this.starts[at] = depth;
      this.ends[at] = ENDS.open;
      this.parents[at] = depth > 0 ? this.branchAt[depth - 1]! : -1;
      this.branches += 1;
      this.isBack = 0;
    }
    const last = this.branches - 1;
    this.branchAt[depth] = last;
    this.stops[last % KEPT] = depth + 1;
    if (depth >= this.deepest) this.deepest = depth + 1;
  }

  /** Records that a call returns. */
  close(end: 'dead' | 'solved'): void {
    if (!this.isBack && this.branches > 0) this.ends[(this.branches - 1) % KEPT] = ENDS[end];
    this.isBack = 1;
  }

  /** Draws the last branches. The branches of waiting calls are highlighted. */
  draw(depth: number): SVGElement[] {
    const first = Math.max(0, this.branches - KEPT);
    const gap = Math.min(60, WIDTH / (this.branches - first + 1));
    const x = (branch: number) => (branch < first ? 0 : (branch - first + 0.5) * gap);
    const y = (level: number) => 4 + (level / this.deepest) * (HEIGHT - 12);
    const part = (branch: number, from: number, to: number) => {
      const parent = this.parents[branch % KEPT]!;
      const start = this.starts[branch % KEPT]!;
      const root = parent < 0 ? x(branch) : x(parent);
      return from > start
        ? `M${x(branch)} ${y(from)}V${y(to)}`
        : `M${root} ${y(start)}L${x(branch)} ${y(start + 1)}V${y(to)}`;
    };
    let [all, dead, solved] = ['', '', ''];
    for (let branch = first; branch < this.branches; branch++) {
      const at = branch % KEPT;
      const stop = this.stops[at]!;
      all += part(branch, 0, stop);
      if (this.ends[at] === ENDS.dead) dead += `M${x(branch) - 2} ${y(stop)}l4 4m0-4l-4 4`;
      if (this.ends[at] === ENDS.solved) solved += `M${x(branch) - 4} ${y(stop) + 3}a4 4 0 1 0 8 0a4 4 0 1 0-8 0`;
    }
    let now = '';
    for (let at = depth; at > 0; ) {
      const branch = this.branchAt[at - 1]!;
      const start = branch < first ? 0 : this.starts[branch % KEPT]!;
      now += branch < first ? `M0 ${y(0)}V${y(at)}` : part(branch, 0, at);
      at = start;
    }
    return [
      s('path', { class: 'tree-all', d: all }),
      s('path', { class: 'tree-dead', d: dead }),
      s('path', { class: 'tree-now', d: now }),
      s('path', { class: 'tree-solved', d: solved }),
    ];
  }

  static readonly viewBox = `-6 0 ${WIDTH + 12} ${HEIGHT}`;
  static readonly kept = KEPT;
}
