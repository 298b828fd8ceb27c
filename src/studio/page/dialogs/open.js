/** Opens puzzles: by the dialog, from the clipboard, dropped on the page. Whatever replaces the board can be undone. */

import { puzzleInAddress } from '../address.js';
import { Refused, get, post, wordsOf } from '../api.js';
import { contentOf } from '../content.js';
import { byId, h, select } from '../dom.js';
import { isProject, openProject } from '../storage/project.js';
import { wantedOf } from './doubt.js';
import { boardOfPicture } from './picture.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** What is opened: a file or a text. @typedef {{ file: File } | { text: string, name: string }} Found */

/** Where text can be typed, and so pasted. */
const FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])';

/** @param {Studio} studio */
export function openDialog(studio) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('open-dialog'));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'));
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
  const file = /** @type {HTMLInputElement} */ (form.elements.namedItem('file'));
  const solve = /** @type {HTMLInputElement} */ (form.elements.namedItem('solve'));
  let format = '';
  const formats = select('Format', [['', 'recognised']], '', (value) => (format = value));
  file.closest('label')?.before(h('label', {}, 'Format ', formats));
  byId('open').addEventListener('click', () =>
    studio.attempt(
      async (signal) => {
        byId('open-error').textContent = '';
        solve.checked = studio.isPlaying;
        dialog.showModal();
        if (formats.options.length > 1) return;
        const known = await get('formats');
        signal.throwIfAborted();
        for (const { name, about } of known)
          if (name !== 'text') formats.append(h('option', { value: name }, `${name}: ${about}`));
      },
      { key: 'formats' },
    ),
  );
  const within = async (/** @type {Found} */ found) => {
    byId('open-error').textContent = '';
    const problem = await open(studio, found, format, solve.checked ? 'solve' : 'edit');
    if (problem === null) dialog.close();
    else byId('open-error').textContent = problem;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    within({ text: text.value, name: 'pasted' });
  });
  file.addEventListener('change', () => {
    const chosen = file.files?.[0];
    if (chosen) within({ file: chosen });
    file.value = '';
  });
  const isBusy = () => document.querySelector('dialog[open]') !== null && !dialog.open;
  const take = (/** @type {DataTransfer | null} */ data, /** @type {string} */ name) => {
    const [given, words] = [data?.files[0], data?.getData('text/plain')];
    if (isBusy() || !(given || words?.trim())) return;
    if (data && data.files.length > 1) return studio.say('Not opened. One file at a time can be opened.');
    const found = given ? { file: given } : { text: words ?? '', name };
    if (dialog.open) within(found);
    else open(studio, found);
  };
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer, 'dropped');
  });
  addEventListener('paste', (event) => {
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    take(event.clipboardData, 'pasted');
  });
}

/**
 * Opens what was found, asking first if it is a picture or in doubt. Resolves to null, or to what is wrong with it: nothing, if it is
 * only not wanted.
 * @param {Studio} studio
 * @param {Found} found
 * @param {string} [format]
 * @param {import('../address.js').Purpose} [purpose] by default that of an address, or else the tool stays
 */
async function open(studio, found, format = '', purpose) {
  /** @type {string | null} */
  let problem = null;
  let isShown = false;
  await studio.attempt(
    async (signal) => {
      try {
        const isText = 'text' in found;
        const content = isText ? found : await contentOf(found.file);
        const show =
          'picture' in content
            ? await pictureOf(studio, content, purpose, signal)
            : await textOf(studio, content, format, purpose, signal);
        signal.throwIfAborted();
        isShown = true;
        if (show) await show();
        else {
          problem = '';
          studio.say('Not opened.');
        }
      } catch (error) {
        // What is shown ends this task, too.
        if (signal.aborted && !isShown) return studio.say('Not opened, as the board was changed in the meantime.');
        problem = error instanceof Refused ? error.placed : wordsOf(error);
        if (!(error instanceof Refused)) throw error;
        studio.say(`Not opened. ${problem.split('\n')[0]}`);
      }
    },
    { key: 'open', until: 'edit' },
  );
  return problem;
}

/**
 * How to show the board of a picture; null if it is not wanted.
 * @param {Studio} studio
 * @param {{ name: string, picture: Blob, isNetpbm: boolean }} content
 * @param {import('../address.js').Purpose | undefined} purpose
 * @param {AbortSignal} signal
 */
async function pictureOf(studio, content, purpose, signal) {
  const data = await boardOfPicture(studio, content, 'slitherlink', signal);
  if (!data) return null;
  return () => {
    studio.open(data, content.name, 'From a picture');
    if (purpose === 'solve') studio.use('play');
    else studio.use(data.kind === 'slitherlink' ? 'solution' : 'pairs');
  };
}

/** Addresses of puzz.link and penpa-edit at which puzzles are solved. */
const TO_SOLVE = /^\S*[?#]([a-z]+_play\/|m=solve&)/;

/**
 * How to show what a text holds: a project, an address of a studio or a puzzle in any format; null if it is not wanted.
 * @param {Studio} studio
 * @param {{ name: string, text: string }} content
 * @param {string} format the empty text if it is to be found out
 * @param {import('../address.js').Purpose | undefined} purpose
 * @param {AbortSignal} signal
 */
async function textOf(studio, { name, text }, format, purpose, signal) {
  if (!format && isProject(text)) return () => openProject(studio, text, purpose);
  const fragment = /^\S+:\/\/\S*(#\S+)$/.exec(text.trim())?.[1];
  const shared = fragment && !format ? await puzzleInAddress(fragment) : null;
  if (shared) {
    return () => {
      studio.work.open('Open', shared.sheet);
      // What was shared to be solved does not show its answer.
      studio.begin({ ...shared, purpose: shared.purpose === 'solve' ? 'solve' : (purpose ?? 'edit') });
    };
  }
  const read = await post('open', { text, format: format || null }, signal);
  const data = await wantedOf(studio, read, text, signal);
  const meant = TO_SOLVE.test(text.trim()) ? 'solve' : purpose;
  return data && (() => studio.open(data, name, 'Open', meant));
}
