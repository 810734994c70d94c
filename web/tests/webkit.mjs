// Tests the main parts of the page in WebKit, the engine of Safari, with the WebDriver of WebKitGTK. The tests need a
// display: `xvfb-run -a node --test web/tests/webkit.mjs`.
//
// WEBKIT is the path of WebKitWebDriver, SUDOKU_PAGE the folder of the page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const root = new URL('../..', import.meta.url).pathname;
const { WEBKIT: program = 'WebKitWebDriver', SUDOKU_PAGE: folder = join(root, 'target/web') } = process.env;
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
/** The last blank cell of EASY. */
const LAST = EASY.lastIndexOf('.');
const programs = [];
let driver;
let session;
let address;

/** Returns a port that is free. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Sends a command of https://www.w3.org/TR/webdriver2/. */
async function command(method, path, body) {
  const reply = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await reply.json();
  if (!reply.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
  return value;
}

/** Runs a function in the page. */
const run = (work, ...args) =>
  command('POST', `${session}/execute/sync`, { script: `return (${work})(...arguments)`, args });

/** Waits until a function in the page returns true. */
async function until(work, ...args) {
  for (const end = Date.now() + 30_000; ; await sleep(50)) {
    if (await run(work, ...args)) return;
    if (Date.now() > end) throw new Error(`it never came: ${work} ${args}`);
  }
}
const shown = (selector, text = '') =>
  until(
    (css, part) =>
      [...document.querySelectorAll(css)].some((one) => one.checkVisibility() && one.textContent.includes(part)),
    selector,
    text,
  );
const press = (selector, text = '') =>
  run(
    (css, part) => [...document.querySelectorAll(css)].find((one) => one.textContent.includes(part)).click(),
    selector,
    text,
  );
const focus = (selector, at = 0) => run((css, index) => document.querySelectorAll(css)[index].focus(), selector, at);

/** Presses keys. The codes of the other keys are in the standard of WebDriver. */
const RIGHT = '\uE014';
const keys = (...all) =>
  command('POST', `${session}/actions`, {
    actions: [
      {
        type: 'key',
        id: 'keys',
        actions: all.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))),
      },
    ],
  });

/** Opens an address. `window.wrong` collects the errors of the page. */
async function open(path) {
  await command('POST', `${session}/url`, { url: 'about:blank' });
  await command('POST', `${session}/url`, { url: address + path });
  await run(() => {
    window.wrong = [];
    addEventListener('error', ({ message }) => window.wrong.push(message));
    addEventListener('unhandledrejection', ({ reason }) => window.wrong.push(String(reason)));
  });
}
const visit = (path, work) => async () => {
  await open(path);
  await work();
  assert.deepEqual(await run(() => window.wrong), []);
};

before(async () => {
  const server = spawn('node', [join(root, 'web/page/serve.mjs'), folder, '0']);
  const port = await freePort();
  const started = spawn(program, [`--port=${port}`], {
    // A container cannot start the sandbox of WebKit, and has no graphics card.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  });
  programs.push(server, started);
  address = await new Promise((told) => server.stdout.once('data', (line) => told(String(line).trim())));
  driver = `http://127.0.0.1:${port}`;
  const isReady = () =>
    command('GET', '/status').then(
      ({ ready }) => ready,
      () => false,
    );
  while (!(await isReady())) {
    if (started.exitCode !== null) throw new Error(`${program} ended with ${started.exitCode}`);
    await sleep(50);
  }
  const { sessionId } = await command('POST', '/session', { capabilities: {} });
  session = `/session/${sessionId}`;
});

after(async () => {
  if (session) await command('DELETE', session);
  for (const one of programs) one.kill();
});

test(
  "today's puzzle is played with keys, and a hint is drawn",
  visit('', async () => {
    await until(() => document.querySelectorAll('.given').length > 16);
    await press('button', 'Start today’s puzzle');
    await shown('.tabs');
    const blank = await run(() =>
      [...document.querySelectorAll('.cells .cell')].findIndex((one) =>
        /blank|empty/.test(one.getAttribute('aria-label')),
      ),
    );
    await focus('.cells .cell', blank);
    await keys('5');
    await until((at) => /, 5/.test(document.querySelectorAll('.cells .cell')[at].getAttribute('aria-label')), blank);
    await press('button[aria-label=Undo]');
    await focus('.cells .cell', blank);
    await keys('h');
    await shown('.step-card h2');
    await keys('h');
    await keys('h');
    await shown('.proof li');
    await shown('.drawing .role');
  }),
);

test(
  'the end of a game shows its result',
  visit(`#${EASY}~${SOLVED.slice(0, LAST)}.${SOLVED.slice(LAST + 1)}`, async () => {
    await shown('.tabs');
    await focus('.cells .cell', LAST);
    await keys(SOLVED[LAST]);
    await shown('.end', 'Solved');
  }),
);

test(
  'a lesson has an example, and an exercise with a proof',
  visit('#learn=x-wing', async () => {
    await shown('.exercise .mark');
    await press('.exercise button', 'Show me');
    await shown('.exercise .proof li');
  }),
);

test(
  'a program is followed line by line',
  visit('#algorithms', async () => {
    await shown('.controls .told');
    await keys(...Array(10).fill(RIGHT));
    await shown('.controls .told', 'Write 8 in r1c1.');
  }),
);

test(
  'a puzzle of a level is made',
  visit('#create', async () => {
    await press('main.create [data-level=medium]');
    await press('button', 'Make a puzzle');
    await shown('.make .note', 'Rating: SE');
  }),
);

test(
  'the element in a frame draws a hint',
  visit(`embed.html#${EASY}`, async () => {
    await until((puzzle) => document.querySelector('sudoku-board')?.puzzle === puzzle, EASY);
    await press('button', 'Hint');
    await shown('output b');
    assert.ok(await run(() => document.querySelector('sudoku-board').shadowRoot.querySelector('.role') !== null));
  }),
);
