/**
 * The engine for the page: typed questions, which workers answer.
 *
 * A worker answers one question after the other. To stop a question, the page ends its worker, and the next question
 * starts another worker. So no question can block the page, and the engine needs no code to stop.
 */

import { candidates, candidatesLine, hasAllMarks, hasClues, line, type State } from './board';
import type {
  AnswerError,
  FirstReplies,
  GenerateReply,
  MadePuzzle,
  RunReply,
  VariantReplies,
  WholeReplies,
} from './replies';
import type { Timing } from './timing';

/** The part of each question that describes the board. */
export interface Question {
  puzzle: string;
  candidates?: string;
  givens?: string;
}

/** Returns the board as a question to the engine. */
export function question({ position }: State): Question {
  const asked: Question = { puzzle: line(position.values) };
  if (hasClues(position)) asked.givens = line(position.givens);
  if (hasAllMarks(position)) asked.candidates = candidatesLine(candidates(position));
  return asked;
}

export type Scale = 'se' | 'sukaku' | 'hodoku';

/** The questions and their answers. */
export type Replies = FirstReplies & WholeReplies & VariantReplies;

/** The engine's modules: one that is loaded first, one with everything about classic Sudoku, and one for rules. */
export type Part = 'first' | 'whole' | 'variants';

/** The operations of the first module. */
const FIRST: readonly (keyof Replies)[] = [
  'check',
  'enumerate',
  'marks',
  'read',
  'write',
] satisfies (keyof FirstReplies)[];

/** A message to a worker: a compiled module, the reason why it is missing, or a request. */
export type Request =
  | { part: Part; module: WebAssembly.Module }
  | { part: Part; failure: string }
  | { id: number; by: Part; op: string; args: object }
  | { id: number; by: Part; list: number; text: string }
  | { id: number; by: 'whole'; time: object }
  | { id: number; order: ArrayBuffer; keep: ArrayBuffer; descending: boolean };

type Numbered = Extract<Request, { id: number }>;

/** A reply of the engine. */
export type Reply = { ok: unknown } | { error: AnswerError };

/** A message from a worker; `crash` is the reason why the engine could not load or failed. */
export type Answer = { id: number } & (Reply | { crash: string });

/** A refusal of the engine, with its reason in words. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** The place of the mistake in the text, from 1. */
  readonly line: number | null;
  readonly column: number | null;
  /** The cell of the mistake, from 0. */
  readonly cell: number | null;
  /** The number of solutions, if the request asked for a solution with a higher number. */
  readonly count: string | null;

  constructor(words: string, error?: AnswerError) {
    super(words);
    this.line = error?.line ?? null;
    this.column = error?.column ?? null;
    this.cell = error?.cell ?? null;
    this.count = error?.count ?? null;
  }
}

/** Returns the text of an error. */
export const messageOf = (why: unknown): string => (why instanceof Error ? why.message : String(why));

/** The part of a worker that an engine needs. */
export interface Answerer {
  postMessage(message: Request, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/**
 * Returns a function that passes modules to workers. Each module is compiled once for all workers. If that fails, the
 * next worker tries again.
 */
export function handing(compile: (part: Part) => Promise<WebAssembly.Module>): (part: Part, to: Answerer) => void {
  const messages = new Map<Part, Promise<Request>>();
  const load = async (part: Part): Promise<Request> => {
    try {
      return { part, module: await compile(part) };
    } catch (why) {
      messages.delete(part);
      return { part, failure: messageOf(why) };
    }
  };
  return (part, to) => {
    const message = messages.get(part) ?? load(part);
    messages.set(part, message);
    void message.then((known) => to.postMessage(known, []));
  };
}

/** The error of a question that was stopped. */
export class Stopped extends Error {}

/** The target duration of one request for several attempts, in milliseconds. */
const PORTION = 100;

/** An engine with its own worker, which starts with the first question. */
export class Engine {
  private worker: Answerer | undefined;
  /** The modules that the worker has. */
  private readonly handed = new Set<Part>();
  private next = 0;
  private readonly waiting = new Map<number, { done: (ok: unknown) => void; failed: (why: Error) => void }>();

  constructor(
    private readonly make: () => Answerer,
    private readonly hand: (part: Part, worker: Answerer) => void,
  ) {}

  /** Asks a question. A text in which the first module finds no puzzle may be in a format of the whole engine. */
  async ask<Op extends keyof Replies>(op: Op, args: object = {}): Promise<Replies[Op]> {
    const ask = (by: Part) => this.send({ id: this.next++, by, op, args }) as Promise<Replies[Op]>;
    if (op.startsWith('variant_')) return ask('variants');
    if (!FIRST.includes(op)) return ask('whole');
    const reply = await ask('first');
    const isUnread = op === 'read' && (reply as Replies['read']).puzzles.length === 0;
    return isUnread ? ask('whole') : reply;
  }

  /**
   * Asks for a puzzle until there is one. `goesOn` gets the number of attempts so far, several times a second; if it
   * returns or promises false, the search ends as `Stopped`.
   */
  async generate(
    request: object,
    goesOn: (tried: number) => boolean | Promise<boolean> = () => true,
  ): Promise<MadePuzzle> {
    let attempts = 1;
    for (let next: number | null = null; ; ) {
      const start = performance.now();
      const reply: GenerateReply = await this.ask('generate', { ...request, attempts, next });
      if ('puzzle' in reply) return reply;
      next = reply.next;
      // An attempt takes from 0.1 ms to seconds, depending on the conditions.
      const took = performance.now() - start;
      if (took < PORTION / 2) attempts *= 2;
      else if (took > PORTION) attempts = Math.ceil(attempts / 2);
      if (!(await goesOn(next))) throw new Stopped();
    }
  }

  /** Answers lines of puzzles with as many lines. */
  list(task: number, text: string): Promise<string> {
    return this.send({ id: this.next++, by: task === 0 ? 'first' : 'whole', list: task, text }) as Promise<string>;
  }

  /** Measures a strategy in the worker: the arguments are those of `run`, without `times`. */
  time(args: { puzzle: string; strategy: string; nodes: number }): Promise<Timing<RunReply>> {
    return this.send({ id: this.next++, by: 'whole', time: args }) as Promise<Timing<RunReply>>;
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

  /** The number of answers that are still missing. */
  get awaited(): number {
    return this.waiting.size;
  }

  /** Ends all requests. */
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

  private start(part?: Part): Answerer {
    const worker = this.worker ?? this.begin();
    if (part !== undefined && !this.handed.has(part)) {
      this.handed.add(part);
      this.hand(part, worker);
    }
    return worker;
  }

  private begin(): Answerer {
    const worker = this.make();
    this.handed.clear();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      // A message of a terminated worker can still arrive.
      if (this.worker !== worker) return;
      const waits = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ('crash' in data) {
        // A failed engine gets no further questions.
        worker.terminate();
        this.worker = undefined;
        const why = new Refused(data.crash);
        waits?.failed(why);
        this.fail(why);
      } else if ('error' in data) waits?.failed(new Refused(data.error.words, data.error));
      else waits?.done(data.ok);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker !== worker) return;
      worker.terminate();
      this.worker = undefined;
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
