import assert from 'node:assert/strict';
import { known, ready, strokes } from '../board.mjs';
import { scenario } from '../browser.mjs';

scenario('storage that holds nonsense does not keep the page from beginning', {}, async ({ page }) => {
  await ready(page);
  for (const nonsense of ['{"version":1,"sheet":{}}', 'no JSON', '[]']) {
    await page.evaluate((text) => {
      // Without the work that the page stores when it is left.
      addEventListener('pagehide', () => {
        sessionStorage.clear();
        for (const name of ['work', 'settings', 'shelf']) localStorage.setItem(`zlink.${name}`, text);
      });
    }, nonsense);
    await page.reload();
    await ready(page);
    await page.getByRole('tab', { name: 'Shelf' }).click();
    await known(page, 'several');
    assert.equal((await strokes(page, 'vertices')).length, 121, nonsense);
  }
});
