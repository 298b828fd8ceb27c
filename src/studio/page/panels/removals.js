/** What can go from a puzzle with one solution, in words, with the buttons that delete it. */

import { button, h } from '../dom.js';
import { count, kindOf, noun } from '../nouns.js';
import { deleteOne, removable, thin } from '../thin.js';

/** The difficulty above which there is none. */
const HARDEST = 'extreme';

/** @param {import('../studio.js').Studio} studio */
export function removals(studio) {
  const { analysis, settings } = studio;
  const sets = removable(studio);
  const level = analysis.rating?.difficulty;
  // The buttons stay during the search, with the focus.
  const act = (/** @type {string} */ label, /** @type {() => void} */ what) =>
    button(label, () => sets?.length && what(), { 'aria-disabled': sets?.length ? null : 'true' });
  const images = settings.symmetry ? ' with images' : '';
  const found = (/** @type {string[][]} */ those) =>
    those.length === 0
      ? `No ${noun(studio)} can go${images && ' with all its images'}.`
      : `${count(those.length, kindOf(those.flat()))}${images} can go, each by itself.`;
  const open = analysis.report('redundant')?.unknown ?? [];
  return [
    h('p', {}, sets ? found(sets) : analysis.isRunning ? `Which ${noun(studio)}s can go …` : ''),
    open.length > 0 && h('p', {}, `Of ${count(open.length, kindOf(open))} it is not known.`),
    h(
      'div',
      { class: 'row', 'data-key': 'acts' },
      act('Delete one', () => deleteOne(studio)),
      act('Delete all that can', () => void thin(studio, null)),
      level && level !== HARDEST && act(`All, but stay ${level}`, () => void thin(studio, level)),
    ),
  ];
}
