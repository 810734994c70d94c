/** Answers the messages of an engine, in a worker or in the thread that asks. */

import type { Answer, Part, Reply, Request } from './engine';
import { measure } from './timing';

interface Exports {
  memory: WebAssembly.Memory;
  /** Returns the address for a number of bytes, or 0 if there is no memory. */
  reserve(bytes: number): number;
  call(bytes: number): number;
  list(task: number, bytes: number): number;
  reply(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of a module. While the module loads, questions wait for it. */
class Waiting {
  start!: (engine: Promise<Exports>) => void;
  readonly loaded = new Promise<Exports>((done) => {
    this.start = done;
  });

  constructor() {
    this.loaded.catch(() => undefined);
  }
}

/**
 * Sends text to the engine and returns the reply. Memory can move, so each access reads `memory.buffer` again.
 *
 * WebAssembly exports return signed numbers, so an address above 2 GB would be negative.
 */
function exchange(engine: Exports, text: string, work: (bytes: number) => number): string {
  const bytes = encoder.encode(text);
  const start = engine.reserve(bytes.length) >>> 0;
  if (start === 0) throw new Error(`there is no memory for ${bytes.length} bytes`);
  new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
  const length = work(bytes.length) >>> 0;
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.reply() >>> 0, length));
}

/** The rows to keep, in the order of their keys; a row without a key comes last. */
function ordered(keys: Float64Array, rows: Uint32Array, descending: boolean): Uint32Array {
  const sign = descending ? -1 : 1;
  return rows.sort((a, b) => {
    const [x, y] = [keys[a]!, keys[b]!];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
    return (x - y) * sign || a - b;
  });
}

/** The maximum number of repetitions of a solve in one call. */
const MOST_TIMES = 1_000_000;

/** Measures a strategy, unless the engine refuses it. */
function timed(engine: Exports, args: object): Reply {
  const call = (times: number): Reply => {
    const text = JSON.stringify({ op: 'run', times, ...args });
    return JSON.parse(exchange(engine, text, (bytes) => engine.call(bytes))) as Reply;
  };
  const first = call(1);
  if ('error' in first) return first;
  const { result, ...timing } = measure(call, () => performance.now(), MOST_TIMES);
  return 'ok' in result ? { ok: { ...timing, result: result.ok } } : result;
}

async function answer(parts: Record<Part, Waiting>, request: Extract<Request, { id: number }>): Promise<Answer> {
  const { id } = request;
  if ('order' in request) {
    const rows = ordered(new Float64Array(request.order), new Uint32Array(request.keep), request.descending);
    return { id, ok: rows };
  }
  let engine: Exports;
  try {
    engine = await parts[request.by].loaded;
  } catch (why) {
    return { id, crash: `The engine cannot be loaded: ${why instanceof Error ? why.message : String(why)}` };
  }
  try {
    if ('list' in request) {
      const lines = exchange(engine, request.text, (bytes) => engine.list(request.list, bytes));
      return lines.startsWith('{') ? { id, ...(JSON.parse(lines) as Reply) } : { id, ok: lines };
    }
    if ('time' in request) return { id, ...timed(engine, request.time) };
    const text = JSON.stringify({ op: request.op, ...request.args });
    return { id, ...(JSON.parse(exchange(engine, text, (bytes) => engine.call(bytes))) as Reply) };
  } catch (why) {
    return { id, crash: `The engine broke off: ${String(why)}` };
  }
}

/**
 * Returns a function that takes messages. It has its own instances of the modules, and gives each answer to `post`. After
 * `isEnded`, questions that wait for a module are not answered.
 */
export function answering(
  post: (answer: Answer) => void,
  isEnded: () => boolean = () => false,
): (request: Request) => void {
  const parts: Record<Part, Waiting> = { first: new Waiting(), whole: new Waiting(), variants: new Waiting() };
  return (request) => {
    if ('module' in request) {
      parts[request.part].start(
        WebAssembly.instantiate(request.module, {}).then(({ exports }) => {
          if (isEnded()) throw new Error('stopped');
          return exports as unknown as Exports;
        }),
      );
    } else if ('failure' in request) parts[request.part].start(Promise.reject(new Error(request.failure)));
    else void answer(parts, request).then(post);
  };
}
