import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { becomes, click, clues, give, known, openText, panel, ready, says, strokes, tool, zlink } from '../board.mjs';
import { scenario } from '../browser.mjs';
import { ROOT } from '../server.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Four by four squares, six clues, one solution. */
const SMALL = '4x4t0:c33a3d1a3a2';
const FILE = 'instances/slitherlink/square-7x7.lp';

/** @param {Page} page */
const undo = (page) => page.getByRole('button', { name: 'Undo' });

/** A picture of a disc, dark on white. */
function disc() {
  const [width, height] = [120, 120];
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at += 1) {
    const isDark = Math.hypot((at % width) - 60, Math.floor(at / width) - 60) < 45;
    png.data.set([isDark ? 0 : 255, isDark ? 0 : 255, isDark ? 0 : 255, 255], 4 * at);
  }
  return PNG.sync.write(png);
}

scenario('a file is opened by the file chooser, or dropped on the page', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a puzzle' });
  await dialog.getByLabel('A file').setInputFiles(`${ROOT}${FILE}`);
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('#title', { hasText: 'square-7x7' }).waitFor();
  await known(page, 'one');
  assert.equal((await clues(page)).size, 17);

  const bytes = readFileSync(`${ROOT}instances/slitherlink/square-5x5.lp`);
  await give(page, { file: { name: 'five.lp', bytes } });
  await page.locator('#title', { hasText: 'five' }).waitFor();
  assert.equal((await clues(page)).size, 11);
  await give(page, { text: SMALL });
  await page.locator('#title', { hasText: 'dropped' }).waitFor();
  assert.equal((await clues(page)).size, 6);
});

scenario(
  'texts of any format are opened, pasted or typed',
  { permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page }) => {
    await ready(page);
    for (const format of ['facts', 'pzpr', 'loopy', 'slitherlink']) {
      const text = zlink(['convert', '--to', format, SMALL]).output;
      await openText(page, text);
      await known(page, 'one');
      assert.equal((await clues(page)).size, 6, format);
      await page.getByRole('button', { name: 'Undo' }).click();
      assert.equal((await clues(page)).size, 0, format);
    }
    const address = zlink(['convert', '--to', 'pzpr', SMALL]).output;
    await page.evaluate((text) => navigator.clipboard.writeText(text), address);
    await page.locator('#board').focus();
    await page.keyboard.press('Control+V');
    await page.locator('#title', { hasText: 'pasted' }).waitFor();
    assert.equal((await clues(page)).size, 6);
  },
);

scenario(
  'a text that cannot be read is refused with its place, and nothing is lost',
  { args: [SMALL], refused: true },
  async ({ page }) => {
    await known(page, 'one');
    await click(page, 0.5, 0.5);
    await page.keyboard.press('2');
    const before = await clues(page);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Open a puzzle' });
    const bad = 'edge(0,1).\nedge(1,2).\nedge(2 0).';
    await dialog.getByRole('textbox').fill(bad);
    await dialog.getByRole('button', { name: 'Open the text' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Line 3, column 8: ' }).waitFor();
    assert.equal(await dialog.getByRole('textbox').inputValue(), bad);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await clues(page), before);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await clues(page)).size, before.size - 1);
  },
);

scenario('a picture becomes a board with its outline as the solution', {}, async ({ page }) => {
  await ready(page);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const file = { name: 'disc.png', mimeType: 'image/png', buffer: disc() };
  await page.getByRole('dialog', { name: 'Open a puzzle' }).getByLabel('A file').setInputFiles(file);
  await page.getByRole('dialog', { name: 'A board from a picture' }).getByRole('button', { name: 'Open it' }).click();
  await page.locator('#title', { hasText: 'disc' }).waitFor();
  await page.getByRole('button', { name: 'Solution' }).and(page.locator('[aria-pressed=true]')).waitFor();
  const outline = await strokes(page, 'solution');
  assert.ok(outline.length > 40 && outline.length < 90, `${outline.length} edges`);
  const inside = (await strokes(page, 'inside')).length;
  // The disc has 0.44 of the picture's area.
  assert.ok(inside > 200 && inside < 300, `${inside} cells inside`);
});

