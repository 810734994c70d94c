/** Where a link runs: a curve that crosses as few digits as can be. */

export interface Point { x: number; y: number }

export interface Obstacle extends Point { radius: number }

/** A curve from ring to ring: its control point and its ends. */
export interface Route { from: Point; bend: Point; to: Point }

/** How far a curve bows, in parts of its length, the straight one first. */
const BOWS = [0, 0.08, -0.08, 0.14, -0.14, 0.2, -0.2, 0.28, -0.28, 0.38, -0.38];
/** Neighbours within a cell leave no room for a straight line: these go round. */
const SHORT_BOWS = [0.7, -0.7, 0.9, -0.9];
const SHORT = 44;
/** The side of the board. */
const SIDE = 900;

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The point at a part of the way along the curve. */
export function along(a: Point, bend: Point, b: Point, part: number): Point {
  const rest = 1 - part;
  const mix = (from: number, middle: number, to: number) =>
    rest * rest * from + 2 * rest * part * middle + part * part * to;
  return { x: mix(a.x, bend.x, b.x), y: mix(a.y, bend.y, b.y) };
}

/** A point of a ring around the first point, towards the second. */
function ring(centre: Point, towards: Point, radius: number): Point {
  const length = distance(centre, towards) || 1;
  return {
    x: centre.x + ((towards.x - centre.x) / length) * radius,
    y: centre.y + ((towards.y - centre.y) / length) * radius,
  };
}

/** The curve that crosses the fewest digits; its ends leave room for rings and an arrow's head. */
export function route(a: Point, b: Point, obstacles: readonly Obstacle[], ends: [number, number] = [15, 23]): Route {
  const length = distance(a, b);
  const isShort = length < SHORT;
  const near = obstacles.filter((at) => distance(at, a) > 6 && distance(at, b) > 6);
  let best = { cost: Infinity, bend: a };
  for (const bow of isShort ? SHORT_BOWS : BOWS) {
    const bend = { x: (a.x + b.x) / 2 - (b.y - a.y) * bow, y: (a.y + b.y) / 2 + (b.x - a.x) * bow };
    let cost = Math.abs(bow) * 2;
    for (let part = 0; part <= 1; part += 0.025) {
      const { x, y } = along(a, bend, b, part);
      if (x < 4 || y < 4 || x > SIDE - 4 || y > SIDE - 4) cost += 3;
      for (const at of near) if (distance(at, { x, y }) < at.radius) cost += 0.25;
    }
    if (cost < best.cost) best = { cost, bend };
  }
  const [start, end] = isShort ? [13, 13] : ends;
  return { from: ring(a, best.bend, start), bend: best.bend, to: ring(b, best.bend, end) };
}
