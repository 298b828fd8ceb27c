import assert from 'node:assert/strict';
import { becomes, click, drag, known, panel, ready, says, spot, strokes, tool, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares with one solution. */
const PUZZLE = '4x4t0:c33a3d1a3a2';

/**
 * The edges of a solution, as strokes of the picture.
 * @param {Page} page
 */
async function answer(page) {
  await known(page, 'one');
  const all = await strokes(page, 'known-in');
  assert.ok(all.length > 10);
  return all;
}

/**
 * The middle of a stroke, in edges.
 * @param {string} stroke
 * @returns {[number, number]}
 */
function middle(stroke) {
  const [[x, y], [u, v]] = stroke.split('L').map((point) => point.split(' ').map(Number));
  return [((x + u) / 2 - 80) / 100, ((y + v) / 2 - 80) / 100];
}

scenario(
  'play: the answer is hidden, marks are checked on demand, and the end is told',
  { args: [PUZZLE] },
  async ({ page }) => {
    const wanted = await answer(page);
    await tool(page, 'Play');
    assert.equal((await strokes(page, 'known-in')).length, 0);
    assert.equal((await strokes(page, 'known-out')).length, 0);
    await page.getByRole('tabpanel', { name: 'Findings' }).getByText('The answer is hidden.').waitFor();
    const edges = await strokes(page, 'edges');
    const wrong = edges.find((edge) => !wanted.includes(edge)) ?? '';
    await click(page, ...middle(wanted[0]));
    await click(page, ...middle(wrong));
    assert.deepEqual(await strokes(page, 'play-in'), [wanted[0], wrong].sort());
    await says(page, /^(?!.*wrong)/);
    await page.getByRole('button', { name: 'Check' }).click();
    await says(page, '1 mark is wrong.');
    assert.deepEqual(await strokes(page, 'wrong'), [wrong]);
    // A hint does not build on wrong marks.
    await page.getByRole('button', { name: 'Hint' }).click();
    await says(page, 'Something is wrong already');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await strokes(page, 'wrong')).length, 0);
    await click(page, ...middle(wrong), { button: 'right' });
    assert.equal((await strokes(page, 'play-out')).length, 2);
    await page.getByRole('button', { name: 'Check' }).click();
    await says(page, 'All that is marked is right.');
    for (const edge of wanted.slice(1)) {
      await says(page, /^(?!.*Solved)/);
      await click(page, ...middle(edge));
    }
    await says(page, 'Solved. Well done!');
    assert.deepEqual(await strokes(page, 'play-in'), wanted);
    // Marks of play are no part of the puzzle.
    await tool(page, 'Clues');
    assert.equal(await page.locator('#picture path.play-in').isVisible(), false);
    assert.deepEqual(await answer(page), wanted);
  },
);

/**
 * The number of strokes that a hint draws.
 * @param {Page} page
 */
const step = async (page) => (await strokes(page, 'step-in')).length + (await strokes(page, 'step-out')).length;

scenario(
  'play: a hint is told, shown and done; further ones go on from it; the steps tell no more',
  { args: [PUZZLE] },
  async ({ page }) => {
    const wanted = await answer(page);
    const steps = zlink(['explain', '--json', PUZZLE]).output.split('\n');
    const [first, second] = steps.slice(0, 2).map((line) => JSON.parse(line));
    // The panel has shown the steps to the answer before.
    const place = await panel(page, 'Steps');
    for (const number of [1, 2]) {
      await place.getByRole('button', { name: 'Next step' }).click();
      await place.getByText(`Step ${number} of`).waitFor();
    }
    await tool(page, 'Play');
    assert.equal(await place.locator('.sentence').count(), 0);
    assert.equal(await place.getByRole('button', { name: 'Next step' }).isVisible(), false);
    assert.equal(await page.locator('.badge').textContent(), '');

    const hint = page.getByRole('group', { name: 'Help' }).getByRole('button', { name: 'Hint' });
    const follow = page.getByRole('group', { name: 'Help' }).getByRole('button', { name: 'Do it' });
    await follow.click({ force: true });
    await says(page, 'Ask for a hint first.');
    await hint.click();
    await says(page, 'no other way is left');
    const hinted = await strokes(page, 'step-in');
    assert.equal(hinted.length, first.in.length);
    assert.equal((await strokes(page, 'premise-cells')).length, first.premises.clues.length);
    await place.locator('.sentence', { hasText: 'no other way is left' }).waitFor();
    // The next one goes on from it, without marks.
    await hint.click();
    await place.locator('.sentence', { hasText: 'meet at a vertex' }).waitFor();
    assert.deepEqual(await strokes(page, 'known-in'), hinted);
    const further = await strokes(page, 'step-in');
    assert.equal(further.length, second.in.length);
    assert.equal((await strokes(page, 'step-out')).length, 2 * second.out.length);
    assert.equal((await strokes(page, 'play-in')).length, 0);
    await follow.click();
    await says(page, 'Done.');
    assert.ok(await follow.evaluate((button) => button === document.activeElement), 'the focus stays');
    assert.deepEqual(await strokes(page, 'play-in'), [...hinted, ...further].sort());
    assert.equal((await strokes(page, 'play-out')).length, 2 * second.out.length);
    assert.equal((await strokes(page, 'step-in')).length, 0);
    // Hints alone lead to the end; one edit each can be undone.
    const isOver = page.locator('#says').filter({ hasText: 'Solved. Well done!' });
    while ((await isOver.count()) === 0) {
      await page.keyboard.press('n');
      await becomes(async () => (await step(page)) > 0, true);
      await page.keyboard.press('m');
      await becomes(() => step(page), 0);
    }
    assert.deepEqual(await strokes(page, 'play-in'), wanted);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.notDeepEqual(await strokes(page, 'play-in'), wanted);
    await page.getByRole('button', { name: 'Redo' }).click();
    await says(page, /Solved|Done again/);
  },
);

