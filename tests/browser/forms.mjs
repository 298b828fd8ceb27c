/**
 * The forms of the page: `server`, which `zlink studio` serves; `folder`, the files of target/web on a plain host; `file`,
 * the single file, opened from the disk. `npm run measure` takes those that are there, `npm test` the folder and the single file
 * only for what is about them; or both take those that ZLINK_FORMS names.
 */

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, start } from './server.mjs';

/** @typedef {'server' | 'folder' | 'file'} Form */

/** The folder and the single file: those of `web/build.sh`, or of the folder that ZLINK_WEB names. */
const WEB = process.env.ZLINK_WEB ?? `${ROOT}target/web/`;
const FILE = `${WEB}zlink-studio.html`;

/** The scenarios about what the folder does otherwise than the single file. The others run on it when it is named. */
const FOLDER = ['engine', 'offline', 'share', 'start', 'storage'].map((name) => `${name}.test.mjs`);

/** The scenarios about what workers answer, from files of any kind; in the others, the page is the same as from a server. */
const MODULE = ['boards', 'make', 'open', 'see', 'solutions', 'tutorial', 'understand'].map(
  (name) => `${name}.test.mjs`,
);

/** The forms that are tested. */
export const FORMS = /** @type {Form[]} */ (process.env.ZLINK_FORMS?.split(',') ?? found());

function found() {
  if (!existsSync(FILE)) return ['server'];
  const name = basename(process.argv[1] ?? '');
  if (name === 'measure.mjs' || FOLDER.includes(name)) return ['server', 'folder', 'file'];
  return MODULE.includes(name) ? ['server', 'file'] : ['server'];
}

const TYPES = /** @type {Record<string, string>} */ ({
  '.css': 'text/css',
  '.gz': 'application/gzip',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
});

/** What the host has: the files of the folder, unless a scenario changes them. */
export const content = {
  /** @type {(name: string) => Buffer | null} */
  file: (name) => (existsSync(WEB + name) ? readFileSync(WEB + name) : null),
};

/**
 * Serves the folder at /some/path/, as a host does that knows nothing of it, and at /unpacked/path/, where the browser is to
 * unpack compressed files. Returns the first address.
 * @returns {Promise<string>}
 */
async function host() {
  const server = createServer(({ url = '' }, response) => {
    const [, way, , ...rest] = new URL(url, 'http://host').pathname.split('/');
    const name = rest.join('/') || 'index.html';
    const type = TYPES[extname(name)];
    const bytes = type && !name.includes('/') ? content.file(name) : null;
    if (!bytes) return response.writeHead(404).end();
    const headers = way === 'unpacked' && type === TYPES['.gz'] ? { 'Content-Encoding': 'gzip' } : {};
    return response.writeHead(200, { 'Content-Type': type, ...headers }).end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/some/path/`;
}

/** @type {Promise<string> | undefined} */
let hosted;

/**
 * The board with which the program starts.
 * @param {string[]} args of `zlink studio`
 * @returns {Promise<any>} its answer to `start`
 */
export async function started(args) {
  const server = await start(args);
  try {
    return await server.get('start');
  } finally {
    await server.stop();
  }
}

/**
 * What an address has after its `#` to open what the program would be started with.
 * @param {string[]} args of `zlink studio`
 */
async function fragment(args) {
  if (args.length === 0) return '';
  const [given] = args;
  let [text, name] = [given, 'puzzle'];
  if (given.startsWith('--')) {
    const { board, name: named } = await started(args);
    [text, name] = [board.facts, named];
  } else if (existsSync(resolve(ROOT, given))) {
    [text, name] = [readFileSync(resolve(ROOT, given), 'utf8'), basename(given, '.lp')];
  }
  return `#name=${encodeURIComponent(name)}&open=${encodeURIComponent(text)}`;
}

/**
 * @typedef {object} Site what a browser visits
 * @property {string} address of the page
 * @property {string} first the address that opens what the program would be started with
 * @property {import('./server.mjs').Server} [server] of the form `server`
 */

/**
 * @param {Form} form
 * @param {string[]} args of `zlink studio`
 * @returns {Promise<Site>}
 */
export async function site(form, args) {
  if (form === 'server') {
    const server = await start(args);
    return { address: `${server.origin}/`, first: server.address, server };
  }
  const address = form === 'file' ? pathToFileURL(FILE).href : await (hosted ??= host());
  return { address, first: address + (await fragment(args)) };
}
