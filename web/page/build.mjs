// Bundles the page: `node build.mjs FIRST.wasm WHOLE.wasm VARIANTS.wasm FOLDER`. FIRST.wasm is the module of the engine
// that the page loads first, WHOLE.wasm has everything about classic Sudoku, and VARIANTS.wasm is for puzzles with
// rules.
//
// Every file except the page itself and its service worker has a hash in its name, so browsers may cache it without
// a time limit. The service worker gets the list of all files, and a version that changes with any of them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { icon } from './icons.mjs';

// Limits in bytes after compression with gzip, which every host supports.
// "On demand" limits the scripts that a part of the page loads when it is opened.
const MOST = {
  'first engine': 106_000,
  'whole engine': 484_000,
  'variants engine': 242_000,
  page: 75_000,
  'on demand': 38_000,
  embed: 19_000,
  icons: 15_000,
};

const [firstFile, wholeFile, variantsFile, folder] = process.argv.slice(2);
const here = import.meta.dirname;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);
const write = (name, bytes) => {
  writeFileSync(join(folder, name), bytes);
  return name;
};

const module = (name, file) => {
  const bytes = readFileSync(file);
  return write(`${name}-${hash(bytes)}.wasm`, bytes);
};
const first = module('first', firstFile);
const whole = module('whole', wholeFile);
const variants = module('variants', variantsFile);

// Bundles a script or a style sheet with its imports. Returns the name of its file, and the names of the chunks that it
// needs at once.
async function bundle(source, define, options = {}) {
  const values = Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]);
  const { metafile } = await build({
    entryPoints: [join(here, source)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    define: Object.fromEntries(values),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: folder,
    metafile: true,
    logLevel: 'warning',
    ...options,
  });
  const outputs = Object.entries(metafile.outputs);
  const entry = join(here, source);
  const [file, { imports }] = outputs.find(
    ([, output]) => output.entryPoint && join(process.cwd(), output.entryPoint) === entry,
  );
  return [
    basename(file),
    ...imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)),
  ];
}

const [, version] = /^version = "(.*)"$/m.exec(readFileSync(join(here, '../../Cargo.toml'), 'utf8'));
const [worker] = await bundle('src/worker.ts', {});
const urls = { FIRST_URL: first, WHOLE_URL: whole, VARIANTS_URL: variants, WORKER_URL: worker };
// A module that is imported on demand becomes a chunk. Code that it shares with other scripts becomes another chunk.
const [main, ...chunks] = await bundle('src/main.ts', { VERSION: version, ...urls }, { splitting: true });
const [style] = await bundle('style.css', {});
const named = [
  ['style.css', style],
  ['main.js', main],
];
const keep = (name, bytes) => {
  const [stem, end] = name.split('.');
  named.push([name, write(`${stem}-${hash(bytes)}.${end}`, bytes)]);
};
keep('icon.svg', readFileSync(join(here, 'icon.svg')));
for (const [name, size, isMaskable] of [
  ['icon-192.png', 192, false],
  ['icon-512.png', 512, false],
  ['maskable-512.png', 512, true],
]) {
  keep(name, icon(size, isMaskable));
}
let manifest = readFileSync(join(here, 'manifest.webmanifest'), 'utf8');
for (const [name, hashed] of named) manifest = manifest.replaceAll(`"${name}"`, `"${hashed}"`);
keep('manifest.webmanifest', manifest);

let html = readFileSync(join(here, 'index.html'), 'utf8');
for (const [name, hashed] of named) {
  if (!html.includes(`"${name}"`) && !manifest.includes(`"${hashed}"`)) throw new Error(`nothing names ${name}`);
  html = html.replaceAll(`"${name}"`, `"${hashed}"`);
}
const preloads = chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">\n`).join('');
write('index.html', html.replace('<script', `${preloads}<script`));
// The license of the library for QR codes requires a copy of its text.
write('licenses.txt', readFileSync(join(here, '../node_modules/lean-qr/LICENSE')));

// The service worker does not cache the board for other pages.
const files = readdirSync(folder).sort();
const state = hash(files.map((name) => hash(readFileSync(join(folder, name)))).join());
// The service worker caches the module for variants when a visit first loads it.
const assets = ['./', ...files.filter((name) => name !== 'index.html' && name !== variants)];
await bundle(
  'src/sw.ts',
  { ASSETS: assets, VARIANTS_URL: variants, VERSION: state },
  { format: 'iife', entryNames: '[name]' },
);

const [embed] = await bundle('src/embed.ts', urls, { loader: { '.css': 'text' } });
const [embedStyle] = await bundle('embed.css', {});
let frame = readFileSync(join(here, 'embed.html'), 'utf8');
for (const [name, hashed] of [...named, ['embed.js', embed], ['embed.css', embedStyle]]) {
  frame = frame.replaceAll(`"${name}"`, `"${hashed}"`);
}
const embedded = [embed, embedStyle, write('embed.html', frame)];

const gzip = (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }).length;
const brotli = (bytes) => brotliCompressSync(bytes).length;
const atStart = [main, ...chunks, worker, 'sw.js'];
const later = readdirSync(folder).filter((name) => name.endsWith('.js') && ![...atStart, embed].includes(name));
const icons = readdirSync(folder).filter((name) => name.endsWith('.png'));
const rest = readdirSync(folder).filter(
  (name) => ![first, whole, variants, ...later, ...embedded, ...icons].includes(name),
);
const parts = {
  'first engine': [first],
  'whole engine': [whole],
  'variants engine': [variants],
  page: rest,
  'on demand': later,
  embed: embedded,
  icons,
};
const large = [];
for (const [part, names] of Object.entries(parts)) {
  const sum = (pack) => names.reduce((bytes, name) => bytes + pack(readFileSync(join(folder, name))), 0);
  const size = sum(gzip);
  console.log(`${part}: ${size} bytes packed by gzip, ${MOST[part]} at most; ${sum(brotli)} by brotli`);
  if (size > MOST[part]) large.push(part);
}
if (large.length > 0) {
  console.error(`too large: ${large.join(', ')}`);
  process.exit(1);
}
