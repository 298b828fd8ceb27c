/** The tool for edges that every solution must have or that none may have. */

import { button } from '../dom.js';
import { change } from '../work.js';
import { paint } from './paint.js';

/** @type {import('./tool.js').Tool} */
export const marks = {
  name: 'edges',
  label: 'Edges',
  key: 'e',
  icon: 'M4 18L20 6M4 18h.1M20 6h.1',
  hint: 'Drag along edges: required. With the other button or Shift: forbidden. Once more: neither.',
  paints: true,
  kind: () => 'edge',
  apply: (studio, edge, press) => paint(studio, 'marks', edge, press, 'Mark edges'),
  erase: (studio, edge) => studio.work.edit('Unmark an edge', [change(studio.state, 'marks', edge, undefined)]),
  options: (studio) => [
    button('Clear all', () => {
      const all = [...studio.state.marks.keys()];
      studio.work.edit(
        'Unmark all edges',
        all.map((edge) => change(studio.state, 'marks', edge, undefined)),
      );
    }),
  ],
};
