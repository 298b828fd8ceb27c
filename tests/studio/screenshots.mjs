/** Comparison of what is seen with the pictures in `screenshots/`; `UPDATE=1 npm test` writes those anew. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { TARGET } from './server.mjs';

const FOLDER = fileURLToPath(new URL('./screenshots/', import.meta.url));

/** How far a colour may be off, from 0 to 1, and which share of the pixels may be further off: fonts differ. */
const THRESHOLD = 0.2;
const TOLERATED = 0.02;

/**
 * Fails if a page, or an element of it, does not look as in `screenshots/NAME.png`. The page is to be at rest: wait for
 * what is to be seen first.
 * @param {import('playwright-core').Page | import('playwright-core').Locator} subject
 * @param {string} name
 * @param {{ mask?: import('playwright-core').Locator[] }} [options] `mask`: what changes from run to run, painted over
 */
export async function looksAs(subject, name, options = {}) {
  const bytes = await subject.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css', ...options });
  const file = `${FOLDER}${name}.png`;
  if (process.env.UPDATE === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, bytes);
    return;
  }
  if (!existsSync(file)) throw new Error(`${file} is not there; UPDATE=1 writes it`);
  const [actual, wanted] = [PNG.sync.read(bytes), PNG.sync.read(readFileSync(file))];
  const { width, height } = wanted;
  const prefix = `${TARGET}${name}`;
  mkdirSync(TARGET, { recursive: true });
  if (actual.width !== width || actual.height !== height) {
    writeFileSync(`${prefix}.actual.png`, bytes);
    throw new Error(
      `${name} has ${actual.width}x${actual.height} pixels in place of ${width}x${height}: see ${prefix}.actual.png`,
    );
  }
  const difference = new PNG({ width, height });
  const count = pixelmatch(actual.data, wanted.data, difference.data, width, height, { threshold: THRESHOLD });
  const share = count / (width * height);
  if (share <= TOLERATED) return;
  writeFileSync(`${prefix}.actual.png`, bytes);
  writeFileSync(`${prefix}.diff.png`, PNG.sync.write(difference));
  const percent = (100 * share).toFixed(1);
  throw new Error(`${name}: ${percent} % of the pixels differ: see ${prefix}.actual.png and ${prefix}.diff.png`);
}
