import assert from 'node:assert/strict';
import { becomes, click, clues, drag, newBoard, ready, says, spot, strokes, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

/**
 * The numbers of vertices and edges that are drawn.
 * @param {Page} page
 */
async function drawn(page) {
  const [vertices, edges] = await Promise.all(['vertices', 'edges'].map((layer) => strokes(page, layer)));
  return { vertices: vertices.length, edges: edges.length };
}

scenario('a new board of squares has the size that was asked for', {}, async ({ page }) => {
  await ready(page);
  assert.deepEqual(await drawn(page), { vertices: 121, edges: 220 });
  await newBoard(page, 'square', '7x4');
  await says(page, 'Click a cell');
  assert.deepEqual(await drawn(page), { vertices: 40, edges: 67 });
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.deepEqual(await drawn(page), { vertices: 121, edges: 220 });
  assert.match(await page.title(), /^square 10x10/);
});

scenario(
  'a board of squares with holes is as it was drawn, or says what is wrong with the drawing',
  { args: [SMALL], refused: true },
  async ({ page }) => {
    await ready(page);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'A new board' });
    await dialog.getByLabel('Board').selectOption('squares with holes');
    const rows = dialog.getByRole('textbox', { name: 'Rows of #' });
    await rows.fill('###\n#?#');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /Line 2.* for a hole, was expected/ })
      .waitFor();
    assert.equal((await clues(page)).size, 6);
    await rows.fill('####\n#..#\n####');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await says(page, 'Click a cell');
    assert.deepEqual(await drawn(page), { vertices: 20, edges: 30 });
    // The hole is no cell, what lies around it is.
    await click(page, 1.5, 1.5);
    await page.keyboard.press('3');
    assert.equal((await clues(page)).size, 0);
    await click(page, 3.5, 1.5);
    await page.keyboard.press('3');
    assert.deepEqual([...(await clues(page))], [['3,1', 3]]);
  },
);

scenario('every board that the program knows can be opened', {}, async ({ page }) => {
  await ready(page);
  const [, ...rows] = zlink(['boards']).output.trim().split('\n');
  assert.ok(rows.length >= 20);
  for (const row of rows) {
    const [name, size, , vertices, edges] = row.split(/\s+/);
    await newBoard(page, name, size);
    assert.deepEqual(await drawn(page), { vertices: Number(vertices), edges: Number(edges) }, name);
  }
});

scenario('the board is zoomed, moved and fitted by mouse and by keys', { args: [SMALL] }, async ({ page }) => {
  await ready(page);
  const place = () => Promise.all([spot(page, 0, 0), spot(page, 1, 2)]);
  const moved = async (/** @type {() => Promise<void>} */ act) => {
    const [[a], before] = [await place(), await place()];
    await act();
    // The board is drawn again at its place when it comes to rest.
    const [b, c] = await place();
    return { x: b.x - a.x, y: b.y - a.y, zoom: (c.y - b.y) / (before[1].y - before[0].y) };
  };
  const near = (/** @type {number} */ is, /** @type {number} */ wanted) =>
    assert.ok(Math.abs(is - wanted) < 0.02 * Math.max(1, Math.abs(wanted)), `${is} is not ${wanted}`);
  const fitted = await place();

  const at = await spot(page, 1, 2);
  await page.mouse.move(at.x, at.y);
  const wheel = await moved(async () => {
    await page.mouse.wheel(0, -100);
    await becomes(async () => (await spot(page, 0, 0)).y < at.y - 250, true);
  });
  near(wheel.zoom, Math.exp(100 / 400));
  const after = await spot(page, 1, 2);
  assert.ok(Math.hypot(after.x - at.x, after.y - at.y) < 1.5, 'what the pointer is at stays there');

  const dragged = await moved(() =>
    drag(page, [
      [0.5, 0.5],
      [1.5, 1],
    ]),
  );
  assert.ok(dragged.x > 100 && dragged.y > 50);
  near(dragged.zoom, 1);
  assert.equal((await clues(page)).size, 6);

  await page.keyboard.press('f');
  assert.deepEqual(await place(), fitted);
  near((await moved(() => page.keyboard.press('+'))).zoom, 1.25);
  near((await moved(() => page.keyboard.press('-'))).zoom, 0.8);
  await page.locator('#board').focus();
  const right = await moved(() => page.keyboard.press('Shift+ArrowRight'));
  near(right.x, -60);
  near((await moved(() => page.getByRole('button', { name: 'zoom in' }).click())).zoom, 1.25);
  await page.getByRole('button', { name: 'Fit' }).click();
  assert.deepEqual(await place(), fitted);
});

scenario('the dialog offers boards that can be analysed, and shows what they are', {}, async ({ page }) => {
  await ready(page);
  const title = await page.locator('#title').textContent();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A new board' });
  const size = async (/** @type {string} */ width, /** @type {string} */ height) => {
    await dialog.getByLabel('Width').fill(width);
    await dialog.getByLabel('Height').fill(height);
  };
  await dialog.getByText('About 100 cells.').waitFor();
  await size('300', '300');
  const limit = await dialog.getByText(/^Too large to be analysed: at most about \d+ by \d+\.$/).textContent();
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'This board is too large.' }).waitFor();
  const most = Number(limit?.match(/\d+/)?.[0]);
  assert.ok(most > 180 && most < 240, `${limit}`);
  await size(String(most - 1), String(most - 1));
  await dialog.getByText(/^About [\d,]+ cells: that takes a while\.$/).waitFor();

  // Each tiling has its own limit, and a picture.
  const picture = () => dialog.locator('#new-picture path').getAttribute('d');
  const squares = await picture();
  await dialog.getByLabel('Board').selectOption('altair');
  await dialog.getByText('octagons, heptagons').waitFor();
  await becomes(async () => (await picture()) !== squares, true);
  await size(String(most - 1), String(most - 1));
  await dialog.getByText(/^Too large to be analysed: at most about [1-5]\d by [1-5]\d\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.locator('#title').textContent(), title);
});

scenario('a board that takes long can be left', { forms: ['server'] }, async ({ page }) => {
  await ready(page);
  const title = await page.locator('#title').textContent();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A new board' });
  await dialog.getByLabel('Board').selectOption('cairo');
  await dialog.getByText('pentagons').waitFor();
  await dialog.locator('#new-picture svg').waitFor();
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = resolve));
  const asked = new Promise((resolve) => {
    page.route('**/api/1/board', async (route) => {
      resolve(undefined);
      await held;
      await route.continue().catch(() => {});
    });
  });
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await asked;
  await dialog.getByText('Making the board …').waitFor();
  // The dialog can be used meanwhile.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  release();
  await page.unroute('**/api/1/board');
  await newBoard(page, 'honeycomb', '3x3');
  assert.notEqual(await page.locator('#title').textContent(), title);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await page.locator('#title').textContent(), title);
});
