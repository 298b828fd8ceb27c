import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import {
  becomes,
  click,
  clues,
  drawHeart,
  known,
  newBoard,
  panel,
  ready,
  says,
  strokes,
  tool,
  zlink,
} from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** The cells of the heart of docs/tutorial/design.md, on a board of 5x4. */
const HEART = [
  [1, 0],
  [3, 0],
  [0, 1],
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 1],
  [1, 2],
  [2, 2],
  [3, 2],
  [2, 3],
];

/** Makes a blank board of squares. */
const blank = (/** @type {Page} */ page, /** @type {number} */ width, /** @type {number} */ height) =>
  newBoard(page, 'square', `${width}x${height}`);

/**
 * Paints the small heart as the solution.
 * @param {Page} page
 */
async function drawSmall(page) {
  await tool(page, 'Solution');
  for (const [x, y] of HEART) await click(page, x + 0.5, y + 0.5);
}

/**
 * Fills in the form and waits for the result.
 * @param {Page} page
 * @param {Record<string, string | boolean>} wishes by label
 * @param {string} [start]
 */
async function make(page, wishes, start = 'Make puzzles') {
  const place = await panel(page, 'Make');
  for (const [label, value] of Object.entries(wishes)) {
    const field = place.getByLabel(label, { exact: true });
    if (typeof value === 'boolean') await field.setChecked(value);
    else if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await place.getByRole('button', { name: start }).click();
  await place.locator('.progress', { hasText: /^\d+ puzzles?\. / }).waitFor();
  const cards = place.getByRole('list', { name: 'puzzles that were made' }).getByRole('button');
  return { place, cards };
}

scenario('minimal puzzles with point symmetry, of a difficulty; taking one can be undone', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 6, 6);
  const wishes = { Symmetry: 'point', Difficulty: 'normal', 'How many': '3', Seed: '1' };
  const { cards } = await make(page, { ...wishes, Minimal: 'strictly' });
  assert.equal(await cards.count(), 3);
  for (const caption of await cards.allTextContents()) assert.match(caption, /\d+ clues, normal$/);
  await cards.first().click();
  await says(page, 'undo brings back what was there');
  await known(page, 'one');
  const taken = await clues(page);
  assert.equal(await cards.first().locator('.caption').textContent(), `${taken.size} clues, normal`);
  const place = await panel(page, 'Findings');
  await place.getByText('Difficulty: normal').waitFor();
  for (const cell of taken.keys()) {
    const [x, y] = cell.split(',').map(Number);
    assert.ok(taken.has(`${5 - x},${5 - y}`), `${cell} has no image`);
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await known(page, 'several');
  assert.equal((await clues(page)).size, 0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await known(page, 'one');
  assert.deepEqual(await clues(page), taken);
});

scenario('puzzles with so many clues, in which none can go; clues that are there are kept', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 5, 5);
  await click(page, 2.5, 2.5);
  await page.keyboard.press('2');
  const { place, cards } = await make(page, {
    Clues: '10',
    'How many': '2',
    Seed: '3',
    Minimal: '',
    'keep the clues that are there': true,
  });
  assert.equal(await cards.count(), 2);
  for (const caption of await cards.allTextContents()) assert.match(caption, /10 clues/);
  await cards.nth(1).click();
  await known(page, 'one');
  const taken = await clues(page);
  assert.equal(taken.size, 10);
  assert.equal(taken.get('2,2'), 2);
  // The page reports that there is no such puzzle.
  await place.getByLabel('Clues', { exact: true }).fill('1');
  await place.getByLabel('keep the clues that are there').uncheck();
  await place.getByRole('button', { name: 'Make puzzles' }).click();
  await place.getByText(/0 puzzles\..*clues left in place of 1/).waitFor();
});

scenario('the making of many puzzles shows how far it is, and can be stopped', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 8, 8);
  const place = await panel(page, 'Make');
  await place.getByLabel('How many').fill('500');
  await place.getByRole('button', { name: 'Make puzzles' }).click();
  const cards = place.getByRole('list', { name: 'puzzles that were made' }).getByRole('button');
  await place.getByRole('progressbar', { name: 'puzzles that were made or missed' }).waitFor();
  await place.locator('.progress', { hasText: /^[^:]+: .+/ }).waitFor();
  await cards.first().waitFor();
  await place.getByRole('button', { name: 'Stop' }).click();
  await place.getByText('Stopped.').waitFor();
  const made = await cards.count();
  await place.getByRole('button', { name: 'Make puzzles' }).waitFor();
  await cards.first().click();
  await known(page, 'one');
  assert.equal(await cards.count(), made);
});

