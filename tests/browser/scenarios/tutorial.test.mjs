/** The session of docs/tutorial/studio.md; its pictures are those of docs/pictures/studio/. */

import assert from 'node:assert/strict';
import { click, clues, drawHeart, known, panel, ready, says, strokes, tool, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';
import { looksAs } from '../screenshots.mjs';

const PICTURES = { folder: 'docs/pictures/studio/' };

scenario('the tutorial: from a heart to a puzzle on paper', {}, async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.reload();
  await ready(page);

  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Width').fill('9');
  await dialog.getByLabel('Height').fill('8');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await tool(page, 'Solution');
  await drawHeart(page);
  const heart = await strokes(page, 'solution');
  assert.equal(heart.length, 38);
  await page.getByRole('button', { name: 'Clues from it' }).click();
  await known(page, 'one');
  assert.equal((await clues(page)).size, 72);
  await page.getByRole('tabpanel', { name: 'Findings' }).getByText('can go, each by itself').waitFor();
  await looksAs(page, 'heart', PICTURES);

  const make = await panel(page, 'Make');
  assert.ok(await make.getByLabel('with the solution I drew').isChecked());
  assert.equal(await make.getByLabel('Minimal').inputValue(), 'within');
  await make.getByLabel('Symmetry').selectOption('point');
  await make.getByLabel('Seed').fill('1');
  await make.getByRole('button', { name: 'Make puzzles' }).click();
  await make.getByText('6 puzzles.').waitFor();
  await make.getByRole('list').getByRole('button').nth(1).click();
  await says(page, 'undo brings back');
  await known(page, 'one');
  await page.locator('#picture path.known-in[d]').waitFor();
  assert.deepEqual(await strokes(page, 'known-in'), heart);
  const taken = await clues(page);
  for (const cell of taken.keys()) {
    const [x, y] = cell.split(',').map(Number);
    assert.ok(taken.has(`${8 - x},${7 - y}`), `${cell} has no image`);
  }
  await looksAs(page, 'choice', PICTURES);

  const findings = await panel(page, 'Findings');
  await findings.getByText('Difficulty: hard').waitFor();
  await tool(page, 'Why?');
  await click(page, 2.5, 6);
  await says(page, 'The 2 in row 7, column 4 and the 2 in row 8, column 4 share an edge');
  await page.getByRole('tabpanel', { name: 'Steps' }).getByText('adjacent').waitFor();
  await looksAs(page, 'why', PICTURES);

  const share = await panel(page, 'Share');
  await share.getByLabel('Format').selectOption('pzpr');
  await page.waitForFunction(() =>
    document.querySelector('textarea')?.value.startsWith('https://puzz.link/p?slither/9/8/'),
  );
  const address = await page.getByRole('textbox', { name: 'the puzzle as text' }).inputValue();
  assert.equal(zlink(['count', address]).output.trim(), '1');
  await looksAs(page, 'share', PICTURES);

  await share.getByRole('button', { name: 'Print' }).click();
  await page.getByRole('dialog', { name: 'Print the puzzle' }).getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  assert.equal(await page.locator('#print figure svg').count(), 2);
});
