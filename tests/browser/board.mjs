/** The page as a designer sees and uses it: places of the board, panels, layers of the picture. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { PROGRAM, ROOT } from './server.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Units of the picture: the length of an edge, and the margin around the board. */
const UNIT = 100;
const MARGIN = 80;
/** The time limit of a wait in milliseconds, far more than ever needed. */
const BECOMES_LIMIT = 60_000;

/**
 * Waits until the page can be used.
 * @param {Page} page
 */
export async function ready(page) {
  await page.locator('body[data-ready]').waitFor();
}

/**
 * Waits until the analysis is complete, or until the number of solutions is known to be `none`, `one` or `several`.
 * @param {Page} page
 * @param {string} [solutions]
 */
export async function known(page, solutions) {
  const verdict = solutions === undefined ? '' : `[data-verdict=${solutions}]`;
  await page.locator(`body[data-ready][data-analysis=done]${verdict}`).waitFor();
}

/**
 * The position on the screen of a place of the board.
 * @param {Page} page
 * @param {number} x in edges from the left, top corner: the first cell of a grid of squares is at 0.5, 0.5
 * @param {number} y
 */
export async function spot(page, x, y) {
  const { left, top, scale } = await page.locator('#picture').evaluate((svg) => {
    const box = svg.getBoundingClientRect();
    const { viewBox } = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (svg));
    return { left: box.left, top: box.top, scale: box.width / viewBox.baseVal.width };
  });
  return { x: left + scale * (MARGIN + UNIT * x), y: top + scale * (MARGIN + UNIT * y) };
}

/**
 * Clicks a place of the board.
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 * @param {{ button?: 'left' | 'right' }} [options]
 */
export async function click(page, x, y, options) {
  const at = await spot(page, x, y);
  await page.mouse.click(at.x, at.y, options);
}

/**
 * Drags along places of the board.
 * @param {Page} page
 * @param {[number, number][]} places
 */
export async function drag(page, places) {
  const [first, ...rest] = await Promise.all(places.map(([x, y]) => spot(page, x, y)));
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

/**
 * Chooses a tool of the bar.
 * @param {Page} page
 * @param {string} name
 */
export async function tool(page, name) {
  await page.getByRole('toolbar', { name: 'tools' }).getByRole('button', { name }).click();
}

/**
 * Chooses a panel, and returns it.
 * @param {Page} page
 * @param {string} name
 */
export async function panel(page, name) {
  await page.getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

/**
 * Opens a text with the dialog.
 * @param {Page} page
 * @param {string} text
 */
export async function openText(page, text) {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Open the text' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * Drops something on the board, or pastes it.
 * @param {Page} page
 * @param {{ file?: { name: string, bytes: string | Buffer, type?: string }, text?: string }} what
 * @param {'drop' | 'paste'} [how]
 */
export async function give(page, { file, text }, how = 'drop') {
  await page.evaluate(
    ({ given, words, isDrop }) => {
      const data = new DataTransfer();
      if (given) data.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: given.type }));
      if (words !== undefined) data.setData('text/plain', words);
      const event = isDrop
        ? new DragEvent('drop', { dataTransfer: data, bubbles: true })
        : new ClipboardEvent('paste', { clipboardData: data, bubbles: true });
      document.getElementById('board')?.dispatchEvent(event);
    },
    { given: file && { ...file, bytes: [...Buffer.from(file.bytes)] }, words: text, isDrop: how === 'drop' },
  );
}

/**
 * Makes a new board with the dialog.
 * @param {Page} page
 * @param {string} name
 * @param {string} size `6x5`
 */
export async function newBoard(page, name, size) {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'A new board' });
  await dialog.getByLabel('Board').selectOption(name);
  const [width, height] = size.split('x');
  await dialog.getByLabel('Width').fill(width);
  await dialog.getByLabel('Height').fill(height);
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('#title', { hasText: `${name} ${size}` }).waitFor();
}

