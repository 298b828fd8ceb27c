/** The symmetry of the places of clues: one setting, for clues by hand, deletions, suggestions and the generator. */

import { h, select } from './dom.js';
import { links } from './facts.js';

/** @typedef {import('./studio.js').Studio} Studio */

/**
 * The choice of the symmetry, with its label; the tools and panels in which it acts show it.
 * @param {Studio} studio
 */
export function symmetryChoice(studio) {
  const names = Object.keys(studio.sheet.board.data.symmetries);
  const choices = /** @type {[string, string][]} */ ([['', 'none'], ...names.map((name) => [name, name])]);
  const chosen = (/** @type {string} */ symmetry) => studio.set({ symmetry });
  return h(
    'label',
    { 'data-key': 'symmetry' },
    'Symmetry ',
    select('Symmetry', choices, studio.settings.symmetry, chosen),
  );
}

/**
 * What the analysis has to know of the symmetry: the cells that it exchanges, as far as they are left; for suggestions also the
 * solution that is drawn.
 * @param {Studio} studio
 */
export function symmetryForAnalysis({ sheet, settings }) {
  const orbits = orbitsOf(sheet, settings.symmetry);
  if (!orbits) return {};
  const isSuggesting = settings.showsUnique && sheet.state.solution.size > 0;
  return isSuggesting ? { orbits, answer: links(sheet.board, sheet.state.solution.keys()) } : { orbits };
}

/**
 * The names of cells that a symmetry exchanges, and of those that are their own images, without removed ones; undefined without a
 * symmetry.
 * @param {import('./work.js').Sheet} sheet
 * @param {string} symmetry
 */
export function orbitsOf({ board, shape }, symmetry) {
  const orbits = board.data.symmetries[symmetry];
  if (!orbits) return undefined;
  const exchanged = new Set(orbits.flat());
  const alone = board.cells.flatMap((_, cell) => (exchanged.has(cell) ? [] : [[cell]]));
  return [...orbits, ...alone]
    .map((orbit) => orbit.filter((cell) => shape.cells[cell]).map((cell) => board.cells[cell].name))
    .filter((orbit) => orbit.length > 0);
}
