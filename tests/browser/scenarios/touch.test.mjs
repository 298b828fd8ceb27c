import assert from 'node:assert/strict';
import { becomes, clues, known, ready, says, spot, strokes } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ x: number, y: number }} Place */

/** A tablet held upright. */
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const PHONE = { ...TABLET, viewport: { width: 390, height: 844 } };

/**
 * Puts fingers down, moves and lifts them. Each finger has its places on the screen; all have equally many.
 * @param {Page} page
 * @param {Place[][]} fingers
 */
async function touch(page, fingers) {
  const session = await page.context().newCDPSession(page);
  const at = (/** @type {number} */ moment) => fingers.map((places, id) => ({ ...places[moment], id }));
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let moment = 1; moment < fingers[0].length; moment += 1)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(moment) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/**
 * Places on the way from one to another.
 * @param {Place} from
 * @param {Place} to
 */
function way(from, to) {
  return Array.from({ length: 9 }, (_, i) => ({
    x: from.x + ((to.x - from.x) * i) / 8,
    y: from.y + ((to.y - from.y) * i) / 8,
  }));
}

scenario(
  'by touch: a cell and its clue, edges by a finger, another tool',
  { args: ['--board', 'square', '--size', '4x4'], context: TABLET },
  async ({ page }) => {
    await ready(page);
    const cell = await spot(page, 1.5, 0.5);
    await page.touchscreen.tap(cell.x, cell.y);
    await page.getByRole('button', { name: 'clue 3', exact: true }).tap();
    await becomes(() => clues(page), new Map([['1,0', 3]]));
    await page.getByRole('button', { name: 'no clue' }).tap();
    await becomes(() => clues(page), new Map());
    await page.touchscreen.tap(cell.x, cell.y);
    // A second tap counts up.
    await becomes(() => clues(page), new Map([['1,0', 0]]));

    await page.getByRole('button', { name: 'Edges', exact: true }).tap();
    await says(page, 'Drag along edges');
    await touch(page, [way(await spot(page, 0, 2), await spot(page, 4, 2))]);
    assert.equal((await strokes(page, 'required')).length, 4);
    // A tap right after it would only end its momentum, as the browser has it.
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(() => strokes(page, 'required'), []);
    await known(page, 'several');
  },
);

scenario(
  'by touch: one finger moves the board, two zoom it',
  { args: ['4x4t0:c33a3d1a3a2'], context: TABLET },
  async ({ page }) => {
    await ready(page);
    const ends = () => Promise.all([spot(page, 0, 0), spot(page, 4, 4)]);
    const [a, b] = await ends();
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const beside = (/** @type {number} */ x) => ({ x: middle.x + x, y: middle.y });
    await touch(page, [way(beside(-80), beside(-120)), way(beside(80), beside(120))]);
    const zoom = async () => {
      const [c, d] = await ends();
      return Math.round((100 * (d.x - c.x)) / (b.x - a.x)) / 100;
    };
    await becomes(zoom, 1.5);
    assert.equal((await clues(page)).size, 6);
    const [before] = await ends();
    await touch(page, [way(middle, { x: middle.x + 80, y: middle.y - 40 })]);
    await becomes(async () => {
      const [after] = await ends();
      return after.x - before.x > 60 && before.y - after.y > 25;
    }, true);
    assert.equal((await clues(page)).size, 6, 'a move is no edit');
    await page.getByRole('button', { name: 'Fit' }).click();
    await becomes(ends, [a, b]);
  },
);

