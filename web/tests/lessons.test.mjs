// Tests the page of the algorithms in a browser. visit.mjs describes the environment variables.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { cell, EASY, pictures, pressAtOnce, says, saysSoon, valuesSoon, visit } from './visit.mjs';

/** Opens the page of the algorithms, whose script is loaded on demand. */
const lessons = async (page) => {
  await page.locator('nav [data-place=algorithms]').click();
  await page.locator('.lessons').waitFor();
};
const puzzles = (page) => page.locator('label.field', { hasText: /^Puzzle/ }).locator('select');
const choose = (page, puzzle) => puzzles(page).selectOption({ label: puzzle });
const lit = (page) => page.locator('.lesson .line[aria-current]').textContent();

test('a program is followed line by line, and no key is lost', () =>
  visit(async (page) => {
    await lessons(page);
    await pressAtOnce(page, Array(10).fill('ArrowRight'));
    await page.getByText('Line 10', { exact: true }).waitFor();
    assert.match(await lit(page), /board\[r\]\[c\] = digit;/);
    assert.equal(await page.locator('.controls .told').textContent(), 'Write 8 in r1c1.');
    assert.match(await page.locator('.calls').textContent(), /fill\(0\)\s+r1c1 = 8/);
    for (const [language, line] of [
      ['Java', /board\[r\]\[c\] = digit;/],
      ['Python', /board\[r\]\[c\] = digit$/m],
      ['Rust', /self\.board\[r\]\[c\] = digit;/],
    ]) {
      await page.getByRole('button', { name: language, exact: true }).click();
      assert.match(await lit(page), line);
    }
    await page.keyboard.press('ArrowLeft');
    assert.match(await lit(page), /fits/);
    await page.getByRole('button', { name: 'Next backtrack' }).click();
    await page.getByText('The search does not backtrack from here').waitFor();
    await choose(page, 'Ten backtracks');
    for (let backtracks = 1; backtracks <= 3; backtracks++) {
      await page.keyboard.press('n');
      await page.getByText(`${backtracks} backtrack`).waitFor();
      assert.match(await lit(page), /^ *false|return false|false/);
    }
    // The highlighted call is the one that returns. Its cell has no digit, and its caller is below it.
    const [, failing] = /^No digit is left for (r\dc\d): return\.$/.exec(
      await page.locator('.controls .told').textContent(),
    );
    assert.match(
      await page.locator('.calls [aria-current]').textContent(),
      new RegExp(`^fill\\(\\d+\\)\\s+${failing}$`),
    );
    assert.match(await page.locator('.calls li').nth(1).textContent(), /^fill\(\d+\)\s+r\dc\d = \d$/);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByLabel('Speed').selectOption('1000');
    await page.getByText(/The program ran 536 lines and printed a correct board/).waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByRole('button', { name: 'Bit masks' }).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('.controls .told').textContent(), 'Free in r1c1: 5.');
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByText('4 branches', { exact: false }).waitFor();
    await page.screenshot({ path: join(pictures, 'algorithms.png'), fullPage: true });
  }));

test('a mistake is seen in the code, and in what the program does', () =>
  visit(async (page) => {
    await lessons(page);
    const run = async (mistake, puzzle) => {
      await choose(page, puzzle);
      await page.getByLabel('Mistake').selectOption({ label: mistake });
      await page.getByRole('button', { name: 'To the end' }).click();
      await page.locator('.verdict:not(:empty)').waitFor();
      return page.locator('.verdict').textContent();
    };
    assert.match(await run('not resetting the cell', 'Ten backtracks'), /board with blanks.*wrong answer/);
    assert.match(await page.locator('del.line').textContent(), /board\[r\]\[c\] = 0;/);
    // The changed line is in view even before it runs.
    assert.match(
      await run('not resetting the cell', 'No backtracking'),
      /accepts it\. The search never backtracks on this puzzle.*“Ten backtracks”/,
    );
    const inView = () =>
      page.evaluate(() => {
        const [code, line] = ['.lesson .program', '.lesson :is(ins, del).line'].map((one) =>
          document.querySelector(one).getBoundingClientRect(),
        );
        return line.top >= code.top && line.bottom <= code.bottom;
      });
    for (const algorithm of ['Row by row', 'Bit masks']) {
      await page.getByRole('button', { name: algorithm }).click();
      for (const language of ['C++', 'Java', 'Python', 'Rust']) {
        await page.getByRole('button', { name: language, exact: true }).click();
        for (const mistake of ['not resetting the cell', 'no early return', 'printing in the search']) {
          await page.getByLabel('Mistake').selectOption({ label: mistake });
          assert.ok(await inView(), `${algorithm}, ${language}, ${mistake}`);
        }
      }
    }
    await page.getByRole('button', { name: 'Row by row' }).click();
    assert.match(
      await run('no early return', 'No backtracking'),
      /board with blanks\. It had the solution after 235 lines/,
    );
    assert.match(await page.locator('ins.line').textContent(), /fill\(at \+ 1\);/);
    assert.match(await run('printing in the search', 'Two solutions'), /printed 2 boards.*wrong answer/);
    assert.match(await run('none', 'Two solutions'), /printed a correct board.*accepts/);
    assert.equal(await page.locator(':is(ins, del).line').count(), 0);
  }));

