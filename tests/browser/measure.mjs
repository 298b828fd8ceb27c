/**
 * Times of each form of the page in a browser: from its opening, with nothing kept, to the first verdict; from an edit to the
 * verdict and to the forced edges; frames while a large board moves, and from a key to the clue. `npm run measure -- FILES`
 * writes tables; ZLINK names the program, a release build.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { known, zlink } from './board.mjs';
import { launch } from './chromium.mjs';
import { FORMS, site } from './forms.mjs';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */

/** Clues of each board that are deleted and set again. */
const PLACES = 6;
/** Seconds that the large board is moved. */
const MOVED = 3;
/** Milliseconds to wait for an event that may not come: not every puzzle has forced edges. */
const PATIENCE = 10_000;

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** @param {number[]} values */
const shown = (values) => (values.length === 0 ? '-' : median(values).toFixed(0));

/**
 * In the page: from now on, notes for each key when its event was, when the clues had changed, when the verdict and when
 * the forced edges were there, each when the next frame had been painted.
 */
function watch() {
  const picture = /** @type {Element} */ (document.getElementById('picture'));
  const forced = [...picture.querySelectorAll('.known-in, .known-out')];
  /** @type {Record<string, number>} */
  const times = {};
  const note = (/** @type {string} */ name) => {
    if (name in times) return;
    times[name] = NaN;
    const { key } = times;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.key === key && (times[name] = performance.now() - key);
      port2.postMessage(null);
    });
  };
  const look = () => {
    const isFresh = document.body.dataset.verdict !== 'unknown';
    if (isFresh) note('verdict');
    if (isFresh && forced.some((path) => path.hasAttribute('d'))) note('forced');
    if (document.body.dataset.analysis === 'done') note('done');
  };
  new MutationObserver(look).observe(document.body, { attributes: true });
  for (const path of forced) new MutationObserver(look).observe(path, { attributes: true });
  for (const group of picture.querySelectorAll('.clues, .pairs')) {
    new MutationObserver(() => note('drawn')).observe(group, { childList: true });
  }
  addEventListener(
    'keydown',
    (event) => {
      for (const name of Object.keys(times)) delete times[name];
      times.key = event.timeStamp;
    },
    { capture: true },
  );
  Object.assign(globalThis, { times });
}

/**
 * Presses a key and waits for its effects.
 * @param {Page} page
 * @param {string} key
 * @returns {Promise<Record<string, number>>} milliseconds
 */
async function press(page, key) {
  await page.keyboard.press(key);
  const isThere = () => {
    const { times } = /** @type {any} */ (globalThis);
    return times.verdict > 0 && times.drawn > 0 && (times.forced > 0 || times.done > 0);
  };
  await page.waitForFunction(isThere, null, { timeout: PATIENCE, polling: 20 }).catch(() => null);
  return page.evaluate(() => /** @type {any} */ (globalThis).times);
}

/**
 * Opens a page with a puzzle, and waits up to half a minute for its analysis.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./forms.mjs').Form} form
 * @param {string} file
 * @param {(page: Page, cold: number) => Promise<void>} use it, and the milliseconds to the first verdict
 */
async function withPage(browser, form, file, use) {
  const { first, server } = await site(form, [file]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(first);
    const verdict = await page.waitForFunction(() => {
      const { ready, verdict: found = 'unknown' } = document.body.dataset;
      return ready && found !== 'unknown' && performance.now();
    });
    const cold = Number(await verdict.jsonValue());
    // A search that goes on would take processor time from the measurement.
    await known(page).catch(() => null);
    await page.evaluate(watch);
    await use(page, cold);
  } finally {
    await context.close();
    await server?.stop();
  }
}

/**
 * Deletes clues, or pairs, and sets them again.
 * @param {Page} page
 */
