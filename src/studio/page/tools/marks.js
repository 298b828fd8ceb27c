/** The tool for edges that every solution must have or that none may have. */

import { button } from '../dom.js';
import { change } from '../work.js';
import { choice } from './buttons.js';
import { paint } from './paint.js';

/** @type {import('./tool.js').Tool} */
export const marks = {
  name: 'edges',
  label: 'Edges',
  key: 'e',
  icon: 'M4 18L20 6M4 18h.1M20 6h.1',
  hint: 'Drag along edges: required. With the other button, Shift or the switch: forbidden. Once more: neither. Back: undone.',
  paints: true,
  kind: () => 'edge',
  mark: (studio, edge) => studio.state.marks.get(edge),
  apply: (studio, edge, press) => paint(studio, 'marks', edge, press, studio.settings.marking === 'forbidden'),
  erase: (studio, edge) => studio.work.edit('Unmark an edge', [change(studio.state, 'marks', edge, undefined)]),
  options: (studio) => [
    choice(
      'What a stroke marks',
      [
        ['required', 'M4 12h16', 'required'],
        ['forbidden', 'M4 12h.1M9 12h.1M14 12h.1M19 12h.1', 'forbidden'],
      ],
      studio.settings.marking,
      (marking) => {
        studio.set({ marking });
        studio.tell('tool');
      },
    ),
    button('Clear all', () => {
      const all = [...studio.state.marks.keys()];
      studio.work.edit(
        'Unmark all edges',
        all.map((edge) => change(studio.state, 'marks', edge, undefined)),
      );
    }),
  ],
};
