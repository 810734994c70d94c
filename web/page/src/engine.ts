/**
 * The engine as the page sees it: typed questions, answered in workers.
 *
 * A worker answers one question after the other. To stop one, its worker is ended and the next
 * question starts another; so nothing here can hang, and no engine needs to know how to stop.
 */

import type { Pair } from './board';

/** What every question says of the board. */
export interface Question {
  puzzle: string;
  candidates?: string;
  givens?: string;
}

export type Scale = 'se' | 'sukaku' | 'hodoku';

export interface Claim { cells: string[]; digit: number; on: boolean }

export interface Token {
  kind: 'text' | 'cells' | 'digits' | 'house' | 'line' | 'claim' | 'chain';
  text: string;
  cells?: string[];
  digits?: number[];
  house?: string;
  line?: number;
  claim?: Claim;
  claims?: Claim[];
}

export interface Words { text: string; tokens: Token[] }

export interface ProofLine extends Words {
  line: number;
  level: number;
  from: number[];
  inner?: { technique: string; meaning: string; place: Words; proof: ProofLine[] };
}

/** The role of a candidate in a step. */
export type Role = 'out' | 'placed' | 'true' | 'false';

export interface Link { from: Claim; to: Claim; strong: boolean }

export interface Marks {
  houses: string[];
  groups: string[][];
  candidates: { cell: string; digit: number; role: Role }[];
  links: Link[];
}

/** What `sudoku-explain` says of a step: see the documentation of that crate. */
export interface Explanation {
  technique: string;
  title: string;
  candidates: string;
  place: Words;
  effect: { text: string };
  marks: Marks;
  meaning: string;
  proof: ProofLine[];
}

export interface Step {
  name: string;
  title: string;
  rating?: string | number | null;
  place: Pair[];
  remove: Pair[];
  explain?: Explanation | null;
}

export interface Rating {
  er?: string | number; ep?: string | number; ed?: string | number;
  level?: string; score?: number;
  steps?: number;
  ending?: string;
}

export interface ReadReply {
  format: string | null;
  /** `givens` where some of the digits are no clues. */
  puzzles: { puzzle: string; candidates?: string | null; givens?: string | null }[];
  complaints: { line?: number; column?: number; words: string }[];
  more?: boolean;
  lines?: number;
}

export interface CheckReply {
  solutions: number;
  solution?: string | null;
  second?: string | null;
  differ?: number[] | null;
  contradictions?: { digit?: number; house?: string | number; cells: number[] }[];
  minimal?: boolean | null;
  redundant?: number[] | null;
  /** Clues that have no solution together. */
  conflicting?: number[] | null;
}

export interface GenerateReply {
  puzzle?: string;
  solution?: string;
  id?: string;
  rating?: Rating | string | null;
  next?: unknown;
}

export interface RunReply {
  placements?: number | null;
  guesses?: number | null;
  solutions: number;
  solution?: string | null;
  ending?: string;
}

export type TraceEvent = (string | number)[];

/** Some events of a search, and the board before the first of them. */
export interface TraceReply {
  events: TraceEvent[];
  total: number;
  finished: boolean;
  snapshot: { puzzle: string; candidates?: string; depth: number; placements: number; guesses: number; retreats: number };
}

export interface About {
  version: string;
  strategies: string[];
  scales: string[];
  techniques: Record<string, string[]>;
  technique_titles: Record<string, string>;
  formats: string[];
  levels: string[];
  symmetries: string[];
}

/** A value that is not the solution's, or a digit of the solution that a cell's marks lack. */
export interface WrongMark { cell: number; digit: number; value?: boolean }

/** Why there are no more steps: a name, and the engine's words in English. */
export interface Ended { ending?: string; words?: string }

export interface HintReply extends Ended { step?: Step; wrong?: WrongMark[] }

/** The questions, and what each is answered with. */
export interface Replies {
  read: ReadReply;
  write: { text: string };
  check: CheckReply;
  marks: { possible: string; solutions: number | string; whole: boolean };
  count: { count: string; exact: boolean };
  enumerate: { solutions: string[] };
  /** `count` says how many solutions there are in all. */
  sample: { solutions: string[]; count: string };
  nth: { solution: string; count: string };
  canonical: { canonical: string; automorphisms: string | number };
  generate: GenerateReply;
  rate: Rating;
  path: { steps?: Step[]; wrong?: WrongMark[] } & Ended;
  hint: HintReply;
  all_steps: { steps?: Step[]; wrong?: WrongMark[] } & Ended;
  wrong_marks: { wrong: WrongMark[]; values: number[] };
  run: RunReply;
  trace: TraceReply;
  about: About;
}

