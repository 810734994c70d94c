/** Keeps all files of a version of the page together, so that the page works without a network. */

export {};

/** The files of the page, and a cache name that changes when any file changes. The build inserts both. */
declare const ASSETS: readonly string[];
/** The module for variants. The cache has it from its first use on. */
declare const VARIANTS_URL: string;
declare const VERSION: string;

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetched extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(name: string, told: (event: never) => void): void;
}

const worker = globalThis as unknown as Scope;
/** The largest text that the address takes. */
const SHARED = 100_000;
const CACHE = `sudoku-${VERSION}`;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const isUsed = await usesVariants();
  // A file with a hash in its name never changes, so the service worker does not fetch loaded files again.
  await cache.addAll(
    [...ASSETS, ...(isUsed ? [VARIANTS_URL] : [])].map(
      (url) => new Request(url, { cache: url === './' ? 'reload' : 'default' }),
    ),
  );
  await worker.skipWaiting();
}

/** Returns true if an earlier version has loaded the module for variants. */
async function usesVariants(): Promise<boolean> {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().some(({ url }) => /variants-\w+\.wasm$/.test(url));
}

/** Removes old versions, except the previous one: an open tab may still load a worker of it. */
async function tidy(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith('sudoku-') && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Answers a request for a file from the cache of this version, or of the one before for a tab that has not been
 * reloaded. A request for the page goes to the network first, so that a visit gets a new version at once.
 */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (request.mode !== 'navigate') {
    const file = kept ?? (await caches.match(request, { ignoreSearch: true })) ?? (await fetch(request));
    // If storage is full, the page works with the file that has arrived.
    if (!kept && file.ok && request.url.endsWith(VARIANTS_URL)) {
      await cache.put(request, file.clone()).catch(() => undefined);
    }
    return file;
  }
  const fetched = await fetch(request).catch(() => undefined);
  // A redirect has no status here; the browser follows it.
  if (fetched && (fetched.ok || fetched.type === 'opaqueredirect')) return fetched;
  return kept ?? fetched ?? (await cache.match('./')) ?? Response.error();
}

/** Opens the page with a text, a link or a file that another app shares, without sending it to the host. */
async function shared(request: Request): Promise<Response> {
  const form = await request.formData();
  const file = form.get('file');
  const text = ['url', 'text']
    .map((name) => String(form.get(name) ?? ''))
    .join('\n')
    .trim();
  const [link = text] = /https?:\/\/\S+/.exec(text) ?? [];
  const puzzle = file instanceof Blob && file.size > 0 ? await file.slice(0, SHARED).text() : link.slice(0, SHARED);
  return Response.redirect(`./#text=${encodeURIComponent(puzzle)}`, 303);
}

worker.addEventListener('install', (event: Extendable) => event.waitUntil(install()));
worker.addEventListener('activate', (event: Extendable) => event.waitUntil(tidy()));
worker.addEventListener('fetch', (event: Fetched) => {
  const { method, url } = event.request;
  if (new URL(url).origin !== location.origin) return;
  if (method === 'GET') event.respondWith(answer(event.request));
  else if (method === 'POST') event.respondWith(shared(event.request));
});
