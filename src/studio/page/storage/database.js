/** The database of the browser, which may be denied, or be of a newer version of the page. */

const NAME = 'zlink';
const VERSION = 1;

/**
 * The stores. Keys of `edits` are the work and a number, those of the others names that are never used again.
 * @typedef {'boards' | 'sheets' | 'edits' | 'works' | 'shelf'} Store
 */
const STORES = /** @type {const} */ (['boards', 'sheets', 'edits', 'works', 'shelf']);

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Database {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    // A newer version in another tab must not wait for this one.
    database.onversionchange = () => database.close();
  }

  /**
   * Opens the database; rejects if the browser denies it or holds one of a newer version.
   * @returns {Promise<Database>}
   */
  static async open() {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store));
    return new Database(await answered(request));
  }

  /**
   * @param {Store} store
   * @param {IDBValidKey} key
   * @returns {Promise<any>} undefined if there is none
   */
  get(store, key) {
    return answered(this.database.transaction(store).objectStore(store).get(key));
  }

  /**
   * The keys and records of a store, in the order of the keys.
   * @param {Store} store
   * @param {IDBKeyRange} [range]
   * @returns {Promise<[any, any][]>}
   */
  async all(store, range) {
    const records = this.database.transaction(store).objectStore(store);
    const [keys, values] = await Promise.all([answered(records.getAllKeys(range)), answered(records.getAll(range))]);
    return keys.map((key, i) => [key, values[i]]);
  }

  /**
   * Writes and deletes records, all of them or none. Begins at once, so that it is not too late when the page is left.
   * @param {[store: Store, key: IDBValidKey | IDBKeyRange, record: unknown][]} changes undefined deletes
   * @returns {Promise<void>} rejects if there is no room
   */
  write(changes) {
    const stores = [...new Set(changes.map(([store]) => store))];
    if (stores.length === 0) return Promise.resolve();
    const transaction = this.database.transaction(stores, 'readwrite', { durability: 'relaxed' });
    for (const [store, key, record] of changes) {
      const records = transaction.objectStore(store);
      if (record === undefined) records.delete(key);
      else records.put(record, /** @type {IDBValidKey} */ (key));
    }
    transaction.commit();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser has given up writing'));
    });
  }
}

/** A key that is never used again. Pages of a host without https have no `crypto.randomUUID`. */
export function newKey() {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${[...random].map((part) => part.toString(36)).join('')}`;
}
