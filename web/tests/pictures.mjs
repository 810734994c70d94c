// Takes the pictures of the page and of a printed sheet for the documents: `cargo xtask pictures`.
//
// SUDOKU_PAGE is the folder of the page, CHROMIUM the browser, PICTURES the folder to write to,
// which holds sheet.svg.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';

const root = new URL('../..', import.meta.url).pathname;
const { SUDOKU_PAGE: folder, CHROMIUM: executablePath, PICTURES: pictures } = process.env;
// Its path on the scale of Sudoku Explainer has forcing chains.
const PUZZLE = '...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...';

/** Opens the page in a language, and plays hints up to the first chain, whose proof it shows. */
async function showChain(browser, address, locale) {
  const context = await browser.newContext({ viewport: { width: 1120, height: 864 }, locale, colorScheme: 'light' });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.goto(`${address}#${PUZZLE}`);
  await page.waitForFunction(() => document.querySelectorAll('.given').length > 20);
  await page.locator('.cells .cell').first().focus();
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('h');
    await page.locator('.step-card h2').waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    await page.locator('.proof li').first().waitFor();
    if ((await page.locator('path.link:not(.key)').count()) >= 6) return page;
    await page.keyboard.press('Enter');
    await page.locator('.step-card h2').waitFor({ state: 'detached' });
  }
  throw new Error('no step of the path has links');
}

const server = spawn('node', [join(root, 'web/page/serve.mjs'), folder, '0']);
const address = await new Promise((resolve) => server.stdout.once('data', (line) => resolve(String(line).trim())));
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const browser = await chromium.launch({ executablePath, args });
try {
  for (const [name, locale] of [
    ['page', 'en-US'],
    ['page-ko', 'ko-KR'],
  ]) {
    const page = await showChain(browser, address, locale);
    await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' });
    await page.context().close();
  }
  // The sheet has no background of its own, and is printed on white paper.
  const source = join(pictures, 'sheet.svg');
  const svg = readFileSync(source, 'utf8');
  const sheet = await browser.newPage({ viewport: { width: 744, height: 1052 } });
  await sheet.setContent(`<style>*{margin:0}svg{width:744px;height:1052px}</style>${svg}`);
  await sheet.screenshot({ path: join(pictures, 'sheet.png') });
  rmSync(source);
} finally {
  await browser.close();
  server.kill();
}
