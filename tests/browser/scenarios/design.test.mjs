import assert from 'node:assert/strict';
import {
  becomes,
  click,
  clues,
  drag,
  known,
  newBoard,
  openText,
  ready,
  says,
  sheet,
  strokes,
  tool,
} from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SQUARES = ['--board', 'square', '--size', '4x4'];

/** A ring of eight squares, as facts: the cell in the middle is missing. */
const RING = [0, 1, 2, 3]
  .flatMap((y) => [0, 1, 2, 3].map((x) => [x, y]))
  .flatMap(([x, y]) => {
    const at = (/** @type {number} */ dx, /** @type {number} */ dy) => `v${x + dx}${y + dy}`;
    const sides = [
      [at(0, 0), at(1, 0)],
      [at(0, 0), at(0, 1)],
      [at(1, 0), at(1, 1)],
      [at(0, 1), at(1, 1)],
    ].map(String);
    return [
      `pos(${at(0, 0)},${x},${y}).`,
      x < 3 ? `edge(${sides[0]}).` : '',
      y < 3 ? `edge(${sides[1]}).` : '',
      ...(x < 3 && y < 3 && `${x}${y}` !== '11' ? sides.map((side) => `cell_contains(f${x}${y},${side}).`) : []),
    ];
  })
  .concat('clue(f00,2).', 'clue(f22,1).')
  .join('\n');

const undo = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Undo' });

scenario('clues are entered symmetrically', { args: ['--board', 'square', '--size', '5x4'] }, async ({ page }) => {
  await ready(page);
  await page.getByRole('combobox', { name: 'Symmetry' }).selectOption('point');
  await click(page, 0.5, 1.5);
  await page.keyboard.press('2');
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,1': 2, '4,2': 2 });
  await click(page, 4.5, 2.5);
  await page.keyboard.press('3');
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,1': 2, '4,2': 3 }, 'only the places are symmetric');
  await page.keyboard.press('Delete');
  assert.equal((await clues(page)).size, 0);
  await undo(page).click();
  assert.equal((await clues(page)).size, 2, 'both come back at once');
  await page.getByRole('combobox', { name: 'Symmetry' }).selectOption('left-right');
  await click(page, 1.5, 0.5);
  await page.keyboard.press('1');
  assert.equal((await clues(page)).get('3,0'), 1);
  // The cells of the axis are their own images.
  await click(page, 2.5, 0.5);
  await page.keyboard.press('3');
  await page.keyboard.press('Delete');
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,1': 2, '4,2': 3, '1,0': 1, '3,0': 1 });
  // A clue without a value, and one with a value in its place.
  const texts = async () => (await page.locator('#picture .clues text').allTextContents()).sort();
  await click(page, 1.5, 2.5);
  await page.keyboard.press('Shift+Digit8');
  await says(page, 'Row 3, column 2: a clue without a value, which Make finds.');
  assert.deepEqual(await texts(), ['1', '1', '2', '3', '?', '?']);
  await page.keyboard.press('0');
  assert.deepEqual(await texts(), ['0', '1', '1', '2', '3', '?']);
  await page.getByRole('button', { name: 'no clue', exact: true }).click();
  assert.deepEqual(await texts(), ['1', '1', '2', '3']);
});