scenario(
  'what is no puzzle is refused in words, and the board stays',
  { args: [SMALL], refused: true },
  async ({ page }) => {
    await known(page, 'one');
    const before = await clues(page);
    const noise = Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 7919) % 251));
    for (const [what, words] of /** @type {[Parameters<typeof give>[1], RegExp][]} */ ([
      [{ text: 'hello world' }, /this is no puzzle: as a graph \(edges\), it would have no cycle/],
      [{ text: 'Name\tPrice\nApple\t3\nPear\t4\n' }, /it would have no cycle/],
      [
        { text: 'Dear all,\nplease find my latest puzzle here.\nIt is hard.' },
        /this row has 6 signs, but the first one has 2/,
      ],
      [{ text: 'Findings\nOne solution\n' }, /two names were expected/],
      [{ text: 'https://example.org/some/page' }, /the address of a puzzle was expected/],
      [{ file: { name: 'a.pdf', bytes: '%PDF-1.4 1 0 obj' } }, /a file PDF, which holds no puzzle/],
      [{ file: { name: 'puzzle.lp', bytes: '% nothing but a comment\n' } }, /this is no puzzle: it has no edge/],
      [{ file: { name: 'puzzle.lp', bytes: '' } }, /there is nothing to read/],
      [{ file: { name: 'puzzle.lp', bytes: noise } }, /neither text nor a picture/],
      [{ file: { name: 'puzzle.lp.bz2', bytes: 'BZh91AY&SY' } }, /packed \(bzip2\): unpack it first/],
      [{ file: { name: 'puzzle.lp.gz', bytes: Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]) } }, /gzip, but it is damaged/],
      [{ file: { name: 'photo.jpg', bytes: 'no picture', type: 'image/jpeg' } }, /cannot read this picture/],
    ])) {
      await page.locator('#says').evaluate((line) => (line.textContent = ''));
      await give(page, what, 'file' in what ? 'drop' : 'paste');
      await says(page, words);
      await says(page, /^Not opened\. /);
    }
    assert.deepEqual(await clues(page), before);
    await undo(page).and(page.locator('[aria-disabled=true]')).waitFor();
  },
);

