/** The page that needs no server: how its module comes to it, and what becomes of workers. */

import assert from 'node:assert/strict';
import { click, clues, known, ready } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

/** Without the service worker, which would bring the files. @type {import('../browser.mjs').Options & { expected: RegExp[] }} */
const FOLDER = {
  forms: ['folder'],
  context: { serviceWorkers: 'block' },
  expected: [/registration blocked by Playwright/],
};

scenario('a host may have the browser unpack the module', FOLDER, async ({ page, address, context }) => {
  await known(page, 'several');
  const tab = await context.newPage();
  await tab.goto(address.replace('/some/', '/unpacked/'));
  await known(tab, 'several');
});

scenario(
  'a module that does not come is told of; when it comes, the page goes on with the same work',
  { ...FOLDER, args: [SMALL], expected: [...FOLDER.expected, /ERR_FAILED/] },
  async ({ page, context }) => {
    await known(page, 'one');
    await context.route('**/*.gz', (route) => route.abort());
    await page.reload();
    const notice = page.getByRole('alert').filter({ hasText: 'The solver cannot be loaded' });
    await notice.waitFor();
    await click(page, 3.5, 3.5);
    await page.keyboard.press('Delete');
    assert.equal((await clues(page)).size, 5);
    await context.unroute('**/*.gz');
    await notice.waitFor({ state: 'hidden' });
    await known(page, 'several');
  },
);

/**
 * In a worker: an instance traps when it is asked about a puzzle with this clue. WebAssembly cannot be suspended then, as in
 * some browsers.
 */
const TRAP = `
  delete WebAssembly.Suspending;
  delete WebAssembly.promising;
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const ask = (path, pathLength, body, bodyLength, ...limits) => {
      const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, body, bodyLength));
      if (text.includes('clue(0,1)')) BEFORE;
      return exports.ask(path, pathLength, body, bodyLength, ...limits);
    };
    return { exports: { ...exports, ask } };
  };
`;

for (const [when, before] of [
  ['before', "throw new WebAssembly.RuntimeError('unreachable')"],
  ['after', "{ imports.host.begin(); throw new WebAssembly.RuntimeError('unreachable') }"],
]) {
  scenario(`a trap ${when} the answer begins is told, and the session goes on`, FOLDER, async ({ page, context }) => {
    await ready(page);
    await context.route('**/worker.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: TRAP.replace('BEFORE', before) + (await response.text()) });
    });
    await page.reload();
    await known(page, 'several');
    await click(page, 0.5, 0.5);
    await page.keyboard.press('1');
    const findings = page.getByRole('tabpanel', { name: 'Findings' });
    for (let time = 0; time < 3; time += 1) {
      await findings.getByText('zlink made a mistake; the session goes on').waitFor();
      await findings.getByText('unreachable').waitFor();
      await page.keyboard.press('2');
      await known(page, 'several');
      await page.keyboard.press('1');
    }
  });
}
