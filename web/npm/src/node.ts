/** The package for Node, and for other systems that have the modules of Node. */

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Answer, Answerer, Request } from '../../page/src/engine';
import { type EngineOptions, type Source, SudokuEngine, type System } from './engine';

export * from './engine';

/** A worker of Node with the interface of a browser's worker. It keeps the process alive only until its answers. */
class NodeWorker implements Answerer {
  onmessage: Answerer['onmessage'] = null;
  onerror: Answerer['onerror'] = null;
  private readonly worker = new Worker(new URL('./worker-node.js', import.meta.url));
  private awaited = 0;

  constructor() {
    this.worker.unref();
    this.worker.on('message', (data: Answer) => {
      this.awaited -= 1;
      if (this.awaited === 0) this.worker.unref();
      this.onmessage?.({ data } as MessageEvent<Answer>);
    });
    this.worker.on('error', ({ message }) =>
      this.onerror?.({ message, preventDefault: () => undefined } as unknown as ErrorEvent),
    );
  }

  postMessage(message: Request): void {
    if ('id' in message) {
      this.awaited += 1;
      this.worker.ref();
    }
    this.worker.postMessage(message);
  }

  terminate(): void {
    void this.worker.terminate();
  }
}

const system: System = {
  async compile(part, source: Source = new URL(`./${part}.wasm`, import.meta.url)) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
    return WebAssembly.compile(await readFile(source));
  },
  worker: () => new NodeWorker(),
};

/** Returns an engine, which loads its modules on demand. */
export const createEngine = (options: EngineOptions = {}): SudokuEngine => new SudokuEngine(system, options);
