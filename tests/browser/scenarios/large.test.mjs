import assert from 'node:assert/strict';
import { click, clues, ready, spot } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** Milliseconds to a frame, of which there are 60 in a second. */
const FRAME = 1000 / 60;

scenario(
  'a board of 10,000 cells is edited and moved without delay while it is analysed',
  { args: ['--board', 'square', '--size', '100x100'] },
  async ({ page }) => {
    await ready(page);
    await click(page, 20.5, 20.5);
    await page.keyboard.press('3');
    await page.locator('body[data-analysis=running]').waitFor();
    const session = await page.context().newCDPSession(page);
    // The time that the page itself takes, not that of others on a machine that is busy.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const work = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
    };

    const began = await work();
    for (let edit = 0; edit < 20; edit += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press(String(edit % 4));
    }
    const edits = (await work()) - began;
    assert.equal((await clues(page)).size, 21);

    const [from, before] = [await spot(page, 0, 0), await work()];
    const frames = await page.evaluate(async () => {
      const board = /** @type {HTMLElement} */ (document.querySelector('#board'));
      for (let frame = 1; frame <= 60; frame += 1) {
        board.dispatchEvent(new WheelEvent('wheel', { deltaX: 5, shiftKey: true, bubbles: true, cancelable: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return 60;
    });
    const moves = (await work()) - before;
    assert.ok(Math.abs(from.x - (await spot(page, 0, 0)).x - 5 * frames) < 2);

    // An edit is drawn; here the cursor moves before each, too. The puzzle is sent when it rests.
    assert.ok(edits / 20 < 2 * FRAME, `an edit and what follows from it take ${edits / 20} ms`);
    assert.ok(moves / frames < FRAME, `a move takes ${moves / frames} ms`);
    await page.locator('body[data-analysis=running]').waitFor();
  },
);
