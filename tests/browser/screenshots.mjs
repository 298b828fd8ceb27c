/** Comparison of the page with stored pictures; `UPDATE=1 npm test` replaces the pictures that differ. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { ROOT, TARGET } from './server.mjs';

const FOLDER = 'tests/browser/screenshots/';

/** The difference of colours that is allowed, from 0 to 1, and the share of pixels that may differ more, as fonts differ. */
const THRESHOLD = 0.2;
const TOLERATED = 0.02;

/**
 * The difference between a picture and the wanted one in words; null if none is visible.
 * @param {PNG} actual
 * @param {PNG} wanted
 */
function difference(actual, wanted) {
  const { width, height } = wanted;
  if (actual.width !== width || actual.height !== height) {
    return { words: `${actual.width}x${actual.height} pixels in place of ${width}x${height}`, picture: null };
  }
  const picture = new PNG({ width, height });
  const count = pixelmatch(actual.data, wanted.data, picture.data, width, height, { threshold: THRESHOLD });
  const share = count / (width * height);
  return share <= TOLERATED ? null : { words: `${(100 * share).toFixed(1)} % of the pixels differ`, picture };
}

/**
 * Fails if a page, or an element of it, does not look as in the picture of this name. The page must be at rest, so
 * wait for its content first.
 * @param {import('playwright-core').Page | import('playwright-core').Locator} subject
 * @param {string} name
 * @param {{ mask?: import('playwright-core').Locator[], folder?: string }} [options] `mask`: elements that change from run to
 *   run, which are painted over; `folder`: where the picture is, from the folder of the project
 */
export async function looksAs(subject, name, { mask = [], folder = FOLDER } = {}) {
  const bytes = await subject.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css', mask });
  const file = `${ROOT}${folder}${name}.png`;
  const found = existsSync(file) ? difference(PNG.sync.read(bytes), PNG.sync.read(readFileSync(file))) : undefined;
  if (found === null) return;
  if (process.env.UPDATE === '1') {
    mkdirSync(`${ROOT}${folder}`, { recursive: true });
    writeFileSync(file, bytes);
    return;
  }
  if (found === undefined) throw new Error(`${file} is not there; UPDATE=1 writes it`);
  const prefix = `${TARGET}${name}`;
  mkdirSync(TARGET, { recursive: true });
  writeFileSync(`${prefix}.actual.png`, bytes);
  if (found.picture) writeFileSync(`${prefix}.diff.png`, PNG.sync.write(found.picture));
  throw new Error(`${name}: ${found.words}: see ${prefix}.actual.png${found.picture ? ` and ${prefix}.diff.png` : ''}`);
}
