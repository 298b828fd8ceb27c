/** The help: what the tools do, and all keys. */

import { byId, checkbox, h, patch } from '../dom.js';
import { KEYS } from '../keys.js';
import { TOOLS } from '../tools/all.js';

/** @param {import('../studio.js').Studio} studio */
export function helpDialog(studio) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('help-dialog'));
  byId('help').addEventListener('click', () => {
    const { keysOnBoard } = studio.settings;
    patch(
      byId('help-content'),
      h('dl', {}, ...TOOLS.flatMap(({ label, hint }) => [h('dt', {}, label), h('dd', {}, hint)])),
      checkbox('keys of one character only while the board has the focus', keysOnBoard, (isOn) =>
        studio.set({ keysOnBoard: isOn }),
      ),
      ...[...new Set(KEYS.map(({ group }) => group))].map(groupOfKeys),
    );
    dialog.showModal();
  });
  for (const close of document.querySelectorAll('[data-closes]')) {
    close.addEventListener('click', () => close.closest('dialog')?.close());
  }
}

/** @param {string} group */
function groupOfKeys(group) {
  const rows = KEYS.filter((key) => key.group === group).map(({ keys, what }) => {
    const names = keys.split(' ').map((key) => h('kbd', {}, key.replace('Arrow', '')));
    return h('tr', {}, h('th', { scope: 'row' }, ...names), h('td', {}, what));
  });
  return h('section', {}, h('h3', {}, group), h('table', {}, h('tbody', {}, ...rows)));
}
