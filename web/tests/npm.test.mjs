// Packs the npm package and installs it in an empty folder. Tests it in Node, TypeScript, Vite and a browser.
//
// SUDOKU_NPM is the folder of the built package.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { build } from 'vite';
import { address, EASY, findings, holding, release, root, SOLVED, visit } from './visit.mjs';

const built = process.env.SUDOKU_NPM ?? join(root, 'target/npm');
const project = mkdtempSync(join(tmpdir(), 'sudoku-npm-'));
const write = (name, text) => writeFileSync(join(project, name), text);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const servers = [];

async function serve(folder) {
  const server = spawn('node', [join(root, 'web/page/serve.mjs'), folder, '0']);
  servers.push(server);
  return new Promise((told) => server.stdout.once('data', (line) => told(String(line).trim())));
}

before(() => {
  execFileSync(npm, ['pack', built, '--pack-destination', project], { cwd: project, stdio: 'pipe' });
  const [archive] = readdirSync(project);
  write('package.json', '{ "type": "module" }');
  execFileSync(npm, ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`], {
    cwd: project,
    stdio: 'pipe',
  });
});

after(() => {
  for (const server of servers) server.kill();
  rmSync(project, { recursive: true });
});

const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

/** A puzzle with forcing chains. Its rating takes long enough to be aborted. */
const CHAINS = '...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...';

/** A board whose solutions take long to count. */
const BLANK = '.'.repeat(81);

/** Runs a program in the project. Fails if the program does not end. */
function run(program) {
  write(
    'program.js',
    `import { createEngine, Refused } from 'sudoku-engines';\nconst HARD = '${HARD}';\nconst CHAINS = '${CHAINS}';\n${program}`,
  );
  return JSON.parse(execFileSync('node', ['program.js'], { cwd: project, encoding: 'utf8', timeout: 60_000 }));
}

for (const worker of [false, true]) {
  const place = worker ? 'in a worker' : 'in the thread';
  test(`Node: every kind of request ${place}`, () => {
    const told = run(`
      const engine = createEngine({ worker: ${worker} });
      const { solution } = await engine.ask('check', { puzzle: HARD });
      const { steps } = await engine.ask('hint', { puzzle: HARD, scale: 'hodoku', language: 'ko' });
      const request = { scale: 'se', difficulty: [3, 4], seed: 7 };
      const tried = [];
      const made = await engine.generate(request, { progress: (done) => tried.push(done) });
      const again = await engine.generate({ id: made.id });
      const other = await engine.generate();
      const done = [];
      const solved = await engine.solveAll([HARD, 'x\\n', '.'.repeat(81), \`\${HARD}\\n\${HARD}\`, HARD + ' ' + HARD, ...Array(1500).fill(HARD)], {
        progress: (number) => done.push(number),
      });
      const rated = await engine.rateAll([made.puzzle, 'x', '.'.repeat(81)], 'se');
      const refused = await engine.ask('check', { puzzle: '12a' }).catch((why) => why);
      const { name, column } = refused;
      console.log(JSON.stringify({
        solution, made, again, other, done, rated, name, column, title: steps[0].title,
        solved: solved.slice(0, 5), last: solved.at(-1), isRefused: refused instanceof Refused,
      }));
    `);
    assert.match(told.solution, /^8127536499/);
    assert.match(told.title, /[가-힣]/);
    assert.equal(told.again.puzzle, told.made.puzzle);
    assert.match(told.other.puzzle, /^[1-9.]{81}$/);
    assert.equal(told.done.at(-1), 1505);
    assert.deepEqual(
      told.done,
      [...new Set(told.done)].sort((a, b) => a - b),
    );
    assert.deepEqual(told.solved.slice(3, 5), [null, null]);
    assert.deepEqual(told.solved[0], { solution: told.solution, solutions: 1 });
    assert.equal(told.solved[1], null);
    assert.equal(told.solved[2].solutions, 2);
    assert.deepEqual(told.last, told.solved[0]);
    assert.equal(told.rated[0].er.toFixed(1), told.made.rating);
    assert.deepEqual(told.rated.slice(1), [null, null]);
    assert.deepEqual([told.isRefused, told.name, told.column], [true, 'Refused', 3]);
  });

  test(`Node: an abort ends only its own request ${place}`, () => {
    const told = run(`
      const engine = createEngine({ worker: ${worker} });
      const reason = (promise) => promise.then(() => 'answered', (why) => why.name);
      const never = { scale: 'se', difficulty: [11.9, 12] };
      const waiting = new AbortController();
      const all = [
        reason(engine.generate(never, { signal: AbortSignal.timeout(300) })),
        reason(engine.ask('check', { puzzle: HARD }, { signal: waiting.signal })),
        reason(engine.ask('check', { puzzle: HARD }, { signal: AbortSignal.abort() })),
        engine.ask('check', { puzzle: HARD }).then(({ solutions }) => solutions),
      ];
      waiting.abort();
      const answers = await Promise.all(all);
      const last = engine.generate(never).catch(({ message }) => message);
      setTimeout(() => engine.close(), 100);
      answers.push(await last, await engine.ask('about', {}).catch(({ message }) => message));
      console.log(JSON.stringify(answers));
    `);
    const closed = 'The engine is closed.';
    assert.deepEqual(told, ['TimeoutError', 'AbortError', 'AbortError', 1, closed, closed]);
  });

  test(`Node: a long list reports its progress several times a second, and ends soon after an abort ${place}`, () => {
    const told = run(`
      const engine = createEngine({ worker: ${worker} });
      await engine.rateAll([CHAINS], 'se');
      // Processor time, because other programs change it less than elapsed time. run() limits the elapsed time.
      const now = () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
      };
      const start = now();
      await engine.rateAll([CHAINS], 'se');
      const stop = new AbortController();
      const at = [now()];
      const one = at[0] - start;
      const ratings = engine.rateAll(Array(2000).fill(CHAINS), 'se', {
        signal: stop.signal,
        progress: (done) => at.push(now()) > 4 && stop.abort(),
      });
      const name = await ratings.catch((why) => why.name);
      at.push(now());
      console.log(JSON.stringify({ name, one, gaps: at.slice(1).map((time, i) => time - at[i]) }));
    `);
    assert.equal(told.name, 'AbortError');
    assert.equal(told.gaps.length, 5);
    for (const gap of told.gaps) assert.ok(gap < 300 + 5 * told.one, JSON.stringify(told));
  });

  test(`Node: many calls with one signal add only one listener ${place}`, () => {
    const told = run(`
      const engine = createEngine({ worker: ${worker} });
      const warnings = [];
      process.on('warning', ({ name }) => warnings.push(name));
      const { signal } = new AbortController();
      const calls = Array.from({ length: 30 }, () => engine.ask('check', { puzzle: HARD }, { signal }));
      const solved = (await Promise.all(calls)).filter(({ solutions }) => solutions === 1).length;
      await new Promise((done) => setTimeout(done, 50));
      console.log(JSON.stringify({ solved, warnings }));
    `);
    assert.deepEqual(told, { solved: 30, warnings: [] });
  });
}

test('Node: a request that is aborted before its module is loaded never runs', () => {
  const told = run(`
    const engine = createEngine();
    const stop = new AbortController();
    const endless = engine.ask('count', { puzzle: '.'.repeat(81) }, { signal: stop.signal }).catch(({ name }) => name);
    await Promise.resolve();
    stop.abort();
    const { solutions } = await engine.ask('check', { puzzle: HARD });
    const { version } = await engine.ask('about', {});
    console.log(JSON.stringify([await endless, solutions, typeof version]));
  `);
  assert.deepEqual(told, ['AbortError', 1, 'string']);
});

test('Node: invalid lists are refused', () => {
  const told = run(`
    const engine = createEngine();
    const lists = [
      ...['solve', 'SE', undefined].map((scale) => engine.rateAll([HARD], scale)),
      ...[HARD, null, [5]].map((puzzles) => engine.solveAll(puzzles)),
    ];
    const why = (list) => list.catch(({ name, message }) => [name, message]);
    console.log(JSON.stringify(await Promise.all(lists.map(why))));
  `);
  const scales = (name) => ['Refused', `there is no scale \`${name}\`; there are: se, sukaku, hodoku`];
  const texts = ['TypeError', 'the puzzles have to be an array of texts'];
  assert.deepEqual(told, [...['solve', 'SE', 'undefined'].map(scales), texts, texts, texts]);
});

test('Node: modules load from bytes and from another address, and a missing module is an error', () => {
  const told = run(`
    import { readFile } from 'node:fs/promises';
    import { fileURLToPath } from 'node:url';
    const path = fileURLToPath(import.meta.resolve('sudoku-engines/first.wasm'));
    const solved = [];
    for (const first of [path, await readFile(path), await WebAssembly.compile(await readFile(path))]) {
      solved.push((await createEngine({ modules: { first } }).ask('check', { puzzle: HARD })).solutions);
    }
    const none = createEngine({ modules: { first: './none.wasm' } });
    solved.push(await none.ask('check', { puzzle: HARD }).catch(({ message }) => message));
    console.log(JSON.stringify(solved));
  `);
  assert.deepEqual(told.slice(0, 3), [1, 1, 1]);
  assert.match(told[3], /cannot be loaded.*none\.wasm/);
});

test('TypeScript knows every request and reply, with the module resolution of Node and of bundlers', () => {
  write(
    'typed.ts',
    `import { createEngine, Refused, type StepData } from 'sudoku-engines';
     import type { SudokuBoard } from 'sudoku-engines/element';
     const engine = createEngine({ worker: true });
     const board: SudokuBoard = document.createElement('sudoku-board');
     const { steps } = await engine.ask('hint', board.question, { signal: AbortSignal.timeout(5) });
     const step: StepData | undefined = steps[0];
     board.step = step ?? null;
     const { id } = await engine.generate({ clues: [null, 24] });
     const text: string | null = id;
     // @ts-expect-error: there is no such request.
     void engine.ask('hints', { puzzle: text });
     // @ts-expect-error: a request without its puzzle.
     void engine.ask('hint', {});
     // @ts-expect-error: a reply is not a number.
     const wrong: number = steps;
     export { wrong, Refused };`,
  );
  const compiler = join(root, 'web/node_modules/typescript/bin/tsc');
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['es2022', 'bundler'],
  ]) {
    const options = ['--strict', '--noEmit', '--lib', 'es2022,dom', '--target', 'es2022', '--module', module];
    const rest = ['--moduleResolution', resolution, '--types', '', '--ignoreConfig', 'typed.ts'];
    execFileSync('node', [compiler, ...options, ...rest], { cwd: project, stdio: 'inherit' });
  }
});

