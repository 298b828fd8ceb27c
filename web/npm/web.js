/** The package in browsers, and in workers of browsers. */

import { Zlink, ZlinkError } from './zlink.js';

export { ZlinkError };

/** @type {typeof import('./index.js').load} */
export async function load() {
  const url = new URL('zlink.wasm', import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return new Zlink(await WebAssembly.compile(await response.arrayBuffer()));
}
