/** The engine's modules, each loaded and compiled once for all workers. */

import { Engine, handing } from './engine';

/** The addresses of the worker and of the engine's modules. The build inserts them. */
declare const WORKER_URL: string;
declare const FIRST_URL: string;
declare const WHOLE_URL: string;
declare const VARIANTS_URL: string;

const URLS = { first: FIRST_URL, whole: WHOLE_URL, variants: VARIANTS_URL };
const hand = handing(async (part) => WebAssembly.compileStreaming(fetch(URLS[part])));

/** Returns an engine with its own worker. */
export const newEngine = (): Engine => new Engine(() => new Worker(WORKER_URL, { type: 'module' }), hand);
