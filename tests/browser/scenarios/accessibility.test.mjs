import { accessible } from '../accessibility.mjs';
import { click, known, panel, ready, says, tool } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  scenario(
    `each panel and dialog is accessible in ${colorScheme} colours`,
    { args: [SMALL], context: { colorScheme } },
    async ({ page }) => {
      await known(page, 'one');
      await accessible(page);
      await panel(page, 'Steps');
      await page.keyboard.press('n');
      await says(page, 'Step 1: ');
      await accessible(page);
      const make = await panel(page, 'Make');
      await make.getByLabel('How many').fill('1');
      await make.getByRole('button', { name: 'Make puzzles' }).click();
      await make.getByRole('listitem').locator('svg').waitFor();
      await accessible(page);
      await panel(page, 'Share');
      await accessible(page);
      const shelf = await panel(page, 'Shelf');
      await shelf.getByRole('button', { name: 'Keep it' }).click();
      await shelf.getByRole('listitem').locator('svg').waitFor();
      await accessible(page);
      for (const [button, dialog] of [
        ['New', 'A new board'],
        ['Open', 'Open a puzzle'],
        ['Help', 'Help'],
      ]) {
        await page.getByRole('button', { name: button, exact: true }).click();
        await page.getByRole('dialog', { name: dialog }).waitFor();
        await accessible(page);
        await page.keyboard.press('Escape');
      }
    },
  );

  scenario(
    `none, several, each tool and play are accessible in ${colorScheme} colours`,
    { args: [SMALL], context: { colorScheme } },
    async ({ page }) => {
      await ready(page);
      await click(page, 3.5, 3.5);
      await page.keyboard.press('4');
      await known(page, 'none');
      await accessible(page);
      await page.keyboard.press('Delete');
      await page.keyboard.press('u');
      await known(page, 'several');
      await accessible(page);
      for (const name of ['Pairs', 'Solution', 'Board', 'Play']) {
        await tool(page, name);
        await accessible(page);
      }
    },
  );
}
