/** The WebAssembly module, in the worker of the page, which runs here without a browser and without a thread. */

import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { ROOT } from './server.mjs';

/** @typedef {{ status: number, kind: string, body: Uint8Array }} Answer */

const compiled = new WebAssembly.Module(readFileSync(process.env.ZLINK_MODULE ?? `${ROOT}target/web-build/zlink.wasm`));
const worker = readFileSync(`${ROOT}src/studio/page/transport/worker.js`, 'utf8');

/** A worker with an instance of the module. */
export class Module {
  /** @type {any[]} what the worker has posted since the last request */
  #posted = [];
  /** @type {any} */
  #worker = createContext({
    WebAssembly,
    TextDecoder,
    TextEncoder,
    Uint8Array,
    performance,
    postMessage: (/** @type {any} */ message) => this.#posted.push(message),
  });

  constructor() {
    runInContext(worker, this.#worker);
    this.#worker.onmessage({ data: { module: compiled } });
  }

  /**
   * Answers a request. An answer in events has the status 200, and all their bytes; a crash has the status 0.
   * @param {string} path
   * @param {string | Uint8Array} body
   * @param {{ time?: number, memory?: number }} [limits] milliseconds and bytes; 0: none
   * @returns {Answer & { size: number }} with the bytes of the instance's memory
   */
  ask(path, body, { time = 0, memory = 0 } = {}) {
    this.#posted = [];
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    this.#worker.onmessage({ data: { path, body: bytes, time, memory } });
    const last = this.#posted.pop();
    if ('crash' in last) return { status: 0, kind: '', body: new TextEncoder().encode(last.crash), size: 0 };
    const { size } = last;
    const [first, ...events] = this.#posted;
    if (!first.begin) return { ...first, size };
    return { status: 200, kind: 'text/event-stream', body: Buffer.concat(events.map(({ event }) => event)), size };
  }
}
