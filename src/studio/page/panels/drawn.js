/** What is wrong with the drawn solution, in words. */

import { h, patch } from '../dom.js';

/** The most problems that are shown in words. */
const SHOWN = 6;

/** @param {import('../studio.js').Studio} studio */
export function drawnNotes(studio) {
  const place = h('div', { class: 'drawn-notes' });
  const draw = () => {
    const { drawn, isPlaying, state } = studio;
    const isShown = !isPlaying && state.solution.size > 0;
    place.hidden = !isShown;
    if (!isShown) return patch(place);
    const { problems } = drawn;
    const notes = problems.slice(0, SHOWN).map(({ words }) => h('li', {}, words));
    if (problems.length > SHOWN) notes.push(h('li', {}, `${problems.length - SHOWN} more, marked on the board.`));
    patch(
      place,
      h('h2', {}, 'The drawing'),
      notes.length > 0 ? h('ul', {}, ...notes) : h('p', {}, 'Nothing is wrong.'),
    );
  };
  studio.drawn.addEventListener('judged', draw);
  studio.addEventListener('tool', draw);
  draw();
  return place;
}
