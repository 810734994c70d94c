/** Measures a task that is too short for the clock: after a warm-up, and in batches. */

export interface Timing<Result> {
  result: Result;
  /** The milliseconds of one run, by batch, in ascending order. */
  batches: number[];
  /** The runs of each batch. */
  times: number;
  /** True if even the longest batch is too short for the clock. */
  isShort: boolean;
}

const BATCHES = 7;
/** The minimum number of batches, which a task that takes seconds gets. */
const FEWEST = 5;
/** The minimum length of a batch, in milliseconds and in ticks of the clock. */
const BATCH = 30;
const TICKS = 20;
/** The milliseconds of warm-up before the first measurement. */
const WARM = 100;
/** The time in milliseconds after which the minimum number of batches is enough. A longer batch is the only one. */
const LONG = 6000;

/** Returns the smallest step of a clock. */
function tick(now: () => number): number {
  let least = Infinity;
  for (let found = 0, last = now(); found < 3; ) {
    const next = now();
    if (next <= last) continue;
    least = Math.min(least, next - last);
    last = next;
    found += 1;
  }
  return least;
}

/** Measures a task. `run` repeats it, at most `most` times. */
export function measure<Result>(run: (times: number) => Result, now: () => number, most: number): Timing<Result> {
  const step = tick(now);
  const batch = Math.max(BATCH, TICKS * step);
  const begin = now();
  let result: Result;
  const timed = (times: number): number => {
    const start = now();
    result = run(times);
    return now() - start;
  };
  let times = 1;
  let took = timed(1);
  if (took > LONG) return { result: result!, batches: [took], times, isShort: false };
  // The first batches run cold code, so their length only says how many runs the next one needs.
  while (now() - begin < WARM || (took < batch && times < most)) {
    times = Math.min(most, Math.ceil(times * Math.min(64, Math.max(1, (1.2 * batch) / Math.max(took, step)))));
    took = timed(times);
  }
  const batches: number[] = [];
  const start = now();
  while (batches.length < FEWEST || (batches.length < BATCHES && now() - start < LONG))
    batches.push(timed(times) / times);
  return {
    result: result!,
    batches: batches.sort((a, b) => a - b),
    times,
    isShort: batches[0]! * times < TICKS * step,
  };
}

/** Returns the median of numbers in ascending order. */
export const median = (sorted: readonly number[]): number =>
  (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
