/** The pictures of docs/tutorial/studio.md that its session (tutorial.test.mjs) does not come by: docs/pictures/studio/. */

import { click, drag, known, panel, says, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';
import { looksAs } from '../screenshots.mjs';

const PICTURES = { folder: 'docs/pictures/studio/' };
const SQUARES = 'instances/slitherlink/square-10x10.lp';
const DARK = /** @type {'dark'} */ ('dark');

scenario('pictured: the kinds of boards', {}, async ({ page }) => {
  await known(page, 'several');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A new board' });
  await dialog.getByLabel('Board').selectOption('hats');
  await dialog.getByText('About 52 cells.').waitFor();
  await looksAs(page, 'new', PICTURES);
});

scenario('pictured: two solutions side by side', { args: [SQUARES] }, async ({ page }) => {
  await known(page, 'one');
  await click(page, 5.5, 5.5);
  await page.keyboard.press('Delete');
  await known(page, 'several');
  await page.keyboard.press('d');
  await says(page, 'A is solution 1, B solution 2');
  await page
    .getByRole('tabpanel', { name: 'Findings' })
    .getByText(/of 20 or more/)
    .waitFor();
  await known(page, 'several');
  await looksAs(page, 'solutions', PICTURES);
});

scenario('pictured: a Numberlink that is typed', { args: ['instances/numberlink/grid-6x6.lp'] }, async ({ page }) => {
  await known(page, 'several');
  await tool(page, 'Pairs');
  await click(page, 0, 0);
  await page.keyboard.type('A1');
  await says(page, /A1/);
  await known(page, 'several');
  await looksAs(page, 'pairs', PICTURES);
});

scenario('pictured: play with hints, colours and a trial', { args: [SQUARES] }, async ({ page }) => {
  await known(page, 'one');
  await tool(page, 'Play');
  for (let i = 0; i < 6; i += 1) {
    await page.keyboard.press('n');
    await says(page, /\.$/);
    await page.locator('#picture .step-in[d], #picture .step-out[d]').first().waitFor();
    await page.keyboard.press('m');
    await says(page, /Done|Hint shows/);
  }
  await page.keyboard.press('t');
  await drag(page, [
    [0, 10],
    [2, 10],
  ]);
  await page.keyboard.press('i');
  for (const x of [0.5, 1.5]) await click(page, x, 9.5);
  await click(page, 3.5, 9.5, { button: 'right' });
  await looksAs(page, 'play', PICTURES);
});

scenario(
  'pictured: names of cells, in dark colours',
  { args: ['instances/slitherlink/penrose-3.lp'], context: { colorScheme: DARK } },
  async ({ page }) => {
    await known(page, 'one');
    await page.getByText('Difficulty:').waitFor();
    await page.getByRole('button', { name: 'numbers on the board' }).click();
    await page.locator('#board').focus();
    await page.keyboard.press('e');
    await page.keyboard.press('ArrowRight');
    await says(page, /^The edge /);
    await looksAs(page, 'numbers', PICTURES);
  },
);

scenario(
  'pictured: a phone',
  {
    args: ['instances/slitherlink/cairo-5x5.lp'],
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  async ({ page }) => {
    await known(page, 'one');
    const steps = await panel(page, 'Steps');
    // All steps are there: the slider has its length.
    await steps.getByText(/^Step 0 of \d+$/).waitFor();
    await steps.getByRole('slider', { name: 'step' }).fill('30');
    await steps.getByText(/^Step 30 of \d+$/).waitFor();
    await looksAs(page, 'phone', PICTURES);
  },
);
