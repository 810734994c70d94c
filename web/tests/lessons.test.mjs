// The place of the algorithms in a browser. Variables of the environment: visit.mjs.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { EASY, cell, pictures, says, saysSoon, valuesSoon, visit } from "./visit.mjs";

/** The place of the algorithms, whose script is loaded when it is opened. */
const lessons = async (page) => {
  await page.locator("nav [data-place=algorithms]").click();
  await page.locator(".lessons").waitFor();
};
const lit = (page) => page.locator(".lesson .line[aria-current]").textContent();

test("a program is followed line by line, and no key is lost", () => visit(async (page) => {
  await lessons(page);
  // All in one task, faster than any frame.
  await page.evaluate(() => {
    for (let at = 0; at < 10; at++) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  });
  await page.getByText("Line 10", { exact: true }).waitFor();
  assert.match(await lit(page), /board\[r\]\[c\] = digit;/);
  assert.equal(await page.locator(".at-work .told").textContent(), "Write 8 in r1c1.");
  assert.match(await page.locator(".calls").textContent(), /fill\(0\)\s+r1c1 = 8/);
  for (const [language, line] of [["Java", /board\[r\]\[c\] = digit;/], ["Python", /board\[r\]\[c\] = digit$/m], ["Rust", /self\.board\[r\]\[c\] = digit;/]]) {
    await page.getByRole("button", { name: language, exact: true }).click();
    assert.match(await lit(page), line);
  }
  await page.keyboard.press("ArrowLeft");
  assert.match(await lit(page), /fits/);
  await page.getByRole("button", { name: "Next backtrack" }).click();
  await page.getByText("The search does not backtrack from here").waitFor();
  await page.getByRole("button", { name: "Ten backtracks" }).click();
  for (let backtracks = 1; backtracks <= 3; backtracks++) {
    await page.keyboard.press("n");
    await page.getByText(`${backtracks} backtrack`).waitFor();
    assert.match(await lit(page), /^ *false|return false|false/);
  }
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.getByLabel("Speed").selectOption("1000");
  await page.getByText(/The program ran 536 lines and printed a correct board/).waitFor();
  await page.getByRole("button", { name: "Play" }).waitFor();
  // The tables of free digits, and the tree.
  await page.getByRole("button", { name: "Bit masks" }).click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".at-work .told").textContent(), "Free in r1c1: 5.");
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByText("4 branches", { exact: false }).waitFor();
  await page.screenshot({ path: join(pictures, "algorithms.png"), fullPage: true });
}));

test("a mistake is seen in the code, and in what the program does", () => visit(async (page) => {
  await lessons(page);
  const run = async (mistake, puzzle) => {
    await page.getByRole("button", { name: puzzle }).click();
    await page.getByLabel("Mistake").selectOption({ label: mistake });
    await page.getByRole("button", { name: "To the end" }).click();
    await page.locator(".verdict:not(:empty)").waitFor();
    return page.locator(".verdict").textContent();
  };
  assert.match(await run("not resetting the cell", "Ten backtracks"), /board with blanks.*wrong answer/);
  assert.match(await page.locator("del.line").textContent(), /board\[r\]\[c\] = 0;/);
  assert.match(await run("no early return", "No backtracking"), /board with blanks\. It had the solution after 235 lines/);
  assert.match(await page.locator("ins.line").textContent(), /fill\(at \+ 1\);/);
  assert.match(await run("printing in the search", "Two solutions"), /printed 2 boards.*wrong answer/);
  assert.match(await run("none", "Two solutions"), /printed a correct board.*accepts/);
  assert.equal(await page.locator(":is(ins, del).line").count(), 0);
}));

test("four programs run side by side, with one clock", () => visit(async (page) => {
  await lessons(page);
  await page.getByRole("button", { name: "Side by side" }).click();
  const lines = async () => (await page.locator(".lanes .counts").allTextContents()).map((text) => Number(/^([\d,]+) line/.exec(text)[1].replaceAll(",", "")));
  for (let at = 0; at < 5; at++) await page.keyboard.press("ArrowRight");
  assert.deepEqual(await lines(), [5, 5, 5, 5]);
  await page.getByRole("button", { name: "Worst for row order" }).click();
  await page.getByLabel("Speed").selectOption("1000000");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => /^[\d,]{6,} lines/.test(document.querySelector(".lanes .counts").textContent));
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const [scan, bitmask, mrv, board] = await lines();
  assert.equal(scan, bitmask);
  assert.deepEqual([mrv, board], [882, 32]);
  // Leaving it ends the search and the measurement without a word.
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await page.locator(".compare").getByText("Working").waitFor();
  await page.locator("nav [data-place=play]").click();
  await cell(page, 0).waitFor();
  assert.equal(await says(page), "");
}));

test("strategies are timed in batches, and compared with the judge", () => visit(async (page) => {
  await valuesSoon(page, EASY);
  await lessons(page);
  await page.getByRole("button", { name: "My board" }).click();
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await page.locator(".chart .time-bar").nth(3).waitFor();
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.waitFor({ state: "hidden" });
  const rows = await page.locator(".compare tbody tr").allTextContents();
  assert.equal(rows.length, 4);
  assert.match(rows[0], /^Row by row \(scan\)4,208/);
  for (const row of rows) assert.match(row, /\d (ns|µs|ms).*\d (ns|µs|ms) – [\d.]+ (ns|µs|ms)/);
  await page.getByRole("link", { name: "Judge your own program" }).click();
  assert.match(await page.locator(".times pre").textContent(), /bench-harness judge/);
  // It can be stopped.
  await page.getByRole("button", { name: "Measure all strategies" }).click();
  await stop.click();
  await saysSoon(page, "Stopped");
  await page.getByRole("button", { name: "Measure all strategies" }).click();
  await page.locator(".chart .time-bar").nth(7).waitFor();
  await page.screenshot({ path: join(pictures, "times.png"), fullPage: true });
}, { hash: `#${EASY}` }));
