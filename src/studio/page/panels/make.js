/** The panel that makes puzzles on this board: the form, how far it is, what stood in the way, and the results. */

import { stream, wordsOf } from '../api.js';
import { h, patch } from '../dom.js';
import { begun } from '../places.js';
import { Gallery } from './gallery.js';
import { formOf } from './make-form.js';
import { generation, hintSets } from './make-request.js';
import { Obstacles } from './obstacles.js';

/** @typedef {import('../studio.js').Studio} Studio */

/**
 * @param {Studio} studio
 * @param {HTMLElement} place
 */
export function makePanel(studio, place) {
  const maker = new Maker(studio, place);
  return () => maker.draw();
}

/** One run of the generator at a time. It goes on whatever happens to the board. */
export class Maker {
  /**
   * @param {Studio} studio
   * @param {HTMLElement} place
   */
  constructor(studio, place) {
    this.studio = studio;
    this.place = place;
    /** @type {AbortController | null} */
    this.running = null;
    this.hadSolution = false;
    this.form = h('form', { class: 'make' });
    this.form.onsubmit = (event) => {
      event.preventDefault();
      if (this.running) this.cancel();
      else this.generate();
    };
    this.progress = h('progress', { hidden: true, 'aria-label': 'puzzles that were made or missed' });
    this.status = h('p', { class: 'progress' });
    this.counts = h('div', { class: 'counts' });
    this.obstacles = new Obstacles(this);
    this.gallery = new Gallery(studio);
    place.append(this.form, this.progress, this.status, this.obstacles.place, this.counts, this.gallery.place);
    studio.addEventListener('settings', () => this.draw());
    studio.addEventListener('tool', () => this.draw());
    for (const event of ['edit', 'open']) studio.work.addEventListener(event, () => this.draw());
  }

  draw() {
    if (this.place.hidden) return;
    // With a solution drawn, it is most likely wanted.
    const hasSolution = this.studio.state.solution.size > 0;
    const isNew = hasSolution !== this.hadSolution;
    this.hadSolution = hasSolution;
    if (isNew) this.wish({ own: hasSolution });
    patch(this.form, ...formOf(this));
  }

  /**
   * Changes what the form says; the browser keeps it.
   * @param {Partial<import('../studio.js').Making>} wishes
   */
  wish(wishes) {
    this.studio.set({ making: { ...this.studio.settings.making, ...wishes } });
  }

  generate() {
    const request = generation(this.studio);
    if (request) this.run('generate', request);
  }

  hints() {
    const request = hintSets(this.studio);
    if (request) this.run('hints', request);
  }

  /**
   * @param {'generate' | 'hints'} path
   * @param {Record<string, any>} request
   */
  async run(path, request) {
    const { signal } = this.begin();
    const { status, progress, studio } = this;
    patch(this.counts);
    this.obstacles.clear();
    this.gallery.begin(studio.sheet.name, 'answer' in request);
    const wanted = path === 'hints' ? request.sample : request.count;
    /** @type {{ reason: string, wishes?: string[] }[]} */
    const missed = [];
    let made = 0;
    let phase = '';
    let stopped = '';
    const tell = () => {
      progress.max = wanted;
      progress.value = made + missed.length;
      const without = missed.length > 0 ? `, ${missed.length} not found` : '';
      status.textContent = `${made} of ${wanted} made${without}: ${phase || '…'}`;
    };
    tell();
    try {
      await stream(path, request, signal, {
        progress: (told) => {
          phase = `${told.phase} ${told.detail}`;
          tell();
        },
        puzzle: (puzzle) => {
          made += 1;
          this.gallery.add(puzzle);
          tell();
        },
        missed: (one) => {
          missed.push(one);
          tell();
        },
        count: (counts) => this.showCounts(counts),
        end: (end) => (stopped = end.stopped ?? ''),
      });
    } catch (error) {
      if (!signal.aborted) this.finish(wordsOf(error));
    }
    if (this.running?.signal !== signal) return;
    const all = made === 1 ? '1 puzzle' : `${made} puzzles`;
    const reasons = new Set([...missed.map(({ reason }) => reason), stopped].filter(Boolean));
    const sentences = [...reasons].map((reason) => `${begun(reason)}.`);
    this.finish([`${all}.`, made > 0 && 'Click one to take it.', ...sentences].filter(Boolean).join(' '));
    if (missed.length > 0) this.obstacles.found(request, missed, made === 0);
  }

  /** Begins something that Stop ends. */
  begin() {
    this.running?.abort();
    this.running = new AbortController();
    this.progress.hidden = false;
    this.draw();
    return this.running;
  }

  /** @param {string} words */
  finish(words) {
    this.running = null;
    this.progress.hidden = true;
    this.status.textContent = words;
    this.studio.say(words);
    this.draw();
  }

  cancel() {
    this.running?.abort();
    this.finish('Stopped.');
  }

  /** @param {{ good: string, minimal: string | null, chosen: string, sizes: Record<string, string> }} counts */
  showCounts({ good, minimal, chosen, sizes }) {
    const words = (/** @type {string} */ number) => BigInt(number).toLocaleString('en');
    const rows = Object.entries(sizes).map(([size, number]) =>
      h('tr', {}, h('th', { scope: 'row' }, size), h('td', {}, words(number))),
    );
    patch(
      this.counts,
      h(
        'p',
        {},
        `${words(good)} sets of clues leave only this solution${minimal === null ? '' : `, ${words(minimal)} of them minimal`}; ${words(chosen)} are as the form says.`,
      ),
      h('details', {}, h('summary', {}, 'By the number of clues'), h('table', {}, h('tbody', {}, ...rows))),
    );
  }
}
