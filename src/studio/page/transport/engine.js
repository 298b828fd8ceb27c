/**
 * Workers as what answers, without a server. A worker has one request at a time, and there is always one that waits for the
 * next. Aborting a request ends its worker at once.
 */

import { module, worker } from './module.js';

/** The number of requests that are worked on at the same time: short ones do not wait for an analysis, its rating and an explanation. */
const MOST = 4;
/** The size of a worker's memory, in bytes, beyond which it is not used again: memory of a module never shrinks. */
const LARGE = 2 ** 28;
/** The memory limit of a request in bytes: a quarter of the memory of the machine, as far as the browser tells it. */
const MEMORY = Math.min(/** @type {any} */ (navigator).deviceMemory ?? 4, 8) * 2 ** 28;

/** What may help if the module cannot be loaded. */
export const remedy = 'load this page again to go on';

/** Begins to load the module. */
export function enter() {
  loaded().then(next, () => {});
}

/** No run differs from another. */
export function run() {
  return '';
}

/** @type {WebAssembly.Module | undefined} */
let compiled;
/** @type {Promise<void> | undefined} */
let loading;

/** Waits for the module. After a failure, the next request tries again. */
function loaded() {
  loading ??= module().then(
    (one) => {
      compiled = one;
    },
    (error) => {
      loading = undefined;
      throw new Error(`the solver cannot be loaded (${error.message})`);
    },
  );
  return loading;
}

/** @type {Worker[]} */
const idle = [];
/** @type {Job[]} */
const waiting = [];
let busy = 0;

/** Gives requests that wait to workers, and sees to it that one more worker is ready. */
function next() {
  while (busy < MOST && waiting.length > 0) {
    busy += 1;
    waiting.shift()?.begin(idle.pop() ?? begun());
  }
  if (idle.length === 0) rest(begun());
}

function begun() {
  const one = worker();
  one.postMessage({ module: compiled });
  return one;
}

/** @param {Worker} one */
function rest(one) {
  idle.push(one);
  // It could not begin.
  one.onmessage = one.onerror = () => idle.splice(idle.indexOf(one), 1);
}

/** A request, from when it waits until it has been answered. */
class Job {
  /**
   * @param {string} path
   * @param {Uint8Array} body
   */
  constructor(path, body) {
    this.request = { path, body, time: 0, memory: MEMORY };
    /** @type {Promise<Response>} */
    this.response = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {ReadableStreamDefaultController | null} */
    this.stream = null;
  }

  /** @param {Worker} one */
  begin(one) {
    this.worker = one;
    one.onmessage = ({ data }) => this.hear(data);
    // An event without a message is about the file of the worker.
    one.onerror = ({ message }) => (message ? this.crash(message) : this.stop(new Error('worker.js cannot be loaded')));
    one.postMessage(this.request);
  }

  /** @param {any} message of the worker */
  hear({ begin, event, status, kind, body, end, size, crash }) {
    if (begin) {
      const stream = new ReadableStream({
        start: (controller) => {
          this.stream = controller;
        },
        cancel: () => this.stop(),
      });
      this.answer(stream, 200, 'text/event-stream');
    } else if (event) this.stream?.enqueue(event);
    else if (status) this.answer(body, status, kind);
    else if (crash !== undefined) this.crash(crash);
    else if (end) {
      this.stream?.close();
      this.leave(size < LARGE);
    }
  }

  /**
   * @param {BodyInit} body
   * @param {number} status
   * @param {string} kind
   */
  answer(body, status, kind) {
    this.resolve?.(new Response(body, { status, headers: { 'Content-Type': kind } }));
  }

  /** @param {string} message */
  crash(message) {
    const error = `zlink made a mistake; the session goes on. Please report it together with the puzzle: ${message}`;
    const told = JSON.stringify({ error });
    if (this.stream) {
      this.stream.enqueue(new TextEncoder().encode(`event: failed\ndata: ${told}\n\n`));
      this.stream.close();
    } else this.answer(told, 500, 'application/json');
    this.leave(false);
  }

  /** @param {unknown} [reason] */
  stop(reason) {
    const place = waiting.indexOf(this);
    if (place >= 0) waiting.splice(place, 1);
    this.reject?.(reason);
    if (!this.worker) return;
    this.stream?.error(reason);
    this.leave(false);
  }

  /** @param {boolean} isFit whether the worker can be used again */
  leave(isFit) {
    if (!this.worker) return;
    if (isFit) rest(this.worker);
    else {
      this.worker.onmessage = null;
      this.worker.terminate();
    }
    this.worker = null;
    busy -= 1;
    next();
  }
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export async function transport(path, { body, signal }) {
  // There is no program that could have been started with a puzzle.
  if (path === 'start') return Response.json({ board: null, name: null });
  const sent = new Uint8Array(await new Response(body).arrayBuffer());
  await loaded();
  signal?.throwIfAborted();
  const job = new Job(path, sent);
  signal?.addEventListener('abort', () => job.stop(signal.reason));
  waiting.push(job);
  next();
  return job.response;
}
