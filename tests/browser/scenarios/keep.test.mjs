import assert from 'node:assert/strict';
import { becomes, click, clues, known, panel, ready, says, stored, strokes, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';
import { start } from '../server.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

/** Messages of the browser about a server that has ended or been replaced. */
const GONE = [/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|status of 401/];

/**
 * Waits until the browser has stored the work with this number of clues.
 * @param {Page} page
 * @param {number} count
 */
async function storesClues(page, count) {
  await becomes(async () => (await stored(page)).state.clues.length, count);
}

scenario('a reload keeps the work, its name, the settings, and undo', {}, async ({ page }) => {
  await ready(page);
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await click(page, 1.5, 2.5);
  await page.keyboard.press('2');
  const shelf = await panel(page, 'Shelf');
  await shelf.getByLabel('name of the puzzle').fill('My own');
  await shelf.getByLabel('name of the puzzle').press('Enter');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('combobox', { name: 'Symmetry' }).selectOption('quarter');
  await tool(page, 'Edges');
  // Without waiting: work that was not stored yet is stored when the page is left.
  await page.reload();
  await ready(page);
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 3, '1,2': 2 });
  assert.match(await page.title(), /^My own/);
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await page.getByRole('button', { name: 'Edges' }).and(page.locator('[aria-pressed=true]')).waitFor();
  await page.getByRole('tabpanel', { name: 'Shelf' }).waitFor();
  await tool(page, 'Clues');
  assert.equal(await page.getByRole('combobox', { name: 'Symmetry' }).inputValue(), 'quarter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 3 });
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Redo' }).click();
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 3, '1,2': 2 });
  await undo.click();
  await undo.click();
  assert.equal((await clues(page)).size, 0);
  assert.ok(await undo.isDisabled());
});

scenario(
  'a server that is gone is told of; started again, it goes on with the same work',
  { forms: ['server'], args: [SMALL], expected: GONE },
  async ({ page, server, context }) => {
    await known(page, 'one');
    const port = Number(new URL(server.address).port);
    await server.stop();
    await click(page, 0.5, 0.5);
    await page.keyboard.press('1');
    const notice = page.getByRole('alert').filter({ hasText: 'The server does not answer' });
    await notice.waitFor();
    // The page can still be edited.
    await page.keyboard.press('Delete');
    await click(page, 3.5, 3.5);
    await page.keyboard.press('Delete');
    assert.equal((await clues(page)).size, 5);
    await storesClues(page, 5);

    const again = await start([], port);
    try {
      const tab = await context.newPage();
      await tab.goto(again.address);
      await known(tab, 'several');
      assert.equal((await clues(tab)).size, 5);
      // The first tab has the new token, too.
      await notice.waitFor({ state: 'hidden' });
      await known(page, 'several');
      await click(page, 3.5, 3.5);
      await page.keyboard.press('2');
      await known(page, 'one');
    } finally {
      assert.equal(await again.stop(), 'status 0');
    }
  },
);

scenario(
  'the address of an earlier run is told to be one',
  { forms: ['server'], expected: [/status of 401/] },
  async ({ page, server }) => {
    await ready(page);
    await page.goto('about:blank');
    await page.goto(`${server.origin}/#token=${'0'.repeat(server.token.length)}`);
    await page.getByRole('alert').filter({ hasText: 'of an earlier run' }).waitFor();
    await page.goto('about:blank');
    await page.goto(server.address);
    await ready(page);
  },
);

scenario('each of two tabs keeps its own work', { args: [SMALL] }, async ({ page, address, context }) => {
  await known(page, 'one');
  const other = await context.newPage();
  await other.goto(address);
  await known(other, 'one');
  await click(page, 0.5, 0.5);
  await page.keyboard.press('2');
  await storesClues(page, 7);
  await click(other, 3.5, 3.5);
  await other.keyboard.press('Delete');
  await storesClues(other, 5);
  for (const [tab, count] of /** @type {[Page, number][]} */ ([
    [page, 7],
    [other, 5],
  ])) {
    await tab.reload();
    await ready(tab);
    assert.equal((await clues(tab)).size, count);
    await tab.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await clues(tab)).size, 6);
  }
  // A new tab continues the last edited work.
  await click(page, 0.5, 0.5);
  await page.keyboard.type('1');
  await storesClues(page, 7);
  const third = await context.newPage();
  await third.goto(address);
  await ready(third);
  assert.equal((await clues(third)).get('0,0'), 1);
});

scenario(
  'a file that the program is started with is opened once, and the work before it is not lost',
  { forms: ['server'], args: ['--board', 'square', '--size', '3x3'] },
  async ({ page, server, context }) => {
    await ready(page);
    await click(page, 0.5, 0.5);
    await page.keyboard.press('3');
    await known(page, 'several');
    await storesClues(page, 1);
    await page.goto('about:blank');
    const port = Number(new URL(server.address).port);
    await server.stop();
    const again = await start([SMALL], port);
    try {
      const tab = await context.newPage();
      await tab.goto(again.address);
      await known(tab, 'one');
      assert.equal((await clues(tab)).size, 6);
      await tab.getByRole('button', { name: 'Undo' }).click();
      assert.deepEqual(Object.fromEntries(await clues(tab)), { '0,0': 3 });
      await says(tab, /./);
      await storesClues(tab, 1);
      await tab.reload();
      await ready(tab);
      assert.deepEqual(Object.fromEntries(await clues(tab)), { '0,0': 3 });
      assert.equal((await strokes(tab, 'vertices')).length, 16);
    } finally {
      assert.equal(await again.stop(), 'status 0');
    }
  },
);
