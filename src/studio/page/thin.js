/** What can go from a puzzle with one solution, and its deletion: one part, or part after part until none can go. */

import { stream } from './api.js';
import { constraintOf, numbersOf } from './constraints.js';
import { puzzleOf } from './facts.js';
import { count, noun } from './nouns.js';
import { orbitsOf } from './symmetry.js';
import { change } from './work.js';

/** @typedef {import('./studio.js').Studio} Studio */

/**
 * The facts that can go, each set by itself; with a symmetry, clues with their images. Undefined while it is not known.
 * @param {Studio} studio
 * @returns {string[][] | undefined}
 */
export function removable({ analysis, settings, sheet }) {
  const report = analysis.report('redundant');
  if (!report?.can_go) return undefined;
  if (!settings.symmetry) return report.can_go.map((fact) => [fact]);
  const others = report.can_go.filter((fact) => sheet.board.cellOfClue(fact) === undefined);
  return report.together && [...report.together, ...others.map((fact) => [fact])];
}

/**
 * Deletes the first set that can go.
 * @param {Studio} studio
 */
export function deleteOne(studio) {
  const [first] = removable(studio) ?? [];
  if (first) deleteFacts(studio, 'Delete what can go', first);
}

/**
 * Deletes until nothing can go any more, in random order.
 * @param {Studio} studio
 * @param {string | null} difficulty the highest that the puzzle may get; null for any
 */
export async function thin(studio, difficulty) {
  const orbits = orbitsOf(studio.sheet, studio.settings.symmetry);
  const seed = Math.floor(Math.random() * 1e6);
  await studio.attempt(
    async (signal) => {
      studio.say('Deleting what can go …');
      await stream('thin', { ...puzzleOf(studio.sheet), orbits, difficulty, seed }, signal, {
        thinned: ({ gone, left }) => {
          deleteFacts(studio, 'Delete all that can go', gone);
          const without = difficulty ? ' without a harder puzzle' : '';
          studio.say(`No ${noun(studio)} can go any more${without}; ${count(left, noun(studio))} left.`);
        },
        end: ({ stopped }) => stopped && studio.say(`Nothing was deleted: ${stopped}.`),
      });
    },
    { key: 'thin', until: 'edit' },
  );
}

/**
 * @param {Studio} studio
 * @param {string} label
 * @param {string[]} facts
 */
function deleteFacts({ sheet, work }, label, facts) {
  const numberOf = numbersOf(sheet.state.constraints);
  work.edit(
    label,
    facts.flatMap((fact) => deletion(sheet, fact, numberOf)),
  );
}

/**
 * The change that deletes the clue, constraint, mark, demand or pair of a fact.
 * @param {import('./work.js').Sheet} sheet
 * @param {string} fact
 * @param {ReturnType<typeof numbersOf>} numberOf
 */
function deletion({ board, state }, fact, numberOf) {
  const cell = board.cellOfClue(fact);
  if (cell !== undefined) return [change(state, 'clues', cell, undefined)];
  const constraint = constraintOf(board, fact);
  if (constraint?.field === 'constraints') {
    const number = numberOf(constraint.literals);
    return number === undefined ? [] : [change(state, 'constraints', number, undefined)];
  }
  if (constraint) return [change(state, constraint.field, constraint.cell, undefined)];
  const [edge] = board.edgesOf([fact]);
  if (edge !== undefined) return [change(state, 'marks', edge, undefined)];
  if (fact === 'cover.') return [change(state, 'flags', 'cover', undefined)];
  const { vertices } = board.data;
  const isIt = (/** @type {number} */ u, /** @type {number} */ v) => fact === `pair(${vertices[u]},${vertices[v]}).`;
  const pairs = [...state.pairs].filter(([, { a, b }]) => isIt(a, b) || isIt(b, a));
  return pairs.map(([id]) => change(state, 'pairs', id, undefined));
}
