import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import {
  becomes,
  click,
  clues,
  known,
  newBoard,
  openText,
  panel,
  ready,
  says,
  stored,
  strokes,
  tool,
} from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';

/** @param {Page} page */
const undo = (page) => page.getByRole('button', { name: 'Undo' });

/** @param {Page} page */
async function reload(page) {
  await page.reload();
  await ready(page);
}

scenario('whatever replaces a board is undone, also after a reload', {}, async ({ page }) => {
  await ready(page);
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await newBoard(page, 'cairo', '4x4');
  await openText(page, SMALL);
  await known(page, 'one');
  await tool(page, 'Board');
  await page.getByRole('button', { name: 'turn right' }).click();
  await says(page, 'Turned');
  await page.getByRole('tab', { name: 'Make' }).click();
  await page.getByRole('button', { name: 'Make puzzles' }).click();
  await page.getByRole('list', { name: 'puzzles that were made' }).getByRole('button').first().click();
  await says(page, 'On the board now');
  /** What is on the board after each undoing. */
  const seen = async () => [await page.locator('#title').textContent(), [...(await clues(page))].sort()];
  const [made, turned] = [await seen(), 'turned'];
  await reload(page);
  assert.deepEqual(await seen(), made);
  const states = [made];
  for (let edit = 0; edit < 5; edit += 1) {
    await undo(page).click();
    await reload(page);
    states.push(await seen());
  }
  assert.notDeepEqual(states[1], made, turned);
  assert.equal(states[1][1]?.length, 6);
  assert.notDeepEqual(states[2], states[1], 'before the turn');
  assert.match(String(states[3][0]), /^cairo 4x4/);
  assert.deepEqual(states[4][1], [['0,0', 3]]);
  assert.deepEqual(states[5][1], []);
  assert.ok(await undo(page).isDisabled());
  for (const state of states.slice(0, 5).reverse()) {
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.deepEqual(await seen(), state);
  }
});

scenario('undoing and doing again in play survive a reload', { args: [SMALL] }, async ({ page }) => {
  await ready(page);
  await click(page, 0.5, 3.5);
  await page.keyboard.press('2');
  await tool(page, 'Play');
  await click(page, 0.5, 0);
  await click(page, 0, 0.5);
  await undo(page).click();
  await reload(page);
  assert.deepEqual(await strokes(page, 'play-in'), ['80 80L180 80']);
  await page.getByRole('button', { name: 'Redo' }).click();
  assert.equal((await strokes(page, 'play-in')).length, 2);
  await undo(page).click();
  await undo(page).click();
  assert.ok(await undo(page).isDisabled(), 'clues are not undone in play');
  await tool(page, 'Clues');
  await undo(page).click();
  assert.equal((await clues(page)).size, 6);
});

scenario(
  'a browser that keeps nothing has a page that works, and says so',
  {},
  async ({ page, form, server, address }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
    });
    await page.goto('about:blank');
    await page.goto(form === 'server' ? server.address : address);
    await ready(page);
    await page.getByRole('alert').filter({ hasText: 'keeps nothing' }).getByRole('button', { name: 'Close' }).click();
    await click(page, 0.5, 0.5);
    await page.keyboard.press('3');
    await known(page, 'several');
    const shelf = await panel(page, 'Shelf');
    await shelf.getByRole('button', { name: 'Keep it' }).click();
    await shelf.getByRole('listitem').locator('svg').waitFor();
    await page.getByRole('button', { name: 'open square' }).click();
    await says(page, 'From the shelf');
    assert.equal((await clues(page)).size, 1);
    // The address still has what the server asks for.
    await reload(page);
    await known(page, 'several');
  },
);

scenario('work of a newer version is left alone', {}, async ({ page }) => {
  await ready(page);
  await stored(page);
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('zlink').onsuccess = resolve;
    });
    const request = indexedDB.open('zlink', 1000);
    request.onupgradeneeded = () => request.result.createObjectStore('works').put('of the future', 'tab');
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    request.result.close();
  });
  await reload(page);
  await page.getByRole('alert').filter({ hasText: 'A newer version' }).waitFor();
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await known(page, 'several');
  const left = await page.evaluate(async () => {
    const request = indexedDB.open('zlink');
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    const work = request.result.transaction('works').objectStore('works').get('tab');
    await new Promise((resolve) => {
      work.onsuccess = resolve;
    });
    return work.result;
  });
  assert.equal(left, 'of the future');
});

