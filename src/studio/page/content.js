/** What a file holds: text or a picture, packed with gzip or not. Anything else is refused in words. */

import { Refused } from './api.js';

/** The most bytes of a file, packed or not. */
const MOST_BYTES = 64 * 2 ** 20;

/** The kinds of files that begin with certain bytes. @type {[kind: string, start: string | number[]][]} */
const STARTS = [
  ['gzip', [0x1f, 0x8b]],
  ['bzip2', 'BZh'],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['zip', 'PK\x03\x04'],
  ['PDF', '%PDF-'],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', 'GIF8'],
  ['netpbm', 'P1'],
  ['netpbm', 'P2'],
  ['netpbm', 'P3'],
  ['netpbm', 'P4'],
  ['netpbm', 'P5'],
  ['netpbm', 'P6'],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The kinds of files that hold other files. */
const PACKED = ['bzip2', 'xz', 'zstd', '7z', 'zip'];

/**
 * @param {Uint8Array} bytes
 * @param {string} type as the browser knows it
 */
function kindOf(bytes, type) {
  const isStart = (/** @type {string | number[]} */ start) =>
    [...start].every((sign, i) => bytes[i] === (typeof sign === 'string' ? sign.charCodeAt(0) : sign));
  const kind = STARTS.find(([, start]) => isStart(start))?.[0];
  // `P1` may begin a name; a picture has a blank or a comment behind it.
  if (kind && (kind !== 'netpbm' || /[\s#]/.test(String.fromCharCode(bytes[2])))) return kind;
  if (type === 'image/svg+xml') return 'SVG';
  return type.startsWith('image/') || isWebp(bytes) ? 'picture' : 'text';
}

/** @param {Uint8Array} bytes */
function isWebp(bytes) {
  return /^RIFF....WEBP$/s.test(new TextDecoder('latin1').decode(bytes.subarray(0, 12)));
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function unpacked(bytes) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw new Refused(0, 'This file begins like one of gzip, but it is damaged.');
    });
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > MOST_BYTES) throw new Refused(0, 'What this file holds is too large to open.');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * What a file holds. `name` is without endings such as `.lp.gz`.
 * @param {File} file
 * @returns {Promise<{ name: string, text: string } | { name: string, picture: Blob, isNetpbm: boolean }>}
 */
export async function contentOf(file) {
  if (file.size > MOST_BYTES) throw new Refused(0, 'This file is too large to open.');
  const content = await file.arrayBuffer().catch(() => {
    // It may be a folder, or gone.
    throw new Refused(0, 'This file cannot be read.');
  });
  let bytes = new Uint8Array(content);
  let name = file.name;
  let kind = kindOf(bytes, file.type);
  if (kind === 'gzip') {
    bytes = await unpacked(bytes);
    name = name.replace(/\.gz$/i, '');
    kind = kindOf(bytes, '');
  }
  name = name.replace(/(.)\.[^.]*$/, '$1');
  if (kind === 'picture' || kind === 'netpbm') {
    return { name, picture: new Blob([bytes]), isNetpbm: kind === 'netpbm' };
  }
  if (PACKED.includes(kind) || kind === 'gzip')
    throw new Refused(0, `This file is packed (${kind}): unpack it first. A browser unpacks gzip only.`);
  if (kind === 'PDF' || kind === 'SVG')
    throw new Refused(
      0,
      `This is a file ${kind}, which holds no puzzle that can be read: open a picture of it, such as PNG.`,
    );
  const text = new TextDecoder(kind.startsWith('utf') ? kind : 'utf-8').decode(bytes);
  if (text.includes('\0')) throw new Refused(0, 'This file is neither text nor a picture that can be read.');
  return { name, text };
}
