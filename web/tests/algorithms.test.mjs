// The programs that the page shows: each is compiled and run, and takes exactly the lines that the page lights.
//
// SUDOKU_PAGE is the folder of the built page, whose engine runs the same searches. A language whose compiler is
// missing is skipped.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";

const needed = createRequire(new URL("../package.json", import.meta.url));
const { build } = needed("esbuild");
const root = new URL("../..", import.meta.url).pathname;
const place = join(root, "web/page/src/view/algorithms");
const names = ["program", "search", "timeline", "puzzles", "en", "ko"];
const contents = names.map((name) => `export * as ${name} from "./${name}";`).join("\n");
const { outputFiles } = await build({
  stdin: { contents, resolveDir: place, loader: "ts" }, bundle: true, format: "esm", write: false, platform: "node",
});
const { program, search, timeline, puzzles, en, ko } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
const { ALGORITHMS, EVENTS, MISTAKES } = search;
const { PUZZLES } = puzzles;

const folder = mkdtempSync(join(tmpdir(), "algorithms-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const digits = (puzzle) => [...puzzle].map((one) => Number(one) || 0);
const start = (algorithm, puzzle, mistake = "none") => search.search(algorithm, digits(puzzle), mistake);

/** Runs a search of the page to its end: the number of its lines, a hash of their order, and the boards printed. */
function played(algorithm, puzzle, mistake) {
  const one = start(algorithm, puzzle, mistake);
  let hash = 0;
  while (!one.isOver) {
    one.step();
    if (!one.isOver) hash = (Math.imul(hash, 31) + EVENTS.indexOf(one.event) + 1) >>> 0;
  }
  return { lines: one.steps - 1, hash, printed: one.printed };
}

// A program tells the line before it runs it, to a counter with the same hash. The counter is written at its end.
const COUNTERS = {
  cpp: {
    top: `#include <cstdio>
static unsigned long long lines; static unsigned hash_of;
static void tell(unsigned line) { lines++; hash_of = hash_of * 31 + line; }
static struct Teller { ~Teller() { std::fprintf(stderr, "%llu %u", lines, hash_of); } } teller;`,
  },
  java: {
    after: "public class Main {",
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

function instrumented(language, lines) {
  const { top, after: place, end } = COUNTERS[language];
  const text = lines.flatMap((line) => {
    if (!line.event) return [line.text];
    const [indent] = /^ */.exec(line.text);
    return [`${indent}tell(${EVENTS.indexOf(line.event) + 1})${language === "python" ? "" : ";"}`, line.text];
  });
  if (end) text.splice(text.length - 1, 1, end);
  text.splice(place ? text.indexOf(place) + 1 : 0, 0, top);
  return `${text.join("\n")}\n`;
}

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 26, ...options });
  assert.equal(status, 0, `${command} ${args.join(" ")}: ${error ?? stderr}`);
  return { stdout, stderr };
}

const has = (command, ...args) => spawnSync(command, args).status === 0;

/** How a program of a language is compiled in its folder, and run. */
const TOOLS = {
  cpp: { is: () => has("g++", "--version"), file: "main.cpp", compile: ["g++", "-O2", "-Wall", "-Werror", "-o", "main", "main.cpp"], run: ["./main"] },
  java: { is: () => has("javac", "-version"), file: "Main.java", compile: ["javac", "-Xlint", "-Werror", "Main.java"], run: ["java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "Main"] },
  python: { is: () => has("python3", "--version"), file: "main.py", run: ["python3", "main.py"] },
  rust: { is: () => has("rustc", "--version"), file: "main.rs", compile: ["rustc", "-Dwarnings", "-Copt-level=1", "--edition=2021", "main.rs"], run: ["./main"] },
};

const input = (puzzle) => `${digits(puzzle).map((digit, cell) => `${digit}${cell % 9 === 8 ? "\n" : " "}`).join("")}`;
const mistakesOf = (algorithm) => (["scan", "bitmask"].includes(algorithm) ? MISTAKES : ["none"]);
/** Six million digits take Python minutes, in row order; a mistake is seen on small puzzles. */
const puzzlesOf = (language, algorithm, mistake) => Object.keys(PUZZLES).filter((name) => {
  if (mistake !== "none") return name === "straight" || name === "two";
  return name !== "worst" || !["scan", "bitmask"].includes(algorithm) || language !== "python";
});

for (const language of program.LANGUAGES) {
  const tool = TOOLS[language];
  test(`the programs in ${language} run the lines that the page lights`, { skip: tool.is() ? false : `no compiler of ${language}` }, () => {
    for (const algorithm of ALGORITHMS) {
      for (const mistake of mistakesOf(algorithm)) {
        const cwd = join(folder, `${language}-${algorithm}-${mistake}`);
        mkdirSync(cwd);
        const lines = program.whole(program.program(algorithm, language, mistake, en.en.comments));
        writeFileSync(join(cwd, tool.file), instrumented(language, lines));
        if (tool.compile) run(tool.compile[0], tool.compile.slice(1), { cwd });
        for (const name of puzzlesOf(language, algorithm, mistake)) {
          const { stdout, stderr } = run(tool.run[0], tool.run.slice(1), { cwd, input: input(PUZZLES[name]) });
          const told = `${language}, ${algorithm}, ${mistake}, ${name}`;
          const expected = played(algorithm, PUZZLES[name], mistake);
          assert.equal(stderr, `${expected.lines} ${expected.hash}`, `the lines of ${told}`);
          assert.equal(stdout.replace(/\s/g, ""), expected.printed.join(""), `the boards of ${told}`);
        }
      }
    }
  });
}