/** The engine's modules: one that is loaded first, and one with everything in it. */
export type Part = 'first' | 'whole';

/** The operations of the first module. */
const FIRST: readonly string[] = ['check', 'enumerate', 'marks', 'read', 'write'];

/** A message to a worker: a compiled module, the reason why it is missing, or a request. */
export type Request =
  | { part: Part; module: WebAssembly.Module }
  | { part: Part; failure: string }
  | { id: number; by: Part; op: string; args: object }
  | { id: number; by: Part; list: number; text: string }
  | { id: number; order: ArrayBuffer; keep: ArrayBuffer; descending: boolean };

type Numbered = Extract<Request, { id: number }>;

/** A message from a worker; `crash` says that the engine could not be loaded or broke. */
export interface Answer {
  id: number;
  ok?: unknown;
  error?: { words: string; line?: number; column?: number; cell?: number; count?: string };
  crash?: boolean;
}

/** The engine said no, in words for people. */
export class Refused extends Error {
  constructor(words: string, readonly at: { line?: number; column?: number; cell?: number; count?: string } = {}) {
    super(words);
  }
}

/** The question was taken back. */
export class Stopped extends Error {}

/** A worker of one's own, started when it is first asked. */
export class Engine {
  private worker: Worker | undefined;
  /** The modules that the worker has. */
  private readonly handed = new Set<Part>();
  private next = 0;
  private readonly waiting = new Map<number, { done: (ok: unknown) => void; failed: (why: Error) => void }>();

  constructor(private readonly make: () => Worker, private readonly hand: (part: Part, worker: Worker) => void) {}

  ask<Op extends keyof Replies>(op: Op, args: object = {}): Promise<Replies[Op]> {
    return this.send({ id: this.next++, by: FIRST.includes(op) ? 'first' : 'whole', op, args }) as Promise<Replies[Op]>;
  }

  /** Answers lines of puzzles with as many lines. */
  list(task: number, text: string): Promise<string> {
    return this.send({ id: this.next++, by: task === 0 ? 'first' : 'whole', list: task, text }) as Promise<string>;
  }

  /** The rows to keep, in order of their keys. */
  order(keys: Float64Array, keep: Uint32Array, descending: boolean): Promise<Uint32Array> {
    const copy = keys.slice();
    const rows = keep.slice();
    const request = { id: this.next++, order: copy.buffer, keep: rows.buffer, descending };
    return this.send(request, [copy.buffer, rows.buffer]) as Promise<Uint32Array>;
  }

  /** Loads a module ahead of the first question. */
  warm(part: Part): void {
    this.start(part);
  }

  /** How many answers are waited for. */
  get awaited(): number {
    return this.waiting.size;
  }

  /** Ends whatever is being worked on. */
  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.fail(new Stopped());
  }

  private fail(why: Error): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { failed } of all) failed(why);
  }

  private start(part?: Part): Worker {
    const worker = this.worker ?? this.begin();
    if (part !== undefined && !this.handed.has(part)) {
      this.handed.add(part);
      this.hand(part, worker);
    }
    return worker;
  }

  private begin(): Worker {
    const worker = this.make();
    this.handed.clear();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const waits = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.crash) {
        // An engine that broke is not asked again.
        worker.terminate();
        if (this.worker === worker) this.worker = undefined;
      }
      if (data.error) waits?.failed(new Refused(data.error.words, data.error));
      else waits?.done(data.ok);
      if (data.crash) this.fail(new Refused(data.error?.words ?? ''));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      if (this.worker === worker) this.worker = undefined;
      this.fail(new Refused(event.message || 'The engine could not be loaded.'));
    };
    this.worker = worker;
    return worker;
  }

  private send(request: Numbered, transfer: Transferable[] = []): Promise<unknown> {
    const worker = this.start('by' in request ? request.by : undefined);
    return new Promise((done, failed) => {
      this.waiting.set(request.id, { done, failed });
      worker.postMessage(request, transfer);
    });
  }
}
