// Checks the HTML report of the harness in a browser: `cargo xtask page`.
//
// REPORT is the page, CHROMIUM the browser, PICTURES the folder for screenshots.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const { REPORT: report, CHROMIUM: executablePath, PICTURES: pictures } = process.env;
const BROKEN = '<title>broken</title><script>nosuch()</script><img src="https://example.org/picture.png">';

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

/** Loads a page without a network. Also returns its console and the addresses that it requests. */
async function load(address, options = {}) {
  const page = await browser.newPage(options);
  const [said, requested] = [[], []];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.route(/^https?:/, (route) => {
    requested.push(route.request().url());
    return route.abort();
  });
  await page.goto(address);
  return { page, said, requested };
}

try {
  // A page with deliberate errors proves that the test detects errors.
  const broken = await load(`data:text/html,${encodeURIComponent(BROKEN)}`);
  assert.match(broken.said.join('\n'), /nosuch/);
  assert.deepEqual(broken.requested, ['https://example.org/picture.png']);

  const seen = [];
  for (const [name, width, colorScheme] of [
    ['light', 1100, 'light'],
    ['dark', 1100, 'dark'],
    ['phone', 390, 'light'],
  ]) {
    const options = { viewport: { width, height: 900 }, colorScheme };
    const { page, said, requested } = await load(pathToFileURL(report).href, options);
    assert.deepEqual([said, requested], [[], []]);
    // Two tables are in the summary, and one for each of two sets in two modes. Each set and mode has a plot.
    for (const [element, expected] of [
      ['table', 6],
      ['svg', 4],
      ['script', 0],
      ['#method', 1],
    ]) {
      assert.equal(await page.locator(element).count(), expected, element);
    }
    const text = await page.locator('body').textContent();
    for (const word of ['mrv', 'board', 'puzzles/s', 'PyPy3', 'Mean time']) {
      assert.ok(text.includes(word), `the page lacks ${word}`);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
    const picture = await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    // A screenshot with only one color has few kilobytes.
    assert.ok(picture.length > 60_000 && !seen.some((other) => other.equals(picture)), name);
    seen.push(picture);
  }
  console.log(`no error, no request to other hosts, screenshots in ${pictures}`);
} finally {
  await browser.close();
}
