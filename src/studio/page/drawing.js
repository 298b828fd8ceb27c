/** Pictures of puzzles, as the server draws them. */

import { postForFile } from './api.js';
import { picture } from './dom.js';
import { puzzleOf } from './facts.js';

/**
 * A picture of a puzzle.
 * @param {import('./work.js').Sheet} sheet
 * @param {string[]} [answer] the edges that are drawn as its solution
 * @param {AbortSignal} [signal]
 */
export async function drawing(sheet, answer, signal) {
  const svg = await postForFile('draw', { ...puzzleOf(sheet, { places: true }), answer, as: 'svg' }, signal);
  return picture(await svg.text());
}
