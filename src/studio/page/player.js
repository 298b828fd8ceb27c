/** Solving by hand: marks, hints, a check on demand, an optional timer. */

import { stream } from './api.js';
import { button, checkbox, h } from './dom.js';
import { puzzleOf } from './facts.js';
import { stepInWords } from './places.js';
import { drawStep } from './steps.js';
import { change } from './work.js';

export class Player {
  /** @param {import('./studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {import('./types.js').Step | null} */
    this.hint = null;
    /** @type {number[]} */
    this.wrong = [];
    this.started = 0;
    this.timer = 0;
    this.clock = h('output', { class: 'clock', 'aria-label': 'time', 'data-key': 'clock' });
  }

  /** The options of the tool. */
  options() {
    return [
      button('Check', () => this.check(), { title: 'Show what is wrong' }),
      button('Hint', () => this.ask(), { title: 'The next step from here, and why' }),
      button('Clear', () => this.clear()),
      checkbox('timer', this.studio.settings.hasTimer, (hasTimer) => {
        this.studio.set({ hasTimer });
        this.begin();
      }),
      this.clock,
    ];
  }

  /** Resets hint, marked errors and timer when play begins or ends. */
  begin() {
    clearInterval(this.timer);
    this.clock.textContent = '';
    this.wrong = [];
    this.hint = null;
    this.studio.view.set('wrong', '');
    if (!this.studio.isPlaying || !this.studio.settings.hasTimer) return;
    this.started = Date.now();
    const tick = () => {
      this.clock.textContent = this.time();
    };
    tick();
    this.timer = setInterval(tick, 1000);
  }

  time() {
    const seconds = Math.floor((Date.now() - this.started) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }

  /** Called after the player has marked an edge. */
  marked() {
    const { studio } = this;
    this.hint = null;
    this.wrong = [];
    studio.view.set('wrong', '');
    const { answer } = studio.analysis;
    if (!answer || !studio.isPlaying) return;
    const drawn = [...studio.state.play].filter(([, mark]) => mark === 'in').map(([edge]) => edge);
    const wanted = new Set(answer);
    if (drawn.length === wanted.size && drawn.every((edge) => wanted.has(edge))) {
      clearInterval(this.timer);
      studio.say(`Solved${studio.settings.hasTimer ? ` in ${this.time()}` : ''}. Well done!`);
    }
  }

  /** The edges with wrong marks; null unless there is exactly one solution. */
  mistakes() {
    const { answer } = this.studio.analysis;
    if (!answer) return null;
    const wanted = new Set(answer);
    return [...this.studio.state.play]
      .filter(([edge, mark]) => wanted.has(edge) !== (mark === 'in'))
      .map(([edge]) => edge);
  }

  check() {
    const { studio } = this;
    const mistakes = this.mistakes();
    if (!mistakes) return studio.say('There is not exactly one solution to check against.');
    this.wrong = mistakes;
    studio.view.set('wrong', studio.view.lines(mistakes));
    const edges = mistakes.length === 1 ? '1 mark is' : `${mistakes.length} marks are`;
    studio.say(mistakes.length === 0 ? 'All that is marked is right.' : `${edges} wrong.`);
  }

  async ask() {
    const { studio } = this;
    if (this.mistakes()?.length) return studio.say('Something is wrong already: Check shows what.');
    this.hint = null;
    /** @type {import('./types.js').Ending | null} */
    let ending = null;
    await studio.attempt(
      async (signal) => {
        const puzzle = puzzleOf(studio.sheet, { play: true });
        await stream('explain', { ...puzzle, steps: 2 }, signal, {
          step: (step) => {
            if (!this.hint && step.rule !== 'given') this.hint = stepInWords(studio.sheet, step);
          },
          ending: (data) => (ending = data),
        });
        signal.throwIfAborted();
        studio.say(this.hint?.sentence ?? /** @type {any} */ (ending)?.sentence ?? 'Nothing is left to say.');
        studio.analysis.tell();
      },
      { key: 'hint', until: 'edit' },
    );
  }

  draw() {
    if (this.hint) drawStep(this.studio, this.hint, { isIn: [], out: [] });
  }

  clear() {
    const { state, work } = this.studio;
    work.edit(
      'Clear the marks',
      [...state.play.keys()].map((edge) => change(state, 'play', edge, undefined)),
    );
  }
}
