/** What stood in the way of puzzles that were not found: each wish is left out in turn, and what helps is offered. */

import { stream } from '../api.js';
import { button, h, patch } from '../dom.js';
import { WISHES, dropping, generation } from './make-request.js';

/** The default of the seconds for each wish. */
const SECONDS = 10;
/** The puzzles that are tried without a wish: one is enough. */
const TRIES = 3;

export class Obstacles {
  /** @param {import('./make.js').Maker} maker */
  constructor(maker) {
    this.maker = maker;
    this.place = h('div', { class: 'obstacles' });
  }

  clear() {
    patch(this.place);
  }

  /**
   * Looks for what stood in the way, or offers to.
   * @param {Record<string, any>} request
   * @param {{ wishes?: string[] }[]} missed
   * @param {boolean} isAll whether nothing was found
   */
  found(request, missed, isAll) {
    const blamed = new Set(missed.flatMap(({ wishes }) => wishes ?? []));
    const wishes = Object.keys(WISHES).filter(
      (wish) => (blamed.size === 0 || blamed.has(wish)) && isWished(request, wish, this.maker),
    );
    if (wishes.length === 0) return;
    if (isAll) void this.look(request, wishes);
    else
      patch(
        this.place,
        button('What is in the way?', () => void this.look(request, wishes)),
      );
  }

  /**
   * @param {Record<string, any>} request
   * @param {string[]} wishes
   */
  async look(request, wishes) {
    const { maker, place } = this;
    const before = maker.status.textContent;
    const { signal } = maker.begin();
    /** @type {HTMLElement[]} */
    const lines = [];
    const helping = [];
    for (const [number, wish] of wishes.entries()) {
      maker.progress.max = wishes.length;
      maker.progress.value = number;
      maker.status.textContent = `${before} Trying without ${WISHES[wish]} …`;
      const helps = await this.helps(wish, request.seed, signal);
      if (signal.aborted) return;
      if (helps) helping.push(wish);
      const take = helps && button('Make without it', () => this.drop(wish));
      lines.push(h('li', {}, `Without ${WISHES[wish]}: ${helps ? 'it can be had. ' : 'nothing found.'}`, take));
      patch(place, h('ul', {}, ...lines));
    }
    const words = helping.length > 0 ? 'See what helps below.' : 'To leave out one wish does not help.';
    maker.finish(`${before} ${words}`);
  }

  /**
   * Whether there is a puzzle without a wish, as far as the time goes.
   * @param {string} wish
   * @param {number} seed
   * @param {AbortSignal} signal
   */
  async helps(wish, seed, signal) {
    const request = generation(this.maker.studio, wish);
    if (!request) return false;
    const seconds = this.maker.studio.settings.making.seconds ?? SECONDS;
    const enough = new AbortController();
    const end = AbortSignal.any([signal, enough.signal, AbortSignal.timeout(1000 * seconds)]);
    let isFound = false;
    const puzzle = () => {
      isFound = true;
      enough.abort();
    };
    // A request that is impossible or takes too long finds nothing.
    await stream('generate', { ...request, count: TRIES, seed }, end, { puzzle }).catch(() => {});
    return isFound;
  }

  /** @param {string} wish */
  drop(wish) {
    const { making, ...others } = dropping(wish);
    this.maker.studio.set(others);
    this.maker.wish(making);
    this.maker.generate();
  }
}

/**
 * Whether a request has a wish that can be dropped.
 * @param {Record<string, any>} request
 * @param {string} wish
 * @param {import('./make.js').Maker} maker
 */
function isWished(request, wish, maker) {
  return wish === 'keep' ? maker.studio.settings.making.keep : Boolean(request[wish]);
}
