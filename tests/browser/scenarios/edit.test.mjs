import assert from 'node:assert/strict';
import { becomes, click, clues, drag, known, ready, says, strokes, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';
import { started } from '../forms.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SQUARES = ['--board', 'square', '--size', '4x4'];
/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

/**
 * The content of the board.
 * @param {Page} page
 */
async function sheet(page) {
  const layers = ['vertices', 'edges', 'gone', 'required', 'forbidden', 'solution'];
  const drawn = await Promise.all(layers.map((layer) => strokes(page, layer)));
  return { clues: await clues(page), drawn };
}

const undo = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Undo' });
const redo = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Redo' });

scenario('clues by click and digit, and counted up and down by clicks', { args: SQUARES }, async ({ page }) => {
  await ready(page);
  await click(page, 1.5, 0.5);
  assert.equal((await clues(page)).size, 0);
  await page.keyboard.press('3');
  await says(page, 'Row 1, column 2: clue 3.');
  assert.deepEqual([...(await clues(page))], [['1,0', 3]]);
  // A square has four edges.
  await page.keyboard.press('5');
  await says(page, 'This cell has 4 edges.');
  const seen = [];
  for (let i = 0; i < 4; i += 1) {
    await click(page, 1.5, 0.5);
    seen.push((await clues(page)).get('1,0'));
  }
  assert.deepEqual(seen, [4, undefined, 0, 1]);
  await click(page, 1.5, 0.5, { button: 'right' });
  assert.equal((await clues(page)).get('1,0'), 0);
  await page.keyboard.press('Delete');
  assert.equal((await clues(page)).size, 0);
});

scenario('a dodecagon takes clues of two digits', { args: ['--board', 'dodecagonal'] }, async ({ page }) => {
  await ready(page);
  const { board } = await started(['--board', 'dodecagonal']);
  const [left, top] = [0, 1].map((i) => Math.min(...board.at.map((/** @type {number[]} */ point) => point[i])));
  const large = board.cells.find((/** @type {{ edges: number[] }} */ cell) => cell.edges.length === 12);
  const [x, y] = [large.label[0] - left, large.label[1] - top];
  const shown = () => page.locator('#picture .clues text').allTextContents();
  await click(page, x, y);
  await page.keyboard.type('12');
  assert.deepEqual(await shown(), ['12']);
  // No cell has a clue of thirteen: a third digit starts a new clue.
  await page.keyboard.type('3');
  assert.deepEqual(await shown(), ['3']);
  await page.getByRole('button', { name: 'clue 10', exact: true }).click();
  assert.deepEqual(await shown(), ['10']);
  await page.getByRole('button', { name: 'no clue' }).click();
  assert.deepEqual(await shown(), []);
});

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
});

