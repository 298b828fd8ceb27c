import assert from 'node:assert/strict';
import { scenario } from '../browser.mjs';

scenario(
  'the page shows the puzzle that the program was started with',
  { args: ['instances/slitherlink/penrose-4.lp'] },
  async ({ page }) => {
    await page.getByRole('main').waitFor();
    assert.match(await page.title(), /zlink studio/);
    await page.getByRole('main').locator('svg').first().waitFor();
  },
);

scenario('the token does not stay in the address', { forms: ['server'] }, async ({ page, server }) => {
  await page.getByRole('main').waitFor();
  await page.waitForURL((url) => !url.href.includes(server.token));
});
