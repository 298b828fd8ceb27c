import assert from 'node:assert/strict';
import { click, known, openText, panel, ready, says, strokes, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SQUARES = ['--board', 'square', '--size', '3x3'];

const area = (/** @type {Page} */ page) => page.getByRole('textbox', { name: 'constraints, one in each line' });
const apply = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Apply', exact: true }).click();
const undo = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Undo' }).click();
const signs = (/** @type {Page} */ page) => page.locator('#picture .clues text').allTextContents();

/**
 * The integrity constraints on the board: their lines to edges that are in, to edges that are out, and their signs (a ring and a bar).
 * @param {Page} page
 */
const drawn = async (page) => {
  const layers = ['joins-in', 'joins-out', 'constraint'];
  const [isIn, isOut, sign] = await Promise.all(layers.map(async (layer) => (await strokes(page, layer)).length));
  return [isIn, isOut, sign / 2];
};

/**
 * Replaces the constraints, and waits until they are on the board.
 * @param {Page} page
 * @param {string} text
 */
async function put(page, text) {
  await area(page).fill(text);
  await apply(page);
  await page.getByRole('button', { name: 'Apply', exact: true, disabled: true }).waitFor();
}

scenario(
  'constraints are clicked or typed, refused with their place, drawn and spoken; they stay with what is done to the board',
  { args: SQUARES, refused: true },
  async ({ page, context, address }) => {
    await ready(page);
    await tool(page, 'Constraints');
    await click(page, 1, 0.5);
    await says(page, 'No line on the edge between columns 1 and 2 in row 1.');
    await click(page, 1.5, 1, { button: 'right' });
    const both =
      'Not both: a line on the edge between columns 1 and 2 in row 1; no line on the edge between rows 1 and 2 in column 2.';
    await says(page, both);
    await page.getByRole('button', { name: 'New line' }).click();
    await page.getByRole('button', { name: 'cells' }).click();
    await click(page, 2.5, 2.5);
    await says(page, 'Row 3, column 3, at least 1.');
    assert.equal(await area(page).inputValue(), ':- link(1,5), not link(5,6).\nat_least(8,1).');
    assert.deepEqual([await drawn(page), await signs(page)], [[0, 0, 0], []], 'not yet');
    await apply(page);
    await says(page, 'The constraints are applied.');
    assert.deepEqual([await drawn(page), await signs(page)], [[1, 1, 1], ['≥1']]);

    // What is wrong is said with its place, where the caret goes; the sheet is as before.
    const text = await area(page).inputValue();
    const problem = page.locator('#text .error');
    for (const [wrong, words] of [
      [':- link(5,1).', 'Line 3, column 4: link names an edge in the other direction'],
      [':- link(1,X).', 'Line 3, column 11: '],
      ['clue(0,2).', 'Line 3, column 1: clue(0,2). is no constraint'],
      ['edge(0,9).', 'Line 3, column 1: edge(0,9). is no constraint'],
      ['at_most(f,2).', 'Line 3, column 1: at_most(f,2). is no constraint on cells or edges of this board.'],
    ]) {
      await area(page).fill(`${text}\n${wrong}`);
      await apply(page);
      await problem.filter({ hasText: words }).waitFor();
      const chosen = await area(page).evaluate((field) => {
        const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (field);
        return value.slice(selectionStart, selectionEnd);
      });
      assert.equal(chosen, wrong);
    }
    assert.deepEqual([await drawn(page), await signs(page)], [[1, 1, 1], ['≥1']]);
    await put(page, `${text}\nat_most(8,2).`);
    assert.equal(await problem.textContent(), '');
    assert.deepEqual(await signs(page), ['1–2']);
    await undo(page);
    assert.deepEqual([await signs(page), await area(page).inputValue()], [['≥1'], text]);
    await page.getByRole('button', { name: 'Redo' }).click();
    await tool(page, 'Clues');
    await click(page, 2.5, 1.5);
    await page.keyboard.press('ArrowDown');
    await says(page, 'Row 3, column 3: at least 1, at most 2.');
    await page.keyboard.press('2');
    assert.deepEqual(await signs(page), ['2, 1–2']);
    // An edge is marked and unmarked, and described.
    await tool(page, 'Edges');
    await click(page, 1, 0.5);
    await page.keyboard.press('Enter');
    await says(page, both);

    // Turned, with another row, reloaded, in an address and back, it is the same puzzle.
    await tool(page, 'Board');
    await page.getByRole('button', { name: 'turn left' }).click();
    await says(page, 'Turned: left');
    await page.getByRole('button', { name: 'turn right' }).click();
    await says(page, 'Turned: right');
    assert.deepEqual([await drawn(page), await signs(page)], [[1, 1, 1], ['2, 1–2']]);
    await page.reload();
    await ready(page);
    const place = await panel(page, 'Share');
    await place.getByRole('button', { name: 'Copy: to edit' }).click();
    const copied = await place.getByRole('textbox', { name: 'the address' }).inputValue();
    const other = await context.newPage();
    await other.goto(`${address}${copied.slice(copied.indexOf('#'))}`);
    await ready(other);
    await tool(other, 'Constraints');
    const facts = async (/** @type {Page} */ from) => (await area(from).inputValue()).split('\n').sort();
    assert.deepEqual(await facts(other), ['at_least(8,1).', 'at_most(8,2).', ':- link(1,5), not link(5,6).'].sort());

    // A constraint goes with an edge of it, and comes back with it.
    await tool(page, 'Board');
    await page.getByRole('combobox', { name: 'What to remove' }).selectOption('edge');
    await click(page, 1.5, 1);
    await says(page, '1 constraint is left out: an edge of it is removed.');
    assert.deepEqual(await drawn(page), [0, 0, 0]);
    const shared = place.getByRole('textbox', { name: 'the puzzle as text' });
    await place.getByText('Left out: 1 constraint').waitFor();
    assert.match(await shared.inputValue(), /^at_least\(8,1\)\.\nat_most\(8,2\)\.$/m);
    await undo(page);
    assert.deepEqual(await drawn(page), [1, 1, 1]);
    await page.getByRole('button', { name: 'remove a row at the bottom' }).click();
    await says(page, 'Lost: 1 clue, 1 lower bound, 1 upper bound');
    assert.deepEqual([await drawn(page), await signs(page)], [[1, 1, 1], []]);
  },
);

scenario(
  'constraints contradict by name, and are broken in play once that is certain',
  { args: SQUARES },
  async ({ page }) => {
    await ready(page);
    await tool(page, 'Constraints');
    await put(page, ':- link(0,1), link(0,4).\nat_least(0,4).');
    await known(page, 'none');
    const findings = page.getByRole('tabpanel', { name: 'Findings' });
    const facts = findings.locator('.facts');
    assert.deepEqual((await facts.getByRole('button').allTextContents()).sort(), [
      'Not both: a line on the top edge of row 1, column 1; a line on the left edge of row 1, column 1',
      'Row 1, column 1, at least 4',
    ]);
    assert.equal((await strokes(page, 'bad-edges')).length, 2);
    // A step says the constraint in words, and shows its sign.
    await put(page, ':- not link(10,11).\n:- link(10,11), not link(9,10).');
    await known(page, 'several');
    const steps = await panel(page, 'Steps');
    await steps.getByRole('button', { name: 'Next step' }).click();
    await steps.locator('.sentence', { hasText: 'constraint “' }).waitFor();
    assert.equal((await strokes(page, 'premise-constraints')).length, 2);
    await put(page, ':- link(0,1), not link(1,2).\nat_most(8,1).\nat_least(0,1).');
    await tool(page, 'Play');
    await page.getByRole('checkbox', { name: 'errors' }).check();
    // A single square: the second edge may still be drawn, until the loop is closed without it.
    const square = /** @type {[number, number][]} */ ([
      [0.5, 0],
      [0, 0.5],
      [0.5, 1],
      [1, 0.5],
    ]);
    for (const edge of square.slice(0, 3)) await click(page, ...edge);
    assert.equal((await strokes(page, 'wrong')).length, 0);
    await click(page, ...square[3]);
    await says(page, 'A loop is closed, but not all is done.');
    await click(page, 1.5, 0, { button: 'right' });
    await says(
      page,
      'Broken: not both: a line on the top edge of row 1, column 1; no line on the top edge of row 1, column 2.',
    );
    await page.getByRole('button', { name: 'Start again' }).click();
    await click(page, 2.5, 3);
    await click(page, 3, 2.5);
    await says(page, 'Row 3, column 3, at most 1, has 2 lines.');
    await page.getByRole('button', { name: 'Start again' }).click();
    for (const [x, y] of [
      [0.5, 0],
      [1.5, 0],
      [0, 0.5],
      [2, 0.5],
      [0.5, 1],
      [1.5, 1],
    ])
      await click(page, x, y);
    await says(page, 'Solved.');
  },
);

scenario('more constraints than can be told apart are counted', { args: SQUARES }, async ({ page }) => {
  await ready(page);
  const pairs = Array.from({ length: 40 }, (_, i) => `:- link(${i},${i + 1}), link(${i + 1},${i + 2}).`);
  const edges = Array.from({ length: 42 }, (_, i) => `edge(${i},${i + 1}).`);
  await openText(page, [...edges, 'edge(0,42).', ...pairs].join('\n'));
  await says(page, '(40 constraints: see the tool Constraints)');
  assert.deepEqual(await drawn(page), [0, 0, 0]);
  await page.locator('#picture .caption', { hasText: '40 constraints' }).waitFor();
  await tool(page, 'Constraints');
  await put(page, pairs.slice(0, 8).join('\n'));
  assert.deepEqual(await drawn(page), [16, 0, 8]);
  assert.equal(await page.locator('#picture .caption').textContent(), '');
});
