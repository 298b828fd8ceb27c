/** The edited sheet with its puzzle, and the history of edits. */

import { Board, Shape } from './board.js';
import { labelled } from './labels.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Change} Change */
/** @typedef {import('./types.js').Field} Field */

/**
 * @typedef {object} Sheet
 * @property {string} name
 * @property {Board} board
 * @property {Shape} shape
 * @property {State} state
 * @property {History} played the edits of the player's fields, which are undone by themselves
 */

/**
 * @typedef {{ label: string, merge: string | null, changes: Change[] } | { label: string, from: Sheet, to: Sheet, isSame: boolean }} Edit
 * @typedef {{ done: Edit[], undone: Edit[] }} History
 */

/**
 * The fields of the state, with what the keys of each name: numbers of cells, edges or vertices, letters and numbers of parts, or other things.
 * @type {Record<Field, 'cell' | 'edge' | 'vertex' | 'part' | 'pair' | 'literals' | 'trial' | 'flag'>}
 */
export const FIELDS = {
  clues: 'cell',
  places: 'cell',
  least: 'cell',
  most: 'cell',
  constraints: 'literals',
  marks: 'edge',
  pairs: 'pair',
  ends: 'vertex',
  solution: 'edge',
  gone: 'part',
  play: 'edge',
  shade: 'cell',
  trials: 'trial',
  clock: 'flag',
  flags: 'flag',
};

/** The fields that only playing changes. @type {Set<Field>} */
export const PLAY_FIELDS = new Set(['play', 'shade', 'trials', 'clock']);

/** @returns {History} */
export const noHistory = () => ({ done: [], undone: [] });

/** @returns {State} */
function blank() {
  return /** @type {any} */ (Object.fromEntries(Object.keys(FIELDS).map((field) => [field, new Map()])));
}

/**
 * The sheet of a board from the server.
 * @param {import('./types.js').BoardData} data
 * @param {string} name
 * @returns {Sheet}
 */
export function sheetOf(data, name) {
  const board = new Board(data);
  const state = blank();
  data.cells.forEach(({ clue }, cell) => clue !== null && state.clues.set(cell, clue));
  for (const [cell, least, most] of data.bounds) {
    if (least !== null) state.least.set(cell, least);
    if (most !== null) state.most.set(cell, most);
  }
  data.constraints.forEach((literals, number) => state.constraints.set(number, literals));
  pairsOf(data).forEach((pair, number) => state.pairs.set(number, pair));
  for (const edge of data.required) state.marks.set(edge, 'in');
  for (const edge of data.forbidden) state.marks.set(edge, 'out');
  for (const edge of data.answer) state.solution.set(edge, true);
  if (data.cover) state.flags.set('cover', true);
  return { name, board, state, shape: new Shape(board, state.gone), played: noHistory() };
}

/**
 * The pairs of a board from the server.
 * @param {import('./types.js').BoardData} data
 */
export function pairsOf({ pairs }) {
  return labelled(pairs.map(({ ends: [a, b], label }) => ({ a, b, label })));
}

/**
 * What is odd about a board from the server, in words.
 * @param {import('./types.js').BoardData} data
 */
export function notesOf(data) {
  const own = pairsOf(data);
  const twice = data.pairs.flatMap(({ label }, i) =>
    label && own[i].label !== label ? [`Two pairs have the label ${label}: one is ${own[i].label} here.`] : [],
  );
  return [...data.notes, ...twice];
}

/**
 * The change of an entry of the state to a new value.
 * @param {State} state
 * @param {Field} field
 * @param {number | string} key
 * @param {unknown} after the new value; undefined to remove the entry
 * @returns {Change}
 */
export function change(state, field, key, after) {
  const map = /** @type {Map<any, unknown>} */ (state[field]);
  return { field, key, before: map.get(key), after };
}

/**
 * The sheet and its edits. Dispatches `open` (another sheet) and `edit` (detail: the fields that changed).
 */
