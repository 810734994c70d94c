// Serves a folder on this machine only: `node serve.mjs FOLDER PORT`. Port 0 selects a free port. The server prints its
// address on standard output.
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const [folder, port] = process.argv.slice(2);
const root = resolve(folder);
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const packed = new Map();

/** Returns a file compressed with gzip, as hosts send it. Compresses it again only after a change. */
async function pack(file) {
  const key = `${file} ${(await stat(file)).mtimeMs}`;
  if (!packed.has(key)) packed.set(key, gzipSync(await readFile(file)));
  return packed.get(key);
}

const server = createServer(async (request, response) => {
  const answer = (status, type, body, more = {}) => {
    // The headers of a static host, but without a cache, because files change during development.
    response.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      ...more,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  try {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const file = normalize(join(root, path.endsWith('/') ? `${path}index.html` : path));
    if (!file.startsWith(root + sep)) throw new Error('outside');
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const takesGzip = request.headers['accept-encoding']?.includes('gzip');
    if (takesGzip) answer(200, type, await pack(file), { 'content-encoding': 'gzip' });
    else answer(200, type, await readFile(file));
  } catch {
    answer(404, 'text/plain; charset=utf-8', 'There is nothing here.\n');
  }
});
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
