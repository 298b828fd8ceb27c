/** An instance of the module: JavaScript's side of web/src. */

/** The size of an instance's memory, in bytes, beyond which it is not used again: it never shrinks. */
const LARGE = 2 ** 28;

export class Instance {
  /**
   * @param {WebAssembly.Module} module
   * @returns {Promise<Instance>}
   */
  static async of(module) {
    const instance = new Instance();
    const { exports } = await WebAssembly.instantiate(module, { host: instance.host() });
    instance.module = /** @type {any} */ (exports);
    instance.module.start();
    return instance;
  }

  constructor() {
    /** @type {any} what the module exports */
    this.module = null;
    /** @type {string | null} the message of a panic, after which the module is of no use */
    this.panic = null;
    /** @type {{ status: number, bytes: Uint8Array }} */
    this.answer = { status: 200, bytes: new Uint8Array() };
    /** @type {(name: string, data: any) => unknown} */
    this.hear = () => null;
    /** @type {unknown} what `hear` has thrown */
    this.thrown = undefined;
  }

  /** Whether the instance can answer further requests. */
  get isFit() {
    return this.panic === null && this.module.memory.buffer.byteLength < LARGE;
  }

  /**
   * What the module imports.
   * @returns {Record<string, (...values: number[]) => number | void>}
   */
  host() {
    return {
      now: () => performance.now(),
      begin: () => {},
      event: (at, length) => this.pass(this.bytes(at, length)),
      reply: (status, _kindAt, _kindLength, at, length) => {
        this.answer = { status, bytes: this.bytes(at, length) };
      },
      panicked: (at, length) => {
        this.panic = new TextDecoder().decode(this.bytes(at, length));
      },
    };
  }

  /**
   * Answers a request.
   * @param {string} path
   * @param {string} body
   * @param {number} time in milliseconds; 0: without a limit
   * @param {number} memory in bytes
   * @param {(name: string, data: any) => unknown} [hear] takes the events, and returns false to give up
   */
  ask(path, body, time, memory, hear = () => null) {
    this.hear = hear;
    this.thrown = undefined;
    this.answer = { status: 200, bytes: new Uint8Array() };
    try {
      this.module.ask(...this.put(path), ...this.put(body), time, memory);
    } catch (error) {
      this.panic ??= String(error);
      const words = `zlink made a mistake; please report it together with the puzzle: ${this.panic}`;
      this.answer = { status: 500, bytes: new TextEncoder().encode(JSON.stringify({ error: words })) };
    }
    if (this.thrown !== undefined) throw this.thrown;
    return this.answer;
  }

  /**
   * Passes an event on. Returns 1 to give up.
   * @param {Uint8Array} bytes
   */
  pass(bytes) {
    const [, name, data] = /^event: (.*)\ndata: (.*)\n/.exec(new TextDecoder().decode(bytes)) ?? [];
    if (name === undefined) return 0;
    try {
      return this.hear(name, JSON.parse(data)) === false ? 1 : 0;
    } catch (error) {
      // An exception must not go through the module.
      this.thrown = error;
      return 1;
    }
  }

  /**
   * @param {number} at
   * @param {number} length
   */
  bytes(at, length) {
    return new Uint8Array(this.module.memory.buffer, at >>> 0, length >>> 0).slice();
  }

  /**
   * Hands a text to the module.
   * @param {string} text
   */
  put(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.module.room(bytes.length) >>> 0;
    new Uint8Array(this.module.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }
}
