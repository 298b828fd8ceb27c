import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { PNG } from 'pngjs';
import { becomes, clues, known, openText, panel, ready, says, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const CLIPBOARD = ['clipboard-read', 'clipboard-write'];
const PUZZLE = '4x4t0:c33a3d1a3a2';

/** @param {Page} page */
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** The message of `zlink convert` when a format cannot express the puzzle. */
const IMPOSSIBLE = 65;

/**
 * The text of the panel, when it has come.
 * @param {Page} page
 */
async function filled(page) {
  const text = page.getByRole('textbox', { name: 'the puzzle as text' });
  const area = /** @type {import('playwright-core').ElementHandle<HTMLTextAreaElement>} */ (await text.elementHandle());
  await page.waitForFunction(({ value }) => value !== '', area);
  return text.inputValue();
}

scenario(
  'the puzzle as text of each format is what the command writes',
  { args: [PUZZLE], refused: true },
  async ({ page }) => {
    await known(page, 'one');
    const place = await panel(page, 'Share');
    const text = place.getByRole('textbox', { name: 'the puzzle as text' });
    const facts = await text.inputValue();
    assert.match(facts, /^clue\(/m);
    const chooser = place.getByLabel('Format');
    await chooser.getByRole('option', { name: 'slitherlink' }).waitFor({ state: 'attached' });
    const formats = await chooser.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    assert.ok(formats.length > 10, `${formats}`);
    let written = 0;
    for (const format of formats) {
      if (format === null || format === 'facts') continue;
      await chooser.selectOption('facts');
      await chooser.selectOption(format);
      // Both are empty until the answer is there.
      const told = async () => `${await text.inputValue()}${await place.getByRole('status').textContent()}`;
      await becomes(async () => (await told()).trim() !== '', true);
      const isWritten = (await text.inputValue()) !== '';
      const args = format === 'text' ? ['draw', '--as', 'text'] : ['convert', '--to', format];
      const { output, status } = zlink(args, facts);
      assert.equal(isWritten, status !== IMPOSSIBLE, `${format}: ${output}`);
      if (!isWritten) {
        // The page shows the reason.
        await place.getByRole('status').filter({ hasText: /\w/ }).waitFor();
        assert.equal(await text.inputValue(), '');
        continue;
      }
      written += 1;
      assert.equal((await filled(page)).trimEnd(), output.trimEnd(), format);
    }
    assert.ok(written > 8, `${written} formats`);
    await chooser.selectOption('pzpr');
    assert.match(await filled(page), /^https:\/\/puzz\.link\/p\?slither\/4\/4\//);
  },
);

scenario(
  'what is copied: the text, the address, the puzzle',
  { args: [PUZZLE], permissions: CLIPBOARD },
  async ({ page, context }) => {
    await known(page, 'one');
    const shown = await clues(page);
    const place = await panel(page, 'Share');
    await place.getByLabel('Format').selectOption('loopy');
    const text = await filled(page);
    await place.getByRole('button', { name: 'Copy', exact: true }).click();
    await says(page, 'Copied.');
    assert.equal(await clipboard(page), text);
    assert.equal((await clipboard(page)).trim(), PUZZLE);
    await place.getByRole('button', { name: 'Copy the address' }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('puzzle='));
    const address = await clipboard(page);
    // Another tab opens it, in the place of what it had.
    const tab = await context.newPage();
    await tab.goto(address);
    await known(tab, 'one');
    assert.deepEqual(await clues(tab), shown);
    assert.equal(new URL(tab.url()).hash, '');
    // The open tab opens it, too.
    await openText(page, '4.\n..\n');
    await known(page, 'one');
    await page.goto(address);
    await page.waitForFunction(
      (number) => document.querySelectorAll('#picture .clues text').length === number,
      shown.size,
    );
    assert.deepEqual(await clues(page), shown);
  },
);

/**
 * The file that a button offers.
 * @param {Page} page
 * @param {string} name of the button
 */
async function downloaded(page, name) {
  const [offered] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: offered.suggestedFilename(), bytes: await buffer(await offered.createReadStream()) };
}

scenario('files: facts, SVG and PNG, without and with the solution', { args: [PUZZLE] }, async ({ page }) => {
  await known(page, 'one');
  const place = await panel(page, 'Share');
  const facts = await downloaded(page, 'Save as file');
  assert.match(facts.name, /\.lp$/);
  assert.equal(zlink(['count'], facts.bytes.toString()).output.trim(), '1');
  const bare = { svg: await downloaded(page, 'SVG'), png: await downloaded(page, 'PNG') };
  assert.match(bare.svg.name, /\.svg$/);
  assert.match(bare.png.name, /\.png$/);
  assert.equal(bare.svg.bytes.toString(), zlink(['draw'], facts.bytes.toString()).output);
  assert.ok(PNG.sync.read(bare.png.bytes).width >= 100);
  await place.getByLabel('with the solution').check();
  const solved = { svg: await downloaded(page, 'SVG'), png: await downloaded(page, 'PNG') };
  assert.equal(solved.svg.bytes.toString(), zlink(['draw', '--solve'], facts.bytes.toString()).output);
  assert.notDeepEqual(solved.png.bytes, bare.png.bytes);
});

scenario('the shelf keeps puzzles, also over a reload', { args: [PUZZLE] }, async ({ page }) => {
  await known(page, 'one');
  const shown = await clues(page);
  const place = await panel(page, 'Shelf');
  await place.getByLabel('name of the puzzle').fill('first');
  await place.getByRole('button', { name: 'Keep it' }).click();
  await says(page, 'On the shelf: first');
  await openText(page, '4.\n..\n');
  await known(page, 'one');
  await page.keyboard.press('Control+s');
  await says(page, 'On the shelf: pasted');
  await page.reload();
  await ready(page);
  const shelf = page.getByRole('list', { name: 'puzzles on the shelf' });
  assert.deepEqual(await shelf.locator('.card .caption').allTextContents(), ['first', 'pasted']);
  await shelf.locator('svg').nth(1).waitFor();
  await shelf.getByRole('button', { name: 'open first' }).click();
  await known(page, 'one');
  assert.deepEqual(await clues(page), shown);
  assert.equal(await page.locator('#title').textContent(), 'first');
  await shelf.getByRole('button', { name: 'take first off the shelf' }).click();
  assert.deepEqual(await shelf.locator('.card .caption').allTextContents(), ['pasted']);
  // A puzzle that is removed from the shelf stays on the board.
  assert.deepEqual(await clues(page), shown);
});

scenario('a page of several puzzles with their solutions is printed', { args: [PUZZLE] }, async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.reload();
  await known(page, 'one');
  await page.getByRole('tab', { name: 'Shelf' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await openText(page, '4.\n..\n');
  await known(page, 'one');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  const paper = page.locator('#print');
  const titles = ['1. ', '2. pasted'];
  for (const part of ['.pages', '.answers']) {
    const figures = paper.locator(`${part} figure`);
    assert.equal(await figures.count(), titles.length);
    for (const [number, title] of titles.entries()) {
      assert.ok((await figures.nth(number).locator('figcaption').textContent())?.startsWith(title));
      assert.equal(await figures.nth(number).locator('svg').count(), 1);
    }
  }
  const drawn = (/** @type {string} */ part) =>
    paper
      .locator(`${part} svg`)
      .first()
      .evaluate((svg) => new XMLSerializer().serializeToString(svg));
  assert.notEqual(await drawn('.pages'), await drawn('.answers'), 'the solution is drawn');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.ok((pdf.match(/\/Type\s*\/Page\b/g) ?? []).length >= 2, 'puzzles, and solutions on a page of their own');
});
