// Builds the npm package: `node build.mjs FIRST.wasm WHOLE.wasm VARIANTS.wasm FOLDER`. Its version is the version of the
// workspace.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';

const folder = process.argv.pop();
const modules = process.argv.slice(2);
const here = import.meta.dirname;
const root = join(here, '../..');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

await build({
  entryPoints: [
    ...['browser', 'node', 'worker-node'].map((name) => join(here, `src/${name}.ts`)),
    ...['element', 'worker'].map((name) => join(here, `../page/src/${name}.ts`)),
  ],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  external: ['node:*'],
  loader: { '.css': 'text' },
  minifySyntax: true,
  minifyWhitespace: true,
  entryNames: '[name]',
  outdir: folder,
  logLevel: 'warning',
});
for (const file of modules) copyFileSync(file, join(folder, basename(file)));

const types = join(folder, 'types');
const compiler = join(here, '../node_modules/typescript/bin/tsc');
execFileSync('node', [compiler, '--project', here, '--outDir', types], { stdio: 'inherit' });
// Adds file extensions. Without them, TypeScript finds the files only in the settings for bundlers.
for (const name of readdirSync(types, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  const text = readFileSync(join(types, name), 'utf8');
  writeFileSync(join(types, name), text.replace(/((?:from|import\() ?["']\.[^"']+)(["'])/g, '$1.js$2'));
}

const [, version] = /^version = "(.*)"$/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'));
const list = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ version, ...list }, undefined, 2)}\n`);
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(root, name), join(folder, name));
copyFileSync(join(here, 'README.md'), join(folder, 'README.md'));
