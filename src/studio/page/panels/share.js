/** The panel that exports the puzzle: texts, addresses, pictures, paper. */

import { get, post, postForFile, wordsOf } from '../api.js';
import { packedAddress } from '../address.js';
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
      button('Copy', () => copy(studio, text.value)),
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
    h('h2', {}, 'Address'),
    h('p', { class: 'aside' }, 'It holds the whole puzzle, and opens it in a studio on this machine.'),
    h(
      'div',
      { class: 'row' },
      button('Copy the address', async () => copy(studio, await packedAddress(studio.sheet))),
    ),
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

/**
 * @param {Studio} studio
 * @param {string} text
 */
export async function copy(studio, text) {
  await studio.attempt(async () => {
    await navigator.clipboard.writeText(text);
    studio.say('Copied.');
  });
}
