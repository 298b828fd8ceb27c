/** The module that holds zlink, and the workers that use it: files beside the page, or elements of it. */

/** @param {string} id */
const within = (id) => document.getElementById(id)?.textContent;

/** The module, compiled. */
export async function module() {
  const bytes = await packed();
  const stream = new Blob([bytes]).stream();
  // A host may have told the browser to unpack the file.
  const isPacked = bytes[0] === 0x1f;
  const body = isPacked ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
  return WebAssembly.compileStreaming(new Response(body, { headers: { 'Content-Type': 'application/wasm' } }));
}

async function packed() {
  const text = within('module');
  if (text) return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const response = await fetch('zlink.wasm.gz');
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @type {string | undefined} */
let address;

/** A new worker: it waits for the module. */
export function worker() {
  const text = within('worker');
  if (text) address ??= URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return new Worker(address ?? 'worker.js');
}
