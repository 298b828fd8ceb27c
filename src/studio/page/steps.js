/** The steps by which a person would solve the puzzle. */

import { stream, wordsOf } from './api.js';
import { constraintsAmong } from './constraints.js';
import { puzzleOf } from './facts.js';
import { factPlaces, stepInWords } from './places.js';

/** @typedef {import('./types.js').Step} Step */

/** Milliseconds from one step to the next during playback. */
const PACE = 700;

/**
 * Dispatches `steps` whenever there is something new.
 */
export class Steps extends EventTarget {
  /** @param {import('./studio.js').Studio} studio */
  constructor(studio) {
    super();
    this.studio = studio;
    /** @type {Step[]} */
    this.list = [];
    /** @type {import('./types.js').Ending | null} */
    this.ending = null;
    /** The number of steps that are shown; 0: the puzzle as it is. */
    this.at = 0;
    this.isShown = false;
    this.isAsked = false;
    this.isRunning = false;
    this.timer = 0;
    this.stop = new AbortController();
    /** @type {string | null} */
    this.error = null;
    /** Whether playback is on: further steps are shown as they arrive. */
    this.isPlayed = false;
  }

  tell() {
    this.dispatchEvent(new Event('steps'));
  }

  get current() {
    return this.at > 0 ? this.list[this.at - 1] : undefined;
  }

  /** Drops all steps, as the puzzle has changed. */
  forget() {
    this.stop.abort();
    this.pause();
    this.list = [];
    this.ending = null;
    this.error = null;
    this.at = 0;
    [this.isAsked, this.isRunning, this.isShown] = [false, false, false];
    this.tell();
  }

  hide() {
    if (!this.isShown) return;
    this.isShown = false;
    this.pause();
    this.redraw();
  }

  /** Shows the steps again as they were, or requests them. */
  async show() {
    // They would tell the answer.
    if (this.studio.isPlaying) return this.tell();
    this.isShown = true;
    await this.ask();
  }

  async ask() {
    if (this.isAsked) return this.redraw();
    this.isAsked = true;
    this.isRunning = true;
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.redraw();
    try {
      await stream('explain', puzzleOf(this.studio.sheet), signal, {
        step: (step) => {
          this.list.push(stepInWords(this.studio.sheet, step));
          this.tell();
        },
        ending: (ending) => (this.ending = ending),
        end: ({ stopped }) => (this.error = stopped),
      });
    } catch (error) {
      if (signal.aborted) return;
      this.error = wordsOf(error);
    }
    if (signal.aborted) return;
    this.isRunning = false;
    this.redraw();
  }

  redraw() {
    this.studio.analysis.tell();
    this.tell();
  }

  /**
   * Requests the steps, unless that was done, and waits until `isKnown` holds or no more steps arrive.
   * @param {() => boolean} isKnown
   * @returns {Promise<boolean>} whether it is still the same puzzle
   */
  async comes(isKnown) {
    this.ask();
    const { signal } = this.stop;
    while (this.isRunning && !signal.aborted && !isKnown()) {
      await new Promise((resolve) => this.addEventListener('steps', resolve, { once: true }));
    }
    return !signal.aborted;
  }

  /** @param {number} at */
  async goTo(at) {
    this.isShown = true;
    if (!(await this.comes(() => this.list.length >= at))) return;
    this.at = Math.max(0, Math.min(at, this.list.length));
    this.redraw();
    const step = this.current;
    if (step) this.studio.say(`Step ${this.at}: ${step.sentence}`);
    else if (this.list.length === 0 && !this.isRunning)
      this.studio.say(this.ending?.sentence ?? this.error ?? 'There are no steps.');
  }

  next() {
    return this.goTo(this.at + 1);
  }

  previous() {
    return this.goTo(this.at - 1);
  }

  async play() {
    if (this.isPlayed) return this.pause();
    if (this.at > 0 && this.at === this.list.length) this.at = 0;
    this.isPlayed = true;
    await this.next();
    this.timer = setInterval(() => {
      if (this.at >= this.list.length && !this.isRunning) this.pause();
      else this.next();
    }, PACE);
    this.tell();
  }

  pause() {
    clearInterval(this.timer);
    this.isPlayed = false;
    this.tell();
  }

  /**
   * Goes to the step that decides an edge, or says why there is none.
   * @param {number} edge
   */
  async why(edge) {
    this.isShown = true;
    const { board } = this.studio.sheet;
    const atom = board.atoms[edge];
    const found = () => this.list.findIndex((step) => step.in.includes(atom) || step.out.includes(atom));
    if (!(await this.comes(() => found() >= 0))) return;
    if (found() >= 0) return this.goTo(found() + 1);
    this.at = this.list.length;
    this.redraw();
    const isOpen = this.ending?.open.includes(atom);
    this.studio.say(
      isOpen ? 'This edge is in some solutions and not in others.' : (this.ending?.sentence ?? 'That is not known.'),
    );
  }

  /** Draws the current step: what was known before, its premises, its conclusions. */
  draw() {
    const { view, sheet } = this.studio;
    const before = this.list.slice(0, Math.max(0, this.at - 1));
    const isIn = sheet.board.edgesOf(before.flatMap((step) => step.in));
    const out = sheet.board.edgesOf(before.flatMap((step) => step.out));
    const step = this.current;
    if (step) drawStep(this.studio, step, { isIn, out });
    else {
      view.set('known-in', view.lines(isIn));
      view.set('known-out', view.crosses(out));
    }
  }
}

/**
 * @param {import('./studio.js').Studio} studio
 * @param {Step} step
 * @param {{ isIn: number[], out: number[] }} known
 */
export function drawStep({ view, sheet }, step, known) {
  const { board } = sheet;
  const { premises } = step;
  view.set('known-in', view.lines(known.isIn));
  view.set('known-out', view.crosses(known.out));
  const cells = [...premises.clues, ...premises.constraints]
    .flatMap((fact) => factPlaces(sheet, fact))
    .flatMap(({ kind, id }) => (kind === 'cell' ? [id] : []));
  view.set('premise-cells', view.faces(cells));
  const constraints = constraintsAmong(sheet, premises.constraints);
  view.set('premise-constraints', constraints.map((number) => view.signs.get(number) ?? '').join(''));
  const vertices = premises.vertices.map((name) => board.vertexOf.get(name)).filter((vertex) => vertex !== undefined);
  view.set('premise-vertices', view.rings(vertices));
  view.set('step-premise-in', view.lines(board.edgesOf(premises.in)));
  view.set('step-premise-out', view.crosses(board.edgesOf(premises.out)));
  view.set('step-in', view.lines(board.edgesOf(step.in)));
  view.set('step-out', view.crosses(board.edgesOf(step.out)));
  view.set('assumed', view.lines(board.edgesOf(step.branches.map((branch) => branch.if))));
}