scenario('pairs of vertices are made by two clicks, and labelled', {}, async ({ page }) => {
  await ready(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A new board' });
  await dialog.getByLabel('Puzzle').selectOption('numberlink');
  await dialog.getByLabel('Width').fill('3');
  await dialog.getByLabel('Height').fill('2');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await says(page, 'Click two vertices');
  const signs = () => page.locator('#picture .pairs text').allTextContents();
  await page.getByText('No pairs yet').waitFor();
  await click(page, 0, 0);
  await says(page, 'Now the other end.');
  await click(page, 2, 0);
  assert.deepEqual(await signs(), ['1', '1']);
  await page.keyboard.type('AB');
  assert.deepEqual(await signs(), ['AB', 'AB']);
  await click(page, 0, 1);
  await click(page, 2, 1);
  assert.deepEqual(await signs(), ['AB', 'AB', '2', '2']);
  await known(page, 'one');
  assert.equal((await strokes(page, 'known-in')).length, 4);
  await page.keyboard.press('Delete');
  await known(page, 'several');
  await page.getByRole('tabpanel').getByText('Exactly 4.').waitFor();
  // Both ends have the same colour of a chessboard of six vertices.
  await page.getByLabel('every vertex must be passed').check();
  await known(page, 'none');
});

scenario(
  'edges are required by a drag, and forbidden by one with Shift or the other button',
  { args: ['--board', 'square', '--size', '2x2'] },
  async ({ page }) => {
    await known(page, 'several');
    await tool(page, 'Edges');
    await drag(page, [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
    ]);
    assert.equal((await strokes(page, 'required')).length, 3);
    await page.keyboard.down('Shift');
    await drag(page, [
      [1, 1],
      [1, 2],
      [2, 2],
    ]);
    await page.keyboard.up('Shift');
    assert.equal((await strokes(page, 'forbidden')).length, 2);
    await known(page, 'one');
    await click(page, 0.5, 1, { button: 'right' });
    assert.equal((await strokes(page, 'forbidden')).length, 3);
    // Along required edges, which are then required no longer.
    await drag(page, [
      [0, 0],
      [1, 0],
    ]);
    assert.equal((await strokes(page, 'required')).length, 2);
    for (let strokesLeft = 0; strokesLeft < 4; strokesLeft += 1) await undo(page).click();
    assert.equal((await strokes(page, 'required')).length + (await strokes(page, 'forbidden')).length, 0);
    assert.ok(await undo(page).isDisabled(), 'a stroke is undone as a whole');
  },
);

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

scenario('cells, edges and vertices are removed and restored', { args: SQUARES }, async ({ page }) => {
  await ready(page);
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await tool(page, 'Board');
  const whole = await sheet(page);
  const what = page.getByRole('combobox', { name: 'What to remove' });
  await click(page, 0.5, 0.5);
  // A corner cell is removed with its two outer edges and the corner; its clue is not shown.
  assert.equal((await strokes(page, 'gone')).length, 2);
  assert.equal((await strokes(page, 'vertices')).length, 24);
  assert.equal((await clues(page)).size, 0);
  await what.selectOption('edge');
  await click(page, 2, 1.5);
  assert.equal((await strokes(page, 'gone')).length, 3);
  await what.selectOption('vertex');
  await click(page, 3, 3);
  assert.equal((await strokes(page, 'gone')).length, 7);
  assert.equal((await strokes(page, 'vertices')).length, 23);
  await click(page, 3, 3);
  assert.equal((await strokes(page, 'gone')).length, 3);
  await page.getByRole('button', { name: 'Restore all' }).click();
  assert.deepEqual(await sheet(page), whole);
});

scenario('all edits are undone to the very beginning, and done again', { args: SQUARES }, async ({ page }) => {
  await ready(page);
  const states = [await sheet(page)];
  const note = async () => states.push(await sheet(page));
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await note();
  await click(page, 3.5, 2.5);
  await page.keyboard.press('1');
  await note();
  await tool(page, 'Edges');
  await drag(page, [
    [1, 1],
    [1, 3],
  ]);
  await note();
  await tool(page, 'Solution');
  await drag(page, [
    [0.5, 0.5],
    [0.5, 2.5],
  ]);
  await note();
  await page.getByRole('button', { name: 'Clues from it' }).click();
  await note();
  await tool(page, 'Board');
  await click(page, 3.5, 3.5);
  await note();
  await page.getByRole('button', { name: 'turn left' }).click();
  await says(page, 'Turn');
  await note();
  assert.equal(new Set(states.map((state) => JSON.stringify([...state.clues, state.drawn]))).size, states.length);
  for (const state of states.slice(0, -1).reverse()) {
    await undo(page).click();
    assert.deepEqual(await sheet(page), state);
  }
  assert.ok(await undo(page).isDisabled());
  for (const state of states.slice(1)) {
    await redo(page).click();
    assert.deepEqual(await sheet(page), state);
  }
  assert.ok(await redo(page).isDisabled());
});

scenario(
  'a puzzle is copied, changed and pasted; mirrored and turned',
  { args: [SMALL], permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page }) => {
    await ready(page);
    const before = await clues(page);
    await page.locator('#board').focus();
    await page.keyboard.press('Control+C');
    await says(page, 'Copied.');
    await click(page, 3.5, 0.5);
    await page.keyboard.press('Delete');
    assert.equal((await clues(page)).size, 5);
    await page.keyboard.press('Control+V');
    await says(page, 'Open: pasted');
    assert.deepEqual(await clues(page), before);
    /** Where each clue goes, of four by four. @type {[string, (x: number, y: number) => number[]][]} */
    const turns = [
      ['|', (x, y) => [3 - x, y]],
      ['_', (x, y) => [x, 3 - y]],
      [']', (x, y) => [3 - y, x]],
      ['[', (x, y) => [y, 3 - x]],
    ];
    for (const [key, go] of turns) {
      const wanted = [...(await clues(page))].map(([cell, clue]) => {
        const [x, y] = cell.split(',').map(Number);
        return [go(x, y).join(','), clue];
      });
      await page.keyboard.press(key);
      await becomes(async () => [...(await clues(page))].sort(), wanted.sort());
      await known(page, 'one');
    }
    assert.notDeepEqual(await clues(page), before);
    await tool(page, 'Board');
    for (const name of ['mirror up and down', 'mirror left and right']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('button', { name: 'Undo' }).and(page.locator(':enabled')).waitFor();
    }
    await becomes(() => clues(page), before);
  },
);

scenario(
  'a turn takes everything along: marks of play, removed cells, a clue typed meanwhile',
  { args: [SMALL] },
  async ({ page, form }) => {
    await ready(page);
    await tool(page, 'Board');
    await click(page, 3.5, 0.5);
    await tool(page, 'Play');
    await click(page, 0.5, 0);
    await tool(page, 'Clues');
    const before = await clues(page);
    await click(page, 0.5, 3.5);
    if (form === 'server') {
      await page.route('**/api/1/turn', async (route) => {
        await page.keyboard.press('1');
        await becomes(() => clues(page), new Map([...before, ['0,3', 1]]));
        await route.continue();
      });
    } else {
      await page.keyboard.press('1');
    }
    await page.keyboard.press(']');
    await says(page, 'Turned: right');
    const turned = [...before, ['0,3', 1]].map(([cell, clue]) => {
      const [x, y] = String(cell).split(',').map(Number);
      return /** @type {[string, number]} */ ([`${3 - y},${x}`, Number(clue)]);
    });
    assert.deepEqual(new Map([...(await clues(page))].sort()), new Map(turned.sort()));
    const top = await strokes(page, 'edges');
    await tool(page, 'Board');
    await page.getByRole('button', { name: 'Restore all' }).click();
    assert.equal((await strokes(page, 'edges')).length, top.length + 2);
    // The clue of the removed cell is back, too.
    assert.equal((await clues(page)).get('3,3'), 3);
    const back = page.getByRole('button', { name: 'Undo' });
    await back.click();
    await tool(page, 'Play');
    assert.deepEqual(await strokes(page, 'play-in'), ['480 80L480 180']);
    // The turn, too, is undone in play, when all of play is.
    await back.click();
    await becomes(() => strokes(page, 'play-in'), ['80 80L180 80']);
  },
);
