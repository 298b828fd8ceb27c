/** The tool for solving by hand: the answer is hidden. */

import { change } from '../work.js';
import { paint } from './paint.js';

/** @type {import('./tool.js').Tool} */
export const play = {
  name: 'play',
  label: 'Play',
  key: 'l',
  icon: 'M7 4l13 8-13 8z',
  hint: 'Solve it by hand: drag along edges to draw; with the other button or Shift: a cross. Once more: neither.',
  paints: true,
  kind: () => 'edge',
  apply: (studio, edge, press) => paint(studio, 'play', edge, press, 'Mark edges'),
  erase: (studio, edge) => studio.work.edit('Unmark an edge', [change(studio.state, 'play', edge, undefined)]),
  options: (studio) => studio.player.options(),
};
