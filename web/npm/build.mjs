/**
 * Makes the npm package in target/npm and packs it there: `node web/npm/build.mjs MODULE [LICENCES]`, with the module that
 * web/build.sh makes, and a folder with the licences of the crates in it. Prints the name of the packed file.
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = `${ROOT}target/npm/`;

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const name of ['index.d.ts', 'instance.js', 'node.js', 'web.js', 'zlink.js', 'README.md'])
  copyFileSync(`${ROOT}web/npm/${name}`, OUT + name);
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(ROOT + name, OUT + name);
const [, , module, licences] = process.argv;
copyFileSync(module, `${OUT}zlink.wasm`);
if (licences) cpSync(licences, `${OUT}licences`, { recursive: true });

const [, version] = /^version = "(.*)"$/m.exec(readFileSync(`${ROOT}Cargo.toml`, 'utf8')) ?? [];
const manifest = JSON.parse(readFileSync(`${ROOT}web/npm/package.json`, 'utf8'));
writeFileSync(`${OUT}package.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
execFileSync('npm', ['pack', '--loglevel=error'], { cwd: OUT, stdio: ['ignore', 'inherit', 'inherit'] });
