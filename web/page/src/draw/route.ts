/** The routes of links: each is a curve under as few digits as possible. */

export interface Point {
  x: number;
  y: number;
}

/** A digit that links avoid. */
export interface Obstacle extends Point {
  radius: number;
  drawn: Element | undefined;
}

/** A curve between two candidates: its ends and its control points. */
export interface Route {
  from: Point;
  leave: Point;
  arrive: Point;
  to: Point;
}

/** The angles between the straight line and the two ends of a curve. The straight line is tried first. */
const LEAVES = [0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9];
const ARRIVES = [0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9, 1.2, -1.2];
/** Two candidates of one cell are too close for a straight line, so the link is an arc. */
const SHORT = [1, -1, 1.3, -1.3];
/** The distance between neighbours within a cell. */
const NEAR = 44;
/** The distance from the center of a candidate to the start of a curve. The end of the curve has the same distance. */
const BEGIN = 15;
const END = 25;
/** The side of the board. */
const SIDE = 900;

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Returns true if a point lies on a digit, or within this distance of one. */
export const touches = (at: Obstacle, point: Point, more = 0): boolean =>
  (at.x - point.x) ** 2 + (at.y - point.y) ** 2 < (at.radius + more) ** 2;

/** Returns the point at a fraction of the curve. */
export function along({ from, leave, arrive, to }: Route, part: number): Point {
  const rest = 1 - part;
  const mix = (a: number, b: number, c: number, d: number) =>
    rest ** 3 * a + 3 * rest * part * (rest * b + part * c) + part ** 3 * d;
  return { x: mix(from.x, leave.x, arrive.x, to.x), y: mix(from.y, leave.y, arrive.y, to.y) };
}

const beside = ({ x, y }: Point, angle: number, far: number): Point => ({
  x: x + Math.cos(angle) * far,
  y: y + Math.sin(angle) * far,
});

/** Returns the straight line between two points. */
export function straight(from: Point, to: Point): Route {
  const third = { x: (to.x - from.x) / 3, y: (to.y - from.y) / 3 };
  return {
    from,
    leave: { x: from.x + third.x, y: from.y + third.y },
    arrive: { x: to.x - third.x, y: to.y - third.y },
    to,
  };
}

/** Returns the curve under the fewest digits. Its head covers no digit, if such a curve exists. */
export function route(a: Point, b: Point, obstacles: readonly Obstacle[]): Route {
  const length = distance(a, b);
  const straight = Math.atan2(b.y - a.y, b.x - a.x);
  const reach = Math.max(length / 3, 14);
  // No curve leaves an ellipse around its ends.
  const near = obstacles.filter(
    (at) => distance(at, a) > 6 && distance(at, b) > 6 && distance(at, a) + distance(at, b) < length * 1.5 + 60,
  );
  const points = Math.ceil(length / 10) + 4;
  let best: { cost: number; way: Route } | undefined;
  for (const out of length < NEAR ? SHORT : LEAVES) {
    for (const into of length < NEAR ? [out] : ARRIVES) {
      const [there, back] = [straight - out, straight + Math.PI + into];
      // Only the end of the curve bends, unless the whole curve bows to one side.
      const last = out === into ? reach : Math.min(reach, 50);
      const way = {
        from: beside(a, there, BEGIN),
        leave: beside(a, there, BEGIN + reach),
        arrive: beside(b, back, END + last),
        to: beside(b, back, END),
      };
      // A curve that bows to one side is easier to read than a curve that winds.
      let cost = (Math.abs(out) + Math.abs(into)) * 0.5 + Math.abs(out - into) * 0.6;
      const head = beside(b, back, END - 3);
      for (const at of near) if (touches(at, head, 3)) cost += 1;
      for (let point = 0; point <= points && (!best || cost < best.cost); point++) {
        const on = along(way, point / points);
        if (on.x < 4 || on.y < 4 || on.x > SIDE - 4 || on.y > SIDE - 4) cost += 3;
        for (const at of near) if (touches(at, on)) cost += 0.3;
      }
      if (!best || cost < best.cost) best = { cost, way };
    }
  }
  return best!.way;
}
