// The engine in Node on a list of puzzles, against the native answers:
// `node lists.mjs ENGINE.wasm LIST EXPECTED`.
import { readFileSync } from "node:fs";
import process from "node:process";

const [engineFile, listFile, expectedFile] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(engineFile), {});
const engine = instance.exports;

// What is exported gives its numbers with a sign: above 2 GB an address would be negative.
function list(verb, lines) {
  const at = engine.reserve(lines.length) >>> 0;
  if (at === 0) throw new Error(`there is no memory for ${lines.length} bytes`);
  new Uint8Array(engine.memory.buffer, at, lines.length).set(lines);
  const length = engine.list(verb, lines.length) >>> 0;
  return Buffer.from(engine.memory.buffer, engine.reply() >>> 0, length);
}

const lines = readFileSync(listFile);
const expected = readFileSync(expectedFile);
const puzzles = expected.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);

// The first passes run code that is compiled in a hurry; the fastest pass counts, as natively.
let best = Infinity;
let answers;
for (let pass = 0; pass < 10; pass++) {
  const start = performance.now();
  answers = list(0, lines);
  best = Math.min(best, performance.now() - start);
}
const rate = (puzzles / best / 1e3).toFixed(3);
console.log(`WebAssembly in Node: ${rate} M puzzles/s, ${puzzles} puzzles, ${listFile}`);
if (!answers.equals(expected)) {
  const [found, wanted] = [answers, expected].map((it) => it.toString("latin1").split("\n"));
  const at = wanted.findIndex((line, number) => line !== found[number]);
  console.error(`line ${at + 1}: found ${found[at]}, natively ${wanted[at]}`);
  process.exit(1);
}