scenario('kept work that cannot be read stays, and can be saved as a file', {}, async ({ page }) => {
  await ready(page);
  for (const nonsense of ['{"version":1,"sheet":{}}', 'no JSON', '[]']) {
    await page.evaluate((words) => {
      for (const name of ['work', 'settings', 'shelf']) localStorage.setItem(`zlink.${name}`, words);
    }, nonsense);
    await page.reload();
    await known(page, 'several');
    assert.equal((await strokes(page, 'vertices')).length, 121, nonsense);
    assert.equal(await page.evaluate(() => localStorage.getItem('zlink.work')), nonsense);
    await page.getByRole('alert').filter({ hasText: 'cannot be read' }).waitFor();
    const shelf = await panel(page, 'Shelf');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      shelf.getByRole('button', { name: 'Save it as a file' }).click(),
    ]);
    assert.ok(JSON.parse(await text(await file.createReadStream())).includes(nonsense));
  }
  await page.evaluate(() => ['work', 'settings', 'shelf'].forEach((name) => localStorage.removeItem(`zlink.${name}`)));

  // A record whose clue is in no cell.
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await stored(page);
  const broken = await page.evaluate(async () => {
    const request = indexedDB.open('zlink');
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    const key = sessionStorage.getItem('zlink.tab') ?? '';
    const work = request.result.transaction('works').objectStore('works').get(key);
    await new Promise((resolve) => {
      work.onsuccess = resolve;
    });
    const sheets = request.result.transaction('sheets', 'readwrite').objectStore('sheets');
    const sheet = sheets.get(work.result.sheet);
    await new Promise((resolve) => {
      sheet.onsuccess = resolve;
    });
    sheet.result.state.clues.set(1000, 3);
    const put = sheets.put(sheet.result, work.result.sheet);
    await new Promise((resolve) => {
      put.onsuccess = resolve;
    });
    return key;
  });
  await reload(page);
  await page.getByRole('alert').filter({ hasText: 'cannot be read' }).waitFor();
  assert.equal((await clues(page)).size, 0);
  const shelf = await panel(page, 'Shelf');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shelf.getByRole('button', { name: 'Save it as a file' }).click(),
  ]);
  assert.match(await text(await file.createReadStream()), /1000,3/);
  await stored(page);
  assert.notEqual(await page.evaluate(() => sessionStorage.getItem('zlink.tab')), broken);
});

scenario('work and shelf of earlier versions, kept as texts, are taken over', {}, async ({ page }) => {
  await ready(page);
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  const sheet = await stored(page);
  await page.evaluate(async (early) => {
    const edit = { label: 'Set a clue', merge: null, changes: [{ field: 'clues', key: 0, after: 3 }] };
    localStorage.setItem('zlink.work', JSON.stringify({ version: 1, sheet: early, done: [edit], undone: [] }));
    localStorage.setItem('zlink.shelf', JSON.stringify([{ id: '1', sheet: { ...early, name: 'early' } }]));
    sessionStorage.clear();
    addEventListener('pagehide', () => indexedDB.deleteDatabase('zlink'));
  }, sheet);
  await reload(page);
  assert.deepEqual([...(await clues(page))], [['0,0', 3]]);
  await undo(page).click();
  assert.equal((await clues(page)).size, 0);
  const shelf = await panel(page, 'Shelf');
  await shelf.getByRole('button', { name: 'open early' }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('zlink.shelf')), null);
});

