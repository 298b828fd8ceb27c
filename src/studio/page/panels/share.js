/** The panel that exports the puzzle: texts, addresses, pictures, paper. */

import { animationOf } from '../animation.js';
import { get, post, postForFile, wordsOf } from '../api.js';
import { addressOf, reachesOthers } from '../address.js';
import { copy } from '../clipboard.js';
import { button, checkbox, download, h, select } from '../dom.js';
import { leftOut } from '../constraints.js';
import { factsOf, links, puzzleOf } from '../facts.js';
import { loneEnds } from '../labels.js';
import { count } from '../nouns.js';
import { print } from '../print.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** The formats that are listed first. @type {[string, string][]} */
const FIRST = [
  ['facts', 'facts (ASP)'],
  ['pzpr', 'address of puzz.link'],
  ['penpa', 'address of penpa-edit'],
  ['loopy', 'game ID of Loopy'],
  ['text', 'drawing in characters'],
];

/** The endings of files; `txt` for other formats. @type {Record<string, string>} */
const ENDINGS = {
  facts: 'lp',
  aspcomp2011: 'lp',
  graphml: 'graphml',
  dot: 'dot',
  dimacs: 'col',
  graph6: 'g6',
  hcp: 'hcp',
};

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
  let isAnswered = false;
  const answer = () => {
    if (!isAnswered) return undefined;
    return links(studio.sheet.board, studio.analysis.answer ?? studio.state.solution.keys());
  };
  /** @param {AbortSignal} signal @returns {Promise<{ text: string, lost: string[] }>} */
  const written = async (signal) => {
    const off = leftOut(studio.sheet);
    const lone = [...loneEnds(studio.sheet).values()].map((label) => `the lone end ${label}`);
    if (off > 0) lone.push(count(off, 'constraint'));
    const isShown = !studio.isPlaying;
    if (format === 'facts') return { text: factsOf(studio.sheet, { places: true, solution: isShown }), lost: lone };
    const request = { ...puzzleOf(studio.sheet, { places: true }), answer: answer(), to: format };
    const { text: all, lost: without, without_answer: isBare } = await post('convert', request, signal);
    return { text: all, lost: [...without, ...lone, ...(isBare && isAnswered ? ['the solution'] : [])] };
  };
  /** Writes the puzzle as it is now, then passes the text on. @param {(text: string) => Promise<void> | void} [then] */
  const write = (then) =>
    studio.attempt(
      async (signal) => {
        text.value = '';
        try {
          const { text: all, lost: without } = await written(signal);
          signal.throwIfAborted();
          text.value = all;
          lost.textContent = without.length > 0 ? `Left out: ${without.join(', ')}` : '\u00a0';
        } catch (error) {
          signal.throwIfAborted();
          lost.textContent = wordsOf(error);
          return;
        }
        await then?.(text.value);
      },
      { key: 'share', until: 'edit' },
    );
  /** Passes on the text, which is that of the puzzle as it is now, or empty. @param {(text: string) => Promise<void> | void} act */
  const use = (act) => void (text.value ? act(text.value) : write(act));
  const name = () => studio.sheet.name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'puzzle';
  const save = (/** @type {string} */ all) =>
    download(`${name()}.${ENDINGS[format] ?? 'txt'}`, new Blob([all], { type: 'text/plain' }));
  const drawn = (/** @type {'svg' | 'png'} */ as) =>
    studio.attempt(
      async (signal) => {
        const request = { ...puzzleOf(studio.sheet, { places: true }), answer: answer(), as };
        const file = await postForFile('draw', request, signal);
        signal.throwIfAborted();
        download(`${name()}.${as}`, file);
      },
      { key: 'share-picture', until: 'edit' },
    );
  const animate = () =>
    studio.attempt(
      async (signal) => {
        studio.say('Looking for the steps …');
        const { svg, count: number } = await animationOf(studio.sheet, signal);
        if (number === 0) return studio.say('There is no step to show: no edge follows from the puzzle.');
        download(`${name()}-steps.svg`, new Blob([svg], { type: 'image/svg+xml' }));
        studio.say(`Animation of the steps: ${number}.`);
      },
      { key: 'share-picture', until: 'edit' },
    );
  place.append(
    h('div', { class: 'row' }, h('label', {}, 'Format ', chooser)),
    checkbox('with the solution', isAnswered, (isTicked) => {
      isAnswered = isTicked;
      write();
    }),
    text,
    lost,
    h(
      'div',
      { class: 'row' },
      button('Copy', () => use((all) => copy(studio, all, text))),
      button('Save as file', () => use(save)),
    ),
    h('h2', {}, 'Picture and paper'),
    h(
      'div',
      { class: 'row' },
      button('SVG', () => drawn('svg')),
      button('PNG', () => drawn('png')),
      button('Animation', animate, { title: 'SVG in which the steps to the solution appear one after another' }),
      button('Print', () => print(studio, [studio.sheet])),
    ),
    ...addressParts(studio),
  );
  studio.attempt(
    async () => {
      const known = new Set(FIRST.map(([value]) => value));
      for (const { name: value, about } of await get('formats'))
        if (!known.has(value)) chooser.append(h('option', { value }, `${value}: ${about}`));
    },
    { until: 'never' },
  );
  const draw = () => {
    if (!place.hidden) write();
  };
  studio.work.addEventListener('edit', draw);
  studio.work.addEventListener('open', draw);
  // Play hides the solution here, too.
  let isHidden = studio.isPlaying;
  studio.addEventListener('tool', () => {
    if (isHidden === studio.isPlaying) return;
    isHidden = studio.isPlaying;
    draw();
  });
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
    studio.attempt(
      async (signal) => {
        const made = await addressOf(studio.sheet, purpose, studioOf());
        signal.throwIfAborted();
        address.value = made;
        address.hidden = false;
        length.textContent = `${made.length} characters${made.length > LONG ? ': some programs cut such addresses' : ''}`;
        await copy(studio, made, address);
      },
      { key: 'address', until: 'edit' },
    );
  // An address of what the puzzle was before would be taken for that of the puzzle.
  const forget = () => {
    address.hidden = true;
    length.textContent = '';
  };
  studio.work.addEventListener('edit', forget);
  studio.work.addEventListener('open', forget);
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
