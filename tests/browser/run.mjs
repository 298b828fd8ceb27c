/**
 * Runs the scenarios of the files named, or all, two files at a time in one browser: `npm test -- scenarios/start.test.mjs`.
 * Further options are those of `node --test`: `npm test -- --test-name-pattern clue`.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENDPOINT, launch } from './chromium.mjs';

const HERE = fileURLToPath(new URL('./', import.meta.url));

const named = process.argv.slice(2);
const files = readdirSync(`${HERE}scenarios`).filter((name) => name.endsWith('.test.mjs'));
const all = named.some((name) => name.endsWith('.mjs')) ? [] : files.sort().map((name) => `scenarios/${name}`);
const options = ['--test', '--test-concurrency=2', '--test-force-exit', '--test-reporter=spec'];

const browser = await launch();
try {
  const runner = spawn(process.execPath, [...options, ...named, ...all], {
    cwd: HERE,
    env: { ...process.env, [ENDPOINT]: browser.wsEndpoint() },
    stdio: 'inherit',
  });
  const [status] = await once(runner, 'exit');
  process.exitCode = status ?? 1;
} finally {
  await browser.close();
}
