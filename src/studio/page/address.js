/** Puzzles in addresses: `#puzzle=` holds deflated facts, `#open=` the plain text of a puzzle in any format. */

import { post } from './api.js';
import { factsOf } from './facts.js';

/**
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} through
 */
async function piped(bytes, through) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {import('./work.js').Sheet} sheet */
export async function packedAddress(sheet) {
  const facts = new TextEncoder().encode(factsOf(sheet, { places: true }));
  const bytes = await piped(facts, new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const safe = text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return `${location.origin}/#name=${encodeURIComponent(sheet.name)}&puzzle=${safe}`;
}

/**
 * Opens the puzzle that the address holds, if it holds one.
 * @param {string} fragment
 * @returns {Promise<{ data: import('./types.js').BoardData, name: string } | null>}
 */
export async function puzzleInAddress(fragment) {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const name = parameters.get('name') ?? 'from an address';
  const plain = parameters.get('open');
  if (plain !== null) return { data: await post('open', { text: plain }), name };
  const safe = parameters.get('puzzle');
  if (safe === null) return null;
  const text = atob(safe.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const facts = new TextDecoder().decode(await piped(bytes, new DecompressionStream('deflate-raw')));
  return { data: await post('open', { text: facts, format: 'facts' }), name };
}
