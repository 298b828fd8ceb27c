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
  // Its text takes the lower part of the panels.
  await tool(page, 'Constraints');
  await page.getByRole('textbox', { name: 'constraints, one in each line' }).waitFor();
  assert.deepEqual((await boxes(page, FIXED)).slice(0, -1), fixed.slice(0, -1));
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
      const gaps = await page.locator('[role=tab]').evaluateAll((tabs) => {
        const { left, right } = /** @type {Element} */ (document.querySelector('aside')).getBoundingClientRect();
        const words = document.createRange();
        return tabs.flatMap((tab) => {
          words.selectNodeContents(tab);
          const box = words.getBoundingClientRect();
          return [box.left - left, right - box.right];
        });
      });
      assert.ok(Math.min(...gaps) >= 12, `the tabs are ${Math.min(...gaps)} pixels from the edge`);
      for (const name of ['Clues', 'Pairs', 'Constraints', 'Solution', 'Board', 'Play']) {
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

/** A screen of 1280 by 800 at a zoom of 150 % and of 200 %, and phones. @type {[number, number, boolean][]} */
const SMALL_WINDOWS = [
  [853, 533, false],
  [640, 400, false],
  [390, 844, true],
  [360, 640, true],
  [844, 390, true],
];

for (const [width, height, hasTouch] of SMALL_WINDOWS) {
  scenario(
    `all is within reach at ${width} by ${height}`,
    { args: [SMALL], context: { viewport: { width, height }, hasTouch, isMobile: hasTouch } },
    async ({ page }) => {
      await known(page, 'one');
      /** The controls that scrolling does not lead to, or that are too small for a finger. @param {string} selector */
      const lost = (selector) =>
        page.locator(selector).evaluateAll(
          (all, least) =>
            all
              .filter((one) => one.checkVisibility())
              .filter((one) => {
                const control = one.closest('label') ?? one;
                control.scrollIntoView({ block: 'center' });
                const { left, top, right, bottom } = control.getBoundingClientRect();
                const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
                const isBig = bottom - top >= least && right - left >= least;
                const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                return !isIn || !isBig || !(control.contains(hit) || control.parentElement?.contains(hit));
              })
              .map(
                (one) => `${one.tagName} ${one.id} ${one.textContent} ${JSON.stringify(one.getBoundingClientRect())}`,
              ),
          hasTouch ? 36 : 18,
        );
      const controls = ['button', 'select', 'input', 'textarea', 'summary'];
      const within = (/** @type {string} */ place) => controls.map((control) => `${place} ${control}`).join(', ');
      assert.deepEqual(await lost(`${within('header')}, ${within('#tools')}, ${within('#tabs')}`), []);
      for (const name of ['Clues', 'Pairs', 'Edges', 'Constraints', 'Solution', 'Board', 'Play']) {
        await tool(page, name);
        assert.deepEqual(await lost(within('#options')), [], name);
        await page.evaluate(() => scrollTo(0, 0));
        const { wide, areas, high } = await page.evaluate(() => {
          const box = (/** @type {string} */ selector) =>
            /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
          const parts = ['#board', 'header', '#tools', '#options', '#says', 'aside'];
          const seen = parts.map((part) => {
            const { top, bottom, width: across } = box(part);
            return across * Math.max(0, Math.min(bottom, innerHeight) - top);
          });
          return { wide: document.documentElement.scrollWidth, areas: seen, high: box('#board').height };
        });
        assert.ok(wide <= width, `${name}: ${wide} pixels wide`);
        assert.ok(high >= 300, `${name}: the board is ${high} pixels high`);
        // Where the board is not whole at first, it is after scrolling.
        if (height > 400) assert.equal(Math.max(...areas), areas[0], `${name}: the board is not the largest part`);
      }
      await tool(page, 'Clues');
      for (const name of ['Steps', 'Make', 'Share', 'Shelf', 'Findings']) {
        await panel(page, name);
        const place = page.getByRole('tabpanel', { name });
        assert.ok(
          await place.evaluate((one) => one.getBoundingClientRect().top < innerHeight - 100),
          `${name} is out of view`,
        );
        assert.deepEqual(await lost(within(`#panel-${name.toLowerCase()}`)), [], name);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
      }
      // The keyboard finds the board again.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.locator('#board').evaluate((board) => board.focus({ preventScroll: true }));
      await page.keyboard.press('ArrowRight');
      const cell = await page.locator('#picture .cursor .at').boundingBox();
      assert.ok(cell && cell.y >= 0 && cell.y + cell.height <= height, JSON.stringify(cell));
    },
  );
}
