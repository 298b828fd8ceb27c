/** The panel for what is kept: the shelf, whose puzzles can be opened again and printed together, and project files. */

import { postForFile } from '../api.js';
import { button, download, h, patch, picture, spoken } from '../dom.js';
import { puzzleOf } from '../facts.js';
import { print } from '../print.js';
import { projectText } from '../storage/project.js';

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../storage/shelf.js').Kept} Kept */

/** The pictures of the sheets that were drawn, by key. @type {Map<string, Element>} */
const pictures = new Map();

/**
 * @param {Studio} studio
 * @param {HTMLElement} place
 */
export function shelfPanel(studio, place) {
  const { shelf } = studio.storage;
  const draw = () => {
    if (place.hidden) return;
    studio.attempt(
      async (signal) => {
        const kept = await shelf.list();
        signal.throwIfAborted();
        patch(place, ...partsOf(studio, kept));
        await drawPictures(studio, kept, signal, () => patch(place, ...partsOf(studio, kept)));
      },
      { key: 'shelf', until: 'never' },
    );
  };
  studio.addEventListener('name', draw);
  shelf.addEventListener('change', draw);
  studio.work.addEventListener('open', draw);
  studio.addEventListener('keep', () => keep(studio));
  return draw;
}

/** @param {Studio} studio */
async function keep(studio) {
  const { shelf } = studio.storage;
  try {
    await shelf.add(studio.sheet);
    studio.say(`On the shelf: ${studio.sheet.name}. ${await shelf.fullness()}`);
  } catch {
    studio.say('The browser has no room for another puzzle: save the shelf as a file and take puzzles off.');
  }
}

/**
 * @param {Studio} studio
 * @param {Kept[]} kept
 */
function partsOf(studio, kept) {
  const { name } = studio.sheet;
  const rename = (/** @type {Event} */ event) => {
    studio.sheet.name = /** @type {HTMLInputElement} */ (event.currentTarget).value;
    studio.tell('name');
  };
  const field = h('input', { type: 'text', 'aria-label': 'name of the puzzle', oninput: rename });
  field.value = name;
  const printAll = () => {
    const ticked = [...document.querySelectorAll('#panel-shelf input:checked')].map((box) => box.getAttribute('value'));
    const sheets = kept.filter(({ key }) => ticked.length === 0 || ticked.includes(key)).map(({ sheet }) => sheet);
    if (sheets.length === 0) studio.say('The shelf is empty.');
    else print(studio, sheets);
  };
  const save = () =>
    download(`${name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'puzzle'}.zlink`, new Blob([projectText(studio, kept)]));
  return [
    h(
      'div',
      { class: 'row' },
      h('label', {}, 'Name ', field),
      button('Keep it', () => studio.tell('keep'), { class: 'primary', title: 'Ctrl+S' }),
    ),
    h(
      'div',
      { class: 'row' },
      button('Save project', save, { title: 'The puzzle with all that is drawn and played, and the shelf, as a file' }),
      button('Print', printAll, { title: 'Puzzles of the shelf: those that are ticked, or all' }),
    ),
    h('p', { class: 'aside' }, 'A project is opened like any file; its shelf is added to this one.'),
    ...unreadParts(studio),
    h(
      'div',
      { class: 'gallery', role: 'list', 'aria-label': 'puzzles on the shelf' },
      ...kept.map((one) => card(studio, one)),
    ),
    kept.length === 0 &&
      h('p', { class: 'aside' }, 'Nothing yet. Keep it puts the puzzle here; it stays when the page is closed.'),
  ];
}

/**
 * Work that this version cannot read, for one that can.
 * @param {Studio} studio
 */
function unreadParts({ storage: { unread } }) {
  if (unread.length === 0) return [];
  const save = () => download('zlink-unread.json', new Blob([JSON.stringify(unread)]));
  return [
    h('p', {}, 'The browser keeps work that this version of the studio cannot read.'),
    h('div', { class: 'row' }, button('Save it as a file', save)),
  ];
}

/**
 * @param {Studio} studio
 * @param {Kept} kept
 */
function card(studio, { key, sheet }) {
  const { name } = sheet;
  // The sheet of the shelf stays what it is.
  const open = () => {
    const state = structuredClone(sheet.state);
    studio.work.open('Open', { ...sheet, state, played: structuredClone(sheet.played) });
    studio.say(`From the shelf: ${name}`);
  };
  return h(
    'div',
    { role: 'listitem', 'data-key': key },
    h(
      'button',
      { type: 'button', class: 'card', onclick: open },
      pictures.get(key)?.cloneNode(true),
      spoken('open '),
      h('span', { class: 'caption' }, name),
    ),
    h(
      'div',
      { class: 'row' },
      h('input', { type: 'checkbox', value: key, 'data-own': true, 'aria-label': `print ${name}` }),
      button('✕', () => studio.attempt(() => studio.storage.shelf.remove(key), { until: 'never' }), {
        class: 'remove',
        'aria-label': `take ${name} off the shelf`,
      }),
    ),
  );
}

/**
 * Draws the sheets that have no picture yet.
 * @param {Studio} studio
 * @param {Kept[]} kept
 * @param {AbortSignal} signal
 * @param {() => void} draw
 */
async function drawPictures(studio, kept, signal, draw) {
  for (const { key, sheet } of kept) {
    if (pictures.has(key)) continue;
    const svg = await postForFile('draw', { ...puzzleOf(sheet, { places: true }), as: 'svg' }, signal);
    pictures.set(key, picture(await svg.text()));
    signal.throwIfAborted();
    draw();
  }
}
