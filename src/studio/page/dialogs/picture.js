/** The dialog that makes a board of a picture: how dark and how many columns, with what comes out of it. */

import { Refused, postFile, wordsOf } from '../api.js';
import { drawing } from '../drawing.js';
import { h, patch, select } from '../dom.js';
import { links } from '../facts.js';
import { sheetOf } from '../work.js';
import { ask } from './ask.js';

/** @typedef {import('../types.js').BoardData} BoardData */
/** @typedef {'slitherlink' | 'numberlink'} Puzzle */

/** The longest side, in pixels, of a picture that is sent. */
const LONGEST = 1200;

/**
 * A picture that the browser can decode, upright and on white, as PGM.
 * @param {Blob} file
 */
async function grey(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Refused(0, 'The browser cannot read this picture.');
  });
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(scale * side)));
  const canvas = h('canvas', { width, height });
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, width, height);
  paper.drawImage(bitmap, 0, 0, width, height);
  const { data } = paper.getImageData(0, 0, width, height);
  const light = new Uint8Array(width * height);
  // The weights of ITU-R BT.601, as the server has them.
  for (let i = 0, at = 0; i < light.length; i += 1, at += 4)
    light[i] = (299 * data[at] + 587 * data[at + 1] + 114 * data[at + 2]) / 1000;
  return { canvas, file: new Blob([`P5 ${width} ${height} 255\n`, light]) };
}

/**
 * Asks how to make a board of a picture. Resolves to the board, or to null if it is not wanted.
 * @param {import('../studio.js').Studio} studio
 * @param {{ picture: Blob, isNetpbm: boolean }} content
 * @param {Puzzle} kind the puzzle that is suggested
 * @param {AbortSignal} signal
 * @returns {Promise<BoardData | null>}
 */
export async function boardOfPicture(studio, { picture, isNetpbm }, kind, signal) {
  const { canvas, file } = isNetpbm ? { canvas: null, file: picture } : await grey(picture);
  /** @type {BoardData | null} */
  let board = null;
  const wanted = { kind: /** @type {string} */ (kind), columns: 24, dark: 50 };
  const shown = h('div', { class: 'shown' });
  const words = h('p', { class: 'aside', role: 'status' }, '\u00a0');
  /** The last drawing, which may be on its way. */
  let drawn = Promise.resolve();
  const draw = () => {
    drawn = studio.attempt(
      async (stop) => {
        try {
          const how = `width=${wanted.columns}&threshold=${wanted.dark / 100}&kind=${wanted.kind}`;
          const data = await postFile(`picture?${how}`, file, stop);
          const sheet = sheetOf(data, '');
          const sketch = await drawing(sheet, links(sheet.board, sheet.state.solution.keys()), stop);
          board = data;
          patch(shown, sketch);
          words.textContent = data.notes.join(' ') || '\u00a0';
        } catch (error) {
          stop.throwIfAborted();
          board = null;
          patch(shown);
          words.textContent = wordsOf(error);
        }
      },
      { key: 'picture' },
    );
  };
  const slider = (
    /** @type {string} */ label,
    /** @type {'columns' | 'dark'} */ name,
    /** @type {number} */ min,
    /** @type {number} */ max,
  ) => {
    const told = h('b', {}, wanted[name]);
    const moved = (/** @type {Event} */ event) => {
      wanted[name] = Number(/** @type {HTMLInputElement} */ (event.currentTarget).value);
      told.textContent = String(wanted[name]);
      draw();
    };
    const range = h('input', { type: 'range', min, max, value: wanted[name], oninput: moved });
    return h('label', {}, h('span', {}, `${label} `, told), range);
  };
  const kinds = /** @type {[string, string][]} */ ([
    ['slitherlink', 'Slitherlink: the outline of the dark part is the solution'],
    ['numberlink', 'Numberlink: the dark part is the board'],
  ]);
  const chooser = select('Puzzle', kinds, kind, (value) => {
    wanted.kind = value;
    draw();
  });
  draw();
  const isWanted = await ask(
    'A board from a picture',
    'Open it',
    signal,
    h('label', {}, 'Puzzle ', chooser),
    slider('Columns', 'columns', 4, 200),
    slider('What is dark, in percent from black to white', 'dark', 1, 99),
    h('div', { class: 'previews' }, canvas, shown),
    words,
  );
  if (!isWanted) return null;
  await drawn;
  return board;
}
