/**
 * The works that the browser keeps, one for each tab: a sheet, its edits, and the sheets before it. Only what has changed is
 * written; boards, which never change, are written once.
 */

import { newKey } from './database.js';
import { Board, Shape } from '../board.js';
import { FIELDS, Work, isWhole, noHistory } from '../work.js';

/** @typedef {import('../work.js').Sheet} Sheet */
/** @typedef {import('../work.js').Edit} Edit */
/** @typedef {import('./database.js').Database} Database */
/** @typedef {Parameters<Database['write']>[0]} Changes */

/** The works that are kept of earlier tabs; the boards of older ones go to the shelf. */
const KEPT_WORKS = 12;

/** The key of each board that was written or read. @type {WeakMap<Board, string>} */
const keys = new WeakMap();

/**
 * The record of a sheet, and that of its board.
 * @param {Sheet} sheet
 * @returns {{ record: object, board: [store: 'boards', key: string, record: unknown] }}
 */
export function recordOf({ name, board, state, played }) {
  const key = keys.get(board) ?? newKey();
  keys.set(board, key);
  return { record: { name, board: key, state, played }, board: ['boards', key, board.data] };
}

/**
 * The sheet of a record.
 * @param {any} record
 * @param {Board} board
 * @returns {Sheet}
 */
export function sheetFrom({ name, state, played }, board) {
  // A record of an earlier time has fewer fields.
  const fields = Object.keys(FIELDS).map((field) => [field, state[field] ?? new Map()]);
  const full = /** @type {import('../types.js').State} */ (Object.fromEntries(fields));
  const sheet = { name, board, state: full, shape: new Shape(board, full.gone), played: played ?? noHistory() };
  if (!isWhole(sheet)) throw new Error('a sheet that is not about its board');
  return sheet;
}

/**
 * Reads the boards of records.
 * @param {Database} database
 * @param {any[]} records
 * @returns {Promise<Map<string, Board>>}
 */
export async function boardsOf(database, records) {
  const wanted = [...new Set(records.map(({ board }) => board))];
  const data = await Promise.all(wanted.map((key) => database.get('boards', key)));
  return new Map(
    wanted.flatMap((key, i) => {
      if (!data[i]) return [];
      const board = new Board(data[i]);
      keys.set(board, key);
      return [[key, board]];
    }),
  );
}

/** @param {string} work */
const editsOf = (work) => IDBKeyRange.bound([work], [work, []]);

/**
 * Reads a work; rejects if it cannot be read.
 * @param {Database} database
 * @param {string} key
 * @returns {Promise<Work | null>} null if there is none
 */
export async function readWork(database, key) {
  const record = await database.get('works', key);
  if (record === undefined) return null;
  const edits = (await database.all('edits', editsOf(key))).map(([, edit]) => edit);
  const wanted = [...new Set([record.sheet, ...edits.flatMap(({ from, to }) => (from ? [from, to] : []))])];
  const records = await Promise.all(wanted.map((sheet) => database.get('sheets', sheet)));
  const boards = await boardsOf(database, records);
  const sheets = new Map(
    wanted.map((sheet, i) => [sheet, sheetFrom(records[i], /** @type {Board} */ (boards.get(records[i].board)))]),
  );
  const sheetAt = (/** @type {string} */ sheet) => /** @type {Sheet} */ (sheets.get(sheet));
  const full = edits.map((edit) => (edit.from ? { ...edit, from: sheetAt(edit.from), to: sheetAt(edit.to) } : edit));
  const work = new Work(sheetAt(record.sheet));
  work.made = { done: full.slice(0, record.done), undone: full.slice(record.done).reverse() };
  return work;
}

/** Keeps the work of this tab. */
export class WorkKeeper {
  /**
   * @param {Database} database
   * @param {string} key
   */
  constructor(database, key) {
    this.database = database;
    this.key = key;
    /** The edits that are written. @type {Edit[]} */
    this.written = [];
    /** The keys of the sheets that are written. @type {Map<Sheet, string>} */
    this.sheets = new Map();
    /** The boards that are written. @type {Set<Board>} */
    this.boards = new Set();
    /** Whether what an earlier keeper has written is still there. */
    this.isNew = true;
  }

