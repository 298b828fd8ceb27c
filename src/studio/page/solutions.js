/** Two solutions of a puzzle that has several: A stays, B goes on to others. */

import { stream } from './api.js';
import { compared } from './compare.js';
import { puzzleOf } from './facts.js';

/** The number of solutions that are requested at once, and the most that the engine gives. */
const BATCH = 20;
const MOST = 1000;

export class Solutions {
  /** @param {import('./studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.isOpen = false;
    /** Whether the two that are shown were said: edits while they are shown say nothing about them. */
    this.hasSpoken = false;
    /** The edges of each. @type {Set<number>[]} */
    this.list = [];
    this.known = new Set();
    /** Whether the list has all solutions. */
    this.isAll = false;
    /** The places of A and B in the list. */
    this.at = [0, 1];
    /** @type {ReturnType<typeof compared> | null} */
    this.difference = null;
    /** The request that is running. @type {AbortSignal | null} */
    this.running = null;
    this.isAsked = false;
    studio.analysis.addEventListener('findings', () => this.follow());
  }

  /** Whether the board shows them now. */
  get isShown() {
    const { isPlaying, steps } = this.studio;
    return this.isOpen && this.difference !== null && !isPlaying && !steps.isShown;
  }

  /** Drops all solutions, as the puzzle has changed. */
  forget() {
    this.list = [];
    this.known = new Set();
    this.at = [0, 1];
    this.difference = this.running = null;
    this.isAll = this.isAsked = false;
  }

  toggle() {
    const { studio } = this;
    if (this.isOpen) {
      studio.say('Two solutions are no longer shown.');
      return this.close();
    }
    if (studio.isPlaying) return studio.say('Solutions are not shown during play.');
    const { solutions } = studio.analysis;
    if (solutions === 'one' || solutions === 'none') {
      return studio.say(solutions === 'one' ? 'There is only one solution.' : 'There is no solution.');
    }
    this.isOpen = true;
    this.hasSpoken = false;
    studio.set({ panel: 'findings' });
    studio.steps.hide();
    studio.analysis.tell();
    if (this.difference) this.compare(this.at[0], this.at[1]);
  }

  close() {
    this.isOpen = false;
    this.isAsked = this.difference !== null;
    this.studio.tasks.end(({ key }) => key === 'solutions');
    this.studio.analysis.tell();
  }

  /** Requests solutions as soon as it is known that there are several. */
  follow() {
    const { analysis } = this.studio;
    const { solutions } = analysis;
    if (!this.isOpen || solutions === undefined || this.isAsked) return;
    this.isAsked = true;
    // The verdict is said anyway.
    if (solutions === 'one' || solutions === 'none') return this.close();
    for (const links of analysis.report('solutions')?.shown ?? []) this.add(links);
    this.ask(BATCH);
    this.compare(0, 1);
  }

  /** @param {string[]} links */
  add(links) {
    const edges = this.studio.sheet.board.edgesOf(links).sort((a, b) => a - b);
    const key = edges.join();
    if (this.known.has(key)) return;
    this.known.add(key);
    this.list.push(new Set(edges));
  }

  /**
   * Requests solutions until there are so many.
   * @param {number} count
   */
  async ask(count) {
    const { studio } = this;
    await studio.attempt(
      async (signal) => {
        this.running = signal;
        try {
          await stream('solutions', { ...puzzleOf(studio.sheet), count }, signal, {
            solution: ({ links }) => {
              this.add(links);
              if (!this.difference) this.compare(0, 1);
            },
            ending: ({ all }) => (this.isAll = all),
          });
        } finally {
          if (this.running === signal) this.running = null;
        }
        if (this.isAll && this.list.length < 2) this.close();
        else studio.analysis.tell();
      },
      { key: 'solutions', until: 'edit' },
    );
  }

  /**
   * Shows two solutions, and says what they differ in, unless that was said before an edit.
   * @param {number} a
   * @param {number} b
   */
  compare(a, b) {
    if (Math.max(a, b) >= this.list.length) return;
    this.at = [a, b];
    this.difference = compared(this.studio.sheet, this.list[a], this.list[b]);
    this.studio.analysis.tell();
    if (!this.hasSpoken) this.studio.say(this.words);
    this.hasSpoken = true;
  }

  /** Which two of how many are shown, and how much they differ. */
  get words() {
    const [a, b] = this.at.map((place) => place + 1);
    const { onlyA, onlyB } = this.difference ?? { onlyA: [], onlyB: [] };
    const many = this.running ? '' : ` of ${this.list.length}${this.isAll ? '' : ' or more'}`;
    const edges = `${onlyA.length} ${onlyA.length === 1 ? 'edge is' : 'edges are'} only in A, ${onlyB.length} only in B`;
    return `A is solution ${a}, B solution ${b}${many}: ${edges}.`;
  }

  /**
   * Goes on to another solution for B.
   * @param {1 | -1} by
   */
  async step(by) {
    if (!this.isShown) return;
    const { list, at } = this;
    const [a, b] = at;
    const to = b + by === a ? b + 2 * by : b + by;
    const isKnown = () => to < list.length || this.isAll || list.length >= MOST;
    if (!isKnown()) await this.ask(Math.min(MOST, list.length + BATCH));
    if (this.list !== list || this.at !== at) return;
    if (to >= 0 && to < list.length) {
      this.hasSpoken = false;
      return this.compare(a, to);
    }
    const all = this.isAll ? `These are all ${list.length} solutions.` : `No more than ${list.length} are shown.`;
    this.studio.say(to < 0 ? 'This is the first solution.' : all);
  }

  /** Makes B the solution that others are compared with, and A the first of these. */
  swap() {
    const [a, b] = this.at;
    this.hasSpoken = false;
    this.compare(b, a);
  }

  /** Draws what is in both, and what is in one of them. */
  draw() {
    const { view } = this.studio;
    const { onlyA, onlyB, both } = this.difference ?? { onlyA: [], onlyB: [], both: [] };
    view.set('in-both', view.lines(both));
    view.set('only-a', view.lines(onlyA));
    view.set('only-b', view.lines(onlyB));
  }
}