scenario(
  'a project file holds the puzzle with all that is drawn and played, the view and the shelf',
  { args: [SMALL] },
  async ({ page, address, context }) => {
    await ready(page);
    const shelf = await panel(page, 'Shelf');
    await shelf.getByRole('button', { name: 'Keep it' }).click();
    await shelf.getByRole('listitem').locator('svg').waitFor();
    await tool(page, 'Board');
    await click(page, 3.5, 3.5);
    await tool(page, 'Edges');
    await click(page, 0.5, 1, { button: 'right' });
    await tool(page, 'Solution');
    await click(page, 0.5, 0.5);
    await tool(page, 'Play');
    await click(page, 0, 0.5);
    await page.getByRole('button', { name: 'zoom in' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      shelf.getByRole('button', { name: 'Save project' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /\.zlink$/);
    const project = await text(await file.createReadStream());
    const before = await stored(page);
    const size = await page.locator('#picture').evaluate((svg) => svg.getBoundingClientRect().width);

    const other = await context.newPage();
    await other.goto(address);
    await ready(other);
    await (await panel(other, 'Shelf')).getByRole('button', { name: /^take .* off the shelf$/ }).click();
    await newBoard(other, 'cairo', '4x4');
    await tool(other, 'Clues');
    await openText(other, project);
    await says(other, 'Project opened');
    assert.deepEqual(await stored(other), before);
    assert.equal(await other.locator('body.playing').count(), 1);
    const there = () => other.locator('#picture').evaluate((svg) => svg.getBoundingClientRect().width);
    await becomes(async () => Math.abs((await there()) - size) < 1, true);
    assert.equal(await (await panel(other, 'Shelf')).getByRole('listitem').count(), 1);
    // Opened once more, the shelf has nothing twice.
    await openText(other, project);
    await says(other, 'Project opened');
    assert.equal(await other.getByRole('tabpanel', { name: 'Shelf' }).getByRole('listitem').count(), 1);
    const wrong = /** @type {[string, string][]} */ ([
      ['"version":1', '"version":7'],
      ['"out"', '"zzz"'],
      ['"symmetries":', '"symmetry":'],
      ['"kind":"slitherlink"', '"kind":"what"'],
      ['"edges":[[0,1]', '"edges":[[0,1000]'],
      ['"clues":{"map":[[', '"clues":{"map":[[0,99999999],['],
      ['"ends":{"map":[', '"ends":{"map":[[0,5]'],
    ]);
    const damaged = wrong.map(([from, to]) => project.replace(from, to));
    assert.ok(damaged.every((one) => one !== project));
    for (const broken of [project.slice(0, -100), ...damaged]) {
      await other.getByRole('button', { name: 'Open', exact: true }).click();
      const dialog = other.getByRole('dialog');
      await dialog.getByRole('textbox').fill(broken);
      await dialog.getByRole('button', { name: 'Open the text' }).click();
      await dialog
        .getByRole('alert')
        .filter({ hasText: /damaged|version/ })
        .waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
  },
);

scenario('the shelf has room for large boards, and says when the browser has little left', {}, async ({ page }) => {
  await ready(page);
  await newBoard(page, 'square', '60x60');
  const shelf = await panel(page, 'Shelf');
  for (let kept = 1; kept <= 3; kept += 1) {
    await shelf.getByRole('button', { name: 'Keep it' }).click();
    await becomes(() => shelf.getByRole('listitem').count(), kept);
  }
  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({ usage: 90, quota: 100 });
  });
  await shelf.getByRole('button', { name: 'Keep it' }).click();
  await says(page, /nearly no room left \(90 %/);
});

scenario(
  'what was only played goes to the shelf, too, when its tab is long gone',
  { args: [SMALL] },
  async ({ page, address, context, form, server }) => {
    await ready(page);
    await tool(page, 'Play');
    await click(page, 0.5, 0);
    await stored(page);
    await page.close();
    for (let tab = 0; tab < 13; tab += 1) {
      const other = await context.newPage();
      await other.goto(form === 'server' ? server.address : address);
      await ready(other);
      await stored(other);
      if (tab === 0) await newBoard(other, 'square', '3x3');
      await stored(other);
      if (tab < 12) await other.close();
      else {
        const shelf = await panel(other, 'Shelf');
        await becomes(() => shelf.getByRole('listitem').count(), 1);
        await shelf.getByRole('button', { name: /^open/ }).click();
        assert.equal((await clues(other)).size, 6);
        await tool(other, 'Play');
        assert.deepEqual(await strokes(other, 'play-in'), ['80 80L180 80']);
      }
    }
  },
);

scenario('kept work with which the page cannot begin can be left where it is', {}, async ({ page }) => {
  await ready(page);
  await stored(page);
  await page.addInitScript(() => {
    // Not in sessionStorage: a script that asks for it so early may leave a page of a file without what was there.
    if (window.name === 'broken') return;
    window.name = 'broken';
    SVGElement.prototype.setAttribute = () => {
      throw new Error('trouble');
    };
  });
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: 'The page cannot begin: trouble' });
  await notice.getByRole('button', { name: 'Begin with an empty board' }).click();
  await known(page, 'several');
});
