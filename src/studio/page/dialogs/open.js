/** The dialog to open a puzzle: files, pasted text, what is dropped on the page. */

import { Refused, post, postFile, wordsOf } from '../api.js';
import { byId } from '../dom.js';
import { isProject, openProject } from '../project.js';

/** @param {import('../studio.js').Studio} studio */
export function openDialog(studio) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('open-dialog'));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'));
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
  const file = /** @type {HTMLInputElement} */ (form.elements.namedItem('file'));
  byId('open').addEventListener('click', () => {
    byId('open-error').textContent = '';
    dialog.showModal();
  });
  /**
   * @param {() => Promise<void>} what
   */
  const attempt = async (what) => {
    try {
      await what();
      dialog.close();
    } catch (error) {
      const message = error instanceof Refused ? error.placed : wordsOf(error);
      byId('open-error').textContent = message;
      studio.say(message);
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(() => openText(studio, text.value, 'pasted'));
  });
  file.addEventListener('change', () => {
    const chosen = file.files?.[0];
    file.value = '';
    if (chosen) attempt(() => openFile(studio, chosen));
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    const words = event.dataTransfer?.getData('text/plain');
    if (dropped) attempt(() => openFile(studio, dropped));
    else if (words) attempt(() => openText(studio, words, 'dropped'));
  });
  addEventListener('paste', (event) => {
    if (event.target instanceof Element && event.target.closest('input, textarea')) return;
    const words = event.clipboardData?.getData('text/plain');
    const pasted = event.clipboardData?.files[0];
    if (pasted) attempt(() => openFile(studio, pasted));
    else if (words?.trim()) attempt(() => openText(studio, words, 'pasted'));
  });
}

/**
 * @param {import('../studio.js').Studio} studio
 * @param {string} text
 * @param {string} name
 */
async function openText(studio, text, name) {
  if (isProject(text)) return openProject(studio, text);
  studio.open(await post('open', { text }), name);
}

/**
 * Opens a file: a puzzle in any format, or a picture, whose outline becomes the solution.
 * @param {import('../studio.js').Studio} studio
 * @param {File} file
 */
async function openFile(studio, file) {
  const name = file.name.replace(/\.[^.]*$/, '');
  if (/\.(png|pbm|pgm|ppm)$/i.test(file.name) || file.type.startsWith('image/')) {
    studio.open(await postFile('picture?width=24&threshold=0.5&kind=slitherlink', file), name, 'From a picture');
    studio.use('solution');
  } else {
    await openText(studio, await file.text(), name);
  }
}
