// Bundles the page: `node build.mjs ENGINE.wasm FOLDER`.
//
// Every file but the page itself and its service worker has a hash in its name, so that a server may
// tell browsers to keep it for ever. The service worker gets the list of all files, and a version that
// changes with any of them.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

// Bytes, packed as most servers do: what a first visit loads.
const MOST_ENGINE = 600_000;
const MOST_PAGE = 60_000;

const [engineFile, folder] = process.argv.slice(2);
const here = import.meta.dirname;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);
const write = (name, bytes) => {
  writeFileSync(join(folder, name), bytes);
  return name;
};

const engineBytes = readFileSync(engineFile);
const engine = write(`engine-${hash(engineBytes)}.wasm`, engineBytes);

// Bundles a script or a style sheet with what it imports, and says what its file is called.
async function bundle(source, define, options = {}) {
  const values = Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]);
  const { metafile } = await build({
    entryPoints: [join(here, source)],
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none",
    define: Object.fromEntries(values),
    entryNames: "[name]-[hash]",
    outdir: folder,
    metafile: true,
    logLevel: "warning",
    ...options,
  });
  const outputs = Object.entries(metafile.outputs);
  return basename(outputs.find(([, output]) => output.entryPoint)[0]);
}

const worker = await bundle("src/worker.ts", { ENGINE_URL: engine });
const main = await bundle("src/main.ts", { ENGINE_URL: engine, WORKER_URL: worker });
const style = await bundle("style.css", {});
const named = [["style.css", style], ["main.js", main]];
for (const name of ["icon.svg", "manifest.webmanifest"]) {
  const bytes = readFileSync(join(here, name));
  const [stem, end] = name.split(".");
  named.push([name, write(`${stem}-${hash(bytes)}.${end}`, bytes)]);
}

let html = readFileSync(join(here, "index.html"), "utf8");
for (const [name, hashed] of named) {
  if (!html.includes(`"${name}"`)) throw new Error(`index.html does not name ${name}`);
  html = html.replaceAll(`"${name}"`, `"${hashed}"`);
}
write("index.html", html);

const files = readdirSync(folder).sort();
const version = hash(files.map((name) => hash(readFileSync(join(folder, name)))).join());
const assets = ["./", ...files.filter((name) => name !== "index.html")];
await bundle("src/sw.ts", { ASSETS: assets, VERSION: version }, { format: "iife", entryNames: "[name]" });

const packed = (name) => gzipSync(readFileSync(join(folder, name)), { level: constants.Z_BEST_COMPRESSION }).length;
const sum = (names) => names.reduce((bytes, name) => bytes + packed(name), 0);
const sizes = [
  ["engine", packed(engine), MOST_ENGINE],
  ["page", sum(readdirSync(folder).filter((name) => name !== engine)), MOST_PAGE],
];
for (const [what, size, most] of sizes) {
  console.log(`${what}: ${size} bytes packed, ${most} at most`);
}
const large = sizes.filter(([, size, most]) => size > most);
if (large.length > 0) {
  console.error(`too large: ${large.map(([what]) => what).join(", ")}`);
  process.exit(1);
}
