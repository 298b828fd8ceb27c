/** The look of the page in ten states: `screenshots/`. */

import { click, drag, known, panel, says, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';
import { looksAs } from '../screenshots.mjs';

const SLITHERLINKS = 'instances/slitherlink/';

scenario('looks: a puzzle with one solution', { args: [`${SLITHERLINKS}penrose-4.lp`] }, async ({ page }) => {
  await known(page, 'one');
  await page.getByText('Difficulty:').waitFor();
  await looksAs(page, 'one-solution');
});

scenario(
  'looks: clues that would leave one solution',
  { args: [`${SLITHERLINKS}square-10x10.lp`] },
  async ({ page }) => {
    await known(page, 'one');
    await click(page, 5.5, 5.5);
    await page.keyboard.press('Delete');
    await known(page, 'several');
    await page.keyboard.press('u');
    await page.locator('#picture path.good-cells[d]').waitFor();
    await known(page, 'several');
    await looksAs(page, 'unique-clues');
  },
);

scenario(
  'looks: how many solutions use each edge',
  { args: [`${SLITHERLINKS}honeycomb-3-open.lp`] },
  async ({ page }) => {
    await known(page, 'several');
    await page.keyboard.press('h');
    await page.locator('#picture path.heat-7[d]').waitFor();
    await known(page, 'several');
    await looksAs(page, 'shares');
  },
);

scenario(
  'looks: clues that contradict each other',
  { args: [`${SLITHERLINKS}square-8x8-unsat.lp`] },
  async ({ page }) => {
    await known(page, 'none');
    await page.locator('#picture path.bad-cells[d]').waitFor();
    await looksAs(page, 'contradiction');
  },
);

scenario('looks: a step and what it follows from', { args: [`${SLITHERLINKS}cairo-5x5.lp`] }, async ({ page }) => {
  await known(page, 'one');
  const place = await panel(page, 'Steps');
  await place.getByRole('slider', { name: 'step' }).fill('30');
  await place.getByText(/^Step 30 of \d+$/).waitFor();
  await looksAs(page, 'step');
});

scenario('looks: puzzles to choose from', { args: ['--board', 'square', '--size', '7x7'] }, async ({ page }) => {
  await known(page, 'several');
  const place = await panel(page, 'Make');
  await place.getByLabel('Symmetry').selectOption('point');
  await place.getByLabel('Seed').fill('1');
  await place.getByRole('button', { name: 'Make puzzles' }).click();
  await place.getByText('6 puzzles.').waitFor();
  await place.getByRole('list').getByRole('button').nth(1).click();
  await says(page, 'undo brings back');
  await known(page, 'one');
  await looksAs(page, 'gallery');
});

scenario('looks: marks of play', { args: [`${SLITHERLINKS}square-10x10.lp`] }, async ({ page }) => {
  await known(page, 'one');
  await tool(page, 'Play');
  await drag(page, [
    [2, 2],
    [6, 2],
    [6, 5],
  ]);
  for (const x of [1.5, 2.5, 3.5]) await click(page, x, 8, { button: 'right' });
  await page.getByRole('button', { name: 'Check' }).click();
  await says(page, 'wrong.');
  await looksAs(page, 'play');
});

const DARK = {
  args: [`${SLITHERLINKS}loopy-great-hexagonal-medium-irr1.lp`],
  context: { colorScheme: /** @type {'dark'} */ ('dark') },
};

scenario('looks: dark', DARK, async ({ page }) => {
  await known(page, 'one');
  await page.getByText('Difficulty:').waitFor();
  await looksAs(page, 'dark');
});

scenario('looks: a Numberlink', { args: ['instances/numberlink/grid-6x6.lp'] }, async ({ page }) => {
  await known(page);
  await tool(page, 'Pairs');
  await click(page, 0, 0);
  await looksAs(page, 'numberlink');
});

const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };

scenario('looks: a tablet', { args: [`${SLITHERLINKS}loopy-hats-small-1.lp`], context: TABLET }, async ({ page }) => {
  await known(page, 'one');
  await page.getByText('Difficulty:').waitFor();
  await looksAs(page, 'tablet');
});