test('the board and the sentence of the line are on the first screen', async () => {
  for (const [width, height] of [
    [1366, 768],
    [1280, 800],
    [390, 844],
  ]) {
    for (const locale of ['en-US', 'ko-KR']) {
      await visit(
        async (page) => {
          await page.screenshot({ path: join(pictures, `algorithms-${width}-${locale}.png`) });
          for (const algorithm of ['scan', 'bitmask', 'mrv', 'board']) {
            await page.locator(`[data-value=${algorithm}]`).click();
            assert.equal(await page.evaluate(() => scrollY), 0, 'the page is not scrolled');
            const boxes = Object.fromEntries(
              await Promise.all(
                ['.controls .told', '.at-work .board', 'header nav'].map(async (one) => [
                  one,
                  await page.locator(one).boundingBox(),
                ]),
              ),
            );
            const end = width < 600 ? boxes['header nav'].y : height;
            const board = boxes['.at-work .board'];
            assert.ok(
              boxes['.controls .told'].y + boxes['.controls .told'].height <= board.y,
              'the sentence is above the board',
            );
            assert.ok(
              board.y + board.height <= end,
              `${locale}, ${width} x ${height}, ${algorithm}: the board ends at ${board.y + board.height} of ${end}`,
            );
          }
        },
        { hash: '#algorithms', wait: '.lessons', context: { viewport: { width, height }, locale } },
      );
    }
  }
});

test('four programs run side by side, with one clock', () =>
  visit(async (page) => {
    await lessons(page);
    await page.getByRole('button', { name: 'Side by side' }).click();
    const lines = async () =>
      (await page.locator('.lanes .counts').allTextContents()).map((text) =>
        Number(/^([\d,]+) line/.exec(text)[1].replaceAll(',', '')),
      );
    for (let at = 0; at < 5; at++) await page.keyboard.press('ArrowRight');
    assert.deepEqual(await lines(), [5, 5, 5, 5]);
    assert.equal(await puzzles(page).inputValue(), 'hundreds', 'a puzzle on which the programs differ');
    await page.getByText('A line is not a time').waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByText('Line 7,737', { exact: true }).waitFor();
    const counts = await page.locator('.lanes .counts').allTextContents();
    assert.match(counts[0], /573 digits written · 517 backtracks/);
    assert.match(counts[2], /73 digits written · 17 backtracks/);
    await choose(page, 'Worst for row order');
    await page.getByLabel('Speed').selectOption('1000000');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => /^[\d,]{6,} lines/.test(document.querySelector('.lanes .counts').textContent));
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const [scan, bitmask, mrv, board] = await lines();
    assert.equal(scan, bitmask);
    assert.deepEqual([mrv, board], [882, 32]);
    // Leaving the page of the algorithms ends the search and the measurement without a message.
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByRole('button', { name: 'Measure', exact: true }).click();
    await page.locator('.compare').getByText('Working').waitFor();
    await page.locator('nav [data-place=play]').click();
    await cell(page, 0).waitFor();
    assert.equal(await says(page), '');
  }));

test('strategies are timed in batches, and compared with the judge', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await lessons(page);
      await choose(page, 'My board');
      await page.getByRole('button', { name: 'Measure', exact: true }).click();
      await page.locator('.chart .time-bar').nth(3).waitFor();
      const stop = page.getByRole('button', { name: 'Stop' });
      await stop.waitFor({ state: 'hidden' });
      const rows = await page.locator('.compare tbody tr').allTextContents();
      assert.equal(rows.length, 4);
      assert.match(rows[0], /^Row by row \(scan\)4,208/);
      for (const row of rows) assert.match(row, /\d (ns|µs|ms).*\d (ns|µs|ms) – [\d.]+ (ns|µs|ms)/);
      await page.getByText('Guesses: the digits that the program tried').waitFor();
      await page.getByRole('link', { name: 'Judge your own program' }).click();
      assert.match(await page.locator('.times pre').textContent(), /bench-harness judge/);
      await page.getByRole('button', { name: 'Measure all strategies' }).click();
      await stop.click();
      await saysSoon(page, 'Stopped');
      await page.getByRole('button', { name: 'Measure all strategies' }).click();
      await page.locator('.chart .time-bar').nth(7).waitFor();
      await page.screenshot({ path: join(pictures, 'times.png'), fullPage: true });
    },
    { hash: `#${EASY}` },
  ));
