/**
 * What the browser keeps: the work of each tab, the settings, and the shelf. They survive reloads and restarts of the server.
 * Each tab continues its own work, a new tab the work that was edited last. A browser that denies all of this has a page that
 * works, and says that it keeps nothing.
 */

import { Database, newKey } from './database.js';
import { readLeftovers } from './leftovers.js';
import { recall, remember } from './local.js';
import { textOf } from './project.js';
import { Shelf } from './shelf.js';
import { DEFAULTS } from '../studio.js';
import { WorkKeeper, readWork, tidy } from './works.js';

/** @typedef {import('../work.js').Work} Work */

const TAB = 'zlink.tab';
const SETTINGS = 'zlink.settings';
/** Milliseconds from the last edit until the work is written. */
const REST = 100;

const DENIED =
  'This browser keeps nothing of this page, perhaps as the window is a private one: save your work as a file (panel Shelf) before you close it.';
const NEWER =
  'A newer version of the studio has kept work in this browser. This version leaves it alone and keeps nothing: save your work as a file (panel Shelf).';
const UNREADABLE =
  'Work that the browser has kept cannot be read by this version. It stays where it is; the panel Shelf can save it as a file.';
const FULL = 'The browser has no room to keep this work: save it as a file (panel Shelf).';

/** @returns {typeof DEFAULTS} */
export function readSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(recall(SETTINGS) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/**
 * Whether this tab can have a work for itself: a tab that was duplicated has the same key as the one it comes from.
 * @param {string} key
 * @returns {Promise<boolean>}
 */
function isFree(key) {
  // Pages of a host without https have no locks.
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(`zlink.${key}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // Held as long as the tab is open.
      return lock && new Promise(() => {});
    });
  });
}

/** At the next load, this tab has new work and does not continue any. */
export function beginAnew() {
  remember(TAB, newKey(), 'sessionStorage');
}

/** The keys of the works that tabs have now. */
async function openWorks() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name?.replace(/^zlink\./, '')));
}

export class Storage {
  constructor() {
    /** @type {Database | null} */
    this.database = null;
    this.key = newKey();
    /** What the user should know about it; empty if all is well. */
    this.trouble = '';
    /** The texts of works and shelves that could not be read. @type {string[]} */
    this.unread = [];
    /** The works that were kept when the page was opened, with their keys, the latest first. @type {[string, any][]} */
    this.works = [];
    this.shelf = new Shelf(null);
  }

  /** Opens what the browser keeps. Never fails: `trouble` tells if it is nothing. */
  static async open() {
    const storage = new Storage();
    try {
      const database = await Database.open();
      // A database that cannot be read is as good as none.
      storage.works = (await database.all('works')).sort(([, a], [, b]) => b.time - a.time);
      storage.database = database;
      storage.shelf = new Shelf(database);
    } catch (error) {
      const isNewer = error instanceof DOMException && error.name === 'VersionError';
      storage.trouble = isNewer ? NEWER : DENIED;
    }
    return storage;
  }

  /**
   * The work that this tab continues.
   * @returns {Promise<Work | null>}
   */
  async firstWork() {
    const { database } = this;
    const own = recall(TAB, 'sessionStorage');
    const isOwn = own !== null && (await isFree(own));
    if (!database) return null;
    const wanted = own ?? this.works[0]?.[0];
    const work = wanted === undefined ? null : await this.read(database, wanted);
    if (isOwn && (work || this.trouble === '')) this.key = own;
    else await isFree(this.key);
    remember(TAB, this.key, 'sessionStorage');
    const earlier = await this.earlierWork(database);
    return work ?? earlier;
  }

  /**
   * @param {Database} database
   * @param {string} key
   */
  async read(database, key) {
    try {
      return await readWork(database, key);
    } catch {
      this.trouble = UNREADABLE;
      this.unread.push(await rawText(database, key));
      return null;
    }
  }

  /**
   * Moves what earlier versions have kept as texts into the database. Returns the work among it.
   * @param {Database} database
   */
  async earlierWork(database) {
    const { work, sheets, unread, forget } = readLeftovers();
    this.unread.push(...unread);
    if (unread.length > 0) this.trouble = UNREADABLE;
    try {
      for (const sheet of sheets) await this.shelf.add(sheet);
      if (work) await new WorkKeeper(database, this.key).save(work, new Set());
      forget();
    } catch {
      // Without room they stay what they are.
    }
    return work;
  }

  /**
   * Keeps the work and the settings, now and whenever they change.
   * @param {import('../studio.js').Studio} studio
   * @returns {Promise<boolean>} whether the work is kept now
   */
  async keep(studio) {
    const { database, key } = this;
    let keeper = database && new WorkKeeper(database, key);
    /** @type {Set<import('../work.js').Sheet>} */
    let changed = new Set([studio.sheet]);
    let timer = 0;
    const save = async () => {
      clearTimeout(timer);
      timer = 0;
      remember(SETTINGS, JSON.stringify(studio.settings));
      const sheets = changed;
      changed = new Set();
      try {
        await keeper?.save(studio.work, sheets);
        document.body.dataset.kept = String(timer === 0);
        return keeper !== null;
      } catch {
        // The next time, all of it is written again.
        keeper = database && new WorkKeeper(database, key);
        changed.add(studio.sheet);
        studio.say(FULL);
        return false;
      }
    };
    const later = () => {
      document.body.dataset.kept = 'false';
      clearTimeout(timer);
      timer = setTimeout(save, REST);
    };
    let last = studio.sheet;
    const edited = () => {
      // The clock of play of the sheet before has stopped.
      changed.add(last).add(studio.sheet);
      last = studio.sheet;
      later();
    };
    studio.work.addEventListener('edit', edited);
    studio.work.addEventListener('open', edited);
    studio.addEventListener('name', edited);
    for (const event of ['settings', 'tool']) studio.addEventListener(event, later);
    addEventListener('pagehide', () => timer !== 0 && save());
    if (database) this.tidy(database);
    return save();
  }

  /** @param {Database} database */
  async tidy(database) {
    const open = await openWorks();
    await tidy(database, (key) => key === this.key || open.has(key)).catch(() => {});
  }
}

/**
 * All that is kept of a work, as text.
 * @param {Database} database
 * @param {string} key
 */
async function rawText(database, key) {
  const work = await database.get('works', key);
  const edits = await database.all('edits');
  const own = edits.filter(([[of]]) => of === key).map(([, edit]) => edit);
  const named = new Set([work.sheet, ...own.flatMap(({ from, to }) => [from, to])]);
  const sheets = (await database.all('sheets')).filter(([sheet]) => named.has(sheet));
  const boards = await Promise.all(sheets.map(([, sheet]) => database.get('boards', sheet?.board ?? '')));
  return textOf({ work, edits: own, sheets, boards });
}
