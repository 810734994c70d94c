/** A step as marks, links and letters. The whole step or one branch at a time is drawn. */

import { bit, HOUSES, PEERS } from '../board';
import type { ClaimData, ExplanationData, LegendEntry, MarksData, ProofLine, Role, StepData } from '../replies';

export const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** One end of a link: candidates of one digit in one or more cells. */
export interface Node {
  key: string;
  cells: number[];
  digit: number;
  on: boolean;
  letter: string;
}

export interface DrawnLink {
  from: Node;
  to: Node;
  strong: boolean;
}

/** A candidate that an end of a chain excludes. */
export interface Exclusion {
  end: Node;
  cell: number;
  digit: number;
}

/** A house that is framed: a base, or its cover. */
export interface Frame {
  house: number;
  isCover: boolean;
}

/** The marks and links that are drawn over a board. */
export interface Overlay {
  /** The tinted cells of houses. */
  houses: Set<number>;
  frames: readonly Frame[];
  /** The tinted cells of sets. */
  groups: Set<number>;
  /** The sets whose cells are outlined. */
  sets: readonly (readonly number[])[];
  /** The role of a candidate, by `cell * 10 + digit`. */
  roles: Map<number, Role>;
  nodes: Node[];
  links: DrawnLink[];
  exclusions: readonly Exclusion[];
  /** The digit of a hidden single, which is excluded by the same digit in other cells, or 0. */
  same: number;
}

export const NOTHING: Overlay = {
  houses: new Set(),
  frames: [],
  groups: new Set(),
  sets: [],
  roles: new Map(),
  nodes: [],
  links: [],
  exclusions: [],
  same: 0,
};

/** Returns true if a step has too many links to read them all at once. */
export const isNet = ({ links }: Overlay): boolean => links.length > 24;

export const claimKey = (claim: ClaimData): string => `${claim.cells.join()}:${claim.digit}`;

const sameClaim = (a: ClaimData, b: ClaimData): boolean => a.on === b.on && claimKey(a) === claimKey(b);

/** A branch of a forcing chain: an assumption and the lines under it. */
export interface Branch {
  claim: ClaimData;
  lines: ProofLine[];
}

const claimsOf = (line: ProofLine): ClaimData[] =>
  line.words.tokens.flatMap((token) =>
    token.kind === 'claim' ? [token.claim] : token.kind === 'chain' ? token.claims : [],
  );

/** The branches of a proof, one for each assumption. */
export function branches(explanation: ExplanationData): Branch[] {
  const found: Branch[] = [];
  for (const line of explanation.proof) {
    const claim = claimsOf(line)[0];
    if (line.level > 0 && line.from.length === 0 && claim) found.push({ claim, lines: [line] });
    else if (line.level > 0) found[found.length - 1]?.lines.push(line);
  }
  return found.length > 1 ? found : [];
}

/** The places of a step: its houses and its sets. */
const placesOf = ({ houses, covers, groups }: MarksData) => ({
  houses: new Set(houses.flatMap((house) => HOUSES[house]!)),
  frames: (covers.length > 0
    ? [...covers.map((house) => ({ house, isCover: true })), ...houses.map((house) => ({ house, isCover: false }))]
    : []) as Frame[],
  groups: new Set(groups.flat()),
  sets: groups,
});

function overlayOf(explanation: ExplanationData, isShown: (claim: ClaimData) => boolean): Overlay {
  const { marks } = explanation;
  const nodes = new Map<string, Node>();
  const node = (claim: ClaimData): Node => {
    const key = claimKey(claim);
    const known = nodes.get(key);
    if (known) return known;
    const at = nodes.size;
    const letter = (LETTERS[at % 26] ?? '') + (at >= 26 ? String(Math.floor(at / 26) + 1) : '');
    const made = { key, cells: claim.cells, digit: claim.digit, on: claim.on, letter };
    nodes.set(key, made);
    return made;
  };
  const links = marks.links
    .filter(({ from, to }) => isShown(from) && isShown(to))
    .map(({ from, to, strong }) => ({ from: node(from), to: node(to), strong }));
  return {
    ...placesOf(marks),
    roles: new Map(),
    nodes: [...nodes.values()],
    links,
    exclusions: [],
    same: 0,
  };
}

