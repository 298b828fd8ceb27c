/** The tool for clues of cells, by click and by keyboard, also symmetric ones. */

import { button, h, select } from '../dom.js';
import { clueIn } from '../drawn.js';
import { begun, placeName } from '../places.js';
import { change } from '../work.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** @type {import('./tool.js').Tool} */
export const clues = {
  name: 'clues',
  label: 'Clues',
  key: 'c',
  icon: 'M4 4h16v16H4zM10 8h3v8M9 16h6',
  hint: 'Click a cell and type its clue; a second click counts up, Shift-click down. Drag to move the board.',
  paints: false,
  kind: () => 'cell',
  fits: (studio) => studio.sheet.board.cells.length > 0,
  apply(studio, cell, { secondary }) {
    const isThere = studio.cursor?.kind === 'cell' && studio.cursor.id === cell;
    studio.moveTo({ kind: 'cell', id: cell });
    if (!isThere) return;
    const most = studio.sheet.shape.size(cell);
    const clue = studio.state.clues.get(cell);
    const values = [undefined, ...Array.from({ length: most + 1 }, (_, value) => value)];
    const at = values.indexOf(clue) + (secondary ? values.length - 1 : 1);
    setClue(studio, cell, values[at % values.length]);
  },
  type(studio, cell, character) {
    if (!/^\d$/.test(character)) return false;
    const most = studio.sheet.shape.size(cell);
    const digit = Number(character);
    const longer = 10 * (studio.typed?.cell === cell ? studio.typed.value : 0) + digit;
    const value = longer <= most ? longer : digit;
    if (value > most) {
      studio.say(`This cell has ${most} edges.`);
      return true;
    }
    setClue(studio, cell, value);
    studio.typed = { cell, value };
    studio.say(`${begun(placeName(studio.sheet, { kind: 'cell', id: cell }))}: clue ${value}.`);
    return true;
  },
  erase: (studio, cell) => setClue(studio, cell, undefined),
  options(studio) {
    const names = Object.keys(studio.sheet.board.data.symmetries);
    const choices = [['', 'none'], ...names.map((name) => [name, name])];
    const most = studio.sheet.board.cells.reduce((size, cell) => Math.max(size, cell.edges.length), 0);
    const digits = Array.from({ length: Math.min(most, 12) + 1 }, (_, value) =>
      button(String(value), () => atCursor(studio, value), { class: 'digit', 'aria-label': `clue ${value}` }),
    );
    return [
      h(
        'label',
        {},
        'Symmetry ',
        select('Symmetry', /** @type {[string, string][]} */ (choices), studio.settings.symmetry, (value) => {
          studio.set({ symmetry: value });
        }),
      ),
      h(
        'span',
        { class: 'digits', role: 'group', 'aria-label': 'Clue of the chosen cell' },
        ...digits,
        button('✕', () => atCursor(studio, undefined), { class: 'digit', 'aria-label': 'no clue' }),
      ),
    ];
  },
};

/**
 * @param {Studio} studio
 * @param {number | undefined} value
 */
function atCursor(studio, value) {
  if (studio.cursor?.kind !== 'cell') return studio.say('Choose a cell first.');
  if (value !== undefined && value > studio.sheet.shape.size(studio.cursor.id)) {
    return studio.say(`This cell has ${studio.sheet.shape.size(studio.cursor.id)} edges.`);
  }
  setClue(studio, studio.cursor.id, value);
}

/**
 * Sets a clue. With a symmetry, the clues of the cell's images appear and disappear with it. Images that already have a clue keep
 * its value: only the places are symmetric.
 * @param {Studio} studio
 * @param {number} cell
 * @param {number | undefined} value undefined: no clue
 */
export function setClue(studio, cell, value) {
  const { state, shape } = studio.sheet;
  const changes = [change(state, 'clues', cell, value)];
  for (const image of studio.images(cell)) {
    if (!shape.cells[image] || (value !== undefined && state.clues.has(image))) continue;
    const own =
      state.solution.size > 0 ? clueIn(studio.sheet, image, state.solution) : Math.min(value ?? 0, shape.size(image));
    changes.push(change(state, 'clues', image, value === undefined ? undefined : own));
  }
  studio.work.edit(value === undefined ? 'Delete a clue' : 'Set a clue', changes);
}
