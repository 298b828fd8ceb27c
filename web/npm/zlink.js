/** Questions about puzzles, answered by the module zlink.wasm. Its requests are those of docs/reference/studio.md. */

import { Instance } from './instance.js';

/** @typedef {import('./index.js').Options} Options */
/** @typedef {import('./index.js').Report} Report */
/** @typedef {import('./index.js').Zlink} Questions */

/** The memory limit of a question, in MB, unless it has another. */
const MEMORY = 2048;
/** The largest memory limit: addresses have 32 bits. */
const MOST = 4000;

/** A text that cannot be read, or a question that cannot be answered. */
export class ZlinkError extends Error {
  /**
   * @param {number} status
   * @param {{ error: string, line?: number, column?: number }} answer
   */
  constructor(status, { error, line, column }) {
    super(error);
    this.name = 'ZlinkError';
    this.status = status;
    this.line = line;
    this.column = column;
  }
}

/** @implements {Questions} */
export class Zlink {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    /** @type {Instance | null} */
    this.instance = null;
  }

  /**
   * Answers requests one after the other, together within the limits of a question.
   * @template T
   * @param {Options} options
   * @param {(ask: (path: string, body: object, hear?: (name: string, data: any) => unknown) => Uint8Array) => T} question
   */
  async within({ time = 0, memory = MEMORY }, question) {
    if (!(Number.isFinite(time) && time >= 0)) throw new RangeError('time must be a number of seconds; 0: no limit');
    if (!(memory > 0 && memory <= MOST)) throw new RangeError(`memory must be a number of MB, at most ${MOST}`);
    const end = performance.now() + 1000 * time;
    const instance = (this.instance ??= await Instance.of(this.module));
    // 0 would be no limit.
    const left = () => (time > 0 ? Math.max(end - performance.now(), 1) : 0);
    try {
      return question((path, body, hear) => {
        const { status, bytes } = instance.ask(path, JSON.stringify(body), left(), memory * 2 ** 20, hear);
        if (status !== 200) throw new ZlinkError(status, JSON.parse(text(bytes)));
        return bytes;
      });
    } finally {
      if (!instance.isFit) this.instance = null;
    }
  }

  /**
   * Reads a puzzle and answers a request about it with events.
   * @param {string} path
   * @param {string} puzzle
   * @param {Options} options
   * @param {object} rest of the request
   * @param {(name: string, data: any) => unknown} hear
   */
  stream(path, puzzle, options, rest, hear) {
    return this.within(options, (ask) => {
      const board = read(ask, puzzle, options);
      /** @type {string | null} */
      let stopped = null;
      ask(path, { facts: board.facts, cycles: options.cycles, ...rest }, (name, data) => {
        if (name === 'failed') throw new ZlinkError(500, data);
        if (name === 'end') ({ stopped } = data);
        return hear(name, data);
      });
      return stopped;
    });
  }

  /**
   * @param {string} puzzle
   * @param {Options} [options]
   * @returns {Promise<import('./index.js').Solved>}
   */
  async solve(puzzle, options = {}) {
    const { reports, stopped } = await this.analyse(puzzle, { ...options, stages: [], stageTime: 0 });
    const [first] = reports;
    return { solutions: first?.solutions ?? 'unknown', shown: first?.shown ?? [], stopped: first?.stopped ?? stopped };
  }

  /**
   * @param {string} puzzle
   * @param {Options} [options]
   * @returns {Promise<import('./index.js').Counted>}
   */
  async count(puzzle, options = {}) {
    const { reports, stopped } = await this.analyse(puzzle, { ...options, stages: ['number'], stageTime: 0 });
    const [first, second] = reports;
    const cause = reports.find((report) => report.stopped)?.stopped ?? stopped;
    if (first?.solutions === 'none') return { number: 0n, isExact: true, stopped: null };
    const { exact, at_least: atLeast } = second?.number ?? {};
    const number = BigInt(exact ?? atLeast ?? first?.shown?.length ?? 0);
    return { number, isExact: exact !== undefined, stopped: cause };
  }

  /**
   * @param {string} puzzle
   * @param {import('./index.js').AnalyseOptions} [options]
   */
  async analyse(puzzle, { stages, stageTime = 10, report: tell, ...options } = {}) {
    /** @type {Report[]} */
    const reports = [];
    const stopped = await this.stream('analyse', puzzle, options, { stages, stage_limit: stageTime }, (name, data) => {
      if (name !== 'report') return;
      reports.push(data);
      return tell?.(data);
    });
    return { reports, stopped };
  }

  /**
   * @param {string} puzzle
   * @param {import('./index.js').ExplainOptions} [options]
   */
  async explain(puzzle, { steps: most, ...options } = {}) {
    /** @type {import('./index.js').Step[]} */
    const steps = [];
    /** @type {import('./index.js').Ending | null} */
    let ending = null;
    const stopped = await this.stream('explain', puzzle, options, { steps: most }, (name, data) => {
      if (name === 'step') steps.push(data);
      if (name === 'ending') ending = data;
    });
    return { steps, ending, stopped };
  }

  /**
   * @param {string} puzzle
   * @param {import('./index.js').DrawOptions} [options]
   */
  svg(puzzle, options = {}) {
    return this.within(options, (ask) => {
      const { facts, answer, vertices, edges } = read(ask, puzzle, options);
      const own = answer.map((/** @type {number} */ edge) => {
        const [from, to] = edges[edge].map((/** @type {number} */ vertex) => vertices[vertex]);
        return `link(${from},${to})`;
      });
      return text(ask('draw', { facts, cycles: options.cycles, answer: options.answer ?? own, as: 'svg' }));
    });
  }
}

/**
 * The board of a puzzle in any format.
 * @param {(path: string, body: object) => Uint8Array} ask
 * @param {string} puzzle
 * @param {Options} options
 */
function read(ask, puzzle, { format }) {
  return JSON.parse(text(ask('open', { text: puzzle, format })));
}

/** @param {Uint8Array} bytes */
function text(bytes) {
  return new TextDecoder().decode(bytes);
}
