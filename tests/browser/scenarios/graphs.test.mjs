import assert from 'node:assert/strict';
import { text as textOf } from 'node:stream/consumers';
import {
  becomes,
  click,
  clues,
  drag,
  known,
  openText,
  panel,
  ready,
  says,
  spot,
  strokes,
  tool,
  zlink,
} from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Two paths of three edges beside each other, with rungs: a pair at the ends of one. */
const LADDER = `
  edge(a,b). edge(b,c). edge(c,d). edge(e,f). edge(f,g). edge(g,h).
  edge(a,e). edge(b,f). edge(c,g). edge(d,h).
  pos(a,0,0). pos(b,1,0). pos(c,2,0). pos(d,3,0). pos(e,0,1). pos(f,1,1). pos(g,2,1). pos(h,3,1).
`;

scenario('a graph of one’s own: its pairs are found out about like clues', { args: [] }, async ({ page }) => {
  await ready(page);
  const facts = `${LADDER} pair(a,d). pair_label(a,d,"Q").`;
  await openText(page, facts);
  await known(page, 'several');
  assert.equal((await strokes(page, 'vertices')).length, 8);
  assert.deepEqual(await page.locator('#picture .pairs text').allTextContents(), ['Q', 'Q']);
  const { output } = zlink(['count'], facts);
  const findings = await panel(page, 'Findings');
  await findings.getByText(`Exactly ${output.trim()}.`).waitFor();
  // A board without cells has no clues.
  assert.ok(await page.getByRole('button', { name: 'Clues', exact: true }).isDisabled());
  const { x, y } = await spot(page, 1, 0);
  await page.mouse.move(x, y);
  await findings.getByRole('heading', { name: 'Row 1, column 2: solutions with it on the path of' }).waitFor();
  assert.deepEqual(await findings.getByRole('rowheader').allTextContents(), ['pair Q']);

  await tool(page, 'Edges');
  await drag(page, [
    [0, 0],
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  await known(page, 'one');
  assert.equal((await strokes(page, 'known-in')).length, 5);
  // A path down the first rung has to go on, so one of the first two edges follows from the other.
  await findings.getByText('2 constraints can go, each by itself.').waitFor();
  assert.equal((await strokes(page, 'can-go')).length, 2);
  await findings.getByRole('button', { name: 'Delete all that can' }).click();
  await says(page, /^No pair can go any more/);
  await known(page, 'one');
  assert.equal((await strokes(page, 'required')).length, 3);
});

/** Six by two vertices, three pairs: without a label, with one that is a number, and with that of another pair. */
const ROWS = `
  ${[0, 1].flatMap((y) => [0, 1, 2, 3, 4].map((x) => `edge(${6 * y + x},${6 * y + x + 1}).`)).join(' ')}
  ${[0, 1, 2, 3, 4, 5].map((x) => `edge(${x},${x + 6}). pos(${x},${x},0). pos(${x + 6},${x},1).`).join(' ')}
  pair(4,5). pair(0,6). pair(1,2). pair(7,8). pair_label(0,6,1). pair_label(1,2,q). pair_label(7,8,q).
`;

scenario('a pair has one label: on the page, in texts and in pictures', {}, async ({ page }) => {
  await ready(page);
  await openText(page, ROWS);
  await says(page, 'Two pairs have the label q: one is 3 here.');
  await known(page, 'several');
  const signs = async () => (await page.locator('#picture .pairs text').allTextContents()).sort();
  const wanted = ['1', '1', '2', '2', '3', '3', 'q', 'q'];
  assert.deepEqual(await signs(), wanted);
  const share = await panel(page, 'Share');
  const text = share.getByRole('textbox', { name: 'the puzzle as text' });
  const facts = await text.inputValue();
  assert.deepEqual(facts.match(/^pair_label.*$/gm), [
    'pair_label(4,5,2).',
    'pair_label(0,6,1).',
    'pair_label(1,2,q).',
    'pair_label(7,8,3).',
  ]);
  // The number without a label is that of the board, though its pair comes after others in reading order.
  await share.getByLabel('Format').selectOption('numberlink');
  await becomes(() => text.inputValue(), '2 6\n1 q q . 2 2\n1 3 3 . . .\n');
  const [file] = await Promise.all([page.waitForEvent('download'), share.getByRole('button', { name: 'SVG' }).click()]);
  const svg = await textOf(await file.createReadStream());
  assert.deepEqual([...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, label]) => label).sort(), wanted);
  await panel(page, 'Findings');
  await click(page, 4, 0);
  await tool(page, 'Pairs');
  await page.keyboard.press('Escape');
  await click(page, 4, 0);
  await page.keyboard.press('Delete');
  assert.deepEqual(await signs(), ['1', '1', '3', '3', 'q', 'q'], 'the others keep theirs');
});

