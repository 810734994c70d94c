/** A page that only asks the engine what it is, until there is a better one. */

declare const WORKER_URL: string;

const worker = new Worker(new URL(WORKER_URL, import.meta.url), { type: 'module' });
worker.onmessage = ({ data }: MessageEvent<string>) => {
  const output = document.querySelector('output');
  if (output) output.textContent = data;
};
worker.postMessage({ op: 'about' });
void navigator.serviceWorker?.register('sw.js');
