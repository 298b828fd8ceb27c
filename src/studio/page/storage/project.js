/**
 * Project files: the puzzle with all that is drawn and played, what is seen of it, the tool, and the shelf. They are JSON with
 * the members `zlink` ("project"), `version`, `boards`, `sheets` (each with the number of its board), `work` (the number of the
 * sheet that is open), `shelf` (keys and numbers), `view` and `tool`. Maps are lists `{ "map": [[key, value], ...] }`.
 */

import { Refused } from '../api.js';
import { Board } from '../board.js';
import { sheetFrom } from './works.js';

/** @typedef {import('../work.js').Sheet} Sheet */

const VERSION = 1;

/**
 * Data as text.
 * @param {unknown} data
 */
export function textOf(data) {
  return JSON.stringify(data, (_, value) => (value instanceof Map ? { map: [...value] } : value));
}

/** @param {string} text */
function dataOf(text) {
  return JSON.parse(text, (_, value) => (Array.isArray(value?.map) ? new Map(value.map) : value));
}

/**
 * The text of a project file.
 * @param {import('../studio.js').Studio} studio
 * @param {import('./shelf.js').Kept[]} shelf
 */
export function projectText({ sheet, viewport, tool }, shelf) {
  /** @type {Board[]} */
  const boards = [];
  const numberOf = (/** @type {Board} */ board) => {
    if (!boards.includes(board)) boards.push(board);
    return boards.indexOf(board);
  };
  const sheets = [sheet, ...shelf.map((kept) => kept.sheet)].map(({ name, board, state }) => {
    return { name, board: numberOf(board), state };
  });
  return textOf({
    zlink: 'project',
    version: VERSION,
    boards: boards.map(({ data }) => data),
    sheets,
    work: 0,
    shelf: shelf.map(({ key }, i) => ({ key, sheet: i + 1 })),
    view: viewport.seen,
    tool: tool.name,
  });
}

/** @param {string} text */
export function isProject(text) {
  return /^\s*\{\s*"zlink":\s*"project"/.test(text);
}

/**
 * Whether data are those of a board.
 * @param {any} data
 */
function isBoard({ kind, topology, vertices, pos, at, edges, cells, symmetries, facts }) {
  const isPlace = (/** @type {any} */ place) => place.length === 2 && place.every(Number.isFinite);
  const isEdge = (/** @type {any} */ ends) => ends.length === 2 && ends.every((/** @type {any} */ v) => v in vertices);
  const isCell = (/** @type {any} */ { name, edges: sides, corners, label, room }) =>
    typeof name === 'string' &&
    sides.every((/** @type {any} */ edge) => edge in edges) &&
    (corners === null || corners.every((/** @type {any} */ v) => v in vertices)) &&
    (label === null || isPlace(label)) &&
    Number.isFinite(room);
  const areSets = (/** @type {any} */ sets) => sets.flat().every((/** @type {any} */ cell) => cell in cells);
  return (
    ['slitherlink', 'numberlink'].includes(kind) &&
    [topology, facts, ...vertices].every((text) => typeof text === 'string') &&
    [pos, at].every((places) => places.length === vertices.length && places.every(isPlace)) &&
    edges.every(isEdge) &&
    cells.every(isCell) &&
    Object.values(symmetries).every(areSets)
  );
}

/**
 * What a project file holds.
 * @param {string} text
 * @returns {{ sheet: Sheet, shelf: import('./shelf.js').Kept[], view: import('../viewport.js').Seen | null, tool: string }}
 */
function readProject(text) {
  try {
    const { version, boards, sheets, work, shelf, view, tool } = dataOf(text);
    if (version !== VERSION) throw new Refused(0, `This project is of another version (${version}) of the studio.`);
    if (!boards.every(isBoard)) throw new Error('no board');
    const all = boards.map((/** @type {any} */ data) => new Board(data));
    const read = sheets.map((/** @type {any} */ { name, board, state }) => sheetFrom({ name, state }, all[board]));
    const kept = shelf.map((/** @type {any} */ one) => ({ key: String(one.key), sheet: read[one.sheet] }));
    if (!read[work]) throw new Error('no sheet');
    return { sheet: read[work], shelf: kept, view, tool };
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(0, 'The project file is incomplete or damaged.');
  }
}

/**
 * Opens a project: its puzzle on the board, and the puzzles of its shelf beside those that are here.
 * @param {import('../studio.js').Studio} studio
 * @param {string} text
 * @param {import('../address.js').Purpose} [purpose] by default the tool is that of the project
 */
export async function openProject(studio, text, purpose) {
  const { sheet, shelf, view, tool } = readProject(text);
  studio.work.open('Open a project', sheet);
  studio.use(tool);
  if (purpose === 'solve') studio.useFor(purpose);
  if (view && Number.isFinite(view.scale) && view.centre.every(Number.isFinite)) studio.viewport.see(view);
  for (const { key, sheet: kept } of shelf) await studio.storage.shelf.add(kept, key);
  studio.say(`Project opened: ${sheet.name}; on its shelf: ${shelf.length}.`);
}
