import assert from 'node:assert/strict';
import { accessible } from '../accessibility.mjs';
import { click, drag, give, known, openText, panel, ready, says, spot, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  scenario(
    `each panel and dialog is accessible in ${colorScheme} colours`,
    { args: [SMALL], context: { colorScheme } },
    async ({ page }) => {
      await known(page, 'one');
      await accessible(page);
      await panel(page, 'Steps');
      await page.keyboard.press('n');
      await says(page, 'Step 1: ');
      await accessible(page);
      const make = await panel(page, 'Make');
      await make.getByLabel('How many').fill('1');
      await make.getByRole('button', { name: 'Make puzzles' }).click();
      await make.getByRole('listitem').locator('svg').waitFor();
      await accessible(page);
      await panel(page, 'Share');
      await accessible(page);
      const shelf = await panel(page, 'Shelf');
      await shelf.getByRole('button', { name: 'Keep it' }).click();
      await shelf.getByRole('listitem').locator('svg').waitFor();
      await accessible(page);
      for (const [button, dialog] of [
        ['New', 'A new board'],
        ['Open', 'Open a puzzle'],
        ['Help', 'Help'],
        ['Print', 'Print the puzzle'],
      ]) {
        await page.getByRole('button', { name: button, exact: true }).click();
        await page.getByRole('dialog', { name: dialog }).waitFor();
        await accessible(page);
        await page.keyboard.press('Escape');
      }
      for (const [what, dialog] of /** @type {[Parameters<typeof give>[1], string][]} */ ([
        [{ text: 'a b\nb c\nc a\n' }, 'Is this a puzzle?'],
        [{ file: { name: 'a.pbm', bytes: 'P1 4 4 0000 0110 0110 0000' } }, 'A board from a picture'],
      ])) {
        await give(page, what);
        await page.getByRole('dialog', { name: dialog }).locator('.shown svg').waitFor();
        await accessible(page);
        await page.keyboard.press('Escape');
      }
    },
  );

  scenario(
    `none, several, each tool and play are accessible in ${colorScheme} colours`,
    { args: [SMALL], context: { colorScheme } },
    async ({ page }) => {
      await ready(page);
      await click(page, 3.5, 3.5);
      await page.keyboard.press('4');
      await known(page, 'none');
      await accessible(page);
      await page.keyboard.press('Delete');
      await page.keyboard.press('u');
      await known(page, 'several');
      await page.keyboard.press('Shift+#');
      await accessible(page);
      await page.keyboard.press('h');
      await known(page, 'several');
      await page.locator('#picture path.heat-7[d]').waitFor();
      await accessible(page);
      await page.keyboard.press('d');
      await page.getByRole('group', { name: 'two solutions' }).waitFor();
      await accessible(page);
      for (const name of ['Pairs', 'Constraints', 'Solution', 'Board', 'Play']) {
        await tool(page, name);
        await accessible(page);
      }
    },
  );

  scenario(
    `play with colours, a trial, errors and a hint, and a Numberlink are accessible in ${colorScheme} colours`,
    { args: [SMALL], context: { colorScheme } },
    async ({ page }) => {
      await known(page, 'one');
      await tool(page, 'Play');
      await drag(page, [
        [0, 0],
        [2, 0],
      ]);
      await page.keyboard.press('t');
      await drag(page, [
        [4, 0],
        [4, 2],
      ]);
      await click(page, 1.5, 4, { button: 'right' });
      await page.keyboard.press('i');
      await click(page, 0.5, 0.5);
      await click(page, 2.5, 0.5, { button: 'right' });
      await accessible(page);
      await page.keyboard.press('n');
      await page.locator('#picture .step-in[d], #picture .step-out[d]').first().waitFor();
      await accessible(page);
      await page.getByLabel('errors').check();
      await page.keyboard.press('x');
      await drag(page, [
        [2, 2],
        [3, 2],
        [3, 3],
        [2, 3],
        [2, 2],
      ]);
      await accessible(page);
      await tool(page, 'Clues');
      await openText(page, 'edge(a,b). edge(b,c). edge(a,d). edge(b,e). edge(c,f). edge(d,e). edge(e,f). pair(a,f).');
      await known(page, 'several');
      await tool(page, 'Pairs');
      await click(page, 0, 0);
      await accessible(page);
    },
  );
}

for (const [what, context] of /** @type {const} */ ([
  ['the colours of the system', { forcedColors: 'active' }],
  ['more contrast', { contrast: 'more' }],
])) {
  scenario(`all is told apart with ${what}`, { args: [SMALL], context }, async ({ page }) => {
    await known(page, 'one');
    await accessible(page);
    const look = (/** @type {string} */ selector) =>
      page.locator(selector).evaluate((element) => {
        const { backgroundColor, color, borderBottomColor } = getComputedStyle(element);
        return [backgroundColor, color, borderBottomColor].join();
      });
    // What is chosen looks different.
    assert.notEqual(await look('#tools [aria-pressed=true]'), await look('#tools [aria-pressed=false] >> nth=0'));
    assert.notEqual(await look('#tabs [aria-selected=true]'), await look('#tabs [aria-selected=false] >> nth=0'));
    const strokes = await page
      .locator('#picture path.edges, #picture path.known-in')
      .evaluateAll((all) => all.map((path) => getComputedStyle(path).stroke));
    assert.equal(new Set(strokes).size, 2);
    await tool(page, 'Play');
    await accessible(page);
  });
}

/**
 * Begins to collect what live regions say, and returns a function that returns what they have said since.
 * @param {Page} page
 */
async function listen(page) {
  await page.evaluate(() => {
    const heard = /** @type {string[]} */ (/** @type {any} */ (globalThis).heard = []);
    for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live], output')) {
      new MutationObserver(() => heard.push(`${region.textContent}`)).observe(region, {
        ...{ childList: true, characterData: true, subtree: true },
      });
    }
  });
  return () => page.evaluate(() => /** @type {any} */ (globalThis).heard.splice(0));
}

scenario('an edit and its verdict are said once each', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  await page.getByText('Difficulty:').waitFor();
  await click(page, 3.5, 3.5);
  const heard = await listen(page);
  await page.keyboard.press('Delete');
  await known(page, 'several');
  await page.getByText(/would leave one solution \(u/).waitFor();
  assert.deepEqual(await heard(), ['Row 4, column 4: no clue.', 'Several solutions. Exactly 7.']);
  await page.keyboard.press('4');
  await known(page, 'none');
  await page.getByText('These contradict each other').waitFor();
  assert.deepEqual(await heard(), ['Row 4, column 4: clue 4.', 'No solution. Nothing meets all that is given.']);
  await page.keyboard.press('2');
  await known(page, 'one');
  await page.getByText('Difficulty:').waitFor();
  assert.deepEqual(await heard(), ['Row 4, column 4: clue 2.', 'One solution. ']);
  // What the pointer passes is not said.
  const at = await spot(page, 1.5, 1.5);
  await page.mouse.move(at.x, at.y);
  await page.keyboard.press('n');
  await says(page, /^Step 1: /);
  assert.equal((await heard()).filter((/** @type {string} */ words) => words.startsWith('Step 1')).length, 1);
});