scenario(
  'play: with the keyboard alone; the drawn solution is neither spoken nor written',
  { args: [PUZZLE] },
  async ({ page }) => {
    await known(page, 'one');
    const press = async (/** @type {string} */ keys) => {
      for (const key of keys.split(' ')) await page.keyboard.press(key);
    };
    const counts = async () => {
      const layers = ['play-in', 'play-out', 'trial-in', 'play-shade.shade-in', 'play-shade.shade-out'];
      return Promise.all(layers.map(async (layer) => (await strokes(page, layer)).length));
    };
    await tool(page, 'Solution');
    await page.getByRole('button', { name: 'Take the answer' }).click();
    const text = (await panel(page, 'Share')).getByRole('textbox', { name: 'the puzzle as text' });
    await becomes(async () => (await text.inputValue()).includes('solution'), true);
    await press('l');
    await page.locator('body.playing').waitFor();
    await becomes(async () => /clue/.test(await text.inputValue()), true);
    assert.ok(!(await text.inputValue()).includes('solution'));
    await page.locator('#board').focus();
    await press('ArrowRight Enter');
    await says(page, /edge of row .*, a line\.$/);
    await press('ArrowRight Shift+Enter');
    await says(page, /, a cross\.$/);
    // A cross has two strokes.
    assert.deepEqual(await counts(), [1, 2, 0, 0, 0]);
    await press('Delete');
    assert.deepEqual(await counts(), [1, 0, 0, 0, 0]);
    await press('Control+z');
    assert.deepEqual(await counts(), [1, 2, 0, 0, 0]);
    await press('x ArrowRight Enter');
    assert.deepEqual(await counts(), [1, 4, 0, 0, 0]);
    for (const place of Array(12).keys()) {
      await press(place % 4 === 3 ? 'ArrowDown' : 'ArrowRight');
      await says(page, /^(?!.*drawn).*edge/);
    }
    await press('i ArrowRight Enter');
    await says(page, /, coloured inside\.$/);
    await press('Enter');
    await says(page, /^(?!.*, inside).*, coloured outside\.$/);
    await press('ArrowRight Enter x t ArrowRight ArrowDown ArrowDown Enter');
    assert.deepEqual(await counts(), [1, 4, 1, 1, 1]);
    await press('a t ArrowRight Enter');
    assert.deepEqual(await counts(), [2, 4, 1, 1, 1]);
    await press('q');
    await says(page, 'Trial 1 is rejected.');
    assert.deepEqual(await counts(), [2, 4, 0, 1, 1]);
    await press('v');
    await says(page, /is right|wrong/);
    // Without marks, which may be wrong, there is a hint.
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.locator('#board').focus();
    await press('n');
    await becomes(async () => (await step(page)) > 0, true);
    await press('m');
    await becomes(() => step(page), 0);
    assert.equal((await strokes(page, 'play-in')).length, 2);
    await press('Escape c');
    await page.locator('body:not(.playing)').waitFor();
  },
);

scenario(
  'play: time is taken only if it is asked for, in play, while the page is seen, until the end, over reloads',
  { args: [PUZZLE] },
  async ({ page }) => {
    const wanted = await answer(page);
    await page.clock.install();
    await tool(page, 'Play');
    const clock = page.getByRole('timer', { name: 'time' });
    assert.equal(await page.getByLabel('timer').isChecked(), false);
    await page.clock.runFor(3000);
    assert.equal(await clock.textContent(), '');
    await page.getByLabel('timer').check();
    await page.clock.runFor(62_000);
    assert.equal(await clock.textContent(), '1:02');
    await tool(page, 'Clues');
    await page.clock.runFor(60_000);
    await tool(page, 'Play');
    assert.equal(await clock.textContent(), '1:02');
    const hide = (/** @type {boolean} */ isHidden) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await hide(true);
    await page.clock.runFor(60_000);
    await hide(false);
    await page.clock.runFor(8000);
    assert.equal(await clock.textContent(), '1:10');
    await click(page, ...middle(wanted[0]));
    await page.reload();
    await ready(page);
    await page.locator('body.playing').waitFor();
    await becomes(() => strokes(page, 'play-in'), [wanted[0]]);
    const seconds = async () => {
      const [minutes, rest] = ((await clock.textContent()) ?? '').split(':').map(Number);
      return 60 * minutes + rest;
    };
    assert.ok((await seconds()) >= 70);
    for (const edge of wanted.slice(1)) await click(page, ...middle(edge));
    await says(page, /Solved in 1:\d\d\. Well done!/);
    const end = await clock.textContent();
    await page.clock.runFor(5000);
    assert.equal(await clock.textContent(), end);
    await page.getByRole('button', { name: 'Start again' }).click();
    assert.equal(await clock.textContent(), '0:00');
    assert.equal((await strokes(page, 'play-in')).length, 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await strokes(page, 'play-in'), wanted);
  },
);

