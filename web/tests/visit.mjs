// Opens the page in a browser for the tests in this folder. A test fails if the console has an error or a warning.
//
// FIREFOX is the path of a Firefox, which replaces Chromium if it is set.
// PAGE is the address of the page. Without PAGE, the tests serve the folder SUDOKU_PAGE. PICTURES is the folder for
// screenshots.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { chromium, firefox } from 'playwright-core';
import decodeQR from 'qr/decode.js';

export const root = new URL('../..', import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const pictures = process.env.PICTURES ?? join(root, 'target/ci/browser');
export const folder = process.env.SUDOKU_PAGE ?? join(root, 'target/web');

export const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/** The longest wait, in milliseconds. It is long, so a busy machine does not cause a failure. */
const LIMIT = 30_000;

export let address = process.env.PAGE;
let server;
let browser;

before(async () => {
  mkdirSync(pictures, { recursive: true });
  if (!address) {
    server = spawn('node', [join(root, 'web/page/serve.mjs'), folder, '0']);
    address = await new Promise((told) => server.stdout.once('data', (line) => told(String(line).trim())));
  }
  browser = process.env.FIREFOX ? await startFirefox(process.env.FIREFOX) : await startChromium();
});

function startChromium() {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
}

/** Starts an unmodified Firefox, which Playwright controls with WebDriver BiDi. */
async function startFirefox(executablePath) {
  const started = await firefox.launch({ channel: 'moz-firefox', executablePath });
  // Playwright sends this command with every context, but Firefox 153 does not know it.
  const { _browserSession: session } = firefox._connection.toImpl(started);
  const { send } = session;
  session.send = function sendKnown(command, ...more) {
    return command === 'emulation.setMediaFeaturesOverride' ? undefined : send.call(this, command, ...more);
  };
  return started;
}

after(async () => {
  await browser?.close();
  server?.kill();
});

/** Runs `work` as a new visitor. Fails at the end if the page reported an error or sent a request to another host. */
export async function visit(work, { at = address, hash = '', context: options = {}, setup, wait = '.cell' } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: 'en-US', ...options });
  const wrong = [];
  const watch = (page) => {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => {
      // In Firefox, Playwright adds a style for screenshots, which the policy of the page forbids.
      if (!(process.env.FIREFOX && error.message.includes('style-src-elem'))) wrong.push(error.stack);
    });
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(new URL(at).origin))
        wrong.push(`request to ${request.url()}`);
    });
  };
  context.on('page', watch);
  await setup?.(context);
  context.setDefaultTimeout(LIMIT);
  const page = await context.newPage();
  await page.goto(at + hash);
  await page.waitForSelector(wait);
  try {
    await work(page, context);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
  }
}

/** Reads until the value equals `wanted`. Fails with the last value after `LIMIT`. */
export async function equalsSoon(read, wanted) {
  const end = Date.now() + LIMIT;
  let found = await read();
  while (!isDeepStrictEqual(found, wanted) && Date.now() < end) {
    await sleep(20);
    found = await read();
  }
  assert.deepEqual(found, wanted);
}

export const clues = (puzzle) => puzzle.replace(/\./g, '').length;
export const cell = (page, at) => page.locator('.cells .cell').nth(at);
export const values = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.cells .cell')]
      .map((one) => /column \d, (\d)/.exec(one.ariaLabel ?? one.getAttribute('aria-label'))?.[1] ?? '.')
      .join(''),
  );
export const says = (page) => page.locator('output.says').textContent();
export const saysSoon = (page, words) =>
  page.waitForFunction((part) => document.querySelector('output.says').textContent.includes(part), words);
export const paste = (page, text) =>
  page.evaluate((words) => {
    const data = new DataTransfer();
    data.setData('text/plain', words);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
/** Waits until the board has these values. The wait survives a navigation, which would end a call of `values`. */
export const valuesSoon = (page, wanted) =>
  page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('.cells .cell')]
        .map((one) => /column \d, (\d)/.exec(one.getAttribute('aria-label'))?.[1] ?? '.')
        .join('') === text,
    wanted,
  );

