import assert from 'node:assert/strict';
import { click, drag, known, panel, says, spot, strokes, tool, zlink } from '../board.mjs';
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

scenario('play: a hint is the next step from what is marked, with its reason', { args: [PUZZLE] }, async ({ page }) => {
  const wanted = await answer(page);
  await tool(page, 'Play');
  await page.getByRole('button', { name: 'Hint' }).click();
  const [first] = zlink(['explain', '--json', PUZZLE]).output.split('\n');
  const step = JSON.parse(first);
  await says(page, step.sentence);
  const hinted = await strokes(page, 'step-in');
  assert.equal(hinted.length, step.in.length);
  assert.ok(hinted.every((edge) => wanted.includes(edge)));
  for (const edge of hinted) await click(page, ...middle(edge));
  // With that done, the next hint is about something else.
  assert.equal((await strokes(page, 'step-in')).length, 0);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('#says').filter({ hasNotText: step.sentence }).filter({ hasText: '.' }).waitFor();
  await page.locator('#picture').locator('path.step-in[d], path.step-out[d]').first().waitFor();
  const next = await strokes(page, 'step-in');
  assert.ok(next.every((edge) => wanted.includes(edge) && !hinted.includes(edge)));
});

scenario('play: with the keyboard alone', { args: [PUZZLE] }, async ({ page }) => {
  await known(page, 'one');
  await page.keyboard.press('l');
  await page.locator('body.playing').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.equal((await strokes(page, 'play-in')).length, 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Enter');
  assert.equal((await strokes(page, 'play-out')).length, 2);
  await says(page, /marked out/);
  await page.keyboard.press('Delete');
  assert.equal((await strokes(page, 'play-out')).length, 0);
  await page.keyboard.press('Control+z');
  assert.equal((await strokes(page, 'play-out')).length, 2);
  // Without marks, which may be wrong, there is a hint.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.equal((await strokes(page, 'play-in')).length, 0);
  await page.keyboard.press('n');
  await page.locator('#picture').locator('path.step-in[d], path.step-out[d]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await page.locator('body:not(.playing)').waitFor();
});

scenario(
  'play: time is taken only if it is asked for; strokes draw and take back',
  { args: [PUZZLE] },
  async ({ page }) => {
    await known(page, 'one');
    await page.clock.install();
    await tool(page, 'Play');
    const clock = page.getByRole('timer', { name: 'time' });
    assert.equal(await page.getByLabel('timer').isChecked(), false);
    await page.clock.runFor(3000);
    assert.equal(await clock.textContent(), '');
    await page.getByLabel('timer').check();
    await page.clock.runFor(62_000);
    assert.equal(await clock.textContent(), '1:02');
    await drag(page, [
      [0, 0],
      [3, 0],
      [3, 2],
    ]);
    assert.equal((await strokes(page, 'play-in')).length, 5);
    const end = await spot(page, 3, 1.5);
    await page.mouse.click(end.x, end.y);
    assert.equal((await strokes(page, 'play-in')).length, 4);
    await page.getByRole('button', { name: 'Start again' }).click();
    assert.equal((await strokes(page, 'play-in')).length, 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await strokes(page, 'play-in')).length, 4);
    const place = await panel(page, 'Findings');
    await place.getByText('Check tells errors').waitFor();
  },
);