  /**
   * Writes what has changed.
   * @param {Work} work
   * @param {Set<Sheet>} changed the sheets that have changed since the last time
   */
  save(work, changed) {
    /** @type {Changes} */
    const changes = this.isNew ? [['edits', editsOf(this.key), undefined]] : [];
    this.isNew = false;
    const { done, undone } = work.made;
    const edits = [...done, ...undone.toReversed()];
    this.drop(edits, work.sheet, changes);
    const keyOf = (/** @type {Sheet} */ sheet) => this.put(sheet, changed.has(sheet), changes);
    edits.forEach((edit, i) => {
      if (this.written[i] === edit) return;
      this.written[i] = edit;
      const record = 'from' in edit ? { ...edit, from: keyOf(edit.from), to: keyOf(edit.to) } : edit;
      changes.push(['edits', [this.key, i], record]);
    });
    for (let i = edits.length; i < this.written.length; i += 1) changes.push(['edits', [this.key, i], undefined]);
    this.written.length = edits.length;
    const record = { time: Date.now(), sheet: keyOf(work.sheet), done: done.length };
    changes.push(['works', this.key, record]);
    return this.database.write(changes);
  }

  /**
   * Deletes the sheets that no edit leads to any more.
   * @param {Edit[]} edits
   * @param {Sheet} current
   * @param {Changes} changes
   */
  drop(edits, current, changes) {
    const reached = new Set([current, ...edits.flatMap((edit) => ('from' in edit ? [edit.from, edit.to] : []))]);
    for (const [sheet, key] of this.sheets) {
      if (reached.has(sheet)) continue;
      changes.push(['sheets', key, undefined]);
      this.sheets.delete(sheet);
    }
  }

  /**
   * Writes a sheet if it is new or has changed. Returns its key.
   * @param {Sheet} sheet
   * @param {boolean} hasChanged
   * @param {Changes} changes
   */
  put(sheet, hasChanged, changes) {
    const known = this.sheets.get(sheet);
    const key = known ?? newKey();
    if (known !== undefined && !hasChanged) return key;
    this.sheets.set(sheet, key);
    const { record, board } = recordOf(sheet);
    changes.push(['sheets', key, record]);
    if (!this.boards.has(sheet.board)) changes.push(board);
    this.boards.add(sheet.board);
    return key;
  }
}

/**
 * Deletes the works of tabs long gone. What was edited or played in them goes to the shelf.
 * @param {Database} database
 * @param {(key: string) => boolean} isOpen whether a tab has this work
 */
export async function tidy(database, isOpen) {
  const works = (await database.all('works')).filter(([key]) => !isOpen(key)).sort(([, a], [, b]) => b.time - a.time);
  /** @type {Set<string>} */
  const boards = new Set();
  for (const [key, { sheet, time, done }] of works.slice(KEPT_WORKS)) {
    const edits = (await database.all('edits', editsOf(key))).map(([, edit]) => edit);
    const sheets = [...new Set([sheet, ...edits.flatMap(({ from, to }) => (from ? [from, to] : []))])];
    const records = await Promise.all(sheets.map((one) => database.get('sheets', one)));
    for (const record of records) boards.add(record?.board);
    const [last] = records;
    const isWanted = last && (done > 0 || last.played?.done.length > 0);
    await database.write([
      .../** @type {Changes} */ (isWanted ? [['shelf', newKey(), { ...last, time }]] : []),
      ['edits', editsOf(key), undefined],
      ['works', key, undefined],
      ...sheets.map((one) => /** @type {Changes[0]} */ (['sheets', one, undefined])),
    ]);
  }
  // Only boards of what was deleted: those of other tabs may be about to be referred to.
  for (const store of /** @type {const} */ (['sheets', 'shelf'])) {
    if (boards.size > 0) for (const [, { board }] of await database.all(store)) boards.delete(board);
  }
  await database.write([...boards].filter(Boolean).map((board) => ['boards', board, undefined]));
}