scenario('a solution is drawn as cells or as a line, and clues follow from it', { args: SQUARES }, async ({ page }) => {
  await ready(page);
  await tool(page, 'Solution');
  await drag(page, [
    [0.5, 0.5],
    [2.5, 0.5],
    [2.5, 1.5],
  ]);
  assert.equal((await strokes(page, 'inside')).length, 4);
  assert.equal((await strokes(page, 'solution')).length, 10);
  await click(page, 0.5, 0.5);
  assert.equal((await strokes(page, 'inside')).length, 3);
  await page.getByRole('combobox', { name: 'Draw the solution as' }).selectOption('line');
  // The first cell again, by its outline.
  await drag(page, [
    [1, 0],
    [0, 0],
    [0, 1],
    [1, 1],
  ]);
  await click(page, 1, 0.5);
  assert.equal((await strokes(page, 'solution')).length, 10);
  assert.equal((await strokes(page, 'inside')).length, 4);
  await page.getByRole('button', { name: 'Clues from it' }).click();
  const all = await clues(page);
  assert.equal(all.size, 16);
  assert.deepEqual([all.get('0,0'), all.get('1,0'), all.get('2,0'), all.get('2,1'), all.get('3,3')], [3, 2, 2, 3, 0]);
  await known(page, 'one');
  assert.deepEqual(await strokes(page, 'known-in'), await strokes(page, 'solution'));
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.equal((await strokes(page, 'solution')).length, 0);
  await page.getByRole('button', { name: 'Take the answer' }).click();
  assert.deepEqual(await strokes(page, 'solution'), await strokes(page, 'known-in'));
});

scenario('clues follow the drawing, in the same step, where it is wanted', { args: SQUARES }, async ({ page }) => {
  await ready(page);
  await click(page, 0.5, 0.5);
  await page.keyboard.press('1');
  await tool(page, 'Solution');
  await page.getByRole('combobox', { name: 'Clues follow the drawing' }).selectOption('those');
  await click(page, 0.5, 0.5);
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 4 });
  await click(page, 1.5, 0.5);
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 3 });
  await page.getByText('Nothing is wrong.').waitFor();
  await page.getByRole('combobox', { name: 'Clues follow the drawing' }).selectOption('all');
  const all = await clues(page);
  assert.deepEqual([all.size, all.get('0,0'), all.get('0,1'), all.get('3,3')], [16, 3, 1, 0]);
  await undo(page).click();
  await undo(page).click();
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 4 }, 'the drawing and its clues at once');
  assert.equal((await strokes(page, 'inside')).length, 1);
  await page.getByRole('combobox', { name: 'Clues follow the drawing' }).selectOption('');
  await click(page, 1.5, 0.5);
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 4 });
  await says(page, 'The 4 in row 1, column 1 has only 3 lines.');
});

scenario('what is wrong with a drawing is said at once, and shown', { args: SQUARES }, async ({ page }) => {
  await ready(page);
  const notes = () => page.locator('.drawn-notes li').allTextContents();
  await tool(page, 'Solution');
  await click(page, 0.5, 0.5);
  await page.getByText('Nothing is wrong.').waitFor();
  await click(page, 2.5, 0.5);
  await says(page, 'There are 2 loops.');
  assert.equal((await strokes(page, 'drawn-bad-edges')).length, 8);
  await click(page, 1.5, 1.5);
  await says(page, /^4 lines meet at .*\. 1 more\.$/);
  assert.equal((await strokes(page, 'drawn-bad-vertices')).length, 2);
  await page.getByRole('combobox', { name: 'Draw the solution as' }).selectOption('line');
  await click(page, 0, 0.5);
  await says(page, /^A line ends at .* 2 more\.$/);
  assert.equal((await notes()).length, 4);
  await tool(page, 'Clues');
  await click(page, 2.5, 0.5);
  await page.keyboard.press('3');
  await says(page, /clue 3\. .*The 3 in row 1, column 3 has 4 lines\./);
  assert.equal((await strokes(page, 'drawn-bad-cells')).length, 1);
  await page.keyboard.press('4');
  assert.equal((await strokes(page, 'drawn-bad-cells')).length, 0);
  await tool(page, 'Edges');
  await click(page, 0, 0.5);
  await says(page, 'There is no line on a required edge.');
  await click(page, 0.5, 0, { button: 'right' });
  await says(page, 'A line is on a forbidden edge.');
  await tool(page, 'Board');
  await click(page, 0.5, 0.5);
  await says(page, 'A line is where the board has been removed.');
  await tool(page, 'Play');
  assert.ok(await page.locator('.drawn-notes').isHidden());
  assert.ok(await page.locator('#picture .drawn-bad-edges').isHidden());
  await tool(page, 'Solution');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  assert.ok(await page.locator('.drawn-notes').isHidden());
});

