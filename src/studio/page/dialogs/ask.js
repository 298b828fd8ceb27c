/** Dialogs that ask something: made when they are needed, and gone afterwards. */

import { button, h } from '../dom.js';

let count = 0;

/**
 * Asks in a dialog. Resolves to whether the answer is yes; it is no when the signal is aborted.
 * @param {string} title
 * @param {string} yes what the button for yes says
 * @param {AbortSignal} signal
 * @param {...import('../dom.js').Child} children
 * @returns {Promise<boolean>}
 */
export function ask(title, yes, signal, ...children) {
  signal.throwIfAborted();
  count += 1;
  const id = `ask-${count}`;
  const dialog = h(
    'dialog',
    { 'aria-labelledby': id },
    h(
      'form',
      { method: 'dialog' },
      h('h2', { id }, title),
      ...children,
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', value: 'yes', class: 'primary', autofocus: true }, yes),
        button('Cancel', () => dialog.close()),
      ),
    ),
  );
  document.body.append(dialog);
  const close = () => dialog.close();
  signal.addEventListener('abort', close);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      signal.removeEventListener('abort', close);
      dialog.remove();
      resolve(dialog.returnValue === 'yes' && !signal.aborted);
    };
  });
}
