/** The dialog that asks whether a text is the puzzle that it was read as. */

import { post } from '../api.js';
import { drawing } from '../drawing.js';
import { h, patch, select } from '../dom.js';
import { links } from '../facts.js';
import { sheetOf } from '../work.js';
import { ask } from './ask.js';

/** @typedef {import('../types.js').BoardData} BoardData */

/** The most edges of a puzzle that is drawn. */
const MOST_DRAWN = 20_000;
/** How much of the text is shown: lines, and characters of each. */
const [LINES, SIGNS] = [6, 60];

/** @param {number} number @param {string} what in the singular */
const counted = (number, what) =>
  `${number} ${number === 1 ? what : what.replace(/ex$/, 'ice')}${number === 1 ? '' : 's'}`;

/** @param {BoardData} data */
function nameOf({ kind, vertices, edges, cells, pairs }) {
  const clues = cells.filter(({ clue }) => clue !== null).length;
  if (pairs.length > 0) return `a Numberlink: ${counted(vertices.length, 'vertex')}, ${counted(pairs.length, 'pair')}`;
  if (kind === 'slitherlink') return `a Slitherlink: ${counted(cells.length, 'cell')}, ${counted(clues, 'clue')}`;
  return `a graph: ${counted(vertices.length, 'vertex')}, ${counted(edges.length, 'edge')}`;
}

/**
 * Asks whether a text is the puzzle that it was read as, if that is in doubt. Resolves to the board, or to null if it is not wanted.
 * @param {import('../studio.js').Studio} studio
 * @param {BoardData} read
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {Promise<BoardData | null>}
 */
export async function wantedOf(studio, read, text, signal) {
  if (!read.doubt) return read;
  let data = read;
  const shown = h('div', { class: 'shown' });
  const words = h('p', { role: 'status' });
  const draw = () =>
    studio.attempt(
      async (stop) => {
        words.textContent = `This could be ${nameOf(data)}, read as ${data.format}. Open it?`;
        patch(shown);
        if (data.edges.length > MOST_DRAWN) return;
        const sheet = sheetOf(data, '');
        patch(shown, await drawing(sheet, links(sheet.board, sheet.state.solution.keys()), stop));
      },
      { key: 'doubt' },
    );
  const formats = [read.format, ...read.doubt.others].map((name) => /** @type {[string, string]} */ ([name, name]));
  const chooser = select('Format', formats, read.format, (format) =>
    studio.attempt(
      async (stop) => {
        data = format === read.format ? read : await post('open', { text, format }, stop);
        draw();
      },
      { key: 'doubt' },
    ),
  );
  const lines = text.trim().split('\n');
  const start = lines.slice(0, LINES).map((line) => (line.length > SIGNS ? `${line.slice(0, SIGNS)} …` : line));
  draw();
  const isWanted = await ask(
    'Is this a puzzle?',
    'Open it',
    signal,
    h('pre', { class: 'excerpt' }, start.join('\n'), lines.length > LINES && '\n…'),
    words,
    h('p', { class: 'aside' }, [`${read.doubt.why.replace(/^t/, 'T')}.`, ...read.notes].join(' ')),
    formats.length > 1 && h('label', {}, 'Read it as ', chooser),
    shown,
  );
  return isWanted ? data : null;
}