scenario(
  'rows and columns are added and removed; all on the board stays in its place',
  { args: SQUARES },
  async ({ page }) => {
    await ready(page);
    await click(page, 0.5, 0.5);
    await page.keyboard.press('3');
    await click(page, 3.5, 1.5);
    await page.keyboard.press('1');
    await tool(page, 'Edges');
    await drag(page, [
      [0, 0],
      [1, 0],
    ]);
    await tool(page, 'Solution');
    await drag(page, [
      [1.5, 1.5],
      [2.5, 1.5],
    ]);
    await tool(page, 'Board');
    await click(page, 3.5, 3.5);
    const first = await sheet(page);
    const press = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
    await press('add a column on the left');
    await says(page, '1 column more on the left.');
    assert.deepEqual(Object.fromEntries(await clues(page)), { '1,0': 3, '4,1': 1 });
    assert.deepEqual(await strokes(page, 'required'), ['180 80L280 80']);
    assert.equal((await strokes(page, 'gone')).length, 2);
    assert.equal((await strokes(page, 'inside')).length, 2);
    await press('add a row at the top');
    await says(page, '1 row more at the top.');
    assert.deepEqual(Object.fromEntries(await clues(page)), { '1,1': 3, '4,2': 1 });
    await press('remove a column on the right');
    await says(page, '1 column less on the right. Lost: 1 clue; undo brings that back.');
    await press('remove a row at the bottom');
    await says(page, '1 row less at the bottom.');
    assert.equal((await strokes(page, 'gone')).length, 0, 'the removed cell is beyond the board');
    for (let edits = 0; edits < 4; edits += 1) await undo(page).click();
    assert.deepEqual(await sheet(page), first);
  },
);

scenario('a grid with holes from a file, and other tilings, get rows and lose them', {}, async ({ page }) => {
  await ready(page);
  const press = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
  await openText(page, RING);
  await tool(page, 'Board');
  await press('add a row at the bottom');
  await says(page, '1 row more at the bottom.');
  assert.equal((await strokes(page, 'edges')).length, 24 + 7);
  assert.deepEqual(Object.fromEntries(await clues(page)), { '0,0': 2, '2,2': 1 });
  await press('remove a row at the top');
  await says(page, '1 row less at the top. Lost: 1 clue; undo brings that back.');
  assert.deepEqual(Object.fromEntries(await clues(page)), { '2,1': 1 });
  for (const name of ['kagome', 'cairo']) {
    await newBoard(page, name, '4x3');
    await tool(page, 'Board');
    const edges = await strokes(page, 'edges');
    await press('add a column on the left');
    await page.locator('#title', { hasText: `${name} 5x3` }).waitFor();
    assert.ok((await strokes(page, 'edges')).length > edges.length);
    await press('remove a column on the right');
    await page.locator('#title', { hasText: `${name} 4x3` }).waitFor();
    assert.deepEqual(await strokes(page, 'edges'), edges);
  }
  await openText(page, 'edge(a,b). edge(b,c). edge(c,a). cell_contains(f,a,b). clue(f,1).');
  await press('add a row at the bottom');
  await says(page, 'boards made by name and size, not turned, and of grids of squares');
});

