/**
 * Puzzles in addresses. `#edit=` and `#solve=` hold a whole sheet, `#open=` the plain text of a puzzle in any format, and
 * `#puzzle=`, of earlier versions, deflated facts. The part of an address behind `#` never leaves the browser.
 */

import { Refused, Unreachable, post } from './api.js';
import { compactSheet, fullSheet, hash } from './compact.js';
import { PLAY_FIELDS, notesOf, sheetOf } from './work.js';

/** @typedef {import('./work.js').Sheet} Sheet */
/** @typedef {'edit' | 'solve'} Purpose */
/** @typedef {{ sheet: Sheet, purpose: Purpose, notes: string[] }} Shared */

/**
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} through
 */
async function piped(bytes, through) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} text */
async function deflated(text) {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @param {string} safe */
async function inflated(safe) {
  const binary = atob(safe.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await piped(bytes, new DecompressionStream('deflate-raw')));
}

/** Whom an address of this page reaches: everyone who reaches its host, or only this computer. */
export function reachesOthers() {
  const isOwn = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
  return location.protocol !== 'file:' && !isOwn;
}

/**
 * An address that opens a sheet, to be edited or to be solved: then without the solution and the player's marks.
 * @param {Sheet} sheet
 * @param {Purpose} purpose
 * @param {string} [studio] the address of the studio that opens it; by default this one
 */
export async function addressOf(sheet, purpose, studio = location.href) {
  const { state } = sheet;
  const own = purpose === 'edit' ? [] : ['solution', 'places', 'ends', ...PLAY_FIELDS];
  const shown = { ...state, ...Object.fromEntries(own.map((field) => [field, new Map()])) };
  const text = JSON.stringify(await compactSheet({ ...sheet, state: shown }));
  const packed = await deflated(hash(text).toString(36) + text);
  return `${studio.replace(/[?#].*$/s, '')}#${purpose}=${packed}`;
}

/**
 * The puzzle that an address holds, if it holds one.
 * @param {string} fragment the part from `#` on
 * @returns {Promise<Shared | null>}
 */
export async function puzzleInAddress(fragment) {
  try {
    return await read(new URLSearchParams(fragment.replace(/^#/, '')));
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) throw error;
    throw new Refused(0, 'The puzzle in the address is incomplete or damaged.');
  }
}

/**
 * @param {URLSearchParams} parameters
 * @returns {Promise<Shared | null>}
 */
async function read(parameters) {
  for (const purpose of /** @type {const} */ (['edit', 'solve'])) {
    const packed = parameters.get(purpose);
    if (packed === null) continue;
    const [, sum, text] = /^(\w+)(.*)$/s.exec(await inflated(packed)) ?? [];
    // Deflated text has no checksum of its own: a wrong letter could make it another puzzle.
    if (sum !== hash(text).toString(36)) throw new Error('wrong sum');
    return { sheet: await fullSheet(JSON.parse(text)), purpose, notes: [] };
  }
  const packed = parameters.get('puzzle');
  const text = packed === null ? parameters.get('open') : await inflated(packed);
  if (text === null) return null;
  const data = await post('open', packed === null ? { text } : { text, format: 'facts' });
  const sheet = sheetOf(data, parameters.get('name') ?? 'from an address');
  return { sheet, purpose: 'edit', notes: [...(data.doubt ? [`${data.doubt.why}.`] : []), ...notesOf(data)] };
}
