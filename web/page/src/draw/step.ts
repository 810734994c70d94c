/** A step as marks, links and letters to be drawn, in whole or one branch at a time. */

import { bit } from '../board';
import type { Claim, Explanation, ProofLine, Role, Step } from '../engine';
import { HOUSES } from '../board';

export const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A claim's end of a link: candidates of one digit in one cell or several. */
export interface Node { key: string; cells: number[]; digit: number; on: boolean; letter: string }

export interface DrawnLink { from: Node; to: Node; strong: boolean }

/** The marks and links that are drawn over a board. */
export interface Overlay {
  houses: Set<number>;
  groups: Set<number>;
  /** The role of a candidate, by `cell * 10 + digit`. */
  roles: Map<number, Role>;
  nodes: Node[];
  links: DrawnLink[];
}

export const NOTHING: Overlay = { houses: new Set(), groups: new Set(), roles: new Map(), nodes: [], links: [] };

/** Whether there are so many links that only those that are looked at can be read. */
export const isNet = ({ links }: Overlay): boolean => links.length > 24;

/** The cell of a name such as `r4c7`. */
export function cellOf(name: string): number {
  const [, row = 1, column = 1] = /^r(\d)c(\d)$/.exec(name)?.map(Number) ?? [];
  return (row - 1) * 9 + column - 1;
}

/** The cells of a house such as `row 4`. */
export function houseCells(name: string): readonly number[] {
  const [kind = '', number = '1'] = name.split(' ');
  const first = { row: 0, column: 9, box: 18 }[kind] ?? 0;
  return HOUSES[first + Number(number) - 1] ?? [];
}

export const claimKey = (claim: Claim): string => `${claim.cells.join()}:${claim.digit}`;

const sameClaim = (a: Claim, b: Claim): boolean => a.on === b.on && claimKey(a) === claimKey(b);

/** A branch of a forcing chain: an assumption and the lines under it. */
export interface Branch { claim: Claim; lines: ProofLine[] }

const claimsOf = (line: ProofLine): Claim[] =>
  line.tokens.flatMap((token) => (token.claim ? [token.claim] : token.claims ?? []));

/** The branches of a proof, one for each assumption. */
export function branches(explanation: Explanation): Branch[] {
  const found: Branch[] = [];
  for (const line of explanation.proof) {
    const claim = claimsOf(line)[0];
    if (line.level > 0 && line.from.length === 0 && claim) found.push({ claim, lines: [line] });
    else if (line.level > 0) found[found.length - 1]?.lines.push(line);
  }
  return found.length > 1 ? found : [];
}

function overlayOf(explanation: Explanation, isShown: (claim: Claim) => boolean): Overlay {
  const { marks } = explanation;
  const nodes = new Map<string, Node>();
  const node = (claim: Claim): Node => {
    const key = claimKey(claim);
    const known = nodes.get(key);
    if (known) return known;
    const at = nodes.size;
    const letter = (LETTERS[at % 26] ?? '') + (at >= 26 ? String(Math.floor(at / 26) + 1) : '');
    const made = { key, cells: claim.cells.map(cellOf), digit: claim.digit, on: claim.on, letter };
    nodes.set(key, made);
    return made;
  };
  const links = marks.links.filter(({ from, to }) => isShown(from) && isShown(to))
    .map(({ from, to, strong }) => ({ from: node(from), to: node(to), strong }));
  return {
    houses: new Set(marks.houses.flatMap((house) => [...houseCells(house)])),
    groups: new Set(marks.groups.flat().map(cellOf)),
    roles: new Map(),
    nodes: [...nodes.values()],
    links,
  };
}

/** All of a step, or one branch of it. */
export function whole(step: Step, branch?: Branch): Overlay {
  const { explain } = step;
  if (!explain) return effectOnly(step);
  const inBranch = branch?.lines.flatMap(claimsOf);
  const overlay = overlayOf(explain, (claim) => !inBranch || inBranch.some((other) => sameClaim(claim, other)));
  if (inBranch) {
    for (const claim of inBranch) {
      for (const cell of claim.cells) overlay.roles.set(cellOf(cell) * 10 + claim.digit, claim.on ? 'true' : 'false');
    }
  } else {
    for (const { cell, digit, role } of explain.marks.candidates) overlay.roles.set(cellOf(cell) * 10 + digit, role);
  }
  return withEffect(overlay, step);
}

/** Only the cells to look at, without the conclusion. */
export function where({ explain, place }: Step): Overlay {
  if (!explain) return { ...NOTHING, houses: new Set(place.map(([cell]) => cell)) };
  const { marks } = explain;
  const houses = new Set(marks.houses.flatMap((house) => [...houseCells(house)]));
  const groups = new Set(marks.groups.flat().map(cellOf));
  for (const { cell, role } of marks.candidates) {
    if (role === 'true' || role === 'false') groups.add(cellOf(cell));
  }
  if (houses.size + groups.size === 0) for (const [cell] of place) groups.add(cell);
  return { ...NOTHING, houses, groups };
}

const effectOnly = (step: Step): Overlay =>
  withEffect({ ...NOTHING, roles: new Map(), houses: new Set(step.place.map(([cell]) => cell)) }, step);

function withEffect(overlay: Overlay, step: Step): Overlay {
  for (const [cell, digit] of step.remove) overlay.roles.set(cell * 10 + digit, 'out');
  for (const [cell, digit] of step.place) overlay.roles.set(cell * 10 + digit, 'placed');
  return overlay;
}

/**
 * The links that a line of the proof speaks of, by their places in the overlay: those between its claims,
 * or those on the way from the first to the last of them, or those that lead to the only one.
 */
export function linksOf(line: ProofLine, overlay: Overlay): number[] {
  const all = claimsOf(line).map(claimKey);
  const [first, ...others] = all;
  if (first === undefined) return [];
  const places = overlay.links.map((_, at) => at);
  if (others.length === 0) return places.filter((at) => overlay.links[at]!.to.key === first);
  const between = places.filter((at) => all.includes(overlay.links[at]!.from.key) && all.includes(overlay.links[at]!.to.key));
  return between.length > 0 || others.length > 1 ? between : way(overlay, first, others[0]!);
}

/** The fewest links that lead from one claim to another; none if there is no way. */
function way(overlay: Overlay, from: string, to: string): number[] {
  const ways = new Map<string, number[]>([[from, []]]);
  for (const [key, links] of ways) {
    if (key === to) return links;
    for (const [at, link] of overlay.links.entries()) {
      if (link.from.key === key && !ways.has(link.to.key)) ways.set(link.to.key, [...links, at]);
    }
  }
  return [];
}

/** The candidates before a step, by cell. */
export function before(explanation: Explanation): number[] {
  return Array.from({ length: 81 }, (_, cell) => {
    let marks = 0;
    for (let digit = 1; digit <= 9; digit++) {
      if (explanation.candidates[cell * 9 + digit - 1] === String(digit)) marks |= bit(digit);
    }
    return marks;
  });
}
