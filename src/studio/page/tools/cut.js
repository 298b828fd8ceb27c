/** The tool for the board itself: removes and restores parts of it, turns and mirrors it. */

import { leftOutWords } from '../constraints.js';
import { button, h, select } from '../dom.js';
import { SIDES, resize } from '../rows.js';
import { change } from '../work.js';

const LETTER = { cell: 'c', edge: 'e', vertex: 'v' };

/** @type {import('./tool.js').Tool} */
export const cut = {
  name: 'board',
  label: 'Board',
  key: 'b',
  icon: 'M4 4h16v16H4zM4 12h16M12 4v16M13 13l6 6M19 13l-6 6',
  hint: 'Click or drag to remove cells, edges or vertices, and to restore them.',
  paints: true,
  kind: (studio) => (studio.sheet.board.cells.length > 0 ? studio.settings.cutting : studio.cutWithoutCells),
  apply(studio, id, press) {
    const { state } = studio;
    const key = LETTER[this.kind(studio)] + id;
    if (!('value' in press)) press.value = state.gone.has(key) ? undefined : true;
    setGone(studio, key, press.value, press.merge);
  },
  erase(studio, id) {
    const key = LETTER[this.kind(studio)] + id;
    setGone(studio, key, true);
  },
  options: (studio) => [
    h(
      'label',
      {},
      'Remove ',
      select(
        'What to remove',
        [
          ['cell', 'cells'],
          ['edge', 'edges'],
          ['vertex', 'vertices'],
        ],
        cut.kind(studio),
        (value) => {
          studio.set({ cutting: /** @type {import('../types.js').Kind} */ (value) });
          studio.moveTo(null);
        },
      ),
    ),
    button('Restore all', () => {
      const { state } = studio;
      studio.work.edit(
        'Restore all',
        [...state.gone.keys()].map((key) => change(state, 'gone', key, undefined)),
      );
    }),
    h(
      'span',
      { role: 'group', 'aria-label': 'Turn the puzzle' },
      button('⇋', () => studio.turn('left-right'), {
        'aria-label': 'mirror left and right',
        title: 'mirror left and right',
      }),
      button('⥮', () => studio.turn('up-down'), { 'aria-label': 'mirror up and down', title: 'mirror up and down' }),
      button('↺', () => studio.turn('left'), { 'aria-label': 'turn left', title: 'turn left' }),
      button('↻', () => studio.turn('right'), { 'aria-label': 'turn right', title: 'turn right' }),
    ),
    h('span', { role: 'group', 'aria-label': 'Add rows and columns' }, ...sides(studio, '+', 1)),
    h('span', { role: 'group', 'aria-label': 'Remove rows and columns' }, ...sides(studio, '−', -1)),
  ],
};

/**
 * Removes or restores a part. What is said of the constraints that go with it comes behind what is said of the part.
 * @param {import('../studio.js').Studio} studio
 * @param {string} key
 * @param {unknown} isGone true or undefined
 * @param {string | null} [merge]
 */
function setGone(studio, key, isGone, merge = null) {
  const before = leftOutWords(studio.sheet);
  studio.work.edit(isGone ? 'Remove' : 'Restore', [change(studio.state, 'gone', key, isGone)], merge);
  const words = leftOutWords(studio.sheet);
  if (words !== before) queueMicrotask(() => studio.say(words || 'All constraints are back.'));
}

const ARROWS = { above: '↑', below: '↓', left: '←', right: '→' };

/**
 * A button for each side of the board.
 * @param {import('../studio.js').Studio} studio
 * @param {string} sign
 * @param {1 | -1} step
 */
function sides(studio, sign, step) {
  return /** @type {(keyof typeof SIDES)[]} */ (Object.keys(SIDES)).map((side) => {
    const what = SIDES[side].axis === 1 ? 'row' : 'column';
    const words = `${step > 0 ? 'add' : 'remove'} a ${what} ${SIDES[side].words}`;
    const act = () => void resize(studio, side, step);
    return button(sign + ARROWS[side], act, { 'aria-label': words, title: words });
  });
}