scenario('puzzles with a solution of my own', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 5, 4);
  await drawSmall(page);
  const heart = await strokes(page, 'solution');
  assert.equal(heart.length, 20);
  const { cards } = await make(page, { 'How many': '2', Seed: '5' });
  await cards.first().click();
  await known(page, 'one');
  await page.locator('#picture path.known-in[d]').waitFor();
  assert.deepEqual(await strokes(page, 'known-in'), heart);
  const place = await panel(page, 'Findings');
  await place.getByText('No clue can go.').waitFor();
});

scenario('a wish that cannot be had is named, and dropped by a click', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 5, 4);
  await drawSmall(page);
  // All minimal sets of clues of the heart have at most ten.
  const { place, cards } = await make(page, { Clues: '15', Minimal: 'strictly', 'How many': '2', Seed: '1' });
  assert.equal(await cards.count(), 0);
  const lines = place.locator('.obstacles li');
  await lines.filter({ hasText: /^Without the number of clues: it can be had\./ }).waitFor();
  await says(page, 'See what helps below.');
  const minimal = lines.filter({ hasText: /^Without “no clue can go”: it can be had\./ });
  await minimal.getByRole('button', { name: 'Make without it' }).click();
  await place.getByText('2 puzzles. ').waitFor();
  assert.equal(await place.getByLabel('Minimal').inputValue(), '');
  assert.equal(await lines.count(), 0);
  for (const caption of await cards.allTextContents()) assert.match(caption, /15 clues/);
});

scenario('easy puzzles of the heart of the tutorial, as the form is at first', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 9, 8);
  await tool(page, 'Solution');
  await drawHeart(page);
  const { cards } = await make(page, { Difficulty: 'easy', 'How many': '2', Seed: '1' });
  assert.equal(await cards.count(), 2);
  for (const caption of await cards.allTextContents()) assert.match(caption, /easy$/);
  const number = Number(/(\d+) clues/.exec((await cards.first().textContent()) ?? '')?.[1]);
  await cards.first().click();
  const findings = await panel(page, 'Findings');
  await findings.getByText('Difficulty: easy').waitFor();
  // What can still go is needed for an easy puzzle.
  await findings.getByRole('button', { name: 'All, but stay easy' }).click();
  await says(page, /^No clue can go any more without a harder puzzle/);
  assert.equal((await clues(page)).size, number);
});

scenario('places are given and values found; values are given and places found', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 5, 5);
  const places = ['0,0', '2,0', '4,0', '1,1', '3,1', '0,2', '2,2', '4,2', '1,3', '3,3', '0,4', '2,4', '4,4'];
  for (const place of places) {
    const [x, y] = place.split(',').map(Number);
    await click(page, x + 0.5, y + 0.5);
    await page.keyboard.press('Shift+Digit8');
  }
  assert.equal(await page.locator('#picture .clues text', { hasText: '?' }).count(), places.length);
  const only = 'clues only where one or a ? is now';
  const { cards } = await make(page, { [only]: true, 'How many': '1', Seed: '1' });
  await cards.first().click();
  await known(page, 'one');
  assert.deepEqual([...(await clues(page)).keys()].sort(), places.toSorted());
  const values = { 0: false, 2: false };
  const { cards: few } = await make(page, { [only]: false, ...values, 'How many': '1', Seed: '1' });
  await few.first().click();
  const unwanted = async () => [...(await clues(page)).values()].filter((value) => [0, 2].includes(value));
  await becomes(unwanted, []);
  await known(page, 'one');
});

