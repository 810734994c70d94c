// Opens the page in a browser for the tests beside it. Every word in the console that is no plain log is a
// failure.
//
// FIREFOX is the path of a Firefox, which then replaces Chromium.
// PAGE is where it is served, or else SUDOKU_PAGE its folder; pictures go to PICTURES.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { after, before } from 'node:test';
import { chromium, firefox } from 'playwright-core';
import decodeQR from 'qr/decode.js';

export const root = new URL('../..', import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const pictures = process.env.PICTURES ?? join(root, 'target/ci/browser');
export const folder = process.env.SUDOKU_PAGE ?? join(root, 'target/web');

export const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

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

/** Starts a Firefox as its makers build it, which Playwright drives by WebDriver BiDi. */
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

/** A fresh visitor; what goes wrong, and what is asked of other hosts, is held against the test at its end. */
export async function visit(work, { at = address, hash = '', context: options = {}, setup, wait = '.cell' } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: 'en-US', ...options });
  const wrong = [];
  const watch = (page) => {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => {
      // In Firefox, Playwright's style for screenshots offends the policy of the page.
      if (!(process.env.FIREFOX && error.message.includes('style-src-elem'))) wrong.push(error.stack);
    });
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(new URL(at).origin))
        wrong.push(`asks ${request.url()}`);
    });
  };
  context.on('page', watch);
  await setup?.(context);
  // Far more than anything takes, for a machine that has other work: only what never comes fails.
  context.setDefaultTimeout(30_000);
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
export const valuesSoon = (page, wanted) =>
  page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('.cells .cell')]
        .map((one) => /column \d, (\d)/.exec(one.getAttribute('aria-label'))?.[1] ?? '.')
        .join('') === text,
    wanted,
  );

/** Until some tab's board is stored with these values. */
export const keptSoon = (page, wanted) =>
  page.waitForFunction(
    (text) =>
      Object.keys(localStorage).some(
        (key) => JSON.parse(localStorage.getItem(key)).state?.position.split('~')[1] === text,
      ),
    wanted,
  );

/**
 * Holds questions of a kind back until `release(page)`, as a slow engine does. Then `answered(page)` waits until the
 * page has taken in all their answers.
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
      // The page listens first, so it has the answer by then.
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

/** The complaints of axe-core. */
export async function findings(page) {
  // The page's policy forbids scripts that are not its own; the driver may.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Reads the QR code on a printed page. */
export async function code(page) {
  // At its printed size, a screenshot is too coarse for a long address.
  await page.locator('.code').evaluate((svg) => {
    svg.style.width = '400px';
  });
  const picture = await page.locator('.code').screenshot();
  const pixels = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const { width, height } = image;
      const paint = new OffscreenCanvas(width, height).getContext('2d');
      paint.drawImage(image, 0, 0);
      return { width, height, data: [...paint.getImageData(0, 0, width, height).data] };
    },
    [...picture],
  );
  return decodeQR({ ...pixels, data: Uint8Array.from(pixels.data) });
}
