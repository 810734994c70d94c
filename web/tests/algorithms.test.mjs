// Compiles and runs each program that the page shows. It must run exactly the lines that the page highlights.
//
// SUDOKU_PAGE is the folder of the built page. Its engine runs the same searches. The test skips a language without
// a compiler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';

const needed = createRequire(new URL('../package.json', import.meta.url));
const { build } = needed('esbuild');
const root = new URL('../..', import.meta.url).pathname;
const place = join(root, 'web/page/src/view/algorithms');
const names = ['language', 'program', 'search', 'timeline', 'ticker', 'puzzles', 'en', 'ko'];
const contents = [
  ...names.map((name) => `export * as ${name} from "./${name}";`),
  `export * as timing from "../../timing";`,
].join('\n');
const { outputFiles } = await build({
  stdin: { contents, resolveDir: place, loader: 'ts' },
  bundle: true,
  format: 'esm',
  write: false,
  platform: 'node',
});
const {
  language: languages,
  program,
  search,
  timeline,
  ticker,
  timing,
  puzzles,
  en,
  ko,
} = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
const { ALGORITHMS, EVENTS, MISTAKES } = search;
const { PUZZLES } = puzzles;

const folder = mkdtempSync(join(tmpdir(), 'algorithms-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const digits = (puzzle) => [...puzzle].map((one) => Number(one) || 0);
const start = (algorithm, puzzle, mistake = 'none') => search.search(algorithm, digits(puzzle), mistake);

/** The results that `resultOf` has returned, by the arguments. */
const results = new Map();

/** Returns the result of a search of the page. Later calls return the same result. */
function resultOf(algorithm, name, mistake = 'none') {
  const key = [algorithm, name, mistake].join();
  if (!results.has(key)) results.set(key, runToEnd(start(algorithm, PUZZLES[name], mistake)));
  return results.get(key);
}

/**
 * Runs a search to its end. Returns the number of lines, a hash of their order, the printed boards, and the numbers of
 * written digits and backtracks.
 */
function runToEnd(one) {
  let hash = 0;
  while (!one.isOver) {
    one.step();
    if (!one.isOver) hash = (Math.imul(hash, 31) + EVENTS.indexOf(one.event) + 1) >>> 0;
  }
  return { lines: one.steps - 1, hash, printed: one.printed, placements: one.placements, retreats: one.retreats };
}

// A program reports each line before it runs the line. A counter computes the same hash, and the program prints it at
// its end.
const COUNTERS = {
  cpp: {
    top: `#include <cstdio>
static unsigned long long lines; static unsigned hash_of;
static void tell(unsigned line) { lines++; hash_of = hash_of * 31 + line; }
static struct Teller { ~Teller() { std::fprintf(stderr, "%llu %u", lines, hash_of); } } teller;`,
  },
  java: {
    first: (name) => `package ${name};`,
    after: 'public class Main {',
    top: `static long lines; static int hash_of;
static void tell(int line) { lines++; hash_of = hash_of * 31 + line; }
static { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.print(lines + " " + Integer.toUnsignedString(hash_of)))); }`,
  },
  python: {
    top: `import atexit, sys
told = [0, 0]
def tell(line):
    told[0] += 1
    told[1] = (told[1] * 31 + line) & 0xffffffff
atexit.register(lambda: sys.stderr.write("%d %d" % tuple(told)))`,
  },
  rust: {
    top: `use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
static LINES: AtomicU64 = AtomicU64::new(0);
static HASH: AtomicU32 = AtomicU32::new(0);
fn tell(line: u32) {
    LINES.store(LINES.load(Relaxed) + 1, Relaxed);
    HASH.store(HASH.load(Relaxed).wrapping_mul(31).wrapping_add(line), Relaxed);
}`,
    end: `eprint!("{} {}", LINES.load(Relaxed), HASH.load(Relaxed));\n}`,
  },
};

function instrumented(language, name, lines) {
  const { first, top, after: place, end } = COUNTERS[language];
  const text = lines.flatMap((line) => {
    if (!line.event) return [line.text];
    const [indent] = /^ */.exec(line.text);
    return [`${indent}tell(${EVENTS.indexOf(line.event) + 1})${language === 'python' ? '' : ';'}`, line.text];
  });
  if (end) text.splice(text.length - 1, 1, end);
  text.splice(place ? text.indexOf(place) + 1 : 0, 0, top);
  if (first) text.unshift(first(name));
  return `${text.join('\n')}\n`;
}

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    ...options,
  });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error ?? stderr}`);
  return { stdout, stderr };
}

const has = (command, ...args) => spawnSync(command, args).status === 0;

/** The commands that compile the programs of a language, and the command that runs one. Each program has a folder. */
const TOOLS = {
  cpp: {
    is: () => has('g++', '--version'),
    file: 'main.cpp',
    compile: (names) =>
      names.map((name) => ['g++', '-O2', '-Wall', '-Werror', '-o', `${name}/main`, `${name}/main.cpp`]),
    run: (name) => [`./${name}/main`],
  },
  java: {
    is: () => has('javac', '-version'),
    file: 'Main.java',
    // The compiler takes longer to start than to compile.
    compile: (names) => [['javac', '-Xlint', '-Werror', ...names.map((name) => `${name}/Main.java`)]],
    run: (name) => ['java', '-XX:TieredStopAtLevel=1', '-Xshare:auto', `${name}.Main`],
  },
  python: {
    is: () => has('python3', '--version'),
    file: 'main.py',
    compile: () => [],
    run: (name) => ['python3', `${name}/main.py`],
  },
  rust: {
    is: () => has('rustc', '--version'),
    file: 'main.rs',
    compile: (names) =>
      names.map((name) => [
        'rustc',
        '-Dwarnings',
        '-Copt-level=1',
        '--edition=2021',
        '-o',
        `${name}/main`,
        `${name}/main.rs`,
      ]),
    run: (name) => [`./${name}/main`],
  },
};

const input = (puzzle) =>
  `${digits(puzzle)
    .map((digit, cell) => `${digit}${cell % 9 === 8 ? '\n' : ' '}`)
    .join('')}`;
const mistakesOf = (algorithm) => (['scan', 'bitmask'].includes(algorithm) ? MISTAKES : ['none']);
/** Small puzzles are enough for a mistake. Python would need minutes for the six million digits of row order. */
const puzzlesOf = (language, algorithm, mistake) =>
  Object.keys(PUZZLES).filter((name) => {
    if (mistake !== 'none') return name === 'straight' || name === 'two';
    return name !== 'worst' || !['scan', 'bitmask'].includes(algorithm) || language !== 'python';
  });

for (const language of languages.LANGUAGES) {
  const tool = TOOLS[language];
  test(`the programs in ${language} run the lines that the page highlights`, {
    skip: tool.is() ? false : `no compiler of ${language}`,
  }, () => {
    const cwd = join(folder, language);
    const programs = ALGORITHMS.flatMap((algorithm) =>
      mistakesOf(algorithm).map((mistake) => ({ name: `${algorithm}_${mistake}`, algorithm, mistake })),
    );
    for (const { name, algorithm, mistake } of programs) {
      mkdirSync(join(cwd, name), { recursive: true });
      const lines = program.whole(program.program(algorithm, language, mistake, en.en.comments));
      writeFileSync(join(cwd, name, tool.file), instrumented(language, name, lines));
    }
    for (const [command, ...args] of tool.compile(programs.map(({ name }) => name))) run(command, args, { cwd });
    for (const { name, algorithm, mistake } of programs) {
      const [command, ...args] = tool.run(name);
      for (const puzzle of puzzlesOf(language, algorithm, mistake)) {
        const { stdout, stderr } = run(command, args, { cwd, input: input(PUZZLES[puzzle]) });
        const told = `${language}, ${name}, ${puzzle}`;
        const expected = resultOf(algorithm, puzzle, mistake);
        assert.equal(stderr, `${expected.lines} ${expected.hash}`, `the lines of ${told}`);
        assert.equal(stdout.replace(/\s/g, ''), expected.printed.join(''), `the boards of ${told}`);
      }
    }
  });
}

test('programs have the same lines in both languages of the page, and comments in that language', () => {
  for (const algorithm of ALGORITHMS) {
    for (const language of languages.LANGUAGES) {
      const [english, korean] = [en.en, ko.ko].map(({ comments }) =>
        program.whole(program.program(algorithm, language, 'none', comments)),
      );
      assert.equal(english.length, korean.length);
      for (const [at, { text }] of english.entries()) {
        assert.doesNotMatch(text, /undefined|\/\/:|#:/, text);
        assert.ok(text.length <= 100, `at most 100 characters: ${text}`);
        if (text !== korean[at].text) assert.match(korean[at].text, /[가-힣]/);
      }
    }
  }
});

test('each event of a search has one line in its program', () => {
  for (const algorithm of ALGORITHMS) {
    for (const mistake of mistakesOf(algorithm)) {
      const one = start(algorithm, PUZZLES.ten, mistake);
      const events = new Set();
      for (let left = 5000; left > 0 && !one.isOver; left--) {
        one.step();
        events.add(one.event);
      }
      for (const language of languages.LANGUAGES) {
        const { search: lines } = program.program(algorithm, language, mistake, en.en.comments);
        for (const event of events) {
          if (event === 'end') continue;
          const found = lines.filter((line) => line.event === event && line.change !== 'left out');
          assert.equal(found.length, 1, `${algorithm}, ${language}, ${mistake}: ${event}`);
        }
      }
    }
  }
});

/** The engine of the built page. */
async function engine() {
  const built = process.env.SUDOKU_PAGE ?? join(root, 'target/web');
  const file = readdirSync(built).find((name) => /^whole-.*\.wasm$/.test(name));
  const {
    instance: { exports },
  } = await WebAssembly.instantiate(readFileSync(join(built, file)), {});
  return (request) => {
    const bytes = Buffer.from(JSON.stringify(request));
    const at = exports.reserve(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports.call(bytes.length) >>> 0;
    return JSON.parse(Buffer.from(exports.memory.buffer, exports.reply() >>> 0, length).toString()).ok;
  };
}

test("the searches write the digits that the engine's strategies write", async () => {
  const ask = await engine();
  for (const [name, puzzle] of Object.entries(PUZZLES)) {
    for (const algorithm of ALGORITHMS) {
      const one = resultOf(algorithm, name);
      const reply = ask({ op: 'run', puzzle, strategy: algorithm, nodes: 20_000_000 });
      if (name !== 'two') assert.equal(one.printed[0], reply.solution, `${algorithm}, ${name}`);
      if (!['scan', 'bitmask'].includes(algorithm)) continue;
      assert.equal(one.placements, reply.placements, `${algorithm}, ${name}`);
      // Compares the digits one by one, up to the end of one reply of the engine.
      const { events } = ask({ op: 'trace', puzzle, strategy: algorithm, number: 20_000 });
      const again = start(algorithm, puzzle);
      for (const { kind, cell, digit } of events) {
        if (kind !== 'place') continue;
        do again.step();
        while (again.event !== 'place');
        assert.deepEqual([again.cell, again.digit], [cell, digit]);
      }
    }
  }
});

test('a line shows the call that runs it, even when this call starts another call or returns', () => {
  for (const algorithm of ALGORITHMS) {
    for (const mistake of mistakesOf(algorithm)) {
      for (const name of ['ten', 'two', 'hundreds']) {
        const one = start(algorithm, PUZZLES[name], mistake);
        const blanks = digits(PUZZLES[name]).flatMap((digit, cell) => (digit ? [] : [cell]));
        const cells = [];
        for (let left = 5000, depth = 0; left > 0; left--) {
          one.step();
          if (one.isOver) break;
          const told = `${algorithm}, ${mistake}, ${name}, line ${one.steps}: ${one.event}`;
          assert.equal(one.depth, depth, told);
          if (one.event === 'place') cells[depth] = one.cell;
          if (one.event === 'call') {
            assert.equal(one.cell, cells[depth], told);
            depth += 1;
            cells.length = depth;
          } else if (['fail', 'done', 'found'].includes(one.event) || (one.event === 'lost' && algorithm === 'board')) {
            const cell =
              ['scan', 'bitmask'].includes(algorithm) && one.event === 'fail' ? blanks[depth] : (cells[depth] ?? -1);
            assert.equal(one.cell, cell, told);
            if (one.event === 'fail') assert.equal(one.digit, 0, `${told}: no digit is tried`);
            depth -= 1;
          }
        }
      }
    }
  }
  const one = start('scan', PUZZLES.ten);
  while (one.event !== 'fail' && !one.isOver) one.step();
  assert.equal(one.values[one.cell], 0);
  const cell = `r${Math.floor(one.cell / 9) + 1}c${(one.cell % 9) + 1}`;
  assert.equal(en.en.told(one, false), `No digit is left for ${cell}: return.`);
});

test('Korean particles follow the final sound of the digit', () => {
  const one = start('scan', PUZZLES.hundreds);
  const seen = new Set();
  while (!one.isOver) {
    one.step();
    const told = ko.ko.told(one, false);
    assert.doesNotMatch(told, /\(를\)|\(는\)/);
    const [, digit, particle] = /(\d)([을를은는])/.exec(told) ?? [];
    if (!digit) continue;
    seen.add(digit + particle);
    assert.equal(['을', '은'].includes(particle), '13678'.includes(digit), told);
  }
  assert.equal(seen.size, 18, 'each digit has both particles');
  const mrv = start('mrv', PUZZLES.hundreds);
  while (mrv.event !== 'house' && !mrv.isOver) mrv.step();
  assert.match(ko.ko.told(mrv, false), /행을 봅니다/);
  while ((mrv.event !== 'house' || mrv.house < 18) && !mrv.isOver) mrv.step();
  assert.match(ko.ko.told(mrv, false), /상자를 봅니다/);
});

test('the prepared puzzles have the properties in their names', () => {
  assert.equal(resultOf('scan', 'straight').retreats, 0);
  assert.equal(resultOf('scan', 'ten').retreats, 10);
  assert.equal(resultOf('scan', 'hundreds').retreats, 517);
  assert.equal(resultOf('mrv', 'hundreds').retreats, 17);
  assert.ok(resultOf('bitmask', 'worst').placements > 6_000_000);
  assert.ok(resultOf('mrv', 'worst').placements < 100);
  const two = resultOf('scan', 'two', 'twice').printed;
  assert.equal(new Set(two).size, 2, 'both solutions are printed');
  assert.equal(resultOf('scan', 'straight', 'twice').printed.length, 1);
  assert.match(resultOf('scan', 'straight', 'early').printed[0], /0/, 'the blanks are printed');
  for (const algorithm of ['scan', 'bitmask']) {
    const [wrong] = resultOf(algorithm, 'ten', 'reset').printed;
    assert.notEqual(wrong, resultOf(algorithm, 'ten').printed[0], 'without a reset, the search loses the solution');
  }
});

test('a search goes forward and back to any step', () => {
  for (const algorithm of ALGORITHMS) {
    const state = (one) =>
      JSON.stringify([
        one.steps,
        one.event,
        one.cell,
        one.digit,
        one.digits,
        one.depth,
        one.placements,
        one.retreats,
        one.solvedAt,
        [...one.values],
        [...one.cells.slice(0, one.depth)],
        one.marks(),
        one.needs(),
        one.tree.numbers,
        one.printed,
      ]);
    const moved = new timeline.Timeline(start(algorithm, PUZZLES.worst));
    const straight = start(algorithm, PUZZLES.worst);
    const states = [state(straight)];
    while (!straight.isOver && states.length < 3000) {
      straight.step();
      states.push(state(straight));
    }
    let seed = 1;
    for (let turn = 0; turn < 400; turn++) {
      seed = (seed * 48271) % 2147483647;
      const step = turn === 50 ? 100_000 : seed % states.length;
      moved.go(step);
      if (step < states.length) assert.equal(state(moved.search), states[step], `${algorithm}, step ${step}`);
    }
  }
});

test('one clock moves all programs, and no step is lost', () => {
  const frames = [];
  globalThis.requestAnimationFrame = (work) => frames.push(work);
  globalThis.cancelAnimationFrame = () => frames.splice(0);
  const lanes = ALGORITHMS.map((algorithm) => new timeline.Timeline(start(algorithm, PUZZLES.worst)));
  let time = 0;
  const clock = new ticker.Ticker(
    lanes,
    () => undefined,
    () => (time += 1),
  );
  const steps = () => lanes.map(({ search }) => search.steps);
  for (let at = 1; at <= 21; at++) {
    clock.by(1);
    assert.equal(clock.at, at);
    assert.deepEqual(steps(), [at, at, at, at]);
  }
  clock.by(-1);
  assert.deepEqual(steps(), [20, 20, 20, 20]);
  clock.by(20);
  assert.deepEqual(steps(), [40, 40, 40, 32], 'a program that has ended stays at its last step');
  // A long move takes several frames. A press during the move counts from its target.
  clock.to(3_000_000);
  clock.by(1);
  assert.equal(frames.length, 1);
  while (frames.length > 0) frames.shift()(time);
  assert.deepEqual(steps().slice(0, 2), [3_000_001, 3_000_001]);
  clock.to(0);
  assert.deepEqual(steps(), [0, 0, 0, 0]);
  // The clock keeps its speed even if the first frame began before the press.
  clock.play(1000);
  const begin = time;
  frames.shift()(begin - 500);
  assert.deepEqual(steps(), [0, 0, 0, 0]);
  frames.shift()(begin + 500);
  assert.equal(clock.at, 500, 'half a second');
  assert.deepEqual(steps().slice(0, 2), [500, 500]);
  clock.to(0);
  const before = lanes.reduce((sum, { search }) => sum + search.retreats, 0);
  clock.seek(() => lanes.some(({ search }) => search.retreats > before));
  while (frames.length > 0) frames.shift()(time);
  assert.equal(lanes.filter(({ search }) => search.event === 'fail' || search.event === 'lost').length, 1);
  assert.equal(new Set(steps().slice(0, 3)).size, 1);
});

test('measurements warm up, run in batches, and report a clock that is too coarse', () => {
  /** A clock with a tick, and a task that is slow in its first 50 milliseconds. */
  const machine = (each, tick) => {
    let time = 0;
    return {
      now: () => {
        time += 1e-4;
        return Math.floor(time / tick) * tick;
      },
      run: (times) => {
        for (let left = times; left > 0; left -= 100) time += Math.min(100, left) * each * (time < 50 ? 20 : 1);
      },
    };
  };
  for (const each of [2e-5, 0.003, 0.8, 40, 250]) {
    const { run, now } = machine(each, 0.1);
    const { batches, times, isShort } = timing.measure(run, now, 1_000_000);
    assert.ok(batches.length >= 5, `${each}: ${batches.length} batches`);
    assert.equal(isShort, times * each < 2, `${each} ms`);
    assert.ok(each > 40 || Math.abs(timing.median(batches) / each - 1) < 0.05, `${each}: ${batches}`);
    assert.ok(each > 40 || batches.at(-1) / batches[0] < 1.1, 'no batch contains a cold run');
  }
  const coarse = machine(2e-5, 100);
  assert.ok(
    timing.measure(coarse.run, coarse.now, 1_000_000).isShort,
    'a clock with ticks of 100 ms cannot time 20 ns',
  );
  const slow = machine(7000, 0.1);
  assert.equal(
    timing.measure(slow.run, slow.now, 1_000_000).batches.length,
    1,
    'a run of more than 6 s is measured once',
  );
});
