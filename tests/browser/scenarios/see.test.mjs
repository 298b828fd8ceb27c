import assert from 'node:assert/strict';
import { becomes, click, clues, known, openText, panel, ready, says, spot, strokes, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';
/** The puzzle without its last clue. */
const OPEN = '4x4t0:c33a3d1a3b';
/** The puzzle with all clues. */
const FULL = '4x4t0:3223323221113322';

/**
 * The stages of an analysis, from the command.
 * @param {string} puzzle
 */
function stages(puzzle) {
  const reports = zlink(['analyse', '--json', puzzle]).output.trim().split('\n');
  return Object.fromEntries(reports.map((line) => JSON.parse(line)).map((report) => [report.stage, report]));
}

const findings = (/** @type {Page} */ page) => page.getByRole('tabpanel', { name: 'Findings' });

scenario('one, several with their number, or none: after each edit', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  await findings(page).locator('.verdict', { hasText: 'One solution' }).waitFor();
  const one = await strokes(page, 'known-in');
  assert.equal(one.length, stages(SMALL).edges.in_all.length);

  await click(page, 3.5, 3.5);
  await page.keyboard.press('Delete');
  await known(page, 'several');
  const { edges, number } = stages(OPEN);
  await findings(page).getByText(`Exactly ${number.number.exact}.`).waitFor();
  await findings(page).getByText(`${edges.in_all.length} edges in all solutions`).waitFor();
  const [isIn, out] = [await strokes(page, 'known-in'), await strokes(page, 'known-out')];
  // A cross has two strokes.
  assert.deepEqual([isIn.length, out.length / 2], [edges.in_all.length, edges.in_none.length]);
  assert.ok(isIn.every((stroke) => one.includes(stroke)));

  await page.keyboard.press('4');
  await known(page, 'none');
  assert.equal((await strokes(page, 'known-in')).length, 0);
  await page.keyboard.press('2');
  await known(page, 'one');
  assert.deepEqual(await strokes(page, 'known-in'), one);
  await page.keyboard.press('k');
  assert.equal((await strokes(page, 'known-in')).length, 0);
});

scenario('the clues that contradict each other are shown', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  await click(page, 0.5, 0.5);
  await page.keyboard.press('4');
  await known(page, 'none');
  const facts = findings(page).getByRole('listitem');
  const named = await facts.allTextContents();
  assert.ok(named.includes('The 4 in row 1, column 1'), `${named}`);
  assert.equal((await strokes(page, 'bad-cells')).length, named.length);
  // Each leads to its cell.
  await facts.last().getByRole('button').click();
  assert.equal(await page.locator('#picture .cursor .cell').count(), 1);
  await click(page, 0.5, 0.5);
  await page.keyboard.press('Delete');
  await known(page, 'one');
  assert.equal((await strokes(page, 'bad-cells')).length, 0);
});

scenario('how many solutions use each edge is shown on demand', { args: [OPEN] }, async ({ page }) => {
  await known(page, 'several');
  const heat = async () => {
    const paths = await page.locator('#picture path.heat').evaluateAll((all) => all.map((p) => p.getAttribute('d')));
    return paths.map((path) => (path ?? '').split('M').length - 1);
  };
  assert.ok((await heat()).every((count) => count === 0));
  await page.locator('#board').focus();
  await page.keyboard.press('h');
  const all = stages(OPEN);
  const shares = /** @type {Record<string, string>} */ (all.shares.shares);
  const used = Object.values(shares).filter((share) => share !== '0');
  await becomes(async () => (await heat()).reduce((a, b) => a + b), used.length);
  // The darkest: those in all solutions, and in almost all.
  const most = used.filter((share) => Number(share) * 8 >= 7 * Number(all.number.number.exact));
  assert.equal((await heat()).at(-1), most.length);
  await known(page, 'several');
  await findings(page).getByLabel('how many solutions use each edge').uncheck();
  assert.ok((await heat()).every((count) => count === 0));
});

