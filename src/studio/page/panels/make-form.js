/** The form for puzzles to be made. What it says is a setting. */

import { button, checkbox, h, select } from '../dom.js';
import { contentOf } from '../content.js';
import { boardOfPicture } from '../dialogs/picture.js';
import { symmetryChoice } from '../symmetry.js';

/** @typedef {import('./make.js').Maker} Maker */
/** @typedef {import('../studio.js').Making} Making */

const LEVELS = ['easy', 'normal', 'tricky', 'hard', 'extreme'];
/** The largest clue that the form has a box for. */
const LARGEST = 12;

/** @param {Maker} maker */
export function formOf(maker) {
  const { studio, running } = maker;
  const { making } = studio.settings;
  const isNumberlink = studio.sheet.board.data.kind === 'numberlink';
  const number = (
    /** @type {'clues' | 'pairs' | 'count' | 'seed' | 'seconds'} */ name,
    /** @type {string} */ label,
    /** @type {Record<string, unknown>} */ properties = {},
  ) => {
    const least = name === 'seed' ? 0 : 1;
    const typed = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.currentTarget);
      const whole = Math.min(Math.max(least, Math.round(Number(value))), Number.MAX_SAFE_INTEGER);
      maker.wish({ [name]: value === '' ? null : whole });
    };
    const box = { type: 'number', min: least, value: making[name], placeholder: 'any', oninput: typed, ...properties };
    return h('label', { class: name === 'seconds' ? 'line' : null, 'data-key': name }, label, h('input', box));
  };
  const choice = (
    /** @type {'difficulty' | 'minimal'} */ name,
    /** @type {string} */ label,
    /** @type {[string, string][]} */ choices,
    /** @type {string} */ title = '',
  ) => {
    const element = select(label, choices, making[name], (value) => maker.wish({ [name]: value }));
    return h('label', { title: title || null, 'data-key': name }, label, element);
  };
  const check = (
    /** @type {'own' | 'keep' | 'places'} */ name,
    /** @type {string} */ label,
    /** @type {string} */ title = '',
  ) => {
    const box = checkbox(label, making[name], (isWanted) => maker.wish({ [name]: isWanted }));
    box.className = 'check';
    box.dataset.key = name;
    if (title) box.title = title;
    return box;
  };
  const levels = /** @type {[string, string][]} */ ([['', 'any'], ...LEVELS.map((level) => [level, level])]);
  const difficulty = choice('difficulty', 'Difficulty', levels);
  const common = [number('count', 'How many', { placeholder: 1 }), number('seed', 'Seed')];
  // Where the places are given, symmetry, number and minimality follow from them.
  const where = making.places
    ? []
    : [
        symmetryChoice(studio),
        number('clues', 'Clues'),
        choice(
          'minimal',
          'Minimal',
          [
            ['within', 'in its difficulty'],
            ['strictly', 'strictly'],
            ['', 'no'],
          ],
          'No clue can go: within the difficulty, none without a harder puzzle. With a symmetry: no clue together with its images',
        ),
      ];
  const fields = isNumberlink
    ? [number('pairs', 'Pairs'), difficulty, ...common, check('own', 'from the paths I drew')]
    : [
        ...where,
        difficulty,
        ...common,
        check('own', 'with the solution I drew'),
        check('keep', 'keep the clues that are there'),
        check(
          'places',
          'clues only where one or a ? is now',
          'Themes and letters: mark the places with clues or with ? (the key *), and Make finds the values',
        ),
        valueBoxes(maker),
      ];
  // Fields come and go, and keep what is typed by their keys.
  return [
    ...fields,
    number('seconds', 'Seconds to find what is in the way', { placeholder: '10' }),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'submit', class: 'primary' }, running ? 'Stop' : 'Make puzzles'),
      !isNumberlink &&
        button('All hint sets', () => maker.hints(), {
          title:
            'On small boards: count and sample all sets of clues that leave only the solution that is drawn or found',
        }),
    ),
    pictureInput(studio),
  ];
}

/**
 * A box for each value that a clue may have.
 * @param {Maker} maker
 */
function valueBoxes(maker) {
  const { studio } = maker;
  const { values } = studio.settings.making;
  const { board, shape } = studio.sheet;
  const most = board.cells.reduce((size, _, cell) => Math.max(size, shape.size(cell)), 0);
  const all = Array.from({ length: Math.min(most, LARGEST) + 1 }, (_, value) => value);
  const ticked = (/** @type {number} */ value) => (/** @type {boolean} */ isWanted) => {
    const wanted = all.filter((one) => (one === value ? isWanted : (values?.includes(one) ?? true)));
    maker.wish({ values: wanted.length === all.length ? null : wanted });
  };
  return h(
    'fieldset',
    { class: 'line' },
    h('legend', {}, 'Values of clues'),
    ...all.map((value) => checkbox(String(value), values?.includes(value) ?? true, ticked(value))),
  );
}

/** @param {import('../studio.js').Studio} studio */
function pictureInput(studio) {
  const chosen = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    studio.attempt(
      async (signal) => {
        const content = await contentOf(file);
        if (!('picture' in content)) return studio.say('This file is no picture.');
        const kind = studio.sheet.board.data.kind;
        const data = await boardOfPicture(studio, content, kind, signal);
        if (data) studio.open(data, content.name, 'From a picture');
      },
      { key: 'open', until: 'edit' },
    );
  };
  const name = 'a picture whose outline is the solution';
  return h(
    'label',
    { class: 'wide' },
    'A solution from a picture',
    h('input', { type: 'file', accept: 'image/*,.pbm,.pgm,.ppm', 'aria-label': name, onchange: chosen }),
  );
}
