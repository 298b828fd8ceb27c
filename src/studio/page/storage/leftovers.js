/** What earlier versions of the page have kept as texts. Those that cannot be read stay where they are. */

import { Board, Shape } from '../board.js';
import { labelled } from '../labels.js';
import { recall, remember } from './local.js';
import { FIELDS, Work, isWhole, noHistory } from '../work.js';

const WORK = 'zlink.work';
const SHELF = 'zlink.shelf';

/**
 * The sheet of plain data, in which maps are lists.
 * @param {any} data
 * @returns {import('../work.js').Sheet}
 */
function sheetFrom({ name, board: boardData, state: lists }) {
  const board = new Board(boardData);
  const state = /** @type {any} */ (
    Object.fromEntries(Object.keys(FIELDS).map((field) => [field, new Map(lists[field] ?? [])]))
  );
  // Pairs could be without a label.
  const ids = [...state.pairs.keys()];
  labelled([...state.pairs.values()]).forEach((pair, i) => state.pairs.set(ids[i], pair));
  const sheet = { name, board, state, shape: new Shape(board, state.gone), played: noHistory() };
  if (!isWhole(sheet)) throw new Error('a sheet that is not about its board');
  return sheet;
}

/** @param {string} text */
function workFrom(text) {
  const { version, sheet, done, undone } = JSON.parse(text);
  if (version !== 1) throw new Error('of another version');
  const work = new Work(sheetFrom(sheet));
  work.made = { done, undone: undone ?? [] };
  return work;
}

/** Reads them. `forget` takes away those that could be read. */
export function readLeftovers() {
  /** @type {Work[]} */
  const works = [];
  /** @type {import('../work.js').Sheet[]} */
  const sheets = [];
  /** @type {string[]} */
  const unread = [];
  /** @type {(() => void)[]} */
  const gone = [];
  /** @type {[string, 'localStorage' | 'sessionStorage', (text: string) => void][]} */
  const places = [
    [WORK, 'sessionStorage', (text) => works.push(workFrom(text))],
    [WORK, 'localStorage', (text) => works.push(workFrom(text))],
    [
      SHELF,
      'localStorage',
      (text) => sheets.push(...JSON.parse(text).map((/** @type {any} */ { sheet }) => sheetFrom(sheet))),
    ],
  ];
  for (const [name, where, read] of places) {
    const text = recall(name, where);
    if (text === null) continue;
    try {
      read(text);
      gone.push(() => remember(name, null, where));
    } catch {
      unread.push(text);
    }
  }
  return { work: works[0] ?? null, sheets, unread, forget: () => gone.forEach((forget) => forget()) };
}