/** The example of the guide. The first press of its button draws a hint, the second one applies it. */
const example = readFileSync(join(root, 'web/npm/example/index.html'), 'utf8');

const values = (tab) => tab.evaluate(() => document.querySelector('sudoku-board').values);

/** Checks the behavior of the example, which is the same for each source of the package. */
async function works(tab) {
  const hint = tab.getByRole('button', { name: 'Hint' });
  await hint.click();
  await tab.locator('sudoku-board rect.placed').waitFor();
  assert.match(await tab.locator('#text').textContent(), /can only be/);
  assert.deepEqual(await findings(tab), []);
  await hint.click();
  const now = await values(tab);
  assert.equal(now.replaceAll('.', '').length, EASY.replaceAll('.', '').length + 1);
}

test('the guide has the code of the example', () => {
  const guide = readFileSync(join(root, 'docs/guides/javascript.md'), 'utf8');
  const [, code] = /```html\n(<sudoku-board[\s\S]*?)```/.exec(guide);
  for (const line of code.split('\n')) assert.ok(example.includes(line), line);
});

test('a page without a bundler draws a hint', async () => {
  const here = (name, file) => [`'${name}'`, `'./node_modules/sudoku-engines/${file}'`];
  write(
    'index.html',
    example.replace(...here('sudoku-engines/element', 'element.js')).replace(...here('sudoku-engines', 'browser.js')),
  );
  const aborts = async (tab) => {
    await works(tab);
    const answers = await tab.evaluate(async (puzzle) => {
      const { createEngine } = await import('./node_modules/sudoku-engines/browser.js');
      const engine = createEngine({ worker: true });
      const endless = engine.ask('count', { puzzle }, { signal: AbortSignal.timeout(50) });
      const next = engine.ask('check', { puzzle });
      return [await endless.catch(({ name }) => name), (await next).solutions];
    }, BLANK);
    assert.deepEqual(answers, ['TimeoutError', 2]);
  };
  await visit(aborts, { at: await serve(project), wait: '.cell' });
});

