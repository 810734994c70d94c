// Serves a folder on this machine alone: `node serve.mjs FOLDER PORT`. It says its address on
// standard output, which matters with port 0, any that is free.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import process from 'node:process';

const [folder, port] = process.argv.slice(2);
const root = resolve(folder);
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const server = createServer(async (request, response) => {
  const answer = (status, type, body) => {
    // As a static host would, but never from a cache: who serves it here is changing it.
    response.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  try {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const file = normalize(join(root, path.endsWith('/') ? `${path}index.html` : path));
    if (!file.startsWith(root + sep)) throw new Error('outside');
    answer(200, TYPES[extname(file)] ?? 'application/octet-stream', await readFile(file));
  } catch {
    answer(404, 'text/plain; charset=utf-8', 'There is nothing here.\n');
  }
});
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
