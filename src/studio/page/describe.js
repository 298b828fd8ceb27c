/** The description of a place, for people who do not see it. */

import { boundWords, constraintsLeft } from './constraints.js';
import { endWords } from './labels.js';
import { begun, literalsName, placeName } from './places.js';

/** @typedef {import('./studio.js').Studio} Studio */

/** The most constraints of an edge that are spoken. */
const MOST_CONSTRAINTS = 2;

/**
 * A description of the cursor's place, for screen readers.
 * @param {Studio} studio
 */
export function describe(studio) {
  const { cursor, sheet } = studio;
  if (!cursor) return '';
  const { kind, id } = cursor;
  const { state } = sheet;
  const place = begun(placeName(sheet, cursor)) + (sheet.shape.has(cursor) ? '' : ', removed');
  const words = (
    /** @type {import('./types.js').Mark | undefined} */ mark,
    /** @type {[string, string]} */ [isIn, isOut],
  ) => (mark === undefined ? '' : mark === 'in' ? isIn : isOut);
  if (kind === 'cell') {
    const clue = state.clues.get(id);
    const inside = !studio.isPlaying && state.solution.size > 0 && studio.inside().has(id) ? ', inside' : '';
    const side = studio.isPlaying ? words(state.shade.get(id), [', coloured inside', ', coloured outside']) : '';
    const number = clue !== undefined ? `clue ${clue}` : state.places.has(id) ? 'a clue without a value' : '';
    const given = [number, ...boundWords(state, id)].filter(Boolean).join(', ') || 'no clue';
    return `${place}: ${given}${inside}${side}.`;
  }
  if (kind === 'vertex') return `${place}${endWords(sheet, id)}.`;
  const mark = words(state.marks.get(id), [', required', ', forbidden']);
  const drawn = state.solution.has(id) && !studio.isPlaying ? ', drawn' : '';
  const played = studio.isPlaying ? words(state.play.get(id), [', a line', ', a cross']) : '';
  const within = constraintsLeft(sheet).filter(([, literals]) => literals.some(([edge]) => edge === id));
  const first = within
    .slice(0, MOST_CONSTRAINTS)
    .map(([, literals]) => ` ${begun(literalsName(sheet.board, literals))}.`);
  const more = within.length > first.length ? ` It is in ${within.length} constraints.` : '';
  return `${place}${mark}${drawn}${played}.${first.join('')}${more}`;
}
