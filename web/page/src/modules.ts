/** The engine's modules, each loaded and compiled once for all workers. */

import { Engine, type Part, type Request } from './engine';

/** The addresses of the worker and of the engine's modules. The build inserts them. */
declare const WORKER_URL: string;
declare const FIRST_URL: string;
declare const WHOLE_URL: string;

const modules = new Map<Part, Promise<Request>>();

async function compile(part: Part): Promise<Request> {
  try {
    return { part, module: await WebAssembly.compileStreaming(fetch(part === 'first' ? FIRST_URL : WHOLE_URL)) };
  } catch (why) {
    // The next worker that needs it tries again.
    modules.delete(part);
    return { part, failure: why instanceof Error ? why.message : String(why) };
  }
}

function load(part: Part): Promise<Request> {
  const known = modules.get(part);
  if (known) return known;
  const loading = compile(part);
  modules.set(part, loading);
  return loading;
}

/** Returns an engine with a worker of its own. */
export const newEngine = (): Engine =>
  new Engine(
    () => new Worker(WORKER_URL, { type: 'module' }),
    (part, worker) => void load(part).then((message) => worker.postMessage(message, [])),
  );
