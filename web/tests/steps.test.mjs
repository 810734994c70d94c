// Tests the drawings of steps, and the ways to copy, save, print and share a step.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { address, code, copied, findings, pictures, valuesSoon, visit } from './visit.mjs';

const X_WING = '..9..43..7..2.......8.7....5...3..2..6........1..97584..5.298....6......4...1...7';
const ALS = '....8...1....7..98..85.97....9....86.5.2.69...6...3...2..1.5.3.145...............';
const XY_CHAIN = '9...1......5..6.1...87...92..4.6...8...92.5..........48.6.....31...8.........58..';
const POINTING = '....1.2..2..6.73..6......47.....395..8.........3..4.2....7..5...39.5.4......697..';
const FORCING = '...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...';
const COLORS = '........86...8.793.8...91.49175.........94......7.3.....68.2....9....4...48.3...1';

/** Opens the solution path of a puzzle on the scale of HoDoKu, at its first step of a technique. */
const showStep = async (page, puzzle, technique) => {
  await page.evaluate(() => localStorage.setItem('sudoku.settings', JSON.stringify({ scale: 'hodoku' })));
  await page.reload();
  await valuesSoon(page, puzzle);
  await page.locator('.cells .cell').first().focus();
  await page.keyboard.press('p');
  await page.locator('.steps li').first().waitFor();
  await page.locator('.path .kind select').selectOption(technique);
  await page.locator('.steps li').first().click();
  await page.locator('.card-head .effect').waitFor();
};
const onStep = (puzzle, technique, work, context = {}) =>
  visit(
    async (page, ...rest) => {
      await showStep(page, puzzle, technique);
      await work(page, ...rest);
    },
    { hash: `#${puzzle}`, context: { viewport: { width: 1280, height: 800 }, ...context } },
  );

const legend = (page) => page.locator('.step-card .legend dd').allTextContents();
const dashes = (page, what) =>
  page.evaluate((name) => getComputedStyle(document.querySelector(`.drawing ${name}`)).strokeDasharray, what);
const isInView = (page, what) =>
  page.evaluate((name) => {
    const { top, bottom } = document.querySelector(name).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }, what);

test('a fish is drawn as base and cover, and the legend names only the marks of the drawing', () =>
  onStep(X_WING, 'X-Wing', async (page) => {
    assert.equal(await page.locator('.drawing .frame.base').count(), 2);
    assert.equal(await page.locator('.drawing .frame.cover').count(), 2);
    assert.notEqual(await dashes(page, '.frame.base'), await dashes(page, '.frame.cover'), 'not by color alone');
    assert.deepEqual(
      (await legend(page)).map((words) => words.split(':')[0]),
      ['base house', 'cover house', 'place in a base house', 'eliminated'],
    );
    assert.deepEqual(await findings(page), []);
    await page.screenshot({ path: join(pictures, 'step-fish.png') });
  }));

test('locked candidates are drawn as a box and a line', () =>
  onStep(POINTING, 'pointing', async (page) => {
    const [base, cover] = await Promise.all(
      ['base', 'cover'].map((kind) => page.locator(`.drawing .frame.${kind}`).count()),
    );
    assert.deepEqual([base, cover], [1, 1]);
  }));

test('the sets of an ALS step have outlines and the letters of the proof', () =>
  onStep(ALS, 'ALS-XZ', async (page) => {
    const letters = await page.locator('.drawing .letter').allTextContents();
    assert.deepEqual([...new Set(letters)].sort(), ['A', 'B']);
    assert.equal(await page.locator('.drawing .set').count(), letters.length, 'each cell of a set has a letter');
    assert.notEqual(await dashes(page, '.set.s0'), await dashes(page, '.set.s1'), 'not by color alone');
    assert.match(await page.locator('.proof').textContent(), /A: r\d.*B: r\d/s);
    const words = await legend(page);
    assert.ok(
      words.some((word) => word.startsWith('restricted common')),
      words.join('; '),
    );
    assert.ok(!words.some((word) => /chain|link/.test(word)), 'nothing of chains');
    await page.screenshot({ path: join(pictures, 'step-als.png') });
  }));

test('the colors of a coloring have letters', () =>
  onStep(COLORS, 'simple colors trap', async (page) => {
    assert.ok((await page.locator('.drawing .letter.s0').count()) > 0);
    assert.ok((await page.locator('.drawing .letter.s1').count()) > 0);
  }));

