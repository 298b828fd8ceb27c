import assert from 'node:assert/strict';
import { becomes, click, known, openText, panel, ready, says, spot, strokes, tool, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares with five clues. */
const OPEN = '4x4t0:c33a3f3a2';
/** Three by two vertices, two pairs: the second goes straight or around. */
const PATHS = `
  edge(a,b). edge(b,c). edge(d,e). edge(e,f). edge(g,h). edge(h,i).
  edge(a,d). edge(b,e). edge(c,f). edge(d,g). edge(e,h). edge(f,i).
  pos(a,0,0). pos(b,1,0). pos(c,2,0). pos(d,0,1). pos(e,1,1). pos(f,2,1). pos(g,0,2). pos(h,1,2). pos(i,2,2).
  pair(a,c). pair(g,i). pair_label(a,c,x). pair_label(g,i,y).
`;

/**
 * The edges of the two solutions that the board shows.
 * @param {Page} page
 */
async function shown(page) {
  const [both, a, b] = await Promise.all(['in-both', 'only-a', 'only-b'].map((layer) => strokes(page, layer)));
  return { a: [...both, ...a].sort(), b: [...both, ...b].sort() };
}

scenario(
  'two solutions are shown and stepped through by keys, and a clue decides',
  { args: [OPEN] },
  async ({ page }) => {
    await known(page, 'several');
    const number = Number(zlink(['count', OPEN]).output);
    await page.locator('#board').focus();
    await page.keyboard.press('d');
    await says(page, /^A is solution 1, B solution 2: \d+ edges? (is|are) only in A, \d+ only in B\.$/);
    const bar = page.getByRole('group', { name: 'two solutions' });
    const findings = page.getByRole('tabpanel', { name: 'Findings' });
    await findings.getByText(`A is solution 1, B solution 2 of ${number}:`).waitFor();
    // All that the puzzle has are gone through, each once; A stays.
    const { a, b } = await shown(page);
    const seen = new Set([a, b].map((edges) => edges.join()));
    for (let at = 3; at <= number; at += 1) {
      await page.keyboard.press('o');
      await says(page, `A is solution 1, B solution ${at} of ${number}:`);
      const now = await shown(page);
      assert.deepEqual(now.a, a);
      seen.add(now.b.join());
    }
    assert.equal(seen.size, number);
    await page.keyboard.press('Shift+O');
    await says(page, `A is solution 1, B solution ${number - 1} of ${number}:`);
    await page.keyboard.press('o');
    await bar.getByRole('button', { name: 'Next' }).click();
    await says(page, `These are all ${number} solutions.`);
    await bar.getByRole('button', { name: 'Swap' }).click();
    await says(page, `A is solution ${number}, B solution 1 of ${number}:`);

    // The most deciding clue comes first: with it, one of the two is the only solution.
    const first = findings.getByRole('listitem').first();
    const [place, forA, forB] = await first.getByRole('button').all();
    const [, row, column] = /^Row (\d), column (\d)$/.exec((await place.textContent()) ?? '') ?? [];
    const alone = (await forA.textContent())?.endsWith('A alone') ? forA : forB;
    assert.match((await alone.textContent()) ?? '', /^\d: [AB] alone$/);
    const two = await shown(page);
    const wanted = alone === forA ? two.a : two.b;
    // The cell of the place has both numbers on the board.
    const values = await page.locator('#picture .values text').allTextContents();
    const numbers = (await Promise.all([forA, forB].map((one) => one.textContent()))).map((words) => words?.[0]);
    assert.ok(values.includes(numbers.join('|')), `${values}`);
    assert.equal(values.length, await findings.locator('.decisions li').count());
    await place.click();
    const { x, y } = await spot(page, Number(column) - 0.5, Number(row) - 0.5);
    const cursor = await page.locator('#picture .cursor .cell').boundingBox();
    assert.ok(
      cursor && Math.abs(cursor.x + cursor.width / 2 - x) < 2 && Math.abs(cursor.y + cursor.height / 2 - y) < 2,
    );
    await alone.click();
    await known(page, 'one');
    await bar.waitFor({ state: 'hidden' });
    assert.deepEqual(await strokes(page, 'known-in'), wanted);
    assert.deepEqual(await shown(page), { a: [], b: [] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await known(page, 'several');
  },
);

scenario(
  'two solutions are beside each other, or over each other, and hidden in play',
  { args: [OPEN] },
  async ({ page }) => {
    await known(page, 'several');
    const findings = await panel(page, 'Findings');
    await findings.getByRole('button', { name: 'Two solutions' }).click();
    const mirror = page.locator('#mirror');
    const bar = page.getByRole('group', { name: 'two solutions' });
    await mirror.waitFor();
    const halves = async () => {
      const [stage, half] = [await page.locator('#board').boundingBox(), await mirror.boundingBox()];
      assert.ok(stage && half);
      return [half.x - stage.x, half.y - stage.y].map((far, i) =>
        Math.round((2 * far) / [stage.width, stage.height][i]),
      );
    };
    await becomes(halves, [1, 0]);
    // What is clicked in the second picture is the same place of the board.
    const at = await spot(page, 0.5, 0.5);
    const half = (await mirror.boundingBox())?.width ?? 0;
    await page.mouse.click(at.x + half, at.y);
    await page.keyboard.press('Delete');
    assert.equal(await page.locator('#picture .cursor .cell').count(), 1);
    await page.setViewportSize({ width: 390, height: 844 });
    await becomes(halves, [0, 1]);
    const whole = await spot(page, 0, 0);
    await bar.getByLabel('side by side').uncheck();
    await mirror.waitFor({ state: 'detached' });
    await becomes(async () => (await spot(page, 0, 0)).x < whole.x, true);
    const { a, b } = await shown(page);
    assert.notDeepEqual(a, b);
    await tool(page, 'Play');
    assert.deepEqual(await shown(page), { a: [], b: [] });
    assert.ok(await bar.isHidden());
    await tool(page, 'Clues');
    assert.deepEqual(await shown(page), { a, b });
    await bar.getByRole('button', { name: 'Close' }).click();
    assert.ok(await page.locator('#board').evaluate((board) => board === document.activeElement));
    await says(page, 'Two solutions are no longer shown.');
    assert.deepEqual(await shown(page), { a: [], b: [] });
    await page.keyboard.press('d');
    await says(page, 'A is solution 1, B solution 2 of');
    assert.deepEqual(await shown(page), { a, b });
  },
);

scenario('of two solutions of a Numberlink, the vertices on different paths', {}, async ({ page }) => {
  await ready(page);
  await openText(page, PATHS);
  await known(page, 'several');
  const findings = await panel(page, 'Findings');
  // A further pair is shown, and added.
  const further = findings.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Add' }) });
  const words = (await further.first().getByRole('button').first().textContent()) ?? '';
  assert.match(words, /^Row \d, column \d to row \d, column \d$/);
  await further.first().getByRole('button').first().click();
  assert.equal(await page.locator('#picture .cursor .joins').count(), 1);
  await page.locator('#board').focus();
  // On a vertex it would be a label.
  await page.keyboard.press('Escape');
  await page.keyboard.press('u');
  assert.ok((await strokes(page, 'good-pairs')).length > 0);
  await page.keyboard.press('d');
  await findings.getByRole('heading', { name: 'Vertices on different paths' }).waitFor();
  const items = await findings.locator('.decisions').first().getByRole('listitem').allTextContents();
  assert.ok(items.length > 0);
  for (const item of items) assert.match(item, /^Row \d, column \d(no path|pair [xy]): A.*(no path|pair [xy]): B/);
  await findings.getByRole('button', { name: 'Add' }).first().click();
  await known(page, 'one');
  assert.deepEqual(new Set(await page.locator('#picture .pairs text').allTextContents()), new Set(['x', 'y', '1']));
});

scenario('pairs and marks that contradict each other are shown, each by a button', {}, async ({ page }) => {
  await ready(page);
  await openText(page, `${PATHS} pair(d,f). pair_label(d,f,"Z"). -link(d,e).`);
  await known(page, 'none');
  const findings = await panel(page, 'Findings');
  const facts = findings.locator('.facts').getByRole('button');
  const named = (await facts.allTextContents()).sort();
  assert.equal(named.at(-1), 'The edge between columns 1 and 2 in row 2, forbidden');
  assert.ok(named.includes('Pair Z'), `${named}`);
  const ends = 2 * named.filter((name) => name.startsWith('Pair')).length;
  assert.equal((await page.locator('#picture .bad-ends').getAttribute('d'))?.match(/M/g)?.length, ends);
  assert.equal((await strokes(page, 'bad-edges')).length, 1);
  await facts.filter({ hasText: 'Pair Z' }).click();
  for (const name of ['at', 'chosen']) assert.equal(await page.locator(`#picture .cursor .${name}`).count(), 1);
  await facts.filter({ hasText: 'forbidden' }).click();
  assert.equal(await page.locator('#picture .cursor .edge.at').count(), 1);
  await click(page, 0, 1);
});
