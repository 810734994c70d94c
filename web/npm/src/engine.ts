/** The engine of the package: one request after the other, in this thread or in a worker. */

import { answering } from '../../page/src/answers';
import {
  type Answer,
  type Answerer,
  Engine,
  handing,
  type Part,
  Refused,
  type Replies,
  type Request,
  type Scale,
  Stopped,
} from '../../page/src/engine';
import type { MadePuzzle, RatingData } from '../../page/src/replies';
import type { GenerateRequest, Requests } from './requests';

export type * from '../../page/src/replies';
export type * from './requests';
export { Refused, type Replies };

/** A module of the engine: its address, its file, its bytes, or the module itself. */
export type Source = string | URL | BufferSource | WebAssembly.Module;

export interface EngineOptions {
  /** True if the engine runs in its own worker and never blocks this thread. */
  worker?: boolean;
  /** The modules, if they are not next to the script of the package. `whole` and `variants` load on demand. */
  modules?: Partial<Record<Part, Source>>;
}

export interface CallOptions {
  /** Ends the request. Without a worker, a running request first finishes its current portion. */
  signal?: AbortSignal;
}

export interface LongOptions extends CallOptions {
  /** Receives the number of answered puzzles, or of attempts so far. */
  progress?: (done: number) => void;
}

/** The solution of a puzzle, if it has one, and the number of its solutions up to 2. */
export interface Solved {
  solution: string | null;
  solutions: number;
}

/** The functions that differ between Node and browsers. */
export interface System {
  compile(part: Part, source: Source | undefined): Promise<WebAssembly.Module>;
  worker(): Answerer;
}

/** The numbers of puzzles in one question. Solving some hundreds takes about 1 ms. Rating one can take seconds. */
const SOLVES = 256;
const RATINGS = 1;
/** The time between two pauses, in milliseconds. */
const PORTION = 100;

const TASKS: readonly (Scale | 'solve')[] = ['solve', 'se', 'sukaku', 'hodoku'];

/** The worker of an engine that runs in this thread. */
class Here implements Answerer {
  onmessage: Answerer['onmessage'] = null;
  onerror: Answerer['onerror'] = null;
  private isEnded = false;
  private readonly take = answering(
    (answer: Answer) => this.onmessage?.({ data: answer } as MessageEvent<Answer>),
    () => this.isEnded,
  );

  postMessage(message: Request): void {
    this.take(message);
  }

  terminate(): void {
    this.isEnded = true;
    this.onmessage = null;
  }
}

/** The single listener of each signal. Node warns about more than ten listeners. */
const LISTENERS = new WeakMap<AbortSignal, { aborts: Set<() => void>; handleEvent(): void }>();

/** Calls a function when a signal aborts. Returns a function that cancels this. */
function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const listener = LISTENERS.get(signal) ?? {
    aborts: new Set<() => void>(),
    handleEvent() {
      for (const each of this.aborts) each();
    },
  };
  LISTENERS.set(signal, listener);
  listener.aborts.add(abort);
  // Adding the same listener again has no effect.
  signal.addEventListener('abort', listener);
  return () => {
    listener.aborts.delete(abort);
    if (listener.aborts.size === 0) signal.removeEventListener('abort', listener);
  };
}

/** An engine, which starts with its first request and answers one request after the other. */
export class SudokuEngine {
  private readonly engine: Engine;
  private last: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(system: System, { worker = false, modules = {} }: EngineOptions = {}) {
    this.engine = new Engine(
      () => (worker ? system.worker() : new Here()),
      handing((part) => system.compile(part, modules[part])),
    );
  }

  /** Asks a question. Rejects with `Refused` if the engine cannot answer it. */
  ask<Op extends keyof Replies>(op: Op, request: Requests[Op], { signal }: CallOptions = {}): Promise<Replies[Op]> {
    return this.turn(signal, () => this.engine.ask(op, request));
  }

