/** The puzzles that were made last. They stay when the board is edited or replaced, until the next ones are made. */

import { post } from '../api.js';
import { button, h, patch, picture, spoken } from '../dom.js';
import { Board } from '../board.js';
import { change, pairsOf } from '../work.js';

/** @typedef {import('../types.js').Made} Made */
/** @typedef {import('../types.js').BoardData} BoardData */
/** @typedef {import('../types.js').Change} Change */

export class Gallery {
  /** @param {import('../studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.name = '';
    this.hasOwnSolution = false;
    this.place = h('div', { class: 'gallery', role: 'list', 'aria-label': 'puzzles that were made' });
  }

  /**
   * Begins with no puzzles.
   * @param {string} name of the board
   * @param {boolean} hasOwnSolution whether the puzzles have the solution that is drawn
   */
  begin(name, hasOwnSolution) {
    Object.assign(this, { name, hasOwnSolution });
    patch(this.place);
  }

  /** @param {Made} made */
  add(made) {
    const words = [
      made.clues !== null && `${made.clues} clues`,
      made.pairs !== null && `${made.pairs} pairs`,
      made.difficulty,
    ];
    const caption = words.filter(Boolean).join(', ');
    const take = button('', () => this.take(made), { class: 'card' });
    take.append(picture(made.svg), spoken(`take puzzle ${made.number}: `), h('span', { class: 'caption' }, caption));
    this.place.append(h('div', { role: 'listitem' }, take));
  }

  /**
   * Puts a puzzle on the board that it was made for, or opens it with its own.
   * @param {Made} made
   */
  async take(made) {
    const { studio } = this;
    await studio.attempt(
      async (signal) => {
        const data = await post('open', { text: made.facts, format: 'facts' }, signal);
        const { shape } = studio.sheet;
        const isSame = inOrder(new Board(data).whole.facts(false)) === inOrder(shape.facts(false));
        if (!isSame) return studio.open(data, this.name, 'Take a puzzle');
        studio.work.edit('Take a puzzle', this.changes(data, made.answer));
        studio.say('On the board now; undo brings back what was there.');
      },
      { key: 'take', until: 'edit' },
    );
  }

  /**
   * @param {BoardData} data
   * @param {string[]} answer
   * @returns {Change[]}
   */
  changes(data, answer) {
    const { board, shape, state } = this.studio.sheet;
    const wanted = new Map(data.cells.map(({ name, clue }) => [name, clue ?? undefined]));
    const cells = board.cells.flatMap(({ name }, cell) =>
      shape.cells[cell] ? [change(state, 'clues', cell, wanted.get(name))] : [],
    );
    const gone = (/** @type {import('../types.js').Field[]} */ ...fields) =>
      fields.flatMap((field) => [...state[field].keys()].map((key) => change(state, field, key, undefined)));
    const pairs = pairsOf(data).map((pair, id) => change(state, 'pairs', id, pair));
    // The solution of a picture may have been changed a little.
    const drawn = this.hasOwnSolution && state.solution.size > 0 ? new Set(board.edgesOf(answer)) : new Set();
    const edges = new Set([...state.solution.keys(), ...drawn]);
    return [
      ...cells,
      ...gone('pairs').filter(({ key }) => Number(key) >= pairs.length),
      ...pairs,
      ...gone('ends', 'places', 'play', 'shade', 'trials', 'clock'),
      ...[...edges].map((edge) => change(state, 'solution', edge, drawn.has(edge) || undefined)),
    ];
  }
}

/** @param {string} facts */
const inOrder = (facts) => facts.split('\n').sort().join('\n');
