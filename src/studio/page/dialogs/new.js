/** The dialog for a new board: what its cells are, how it looks, and how large it may be. */

import { Refused, get, post, wordsOf } from '../api.js';
import { makeBoard } from '../compact.js';
import { byId, h, patch, s } from '../dom.js';

/** @typedef {import('../types.js').BoardData} BoardData */
/** @typedef {{ small: [number, number], aperiodic: boolean, cells: string }} Tiling */

/** The most edges of a board whose puzzle, with all its clues and a solution, fits into a request, which has at most 16 MB. */
const MOST_EDGES = 90_000;
/** A board with more edges takes a while. */
const MANY_EDGES = 12_000;

/** @param {import('../studio.js').Studio} studio */
export function newDialog(studio) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('new-dialog'));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'));
  const tilings = /** @type {HTMLSelectElement} */ (form.elements.namedItem('name'));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const size = () => /** @type {[number, number]} */ (['width', 'height'].map((name) => Number(field(name).value)));
  const isSize = () => size().every((length) => Number.isInteger(length) && length > 0);
  const say = (/** @type {string} */ words) => (byId('new-error').textContent = words);
  /** @type {Map<string, Tiling>} */
  const known = new Map();
  /** A piece of the chosen tiling. @type {{ data: BoardData, size: [number, number] } | null} */
  let sample = null;

  /** The number of cells or of edges that a board of this size has, about. @param {'cells' | 'edges'} part */
  const about = (part) => {
    if (!sample) return 0;
    const [width, height] = size();
    return (sample.data[part].length * width * height) / (sample.size[0] * sample.size[1]);
  };
  const make = byId('new-make');
  const isBusy = () => make.getAttribute('aria-disabled') === 'true';
  const measure = () => {
    // A sketch that comes late must not hide that the board is being made.
    if (isBusy()) return;
    const cells = Math.round(Number(about('cells').toPrecision(2)));
    const edges = about('edges');
    const factor = Math.sqrt(MOST_EDGES / edges);
    const [width, height] = size().map((length) => Math.floor(length * factor));
    const words =
      !sample || !isSize()
        ? ''
        : edges > MOST_EDGES
          ? `Too large to be analysed: at most about ${width} by ${height}.`
          : `About ${cells.toLocaleString('en')} cells${edges > MANY_EDGES ? ': that takes a while' : ''}.`;
    byId('new-about').textContent = words;
    byId('new-about').classList.toggle('error', edges > MOST_EDGES);
  };
  const show = () =>
    studio.attempt(
      async (signal) => {
        const tiling = known.get(tilings.value);
        sample = null;
        if (tiling) {
          const part = /** @type {[number, number]} */ (tiling.small.map((length) => 2 * length));
          const blank = { name: tilings.value, size: part, patch: 0, kind: 'slitherlink' };
          const data = await makeBoard(blank, signal);
          signal.throwIfAborted();
          sample = { data, size: part };
        }
        patch(byId('new-picture'), sample && outline(sample.data));
        measure();
      },
      { key: 'sample', until: 'never' },
    );
  const change = () => {
    const tiling = known.get(tilings.value);
    byId('new-cells').textContent = tiling ? tiling.cells : '';
    field('patch').disabled = !tiling?.aperiodic;
    const isMask = tilings.value === 'mask';
    for (const part of ['new-picture', 'new-patch', 'new-about']) byId(part).hidden = isMask;
    byId('new-mask').hidden = !isMask;
    byId('new-size').hidden = isMask;
    if (tiling) {
      const [width, height] = tilings.value === 'square' ? [10, 10] : tiling.small;
      field('width').value = String(width);
      field('height').value = String(height);
    }
    return show();
  };
  tilings.addEventListener('change', change);
  byId('new-size').addEventListener('input', () => {
    say('');
    measure();
  });
  byId('new').addEventListener('click', () =>
    studio.attempt(async () => {
      if (known.size === 0) {
        for (const { name, small, aperiodic, cells } of await get('boards')) {
          known.set(name, { small, aperiodic, cells });
          tilings.append(h('option', { value: name }, name));
        }
        tilings.append(h('option', { value: 'mask' }, 'squares with holes'));
        change();
      }
      say('');
      dialog.showModal();
    }),
  );

  const busy = (/** @type {boolean} */ hasBegun) => {
    make.setAttribute('aria-disabled', String(hasBegun));
    if (hasBegun) byId('new-about').textContent = 'Making the board …';
    else measure();
  };
  // Leaving the dialog ends what is being made.
  dialog.addEventListener('close', () => studio.attempt(async () => busy(false), { key: 'new' }));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy()) return;
    say('');
    const kind = field('kind').value;
    const [width, height] = size();
    const isMask = tilings.value === 'mask';
    studio.attempt(
      async (signal) => {
        try {
          if (!isMask && !isSize()) throw new Error('Width and height are whole numbers from 1 on.');
          if (!isMask && about('edges') > 1.2 * MOST_EDGES) throw new Error('This board is too large.');
          busy(true);
          const blank = { name: tilings.value, size: [width, height], patch: Number(field('patch').value), kind };
          const data = isMask
            ? await post('mask', { mask: field('mask').value, kind }, signal)
            : await makeBoard(blank, signal);
          if (data.edges.length > MOST_EDGES) {
            const [has, most] = [data.edges.length, MOST_EDGES].map((number) => number.toLocaleString('en'));
            throw new Error(`This board has ${has} edges; one with at most ${most} can be analysed.`);
          }
          signal.throwIfAborted();
          studio.open(data, isMask ? 'squares with holes' : `${tilings.value} ${width}x${height}`, 'New board');
          studio.use(kind === 'numberlink' ? 'pairs' : 'clues');
          dialog.close();
        } catch (error) {
          if (signal.aborted) return;
          say(error instanceof Refused ? error.placed : wordsOf(error));
        }
        busy(false);
      },
      { key: 'new' },
    );
  });
}

/**
 * The outline of the edges of a board.
 * @param {BoardData} data
 */
function outline({ edges, at }) {
  const [xs, ys] = [0, 1].map((i) => at.map((point) => point[i]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = [left - 0.2, top - 0.2, Math.max(...xs) - left + 0.4, Math.max(...ys) - top + 0.4];
  const d = edges.map(([a, b]) => `M${at[a].join(' ')}L${at[b].join(' ')}`).join('');
  const picture = s('svg', { viewBox: box.join(' '), preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true' });
  picture.append(s('path', { d }));
  return picture;
}