async function edits(page) {
  await page.keyboard.press('f');
  const isNumberlink = (await page.locator('#picture .pairs circle').count()) > 0;
  const signs = page.locator(isNumberlink ? '#picture .pairs text' : '#picture .clues text');
  const boxes = await signs.evaluateAll((all) =>
    all.map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2, sign: one.textContent ?? '' };
    }),
  );
  await page.keyboard.press(isNumberlink ? 'p' : 'c');
  const measured = [];
  const count = Math.min(PLACES, boxes.length);
  for (let place = 0; place < count; place += 1) {
    const { x, y, sign } = boxes[Math.floor((place * boxes.length) / count)];
    await page.mouse.click(x, y);
    measured.push(await press(page, 'Delete'));
    // Clues of two digits, and pairs, are restored by undoing.
    measured.push(await press(page, isNumberlink || sign.length > 1 ? 'Control+z' : sign));
  }
  return measured;
}

/**
 * Drags the board about, and returns the duration of each frame.
 * @param {Page} page
 */
async function moving(page) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const frames = [];
    const tick = (/** @type {number} */ time) => {
      frames.push(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(globalThis, { frames });
  });
  await page.mouse.move(500, 400);
  await page.mouse.down();
  await page.evaluate(() => /** @type {any} */ (globalThis).frames.splice(0));
  const end = performance.now() + 1000 * MOVED;
  for (let step = 0; performance.now() < end; step += 1) {
    await page.mouse.move(500 + 150 * Math.sin(step / 40), 400 + 100 * Math.cos(step / 40));
  }
  /** @type {number[]} */
  const frames = await page.evaluate(() => /** @type {any} */ (globalThis).frames);
  await page.mouse.up();
  return frames.slice(1).map((time, i) => time - frames[i]);
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./forms.mjs').Form} form
 */
async function tables(browser, form) {
  const all = {
    cold: /** @type {number[]} */ ([]),
    verdict: /** @type {number[]} */ ([]),
    forced: /** @type {number[]} */ ([]),
  };
  console.log('| puzzle | first verdict | edits | verdict | forced edges |\n|---|---:|---:|---:|---:|');
  for (const file of process.argv.slice(2)) {
    await withPage(browser, form, resolve(process.env.INIT_CWD ?? '', file), async (page, cold) => {
      all.cold.push(cold);
      const measured = await edits(page);
      const [verdict, forced] = /** @type {const} */ (['verdict', 'forced']).map((name) => {
        const values = measured.map((one) => one[name]).filter((time) => time > 0);
        all[name].push(...values);
        return values;
      });
      const [name, count] = [basename(file, '.lp'), measured.length];
      console.log(`| ${name} | ${shown([cold])} | ${count} | ${shown(verdict)} | ${shown(forced)} |`);
    });
  }
  const { cold, verdict, forced } = all;
  console.log(`| all: median | ${shown(cold)} | ${verdict.length} | ${shown(verdict)} | ${shown(forced)} |`);
  const worst = (/** @type {number[]} */ values) => Math.max(...values).toFixed(0);
  console.log(`| all: worst | ${worst(cold)} | | ${worst(verdict)} | ${worst(forced)} |\n`);
}

/** @param {Page} page a board of 2,000 cells */
async function large(page) {
  const lengths = await moving(page);
  const rate = (1000 * lengths.length) / lengths.reduce((sum, length) => sum + length, 0);
  const drawn = (await edits(page)).map((one) => one.drawn);
  const within = [...lengths].sort((a, b) => a - b)[Math.floor(0.95 * lengths.length)];
  console.log('| 2,000 cells | |\n|---|---:|');
  console.log(`| frames per second while the board is moved | ${rate.toFixed(0)} |`);
  console.log(`| 95 of 100 frames within | ${within.toFixed(0)} |`);
  console.log(
    `| from a key to the frame with the clue: median, worst | ${shown(drawn)}, ${Math.max(...drawn).toFixed(0)} |\n`,
  );
}

const server = await launch();
const folder = mkdtempSync(join(tmpdir(), 'zlink-measure-'));
try {
  const browser = await chromium.connect(server.wsEndpoint());
  const file = join(folder, '50x40.lp');
  writeFileSync(file, zlink(['generate', 'slitherlink', '--grid', '40x50', '--seed', '1']).output);
  for (const form of FORMS) {
    console.log(`${form}, times in ms\n`);
    await tables(browser, form);
    await withPage(browser, form, file, large);
  }
  await browser.close();
} finally {
  rmSync(folder, { recursive: true });
  await server.close();
}