test('a chain has rounded shapes inside cells, its notation, and its result in view', () =>
  onStep(XY_CHAIN, 'XY-Chain', async (page) => {
    assert.ok((await page.locator('.drawing .link.pill').count()) >= 3);
    assert.match(await page.locator('.notation').textContent(), /^\(\d[-=]\d\)r\d+c\d+-/);
    assert.match(await page.locator('.effect').textContent(), /^Result: r\d+c\d+ ≠ \d$/);
    assert.ok(await isInView(page, '.card-head .effect'), 'the result is in view');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    assert.ok(await isInView(page, '.card-head .effect'), 'and stays there');
    await page.screenshot({ path: join(pictures, 'step-chain.png') });
  }));

test('a placed digit is as large as a value, and the cursor is not prominent', () =>
  visit(
    async (page) => {
      await valuesSoon(page, X_WING);
      await page.locator('.cells .cell').first().focus();
      const ring = () => page.evaluate(() => getComputedStyle(document.querySelector('.ring.on')).strokeWidth);
      const before = await ring();
      await page.keyboard.press('h');
      await page.getByRole('button', { name: 'Show where to look' }).click();
      await page.locator('#hint-next').getByText('Explain the step').waitFor();
      assert.match(await page.locator('.step-card').textContent(), /Look at (row|column|box) \d\./);
      assert.equal(
        await page.locator('.drawing .value').count(),
        0,
        'the first stage of the hint does not show the digit',
      );
      await page.locator('#hint-next').click();
      const size = await page.locator('.drawing .role.value').getAttribute('font-size');
      const given = await page.locator('.drawing .given').first().getAttribute('font-size');
      assert.ok(Number(size) >= Number(given), `${size} beside ${given}`);
      assert.equal(await page.locator('.drawing rect.placed').count(), 1);
      assert.ok(
        (await page.locator('.drawing .tint.same').count()) > 1,
        'equal digits are highlighted and explain the single place',
      );
      assert.ok((await legend(page)).includes('the same digit'));
      assert.ok(Number.parseFloat(await ring()) < Number.parseFloat(before));
      await page.screenshot({ path: join(pictures, 'step-single.png') });
    },
    { hash: `#${X_WING}` },
  ));

test('links may cross but do not overlap, and a tablet in portrait has the result in view', () =>
  visit(
    async (page) => {
      await page.keyboard.press('p');
      await page.locator('.path .kind select').selectOption({ label: 'Forcing chain' });
      await page.locator('.steps li').first().tap();
      await page.locator('.card-head h2').getByText('Forcing chain').waitFor();
      assert.ok(await isInView(page, '.card-head .effect'));
      assert.ok(await isInView(page, '.drawing'));
      // The length of the parts of a link that are close to another link, in hundredths of a cell.
      const shared = await page.locator('.drawing path.link').evaluateAll((links) => {
        const points = links.map((link) =>
          Array.from({ length: link.getTotalLength() / 10 }, (_, at) => link.getPointAtLength(at * 10)),
        );
        const isNear = (all) => (one) => all.some(({ x, y }) => Math.hypot(x - one.x, y - one.y) < 12);
        return points.flatMap((all, at) => points.slice(at + 1).map((other) => 10 * all.filter(isNear(other)).length));
      });
      assert.ok(shared.length > 5 && Math.max(...shared) < 100, shared.join());
    },
    { hash: `#${FORCING}`, context: { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true } },
  ));

