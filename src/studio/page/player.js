/** Solving by hand: errors, hints, the end, and a timer. */

import { stream } from './api.js';
import { h } from './dom.js';
import { puzzleOf } from './facts.js';
import { inWords, stepInWords } from './places.js';
import { decided, judge } from './rules.js';
import { drawStep } from './steps.js';
import { restored } from './trials.js';
import { change } from './work.js';

/** @typedef {import('./types.js').Mark} Mark */

export class Player {
  /** @param {import('./studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** The steps of the hints since the last mark. @type {import('./types.js').Step[]} */
    this.hints = [];
    this.isSolved = false;
    /** The problems that were told already. @type {Set<string>} */
    this.told = new Set();
    /** What the last mark led to, in words. */
    this.news = '';
    /** The sheet for which the clock runs, and since when. @type {{ sheet: import('./work.js').Sheet, since: number } | null} */
    this.running = null;
    this.timer = 0;
    this.clock = h('span', { class: 'clock', role: 'timer', 'aria-label': 'time', 'data-key': 'clock' });
    document.addEventListener('visibilitychange', () => this.wind());
    addEventListener('pagehide', () => this.stop());
    addEventListener('pageshow', () => this.wind());
  }

  /** Begins or ends play, also with another sheet. */
  begin() {
    this.told.clear();
    this.isSolved = judge(this.studio.sheet).isSolved;
    this.forget();
    this.look();
    this.wind();
  }

  /** Drops what was told about the marks before. */
  forget() {
    this.news = '';
    this.hints = [];
    this.studio.view.drawProblems([]);
    this.studio.steps.tell();
  }

  /** Called after the player has made a mark. */
  marked() {
    const { studio } = this;
    if (this.hints.length > 0) studio.tell('tool');
    this.forget();
    if (!studio.isPlaying) return;
    this.save();
    const { isSolved } = this.look();
    if (isSolved === this.isSolved) return;
    this.isSolved = isSolved;
    this.wind();
    if (isSolved) this.report(`Solved${studio.settings.hasTimer ? ` in ${this.time()}` : ''}. Well done!`);
    else if (!this.news) this.report('Not solved any more.');
    studio.analysis.tell();
  }

  /** Looks for what breaks the rules, and shows it if that is wanted. */
  look() {
    const { studio } = this;
    const judgement = judge(studio.sheet);
    const shown = studio.isPlaying && studio.settings.showsErrors ? judgement.problems : [];
    studio.view.drawProblems(shown);
    const words = shown.map((problem) => problem.words);
    const fresh = words.filter((one) => !this.told.has(one));
    this.told = new Set(words);
    if (fresh.length > 0) this.report([...new Set(fresh)].slice(0, 2).join(' '));
    return judgement;
  }

  /**
   * Says what a mark led to.
   * @param {string} words
   */
  report(words) {
    this.news = words;
    this.studio.say(words);
  }

  /** What the panel says during play: a heading and a sentence. */
  get words() {
    if (this.isSolved) return ['Solved', this.studio.settings.hasTimer ? `In ${this.time()}.` : 'Well done!'];
    const depth = this.studio.state.trials.size;
    return [depth > 0 ? `Play, trial ${depth}` : 'Play', this.hints.at(-1)?.sentence ?? 'The answer is hidden.'];
  }

  /** The edges whose marks or colours differ from the only solution; null unless there is exactly one. */
  mistakes() {
    const { answer } = this.studio.analysis;
    if (!answer) return null;
    const wanted = new Set(answer);
    const isWrong = (/** @type {[number, Mark]} */ [edge, mark]) => wanted.has(edge) !== (mark === 'in');
    const { sheet } = this.studio;
    const marks = [...sheet.state.play].filter(([edge]) => sheet.shape.edges[edge]);
    return { marks: marks.filter(isWrong), colours: decided(sheet).filter(isWrong) };
  }

  check() {
    const { studio } = this;
    const { problems } = judge(studio.sheet);
    const mistakes = this.mistakes();
    const { marks = [], colours = [] } = mistakes ?? {};
    const wrong = [...marks, ...colours].map(([edge]) => edge);
    studio.view.drawProblems([...problems, { edges: wrong, vertices: [], cells: [] }]);
    const words = problems.slice(0, 2).map((problem) => problem.words);
    if (colours.length > 0) words.unshift('Colours are wrong.');
    if (marks.length > 0) words.unshift(marks.length === 1 ? '1 mark is wrong.' : `${marks.length} marks are wrong.`);
    if (words.length === 0) words.push(mistakes ? 'All that is marked is right.' : 'No rule is broken.');
    const isKnown = ['none', 'several'].includes(studio.analysis.solutions ?? '');
    if (!mistakes && isKnown) words.push('There is not exactly one solution to check against.');
    else if (!mistakes) words.push('Whether there is only one solution is not known.');
    studio.say(words.join(' '));
  }

  /** Tells and shows the next step from what is marked and hinted at. */
  async ask() {
    const { studio } = this;
    const mistakes = this.mistakes();
    if (mistakes?.marks.length || judge(studio.sheet).problems.length > 0)
      return studio.say('Something is wrong already: Check shows what.');
    await studio.attempt(
      async (signal) => {
        /** @type {import('./types.js').Step[]} */
        const steps = [];
        let words = 'Nothing is left to say.';
        const puzzle = puzzleOf(studio.sheet, { play: new Map([...studio.state.play, ...this.hinted()]) });
        await stream('explain', { ...puzzle, steps: 2 }, signal, {
          step: (step) => step.rule !== 'given' && steps.push(stepInWords(studio.sheet, step)),
          ending: ({ sentence }) => (words = sentence),
        });
        signal.throwIfAborted();
        this.hints.push(...steps.slice(0, 1));
        studio.say(steps[0]?.sentence ?? inWords(studio.sheet, words));
        const [edge] = studio.sheet.board.edgesOf([...(steps[0]?.in ?? []), ...(steps[0]?.out ?? [])]);
        if (edge !== undefined) studio.viewport.reveal(studio.sheet.board.middle(edge));
        studio.tell('tool');
        studio.steps.tell();
        studio.analysis.tell();
      },
      { key: 'hint', until: 'edit' },
    );
  }

  /**
   * The marks that the hints call for.
   * @returns {[number, Mark][]}
   */
  hinted() {
    const { board } = this.studio.sheet;
    return this.hints.flatMap((step) => [
      ...board.edgesOf(step.in).map((edge) => /** @type {[number, Mark]} */ ([edge, 'in'])),
      ...board.edgesOf(step.out).map((edge) => /** @type {[number, Mark]} */ ([edge, 'out'])),
    ]);
  }

  /** Does what the hints say. */
  follow() {
    const { state, work } = this.studio;
    const marks = this.hinted();
    if (marks.length === 0) return this.studio.say('Ask for a hint first.');
    work.edit(
      'Follow the hint',
      marks.map(([edge, mark]) => change(state, 'play', edge, mark)),
    );
    if (!this.news) this.studio.say('Done. Hint shows what comes next.');
  }

  /** Draws the hints. */
  draw() {
    const step = this.hints.at(-1);
    if (!step) return;
    const { board } = this.studio.sheet;
    const before = this.hints.slice(0, -1);
    const isIn = board.edgesOf(before.flatMap((one) => one.in));
    const out = board.edgesOf(before.flatMap((one) => one.out));
    drawStep(this.studio, step, { isIn, out });
  }

  /** Takes all marks back, and the time. */
  restart() {
    const { state, work } = this.studio;
    this.stop();
    const trials = [...state.trials.keys()].map((level) => change(state, 'trials', level, undefined));
    work.edit('Start again', [...restored(state, {}), ...trials]);
    work.apply([change(state, 'clock', 'seconds', undefined)], false);
    this.wind();
    this.studio.say('Started again. Undo brings the marks back.');
  }

  /** Lets the clock run or rest. */
  wind() {
    const { sheet, settings, isPlaying } = this.studio;
    this.stop();
    const { clock } = this;
    clock.textContent = '';
    if (!isPlaying || !settings.hasTimer) return;
    const tick = () => {
      clock.textContent = this.time();
    };
    if (!document.hidden && !this.isSolved) {
      this.running = { sheet, since: Date.now() };
      this.timer = setInterval(tick, 1000);
    }
    tick();
  }

  /** Stops the clock, and keeps its time with the sheet. */
  stop() {
    clearInterval(this.timer);
    const { running } = this;
    if (!running) return;
    this.save();
    this.running = null;
    const { work } = this.studio;
    const seconds = running.sheet.state.clock.get('seconds');
    if (running.sheet === work.sheet) work.apply([change(work.state, 'clock', 'seconds', seconds)], false);
  }

  /** Adds the time since the clock was started to the sheet. */
  save() {
    if (!this.running) return;
    const now = Date.now();
    const { clock } = this.running.sheet.state;
    clock.set('seconds', (clock.get('seconds') ?? 0) + (now - this.running.since) / 1000);
    this.running.since = now;
  }

  time() {
    const since = this.running ? (Date.now() - this.running.since) / 1000 : 0;
    const seconds = Math.floor((this.studio.state.clock.get('seconds') ?? 0) + since);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}