scenario('what was made stays while the board is edited and replaced', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 5, 5);
  // A removed cell can still be restored when a puzzle is taken.
  await tool(page, 'Board');
  await click(page, 4.5, 4.5);
  await tool(page, 'Clues');
  const { place, cards } = await make(page, { 'How many': '2', Seed: '1', Difficulty: 'normal' });
  await page.getByRole('combobox', { name: 'Symmetry' }).first().selectOption('point');
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await cards.first().click();
  await says(page, 'undo brings back');
  await known(page, 'one');
  assert.equal((await strokes(page, 'gone')).length, 2);
  const first = await clues(page);
  // The new board lacks the symmetry, and has other edges of the same names.
  await page.locator('#picture path.known-in[d]').waitFor();
  await newBoard(page, 'cairo', '3x3');
  assert.equal(await cards.count(), 2);
  await cards.nth(1).click();
  await page.locator('#title', { hasText: 'square 5x5' }).waitFor();
  await known(page, 'one');
  assert.notDeepEqual(await clues(page), first);
  await cards.first().click();
  await becomes(() => clues(page), first);
  // The form says the same after a reload.
  await place.getByLabel('How many').fill('3');
  await page.reload();
  await ready(page);
  const again = page.getByRole('tabpanel', { name: 'Make' });
  const fields = ['How many', 'Seed', 'Difficulty', 'Minimal'];
  const values = await Promise.all(fields.map((name) => again.getByLabel(name).inputValue()));
  assert.deepEqual(values, ['3', '1', 'normal', 'within']);
});

scenario('all sets of clues for a solution: counted, by size, and sampled', {}, async ({ page }) => {
  await ready(page);
  await blank(page, 5, 4);
  await drawSmall(page);
  const { place, cards } = await make(page, { 'How many': '4', Seed: '1' }, 'All hint sets');
  // docs/tutorial/design.md has the same counts, from the command.
  await place.getByText('282,114 sets of clues leave only this solution, 1,249 of them minimal').waitFor();
  await place.getByText('By the number of clues').click();
  const rows = await place.getByRole('row').allInnerTexts();
  const sizes = rows.map((row) => row.split(/\s+/).filter(Boolean).join(' '));
  assert.deepEqual(sizes, ['6 9', '7 315', '8 414', '9 473', '10 38']);
  assert.equal(await cards.count(), 4);
  for (const caption of await cards.allTextContents()) assert.match(caption, /(6|7|8|9|10) clues/);
  await cards.last().click();
  await known(page, 'one');
  await page.locator('#picture path.known-in[d]').waitFor();
  assert.deepEqual(await strokes(page, 'known-in'), await strokes(page, 'solution'));
});

/** A PNG of a disc, dark on light. */
function disc() {
  const side = 60;
  const picture = new PNG({ width: side, height: side });
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isDark = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) < side / 2 - 1;
      picture.data.set([...Array(3).fill(isDark ? 20 : 250), 255], 4 * (side * y + x));
    }
  }
  return PNG.sync.write(picture);
}

scenario('a picture becomes the solution of a puzzle', {}, async ({ page }) => {
  await ready(page);
  const place = await panel(page, 'Make');
  const file = { name: 'disc.png', mimeType: 'image/png', buffer: disc() };
  await place.getByLabel('a picture whose outline is the solution').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'A board from a picture' });
  await dialog.getByLabel('Columns').fill('8');
  await dialog.getByRole('button', { name: 'Open it' }).click();
  await page.locator('#title', { hasText: 'disc' }).waitFor();
  const outline = await strokes(page, 'solution');
  assert.ok(outline.length >= 28, `${outline.length} edges`);
  const { cards } = await make(page, { 'How many': '1', Seed: '2' });
  await cards.first().click();
  await known(page, 'one');
  await page.locator('#picture path.known-in[d]').waitFor();
  assert.deepEqual(await strokes(page, 'known-in'), await strokes(page, 'solution'));
});

scenario('Numberlinks: pairs on a board of squares', { args: ['--board', 'square'] }, async ({ page }) => {
  await ready(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Puzzle').selectOption('numberlink');
  await dialog.getByLabel('Board').selectOption('square');
  await dialog.getByLabel('Width').fill('6');
  await dialog.getByLabel('Height').fill('6');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { cards } = await make(page, { 'How many': '2', Seed: '4' });
  assert.equal(await cards.count(), 2);
  const pairs = Number(/(\d+) pairs/.exec((await cards.first().textContent()) ?? '')?.[1]);
  await cards.first().click();
  await known(page, 'one');
  assert.equal(await page.locator('#picture .pairs circle').count(), 2 * pairs);
  // The program agrees.
  const place = await panel(page, 'Share');
  const facts = await place.getByRole('textbox', { name: 'the puzzle as text' }).inputValue();
  assert.equal(zlink(['count'], facts).output.trim(), '1');
});
