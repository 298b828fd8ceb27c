import assert from 'node:assert/strict';
import { becomes, click, clues, drag, known, panel, ready, says, sheet, spot, strokes, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';
import { started } from '../forms.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SQUARES = ['--board', 'square', '--size', '4x4'];
/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

const undo = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Undo' });
const redo = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Redo' });

/**
 * Makes a blank Numberlink with the dialog, and returns what reads the labels at its ends.
 * @param {Page} page
 * @param {number} width
 * @param {number} height
 */
async function numberlink(page, width, height) {
  await ready(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A new board' });
  await dialog.getByLabel('Puzzle').selectOption('numberlink');
  await dialog.getByLabel('Width').fill(String(width));
  await dialog.getByLabel('Height').fill(String(height));
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await says(page, 'Type the same label at two vertices');
  return () => page.locator('#picture .pairs text').allTextContents();
}

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

scenario('pairs of vertices are made by two clicks or a drag, and labelled', {}, async ({ page }) => {
  const signs = await numberlink(page, 3, 2);
  await page.getByText('No pairs yet', { exact: true }).waitFor();
  await click(page, 0, 0);
  await says(page, 'Now the other end');
  await click(page, 2, 0);
  await says(page, 'Paired: 1, from row 1, column 1 to row 1, column 3.');
  assert.deepEqual(await signs(), ['1', '1']);
  await page.keyboard.type('AB');
  assert.deepEqual(await signs(), ['AB', 'AB']);
  const before = await spot(page, 0, 0);
  await drag(page, [
    [0, 1],
    [2, 1],
  ]);
  assert.deepEqual(await spot(page, 0, 0), before, 'the board stays where it is');
  assert.deepEqual(await signs(), ['AB', 'AB', '1', '1']);
  await known(page, 'one');
  assert.equal((await strokes(page, 'known-in')).length, 4);
  // An end has one other end; between the vertices, a drag moves the board.
  await drag(page, [
    [0, 0],
    [1, 1],
  ]);
  await says(page, 'This end of AB has its other end already.');
  await drag(page, [
    [0.5, 0.5],
    [1, 1],
  ]);
  assert.notDeepEqual(await spot(page, 0, 0), before);
  await page.getByRole('button', { name: 'Fit' }).click();
  assert.deepEqual(await signs(), ['AB', 'AB', '1', '1']);
  await click(page, 2, 1);
  await page.keyboard.press('Delete');
  await known(page, 'several');
  await page.getByRole('tabpanel').getByText('Exactly 4.').waitFor();
  // Both ends have the same colour of a chessboard of six vertices.
  await page.getByLabel('every vertex must be passed').check();
  await known(page, 'none');
});

scenario('a Numberlink is typed: the second vertex with a label completes the pair', {}, async ({ page }) => {
  const signs = await numberlink(page, 4, 3);
  const type = async (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ label) => {
    await click(page, x, y);
    await page.keyboard.type(label);
  };
  const findings = page.getByRole('tabpanel', { name: 'Findings' });
  await type(0, 0, '3');
  // Neither the digits nor the letters of labels do anything else.
  await findings.getByText('3 has only one end.').waitFor();
  await type(1, 0, 'b');
  await findings.getByText('3, b have only one end each.').waitFor();
  assert.equal(await page.locator('#picture .pairs .lone').count(), 2);
  await page.reload();
  await ready(page);
  assert.deepEqual(await signs(), ['3', 'b'], 'lone ends are kept');
  const share = await panel(page, 'Share');
  await share.getByText('Left out: the lone end 3, the lone end b').waitFor();
  await share.getByRole('button', { name: 'Copy: to edit' }).click();
  const address = share.getByLabel('the address', { exact: true });
  await address.waitFor();
  const other = await page.context().newPage();
  await other.goto(await address.inputValue());
  await ready(other);
  assert.deepEqual(await other.locator('#picture .pairs text').allTextContents(), ['3', 'b']);
  await other.close();
  await panel(page, 'Findings');
  await type(3, 0, '3');
  await says(page, 'Row 1, column 4: an end of pair 3; the other end is row 1, column 1.');
  await known(page, 'several');
  await findings.getByText('b has only one end.').waitFor();
  // Further characters lengthen the label of this end: the pair is given up again.
  await page.keyboard.type('12');
  assert.deepEqual(await signs(), ['b', '3', '312']);
  for (const left of [
    ['b', '3', '31'],
    ['3', '3', 'b'],
    ['b', '3'],
  ]) {
    await page.keyboard.press('Backspace');
    assert.deepEqual((await signs()).sort(), left.sort());
  }
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  assert.deepEqual((await signs()).sort(), ['3', '3', 'b']);
  await known(page, 'several');
  // A third end of the same label is refused, unless it is the beginning of another one.
  await type(0, 2, '3');
  await says(page, '3 has both its ends already. Type on for a longer label.');
  assert.deepEqual((await signs()).sort(), ['3', '3', 'b']);
  await page.keyboard.type('4');
  await type(3, 2, '34');
  assert.deepEqual((await signs()).sort(), ['3', '3', '34', '34', 'b']);
  // A pair gets no label that is there.
  await page.keyboard.press('Escape');
  await type(3, 0, 'b');
  await says(page, 'b is a lone end already.');
  await page.keyboard.press('Escape');
  await click(page, 3, 0);
  await page.keyboard.press('Delete');
  assert.deepEqual((await signs()).sort(), ['34', '34', 'b']);
  await click(page, 1, 0);
  await page.keyboard.press('Delete');
  assert.deepEqual(await signs(), ['34', '34']);
  assert.equal(await findings.getByText('only one end').count(), 0);
  for (let edits = 0; edits < 2; edits += 1) await undo(page).click();
  assert.deepEqual((await signs()).sort(), ['3', '3', '34', '34', 'b'], 'typing a label is one edit');
  // A removed vertex leaves its label to the other end alone.
  await page.keyboard.press('Escape');
  await tool(page, 'Board');
  await page.getByLabel('What to remove').selectOption('vertex');
  await click(page, 3, 2);
  await findings.getByText('34, b have only one end each.').waitFor();
  assert.deepEqual((await signs()).sort(), ['3', '3', '34', 'b']);
});

scenario('labels of any length stay within their ends', {}, async ({ page }) => {
  const signs = await numberlink(page, 4, 3);
  const labels = ['8', '88', 'WWW', 'Waypoint', 'MMMMMMMMMMMMMMMM', '終点終点終点終'];
  for (const [i, label] of labels.entries()) {
    const [x, y] = [i % 3, Math.floor(i / 3)];
    await click(page, x, y);
    const field = page.getByLabel('label of the chosen vertex');
    await field.fill(label);
    await field.press('Enter');
  }
  assert.deepEqual(await signs(), [...labels.slice(0, 4), 'MMMMMMMMMMM…', labels[5]]);
  const spare = await page.locator('#picture .pairs').evaluate((group) =>
    [...group.querySelectorAll('text')].map((text) => {
      const [inner, outer] = [text, text.previousElementSibling ?? text].map((one) => one.getBoundingClientRect());
      return Math.min(inner.left - outer.left, outer.right - inner.right);
    }),
  );
  assert.ok(
    spare.every((pixels) => pixels > 0),
    `${spare}`,
  );
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
      await page.getByRole('button', { name: 'Undo' }).and(page.locator('[aria-disabled=false]')).waitFor();
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

scenario('turns and rows in quick succession are all done, in order', { args: [SMALL] }, async ({ page }) => {
  await ready(page);
  await tool(page, 'Board');
  const before = await clues(page);
  await page.evaluate(() => {
    for (const name of ['turn right', 'turn right', 'add a row at the top', 'add a row at the top'])
      /** @type {HTMLElement} */ (document.querySelector(`[aria-label="${name}"]`)).click();
  });
  const turned = [...before].map(([cell, clue]) => {
    const [x, y] = cell.split(',').map(Number);
    return /** @type {[string, number]} */ ([`${3 - x},${3 - y + 2}`, clue]);
  });
  await becomes(async () => [...(await clues(page))].sort(), turned.sort());
});
