/** The tool for pairs of vertices that paths must join. */

import { checkbox } from '../dom.js';
import { change } from '../work.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** @type {import('./tool.js').Tool} */
export const pairs = {
  name: 'pairs',
  label: 'Pairs',
  key: 'p',
  icon: 'M6 9a3 3 0 1 0 0-.1M18 15a3 3 0 1 0 0 .1M8.5 10.5l7 4.5',
  hint: 'Click two vertices to pair them. At an end: type a label, Delete removes the pair.',
  paints: false,
  kind: () => 'vertex',
  apply(studio, vertex) {
    const { state } = studio.sheet;
    studio.moveTo({ kind: 'vertex', id: vertex });
    if (pairAt(studio, vertex) !== null) {
      studio.choose(null);
      return;
    }
    const first = studio.chosen;
    if (first?.kind !== 'vertex' || pairAt(studio, first.id) !== null) {
      studio.choose({ kind: 'vertex', id: vertex });
      studio.say('Now the other end.');
      return;
    }
    studio.choose(null);
    if (first.id === vertex) return;
    const id = Math.max(-1, ...state.pairs.keys()) + 1;
    studio.work.edit('Pair two vertices', [change(state, 'pairs', id, { a: first.id, b: vertex, label: null })]);
    studio.say('Paired. A letter or digit labels the pair.');
  },
  type(studio, vertex, character) {
    const id = pairAt(studio, vertex);
    if (id === null || !/^[\p{L}\p{N}]$/u.test(character)) return false;
    const { state } = studio.sheet;
    const pair = state.pairs.get(id);
    if (!pair) return false;
    const isLonger = studio.typed?.cell === vertex;
    const label = ((isLonger ? pair.label : null) ?? '') + character;
    studio.work.edit('Label a pair', [change(state, 'pairs', id, { ...pair, label })]);
    studio.typed = { cell: vertex, value: 0 };
    return true;
  },
  erase(studio, vertex) {
    const id = pairAt(studio, vertex);
    studio.choose(null);
    if (id !== null) studio.work.edit('Delete a pair', [change(studio.state, 'pairs', id, undefined)]);
  },
  options: (studio) => [
    checkbox('every vertex must be passed', studio.state.flags.get('cover') ?? false, (isCovered) =>
      studio.work.edit('Cover', [change(studio.state, 'flags', 'cover', isCovered || undefined)]),
    ),
  ],
};

/**
 * The pair that has a vertex as an end.
 * @param {Studio} studio
 * @param {number} vertex
 */
function pairAt(studio, vertex) {
  for (const [id, { a, b }] of studio.state.pairs) if (a === vertex || b === vertex) return id;
  return null;
}
