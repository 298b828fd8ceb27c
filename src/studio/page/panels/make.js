/** The panel that makes puzzles on this board, with a gallery of the results. */

import { post, postFile, stream, wordsOf } from '../api.js';
import { button, h, picture, select, spoken } from '../dom.js';
import { links, puzzleOf } from '../facts.js';
import { change, pairsOf } from '../work.js';

/** @typedef {import('../types.js').Made} Made */
/** @typedef {import('../studio.js').Studio} Studio */

const LEVELS = ['easy', 'normal', 'tricky', 'hard', 'extreme'];

/**
 * @param {Studio} studio
 * @param {HTMLElement} place
 */
export function makePanel(studio, place) {
  const maker = new Maker(studio, place);
  return () => maker.suggest();
}

class Maker {
  /**
   * @param {Studio} studio
   * @param {HTMLElement} place
   */
  constructor(studio, place) {
    this.studio = studio;
    this.stop = new AbortController();
    this.isRunning = false;
    this.isFromPicture = false;
    this.hadSolution = false;
    this.form = h('form', { class: 'make' });
    this.status = h('p', { class: 'progress', role: 'status' }, '\u00a0');
    this.counts = h('div', { class: 'counts' });
    this.gallery = h('div', { class: 'gallery', role: 'list', 'aria-label': 'puzzles that were made' });
    place.append(this.form, this.status, this.counts, this.gallery);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.isRunning) this.cancel();
      else this.generate();
    });
    studio.work.addEventListener('open', () => {
      this.isFromPicture = false;
      this.drawForm();
    });
    this.drawForm();
  }

  get isNumberlink() {
    return this.studio.sheet.board.data.kind === 'numberlink';
  }

  drawForm() {
    const { studio } = this;
    const symmetries = Object.keys(studio.sheet.board.data.symmetries);
    const number = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number | null} */ value) =>
      h(
        'label',
        {},
        label,
        h('input', { type: 'number', name, min: name === 'seed' ? 0 : 1, value, placeholder: 'any' }),
      );
    const check = (/** @type {string} */ name, /** @type {string} */ label, title = '') =>
      h('label', { class: 'check', title: title || null }, h('input', { type: 'checkbox', name }), ` ${label}`);
    const choice = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {[string, string][]} */ choices,
    ) => {
      const element = select(label, choices, choices[0][0]);
      element.name = name;
      return h('label', {}, label, element);
    };
    this.start = h('button', { type: 'submit', class: 'primary' }, 'Make puzzles');
    const difficulty = choice('difficulty', 'Difficulty', [
      ['', 'any'],
      ...LEVELS.map((level) => /** @type {[string, string]} */ ([level, level])),
    ]);
    const seed = number('seed', 'Seed', Math.floor(Math.random() * 1e6));
    const fields = this.isNumberlink
      ? [
          number('pairs', 'Pairs', null),
          difficulty,
          number('count', 'How many', 6),
          seed,
          check('own', 'from the paths I drew'),
        ]
      : [
          choice('symmetry', 'Symmetry', [
            ['', 'none'],
            ...symmetries.map((name) => /** @type {[string, string]} */ ([name, name])),
          ]),
          number('clues', 'Clues', null),
          difficulty,
          number('count', 'How many', 6),
          seed,
          check('minimal', 'minimal: no clue can go', 'with a symmetry: none together with its images'),
          check('own', 'with the solution I drew'),
          check('keep', 'keep the clues that are there'),
        ];
    const file = h('input', {
      type: 'file',
      accept: 'image/png,.pbm,.pgm,.ppm',
      'aria-label': 'a picture whose outline is the solution',
    });
    file.addEventListener('change', () => {
      const chosen = file.files?.[0];
      file.value = '';
      if (chosen) this.fromPicture(chosen);
    });
    this.form.replaceChildren(
      ...fields,
      h(
        'details',
        { class: 'wide' },
        h('summary', {}, 'From a picture'),
        h('label', {}, 'Columns', h('input', { type: 'number', name: 'columns', min: 4, max: 200, value: 24 })),
        h(
          'label',
          {},
          'What is dark, from black to all but white',
          h('input', { type: 'range', name: 'dark', min: 5, max: 95, value: 50 }),
        ),
        h('label', {}, 'PNG, PBM, PGM, PPM', file),
      ),
      h(
        'div',
        { class: 'row' },
        this.start,
        !this.isNumberlink &&
          button('All hint sets', () => this.hints(), {
            title:
              'On small boards: count and sample all sets of clues that leave only the solution that is drawn or found',
          }),
      ),
    );
    const minimal = this.form.elements.namedItem('minimal');
    if (minimal instanceof HTMLInputElement) minimal.checked = true;
    this.suggest();
    this.counts.replaceChildren();
    this.gallery.replaceChildren();
  }

  /** Preselects puzzles with the solution on the board when one is drawn: most likely they are wanted. */
  suggest() {
    const own = this.form.elements.namedItem('own');
    const hasSolution = this.studio.state.solution.size > 0;
    if (own instanceof HTMLInputElement && hasSolution !== this.hadSolution) own.checked = hasSolution;
    this.hadSolution = hasSolution;
  }

  /** The options that the form holds. */
  options() {
    const data = new FormData(this.form);
    const number = (/** @type {string} */ name) => (data.get(name) ? Number(data.get(name)) : null);
    return {
      kind: this.studio.sheet.board.data.kind,
      symmetry: data.get('symmetry') || null,
      clues: number('clues'),
      pairs: number('pairs'),
      count: number('count') ?? 1,
      seed: number('seed') ?? 0,
      difficulty: data.get('difficulty') || null,
      minimal: data.has('minimal'),
      repairs: this.isFromPicture,
      own: data.has('own'),
      keep: data.has('keep'),
    };
  }

  generate() {
    const { sheet } = this.studio;
    const { own, keep, ...options } = this.options();
    if (own && sheet.state.solution.size === 0)
      return this.studio.say('Draw a solution first, with the tool Solution.');
    const puzzle = puzzleOf(sheet, { places: true, clues: keep, pairs: false });
    const answer = own ? { answer: links(sheet.board, sheet.state.solution.keys()) } : {};
    this.run('generate', { ...puzzle, ...answer, ...options });
  }

  hints() {
    const { sheet, analysis } = this.studio;
    const { symmetry, clues, minimal, count, seed, keep } = this.options();
    const drawn = sheet.state.solution.size > 0 ? [...sheet.state.solution.keys()] : analysis.answer;
    if (!drawn) return this.studio.say('There must be a solution: draw one, or have clues that leave only one.');
    const containing = keep ? [...sheet.state.clues.keys()].map((cell) => sheet.board.cells[cell].name) : [];
    const puzzle = puzzleOf(sheet, { places: true, clues: false });
    this.run('hints', {
      ...puzzle,
      answer: links(sheet.board, drawn),
      ...{ symmetry, size: clues, minimal, containing, without: [], sample: count, seed },
    });
  }

  /**
   * @param {string} path
   * @param {unknown} request
   */
  async run(path, request) {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.counts.replaceChildren();
    this.gallery.replaceChildren();
    this.running(true);
    /** @type {string[]} */
    const missed = [];
    let made = 0;
    try {
      await stream(path, request, signal, {
        progress: ({ phase, detail }) => (this.status.textContent = `${phase}: ${detail}`),
        puzzle: (/** @type {Made} */ puzzle) => {
          made += 1;
          this.gallery.append(this.card(puzzle));
        },
        missed: ({ reason }) => missed.push(reason),
        count: (counts) => this.showCounts(counts),
        end: ({ stopped }) => stopped && missed.push(stopped),
      });
      const all = made === 1 ? '1 puzzle' : `${made} puzzles`;
      this.status.textContent = [`${all}. ${made > 0 ? 'Click one to take it.' : ''}`, ...new Set(missed)].join(' ');
    } catch (error) {
      if (!signal.aborted) this.status.textContent = wordsOf(error);
    }
    if (this.stop.signal === signal) this.running(false);
  }

  cancel() {
    this.stop.abort();
    this.running(false);
    this.status.textContent = 'Stopped.';
  }

  /** @param {boolean} isRunning */
  running(isRunning) {
    this.isRunning = isRunning;
    if (this.start) this.start.textContent = isRunning ? 'Stop' : 'Make puzzles';
    if (isRunning) this.status.textContent = 'Working …';
  }

  /** @param {{ good: string, minimal: string | null, chosen: string, sizes: Record<string, string> }} counts */
  showCounts({ good, minimal, chosen, sizes }) {
    const words = (/** @type {string} */ number) => BigInt(number).toLocaleString('en');
    const rows = Object.entries(sizes).map(([size, number]) =>
      h('tr', {}, h('th', { scope: 'row' }, size), h('td', {}, words(number))),
    );
    this.counts.replaceChildren(
      h(
        'p',
        {},
        `${words(good)} sets of clues leave only this solution${minimal === null ? '' : `, ${words(minimal)} of them minimal`}; ${words(chosen)} are as the form says.`,
      ),
      h('details', {}, h('summary', {}, 'By the number of clues'), h('table', {}, h('tbody', {}, ...rows))),
    );
  }

  /** @param {Made} made */
  card(made) {
    const words = [
      made.clues !== null && `${made.clues} clues`,
      made.pairs !== null && `${made.pairs} pairs`,
      made.difficulty,
    ];
    const caption = words.filter(Boolean).join(', ');
    const take = button('', () => this.take(made), { class: 'card' });
    take.append(picture(made.svg), spoken(`take puzzle ${made.number}: `), h('span', { class: 'caption' }, caption));
    return h('div', { role: 'listitem' }, take);
  }

  /**
   * Puts a puzzle on the board.
   * @param {Made} made
   */
  async take(made) {
    const { studio } = this;
    await studio.attempt(async () => {
      const data = await post('open', { text: made.facts, format: 'facts' });
      const { board, state } = studio.sheet;
      const isSame = board.data.vertices.join() === data.vertices.join() && studio.sheet.shape.isWhole;
      if (!isSame) return studio.open(data, studio.sheet.name, 'Take a puzzle');
      /** @type {Map<number, number>} */
      const wanted = new Map();
      for (const { name, clue } of data.cells) {
        const cell = board.cellOf.get(name);
        if (clue !== null && cell !== undefined) wanted.set(cell, clue);
      }
      const changes = board.cells.map((_, cell) => change(state, 'clues', cell, wanted.get(cell)));
      const old = [...state.pairs.keys()].map((id) => change(state, 'pairs', id, undefined));
      const pairs = pairsOf(data).map((pair, id) => change(state, 'pairs', id, pair));
      const lone = [...state.ends.keys()].map((vertex) => change(state, 'ends', vertex, undefined));
      const kept = old.filter(({ key }) => Number(key) >= pairs.length);
      const play = [...state.play.keys()].map((edge) => change(state, 'play', edge, undefined));
      const drawn = [...state.solution.keys()].map((edge) => change(state, 'solution', edge, undefined));
      const own = this.options().own ? [] : drawn;
      studio.work.edit('Take a puzzle', [...changes, ...kept, ...pairs, ...lone, ...play, ...own]);
      studio.say('On the board now; undo brings back what was there.');
    });
  }

  /** @param {File} file */
  async fromPicture(file) {
    const { studio } = this;
    const data = new FormData(this.form);
    const [columns, dark] = [Number(data.get('columns')) || 24, Number(data.get('dark')) / 100];
    await studio.attempt(async () => {
      const board = await postFile(
        `picture?width=${columns}&threshold=${dark}&kind=${studio.sheet.board.data.kind}`,
        file,
      );
      studio.open(board, file.name.replace(/\.[^.]*$/, ''), 'From a picture');
      this.isFromPicture = true;
    });
  }
}
