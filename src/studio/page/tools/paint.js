/** Marks of edges and of cells, along strokes and by taps. */

import { change } from '../work.js';

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../types.js').Mark} Mark */

/**
 * Makes a mark, or with the secondary button the opposite one. A stroke that begins on such a mark erases it. Taps of fingers, which
 * have no other button, go through all marks.
 * @param {Studio} studio
 * @param {'marks' | 'play'} field
 * @param {number} edge
 * @param {import('./tool.js').Press} press
 * @param {boolean} isCross whether the mark is `out`
 */
export function paint(studio, field, edge, press, isCross) {
  const mark = studio.state[field].get(edge);
  if (!('value' in press)) {
    const wanted = isCross === press.secondary ? 'in' : 'out';
    if (press.isTap && press.isFinger && !isCross) press.value = next(mark);
    else press.value = mark === wanted ? undefined : wanted;
  }
  studio.work.edit('Mark edges', [change(studio.state, field, edge, press.value)], press.merge);
}

/**
 * Colours a cell as inside or outside. Taps and clicks go through both, a stroke from a coloured cell colours others alike.
 * @param {Studio} studio
 * @param {number} cell
 * @param {import('./tool.js').Press} press
 */
export function colour(studio, cell, press) {
  const side = studio.state.shade.get(cell);
  const first = press.secondary ? 'out' : 'in';
  if (!('value' in press)) press.value = press.isTap ? next(side, first) : (side ?? first);
  studio.work.edit('Colour cells', [change(studio.state, 'shade', cell, press.value)], press.merge);
}

/**
 * The mark after another one, when taps go through all.
 * @param {Mark | undefined} mark
 * @param {Mark} [first]
 * @returns {Mark | undefined}
 */
function next(mark, first = 'in') {
  if (mark === undefined) return first;
  return mark === first ? (first === 'in' ? 'out' : 'in') : undefined;
}