/**
 * Waits until the line below the board has these words.
 * @param {Page} page
 * @param {RegExp | string} words
 */
export async function says(page, words) {
  await page.locator('#says').filter({ hasText: words }).waitFor();
}

/**
 * Waits until `look`, which is called again and again, returns the wanted value.
 * @template T
 * @param {() => Promise<T>} look
 * @param {T} wanted
 */
export async function becomes(look, wanted) {
  const end = Date.now() + BECOMES_LIMIT;
  for (;;) {
    const seen = await look();
    if (isDeepStrictEqual(seen, wanted)) return;
    if (Date.now() > end) assert.deepEqual(seen, wanted);
  }
}

/**
 * The strokes of a layer of the picture, sorted, so that layers can be compared.
 * @param {Page} page
 * @param {string} layer
 */
export async function strokes(page, layer) {
  const path = await page.locator(`#picture path.${layer}`).getAttribute('d');
  return (path ?? '').split('M').slice(1).sort();
}

/**
 * The clues on the board, by cell of a grid of squares: `2,0` is the third of the first row.
 * @param {Page} page
 */
export async function clues(page) {
  const texts = await page.locator('#picture .clues text').evaluateAll((all) =>
    all.map((text) => {
      const [x, y, size] = ['x', 'y', 'font-size'].map((name) => Number(text.getAttribute(name)));
      return { x, y: y - 0.36 * size, clue: text.textContent };
    }),
  );
  const column = (/** @type {number} */ at) => Math.floor((at - MARGIN) / UNIT);
  return new Map(texts.map(({ x, y, clue }) => [`${column(x)},${column(y)}`, Number(clue)]));
}

/**
 * What the browser has stored of the work of a tab, when it has stored all of it: maps are lists.
 * @param {Page} page
 */
export async function stored(page) {
  await page.locator('body[data-kept=true]').waitFor();
  return page.evaluate(async () => {
    /** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
    const answered = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answered(indexedDB.open('zlink'));
    const get = (/** @type {string} */ store, /** @type {string} */ key) =>
      answered(database.transaction(store).objectStore(store).get(key));
    const work = await get('works', sessionStorage.getItem('zlink.tab') ?? '');
    const { name, board, state } = await get('sheets', work.sheet);
    const data = await get('boards', board);
    database.close();
    const lists = Object.fromEntries(Object.entries(state).map(([field, map]) => [field, [...map]]));
    return { name, board: data, state: lists };
  });
}

/**
 * The content of the board.
 * @param {Page} page
 */
export async function sheet(page) {
  const layers = ['vertices', 'edges', 'gone', 'required', 'forbidden', 'solution'];
  const drawn = await Promise.all(layers.map((layer) => strokes(page, layer)));
  return { clues: await clues(page), drawn };
}

/**
 * Runs a command of the program.
 * @param {string[]} args
 * @param {string} [input]
 */
export function zlink(args, input = '') {
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, { cwd: ROOT, input, encoding: 'utf8' });
  return { output: stdout, complaints: stderr, status };
}

/** The first and the last column of the heart of the tutorial, on a board of 9x8, by part. */
const HEART = [
  [1, 2],
  [6, 7],
  [0, 3],
  [5, 8],
  [0, 8],
  [0, 8],
  [1, 7],
  [2, 6],
  [3, 5],
  [4, 4],
];
const ROWS = [0, 0, 1, 1, 2, 3, 4, 5, 6, 7];

/**
 * Drags over the cells of the heart of the tutorial, with the tool Solution.
 * @param {Page} page
 */
export async function drawHeart(page) {
  for (const [part, [from, to]] of HEART.entries()) {
    const y = ROWS[part] + 0.5;
    if (from === to) await click(page, from + 0.5, y);
    else
      await drag(page, [
        [from + 0.5, y],
        [to + 0.5, y],
      ]);
  }
}
