/** Trials of the player: marks that are all accepted or all taken back. One may begin within another. */

import { change } from './work.js';

/** @typedef {import('./types.js').State} State */

/** The fields that a trial takes back. */
const FIELDS = /** @type {const} */ (['play', 'shade']);

/**
 * The changes that put the marks of the player back to what they were.
 * @param {State} state
 * @param {Partial<import('./types.js').Trial>} before
 */
export function restored(state, before) {
  return FIELDS.flatMap((field) => {
    const old = new Map(before[field]);
    return [...new Set([...state[field].keys(), ...old.keys()])].map((key) => change(state, field, key, old.get(key)));
  });
}

/** @param {import('./studio.js').Studio} studio */
export function beginTrial(studio) {
  const { state, work } = studio;
  const before = { play: [...state.play], shade: [...state.shade] };
  work.edit('Begin a trial', [change(state, 'trials', state.trials.size + 1, before)]);
  studio.say(`Trial ${state.trials.size} begins: accept its marks (A) or reject them (Q).`);
}

/**
 * Ends the trial that began last.
 * @param {import('./studio.js').Studio} studio
 * @param {boolean} isAccepted whether its marks stay
 */
export function endTrial(studio, isAccepted) {
  const { state, work } = studio;
  const depth = state.trials.size;
  const before = state.trials.get(depth);
  if (!before) return studio.say('There is no trial: begin one first.');
  const back = isAccepted ? [] : restored(state, before);
  work.edit(isAccepted ? 'Accept the trial' : 'Reject the trial', [change(state, 'trials', depth, undefined), ...back]);
  const rest = depth > 1 ? ` Trial ${depth - 1} goes on.` : '';
  studio.say(`Trial ${depth} is ${isAccepted ? 'accepted' : 'rejected'}.${rest} ${studio.player.news}`);
}

/**
 * When each mark was made: before all trials, in an earlier one, or in the last one.
 * @param {State} state
 * @param {'play' | 'shade'} field
 * @returns {(key: number) => 'play' | 'earlier' | 'trial'}
 */
export function ageOf({ trials, ...state }, field) {
  const [first, last] = [1, trials.size].map((level) => new Map(trials.get(level)?.[field]));
  return (key) => {
    const mark = state[field].get(key);
    if (trials.size === 0 || first.get(key) === mark) return 'play';
    return last.get(key) === mark ? 'earlier' : 'trial';
  };
}
