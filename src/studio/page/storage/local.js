/** Short texts that the browser keeps, where it keeps any. */

/**
 * @param {string} name
 * @param {'localStorage' | 'sessionStorage'} [where] `sessionStorage`: for this tab alone
 * @returns {string | null}
 */
export function recall(name, where = 'localStorage') {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text, or forgets it if it is null. Returns whether the browser does.
 * @param {string} name
 * @param {string | null} text
 * @param {'localStorage' | 'sessionStorage'} [where]
 */
export function remember(name, text, where = 'localStorage') {
  try {
    if (text === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
