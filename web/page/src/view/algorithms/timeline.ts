/** A search that can go to any of its steps. To go back, it restarts from the nearest saved state. */

import type { Moment, Search } from './search';

/** The maximum number of saved states. When it is reached, every second one is removed. */
const KEPT = 128;

export class Timeline {
  private readonly moments: Moment[];
  private every = 256;

  constructor(readonly search: Search) {
    this.moments = [search.save()];
  }

  /** Goes to a step, or to the end if that comes first. */
  go(step: number): void {
    const { search, moments } = this;
    if (step < search.steps) {
      let at = moments.length - 1;
      while (moments[at]!.numbers[0]! > step) at -= 1;
      search.load(moments[at]!);
    }
    while (search.steps < step && !search.isOver) {
      search.step();
      this.keep();
    }
  }

  private keep(): void {
    const { search, moments } = this;
    if (search.steps % this.every !== 0 || search.steps <= moments[moments.length - 1]!.numbers[0]!) return;
    moments.push(search.save());
    if (moments.length <= KEPT) return;
    this.every *= 2;
    const kept = moments.filter((_, at) => at % 2 === 0);
    moments.splice(0, moments.length, ...kept);
  }
}
