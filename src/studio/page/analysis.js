/** The analysis of the puzzle: requested again after each edit, shown as its reports arrive. */

import { Unreachable, stream, wordsOf } from './api.js';
import { puzzleOf } from './facts.js';

/** @typedef {import('./types.js').Report} Report */

/** The stages that are requested after every edit. */
const STAGES = ['edges', 'number', 'values', 'redundant', 'contradiction'];

/** Characters of a puzzle for each millisecond that it rests before it is sent, as sending takes time, too; the longest rest. */
const PACE = 5000;
const LONGEST_REST = 200;

/**
 * Dispatches `findings` whenever there is something new, and `progress` when what it is working on has changed.
 */
export class Analysis extends EventTarget {
  /** @param {import('./work.js').Work} work */
  constructor(work) {
    super();
    this.work = work;
    /** @type {Map<string, Report>} */
    this.reports = new Map();
    /** @type {import('./types.js').Rating | null} */
    this.rating = null;
    /** @type {string | null} */
    this.error = null;
    /** @type {string} what the analysis is working on */
    this.phase = '';
    this.isRunning = false;
    /** Whether the findings shown are still those before the last edit. */
    this.isStale = false;
    this.wantsShares = false;
    /** What requests say besides the puzzle. @type {() => object} */
    this.further = () => ({});
    /** What the last request said so, as text. */
    this.sent = '';
    this.stop = new AbortController();
    /** The number of edits so far. */
    this.revision = 0;
    /** @type {number} milliseconds from the last edit until the number of solutions was known: none, one or several */
    this.latency = 0;
  }

  /** @param {string} stage */
  report(stage) {
    return this.reports.get(stage);
  }

  /** The number of solutions: none, one, at least one, several; undefined while it is not known. */
  get solutions() {
    return this.isStale ? undefined : this.report('solutions')?.solutions;
  }

  /** The edges of the only solution. */
  get answer() {
    const shown = this.solutions === 'one' ? this.report('solutions')?.shown : undefined;
    return shown ? this.work.sheet.board.edgesOf(shown[0]) : null;
  }

  tell() {
    this.dispatchEvent(new Event('findings'));
  }

  /** Starts the analysis again. */
  restart() {
    this.stop.abort();
    this.stop = new AbortController();
    this.revision += 1;
    this.isStale = true;
    this.isRunning = true;
    this.error = null;
    this.phase = '';
    this.sent = JSON.stringify(this.further());
    const { board, state } = this.work.sheet;
    if (board.data.kind === 'numberlink' && state.pairs.size === 0) {
      this.forget();
      this.isRunning = false;
      this.tell();
      return;
    }
    this.run(this.stop.signal, performance.now());
    this.tell();
  }

  /** Starts again if requests would say something else besides the puzzle. */
  refresh() {
    if (JSON.stringify(this.further()) !== this.sent) this.restart();
  }

  /** Drops everything that is known: it is about another board. */
  drop() {
    this.stop.abort();
    this.isStale = true;
    this.forget();
  }

  forget() {
    if (!this.isStale) return;
    this.isStale = false;
    this.reports.clear();
    this.rating = null;
  }

  /**
   * @param {AbortSignal} signal
   * @param {number} started
   */
  async run(signal, started) {
    // The edit is drawn first: sending a large puzzle takes longer than drawing its change. When several edits come together, only the
    // state after the last one is analysed.
    const { sheet } = this.work;
    const rest = Math.min(LONGEST_REST, sheet.shape.facts(false).length / PACE);
    await new Promise((resolve) => setTimeout(resolve, rest));
    if (signal.aborted) return;
    const puzzle = puzzleOf(this.work.sheet);
    const stages = this.wantsShares ? [...STAGES, 'shares'] : STAGES;
    let rating = Promise.resolve();
    try {
      await stream('analyse', { ...puzzle, ...JSON.parse(this.sent), stages }, signal, {
        report: (/** @type {Report} */ report) => {
          if (report.stage === 'solutions') {
            this.forget();
            this.latency = performance.now() - started;
            if (report.solutions === 'one')
              rating = this.rate(puzzle, signal).catch((error) => this.fail(error, signal));
          }
          this.reports.set(report.stage, report);
          this.tell();
        },
        progress: ({ phase, detail }) => {
          this.phase = `${phase} ${detail}`;
          this.dispatchEvent(new Event('progress'));
        },
      });
      await rating;
    } catch (error) {
      this.fail(error, signal);
    }
    if (signal.aborted) return;
    this.isRunning = false;
    this.forget();
    this.tell();
  }

  /**
   * @param {{ facts: string }} puzzle
   * @param {AbortSignal} signal
   */
  async rate(puzzle, signal) {
    await stream('rate', puzzle, signal, {
      rating: (rating) => {
        this.rating = rating;
        this.tell();
      },
    });
  }

  /**
   * @param {unknown} error
   * @param {AbortSignal} signal
   */
  fail(error, signal) {
    if (signal.aborted) return;
    this.forget();
    if (error instanceof Unreachable) {
      this.dispatchEvent(new CustomEvent('lost', { detail: error }));
    } else {
      this.error = wordsOf(error);
    }
  }
}
