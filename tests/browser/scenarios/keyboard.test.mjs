import assert from 'node:assert/strict';
import { becomes, clues, known, ready, says, strokes, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Presses keys one after the other.
 * @param {Page} page
 * @param {string} keys
 */
async function press(page, keys) {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

/**
 * Presses the Tab key until the element with this name has the focus.
 * @param {Page} page
 * @param {string} role
 * @param {string} name
 * @param {string} [key]
 */
async function tabTo(page, role, name, key = 'Tab') {
  const wanted = page.getByRole(/** @type {'button'} */ (role), { name, exact: true });
  for (let i = 0; i < 60; i += 1) {
    if (await wanted.evaluateAll((all) => all.includes(/** @type {any} */ (document.activeElement)))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to the ${role} ${name}`);
}

scenario(
  'without a mouse: a new board, clues, undo, the next step, and a text of it',
  { permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page }) => {
    await ready(page);
    await press(page, 'Alt+n');
    await page.getByRole('dialog', { name: 'A new board' }).waitFor();
    await tabTo(page, 'combobox', 'Board');
    await page.keyboard.type('honey');
    await page.getByRole('dialog').getByText('hexagons').waitFor();
    await press(page, 'Home');
    await tabTo(page, 'spinbutton', 'Width');
    await page.keyboard.type('4');
    await tabTo(page, 'spinbutton', 'Height');
    await page.keyboard.type('4');
    await press(page, 'Enter');
    await page.locator('#title', { hasText: 'square 4x4' }).waitFor();
    await says(page, 'Click a cell');

    // The clues 3..., row by row.
    const rows = ['...3', '3.3.', '...1', '.3.2'];
    await tabTo(page, 'application', 'board: arrows move, Enter acts, ? shows all keys');
    await press(page, 'ArrowRight');
    await says(page, 'Row 1, column 1: no clue.');
    for (const [y, row] of rows.entries()) {
      if (y > 0) await press(page, 'ArrowDown ArrowLeft ArrowLeft ArrowLeft');
      for (const [x, clue] of [...row].entries()) {
        if (x > 0) await press(page, 'ArrowRight');
        if (clue !== '.') await press(page, clue);
      }
    }
    assert.deepEqual(Object.fromEntries(await clues(page)), {
      ...{ '3,0': 3, '0,1': 3, '2,1': 3, '3,2': 1, '1,3': 3, '3,3': 2 },
    });
    await known(page, 'one');
    await press(page, 'Delete');
    await says(page, 'no clue');
    await known(page, 'several');
    await press(page, 'Control+z');
    await says(page, 'Undone: Delete a clue');
    await known(page, 'one');

    await press(page, 'n');
    const [first] = zlink(['explain', '--json', '4x4t0:c33a3d1a3a2']).output.split('\n');
    await says(page, 'Step 1: ');
    assert.equal((await strokes(page, 'step-in')).length, JSON.parse(first).in.length);
    await press(page, 'n');
    await says(page, 'Step 2: ');
    await press(page, 'Shift+N');
    await says(page, 'Step 1: ');

    await press(page, 'Escape 4');
    await tabTo(page, 'combobox', 'Format');
    await page.keyboard.type('address');
    const text = page.getByLabel('the puzzle as text');
    await becomes(async () => (await text.inputValue()).trim(), 'https://puzz.link/p?slither/4/4/i38dh682');
    await tabTo(page, 'button', 'Copy');
    await press(page, 'Enter');
    await says(page, 'Copied.');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /slither\/4\/4\/i38dh682/);
  },
);

scenario('without a mouse: edges, pairs, the solution and what is removed', {}, async ({ page }) => {
  await ready(page);
  await page.locator('#board').focus();
  await press(page, 'e ArrowRight Enter');
  await says(page, 'The top edge of row 1, column 1, required.');
  assert.equal((await strokes(page, 'required')).length, 1);
  await press(page, 'Enter Shift+Enter');
  await says(page, 'The top edge of row 1, column 1, forbidden.');
  assert.deepEqual([(await strokes(page, 'required')).length, (await strokes(page, 'forbidden')).length], [0, 1]);
  await press(page, 'Delete');
  assert.equal((await strokes(page, 'forbidden')).length, 0);

  await press(page, 's ArrowRight Enter ArrowRight Space');
  assert.equal((await strokes(page, 'solution')).length, 6);

  await press(page, 'p ArrowRight Enter ArrowDown ArrowRight Enter');
  await says(page, /^Paired: 1, from .* to /);
  await press(page, 'Z');
  await says(page, /: an end of pair Z; the other end is /);
  assert.deepEqual(await page.locator('#picture .pairs text').allTextContents(), ['Z', 'Z']);
  await press(page, 'ArrowRight b');
  await says(page, /: a lone end, b\.$/);
  await press(page, 'Delete ArrowLeft');
  await says(page, /: an end of pair Z; the other end is /);
  await press(page, 'Delete');
  await says(page, 'Pair Z deleted.');
  assert.equal(await page.locator('#picture .pairs text').count(), 0);

  await press(page, 'Escape b ArrowRight Enter');
  await says(page, 'Row 1, column 1, removed');
  assert.equal((await strokes(page, 'gone')).length, 2);
  await press(page, 'Enter');
  assert.equal((await strokes(page, 'gone')).length, 0);
});

scenario('the help shows all tools and keys, and goes away', {}, async ({ page }) => {
  await ready(page);
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.waitFor();
  for (const word of ['Clues', 'Pairs', 'Edges', 'Solution', 'Board', 'Why?', 'Play'])
    await help.getByRole('term').filter({ hasText: word }).waitFor();
  assert.ok((await help.getByRole('row').count()) > 20);
  await help.getByRole('row', { name: 'Ctrl+z undo' }).waitFor();
  await press(page, 'Escape');
  await help.waitFor({ state: 'hidden' });
});

scenario('tools and panels are reached by the Tab key and by arrows', {}, async ({ page }) => {
  await ready(page);
  await tabTo(page, 'button', 'Clues');
  await press(page, 'ArrowDown ArrowRight ArrowDown Enter');
  await says(page, 'Draw the solution');
  // The bar is left at once, and entered again where one is.
  await press(page, 'Tab');
  await tabTo(page, 'button', 'Solution', 'Shift+Tab');
  await press(page, 'End Enter');
  await says(page, 'Solve it by hand');
  await press(page, 'ArrowDown Enter');
  await says(page, 'Click a cell');
  await press(page, 'End Home');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Clues');
  await tabTo(page, 'tab', 'Findings');
  await press(page, 'End');
  await page.getByRole('tabpanel', { name: 'Shelf' }).waitFor();
  await press(page, 'Home');
  await page.getByRole('tabpanel', { name: 'Findings' }).waitFor();
  await press(page, 'ArrowRight');
  await page.getByRole('tabpanel', { name: 'Steps' }).waitFor();
  await press(page, 'ArrowLeft ArrowLeft');
  await page.getByRole('tabpanel', { name: 'Shelf' }).waitFor();
  await press(page, 'ArrowRight');
  await page.getByRole('tabpanel', { name: 'Findings' }).waitFor();
});

scenario('each key of a tool or a panel does what the help says', { args: ['4x4t0:c33a3d1a3a2'] }, async ({ page }) => {
  await known(page, 'one');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.waitFor();
  const rows = help.getByRole('row');
  const keys = Object.fromEntries(
    await rows.evaluateAll((all) =>
      all.map((row) => [row.querySelector('td')?.textContent, row.querySelector('kbd')?.textContent]),
    ),
  );
  // Keys go to the help as long as it is open.
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  const tools = page.getByRole('toolbar', { name: 'tools' }).getByRole('button');
  assert.equal(await tools.filter({ hasText: 'Clues' }).getAttribute('aria-pressed'), 'true');
  for (const tool of await tools.all()) {
    const label = (await tool.textContent()) ?? '';
    await page.keyboard.press(keys[label] ?? '');
    assert.equal(await tool.getAttribute('aria-pressed'), 'true', label);
  }
  await page.keyboard.press(keys.Clues ?? '');
  for (const [number, name] of ['Findings', 'Steps', 'Make', 'Share', 'Shelf'].entries()) {
    await page.keyboard.press(String(number + 1));
    await page.getByRole('tabpanel', { name }).waitFor();
  }
  assert.equal((await clues(page)).size, 6);
});
