/** The panel that exports the puzzle: texts, addresses, pictures, paper. */

import { get, post, postForFile, wordsOf } from '../api.js';
import { addressOf, reachesOthers } from '../address.js';
import { button, download, h, select } from '../dom.js';
import { factsOf, links, puzzleOf } from '../facts.js';
import { print } from '../print.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** The formats that are listed first. @type {[string, string][]} */
const FIRST = [
  ['facts', 'facts (ASP)'],
  ['pzpr', 'address of puzz.link'],
  ['loopy', 'game ID of Loopy'],
  ['text', 'drawing in characters'],
];

/**
 * @param {Studio} studio
 * @param {HTMLElement} place
 */
export function sharePanel(studio, place) {
  const text = h('textarea', { readonly: true, rows: 8, 'aria-label': 'the puzzle as text', spellcheck: 'false' });
  const lost = h('p', { class: 'aside', role: 'status' }, '\u00a0');
  let format = 'facts';
  const chooser = select('Format', FIRST, format, (value) => {
    format = value;
    write();
  });
  const answered = h('input', { type: 'checkbox' });
  const answerLinks = () => {
    if (!answered.checked) return {};
    const edges = studio.analysis.answer ?? studio.state.solution.keys();
    return { answer: links(studio.sheet.board, edges) };
  };
  const write = () =>
    studio.attempt(async () => {
      if (format === 'facts') {
        text.value = factsOf(studio.sheet, { places: true });
        lost.textContent = '\u00a0';
        return;
      }
      text.value = '';
      try {
        const request = {
          ...puzzleOf(studio.sheet, { places: true }),
          ...(format === 'text' ? answerLinks() : {}),
          to: format,
        };
        const { text: written, lost: without } = await post('convert', request);
        text.value = written;
        lost.textContent = without.length > 0 ? `Left out: ${without.join(', ')}` : '\u00a0';
      } catch (error) {
        lost.textContent = wordsOf(error);
      }
    });
  const name = () => studio.sheet.name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'puzzle';
  const drawn = (/** @type {'svg' | 'png'} */ as) =>
    studio.attempt(async () => {
      const request = { ...puzzleOf(studio.sheet, { places: true }), ...answerLinks(), as };
      download(`${name()}.${as}`, await postForFile('draw', request));
    });
  place.append(
    h('div', { class: 'row' }, h('label', {}, 'Format ', chooser)),
    text,
    lost,
    h(
      'div',
      { class: 'row' },
      button('Copy', () => copy(studio, text.value, text)),
      button('Save as file', () =>
        download(`${name()}.${format === 'facts' ? 'lp' : 'txt'}`, new Blob([text.value], { type: 'text/plain' })),
      ),
    ),
    h('h2', {}, 'Picture and paper'),
    h('label', { class: 'check' }, answered, ' with the solution'),
    h(
      'div',
      { class: 'row' },
      button('SVG', () => drawn('svg')),
      button('PNG', () => drawn('png')),
      button('Print', () => print(studio, [studio.sheet])),
    ),
    ...addressParts(studio),
  );
  answered.addEventListener('change', write);
  studio.attempt(async () => {
    const known = new Set(FIRST.map(([value]) => value));
    for (const { name: value } of await get('formats'))
      if (!known.has(value)) chooser.append(h('option', { value }, value));
  });
  const draw = () => {
    if (!place.hidden) write();
  };
  studio.work.addEventListener('edit', draw);
  studio.work.addEventListener('open', draw);
  return draw;
}

/** The longest address that no program is known to cut. */
const LONG = 2000;

/**
 * The part of the panel for addresses that hold the puzzle.
 * @param {Studio} studio
 */
function addressParts(studio) {
  const isLocal = !reachesOthers();
  const words = h('p', { class: 'aside' });
  const home = h('input', {
    type: 'url',
    size: 30,
    pattern: 'https?://.+',
    placeholder: 'https://example.org/studio/',
  });
  const length = h('p', { class: 'aside' });
  const address = h('input', { type: 'text', readonly: true, hidden: true, 'aria-label': 'the address' });
  const draw = () => {
    const only = `Here it opens on this computer only${location.protocol === 'file:' ? ', from this file' : ''}.`;
    const where =
      studioOf() === location.href && isLocal ? only : `It opens in the studio at ${new URL(studioOf()).host}.`;
    words.textContent = `An address holds the whole puzzle; nothing is sent to anybody. ${where}`;
  };
  const isGood = () => home.value === '' || (home.validity.valid && URL.canParse(home.value));
  const studioOf = () => (isLocal && home.value && isGood() ? new URL(home.value).href : location.href);
  home.value = studio.settings.home;
  home.addEventListener('change', () => {
    draw();
    if (!home.reportValidity() || !isGood()) return;
    studio.set({ home: home.value });
  });
  draw();
  const make = (/** @type {import('../address.js').Purpose} */ purpose) =>
    studio.attempt(async () => {
      address.value = await addressOf(studio.sheet, purpose, studioOf());
      address.hidden = false;
      const isLong = address.value.length > LONG;
      length.textContent = `${address.value.length} characters${isLong ? ': some programs cut such addresses' : ''}`;
      await copy(studio, address.value, address);
    });
  return [
    h('h2', {}, 'Address'),
    words,
    ...(isLocal ? [h('label', {}, 'Address of a studio on the web, for others ', home)] : []),
    h(
      'div',
      { class: 'row' },
      button('Copy: to solve', () => make('solve'), { title: 'without the solution that is drawn' }),
      button('Copy: to edit', () => make('edit'), { title: 'with all that is drawn' }),
    ),
    address,
    length,
  ];
}

/**
 * @param {Studio} studio
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} [field] where the text is shown
 */
export async function copy(studio, text, field) {
  await studio.attempt(async () => {
    // Pages of a host without https have no clipboard; a browser may also refuse it.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (isCopied) return studio.say('Copied.');
    field?.select();
    studio.say('This page has no access to the clipboard: copy the text that is shown in the panel Share.');
  });
}