scenario('play: strokes draw, going back erases, also for required edges', { args: [PUZZLE] }, async ({ page }) => {
  await known(page, 'one');
  await tool(page, 'Play');
  const places = /** @type {[number, number][]} */ ([
    [0, 0],
    [3, 0],
    [3, 2],
  ]);
  await drag(page, places);
  const all = await strokes(page, 'play-in');
  assert.equal(all.length, 5);
  const end = await spot(page, 3, 1.5);
  await page.mouse.click(end.x, end.y);
  assert.equal((await strokes(page, 'play-in')).length, 4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await says(page, 'Undone');
  // What was there before the stroke stays when it goes back over it.
  await drag(page, [
    [2, 2],
    [3, 2],
    [3, 0],
    [4, 0],
    [3, 0],
    [3, 2],
    [2, 2],
  ]);
  assert.deepEqual(await strokes(page, 'play-in'), all);
  await page.getByRole('button', { name: 'Start again' }).click();
  await drag(page, [...places, [3, 0], [1, 0]]);
  assert.deepEqual(await strokes(page, 'play-in'), ['80 80L180 80']);
  // A corner that is cut is drawn around, and back.
  await page.getByRole('button', { name: 'Start again' }).click();
  await drag(page, [
    [0, 0],
    [0.66, 0.3],
    [1, 1],
    [2, 2],
  ]);
  assert.deepEqual(await strokes(page, 'play-in'), ['180 80L180 180', '80 80L180 80']);
  await drag(page, [
    [1, 1],
    [0.66, 0.3],
    [0, 0],
    [0, 1],
    [0, 0],
    [0.66, 0.3],
    [1, 1],
  ]);
  assert.equal((await strokes(page, 'play-in')).length, 0);
  await tool(page, 'Edges');
  await drag(page, [...places, [3, 0], [1, 0]]);
  assert.deepEqual(await strokes(page, 'required'), ['80 80L180 80']);
  // The switch makes the other mark, the other button this one.
  await page.getByRole('button', { name: 'forbidden' }).click();
  await click(page, 0.5, 1);
  await click(page, 0.5, 2, { button: 'right' });
  assert.equal((await strokes(page, 'forbidden')).length, 1);
  assert.equal((await strokes(page, 'required')).length, 2);
});

scenario(
  'play: what is opened to be solved never shows its answer',
  { permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page }) => {
    await ready(page);
    /** @type {string[]} */
    const shown = [];
    await page.exposeFunction('shows', (/** @type {string} */ layer) => shown.push(layer));
    await page.evaluate(() => {
      const layers = [...document.querySelectorAll('#picture path')];
      const seen = new MutationObserver((all) => {
        for (const { target } of all) {
          const layer = /** @type {Element} */ (target);
          if (layer.getAttribute('d')) /** @type {any} */ (window).shows(layer.getAttribute('class'));
        }
      });
      for (const layer of layers) seen.observe(layer, { attributes: true, attributeFilter: ['d'] });
    });
    const open = async (/** @type {boolean} */ isToSolve) => {
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Open a puzzle' });
      await dialog.getByRole('textbox').fill(PUZZLE);
      await dialog.getByLabel('to solve it by hand').setChecked(isToSolve);
      await dialog.getByRole('button', { name: 'Open the text' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await open(true);
    await page.locator('body.playing').waitFor();
    await known(page, 'one');
    // What is pasted while playing is played, too.
    await page.evaluate((text) => navigator.clipboard.writeText(text), '2x2t0:2c');
    await page.locator('#board').focus();
    await page.keyboard.press('Control+v');
    await says(page, /^Open: pasted$/);
    await known(page);
    await page.locator('body.playing').waitFor();
    assert.deepEqual(
      shown.filter((layer) => /known|inside|solution|only|both/.test(layer)),
      [],
    );
    await open(false);
    await page.locator('body:not(.playing)').waitFor();
    await known(page, 'one');
    await says(page, 'Play (L) hides the answer');
    assert.ok((await strokes(page, 'known-in')).length > 0);
    // An address to solve at puzz.link says that it is.
    await page.evaluate((text) => navigator.clipboard.writeText(text), 'https://puzz.link/p?slither_play/4/4/i38dh682');
    await page.keyboard.press('Control+v');
    await page.locator('body.playing').waitFor();
  },
);
