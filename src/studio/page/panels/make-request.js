/** The requests for puzzles, as the form wants them. */

import { links, puzzleOf } from '../facts.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** What is said of each wish that may stand in the way, as the server names it. @type {Record<string, string>} */
export const WISHES = {
  difficulty: 'the difficulty',
  minimal: '“no clue can go”',
  clues: 'the number of clues',
  symmetry: 'the symmetry',
  values: 'the values of clues',
  places: 'the places of clues',
  keep: 'the clues that are kept',
  answer: 'the drawn solution',
  pairs: 'the number of pairs',
};

/**
 * The change of the settings that drops a wish.
 * @param {string} wish
 * @returns {{ symmetry?: string, making: Partial<import('../studio.js').Making> }}
 */
export function dropping(wish) {
  if (wish === 'symmetry') return { symmetry: '', making: {} };
  if (wish === 'answer') return { making: { own: false } };
  const off = { difficulty: '', minimal: '', clues: null, values: null, places: false, keep: false, pairs: null };
  return { making: { [wish]: off[/** @type {keyof typeof off} */ (wish)] } };
}

/**
 * The request for puzzles; null if something is missing, which is said.
 * @param {Studio} studio
 * @param {string} [without] a wish that is left out
 */
export function generation(studio, without) {
  const { sheet, settings } = studio;
  const { board, shape, state } = sheet;
  const dropped = without === undefined ? { making: {} } : dropping(without);
  const symmetry = dropped.symmetry ?? settings.symmetry;
  const making = { ...settings.making, ...dropped.making };
  if (making.own && state.solution.size === 0) {
    studio.say('Draw a solution first, with the tool Solution.');
    return null;
  }
  const { count, seed, difficulty, pairs } = making;
  const request = {
    ...puzzleOf(sheet, { places: true, clues: making.keep, pairs: false }),
    ...(making.own ? { answer: links(board, state.solution.keys()) } : {}),
    ...{ kind: board.data.kind, count: count ?? 1, seed: seed ?? Math.floor(Math.random() * 1e6) },
    difficulty: difficulty || null,
    repairs: isOfPicture(studio),
  };
  if (board.data.kind === 'numberlink') return { ...request, pairs };
  const places = making.places ? cellsOf(sheet, (cell) => state.clues.has(cell) || state.places.has(cell)) : null;
  if (making.values?.length === 0) {
    studio.say('Tick at least one value of clues.');
    return null;
  }
  if (places?.length === 0) {
    studio.say('Mark the places of clues first: with clues, or with ? (the key *) in the tool Clues.');
    return null;
  }
  const most = board.cells.reduce((size, _, cell) => Math.max(size, shape.size(cell)), 0);
  const values = making.values?.filter((value) => value <= most) ?? null;
  const free = { symmetry: symmetry || null, clues: making.clues, minimal: minimality(making.minimal) };
  return { ...request, ...(places ? { places } : free), values };
}

/** @param {string} minimal */
function minimality(minimal) {
  return minimal === 'within' ? 'within' : minimal !== '';
}

/**
 * The request for all sets of hints; null if something is missing, which is said.
 * @param {Studio} studio
 */
export function hintSets({ sheet, analysis, settings, say }) {
  const { board, state } = sheet;
  const { clues, minimal, count, seed, keep, places } = settings.making;
  const drawn = state.solution.size > 0 ? [...state.solution.keys()] : analysis.answer;
  if (!drawn) {
    say('There must be a solution: draw one, or have clues that leave only one.');
    return null;
  }
  const isPlace = (/** @type {number} */ cell) => state.clues.has(cell) || state.places.has(cell);
  return {
    ...puzzleOf(sheet, { places: true, clues: false }),
    ...{ answer: links(board, drawn), symmetry: settings.symmetry || null, size: clues, minimal: minimal !== '' },
    containing: keep ? cellsOf(sheet, (cell) => state.clues.has(cell)) : [],
    without: places ? cellsOf(sheet, (cell) => !isPlace(cell)) : [],
    ...{ sample: count ?? 1, seed: seed ?? Math.floor(Math.random() * 1e6) },
  };
}

/**
 * The names of cells.
 * @param {import('../work.js').Sheet} sheet
 * @param {(cell: number) => boolean} which
 */
function cellsOf({ board, shape }, which) {
  return board.cells.flatMap(({ name }, cell) => (shape.cells[cell] && which(cell) ? [name] : []));
}

/**
 * Whether the board and its solution come from a picture, so that the solution may be changed a little.
 * @param {Studio} studio
 */
function isOfPicture({ work }) {
  return work.made.done.findLast((edit) => 'to' in edit && !edit.isSame)?.label === 'From a picture';
}
