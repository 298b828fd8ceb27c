/** Rows and columns that are added to a board or taken from it; all that is on the board stays where it is. */

import { Refused } from './api.js';
import { Board, Shape } from './board.js';
import { carried, verticesAt } from './carry.js';
import { makeBoard } from './compact.js';

/** @typedef {import('./types.js').Blank} Blank */
/** @typedef {import('./types.js').Point} Point */

/** The sides: in words, the coordinate that changes, and whether it is large there. */
export const SIDES = /** @type {const} */ ({
  above: { words: 'at the top', axis: 1, isEnd: false },
  below: { words: 'at the bottom', axis: 1, isEnd: true },
  left: { words: 'on the left', axis: 0, isEnd: false },
  right: { words: 'on the right', axis: 0, isEnd: true },
});

/** The distance within which places are the same, in lengths of an edge. */
const CLOSE = 0.05;
/** The most rows that are tried at once: those of some tilings repeat only after a few. */
const MOST = 4;

/** What is lost, in words for one and for several, by field of the state. @type {[import('./types.js').Field, string, string][]} */
const LOSSES = [
  ['clues', 'clue', 'clues'],
  ['places', 'place of a clue', 'places of clues'],
  ['least', 'lower bound', 'lower bounds'],
  ['most', 'upper bound', 'upper bounds'],
  ['constraints', 'integrity constraint', 'integrity constraints'],
  ['pairs', 'pair', 'pairs'],
  ['ends', 'end without a partner', 'ends without a partner'],
  ['marks', 'required or forbidden edge', 'required or forbidden edges'],
  ['solution', 'drawn edge', 'drawn edges'],
  ['play', 'mark of play', 'marks of play'],
  ['shade', 'coloured cell', 'coloured cells'],
];

/**
 * Adds a row or column at a side, or takes one away.
 * @param {import('./studio.js').Studio} studio
 * @param {keyof typeof SIDES} side
 * @param {1 | -1} step
 */
export async function resize(studio, side, step) {
  const { axis, words } = SIDES[side];
  await studio.attempt(
    async (signal) => {
      const { board } = studio.sheet;
      const { blank, isPart } = blankOf(board);
      for (let more = 1; more <= MOST; more += 1) {
        const size = blank.size.map((old, i) => (i === axis ? old + step * more : old));
        const made = size[axis] < 1 ? null : await makeBoard({ ...blank, size }).catch(unlessRefused);
        signal.throwIfAborted();
        if (!made) break;
        const { kind, topology } = board.data;
        const data = { ...made, kind, topology };
        const shift = shiftOf(board, new Board(data), side, step, isPart);
        if (!shift) continue;
        const { sheet, lost, to } = carried(studio.sheet, data, ([x, y]) => [x + shift[0], y + shift[1]]);
        if (isPart) removeMissing(sheet, board, shift, to);
        if (sheet.name === `${blank.name} ${blank.size.join('x')}`) sheet.name = `${blank.name} ${size.join('x')}`;
        studio.work.open(step > 0 ? 'Add rows or columns' : 'Remove rows or columns', sheet, true);
        const unit = `${axis === 1 ? 'row' : 'column'}${more === 1 ? '' : 's'}`;
        return studio.say(`${more} ${unit} ${step > 0 ? 'more' : 'less'} ${words}.${lossWords(lost)}`);
      }
      const verb = step > 0 ? 'added' : 'removed';
      throw new Refused(0, `No ${axis === 1 ? 'row' : 'column'} can be ${verb} ${words} of this board.`);
    },
    { key: 'carry', isQueued: true },
  );
}

/**
 * Null for a board that cannot be made: one of some tilings may be too small.
 * @param {unknown} error
 */
function unlessRefused(error) {
  if (error instanceof Refused) return null;
  throw error;
}

/** @param {Partial<Record<import('./types.js').Field, number>>} lost */
function lossWords(lost) {
  const words = LOSSES.flatMap(([field, one, several]) => {
    const number = lost[field] ?? 0;
    return number === 0 ? [] : [`${number} ${number === 1 ? one : several}`];
  });
  return words.length === 0 ? '' : ` Lost: ${words.join(', ')}; undo brings that back.`;
}