  /** Makes a puzzle, with as many attempts as the conditions need. Without a seed or an ID, the seed is random. */
  generate(request: GenerateRequest | { id: string } = {}, options: LongOptions = {}): Promise<MadePuzzle> {
    const isFixed = 'id' in request || request.seed !== undefined;
    const wanted = isFixed ? request : { ...request, seed: crypto.getRandomValues(new Uint32Array(1))[0]! };
    return this.turn(options.signal, () =>
      this.engine.generate(wanted, async (tried) => {
        options.progress?.(tried);
        await this.pause(options.signal);
        return true;
      }),
    );
  }

  /** Solves puzzles of 81 characters. A text that is not a puzzle gets null. */
  solveAll(puzzles: readonly string[], options: LongOptions = {}): Promise<(Solved | null)[]> {
    return this.list('solve', SOLVES, puzzles, options, (line) => {
      const [solution, solutions] = line.split(',');
      return { solution: solution || null, solutions: Number(solutions) };
    });
  }

  /** Rates puzzles of 81 characters. A text that is not a puzzle gets null, and so does a puzzle without a rating. */
  rateAll(puzzles: readonly string[], scale: Scale, options: LongOptions = {}): Promise<(RatingData | null)[]> {
    const scales = TASKS.slice(1);
    if (!scales.includes(scale)) {
      return Promise.reject(new Refused(`there is no scale \`${scale}\`; there are: ${scales.join(', ')}`));
    }
    return this.list(scale, RATINGS, puzzles, options, (line) => {
      if (line === '-') return null;
      const parts = line.split(',');
      if (scale === 'hodoku') return { level: parts[0]!, score: Number(parts[1]) };
      const [er, ep, ed] = parts.map(Number);
      return { er: er!, ep: ep!, ed: ed! };
    });
  }

  /** Ends the worker and all pending requests. */
  close(): void {
    this.isClosed = true;
    this.engine.stop();
  }

  /** Lets the thread handle events between two portions of a task. Ends the task if it was aborted. */
  private async pause(signal: AbortSignal | undefined): Promise<void> {
    await new Promise((done) => setTimeout(done));
    signal?.throwIfAborted();
    if (this.isClosed) throw new Stopped();
  }

  private list<T>(
    task: Scale | 'solve',
    portion: number,
    puzzles: readonly string[],
    { signal, progress }: LongOptions,
    read: (line: string) => T | null,
  ): Promise<(T | null)[]> {
    if (!Array.isArray(puzzles) || puzzles.some((puzzle) => typeof puzzle !== 'string')) {
      return Promise.reject(new TypeError('the puzzles have to be an array of texts'));
    }
    return this.turn(signal, async () => {
      const answers: (T | null)[] = [];
      let paused = performance.now();
      while (answers.length < puzzles.length) {
        const some = puzzles.slice(answers.length, answers.length + portion);
        // The engine would read only the first puzzle of a text, and a line break would shift all later answers.
        const text = some.map((puzzle) => /^\s*(\S{81})\s*$/.exec(puzzle)?.[1] ?? 'no puzzle').join('\n');
        const lines = (await this.engine.list(TASKS.indexOf(task), `${text}\n`)).split('\n');
        for (const [at] of some.entries()) answers.push(lines[at] ? read(lines[at]) : null);
        if (answers.length < puzzles.length && performance.now() - paused < PORTION) continue;
        progress?.(answers.length);
        await this.pause(signal);
        paused = performance.now();
      }
      return answers;
    });
  }

  /** Runs a task after the earlier tasks. An abort ends this task and no later one. */
  private turn<T>(signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    const before = this.last;
    const answer = new Promise<T>((done, failed) => {
      let isRunning = false;
      const abort = () => {
        if (isRunning) this.engine.stop();
        failed(signal?.reason);
      };
      if (signal?.aborted) return abort();
      const forget = signal && onAbort(signal, abort);
      const run = async () => {
        if (signal?.aborted) return;
        try {
          if (this.isClosed) throw new Stopped();
          isRunning = true;
          done(await task());
        } catch (why) {
          failed(why instanceof Stopped ? new Error('The engine is closed.') : why);
        } finally {
          isRunning = false;
          forget?.();
        }
      };
      this.last = before.then(run);
    });
    return answer;
  }
}
