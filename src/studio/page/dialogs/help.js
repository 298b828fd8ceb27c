/** The help: what the tools do, and all keys. */

import { byId, h } from '../dom.js';
import { KEYS } from '../keys.js';
import { TOOLS } from '../tools/all.js';

export function helpDialog() {
  const dialog = /** @type {HTMLDialogElement} */ (byId('help-dialog'));
  const groups = [...new Set(KEYS.map(({ group }) => group))];
  byId('help-content').replaceChildren(
    h('dl', {}, ...TOOLS.flatMap(({ label, hint }) => [h('dt', {}, label), h('dd', {}, hint)])),
    ...groups.map((group) =>
      h(
        'section',
        {},
        h('h3', {}, group),
        h(
          'table',
          {},
          h(
            'tbody',
            {},
            ...KEYS.filter((key) => key.group === group).map(({ keys, what }) =>
              h(
                'tr',
                {},
                h('th', { scope: 'row' }, ...keys.split(' ').map((key) => h('kbd', {}, key.replace('Arrow', '')))),
                h('td', {}, what),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  byId('help').addEventListener('click', () => dialog.showModal());
  for (const close of document.querySelectorAll('[data-closes]')) {
    close.addEventListener('click', () => close.closest('dialog')?.close());
  }
}
