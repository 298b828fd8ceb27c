/** A worker: answers requests one after the other, with an instance of the module that comes first. web/src has its other side. */

/** @type {any} what the instance exports */
let zlink;
/** @type {string | undefined} the message of a panic, after which the instance is of no use */
let panic;

/**
 * @param {number} at
 * @param {number} length
 */
const bytes = (at, length) => new Uint8Array(zlink.memory.buffer, at >>> 0, length >>> 0).slice();
/**
 * @param {number} at
 * @param {number} length
 */
const text = (at, length) => new TextDecoder().decode(bytes(at, length));

/**
 * Milliseconds of work after which the worker looks whether it is to end. Without that, some browsers let a busy worker go on
 * for seconds; it needs WebAssembly that can be suspended.
 */
const SLICE = 20;
const { Suspending, promising } = /** @type {any} */ (WebAssembly);
let looked = 0;

/** The time in milliseconds; after a slice of work, a promise of it. */
function now() {
  const time = performance.now();
  if (time < looked + SLICE) return time;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve((looked = performance.now()));
    port2.postMessage(null);
  });
}

/** What the module imports. @type {Record<string, (...values: number[]) => number | void>} */
const host = {
  now: Suspending ? new Suspending(now) : () => performance.now(),
  begin: () => postMessage({ begin: true }),
  event: (at, length) => {
    postMessage({ event: bytes(at, length) });
    return 0;
  },
  reply: (status, kindAt, kindLength, at, length) =>
    postMessage({ status, kind: text(kindAt, kindLength), body: bytes(at, length) }),
  panicked: (at, length) => {
    panic = text(at, length);
  },
};

/**
 * Hands bytes to the instance.
 * @param {Uint8Array} given
 */
function put(given) {
  const at = zlink.room(given.length) >>> 0;
  new Uint8Array(zlink.memory.buffer, at, given.length).set(given);
  return [at, given.length];
}

/** @param {unknown} error */
const crash = (error) => postMessage({ crash: panic ?? String(error) });
const end = () => postMessage({ end: true, size: zlink.memory.buffer.byteLength });

onmessage = ({ data: { module, path, body, time, memory } }) => {
  try {
    if (module) {
      zlink = new WebAssembly.Instance(module, { host }).exports;
      zlink.start();
      return;
    }
    looked = performance.now();
    const given = [...put(new TextEncoder().encode(path)), ...put(body), time, memory];
    if (promising) promising(zlink.ask)(...given).then(end, crash);
    else {
      zlink.ask(...given);
      end();
    }
  } catch (error) {
    crash(error);
  }
};