/** Returns the overlay of a step, or of one branch. */
export function whole(step: StepData, branch?: Branch): Overlay {
  const { explanation } = step;
  if (!explanation) return effectOnly(step);
  const inBranch = branch?.lines.flatMap(claimsOf);
  const overlay = overlayOf(explanation, (claim) => !inBranch || inBranch.some((other) => sameClaim(claim, other)));
  if (inBranch) {
    for (const claim of inBranch) {
      for (const cell of claim.cells) overlay.roles.set(cell * 10 + claim.digit, claim.on ? 'true' : 'false');
    }
  } else {
    for (const [cell, digit, role] of explanation.marks.candidates) overlay.roles.set(cell * 10 + digit, role);
  }
  const same = step.technique === 'hidden single' ? (step.placements[0]?.[1] ?? 0) : 0;
  return withEffect({ ...overlay, exclusions: exclusionsOf(overlay, step), same }, step);
}

/** Returns the removed candidates that all ends of a chain exclude, each with each end. */
function exclusionsOf(overlay: Overlay, { eliminations }: StepData): Exclusion[] {
  const { nodes, links } = overlay;
  const ends = nodes.filter((node) => links.some(({ from }) => from === node) !== links.some(({ to }) => to === node));
  if (ends.length !== 2 || isNet(overlay)) return [];
  const excludes = (end: Node, cell: number, digit: number) =>
    end.digit === digit
      ? end.cells.every((other) => PEERS[other]!.includes(cell))
      : end.cells.length === 1 && end.cells[0] === cell;
  return eliminations
    .filter(([cell, digit]) => ends.every((end) => excludes(end, cell, digit)))
    .flatMap(([cell, digit]) => ends.map((end) => ({ end, cell, digit })));
}

/** Returns an overlay with the cells of a step, without its conclusion. */
export function where({ explanation, placements }: StepData): Overlay {
  const placed = placements.map(([cell]) => cell);
  if (!explanation) return { ...NOTHING, houses: new Set(placed) };
  const { marks } = explanation;
  const places = placesOf(marks);
  const { houses, groups } = places;
  for (const [cell, , role] of marks.candidates) {
    if (role === 'true' || role === 'false') groups.add(cell);
  }
  if (houses.size + groups.size === 0) for (const cell of placed) groups.add(cell);
  return { ...NOTHING, ...places };
}

/** The meaning of the marks that a drawing has. */
export function legendOf({ explanation }: StepData, overlay: Overlay): LegendEntry[] {
  const used = new Set<string>(overlay.roles.values());
  for (const { strong } of overlay.links) used.add(strong ? 'strong' : 'weak');
  for (const { isCover } of overlay.frames) used.add(isCover ? 'cover' : 'base');
  if (overlay.frames.length === 0 && overlay.houses.size > 0) used.add('house');
  if (overlay.sets.length > 0) used.add('set');
  return explanation?.marks.legend.filter(({ mark }) => used.has(mark)) ?? [];
}

const effectOnly = (step: StepData): Overlay =>
  withEffect({ ...NOTHING, roles: new Map(), houses: new Set(step.placements.map(([cell]) => cell)) }, step);

function withEffect(overlay: Overlay, step: StepData): Overlay {
  for (const [cell, digit] of step.eliminations) overlay.roles.set(cell * 10 + digit, 'out');
  for (const [cell, digit] of step.placements) overlay.roles.set(cell * 10 + digit, 'placed');
  return overlay;
}

/**
 * Returns the links of a line of the proof, by their places in the overlay: the links between its claims. If two claims
 * have none, returns the links on the path between them. For a single claim, returns the links to it.
 */
export function linksOf(line: ProofLine, overlay: Overlay): number[] {
  const all = claimsOf(line).map(claimKey);
  const [first, ...others] = all;
  if (first === undefined) return [];
  const places = overlay.links.map((_, at) => at);
  if (others.length === 0) return places.filter((at) => overlay.links[at]!.to.key === first);
  const between = places.filter(
    (at) => all.includes(overlay.links[at]!.from.key) && all.includes(overlay.links[at]!.to.key),
  );
  return between.length > 0 || others.length > 1 ? between : way(overlay, first, others[0]!);
}

/** Returns the shortest path of links from one claim to another; none if there is no path. */
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
export function before(explanation: ExplanationData): number[] {
  return Array.from({ length: 81 }, (_, cell) => {
    let marks = 0;
    for (let digit = 1; digit <= 9; digit++) {
      if (explanation.candidates[cell * 9 + digit - 1] === String(digit)) marks |= bit(digit);
    }
    return marks;
  });
}
