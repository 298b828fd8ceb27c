import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { becomes, known, openText, ready } from '../board.mjs';
import { scenario } from '../browser.mjs';
import { content } from '../forms.mjs';
import { looksAs } from '../screenshots.mjs';
import { ROOT } from '../server.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {(name: string) => Buffer | null} Files */

const PUZZLE = '4x4t0:c33a3d1a3a2';

/** What is appended to files of a version, so that a page tells which one each is from. */
const MARKS = /** @type {Record<string, (mark: string) => string>} */ ({
  'main.js': (mark) => `\ndocument.documentElement.dataset.mark = '${mark}';`,
  'style.css': (mark) => `\n:root { --mark: '${mark}' }`,
});

/** @param {Buffer} bytes */
const hash = (bytes) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/**
 * The files of another version.
 * @param {Files} files
 * @param {string} mark
 * @returns {Files}
 */
function version(files, mark) {
  const changed = (/** @type {string} */ name) =>
    Buffer.concat([files(name) ?? Buffer.of(), Buffer.from(MARKS[name](mark))]);
  return (name) => {
    if (name in MARKS) return changed(name);
    const bytes = files(name);
    if (name !== 'service-worker.js' || !bytes) return bytes;
    let script = bytes.toString().replace(/(VERSION = ')/, `$1${mark}`);
    for (const other of Object.keys(MARKS)) {
      const [old, now] = [files(other) ?? Buffer.of(), changed(other)].map(hash);
      assert.ok(script.includes(old), `the service worker has the hash of ${other}`);
      script = script.replace(old, now);
    }
    return Buffer.from(script);
  };
}

/** @param {Page} page */
const seen = (page) =>
  page.evaluate(() => [
    document.documentElement.dataset.mark ?? '',
    getComputedStyle(document.documentElement).getPropertyValue('--mark').replace(/'/g, ''),
  ]);

/**
 * Has the browser look for a new version; returns whether one waits.
 * @param {Page} page
 */
const isWaiting = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
    return registration.waiting !== null;
  });

scenario(
  'the folder works offline, takes an update at the next load, and never mixes versions',
  { forms: ['folder'], args: [PUZZLE] },
  async ({ page, address, context }) => {
    const files = content.file;
    try {
      await known(page, 'one');
      assert.equal(await isWaiting(page), false);
      // The host is gone.
      content.file = () => null;
      await page.reload();
      await known(page, 'one');
      await openText(page, '4.\n..\n');
      await known(page, 'one');
      // The host has got only some of the files of a new version.
      const next = version(files, 'b');
      content.file = (name) => (name === 'main.js' ? files(name) : next(name));
      assert.equal(await isWaiting(page), false);
      await page.reload();
      await ready(page);
      assert.deepEqual(await seen(page), ['', '']);
      // It has got all of them: they are fetched, but not used while the page is open in two tabs.
      content.file = next;
      assert.equal(await isWaiting(page), true);
      const tab = await context.newPage();
      await tab.goto(address);
      await ready(tab);
      for (const one of [page, tab]) assert.deepEqual(await seen(one), ['', '']);
      await tab.close();
      await page.reload();
      await becomes(() => seen(page).catch(() => null), ['b', 'b']);
      await known(page, 'one');
      assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1);
      content.file = () => null;
      await page.reload();
      await known(page, 'one');
      assert.deepEqual(await seen(page), ['b', 'b']);
    } finally {
      content.file = files;
    }
  },
);

scenario('the folder can be installed', { forms: ['folder'] }, async ({ page, context }) => {
  await ready(page);
  const session = await context.newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  assert.ok(url.endsWith('/some/path/manifest.webmanifest'), url);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  assert.deepEqual(
    reasons.filter((reason) => reason !== 'in-incognito'),
    [],
  );
});

scenario('the icons in pixels are the one in lines', { forms: ['server'] }, async ({ context }) => {
  const lines = readFileSync(`${ROOT}src/studio/page/icon.svg`, 'utf8');
  const page = await context.newPage();
  for (const size of [192, 512]) {
    await page.setViewportSize({ width: size, height: size });
    // The whole square is filled, as systems cut icons to shapes of their own.
    await page.setContent(`<body style="margin: 0; background: #0b4f79">${lines}</body>`);
    await looksAs(page, `icon-${size}`, { folder: 'web/folder/' });
  }
});