scenario('what each clue of a cell would leave, and which clue leaves one', { args: [OPEN] }, async ({ page }) => {
  await known(page, 'several');
  const { values } = stages(OPEN);
  const { values: last } = values.cells.find((/** @type {{ cell: string }} */ { cell }) => cell === 'f15');
  const at = await spot(page, 3.5, 3.5);
  await page.mouse.move(at.x, at.y);
  await findings(page).getByText('Row 4, column 4: solutions that each clue would leave').waitFor();
  const rows = await findings(page).locator('table tr').allTextContents();
  const words = (/** @type {string} */ exact) => ({ 0: 'none', 1: '1, the only one' })[exact] ?? exact;
  assert.deepEqual(
    rows,
    last.map((/** @type {{ exact: string }} */ { exact }, /** @type {number} */ clue) => `${clue}${words(exact)}`),
  );
  assert.equal(last[2].exact, '1');

  await page.locator('#board').focus();
  await page.keyboard.press('u');
  const unique = values.unique.map((/** @type {string} */ fact) => fact.replace(/.*\(f(\d+),.*/, '$1'));
  const cells = new Set(unique);
  assert.equal((await strokes(page, 'good-cells')).length, cells.size);
  assert.equal(await page.locator('#picture .values text').count(), cells.size);
  await click(page, 3.5, 3.5);
  await page.keyboard.press('2');
  await known(page, 'one');
  assert.equal((await strokes(page, 'good-cells')).length, 0);
});

scenario('the grade, the clues that can go, and all of them deleted', { args: [FULL] }, async ({ page }) => {
  await known(page, 'one');
  const { difficulty, hardest } = JSON.parse(zlink(['rate', '--format', 'json', FULL]).output);
  await findings(page).getByText(`Difficulty: ${difficulty}`).waitFor();
  await findings(page).getByText(`Hardest rule: ${hardest}.`).waitFor();
  const { redundant } = stages(FULL);
  await findings(page).getByText(`${redundant.can_go.length} clues can go`).waitFor();
  assert.equal(await page.locator('#picture .clues text.can-go').count(), redundant.can_go.length);
  await findings(page).getByRole('button', { name: 'Delete all that can' }).click();
  await says(page, 'No clue can go any more');
  await known(page, 'one');
  await findings(page).getByText('No clue can go.').waitFor();
  const left = (await clues(page)).size;
  assert.ok(left >= 3 && left <= 10, `${left} clues`);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal((await clues(page)).size, 16, 'one edit, to be undone at once');
});

/**
 * Counts the analyses that are ended: requests to the server, or workers, of which each has a request.
 * @param {Page} page
 * @param {import('../forms.mjs').Form} form
 */
function ended(page, form) {
  let count = 0;
  const more = () => (count += 1);
  const watch = (/** @type {import('playwright-core').Worker} */ worker) => worker.on('close', more);
  if (form === 'server') page.on('requestfailed', (request) => request.url().endsWith('/analyse') && more());
  for (const worker of page.workers()) watch(worker);
  page.on('worker', watch);
  return async () => count;
}

scenario('a new edit ends what runs, and the last one counts', { args: [SMALL] }, async ({ page, form }) => {
  await known(page, 'one');
  const aborted = ended(page, form);
  await click(page, 3.5, 3.5);
  // Faster than anybody types.
  await page.evaluate(async () => {
    const board = document.querySelector('#board');
    for (const key of [...'4013'.repeat(30), '2']) {
      board?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  await known(page, 'one');
  // Workers may have the answer before the next key.
  if (form === 'server') await becomes(async () => (await aborted()) >= 100, true);
  await page.keyboard.press('4');
  await known(page, 'none');
});

scenario(
  'the page can be used while a long analysis runs',
  { args: ['--board', 'square', '--size', '30x30'] },
  async ({ page, form }) => {
    await ready(page);
    const running = page.locator('body[data-analysis=running]');
    await running.waitFor();
    const aborted = ended(page, form);
    await click(page, 0.5, 0.5);
    await page.keyboard.type('3');
    assert.equal((await clues(page)).get('0,0'), 3);
    const before = await spot(page, 0, 0);
    await page.keyboard.press('+');
    assert.notDeepEqual(await spot(page, 0, 0), before);
    await (await panel(page, 'Share')).getByLabel('the puzzle as text').waitFor();
    await panel(page, 'Findings');
    await findings(page).locator('.verdict', { hasText: 'Several solutions' }).waitFor();
    assert.ok(await running.isVisible());
    // Another board ends the search.
    await openText(page, SMALL);
    await known(page, 'one');
    await becomes(async () => (await aborted()) > 0, true);
  },
);