scenario(
  'by touch: two fingers edit nothing, whatever the tool',
  { args: ['4x4t0:c33a3d1a3a2'], context: TABLET },
  async ({ page }) => {
    await ready(page);
    const before = await clues(page);
    for (const name of ['Clues', 'Edges', 'Constraints', 'Solution', 'Board']) {
      await page.getByRole('toolbar', { name: 'tools' }).getByRole('button', { name }).tap();
      await page.getByRole('button', { name: 'Fit' }).tap();
      const ends = () => Promise.all([spot(page, 1.5, 2), spot(page, 2.5, 2)]);
      const [a, b] = await ends();
      await touch(page, [way(a, await spot(page, 1.25, 2)), way(b, await spot(page, 2.75, 2))]);
      const [c, d] = await ends();
      // The places of the board stay below the fingers.
      assert.ok(Math.abs((d.x - c.x) / (b.x - a.x) - 1.5) < 0.1, name);
      assert.ok(Math.abs(c.x + d.x - a.x - b.x) < 6, name);
    }
    assert.deepEqual(await clues(page), before);
    for (const layer of ['required', 'solution', 'gone']) assert.equal((await strokes(page, layer)).length, 0, layer);
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
  },
);

scenario(
  'by touch: lines, crosses and forbidden edges by taps, strokes and the switch',
  { args: ['4x4t0:c33a3d1a3a2'], context: PHONE },
  async ({ page }) => {
    await known(page, 'one');
    const counts = async (/** @type {string[]} */ layers) =>
      Promise.all(layers.map(async (layer) => (await strokes(page, layer)).length));
    const tap = async (/** @type {number} */ x, /** @type {number} */ y) => {
      const at = await spot(page, x, y);
      await page.touchscreen.tap(at.x, at.y);
    };
    for (const [name, isIn, out, cross] of /** @type {const} */ ([
      ['Edges', 'required', 'forbidden', 'forbidden'],
      ['Play', 'play-in', 'play-out', 'Cross'],
    ])) {
      // A tap right after a stroke would only end its momentum.
      await page.getByRole('toolbar', { name: 'tools' }).getByRole('button', { name }).click();
      // A cross has two strokes.
      const mark = name === 'Play' ? 2 : 1;
      await tap(1.5, 1);
      await becomes(() => counts([isIn, out]), [1, 0]);
      await tap(1.5, 1);
      await becomes(() => counts([isIn, out]), [0, mark]);
      await tap(1.5, 1);
      await becomes(() => counts([isIn, out]), [0, 0]);
      await page.getByRole('button', { name: cross }).tap();
      await tap(1.5, 1);
      await becomes(() => counts([isIn, out]), [0, mark]);
      await tap(1.5, 1);
      await becomes(() => counts([isIn, out]), [0, 0]);
      const [a, b, c] = await Promise.all([spot(page, 0, 2), spot(page, 4, 2), spot(page, 1, 2)]);
      await touch(page, [[...way(a, b), ...way(b, c)]]);
      assert.deepEqual(await counts([isIn, out]), [0, mark]);
      await page.getByRole('button', { name: 'Undo' }).click();
    }
    // All that Play offers is on the screen, and large enough for fingers.
    for (const button of await page.locator('#options button').all()) {
      const box = await button.boundingBox();
      assert.ok(box && box.width >= 40 && box.height >= 40 && box.x >= 0 && box.x + box.width <= 390, String(button));
    }
    await page.getByRole('button', { name: 'Colour' }).click();
    await tap(0.5, 0.5);
    await becomes(() => counts(['play-shade.shade-in']), [1]);
    await tap(0.5, 0.5);
    await becomes(() => counts(['play-shade.shade-out']), [1]);
  },
);

scenario(
  'by touch: a path of a Numberlink from end to end, and back',
  { args: ['instances/numberlink/grid-6x6.lp'], context: PHONE },
  async ({ page }) => {
    await known(page);
    await page.getByRole('toolbar', { name: 'tools' }).getByRole('button', { name: 'Play' }).tap();
    const [from, corner, to] = await Promise.all([spot(page, 5, 0), spot(page, 5, 2.1), spot(page, 5, 5)]);
    await touch(page, [[...way(from, to)]]);
    assert.equal((await strokes(page, 'play-in')).length, 5);
    await page.getByRole('button', { name: 'Undo' }).click();
    await touch(page, [[...way(from, to), ...way(to, corner)]]);
    assert.equal((await strokes(page, 'play-in')).length, 2);
  },
);
