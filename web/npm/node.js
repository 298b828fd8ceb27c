/** The package in Node.js. */

import { readFile } from 'node:fs/promises';
import { Zlink, ZlinkError } from './zlink.js';

export { ZlinkError };

/** @type {typeof import('./index.js').load} */
export async function load() {
  return new Zlink(await WebAssembly.compile(await readFile(new URL('zlink.wasm', import.meta.url))));
}
