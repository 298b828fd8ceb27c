/** Numbers of rows and columns, or else names of cells and vertices, on the board: they show where the places are that the page names. */

import { byId, s } from './dom.js';
import { latticesOf } from './places.js';

/** @typedef {import('./types.js').Point} Point */
/** @typedef {[Point, number, string]} Label a place, a font size and words */

/** @param {import('./studio.js').Studio} studio */
export function showNumbers(studio) {
  const { view, work, settings } = studio;
  const group = s('g', { class: 'numbers' });
  view.svg.append(group);
  const button = byId('numbers');
  button.addEventListener('click', () => studio.set({ showsNumbers: !settings.showsNumbers }));
  const draw = () => {
    button.setAttribute('aria-pressed', String(settings.showsNumbers));
    const labels = settings.showsNumbers ? labelsOf(studio.sheet.board) : [];
    group.replaceChildren(...labels.map(([at, size, words]) => view.text(view.place(at), size, words)));
  };
  work.addEventListener('open', draw);
  studio.addEventListener('settings', (event) => {
    if (/** @type {CustomEvent} */ (event).detail.has('showsNumbers')) draw();
  });
  draw();
}

/**
 * @param {import('./board.js').Board} board
 * @returns {Label[]}
 */
function labelsOf(board) {
  const { cells, vertices } = latticesOf(board);
  const numbers = (/** @type {[number, number]} */ [row, column]) => `${row + 1},${column + 1}`;
  if (vertices?.isStraight) return margins(vertices.at, board.at, 0.55);
  if (vertices) return board.at.map((point, vertex) => beside(point, numbers(vertices.at[vertex])));
  if (cells?.isStraight)
    return margins(
      cells.at,
      board.cells.map(({ label }) => label ?? [0, 0]),
      0.8,
    );
  /** @type {Label[]} */
  const inCells = board.cells.flatMap(({ name, label, room }, cell) =>
    label
      ? [
          [
            [label[0], label[1] + 0.68 * room],
            Math.max(14, Math.min(24, 36 * room)),
            cells ? numbers(cells.at[cell]) : name,
          ],
        ]
      : [],
  );
  // What the corners of the cells of a lattice are called follows from the cells.
  return cells ? inCells : [...inCells, ...board.at.map((point, vertex) => beside(point, board.data.vertices[vertex]))];
}

/**
 * @param {Point} point of a vertex
 * @param {string} words
 * @returns {Label}
 */
function beside([x, y], words) {
  return [[x + 0.15, y - 0.12], 15, words];
}

/**
 * The numbers of rows at the left and those of columns at the top.
 * @param {[number, number][]} places
 * @param {Point[]} points
 * @param {number} aside the distance from the first row and column
 * @returns {Label[]}
 */
function margins(places, points, aside) {
  const [left, top] = [0, 1].map((i) => points.reduce((least, point) => Math.min(least, point[i]), Infinity) - aside);
  /** @type {Map<string, Label>} */
  const labels = new Map();
  places.forEach(([row, column], i) => {
    labels.set(`row ${row}`, [[left, points[i][1]], 26, String(row + 1)]);
    labels.set(`column ${column}`, [[points[i][0], top], 26, String(column + 1)]);
  });
  return [...labels.values()];
}
