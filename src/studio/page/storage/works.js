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

/** The most edits that are kept of a work. */
const KEPT_EDITS = 2000;
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
    wanted.map((key, i) => {
      const board = new Board(data[i]);
      keys.set(board, key);
      return [key, board];
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
    /** The number of the first of them in the database. */
    this.first = 0;
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
    while (done.length > KEPT_EDITS) {
      done.shift();
      this.written.shift();
      changes.push(['edits', [this.key, this.first], undefined]);
      this.first += 1;
    }
    const edits = [...done, ...undone.toReversed()];
    this.drop(edits, work.sheet, changes);
    const keyOf = (/** @type {Sheet} */ sheet) => this.put(sheet, changed.has(sheet), changes);
    edits.forEach((edit, i) => {
      if (this.written[i] === edit) return;
      this.written[i] = edit;
      const record = 'from' in edit ? { ...edit, from: keyOf(edit.from), to: keyOf(edit.to) } : edit;
      changes.push(['edits', [this.key, this.first + i], record]);
    });
    for (let i = edits.length; i < this.written.length; i += 1)
      changes.push(['edits', [this.key, this.first + i], undefined]);
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
 * Deletes the works of tabs long gone, and the boards that nothing refers to. What was edited in them goes to the shelf.
 * @param {Database} database
 * @param {(key: string) => boolean} isOpen whether a tab has this work
 */
export async function tidy(database, isOpen) {
  const works = (await database.all('works')).filter(([key]) => !isOpen(key)).sort(([, a], [, b]) => b.time - a.time);
  const old = works.slice(KEPT_WORKS);
  for (const [key, { sheet, time, done }] of old) {
    const record = done > 0 ? await database.get('sheets', sheet) : undefined;
    /** @type {Changes} */
    const kept = record ? [['shelf', newKey(), { ...record, time }]] : [];
    await database.write([...kept, ['edits', editsOf(key), undefined], ['works', key, undefined]]);
  }
  if (old.length === 0) return;
  const left = await database.all('works');
  const edits = await database.all('edits');
  const named = new Set([...left.map(([, { sheet }]) => sheet), ...edits.flatMap(([, { from, to }]) => [from, to])]);
  const sheets = await database.all('sheets');
  const shelf = await database.all('shelf');
  const boards = new Set([...sheets.filter(([key]) => named.has(key)), ...shelf].map(([, { board }]) => board));
  const all = await database.keys('boards');
  await database.write([
    ...sheets.filter(([key]) => !named.has(key)).map(([key]) => /** @type {Changes[0]} */ (['sheets', key, undefined])),
    ...all.filter((key) => !boards.has(key)).map((key) => /** @type {Changes[0]} */ (['boards', key, undefined])),
  ]);
}
