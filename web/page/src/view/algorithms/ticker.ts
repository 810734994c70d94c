/** The one clock of all programs: at each tick, each of them runs one line. */

import type { Timeline } from './timeline';

/** The number of ticks between two checks of the time, and the milliseconds of work in one frame. */
const CHUNK = 2000;
const FRAME = 12;

export class Ticker {
  /** The tick that is shown. */
  at = 0;
  /** The tick to reach. Keys that are faster than frames count from it, so no key is lost. */
  private wanted = 0;
  private frame = 0;
  private until: (() => boolean) | undefined;
  isPlaying = false;

  /** `now` is the time in milliseconds, on the clock of animation frames. */
  constructor(
    private readonly timelines: readonly Timeline[],
    private readonly show: () => void,
    private readonly now = () => performance.now(),
  ) {}

  /** True if all programs have ended. */
  get isOver(): boolean {
    return this.timelines.every(({ search }) => search.isOver);
  }

  /** True if the next frames run more lines. */
  get isBusy(): boolean {
    return this.frame !== 0;
  }

  /** Goes some ticks forward or back. */
  by(ticks: number): void {
    this.to((Number.isFinite(this.wanted) ? this.wanted : this.at) + ticks);
  }

  to(tick: number): void {
    this.stop();
    this.wanted = Math.max(0, tick);
    this.advance();
  }

  /** Continues until a condition is true, or to the end. */
  seek(is: () => boolean): void {
    this.stop();
    this.until = is;
    this.wanted = Infinity;
    this.advance();
  }

  play(speed: number): void {
    this.stop();
    this.isPlaying = true;
    let last = this.now();
    let exact = this.at;
    const run = (now: number) => {
      // A frame may have begun before the press.
      exact = Math.min(exact + (Math.max(0, now - last) / 1000) * speed, this.at + speed);
      last = Math.max(last, now);
      this.wanted = Math.floor(exact);
      this.frame = 0;
      this.work();
      if (this.at < this.wanted) exact = this.at;
      if (this.isOver) this.isPlaying = false;
      else this.frame = requestAnimationFrame(run);
      this.show();
    };
    this.frame = requestAnimationFrame(run);
    this.show();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.isPlaying = false;
    this.until = undefined;
    this.wanted = this.at;
  }

  /** Runs lines until `wanted` or the end of the frame's share. */
  private work(): void {
    const start = this.now();
    if (this.wanted < this.at) this.at = this.wanted;
    do {
      this.at = Math.min(this.wanted, this.at + (this.until ? 1 : CHUNK));
      for (const timeline of this.timelines) timeline.go(this.at);
      if (this.isOver) {
        this.at = Math.min(this.at, Math.max(...this.timelines.map(({ search }) => search.steps)));
        this.wanted = this.at;
      }
      if (this.until?.()) this.wanted = this.at;
    } while (this.at < this.wanted && this.now() - start < FRAME);
  }

  private advance(): void {
    this.frame = 0;
    this.work();
    if (this.at < this.wanted) this.frame = requestAnimationFrame(() => this.advance());
    else this.until = undefined;
    this.show();
  }
}