test('the example is built by Vite, and its board is played with keys and buttons', async () => {
  const source = join(project, 'vite');
  mkdirSync(source);
  writeFileSync(join(source, 'index.html'), example);
  await build({ root: source, logLevel: 'error', build: { target: 'es2022' } });
  const play = async (tab) => {
    await works(tab);
    await tab.evaluate(
      (puzzle) => {
        const board = document.querySelector('sudoku-board');
        window.told = [];
        for (const name of ['change', 'solve']) board.addEventListener(name, () => window.told.push(name));
        board.puzzle = puzzle;
      },
      `.${SOLVED.slice(1, 80)}.`,
    );
    await tab.locator('sudoku-board .cell').first().click();
    await tab.keyboard.press('Shift+Digit5');
    await tab.keyboard.press('Control+z');
    await tab.keyboard.press('Digit5');
    await tab.locator('sudoku-board .cell').last().click();
    // A wrong digit fills the last cell, but does not solve the board.
    for (const name of ['8', '9']) await tab.locator('sudoku-board .pad').getByRole('button', { name }).click();
    assert.equal(await values(tab), SOLVED);
    assert.equal(await tab.evaluate(() => window.told.join()), 'change,change,change,change,change,solve');
    await tab.evaluate(() => document.querySelector('sudoku-board').setAttribute('readonly', ''));
    assert.equal(await tab.evaluate(() => document.activeElement.tagName), 'SUDOKU-BOARD');
    await tab.locator('sudoku-board .cell').first().click();
    await tab.keyboard.press('Delete');
    assert.equal(await values(tab), SOLVED);
  };
  await visit(play, { at: await serve(join(source, 'dist')), wait: '.cell' });
});

