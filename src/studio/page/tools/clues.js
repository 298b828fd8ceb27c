/** The tool for clues of cells, by click and by keyboard, also symmetric ones. */

import { button, h } from '../dom.js';
import { clueIn } from '../drawn.js';
import { begun, placeName } from '../places.js';
import { suggestedClues, whenOnly } from '../suggestions.js';
import { symmetryChoice } from '../symmetry.js';
import { change } from '../work.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** The clue without a value: the generator finds one. */
const PLACE = '?';

/** What a cell is to have: a clue, one without a value, or none. @typedef {number | typeof PLACE | undefined} Wanted */

/** @type {import('./tool.js').Tool} */
export const clues = {
  name: 'clues',
  label: 'Clues',
  key: 'c',
  icon: 'M4 4h16v16H4zM10 8h3v8M9 16h6',
  hint: 'Click a cell and type its clue, or * for one that Make finds. A second click counts up, Shift-click down. Drag to move the board.',
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
    const name = begun(placeName(studio.sheet, { kind: 'cell', id: cell }));
    if (character === '*') {
      setClue(studio, cell, PLACE);
      studio.say(`${name}: a clue without a value, which Make finds.`);
      return true;
    }
    if (!/^\d$/.test(character)) return false;
    const most = studio.sheet.shape.size(cell);
    const digit = Number(character);
    const typed = studio.typed?.cell === cell ? studio.typed : null;
    const longer = 10 * (typed?.value ?? 0) + digit;
    const value = longer <= most ? longer : digit;
    if (value > most) {
      studio.say(`This cell has ${most} edges.`);
      return true;
    }
    const images = setClue(studio, cell, value, typed?.images);
    studio.typed = { cell, value, images };
    studio.say(`${name}: clue ${value}.`);
    return true;
  },
  erase: (studio, cell) => setClue(studio, cell, undefined),
  options(studio) {
    const most = studio.sheet.board.cells.reduce((size, cell) => Math.max(size, cell.edges.length), 0);
    const digits = Array.from({ length: Math.min(most, 12) + 1 }, (_, value) =>
      button(String(value), () => atCursor(studio, value), { class: 'digit', 'aria-label': `clue ${value}` }),
    );
    return [
      symmetryChoice(studio),
      h(
        'span',
        { class: 'digits', role: 'group', 'aria-label': 'Clue of the chosen cell' },
        ...digits,
        button('?', () => atCursor(studio, PLACE), {
          class: 'digit',
          'aria-label': 'a clue without a value',
          title: 'A clue whose value Make finds (*)',
        }),
        button('✕', () => atCursor(studio, undefined), { class: 'digit', 'aria-label': 'no clue' }),
      ),
    ];
  },
};

/**
 * @param {Studio} studio
 * @param {Wanted} value
 */
function atCursor(studio, value) {
  if (studio.cursor?.kind !== 'cell') return studio.say('Choose a cell first.');
  if (typeof value === 'number' && value > studio.sheet.shape.size(studio.cursor.id)) {
    return studio.say(`This cell has ${studio.sheet.shape.size(studio.cursor.id)} edges.`);
  }
  setClue(studio, studio.cursor.id, value);
}

/**
 * Sets a clue. With a symmetry, the clues of the cell's images appear and disappear with it. Images that already have a clue keep
 * its value: only the places are symmetric. New ones fit the solution, if it is drawn or if the clue leaves only one.
 * @param {Studio} studio
 * @param {number} cell
 * @param {Wanted} value
 * @param {number[]} [young] images whose clues came with one that is still being typed
 * @returns {number[]} the images whose clues came
 */
function setClue(studio, cell, value, young = []) {
  const { state, shape } = studio.sheet;
  const merge = `clue-${Date.now()}`;
  const label = value === undefined ? 'Delete a clue' : 'Set a clue';
  const isBare = (/** @type {number} */ one) => !state.clues.has(one) && !state.places.has(one);
  const images = studio
    .images(cell)
    .filter((image) => shape.cells[image] && (value === undefined || isBare(image) || young.includes(image)));
  const isDrawn = state.solution.size > 0;
  const isDeciding = typeof value === 'number' && !isDrawn && suggestedClues(studio).get(cell)?.includes(value);
  const clueOf = (/** @type {number} */ image) =>
    isDrawn && typeof value === 'number'
      ? clueIn(studio.sheet, image, state.solution)
      : typeof value === 'number'
        ? Math.min(value, shape.size(image))
        : value;
  const changes = (isDeciding ? [] : images).flatMap((image) => changesTo(state, image, clueOf(image)));
  studio.work.edit(label, [...changesTo(state, cell, value), ...changes], merge);
  if (isDeciding && images.length > 0) {
    whenOnly(studio, label, merge, (answer) =>
      images.flatMap((image) => changesTo(state, image, clueIn(studio.sheet, image, answer))),
    );
  }
  return images;
}

/**
 * The changes that give a cell a clue, the place of one, or nothing.
 * @param {import('../types.js').State} state
 * @param {number} cell
 * @param {Wanted} value
 */
export function changesTo(state, cell, value) {
  return [
    change(state, 'clues', cell, value === PLACE ? undefined : value),
    change(state, 'places', cell, value === PLACE || undefined),
  ];
}
