/**
 * What the browser stores: the work, the settings, and the shelf. They survive reloads and restarts of the server. Each tab
 * continues its own work, a new tab the work that was edited last.
 */

import { DEFAULTS } from './studio.js';
import { Work, packed } from './work.js';

const WORK = 'zlink.work';
const SETTINGS = 'zlink.settings';
const SHELF = 'zlink.shelf';
/** Milliseconds from the last edit until the work is stored. */
const REST = 300;

/** @returns {Work | null} */
export function readWork() {
  const text = sessionStorage.getItem(WORK) ?? localStorage.getItem(WORK);
  return text === null ? null : Work.load(text);
}

/** @returns {typeof DEFAULTS} */
export function readSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(SETTINGS) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @returns {{ id: string, sheet: any }[]} */
export function readShelf() {
  try {
    const shelf = JSON.parse(localStorage.getItem(SHELF) ?? '[]');
    return Array.isArray(shelf) ? shelf : [];
  } catch {
    return [];
  }
}

/**
 * Stores the shelf. Returns whether there was room.
 * @param {{ id: string, sheet: any }[]} shelf
 */
export function writeShelf(shelf) {
  return write(SHELF, JSON.stringify(shelf));
}

/**
 * Puts a sheet on the shelf. Returns whether there was room.
 * @param {import('./work.js').Sheet} sheet
 */
export function shelve(sheet) {
  // Pages of a host without https have no crypto.randomUUID.
  return writeShelf([...readShelf(), { id: `${Date.now()}-${Math.random()}`, sheet: packed(sheet) }]);
}

/**
 * @param {string} key
 * @param {string} text
 * @param {Storage} [storage]
 */
function write(key, text, storage = localStorage) {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores the work and the settings whenever they change from now on.
 * @param {import('./studio.js').Studio} studio
 */
export function keep(studio) {
  let timer = 0;
  const save = () => {
    clearTimeout(timer);
    timer = 0;
    const work = studio.work.save();
    const isKept =
      write(WORK, work, sessionStorage) && write(WORK, work) && write(SETTINGS, JSON.stringify(studio.settings));
    if (!isKept) studio.say('The browser has no room to keep this work: save it as a file (Share).');
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(save, REST);
  };
  studio.work.addEventListener('edit', later);
  studio.work.addEventListener('open', later);
  for (const event of ['settings', 'tool', 'name']) studio.addEventListener(event, later);
  addEventListener('pagehide', () => timer !== 0 && save());
}
