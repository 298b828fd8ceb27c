/** The tool to draw a solution, as a line or as the cells inside it, and to derive the clues from it. */

import { button, h, select } from '../dom.js';
import { change } from '../work.js';
import { clueOf } from './clues.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** @type {import('./tool.js').Tool} */
export const solution = {
  name: 'solution',
  label: 'Solution',
  key: 's',
  icon: 'M4 4h9v7h7v9H4z',
  hint: 'Draw the solution: drag along edges, or paint the cells inside of the loop; the clues follow from it.',
  paints: true,
  // What has pairs has paths, which enclose nothing.
  kind: ({ settings, sheet }) =>
    settings.drawing === 'cells' && sheet.board.cells.length > 0 && sheet.state.pairs.size === 0 ? 'cell' : 'edge',
  mark: (studio, id) => studio.state.solution.get(id),
  apply(studio, id, press) {
    const { board, state, shape } = studio.sheet;
    if (this.kind(studio) === 'edge') {
      if (!('value' in press)) press.value = state.solution.has(id) ? undefined : true;
      studio.work.edit('Draw the solution', [change(state, 'solution', id, press.value)], press.merge);
      return;
    }
    // The outline of a set of cells is the sum modulo 2 of the outlines of its cells.
    const inside = studio.inside();
    if (!('value' in press)) press.value = !inside.has(id);
    if (inside.has(id) === press.value) return;
    const edges = board.cells[id].edges.filter((edge) => shape.edges[edge]);
    const changes = edges.map((edge) => change(state, 'solution', edge, state.solution.has(edge) ? undefined : true));
    studio.work.edit('Draw the solution', changes, press.merge);
  },
  erase(studio, id) {
    if (this.kind(studio) === 'edge') {
      studio.work.edit('Draw the solution', [change(studio.state, 'solution', id, undefined)]);
    } else if (studio.inside().has(id)) {
      this.apply(studio, id, { secondary: false, merge: '', value: false });
    }
  },
  options: (studio) => [
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
    button('Clues from it', () => cluesFromSolution(studio), { title: 'All cells get the clue that fits' }),
    button('Take the answer', () => takeAnswer(studio), { title: 'The only solution that was found' }),
    button('Clear', () => clear(studio)),
  ],
};

/** @param {Studio} studio */
export function cluesFromSolution(studio) {
  const { board, shape, state } = studio.sheet;
  if (state.solution.size === 0) return studio.say('Draw a solution first.');
  const cells = board.cells.map((_, cell) => cell).filter((cell) => shape.cells[cell]);
  studio.work.edit(
    'Clues from the solution',
    cells.map((cell) => change(state, 'clues', cell, clueOf(studio, cell))),
  );
}

/** @param {Studio} studio */
function takeAnswer(studio) {
  const answer = studio.analysis.answer;
  if (!answer) return studio.say('There is an answer to take where there is exactly one solution.');
  const { state } = studio;
  const changes = [...state.solution.keys()].filter((edge) => !answer.includes(edge));
  studio.work.edit('Take the answer', [
    ...changes.map((edge) => change(state, 'solution', edge, undefined)),
    ...answer.map((edge) => change(state, 'solution', edge, true)),
  ]);
}

/** @param {Studio} studio */
function clear(studio) {
  const { state } = studio;
  studio.work.edit(
    'Clear the solution',
    [...state.solution.keys()].map((edge) => change(state, 'solution', edge, undefined)),
  );
}