export class Work extends EventTarget {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    super();
    this.sheet = sheet;
    /** The edits of puzzles, and other sheets. */
    this.made = noHistory();
  }

  get state() {
    return this.sheet.state;
  }

  /** Whether the sheet was edited or played since it was opened. */
  get isEdited() {
    const last = this.made.done.at(-1);
    return (last !== undefined && 'changes' in last) || this.sheet.played.done.length > 0;
  }

  /**
   * The history whose edit is undone or done again next: in play, that of play, then the opening of the sheet.
   * @param {boolean} isPlay
   * @param {'done' | 'undone'} [which]
   */
  history(isPlay, which = 'done') {
    const { played } = this.sheet;
    const last = this.made[which].at(-1);
    const isOpening = played[which].length === 0 && last !== undefined && 'from' in last;
    return isPlay && !isOpening ? played : this.made;
  }

  /**
   * Makes changes. Edits in sequence with the same `merge`, such as those of one stroke, are undone together.
   * @param {string} label
   * @param {Change[]} changes
   * @param {string | null} [merge]
   */
  edit(label, changes, merge = null) {
    const real = changes.filter(({ before, after }) => before !== after);
    if (real.length === 0) return;
    const isPlay = real.every(({ field }) => PLAY_FIELDS.has(field));
    // Edits of play before another puzzle cannot be undone in it.
    if (!isPlay && real.some(({ field }) => PLAY_FIELDS.has(field))) this.sheet.played = noHistory();
    const history = isPlay ? this.sheet.played : this.made;
    const last = history.done.at(-1);
    if (merge !== null && last && 'changes' in last && last.merge === merge && history.undone.length === 0) {
      history.done.pop();
      const all = merged([...last.changes, ...real]);
      // A stroke that goes all the way back has changed nothing.
      if (all.length > 0) history.done.push({ ...last, changes: all });
    } else {
      history.done.push({ label, merge, changes: real });
    }
    history.undone = [];
    this.apply(real, false);
  }

  /**
   * Replaces the sheet by another one.
   * @param {string} label
   * @param {Sheet} sheet
   * @param {boolean} [isSame] whether it holds the same puzzle, turned, say
   */
  open(label, sheet, isSame = false) {
    this.made.done.push({ label, from: this.sheet, to: sheet, isSame });
    this.made.undone = [];
    this.show(sheet);
  }

  /**
   * Takes the last edit back. Returns its label; null if there is none.
   * @param {boolean} isPlay whether it is one of play
   */
  undo(isPlay) {
    const { done, undone } = this.history(isPlay);
    const edit = done.pop();
    if (!edit) return null;
    undone.push(edit);
    if ('changes' in edit) this.apply(edit.changes, true);
    else this.show(edit.from);
    return edit.label;
  }

  /**
   * Does the edit again that was undone last. Returns its label; null if there is none.
   * @param {boolean} isPlay whether it is one of play
   */
  redo(isPlay) {
    const { done, undone } = this.history(isPlay, 'undone');
    const edit = undone.pop();
    if (!edit) return null;
    done.push(edit);
    if ('changes' in edit) this.apply(edit.changes, false);
    else this.show(edit.to);
    return edit.label;
  }

  /** @param {Sheet} sheet */
  show(sheet) {
    this.sheet = sheet;
    this.dispatchEvent(new Event('open'));
  }

  /**
   * @param {Change[]} changes
   * @param {boolean} back
   */
  apply(changes, back) {
    const { state } = this;
    /** @type {Set<Field>} */
    const fields = new Set();
    for (const { field, key, before, after } of back ? [...changes].reverse() : changes) {
      const map = /** @type {Map<any, unknown>} */ (state[field]);
      const value = back ? before : after;
      if (value === undefined) map.delete(key);
      else map.set(key, value);
      fields.add(field);
    }
    if (fields.has('gone')) this.sheet.shape = new Shape(this.sheet.board, state.gone);
    this.dispatchEvent(new CustomEvent('edit', { detail: { fields, changes } }));
  }
}

/**
 * Changes in sequence as one change for each entry.
 * @param {Change[]} changes
 */
function merged(changes) {
  /** @type {Map<string, Change>} */
  const all = new Map();
  for (const one of changes) {
    const entry = `${one.field} ${one.key}`;
    all.set(entry, { ...one, before: (all.get(entry) ?? one).before });
  }
  return [...all.values()].filter(({ before, after }) => before !== after);
}

/** The longest name of a puzzle. */
const LONGEST_NAME = 200;
/** The greatest clue: more than any cell has edges. */
const GREATEST_CLUE = 9999;

/**
 * Whether all that a sheet says is about parts that its board has, and of the right kind.
 * @param {Sheet} sheet
 */
export function isWhole({ name, board: { data }, state }) {
  const parts = /** @type {Record<string, unknown[]>} */ ({ v: data.vertices, e: data.edges, c: data.cells });
  const isPart = (/** @type {string} */ letter, /** @type {unknown} */ id) =>
    typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < (parts[letter]?.length ?? 0);
  const isMark = (/** @type {unknown} */ value) => value === 'in' || value === 'out';
  const isBound = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;
  const isText = (/** @type {unknown} */ value) => typeof value === 'string' && value !== '';
  /** @type {Record<string, (key: any, value: any) => boolean>} */
  const isKey = {
    cell: (cell) => isPart('c', cell),
    edge: (edge) => isPart('e', edge),
    vertex: (vertex) => isPart('v', vertex),
    part: (key) => typeof key === 'string' && isPart(key[0], Number(key.slice(1))),
    pair: (id) => Number.isInteger(id),
    literals: (id) => Number.isInteger(id),
    trial: (level) => Number.isInteger(level),
    flag: (flag) => typeof flag === 'string',
  };
  /** @type {Record<Field, (value: any) => boolean>} */
  const isValue = {
    clues: (clue) => Number.isInteger(clue) && clue >= 0 && clue <= GREATEST_CLUE,
    places: (is) => is === true,
    least: isBound,
    most: isBound,
    constraints: (literals) =>
      literals.every((/** @type {any} */ [edge, isIn]) => isPart('e', edge) && typeof isIn === 'boolean'),
    marks: isMark,
    pairs: ({ a, b, label }) => isPart('v', a) && isPart('v', b) && a !== b && isText(label),
    ends: isText,
    solution: (is) => is === true,
    gone: (is) => is === true,
    play: isMark,
    shade: isMark,
    trials: ({ play, shade }) =>
      play.every((/** @type {any} */ [edge, mark]) => isPart('e', edge) && isMark(mark)) &&
      shade.every((/** @type {any} */ [cell, side]) => isPart('c', cell) && isMark(side)),
    clock: (seconds) => Number.isFinite(seconds) && seconds >= 0,
    flags: (is) => typeof is === 'boolean',
  };
  return (
    typeof name === 'string' &&
    name.length <= LONGEST_NAME &&
    /** @type {Field[]} */ (Object.keys(FIELDS)).every((field) =>
      [...state[field]].every(([key, value]) => isKey[FIELDS[field]](key, value) && isValue[field](value)),
    )
  );
}
