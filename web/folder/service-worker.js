/**
 * Keeps the files of one version of the page, so that it works offline and never mixes versions. A new version waits until
 * no page is open, or until the only one asks for it (offline.js).
 */

// web/assemble.mjs fills these in: the names of the files, with their hashes.
const VERSION = '__VERSION__';
const FILES = __FILES__;

const { scope } = registration;
const OURS = `zlink-studio ${scope} `;
const CACHE = OURS + VERSION;

/** Fetches all files, or none: a host may be about to get others. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  const each = Object.entries(FILES).map(async ([name, integrity]) => {
    const response = await fetch(new URL(name, scope), { cache: 'no-cache', integrity });
    if (!response.ok) throw new Error(`${name}: status ${response.status}`);
    await cache.put(new URL(name, scope), response);
  });
  try {
    await Promise.all(each);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(nameOf(url), scope))) ?? fetch(request);
}

/**
 * The name of a file below the folder.
 * @param {URL} url
 */
function nameOf({ origin, pathname }) {
  return (origin + pathname).slice(scope.length) || 'index.html';
}

addEventListener('install', (event) => event.waitUntil(fetchAll()));
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  if (Object.hasOwn(FILES, nameOf(new URL(request.url)))) event.respondWith(answer(request));
});
addEventListener('message', async () => {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(scope)).length < 2) await skipWaiting();
});
