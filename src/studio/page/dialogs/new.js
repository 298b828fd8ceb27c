/** The dialog for a new board. */

import { Refused, get, post, wordsOf } from '../api.js';
import { makeBoard } from '../compact.js';
import { byId, h } from '../dom.js';

/** @param {import('../studio.js').Studio} studio */
export function newDialog(studio) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('new-dialog'));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'));
  const tilings = /** @type {HTMLSelectElement} */ (form.elements.namedItem('name'));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  /** @type {Map<string, { small: [number, number], aperiodic: boolean, cells: string }>} */
  const known = new Map();
  const change = () => {
    const tiling = known.get(tilings.value);
    byId('new-cells').textContent = tiling ? tiling.cells : '';
    field('patch').disabled = !tiling?.aperiodic;
    const isMask = tilings.value === 'mask';
    byId('new-mask').hidden = !isMask;
    byId('new-size').hidden = isMask;
    if (!tiling) return;
    const [width, height] = tilings.value === 'square' ? [10, 10] : tiling.small;
    field('width').value = String(width);
    field('height').value = String(height);
  };
  tilings.addEventListener('change', change);
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
      byId('new-error').textContent = '';
      dialog.showModal();
    }),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const kind = field('kind').value;
    try {
      const data =
        tilings.value === 'mask'
          ? await post('mask', { mask: field('mask').value, kind })
          : await makeBoard({
              name: tilings.value,
              size: [Number(field('width').value), Number(field('height').value)],
              patch: Number(field('patch').value),
              kind,
            });
      dialog.close();
      studio.open(data, `${tilings.value} ${field('width').value}x${field('height').value}`, 'New board');
      studio.use(kind === 'numberlink' ? 'pairs' : 'clues');
    } catch (error) {
      const message = error instanceof Refused ? error.placed : wordsOf(error);
      byId('new-error').textContent = message;
    }
  });
}