test('on a phone, letters are readable and cover no digit, head or other letter', () =>
  visit(
    async (page) => {
      for (const [name, title] of [
        ['bidirectional-cycle', 'Bidirectional cycle'],
        ['simple-colors-trap', 'Simple colors trap'],
        ['dynamic-contradiction-forcing-chains', 'Dynamic contradiction forcing chains'],
      ]) {
        await page.goto(`${address}#learn=${name}`);
        await page.locator('main h2').first().getByText(title).waitFor();
        await page.locator('.lesson-part .letter').first().waitFor({ state: 'attached' });
        const found = await page.evaluate(() => {
          const svg = document.querySelector('.lesson-part .drawing');
          const screen = svg.getScreenCTM();
          const back = screen.inverse();
          const number = (one, key) => Number(one.getAttribute(key));
          // The visible part of a text. It is lower than its box for letters such as `a`.
          const ink = (one) => {
            const [x, y, size] = ['x', 'y', 'font-size'].map((key) => number(one, key));
            const height = /[a-z]/.test(one.textContent) && !/[bdfhiklt]/.test(one.textContent) ? 0.55 : 0.73;
            return [x - 0.27 * size, y - height * size, x + 0.27 * size, y];
          };
          const box = (one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            const [a, b] = [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((at) => at.matrixTransform(back));
            return [a.x, a.y, b.x, b.y];
          };
          const shared = (a, b) =>
            Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) *
            Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
          const all = (what) => [...svg.querySelectorAll(what)];
          const letters = all('.letter').map(ink);
          const others = [
            ...all('.mark:not([visibility=hidden]), .given, .entry, .role').map(ink),
            ...all('.head').map(box),
          ];
          const covered = letters.flatMap((one, at) =>
            [...others, ...letters.slice(0, at)].filter((other) => shared(one, other) > 12),
          );
          return { count: letters.length, covered, size: number(all('.letter')[0], 'font-size') * screen.a };
        });
        assert.ok(found.count > 6 && found.size >= 9, JSON.stringify(found));
        assert.deepEqual(found.covered, [], name);
        assert.ok(await isInView(page, '.lesson-part .effect'), 'the result of the example is in view');
      }
    },
    { hash: '#learn', wait: '.techniques', context: { viewport: { width: 390, height: 844 }, isMobile: true } },
  ));

test('a step is copied as text, saved as a picture, printed, and opened by its link', () =>
  onStep(XY_CHAIN, 'XY-Chain', async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const take = page.locator('.take');
    const press = (name) => () => take.getByRole('button', { name }).click();
    const [effect, notation, lines] = await Promise.all([
      page.locator('.effect').textContent(),
      page.locator('.notation').textContent(),
      page.locator('.proof > li').count(),
    ]);
    const drawn = () => page.locator('.drawing .link').count();
    const links = await drawn();
    const link = await copied(page, press('Copy the link'));
    await take.getByText('Copied.').waitFor();
    const text = await copied(page, press('Copy as text'));
    assert.ok(text.startsWith(`XY-Chain (HoDoKu 260)\n${effect}\n${notation}\n`), text);
    assert.equal(text.match(/^ *\d+\. /gm).length, lines);
    assert.ok(text.endsWith(link), text);

    const png = page.waitForEvent('download');
    await take.getByRole('button', { name: 'Save a picture' }).click();
    const saved = readFileSync(await (await png).path());
    assert.equal(saved.subarray(1, 4).toString(), 'PNG');
    writeFileSync(join(pictures, 'step-saved.png'), saved);
    const blue = await page.evaluate(
      async (bytes) => {
        const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        const paint = new OffscreenCanvas(image.width, image.height).getContext('2d');
        paint.drawImage(image, 0, 0);
        const { data } = paint.getImageData(0, 0, image.width, image.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === 0x0c && data[at + 1] === 0x47 && data[at + 2] === 0xe9) count += 1;
        return count;
      },
      [...saved],
    );
    assert.ok(blue > 500, `the picture has the marks of the step: ${blue} blue dots`);

    await page.evaluate(() => {
      window.print = () => {};
    });
    await take.getByRole('button', { name: 'Print' }).click();
    await page.locator('.sheet.step').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.locator('.sheet.step .effect').isVisible());
    assert.equal(await page.locator('.sheet.step .drawing .link').count(), links);
    assert.ok(await page.locator('.side').isHidden());
    await page.screenshot({ path: join(pictures, 'step-print.png'), fullPage: true });
    assert.equal(await code(page), link);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));

    // Another visitor opens the link.
    const other = await context.browser().newContext({ locale: 'ko-KR' });
    const guest = await other.newPage();
    await guest.goto(link);
    await guest.locator('.card-head .effect').waitFor();
    assert.equal(await guest.locator('.card-head h2').textContent(), 'XY-사슬');
    assert.equal(await guest.locator('.drawing .link').count(), links);
    assert.ok((await guest.locator('.tags').textContent()).includes('HoDoKu 260'));
    await guest.goto(`${address}#${XY_CHAIN}&step=se:x-wing:r1c1!9`);
    await guest.getByText('이 척도로는 링크의 단계를 이 판에서 찾지 못했습니다.').first().waitFor();
    await other.close();
  }));
