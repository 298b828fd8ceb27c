/** The browser: the Chromium of the system, started once for all files of scenarios. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];

/** Options of the browser: no sandbox, as it opens only our own page, often as root; and no use of the network. */
const OPTIONS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters look the same on all machines that have the same fonts.
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/** The variable by which the files of scenarios, which are processes of their own, find the browser. */
export const ENDPOINT = 'ZLINK_TEST_BROWSER';

/** The first of these programs that is found on the path. */
function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program))).find((file) => existsSync(file));
}

/** Starts the browser, and returns its address. */
export async function launch() {
  const executablePath = process.env.CHROMIUM || installed();
  if (executablePath === undefined) {
    throw new Error(`no Chromium: none of ${PROGRAMS.join(', ')} is in the path, and CHROMIUM names no other`);
  }
  return chromium.launchServer({ executablePath, args: OPTIONS });
}

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let browser;

/** The browser that `run.mjs` has started. */
export function connect() {
  const endpoint = process.env[ENDPOINT];
  if (endpoint === undefined) throw new Error('run scenarios by `npm test`, or `npm test -- scenarios/NAME.test.mjs`');
  browser ??= chromium.connect(endpoint);
  return browser;
}
