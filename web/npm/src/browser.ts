/** The package for browsers and their workers. */

import { type EngineOptions, type Source, SudokuEngine, type System } from './engine';

export * from './engine';

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  // Some servers do not send the media type that a browser needs to compile during the download.
  const isKnown = response.headers.get('content-type')?.startsWith('application/wasm');
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// Bundlers find the files by these expressions.
const system: System = {
  compile(part, source) {
    if (source !== undefined) return compile(source);
    if (part === 'first') return compile(new URL('./first.wasm', import.meta.url));
    if (part === 'whole') return compile(new URL('./whole.wasm', import.meta.url));
    return compile(new URL('./variants.wasm', import.meta.url));
  },
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
};

/** Returns an engine, which loads its modules on demand. */
export const createEngine = (options: EngineOptions = {}): SudokuEngine => new SudokuEngine(system, options);