scenario('what may be a puzzle is asked about, with a picture of it', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  const question = page.getByRole('dialog', { name: 'Is this a puzzle?' });
  await give(page, { text: 'tom ann\nann joe\njoe tom\njoe sue\n' }, 'paste');
  await question.getByText('This could be a graph: 4 vertices, 4 edges, read as edges. Open it?').waitFor();
  await question.getByText('as nearly any text could be').waitFor();
  await question.locator('.shown svg').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await says(page, 'Not opened.');
  assert.equal((await clues(page)).size, 6);
  await undo(page).and(page.locator('[aria-disabled=true]')).waitFor();

  // Rows of numbers have two meanings, of which the second one is chosen.
  await give(page, { file: { name: 'rows.txt', bytes: '1 2 1\n2 3 1\n3 1 1\n' } });
  await question.getByText('This could be a Slitherlink: 9 cells, 9 clues, read as slitherlink. Open it?').waitFor();
  await question.getByLabel('Format').selectOption('weighted-edges');
  await question.getByText('This could be a graph: 3 vertices, 3 edges, read as weighted-edges. Open it?').waitFor();
  await question.getByRole('button', { name: 'Open it' }).click();
  await page.locator('#title', { hasText: 'rows' }).waitFor();
  assert.equal((await strokes(page, 'edges')).length, 3);

  // In the dialog, a format that is chosen is not doubted; Escape leaves the text there.
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a puzzle' });
  await dialog.getByRole('textbox').fill('1 2\n2 3\n3 1\n1 4\n');
  await dialog.getByRole('button', { name: 'Open the text' }).click();
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await dialog.getByLabel('Format').selectOption('edges');
  await dialog.getByRole('button', { name: 'Open the text' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await becomes(async () => (await strokes(page, 'edges')).length, 4);
});

scenario('files of gzip and UTF-16, and addresses of other pages, are opened', {}, async ({ page, address }) => {
  await ready(page);
  const slither = zlink(['convert', '--to', 'pzpr', SMALL]).output.trim();
  const penpa = zlink(['convert', '--to', 'penpa', SMALL]).output.trim();
  const studio = `${address}#name=shared&open=${encodeURIComponent(SMALL)}`;
  for (const [what, title, isToSolve] of /** @type {[Parameters<typeof give>[1], string, boolean?][]} */ ([
    [{ file: { name: 'packed.lp.gz', bytes: gzipSync(readFileSync(`${ROOT}${FILE}`)) } }, 'packed'],
    [{ file: { name: 'notepad.txt', bytes: Buffer.from(`\ufeff${SMALL}`, 'utf16le') } }, 'notepad'],
    [{ text: slither.replace('slither/', 'slither_edit/') }, 'pasted'],
    [{ text: slither.replace('slither/', 'slither_play/') }, 'pasted', true],
    [{ text: penpa }, 'pasted'],
    [{ text: penpa.replace('m=edit', 'm=solve') }, 'pasted', true],
    [{ text: studio }, 'shared'],
  ])) {
    await give(page, what, 'file' in what ? 'drop' : 'paste');
    await page.locator('#title', { hasText: title }).waitFor();
    await known(page, 'one');
    const play = page.getByRole('toolbar', { name: 'tools' }).getByRole('button', { name: 'Play' });
    assert.equal(await play.getAttribute('aria-pressed'), String(isToSolve ?? false));
    // In Play, Undo is about the player's marks.
    if (isToSolve) await tool(page, 'Clues');
    assert.equal((await clues(page)).size, title === 'packed' ? 17 : 6, JSON.stringify(what).slice(0, 80));
    await undo(page).click();
    await becomes(async () => (await clues(page)).size, 0);
  }
});

scenario(
  'what is read while the board is edited is not opened',
  { args: [SMALL], forms: ['server'] },
  async ({ page }) => {
    await known(page, 'one');
    let release = () => {};
    const isHeld = new Promise((resolve) =>
      page.route('**/api/1/open', async (route) => {
        resolve(true);
        await new Promise((go) => (release = () => go(undefined)));
        await route.continue().catch(() => {});
      }),
    );
    await give(page, { text: '3.\n..\n' }, 'paste');
    await isHeld;
    await click(page, 0.5, 0.5);
    await page.keyboard.press('2');
    await says(page, 'Not opened, as the board was changed in the meantime.');
    release();
    await known(page);
    assert.equal((await clues(page)).size, 7);
  },
);

scenario('the solution that is drawn survives a file, and is no demand', { args: [SMALL] }, async ({ page }) => {
  await known(page, 'one');
  await tool(page, 'Solution');
  await click(page, 0.5, 0.5);
  const drawn = await strokes(page, 'solution');
  assert.equal(drawn.length, 4);
  const place = await panel(page, 'Share');
  const [offered] = await Promise.all([
    page.waitForEvent('download'),
    place.getByRole('button', { name: 'Save as file' }).click(),
  ]);
  const text = (await buffer(await offered.createReadStream())).toString();
  assert.match(text, /\n% solution\n(link\(\d+,\d+\)\.\n){4}$/);
  await openText(page, `${text.replace('% solution', 'link(1,2).\n% solution')}`);
  await known(page);
  assert.deepEqual(await strokes(page, 'solution'), drawn);
  assert.equal((await strokes(page, 'required')).length, 1);
  assert.equal((await clues(page)).size, 6);
});

/**
 * A picture of 60 by 120 pixels, dark in its upper half and grey in its lower one, in a format of the browser.
 * @param {Page} page
 * @param {string} type
 */
async function halves(page, type) {
  const bytes = await page.evaluate(async (wanted) => {
    const canvas = new OffscreenCanvas(60, 120);
    const paper = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    paper.fillStyle = '#bbb';
    paper.fillRect(0, 0, 60, 120);
    paper.fillStyle = '#000';
    paper.fillRect(0, 0, 60, 60);
    const blob = await canvas.convertToBlob({ type: wanted });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, type);
  return Buffer.from(bytes);
}

/** Exif data behind the first marker of a JPEG: it is shown turned to the right. */
const TURNED = Buffer.from('ffe100224578696600004d4d002a000000080001011200030000000100060000' + '00000000', 'hex');

scenario('pictures of any kind are looked at before they are opened, photos upright', {}, async ({ page }) => {
  await ready(page);
  const dialog = page.getByRole('dialog', { name: 'A board from a picture' });
  const shape = async () => {
    const box = await dialog.locator('.shown svg').evaluate((svg) => svg.getAttribute('viewBox')?.split(' '));
    return Number(box?.[2]) > Number(box?.[3]) ? 'wide' : 'high';
  };
  const plain = await halves(page, 'image/jpeg');
  const turned = Buffer.concat([plain.subarray(0, 2), TURNED, plain.subarray(2)]);
  for (const [name, bytes, wanted] of /** @type {[string, Buffer, string][]} */ ([
    ['plain.jpg', plain, 'high'],
    ['half.webp', await halves(page, 'image/webp'), 'high'],
    ['named-wrongly.lp', await halves(page, 'image/png'), 'high'],
    ['photo.jpeg', turned, 'wide'],
  ])) {
    await give(page, { file: { name, bytes } });
    await dialog.locator('.shown svg').waitFor();
    assert.equal(await shape(), wanted, name);
    if (name !== 'photo.jpeg') {
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
  }
  // The grey half is dark, too, for a higher threshold: the outline grows with it.
  const outline = () => dialog.locator('.shown svg').evaluate((svg) => new XMLSerializer().serializeToString(svg));
  const before = await outline();
  await dialog.getByLabel('What is dark').fill('90');
  await becomes(async () => (await outline()) !== before, true);
  await dialog.getByLabel('What is dark').fill('50');
  await becomes(async () => (await outline()) === before, true);
  await dialog.getByLabel('Columns').fill('10');
  await becomes(async () => (await outline()) !== before, true);
  await dialog.getByRole('button', { name: 'Open it' }).click();
  await page.locator('#title', { hasText: 'photo' }).waitFor();
  await page.getByRole('button', { name: 'Solution' }).and(page.locator('[aria-pressed=true]')).waitFor();
  // Five by five cells are dark, those at the right: what was above is at the right of a picture that is turned.
  assert.equal((await strokes(page, 'solution')).length, 20);
  const inside = await strokes(page, 'inside');
  assert.equal(inside.length, 25);
  assert.ok(
    inside.every((cell) => Number(cell.split(/[ L]/)[0]) >= 80 + 5 * 100),
    inside.join(';'),
  );
});
