import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
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
  spot,
  strokes,
  zlink,
} from '../board.mjs';
import { scenario } from '../browser.mjs';
import { ROOT } from '../server.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';
const FILE = 'instances/slitherlink/square-7x7.lp';

/**
 * The numbers of vertices and edges that are drawn.
 * @param {Page} page
 */
async function drawn(page) {
  const [vertices, edges] = await Promise.all(['vertices', 'edges'].map((layer) => strokes(page, layer)));
  return { vertices: vertices.length, edges: edges.length };
}

/**
 * Drops something on the board.
 * @param {Page} page
 * @param {{ file?: { name: string, text: string }, text?: string }} what
 */
async function drop(page, what) {
  const dataTransfer = await page.evaluateHandle(({ file, text }) => {
    const transfer = new DataTransfer();
    if (file) transfer.items.add(new File([file.text], file.name));
    if (text) transfer.setData('text/plain', text);
    return transfer;
  }, what);
  await page.locator('#board').dispatchEvent('drop', { dataTransfer });
}

/** A picture of a disc, dark on white. */
function disc() {
  const [width, height] = [120, 120];
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at += 1) {
    const isDark = Math.hypot((at % width) - 60, Math.floor(at / width) - 60) < 45;
    png.data.set([isDark ? 0 : 255, isDark ? 0 : 255, isDark ? 0 : 255, 255], 4 * at);
  }
  return PNG.sync.write(png);
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

scenario('a file is opened by the file chooser, or dropped on the page', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a puzzle' });
  await dialog.getByLabel('A file').setInputFiles(`${ROOT}${FILE}`);
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('#title', { hasText: 'square-7x7' }).waitFor();
  await known(page, 'one');
  assert.equal((await clues(page)).size, 17);

  const text = readFileSync(`${ROOT}instances/slitherlink/square-5x5.lp`, 'utf8');
  await drop(page, { file: { name: 'five.lp', text } });
  await page.locator('#title', { hasText: 'five' }).waitFor();
  assert.equal((await clues(page)).size, 11);
  await drop(page, { text: SMALL });
  await page.locator('#title', { hasText: 'dropped' }).waitFor();
  assert.equal((await clues(page)).size, 6);
});

scenario(
  'texts of any format are opened, pasted or typed',
  { permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page }) => {
    await ready(page);
    for (const format of ['facts', 'pzpr', 'loopy', 'slitherlink']) {
      const text = zlink(['convert', '--to', format, SMALL]).output;
      await openText(page, text);
      await known(page, 'one');
      assert.equal((await clues(page)).size, 6, format);
      await page.getByRole('button', { name: 'Undo' }).click();
      assert.equal((await clues(page)).size, 0, format);
    }
    const address = zlink(['convert', '--to', 'pzpr', SMALL]).output;
    await page.evaluate((text) => navigator.clipboard.writeText(text), address);
    await page.locator('#board').focus();
    await page.keyboard.press('Control+V');
    await page.locator('#title', { hasText: 'pasted' }).waitFor();
    assert.equal((await clues(page)).size, 6);
  },
);

scenario(
  'a text that cannot be read is refused with its place, and nothing is lost',
  { args: [SMALL], refused: true },
  async ({ page }) => {
    await known(page, 'one');
    await click(page, 0.5, 0.5);
    await page.keyboard.press('2');
    const before = await clues(page);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Open a puzzle' });
    const bad = 'edge(0,1).\nedge(1,2).\nedge(2 0).';
    await dialog.getByRole('textbox').fill(bad);
    await dialog.getByRole('button', { name: 'Open the text' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Line 3, column 8: ' }).waitFor();
    assert.equal(await dialog.getByRole('textbox').inputValue(), bad);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await clues(page), before);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await clues(page)).size, before.size - 1);
  },
);

scenario('a picture becomes a board with its outline as the solution', {}, async ({ page }) => {
  await ready(page);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const file = { name: 'disc.png', mimeType: 'image/png', buffer: disc() };
  await page.getByRole('dialog').getByLabel('A file').setInputFiles(file);
  await page.locator('#title', { hasText: 'disc' }).waitFor();
  await page.getByRole('button', { name: 'Solution' }).and(page.locator('[aria-pressed=true]')).waitFor();
  const outline = await strokes(page, 'solution');
  assert.ok(outline.length > 40 && outline.length < 90, `${outline.length} edges`);
  const inside = (await strokes(page, 'inside')).length;
  // The disc has 0.44 of the picture's area.
  assert.ok(inside > 200 && inside < 300, `${inside} cells inside`);
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
