/** What is known of the puzzle: asked anew after each edit, shown as it comes. */

import { Refused, Unreachable, stream, wordsOf } from './api.js';
import { puzzleOf } from './facts.js';

/** @typedef {import('./types.js').Report} Report */

/** Stages that come by themselves. */
const STAGES = ['edges', 'number', 'values', 'redundant', 'contradiction'];

/**
 * Tells of `findings` whenever there is something new.
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
    /** @type {string} what it is at */
    this.phase = '';
    this.isRunning = false;
    /** Whether what is shown is of the puzzle before the last edit. */
    this.isStale = false;
    this.wantsShares = false;
    this.stop = new AbortController();
    /** Grows with every edit. */
    this.revision = 0;
    /** @type {number} milliseconds from the last edit to none, one or several */
    this.latency = 0;
  }

  /** @param {string} stage */
  report(stage) {
    return this.reports.get(stage);
  }

  /** none, one, at least one, several; or undefined while that is not known. */
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

  /** Begins anew. */
  restart() {
    this.stop.abort();
    this.stop = new AbortController();
    this.revision += 1;
    this.isStale = true;
    this.isRunning = true;
    this.error = null;
    this.phase = '';
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
    // The edit is shown first: to hand over a large puzzle takes longer than to draw its change. Of edits that come together the last one
    // is asked about.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    const puzzle = puzzleOf(this.work.sheet);
    const stages = this.wantsShares ? [...STAGES, 'shares'] : STAGES;
    let rating = Promise.resolve();
    try {
      await stream('analyse', { ...puzzle, stages }, signal, {
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
          this.tell();
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
    if (error instanceof Unreachable || (error instanceof Refused && error.status === 401)) {
      this.dispatchEvent(new CustomEvent('lost', { detail: error }));
    } else {
      this.error = wordsOf(error);
    }
  }
}
