/** The shelf: sheets that the browser keeps for all tabs, until they are taken off. */

import { newKey } from './database.js';
import { boardsOf, recordOf, sheetFrom } from './works.js';

/** @typedef {import('../work.js').Sheet} Sheet */
/** @typedef {{ key: string, sheet: Sheet }} Kept */

/** The share of the room that the browser gives from which on it is told to be nearly full. */
const NEARLY_FULL = 0.8;

/**
 * Dispatches `change`, also for the changes of other tabs.
 */
export class Shelf extends EventTarget {
  /** @param {import('./database.js').Database | null} database null: the sheets last as long as the page */
  constructor(database) {
    super();
    this.database = database;
    /** The sheets that are here without a database. @type {Kept[]} */
    this.here = [];
    this.channel = new BroadcastChannel('zlink.shelf');
    this.channel.onmessage = () => this.dispatchEvent(new Event('change'));
  }

  /** Tells all tabs that the shelf has changed. */
  tell() {
    this.dispatchEvent(new Event('change'));
    this.channel.postMessage('change');
  }

  /**
   * The sheets, the first one first. Those that cannot be read stay where they are.
   * @returns {Promise<Kept[]>}
   */
  async list() {
    const { database } = this;
    if (!database) return [...this.here];
    const records = (await database.all('shelf')).sort(([, a], [, b]) => a.time - b.time);
    const boards = await boardsOf(
      database,
      records.map(([, record]) => record),
    );
    return records.flatMap(([key, record]) => {
      const board = boards.get(record.board);
      try {
        return board ? [{ key, sheet: sheetFrom(record, board) }] : [];
      } catch {
        return [];
      }
    });
  }

  /**
   * Puts a sheet, as it is now, on the shelf; rejects if there is no room.
   * @param {Sheet} sheet
   * @param {string} [key] of the sheet, if it was on a shelf before
   */
  async add(sheet, key = newKey()) {
    if (this.database) {
      const { record, board } = recordOf(sheet);
      await this.database.write([board, ['shelf', key, { ...record, time: Date.now() }]]);
    } else {
      const state = structuredClone(sheet.state);
      this.here = [...this.here.filter((one) => one.key !== key), { key, sheet: { ...sheet, state } }];
    }
    this.tell();
  }

  /** @param {string} key */
  async remove(key) {
    await this.database?.write([['shelf', key, undefined]]);
    this.here = this.here.filter((one) => one.key !== key);
    this.tell();
  }

  /**
   * How much of the room is taken, in words, if it is nearly all; else empty.
   * @returns {Promise<string>}
   */
  async fullness() {
    const { usage = 0, quota = 0 } = (this.database && (await navigator.storage?.estimate?.())) || {};
    if (quota === 0 || usage < NEARLY_FULL * quota) return '';
    const percent = Math.round((100 * usage) / quota);
    return `The browser has nearly no room left (${percent} % are taken): save the shelf as a file and take puzzles off.`;
  }
}
