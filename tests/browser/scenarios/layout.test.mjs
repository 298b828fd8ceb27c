import assert from 'node:assert/strict';
import { click, known, panel, says, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

/** Elements that must not move when results arrive. */
const FIXED = ['header', '#tools', '#options', '#board', '#says', '#tabs', '#panels'];

/**
 * The positions of elements of the page.
 * @param {Page} page
 * @param {string[]} selectors
 */
function boxes(page, selectors) {
  return page.evaluate(
    (all) =>
      all.map((selector) => {
        const { x, y, width, height } = /** @type {Element} */ (
          document.querySelector(selector)
        ).getBoundingClientRect();
        return `${selector}: ${[x, y, width, height].map(Math.round)}`;
      }),
    selectors,
  );
}

scenario('nothing jumps, whatever is found and chosen', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  await page.getByText('Difficulty:').waitFor();
  const [fixed, shows] = [await boxes(page, FIXED), await boxes(page, ['.verdict', '.shows', '.detail'])];
  const stays = async (/** @type {string} */ when) => assert.deepEqual(await boxes(page, FIXED), fixed, when);
  await click(page, 3.5, 3.5);
  for (const [key, verdict] of [
    ['Delete', 'several'],
    ['4', 'none'],
    ['2', 'one'],
  ]) {
    await page.keyboard.press(key);
    // During the search, too.
    await stays(`at once after ${key}`);
    await known(page, verdict);
    await stays(verdict);
    assert.deepEqual(await boxes(page, ['.verdict', '.shows']), shows.slice(0, 2), verdict);
  }
  const steps = await panel(page, 'Steps');
  await steps.getByText(/^Step 0 of \d+$/).waitFor();
  await page.keyboard.press('n');
  await says(page, /^Step 1: /);
  await stays('a step');
  for (const name of ['Make', 'Share', 'Shelf', 'Findings']) {
    await panel(page, name);
    await stays(name);
  }
  for (const name of ['Pairs', 'Edges', 'Solution', 'Board', 'Why?', 'Play']) {
    await tool(page, name);
    await stays(name);
  }
});

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [820, 1180],
]) {
  scenario(
    `all that one needs is in view at ${width} by ${height}`,
    { args: [SMALL], context: { viewport: { width, height } } },
    async ({ page }) => {
      await known(page, 'one');
      const isWhole = (/** @type {string} */ selector) =>
        page.locator(selector).evaluateAll((all) =>
          all
            .filter((one) => {
              const { left, top, right, bottom } = one.getBoundingClientRect();
              const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
              const [x, y] = [(left + right) / 2, (top + bottom) / 2];
              // Neither outside nor below anything else.
              return !isIn || !one.contains(document.elementFromPoint(x, y));
            })
            .map((one) => one.textContent || one.id),
        );
      assert.deepEqual(await isWhole('header button, #tools button, [role=tab]'), []);
      for (const name of ['Clues', 'Pairs', 'Solution', 'Board', 'Play']) {
        await tool(page, name);
        assert.deepEqual(await isWhole('#options button, #options select, #options input'), [], name);
      }
      const { wide, board } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        board: /** @type {Element} */ (document.querySelector('#board')).getBoundingClientRect(),
      }));
      assert.ok(wide <= width, `${wide} pixels wide`);
      assert.ok(board.width * board.height > 0.4 * width * height, `the board has ${board.width}x${board.height}`);
      for (const name of ['Steps', 'Make', 'Share', 'Shelf', 'Findings']) {
        await panel(page, name);
        const [inner, outer] = await page
          .locator('#panels')
          .evaluate((panels) => [panels.scrollWidth, panels.clientWidth]);
        assert.ok(inner <= outer, `${name} is ${inner} pixels wide, of ${outer}`);
      }
    },
  );
}
