import assert from 'node:assert/strict';
import { becomes, click, clues, known, newBoard, openText, panel, ready, says, strokes, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Presses keys one after the other.
 * @param {Page} page
 * @param {string} keys
 */
async function press(page, keys) {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

/**
 * Presses the Tab key until the element with this name has the focus.
 * @param {Page} page
 * @param {string} role
 * @param {string} name
 * @param {string} [key]
 */
async function tabTo(page, role, name, key = 'Tab') {
  const wanted = page.getByRole(/** @type {'button'} */ (role), { name, exact: true });
  for (let i = 0; i < 60; i += 1) {
    if (await wanted.evaluateAll((all) => all.includes(/** @type {any} */ (document.activeElement)))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to the ${role} ${name}`);
}

scenario(
  'without a mouse: a new board, clues, undo, the next step, and a text of it',
  { permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page }) => {
    await ready(page);
    await press(page, 'Alt+n');
    await page.getByRole('dialog', { name: 'A new board' }).waitFor();
    await tabTo(page, 'combobox', 'Board');
    await page.keyboard.type('honey');
    await page.getByRole('dialog').getByText('hexagons').waitFor();
    await press(page, 'Home');
    await tabTo(page, 'spinbutton', 'Width');
    await page.keyboard.type('4');
    await tabTo(page, 'spinbutton', 'Height');
    await page.keyboard.type('4');
    await press(page, 'Enter');
    await page.locator('#title', { hasText: 'square 4x4' }).waitFor();
    await says(page, 'Click a cell');

    // The clues 3..., row by row.
    const rows = ['...3', '3.3.', '...1', '.3.2'];
    await tabTo(page, 'application', 'board: arrows move, Enter acts, ? shows all keys');
    await press(page, 'ArrowRight');
    await says(page, 'Row 1, column 1: no clue.');
    for (const [y, row] of rows.entries()) {
      if (y > 0) await press(page, 'ArrowDown ArrowLeft ArrowLeft ArrowLeft');
      for (const [x, clue] of [...row].entries()) {
        if (x > 0) await press(page, 'ArrowRight');
        if (clue !== '.') await press(page, clue);
      }
    }
    assert.deepEqual(Object.fromEntries(await clues(page)), {
      ...{ '3,0': 3, '0,1': 3, '2,1': 3, '3,2': 1, '1,3': 3, '3,3': 2 },
    });
    await known(page, 'one');
    await press(page, 'Delete');
    await says(page, 'no clue');
    await known(page, 'several');
    await press(page, 'Control+z');
    await says(page, 'Undone: Delete a clue');
    await known(page, 'one');

    await press(page, 'n');
    const [first] = zlink(['explain', '--json', '4x4t0:c33a3d1a3a2']).output.split('\n');
    await says(page, 'Step 1: ');
    assert.equal((await strokes(page, 'step-in')).length, JSON.parse(first).in.length);
    await press(page, 'n');
    await says(page, 'Step 2: ');
    await press(page, 'Shift+N');
    await says(page, 'Step 1: ');

    await press(page, 'Escape 4');
    await tabTo(page, 'combobox', 'Format');
    await page.keyboard.type('address');
    const text = page.getByLabel('the puzzle as text');
    await becomes(async () => (await text.inputValue()).trim(), 'https://puzz.link/p?slither/4/4/i38dh682');
    await tabTo(page, 'button', 'Copy');
    await press(page, 'Enter');
    await says(page, 'Copied.');
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /slither\/4\/4\/i38dh682/);
  },
);

scenario('without a mouse: edges, pairs, the solution and what is removed', {}, async ({ page }) => {
  await ready(page);
  await page.locator('#board').focus();
  await press(page, 'e ArrowRight Enter');
  await says(page, 'The top edge of row 1, column 1, required.');
  assert.equal((await strokes(page, 'required')).length, 1);
  await press(page, 'Enter Shift+Enter');
  await says(page, 'The top edge of row 1, column 1, forbidden.');
  assert.deepEqual([(await strokes(page, 'required')).length, (await strokes(page, 'forbidden')).length], [0, 1]);
  await press(page, 'Delete');
  assert.equal((await strokes(page, 'forbidden')).length, 0);

  await press(page, 's ArrowRight Enter ArrowRight Space');
  assert.equal((await strokes(page, 'solution')).length, 6);

  await press(page, 'p ArrowRight Enter ArrowDown ArrowRight Enter');
  await says(page, /^Paired: 1, from .* to /);
  await press(page, 'Z');
  await says(page, /: an end of pair Z; the other end is /);
  assert.deepEqual(await page.locator('#picture .pairs text').allTextContents(), ['Z', 'Z']);
  await press(page, 'ArrowRight b');
  await says(page, /: a lone end, b\.$/);
  await press(page, 'Delete ArrowLeft');
  await says(page, /: an end of pair Z; the other end is /);
  await press(page, 'Delete');
  await says(page, 'Pair Z deleted.');
  assert.equal(await page.locator('#picture .pairs text').count(), 0);

  await press(page, 'Escape b ArrowRight Enter');
  await says(page, 'Row 1, column 1, removed');
  assert.equal((await strokes(page, 'gone')).length, 2);
  await press(page, 'Enter');
  assert.equal((await strokes(page, 'gone')).length, 0);
});

scenario('the help shows all tools and keys, and goes away', {}, async ({ page }) => {
  await ready(page);
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.waitFor();
  for (const word of ['Clues', 'Pairs', 'Edges', 'Constraints', 'Solution', 'Board', 'Why?', 'Play'])
    await help.getByRole('term').filter({ hasText: word }).waitFor();
  assert.ok((await help.getByRole('row').count()) > 20);
  await help.getByRole('row', { name: 'Ctrl+z undo' }).waitFor();
  await press(page, 'Escape');
  await help.waitFor({ state: 'hidden' });
});

scenario('tools and panels are reached by the Tab key and by arrows', {}, async ({ page }) => {
  await ready(page);
  await tabTo(page, 'button', 'Clues');
  await press(page, 'ArrowDown ArrowRight ArrowDown ArrowDown Enter');
  await says(page, 'Draw the solution');
  // The bar is left at once, and entered again where one is.
  await press(page, 'Tab');
  await tabTo(page, 'button', 'Solution', 'Shift+Tab');
  await press(page, 'End Enter');
  await says(page, 'Solve it by hand');
  await press(page, 'ArrowDown Enter');
  await says(page, 'Click a cell');
  await press(page, 'End Home');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Clues');
  await tabTo(page, 'tab', 'Findings');
  await press(page, 'End');
  await page.getByRole('tabpanel', { name: 'Shelf' }).waitFor();
  await press(page, 'Home');
  await page.getByRole('tabpanel', { name: 'Findings' }).waitFor();
  await press(page, 'ArrowRight');
  await page.getByRole('tabpanel', { name: 'Steps' }).waitFor();
  await press(page, 'ArrowLeft ArrowLeft');
  await page.getByRole('tabpanel', { name: 'Shelf' }).waitFor();
  await press(page, 'ArrowRight');
  await page.getByRole('tabpanel', { name: 'Findings' }).waitFor();
});

scenario('each key of a tool or a panel does what the help says', { args: ['4x4t0:c33a3d1a3a2'] }, async ({ page }) => {
  await known(page, 'one');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.waitFor();
  const rows = help.getByRole('row');
  const keys = Object.fromEntries(
    await rows.evaluateAll((all) =>
      all.map((row) => [row.querySelector('td')?.textContent, row.querySelector('kbd')?.textContent]),
    ),
  );
  // Keys go to the help as long as it is open.
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  const tools = page.getByRole('toolbar', { name: 'tools' }).getByRole('button');
  assert.equal(await tools.filter({ hasText: 'Clues' }).getAttribute('aria-pressed'), 'true');
  for (const tool of await tools.all()) {
    const label = (await tool.textContent()) ?? '';
    await page.keyboard.press(keys[label] ?? '');
    assert.equal(await tool.getAttribute('aria-pressed'), 'true', label);
  }
  await page.keyboard.press(keys.Clues ?? '');
  for (const [number, name] of ['Findings', 'Steps', 'Make', 'Share', 'Shelf'].entries()) {
    await page.keyboard.press(String(number + 1));
    await page.getByRole('tabpanel', { name }).waitFor();
  }
  assert.equal((await clues(page)).size, 6);
});

/** A key as keyboards of other countries and systems send it. @typedef {{ key: string, code: string, modifiers?: number }} Stroke */

/**
 * Presses keys by what they send.
 * @param {Page} page
 * @param {...Stroke} presses modifiers: 1 Alt, 2 Ctrl, 8 Shift
 */
async function send(page, ...presses) {
  const session = await page.context().newCDPSession(page);
  for (const stroke of presses)
    for (const type of /** @type {const} */ (['rawKeyDown', 'keyUp']))
      await session.send('Input.dispatchKeyEvent', { type, ...stroke });
  await session.detach();
}

scenario('keys of other keyboards do the same', { args: ['4x4t0:c33a3d1a3a2'] }, async ({ page }) => {
  await known(page, 'one');
  const isTool = (/** @type {string} */ name) =>
    page.locator('#tools [aria-pressed=true]').filter({ hasText: name }).waitFor();
  // Cyrillic and Greek letters, and Caps Lock.
  await send(page, { key: 'у', code: 'KeyE' });
  await isTool('Edges');
  await send(page, { key: 'σ', code: 'KeyS' });
  await isTool('Solution');
  await send(page, { key: 'C', code: 'KeyC' });
  await isTool('Clues');
  // A letter that the keyboard has is where it is: Q and A change places in France.
  await send(page, { key: 'p', code: 'KeyR' });
  await isTool('Pairs');
  await send(page, { key: 'c', code: 'KeyI' });
  await isTool('Clues');

  await click(page, 0.5, 0.5);
  await send(page, { key: '"', code: 'Digit3' });
  await says(page, 'Row 1, column 1: clue 3.');
  await send(page, { key: 'я', code: 'KeyZ', modifiers: 2 });
  await says(page, 'Undone: Set a clue');
  await send(page, { key: 'Я', code: 'KeyZ', modifiers: 10 });
  await says(page, 'Done again: Set a clue');
  await send(page, { key: 'Z', code: 'KeyZ', modifiers: 2 });
  await says(page, 'Undone: Set a clue');
  await click(page, 0.5, 0.5);
  await send(page, { key: '2', code: 'Numpad2' });
  await says(page, 'Row 1, column 1: clue 2.');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await send(page, { key: '(', code: 'Digit5' });
  await page.getByRole('tabpanel', { name: 'Shelf' }).waitFor();

  // AltGr of Windows, Linux and a Mac.
  const before = await clues(page);
  const turned = (/** @type {(x: number, y: number) => string} */ to) =>
    new Map([...before].map(([cell, clue]) => [to(Number(cell[0]), Number(cell[2])), clue]));
  const sorted = (/** @type {Map<string, number>} */ all) => [...all].sort();
  await send(page, { key: '[', code: 'Digit8', modifiers: 3 });
  await becomes(async () => sorted(await clues(page)), sorted(turned((x, y) => `${y},${3 - x}`)));
  await send(page, { key: ']', code: 'Digit9' });
  await becomes(async () => sorted(await clues(page)), sorted(before));
  await send(page, { key: '|', code: 'Digit7', modifiers: 1 });
  await becomes(async () => sorted(await clues(page)), sorted(turned((x, y) => `${3 - x},${y}`)));
});

scenario(
  'keys are left to fields, to screen readers and to dictation',
  { args: ['4x4t0:c33a3d1a3a2'] },
  async ({ page }) => {
    await known(page, 'one');
    const pressed = page.locator('#tools [aria-pressed=true]');
    const shelf = await panel(page, 'Shelf');
    await shelf.getByLabel('name of the puzzle').fill('');
    await page.keyboard.type('echo 5');
    assert.equal(await pressed.textContent(), 'Clues');
    assert.equal(await shelf.getByLabel('name of the puzzle').inputValue(), 'echo 5');
    await page.locator('#board').focus();
    // A screen reader is started so.
    await send(page, { key: 'n', code: 'KeyN', modifiers: 3 });
    await send(page, { key: 'e', code: 'KeyE', modifiers: 1 });
    await page.keyboard.press('1');
    await page.getByRole('tabpanel', { name: 'Findings' }).waitFor();
    assert.equal(await pressed.textContent(), 'Clues');

    await page.keyboard.press('?');
    await page.getByRole('dialog').getByLabel('keys of one character only while the board has the focus').check();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Findings' }).focus();
    await press(page, 'e 3 s');
    assert.equal(await pressed.textContent(), 'Clues');
    await page.getByRole('tabpanel', { name: 'Findings' }).waitFor();
    await page.keyboard.press('Control+z');
    await says(page, 'There is nothing more to undo.');
    await page.locator('#board').focus();
    await press(page, 'e');
    assert.equal(await pressed.textContent(), 'Edges');
  },
);

scenario('the focus stays where it was', { args: ['4x4t0:c33a3d1a3a2'] }, async ({ page }) => {
  await known(page, 'one');
  /** @param {import('playwright-core').Locator} control @param {() => Promise<unknown>} done */
  const keeps = async (control, done) => {
    await control.focus();
    await page.keyboard.press((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
    await done();
    assert.ok(await control.evaluate((element) => element === document.activeElement), `${control}`);
  };
  const findings = await panel(page, 'Findings');
  for (const box of await findings.getByRole('checkbox').all()) await keeps(box, () => known(page, 'one'));
  for (const box of await findings.getByRole('checkbox').all()) await keeps(box, () => known(page, 'one'));
  // A clue that can go.
  await click(page, 0.5, 0.5);
  await page.keyboard.press('3');
  await findings.getByText('1 clue can go').waitFor();
  await keeps(findings.getByRole('button', { name: 'Delete one' }), () =>
    findings.getByText('No clue can go').waitFor(),
  );
  await page.keyboard.press('Control+z');
  await findings.getByText('1 clue can go').waitFor();
  const all = findings.getByRole('button', { name: 'Delete all that can' });
  await keeps(all, () => says(page, 'No clue can go any more'));
  // Contradictions lead to places, and stay.
  await click(page, 3.5, 3.5);
  await page.keyboard.press('4');
  await known(page, 'none');
  await keeps(findings.getByRole('listitem').first().getByRole('button'), () =>
    page.locator('#picture .cursor .cell').waitFor(),
  );
  await page.keyboard.press('Control+z');
  await known(page, 'one');

  const steps = await panel(page, 'Steps');
  for (const name of ['Next step', 'Next step', 'Previous'])
    await keeps(steps.getByRole('button', { name, exact: true }), () => says(page, /^Step \d: /));

  const make = await panel(page, 'Make');
  await make.getByLabel('How many').fill('1');
  await keeps(make.getByRole('button', { name: 'Make puzzles' }), () => make.getByText('1 puzzle.').waitFor());
  await keeps(make.getByRole('listitem').getByRole('button'), () => says(page, 'undo brings back'));
  await known(page, 'one');

  const tools = page.getByRole('toolbar', { name: 'tools' });
  for (const name of ['Solution', 'Board', 'Edges']) {
    await keeps(tools.getByRole('button', { name }), () =>
      page.locator('#tools [aria-pressed=true]', { hasText: name }).waitFor(),
    );
  }
  const options = page.getByRole('group', { name: 'what the tool offers' });
  await keeps(options.getByRole('button', { name: 'Clear all' }), () => known(page, 'one'));
  // What has the focus may go: then it is near, not at the top of the page.
  await options.getByRole('button', { name: 'Clear all' }).focus();
  await page.keyboard.press('p');
  await page.locator('#tools [aria-pressed=true]', { hasText: 'Pairs' }).waitFor();
  assert.ok(await page.evaluate(() => document.activeElement?.closest('#options') !== null));
});

scenario(
  'places are named by row and column, or by what the board shows',
  { args: ['--board', 'honeycomb', '--size', '3x3'] },
  async ({ page }) => {
    await ready(page);
    await page.locator('#board').focus();
    await press(page, 'ArrowRight');
    await says(page, 'Row 1, column 1: no clue.');
    await press(page, 'ArrowDown');
    await says(page, 'Row 2, column 1: no clue.');
    const numbers = page.locator('#picture .numbers text');
    assert.equal(await numbers.count(), 0);
    await press(page, 'Shift+#');
    assert.deepEqual((await numbers.allTextContents()).sort(), [
      '1,1',
      '1,2',
      '1,3',
      '2,1',
      '2,2',
      '2,3',
      '3,1',
      '3,2',
      '3,3',
    ]);
    await press(page, 'e ArrowRight');
    await says(page, 'The top edge of row 1, column 1.');

    await newBoard(page, 'penrose-rhombs', '5x5');
    const names = await numbers.allTextContents();
    await page.locator('#board').focus();
    await press(page, 'c ArrowRight');
    await says(page, 'Cell f0: no clue.');
    await press(page, 'e ArrowRight');
    await says(page, /^The edge between (cells|vertices) \w+ and \w+\.$/);
    const said = (await page.locator('#says').textContent()) ?? '';
    for (const name of said.match(/\w*\d+/g) ?? []) assert.ok(names.includes(name), `${name} of ${names}`);
    await page.getByRole('button', { name: 'numbers on the board' }).click();
    assert.equal(await numbers.count(), 0);

    // The board may be turned: what is said is what is seen.
    await openText(page, '4x4t0:c33a3d1a3a2');
    await known(page, 'one');
    await page.getByRole('toolbar', { name: 'tools' }).getByRole('button', { name: 'Board' }).click();
    await page.getByRole('button', { name: 'turn right' }).click();
    await becomes(async () => (await clues(page)).get('3,3'), 3);
    await press(page, 'n');
    await says(page, /^Step 1: /);
    const there = await clues(page);
    const sentence = (await page.locator('#says').textContent()) ?? '';
    const named = [...sentence.matchAll(/(\d) in row (\d), column (\d)/g)];
    assert.ok(named.length > 0, sentence);
    for (const [, clue, row, column] of named)
      assert.equal(there.get(`${Number(column) - 1},${Number(row) - 1}`), Number(clue), sentence);
    // The edges are named, too.
    const steps = page.getByRole('tabpanel', { name: 'Steps' });
    await steps.getByText(/^(in|×out): the (\w+ )*edge (of|between) /).waitFor();
  },
);
