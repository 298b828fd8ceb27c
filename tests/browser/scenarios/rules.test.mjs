import assert from 'node:assert/strict';
import { becomes, click, drag, known, openText, ready, says, strokes, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** The way along the border of two by two squares without the first one. */
const CORNER = /** @type {[number, number][]} */ ([
  [1, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [0, 1],
  [1, 1],
  [1, 0],
]);

scenario(
  'play: every valid loop is a solution; errors are told by the rules',
  { args: ['2x2t0:2c'] },
  async ({ page }) => {
    await known(page, 'several');
    await tool(page, 'Play');
    await drag(page, CORNER);
    await says(page, 'Solved. Well done!');
    await click(page, 1.5, 0);
    await says(page, 'Not solved any more.');
    await page.getByRole('button', { name: 'Check' }).click();
    await says(page, 'No rule is broken.');
    await page.getByRole('button', { name: 'Start again' }).click();
    await drag(page, [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 0],
    ]);
    await says(page, 'Solved. Well done!');
    await page.getByRole('button', { name: 'Start again' }).click();

    await page.getByLabel('errors').check();
    await drag(page, [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
    await says(page, 'The 2 in row 1, column 1 has 3 lines.');
    assert.equal((await strokes(page, 'wrong-cells')).length, 1);
    await click(page, 0, 0.5);
    await says(page, 'A loop is closed, but not all is done.');
    assert.equal((await strokes(page, 'wrong')).length, 4);
    await click(page, 0.5, 0);
    await click(page, 0.5, 1);
    assert.equal((await strokes(page, 'wrong-cells')).length, 0);
    assert.equal((await strokes(page, 'wrong')).length, 0);
    // Three lines at a vertex, a line with no way on, a clue out of reach.
    await click(page, 1.5, 1);
    await click(page, 1, 1.5);
    await says(page, /^3 lines meet at/);
    assert.equal((await strokes(page, 'wrong-vertices')).length, 1);
    await page.getByRole('button', { name: 'Start again' }).click();
    assert.equal((await strokes(page, 'wrong-vertices')).length, 0);
    await click(page, 0.5, 0);
    await click(page, 0, 0.5, { button: 'right' });
    await says(page, /^A line ends at/);
    await click(page, 1, 0.5, { button: 'right' });
    await click(page, 0.5, 1, { button: 'right' });
    await says(page, 'The 2 in row 1, column 1 has room for only 1 line.');
    // Errors that are known are not told again.
    await page.locator('#says').evaluate((line) => {
      line.textContent = 'silence';
    });
    await click(page, 1, 1.5);
    assert.equal((await strokes(page, 'wrong-cells')).length, 1);
    await says(page, 'silence');
    await page.getByLabel('errors').uncheck();
    assert.equal((await strokes(page, 'wrong-cells')).length, 0);
    await page.getByRole('button', { name: 'Check' }).click();
    await says(page, 'A line ends at');
    assert.equal((await strokes(page, 'wrong-cells')).length, 1);
  },
);

scenario('play: a Numberlink: from end to end, and what does not fit', {}, async ({ page }) => {
  await ready(page);
  await openText(page, 'A.A\n...\nB.B');
  await page.getByLabel('every vertex').uncheck();
  await known(page, 'several');
  await tool(page, 'Play');
  assert.equal(await page.getByRole('button', { name: 'Colour' }).getAttribute('aria-disabled'), 'true');
  await page.getByLabel('errors').check();
  await drag(page, [
    [0, 0],
    [0, 2],
  ]);
  await says(page, 'A path joins A and B.');
  assert.equal((await strokes(page, 'wrong')).length, 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await drag(page, [
    [0, 0],
    [0, 1],
    [2, 1],
    [2, 0],
  ]);
  assert.equal((await strokes(page, 'wrong')).length, 0);
  // A finger or a mouse need not keep to the way exactly, and may come back.
  await drag(page, [
    [0, 2],
    [1, 2.2],
    [1.2, 1.2],
    [1, 2],
    [2, 1.9],
  ]);
  await says(page, 'Solved. Well done!');
});

scenario(
  'play: cells are coloured inside or outside, edges follow; trials are accepted or rejected, over reloads',
  { args: ['2x2t0:2c'] },
  async ({ page }) => {
    await known(page, 'several');
    await tool(page, 'Play');
    await page.getByRole('button', { name: 'Colour', exact: true }).click();
    // A click goes on to outside and none, a stroke colours what it touches alike.
    await click(page, 0.5, 0.5);
    await click(page, 0.5, 0.5);
    assert.equal((await strokes(page, 'play-shade.shade-out')).length, 1);
    await drag(page, [
      [1.5, 0.5],
      [1.5, 1.5],
      [0.5, 1.5],
    ]);
    assert.equal((await strokes(page, 'play-shade.shade-in')).length, 3);
    await page.getByRole('button', { name: 'Edges from colours' }).click();
    await says(page, 'Solved. Well done!');
    assert.equal((await strokes(page, 'play-in')).length, 8);
    // A cross has two strokes.
    assert.equal((await strokes(page, 'play-out')).length, 8);
    await page.getByLabel('errors').check();
    await click(page, 0.5, 0.5, { button: 'right' });
    await says(page, 'The colours beside a line are the same.');
    for (let edits = 0; edits < 2; edits += 1) await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await strokes(page, 'play-in')).length, 0);
    await page.getByRole('button', { name: 'Start again' }).click();

    await page.getByRole('button', { name: 'Line', exact: true }).click();
    await click(page, 1.5, 0);
    await page.getByRole('button', { name: 'Try' }).click();
    await says(page, 'Trial 1 begins');
    await click(page, 2, 0.5);
    await click(page, 1.5, 0);
    await page.getByRole('button', { name: 'Try' }).click();
    await says(page, 'Trial 2 begins');
    await click(page, 2, 1.5);
    const counts = async () => {
      const layers = ['play-in', 'earlier-in', 'trial-in'];
      return Promise.all(layers.map(async (layer) => (await strokes(page, layer)).length));
    };
    assert.deepEqual(await counts(), [0, 1, 1]);
    await page.reload();
    await ready(page);
    await becomes(counts, [0, 1, 1]);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await counts(), [0, 1, 0]);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByRole('button', { name: 'Accept 2' }).click();
    await says(page, 'Trial 2 is accepted. Trial 1 goes on.');
    assert.deepEqual(await counts(), [0, 0, 2]);
    await page.getByRole('button', { name: 'Reject 1' }).click();
    await says(page, 'Trial 1 is rejected.');
    assert.deepEqual(await counts(), [1, 0, 0]);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await counts(), [0, 0, 2]);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.keyboard.press('q');
    await says(page, 'There is no trial');
    // Other tools show no marks of play, and undo none.
    await tool(page, 'Clues');
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
    assert.equal(await page.locator('#picture path.play-in').isVisible(), false);
  },
);

scenario(
  'play: a hole is not outside, a bay is',
  { args: ['--board', 'square', '--size', '3x3'] },
  async ({ page }) => {
    await ready(page);
    const lines = async (/** @type {[number, number][]} */ ring) => {
      await tool(page, 'Play');
      await page.getByRole('button', { name: 'Colour', exact: true }).click();
      await drag(page, ring);
      await page.getByRole('button', { name: 'Edges from colours' }).click();
      return (await strokes(page, 'play-in')).length;
    };
    await tool(page, 'Board');
    await click(page, 1.5, 1.5);
    // The loop may go around the hole: nothing is said of its edges.
    const ring = /** @type {[number, number][]} */ ([
      [0.5, 0.5],
      [2.5, 0.5],
      [2.5, 2.5],
      [0.5, 2.5],
      [0.5, 1.5],
    ]);
    assert.equal(await lines(ring), 12);
    await page.getByRole('button', { name: 'Start again' }).click();
    await tool(page, 'Board');
    await click(page, 1.5, 0.5);
    assert.equal(await lines([[2.5, 0.5], ...ring.slice(2), [0.5, 0.5]]), 16);
  },
);