/**
 * The request that makes a board. A grid of squares from a file may have holes: then it is a part of the result.
 * @param {Board} board
 * @returns {{ blank: Blank, isPart: boolean }}
 */
function blankOf({ data, at, signs, bounds: { low, high } }) {
  if (data.blank) return { blank: data.blank, isPart: false };
  const isWhole = (/** @type {number} */ x) => Math.abs(x - Math.round(x)) < CLOSE;
  const isGrid =
    at.length > 0 &&
    signs.length === 0 &&
    at.every(([x, y]) => isWhole(x - low[0]) && isWhole(y - low[1])) &&
    data.edges.every(([a, b]) => Math.hypot(at[a][0] - at[b][0], at[a][1] - at[b][1]) < 1 + CLOSE) &&
    data.cells.every(({ edges }) => edges.length === 4);
  if (!isGrid) {
    throw new Refused(
      0,
      'Rows and columns are those of boards made by name and size, not turned, and of grids of squares.',
    );
  }
  const hasCells = data.cells.length > 0;
  const size = [0, 1].map((i) => Math.round(high[i] - low[i]) + (hasCells ? 0 : 1));
  return { blank: { name: 'square', size, patch: 0, kind: hasCells ? 'slitherlink' : 'numberlink' }, isPart: true };
}

/**
 * How far the parts of the old board move to be on the new one; null if they do not fit.
 * @param {Board} old
 * @param {Board} board
 * @param {keyof typeof SIDES} side
 * @param {1 | -1} step
 * @param {boolean} isPart whether the old board may lack parts
 * @returns {Point | null}
 */
function shiftOf(old, board, side, step, isPart) {
  const [inner, outer] = step > 0 ? [old, board] : [board, old];
  const { axis, isEnd } = SIDES[side];
  const isWithin = (/** @type {Point} */ shift) =>
    [0, 1].every(
      (i) =>
        inner.bounds.low[i] + shift[i] > outer.bounds.low[i] - CLOSE &&
        inner.bounds.high[i] + shift[i] < outer.bounds.high[i] + CLOSE,
    );
  const fits = (/** @type {Point} */ shift) =>
    (isPart && step < 0) ||
    verticesAt(
      outer,
      inner.at.map(([x, y]) => [x + shift[0], y + shift[1]]),
    ).every((vertex) => vertex >= 0);
  const shifts = [inner.bounds.low, inner.bounds.high, inner.at[0]].flatMap(([x, y], i) =>
    [[outer.bounds.low], [outer.bounds.high], outer.at][i].map(([u, v]) => /** @type {Point} */ ([u - x, v - y])),
  );
  const inOrder = shifts.filter(isWithin).sort((a, b) => (isEnd ? a[axis] - b[axis] : b[axis] - a[axis]));
  const found = inOrder.find(fits);
  return found ? /** @type {Point} */ (found.map((x) => step * x)) : null;
}

/**
 * Removes the parts of a sheet that the old board did not have where it was.
 * @param {import('./work.js').Sheet} sheet
 * @param {Board} old
 * @param {Point} shift
 * @param {Record<import('./types.js').Kind, number[]>} to the numbers of the old parts on the sheet
 */
function removeMissing(sheet, old, shift, to) {
  const { board, state } = sheet;
  const [cells, edges, vertices] = [to.cell, to.edge, to.vertex].map((numbers) => new Set(numbers));
  const { low, high } = old.bounds;
  const [kind, there] =
    board.cells.length > 0 ? /** @type {const} */ (['cell', cells]) : /** @type {const} */ (['vertex', vertices]);
  for (let id = 0; id < board.count(kind); id += 1) {
    const isInside = board
      .place({ kind, id })
      .every((x, i) => x > low[i] + shift[i] - CLOSE && x < high[i] + shift[i] + CLOSE);
    if (isInside && !there.has(id)) state.gone.set(kind[0] + id, true);
  }
  board.edges.forEach((ends, edge) => {
    const isWithout = ends.every((end) => vertices.has(end)) && board.cellsOf[edge].every((cell) => cells.has(cell));
    if (isWithout && !edges.has(edge)) state.gone.set(`e${edge}`, true);
  });
  sheet.shape = new Shape(board, state.gone);
}
