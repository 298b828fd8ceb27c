/** The tool to draw a solution, as a line or as the cells inside it, and to derive the clues from it. */

import { button, h, select } from '../dom.js';
import { cluesOf, draw } from '../drawn.js';

/** @typedef {import('../studio.js').Studio} Studio */

const LABEL = 'Draw the solution';

/** @type {import('./tool.js').Tool} */
export const solution = {
  name: 'solution',
  label: 'Solution',
  key: 's',
  icon: 'M4 4h9v7h7v9H4z',
  hint: 'Draw the solution: drag along edges, or paint the cells inside of the loop. Clues may follow it.',
  paints: true,
  // What has pairs has paths, which enclose nothing.
  kind: ({ settings, sheet }) =>
    settings.drawing === 'cells' && sheet.board.cells.length > 0 && sheet.state.pairs.size === 0 ? 'cell' : 'edge',
  mark: (studio, id) => studio.state.solution.get(id),
  apply(studio, id, press) {
    const { board, state, shape } = studio.sheet;
    if (this.kind(studio) === 'edge') {
      if (!('value' in press)) press.value = state.solution.has(id) ? undefined : true;
      draw(studio, LABEL, new Map([[id, /** @type {true | undefined} */ (press.value)]]), press.merge);
      return;
    }
    // The outline of a set of cells is the sum modulo 2 of the outlines of its cells.
    const inside = studio.inside();
    if (!('value' in press)) press.value = !inside.has(id);
    if (inside.has(id) === press.value) return;
    const edges = board.cells[id].edges.filter((edge) => shape.edges[edge]);
    draw(studio, LABEL, new Map(edges.map((edge) => [edge, state.solution.has(edge) ? undefined : true])), press.merge);
  },
  erase(studio, id) {
    if (this.kind(studio) === 'edge') {
      draw(studio, LABEL, new Map([[id, undefined]]));
    } else if (studio.inside().has(id)) {
      this.apply(studio, id, { secondary: false, merge: '', value: false });
    }
  },
  options: (studio) => [
    studio.state.pairs.size === 0 &&
      h(
        'label',
        {},
        'Draw ',
        select(
          'Draw the solution as',
          [
            ['cells', 'cells inside'],
            ['line', 'a line'],
          ],
          studio.settings.drawing,
          (value) => {
            studio.set({ drawing: value });
            studio.moveTo(null);
          },
        ),
      ),
    studio.sheet.board.cells.length > 0 && follow(studio),
    studio.sheet.board.cells.length > 0 &&
      button('Clues from it', () => takeClues(studio, true), { title: 'All cells get the clue that fits, once' }),
    button('Take the answer', () => takeAnswer(studio), { title: 'The only solution that was found' }),
    button('Clear', () => replace(studio, 'Clear the solution', [])),
  ],
};

/**
 * The switch that lets clues follow the drawing.
 * @param {Studio} studio
 */
function follow(studio) {
  const chosen = (/** @type {string} */ follows) => {
    studio.set({ follows });
    if (follows && studio.state.solution.size > 0) takeClues(studio, follows === 'all');
  };
  return h(
    'label',
    {},
    'Clues follow it ',
    select(
      'Clues follow the drawing',
      [
        ['', 'no'],
        ['all', 'in all cells'],
        ['those', 'where some are'],
      ],
      studio.settings.follows,
      chosen,
    ),
  );
}

/**
 * @param {Studio} studio
 * @param {boolean} isAll
 */
function takeClues(studio, isAll) {
  const { sheet, work } = studio;
  if (sheet.state.solution.size === 0) return studio.say('Draw a solution first.');
  work.edit('Clues from the solution', cluesOf(sheet, new Set(sheet.state.solution.keys()), isAll));
}

/** @param {Studio} studio */
function takeAnswer(studio) {
  const { answer } = studio.analysis;
  if (!answer) return studio.say('There is an answer to take where there is exactly one solution.');
  replace(studio, 'Take the answer', answer);
}

/**
 * @param {Studio} studio
 * @param {string} label
 * @param {number[]} edges
 */
function replace(studio, label, edges) {
  /** @type {Map<number, true | undefined>} */
  const wanted = new Map([...studio.state.solution.keys()].map((edge) => [edge, undefined]));
  for (const edge of edges) wanted.set(edge, true);
  draw(studio, label, wanted);
}
