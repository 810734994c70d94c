// Compares the engine's answers to a list of puzzles in Node with the answers of a native build:
// `node lists.mjs ENGINE.wasm LIST EXPECTED [NATIVE]`. With NATIVE, the native program, it also compares the speeds.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const [engineFile, listFile, expectedFile, native] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(engineFile), {});
const engine = instance.exports;

// Exported functions return signed numbers, so an address above 2 GB would be negative without the shift.
function list(task, lines) {
  const at = engine.reserve(lines.length) >>> 0;
  if (at === 0) throw new Error(`there is no memory for ${lines.length} bytes`);
  new Uint8Array(engine.memory.buffer, at, lines.length).set(lines);
  const length = engine.list(task, lines.length) >>> 0;
  return Buffer.from(engine.memory.buffer, engine.reply() >>> 0, length);
}

const lines = readFileSync(listFile);
const expected = readFileSync(expectedFile);
const puzzles = expected.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);

let answers;

/** Returns the speed of the fastest of some passes, in million puzzles per second. */
function here(passes) {
  let best = Infinity;
  for (let pass = 0; pass < passes; pass++) {
    const start = performance.now();
    answers = list(0, lines);
    best = Math.min(best, performance.now() - start);
  }
  return puzzles / best / 1e3;
}

/** Returns the speed of the native program, which also runs `PASSES` passes and prints the speed of the fastest. */
function natively() {
  const { status, stderr } = spawnSync(native, [listFile], { encoding: 'utf8', maxBuffer: 1 << 30 });
  const rate = Number(/([\d.]+) M puzzles/.exec(stderr)?.[1]);
  if (status !== 0 || !rate) throw new Error(`${native} failed: ${stderr}`);
  return rate;
}

const PASSES = 5;
const median = (figures) => figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)];

// The first passes run code that is not optimized yet. As in the native program, the fastest pass counts.
const warm = here(10);
if (native === undefined) {
  console.log(`WebAssembly in Node: ${warm.toFixed(3)} M puzzles/s, ${puzzles} puzzles, ${listFile}`);
} else {
  // The two take turns, and each is first in every second round. So other work of the machine affects both equally.
  const rounds = Array.from({ length: 11 }, (_, round) => {
    if (round % 2 === 0) {
      const first = here(PASSES);
      return [first, natively()];
    }
    const first = natively();
    return [here(PASSES), first];
  });
  const [ours, others] = [0, 1].map((side) => median(rounds.map((rates) => rates[side])));
  const ratios = rounds.map(([one, other]) => one / other);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  console.log(
    `WebAssembly in Node: ${ours.toFixed(3)} M puzzles/s, natively ${others.toFixed(3)}, ${puzzles} puzzles, ${listFile}`,
  );
  console.log(
    `ratio to native in ${rounds.length} rounds: median ${median(ratios).toFixed(2)}, from ${least.toFixed(2)} to ${most.toFixed(2)}`,
  );
}
if (!answers.equals(expected)) {
  const [found, wanted] = [answers, expected].map((it) => it.toString('latin1').split('\n'));
  const at = wanted.findIndex((line, number) => line !== found[number]);
  console.error(`line ${at + 1}: found ${found[at]}, natively ${wanted[at]}`);
  process.exit(1);
}