scenario('drawn paths that end nowhere or join two pairs are named', {}, async ({ page }) => {
  await ready(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A new board' });
  await dialog.getByLabel('Puzzle').selectOption('numberlink');
  await dialog.getByLabel('Width').fill('3');
  await dialog.getByLabel('Height').fill('2');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await says(page, 'Type the same label at two vertices');
  await tool(page, 'Solution');
  await drag(page, [
    [0, 0],
    [1, 0],
  ]);
  await page.getByText('Nothing is wrong.').waitFor();
  await tool(page, 'Pairs');
  for (const [label, x, y] of /** @type {[string, number, number][]} */ ([
    ['A', 0, 0],
    ['A', 2, 0],
    ['B', 0, 1],
    ['B', 2, 1],
  ])) {
    await click(page, x, y);
    await page.keyboard.press(label);
  }
  const notes = page.locator('.drawn-notes li');
  await notes.filter({ hasText: 'A line ends at row 1, column 2.' }).waitFor();
  await tool(page, 'Solution');
  await drag(page, [
    [1, 0],
    [1, 1],
    [2, 1],
  ]);
  await notes.filter({ hasText: /^A path joins .*A.* and .*B/ }).waitFor();
  await says(page, /A path joins/);
});

/** The cell of the other side of a board of five by five squares. */
const image = (/** @type {string} */ cell) =>
  cell
    .split(',')
    .map((at) => 4 - Number(at))
    .join();

scenario('what can go, goes with its images: shown, one set at a time, all at once', {}, async ({ page }) => {
  await ready(page);
  await newBoard(page, 'square', '5x5');
  await tool(page, 'Solution');
  await page.getByRole('combobox', { name: 'Clues follow the drawing' }).selectOption('all');
  await drag(page, [
    [0.5, 0.5],
    [4.5, 0.5],
  ]);
  await drag(page, [
    [2.5, 1.5],
    [2.5, 4.5],
  ]);
  await tool(page, 'Clues');
  await page.getByRole('combobox', { name: 'Symmetry' }).selectOption('point');
  const findings = page.getByRole('tabpanel', { name: 'Findings' });
  await findings.getByText(/clues with images can go, each by itself/).waitFor();
  // The cell in the middle is its own image.
  assert.equal(await page.locator('#picture .clues text.can-go').count(), 25);
  await findings.getByRole('button', { name: 'Delete one' }).click();
  await becomes(async () => (await clues(page)).size < 25, true);
  const fewer = await clues(page);
  assert.ok([...fewer.keys()].every((cell) => fewer.has(image(cell))));
  await known(page, 'one');
  await findings.getByText(/clues? with images can go|No clue can go/).waitFor();
  await findings.getByRole('button', { name: 'Delete all that can' }).click();
  await says(page, /^No clue can go any more/);
  const few = await clues(page);
  assert.ok(few.size < fewer.size);
  assert.ok([...few.keys()].every((cell) => few.has(image(cell))));
  await known(page, 'one');
  await findings.getByText('No clue can go with all its images.').waitFor();
  await undo(page).click();
  assert.deepEqual(await clues(page), fewer, 'one edit');
  // Where a cell is removed, its image goes alone.
  await tool(page, 'Board');
  await click(page, 0.5, 4.5);
  await known(page, 'one');
  await findings.getByText(/with images can go/).waitFor();
  await findings.getByRole('button', { name: 'Delete all that can' }).click();
  await says(page, /^No clue can go any more/);
  const cut = await clues(page);
  assert.ok([...cut.keys()].every((cell) => cell === '4,0' || cut.has(image(cell))));
});

scenario('suggested clues come with images that fit', {}, async ({ page }) => {
  await ready(page);
  await newBoard(page, 'square', '5x5');
  await page.getByRole('combobox', { name: 'Symmetry' }).selectOption('point');
  await known(page, 'several');
  // A 4 leaves one solution, in which there is no line at the image.
  await click(page, 0.5, 0.5);
  await page.keyboard.press('4');
  await becomes(async () => Object.fromEntries(await clues(page)), { '0,0': 4, '4,4': 0 });
  await undo(page).click();
  assert.equal((await clues(page)).size, 0, 'one edit');
  // With a drawing, the suggestions are those that make it the only solution.
  await tool(page, 'Solution');
  await click(page, 2.5, 2.5);
  await page.locator('#board').focus();
  await page.keyboard.press('u');
  await page
    .getByRole('tabpanel', { name: 'Findings' })
    .getByText(/would make the drawing the only solution/)
    .waitFor();
  await known(page, 'several');
  const texts = await page.locator('#picture .values text').allTextContents();
  assert.deepEqual(texts, ['4']);
});