scenario(
  'by touch: ends get labels and are deleted, paths are drawn from end to end',
  { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  async ({ page }) => {
    await ready(page);
    await openText(page, LADDER);
    await page.getByText('No pairs yet', { exact: true }).waitFor();
    const signs = () => page.locator('#picture .pairs text').allTextContents();
    const tap = async (/** @type {number} */ x, /** @type {number} */ y) => {
      const at = await spot(page, x, y);
      await page.touchscreen.tap(at.x, at.y);
    };
    const field = page.getByLabel('label of the chosen vertex');
    assert.ok(await field.isDisabled());
    for (const x of [0, 3]) {
      await tap(x, 0);
      await field.tap();
      await field.fill('Home');
      await field.press('Enter');
    }
    assert.deepEqual(await signs(), ['Home', 'Home']);
    await tap(0, 1);
    await tap(3, 1);
    assert.deepEqual(await signs(), ['Home', 'Home', '1', '1']);
    await known(page, 'one');
    await tool(page, 'Solution');
    await drag(page, [
      [0, 0],
      [3, 0],
    ]);
    assert.equal((await strokes(page, 'solution')).length, 3);
    await tool(page, 'Pairs');
    const erase = page.getByRole('button', { name: 'Delete', exact: true });
    await tap(1, 0);
    assert.ok(await erase.isDisabled());
    await tap(0, 1);
    await erase.tap();
    await says(page, 'Pair 1 deleted.');
    assert.deepEqual(await signs(), ['Home', 'Home']);
  },
);

scenario('an address holds a text of any format', {}, async ({ page, address }) => {
  await ready(page);
  const text = zlink(['convert', '--to', 'pzpr', '4x4t0:c33a3d1a3a2']).output.trim();
  await page.goto(`${address}#name=mine&open=${encodeURIComponent(text)}`);
  await known(page, 'one');
  assert.equal((await clues(page)).size, 6);
  assert.equal(await page.locator('#title').textContent(), 'mine');
  assert.equal(new URL(page.url()).hash, '');
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal((await clues(page)).size, 0);
});

scenario(
  'entry is symmetric in each way that a board has',
  { args: ['--board', 'square', '--size', '4x4'] },
  async ({ page }) => {
    await ready(page);
    const choice = page.getByRole('combobox', { name: 'Symmetry' });
    const names = await choice.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    /** The cells that get a copy of a clue at 0,1. @type {Record<string, string[]>} */
    const images = {
      '': [],
      point: ['3,2'],
      quarter: ['1,3', '2,0', '3,2'],
      'left-right': ['3,1'],
      'up-down': ['0,2'],
      both: ['0,2', '3,1', '3,2'],
      diagonal: ['1,0'],
      graph: ['0,2', '1,0', '1,3', '2,0', '2,3', '3,1', '3,2'],
    };
    assert.deepEqual(names.sort(), Object.keys(images).sort());
    for (const name of names) {
      await choice.selectOption(name);
      await click(page, 0.5, 1.5);
      await page.keyboard.press('2');
      assert.deepEqual([...(await clues(page)).keys()].sort(), ['0,1', ...images[name ?? '']].sort(), `${name}`);
      await page.getByRole('button', { name: 'Undo' }).click();
      assert.equal((await clues(page)).size, 0);
      await page.keyboard.press('Escape');
    }
  },
);