/** Presses keys in one task, so the page draws no frame between them. Each key is a digit or a name. */
export const pressAtOnce = (page, keys) =>
  page.evaluate((all) => {
    for (const key of all) {
      const code = /\d/.test(key) ? `Digit${key}` : key;
      const init = { key, code, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init));
    }
  }, keys);

/** Returns the middle of an element, in the coordinates of `touchScreen`. */
export async function middleOf(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Returns a function that sends a touch event with one point for each finger. After `touchEnd`, it waits until the page
 * has processed the event.
 */
export async function touchScreen(page) {
  const session = await page.context().newCDPSession(page);
  return async (type, ...points) => {
    await page.evaluate(() => {
      window.touchEnded = false;
      addEventListener('touchend', () => Object.assign(window, { touchEnded: true }), { once: true });
    });
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((at, id) => ({ ...at, id })) });
    if (type === 'touchEnd') await page.waitForFunction(() => window.touchEnded);
  };
}

/** Waits until the storage has a board with these values, from any tab. */
export const keptSoon = (page, wanted) =>
  page.waitForFunction(
    (text) =>
      Object.keys(localStorage).some(
        (key) => JSON.parse(localStorage.getItem(key)).state?.position.split('~')[1] === text,
      ),
    wanted,
  );

/**
 * Delays requests of a kind until `release(page)`, like a slow engine. Then `answered(page)` waits until the page has
 * processed all their answers.
 */
export const holding = (op) => (context) =>
  context.addInitScript((held) => {
    const post = Worker.prototype.postMessage;
    const waiting = [];
    Object.assign(window, { holds: true, asked: 0, open: 0 });
    window.release = () => {
      window.holds = false;
      for (const send of waiting.splice(0)) send();
    };
    Worker.prototype.postMessage = function send(message, ...more) {
      if (message.op !== held) return post.call(this, message, ...more);
      window.asked += 1;
      window.open += 1;
      // The page added its listener first, so it already has the answer.
      this.addEventListener('message', ({ data }) => {
        if (data.id === message.id) window.open -= 1;
      });
      if (window.holds) waiting.push(() => post.call(this, message, ...more));
      else post.call(this, message, ...more);
    };
  }, op);
export const hold = (page) =>
  page.evaluate(() => {
    window.holds = true;
  });
export const release = (page) => page.evaluate(() => window.release());
export const answered = (page) => page.waitForFunction(() => window.asked > 0 && window.open === 0);

/** Returns the text that `work` copies. The browser must allow the clipboard. */
export async function copied(page, work) {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await work();
  const handle = await page.waitForFunction(() => navigator.clipboard.readText());
  return handle.jsonValue();
}

/** Returns the accessibility violations that axe-core finds. */
export async function findings(page) {
  // The policy of the page forbids foreign scripts, so the driver injects axe-core.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Reads the QR code on a printed page. */
export async function code(page) {
  // The printed size gives a screenshot that is too coarse for a long address.
  await page.locator('.code').evaluate((svg) => {
    svg.style.width = '400px';
  });
  const picture = await page.locator('.code').screenshot();
  const pixels = await page.evaluate(
    async (png) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(png)], { type: 'image/png' }));
      const { width, height } = image;
      const paint = new OffscreenCanvas(width, height).getContext('2d');
      paint.drawImage(image, 0, 0);
      const bytes = Array.from(paint.getImageData(0, 0, width, height).data, (byte) => String.fromCharCode(byte));
      // A string reaches the test much faster than a list of numbers.
      return { width, height, data: bytes.join('') };
    },
    [...picture],
  );
  return decodeQR({ ...pixels, data: Buffer.from(pixels.data, 'latin1') });
}