test('properties that are set before the element is defined stay, and arrows move the focus', async () => {
  write(
    'early.html',
    `<link rel="icon" href="data:,">
     <sudoku-board puzzle="${EASY}" label="Mine"></sudoku-board>
     <script type="module">
       const board = document.querySelector('sudoku-board');
       const values = Array.from('${SOLVED}', Number);
       const none = Array(81).fill(0);
       board.position = { values, givens: none, corner: none, centre: none, colours: none.with(40, 1) };
       board.wrong = [3];
       await import('./node_modules/sudoku-engines/element.js');
     </script>`,
  );
  const stays = async (tab) => {
    assert.equal(await values(tab), SOLVED);
    assert.equal(await tab.locator('sudoku-board path.bad').count(), 1);
    await tab.getByRole('grid', { name: 'Mine' }).getByLabel('row 5 column 5, 5, color 1').click();
    await tab.keyboard.press('ArrowRight');
    const focus = () => document.querySelector('sudoku-board').shadowRoot.activeElement.ariaLabel;
    assert.equal(await tab.evaluate(focus), 'row 5 column 6, 3');
  };
  await visit(stays, { at: `${await serve(project)}early.html`, wait: '.cell' });
});

test('a board in a frame has hints and a link to the page', () =>
  visit(
    async (tab) => {
      const hint = tab.getByRole('button', { name: 'Hint' });
      await hint.click();
      await tab.locator('output b').waitFor();
      assert.deepEqual(await findings(tab), []);
      await tab.getByRole('button', { name: 'Apply' }).click();
      assert.notEqual(await tab.evaluate(() => document.querySelector('sudoku-board').values), EASY);
      assert.equal(await tab.locator('nav a').getAttribute('href'), `./#${EASY}`);
      await tab.evaluate(() => {
        location.hash = '#%';
      });
      await tab.getByText(/found `%`/).waitFor();
      // A link keeps its entries, and a copied grid keeps its clues.
      const shown = () =>
        tab.evaluate(() => [
          document.querySelector('sudoku-board').puzzle,
          document.querySelector('sudoku-board').values,
        ]);
      await tab.evaluate((hash) => {
        location.hash = hash;
      }, `#${EASY}~${SOLVED}`);
      await tab.waitForFunction((values) => document.querySelector('sudoku-board').values === values, SOLVED);
      assert.deepEqual(await shown(), [EASY, SOLVED]);
      // The page gives no hint for a board with a mistake.
      const wrong = EASY.replace('.', EASY[0]);
      await tab.evaluate((values) => {
        location.hash = `#${values}`;
      }, wrong);
      await tab.waitForFunction((values) => document.querySelector('sudoku-board').values === values, wrong);
      await hint.click();
      await tab.getByText(/^contradiction/).waitFor();
    },
    { at: `${address}embed.html`, hash: `#${EASY}`, wait: 'sudoku-board' },
  ));

test('a hint in a frame waits for the puzzle of the address to load', () =>
  visit(
    async (tab) => {
      await tab.waitForFunction(() => window.asked > 0);
      await tab.getByRole('button', { name: 'Hint' }).click();
      await release(tab);
      await tab.locator('output b').waitFor();
    },
    { at: `${address}embed.html`, hash: `#${EASY.replaceAll('.', '0')}`, wait: 'sudoku-board', setup: holding('read') },
  ));
