/** The shelf: puzzles that are stored in the browser, to be opened again and printed together. */

import { postForFile } from '../api.js';
import { button, h, picture, spoken } from '../dom.js';
import { puzzleOf } from '../facts.js';
import { print } from '../print.js';
import { readShelf, shelve, writeShelf } from '../storage.js';
import { unpacked } from '../work.js';

/** @typedef {import('../studio.js').Studio} Studio */

/**
 * @param {Studio} studio
 * @param {HTMLElement} place
 */
export function shelfPanel(studio, place) {
  const list = h('div', { class: 'gallery', role: 'list', 'aria-label': 'puzzles on the shelf' });
  const name = h('input', { type: 'text', 'aria-label': 'name of the puzzle', value: studio.sheet.name });
  name.addEventListener('change', () => {
    studio.sheet.name = name.value;
    studio.tell('name');
  });
  const keep = () => {
    if (shelve(studio.sheet)) studio.say(`On the shelf: ${studio.sheet.name}`);
    else studio.say('The browser has no room for another puzzle.');
    draw();
  };
  const printAll = () => {
    const chosen = [...list.querySelectorAll('input:checked')].map(
      (box) => /** @type {HTMLInputElement} */ (box).value,
    );
    const sheets = readShelf().filter(({ id }) => chosen.length === 0 || chosen.includes(id));
    if (sheets.length === 0) studio.say('The shelf is empty.');
    else
      print(
        studio,
        sheets.map(({ sheet }) => unpacked(sheet)),
      );
  };
  place.append(
    h(
      'div',
      { class: 'row' },
      h('label', {}, 'Name ', name),
      button('Keep it', keep, { class: 'primary', title: 'Ctrl+S' }),
    ),
    h('div', { class: 'row' }, button('Print', printAll, { title: 'those that are ticked, or all' })),
    list,
  );
  const draw = () => {
    if (place.hidden) return;
    name.value = studio.sheet.name;
    const shelf = readShelf();
    list.replaceChildren(...shelf.map((kept) => card(studio, kept, draw)));
    if (shelf.length === 0)
      list.append(
        h('p', { class: 'aside' }, 'Nothing yet. Keep it puts the puzzle here; it stays when the page is closed.'),
      );
  };
  studio.addEventListener('name', draw);
  studio.addEventListener('keep', keep);
  return draw;
}

/**
 * @param {Studio} studio
 * @param {{ id: string, sheet: any }} kept
 * @param {() => void} draw
 */
function card(studio, { id, sheet: data }, draw) {
  const open = button('', () => studio.work.open('Open', unpacked(data)), { class: 'card' });
  const tick = h('input', { type: 'checkbox', value: id, 'aria-label': `print ${data.name}` });
  const remove = button(
    '✕',
    () => {
      writeShelf(readShelf().filter((one) => one.id !== id));
      draw();
    },
    { class: 'remove', 'aria-label': `take ${data.name} off the shelf` },
  );
  studio.attempt(async () => {
    const svg = await postForFile('draw', { ...puzzleOf(unpacked(data), { places: true }), as: 'svg' });
    open.prepend(picture(await svg.text()));
  });
  open.append(spoken('open '), h('span', { class: 'caption' }, data.name));
  return h('div', { role: 'listitem' }, open, h('div', { class: 'row' }, tick, remove));
}
