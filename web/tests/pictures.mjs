// Takes the pictures of a hint, a printed sheet and the page for the documents: `cargo xtask pictures`.
//
// SUDOKU_COMMAND is the command `sudoku`, SUDOKU_PAGE the folder of the page, CHROMIUM the browser,
// PICTURES the folder to write to.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';

const root = new URL('../..', import.meta.url).pathname;
const { SUDOKU_COMMAND: command, SUDOKU_PAGE: folder, CHROMIUM: executablePath, PICTURES: pictures } = process.env;
// The path of this puzzle has forcing chains on the scale of Sudoku Explainer. On HoDoKu's scale, this step of the path
// is an XY-chain.
const STEP = '0025';
const PUZZLE = '...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...';

/** Opens the page in a language, and applies hints up to the first chain. Shows the proof of the chain. */
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

/** Draws a step of human logic. */
function drawHint() {
  const work = mkdtempSync(join(tmpdir(), 'pictures-'));
  const to = ['--to', 'svg', '--quiet', '--output', join(work, 'step.svg')];
  execFileSync(command, ['explain', '--scale', 'hodoku', ...to], { input: PUZZLE });
  copyFileSync(join(work, `step-${STEP}.svg`), join(pictures, 'hint.svg'));
  rmSync(work, { recursive: true });
}

/** Prints a sheet of puzzles with the same symmetry. */
function printSheet(file) {
  const puzzles = [
    '--count',
    '6',
    '--seed',
    '7',
    '--symmetry',
    'half-turn',
    '--scale',
    'se',
    '--difficulty',
    '2.0..4.4',
  ];
  const sheet = ['--per-page', '6', '--title', 'Half-turn symmetry, SE 2.0 to 4.4', '--ids'];
  execFileSync(command, ['generate', ...puzzles, ...sheet, '--to', 'svg', '--quiet', '--output', file]);
}

drawHint();
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
  // The sheet has no background, because it is printed on white paper.
  const source = join(pictures, 'sheet.svg');
  printSheet(source);
  const svg = readFileSync(source, 'utf8');
  const sheet = await browser.newPage({ viewport: { width: 744, height: 1052 } });
  await sheet.setContent(`<style>*{margin:0}svg{width:744px;height:1052px}</style>${svg}`);
  await sheet.screenshot({ path: join(pictures, 'sheet.png') });
  rmSync(source);
} finally {
  await browser.close();
  server.kill();
}
