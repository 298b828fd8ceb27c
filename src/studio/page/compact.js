/**
 * Sheets as short plain data, for addresses. A board that is made by name is its name and size; other boards are lists of
 * differences, which repeat on tilings, so that they deflate well.
 */

import { Refused, post } from './api.js';
import { Board, Shape } from './board.js';
import { renumbered } from './carry.js';
import { labelled } from './labels.js';
import { isWhole, sheetOf } from './work.js';

/** @typedef {import('./types.js').BoardData} BoardData */
/** @typedef {import('./types.js').Blank} Blank */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./work.js').Sheet} Sheet */

/**
 * The difference of each number to the one before.
 * @param {number[]} all
 */
function differences(all) {
  return all.map((number, i) => number - (all[i - 1] ?? 0));
}

/**
 * The numbers with these differences.
 * @param {number[] | string} [steps]
 */
function sums(steps = []) {
  let sum = 0;
  return numbers(steps).map((step) => (sum += step));
}

/**
 * Numbers as digits of base 36, if each has only one.
 * @param {number[]} list
 */
function digits(list) {
  return list.every((one) => one >= 0 && one < 36) ? list.map((one) => one.toString(36)).join('') : list;
}

/**
 * The numbers of `digits`.
 * @param {number[] | string} list
 */
function numbers(list) {
  return typeof list === 'string' ? [...list].map((digit) => parseInt(digit, 36)) : list;
}

/** The most parts of one kind that a board in an address has. */
const MOST_NAMES = 10 ** 6;

/**
 * Names as a list, or as the beginning that all share, the first number behind it and how many there are: `v0`, `v1`, ...
 * @param {string[]} names
 * @returns {string[] | [string, number, number]}
 */
function compactNames(names) {
  const [, start, digit] = /^(.*?)(\d+)$/s.exec(names[0] ?? '') ?? [];
  const isRow = names.every((name, i) => name === start + (Number(digit) + i));
  return isRow && digit !== undefined ? [start, Number(digit), names.length] : names;
}

/**
 * @param {any} names
 * @returns {string[]}
 */
function fullNames(names) {
  const [start, first, count] = names;
  if (count > MOST_NAMES) throw new Error('too many parts');
  return typeof first === 'number' ? Array.from({ length: count }, (_, i) => `${start}${first + i}`) : names;
}

const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * The numbers from 0 on, sorted, and the place of each among them.
 * @param {number} count
 * @param {(a: number, b: number) => number} order
 */
function sorted(count, order) {
  const all = Array.from({ length: count }, (_, i) => i).sort(order);
  /** @type {number[]} */
  const places = [];
  all.forEach((one, place) => (places[one] = place));
  return { all, places };
}

/**
 * A sheet with the parts of its board in the order of their names. Facts may come in any order, in which little repeats.
 * @param {Sheet} sheet
 * @returns {{ data: Pick<BoardData, 'kind' | 'vertices' | 'pos' | 'edges'> & { cells: { name: string, edges: number[] }[], signs: string[] }, state: State }}
 */
function inOrder({ board: { data, signs }, state }) {
  const v = sorted(data.vertices.length, (a, b) => compare(data.vertices[a], data.vertices[b]));
  const ends = data.edges.map((pair) => pair.map((vertex) => v.places[vertex]));
  const [low, high] = [Math.min, Math.max].map((pick) => ends.map((pair) => pick(...pair)));
  const e = sorted(ends.length, (a, b) => low[a] - low[b] || high[a] - high[b]);
  const c = sorted(data.cells.length, (a, b) => compare(data.cells[a].name, data.cells[b].name));
  return {
    data: {
      kind: data.kind,
      vertices: v.all.map((vertex) => data.vertices[vertex]),
      pos: v.all.map((vertex) => data.pos[vertex]),
      edges: e.all.map((edge) => /** @type {[number, number]} */ (ends[edge])),
      cells: c.all.map((cell) => {
        const { name, edges } = data.cells[cell];
        return { name, edges: edges.map((edge) => e.places[edge]).sort((a, b) => a - b) };
      }),
      signs: signs.map(({ fact }) => fact),
    },
    state: renumbered(state, { cell: c.places, edge: e.places, vertex: v.places }).state,
  };
}

/** @param {ReturnType<typeof inOrder>['data']} board */
function compactBoard({ kind, vertices, pos, edges, cells, signs }) {
  return {
    kind,
    vertices: compactNames(vertices),
    x: differences(pos.map(([x]) => x)),
    y: differences(pos.map(([, y]) => y)),
    from: differences(edges.map(([a]) => a)),
    to: edges.map(([a, b]) => b - a),
    cells: compactNames(cells.map(({ name }) => name)),
    sizes: cells.map((cell) => cell.edges.length),
    sides: differences(cells.flatMap((cell) => cell.edges)),
    ...(signs.length > 0 ? { signs } : {}),
  };
}

/**
 * The board of `compactBoard`.
 * @param {ReturnType<typeof compactBoard>} compact
 * @returns {Promise<BoardData>}
 */
async function fullBoard({ kind, vertices, x, y, from, to, cells, sizes, sides, signs = [] }) {
  const names = fullNames(vertices);
  const [xs, ys] = [sums(x), sums(y)];
  const ends = sums(from).map((a, edge) => `${names[a]},${names[a + to[edge]]}`);
  const within = sums(sides);
  const firsts = sums(sizes);
  const facts = [
    ...names.map((name, v) => `node(${name}). pos(${name},${xs[v]},${ys[v]}).`),
    ...ends.map((pair) => `edge(${pair}).`),
    // A cell without edges is known by its clue alone.
    ...fullNames(cells).flatMap((cell, i) => {
      const inside = within.slice(firsts[i] - sizes[i], firsts[i]);
      return sizes[i] === 0 ? `clue(${cell},0).` : inside.map((edge) => `cell_contains(${cell},${ends[edge]}).`);
    }),
    ...signs,
  ];
  return { ...(await post('open', { text: facts.join('\n'), format: 'facts' })), kind };
}

/**
 * The state as lists; empty ones are left out.
 * @param {State} state
 */
function compactState({
  clues,
  places,
  least,
  most,
  constraints,
  marks,
  pairs,
  ends,
  solution,
  gone,
  play,
  shade,
  trials,
  clock,
  flags,
}) {
  const ascending = (/** @type {Iterable<number>} */ keys) => digits(differences([...keys].sort((a, b) => a - b)));
  const marked = (/** @type {State['marks']} */ map, /** @type {string} */ wanted) =>
    ascending([...map].flatMap(([edge, mark]) => (mark === wanted ? [edge] : [])));
  const values = (/** @type {State['clues']} */ map) =>
    digits([...map].sort(([a], [b]) => a - b).map(([, value]) => value));
  const removed = (/** @type {string} */ letter) =>
    ascending([...gone.keys()].flatMap((key) => (key[0] === letter ? [Number(key.slice(1))] : [])));
  const lists = {
    clued: ascending(clues.keys()),
    clues: values(clues),
    places: ascending(places.keys()),
    leastAt: ascending(least.keys()),
    least: values(least),
    mostAt: ascending(most.keys()),
    most: values(most),
    // `e` of an edge that is in, `-1 - e` of one that is out.
    constraints: [...constraints.values()].map((all) => all.map(([edge, isIn]) => (isIn ? edge : -1 - edge))),
    in: marked(marks, 'in'),
    out: marked(marks, 'out'),
    pairs: [...pairs].map(([id, { a, b, label }]) => [id, a, b, label]),
    ends: [...ends],
    solution: ascending(solution.keys()),
    drawn: marked(play, 'in'),
    crossed: marked(play, 'out'),
    inside: marked(shade, 'in'),
    outside: marked(shade, 'out'),
    trials: [...trials.values()].map((trial) => [trial.play, trial.shade]),
    clock: [...clock.values()].map(Math.floor),
    c: removed('c'),
    e: removed('e'),
    v: removed('v'),
    flags: [...flags].flatMap(([flag, isSet]) => (isSet ? [flag] : [])),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/**
 * Puts the lists of `compactState` into the state of a blank sheet.
 * @param {State} state
 * @param {any} lists
 */
function fillState(
  state,
  { clued, clues, constraints = [], pairs = [], ends = [], trials = [], clock = [], flags = [], ...lists },
) {
  const fill = (/** @type {State['clues']} */ map, /** @type {any} */ cells, /** @type {any} */ digitsOf = []) => {
    const values = numbers(digitsOf);
    sums(cells).forEach((cell, i) => map.set(cell, values[i]));
  };
  // That of a cell without edges.
  state.clues.clear();
  fill(state.clues, clued, clues);
  fill(state.least, lists.leastAt, lists.least);
  fill(state.most, lists.mostAt, lists.most);
  constraints.forEach((/** @type {number[]} */ all, /** @type {number} */ i) =>
    state.constraints.set(
      i,
      all.map((edge) => (edge < 0 ? [-1 - edge, false] : [edge, true])),
    ),
  );
  for (const cell of sums(lists.places)) state.places.set(cell, true);
  // Pairs in earlier addresses may have no label.
  const given = labelled(pairs.map((/** @type {any} */ [, a, b, label]) => ({ a, b, label })));
  given.forEach((pair, i) => state.pairs.set(pairs[i][0], pair));
  for (const [vertex, label] of ends) state.ends.set(vertex, label);
  for (const mark of /** @type {const} */ (['in', 'out']))
    for (const edge of sums(lists[mark])) state.marks.set(edge, mark);
  for (const edge of sums(lists.drawn)) state.play.set(edge, 'in');
  for (const edge of sums(lists.crossed)) state.play.set(edge, 'out');
  for (const cell of sums(lists.inside)) state.shade.set(cell, 'in');
  for (const cell of sums(lists.outside)) state.shade.set(cell, 'out');
  trials.forEach((/** @type {any} */ [play, shade], /** @type {number} */ i) =>
    state.trials.set(i + 1, { play, shade }),
  );
  for (const seconds of clock) state.clock.set('seconds', seconds);
  for (const edge of sums(lists.solution)) state.solution.set(edge, true);
  for (const letter of ['c', 'e', 'v']) for (const part of sums(lists[letter])) state.gone.set(letter + part, true);
  for (const flag of flags) state.flags.set(flag, true);
}

/**
 * The board that a request makes, with the request.
 * @param {Blank} blank
 * @param {AbortSignal} [signal]
 * @returns {Promise<BoardData>}
 */
export async function makeBoard(blank, signal) {
  return { ...(await post('board', blank, signal)), blank };
}

/**
 * The parts of a board in one order.
 * @param {BoardData} data
 */
const partsOf = (data) =>
  [...new Shape(new Board(data), new Map()).facts(true).split('\n'), ...data.cells.map(({ name }) => name)]
    .sort()
    .join('\n');

/**
 * All of a board that a sheet refers to, with the numbers of its parts.
 * @param {BoardData} data
 */
function parts({ kind, vertices, pos, edges, cells }) {
  return JSON.stringify([kind, vertices, pos, edges, cells.map((cell) => [cell.name, cell.edges])]);
}

/**
 * A short hash (FNV-1a) of a text.
 * @param {string} text
 */
export function hash(text) {
  return [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);
}

/**
 * The request that makes a board: the one that made it, or that for a grid of squares. Null if the result differs.
 * @param {Board} board
 */
async function blankOf({ data, signs }) {
  const [width, height] = [0, 1].map((i) => new Set(data.pos.map((at) => at[i])).size);
  const isGrid = data.vertices.length === width * height;
  const less = data.cells.length > 0 ? 1 : 0;
  const square = { name: 'square', size: [width - less, height - less], patch: 0, kind: data.kind };
  const blank = data.blank ?? (isGrid ? square : null);
  if (!blank || signs.length > 0) return null;
  const made = await makeBoard(blank).catch(() => null);
  return made && parts(made) === parts(data) ? blank : null;
}

/** @param {Sheet} sheet */
export async function compactSheet(sheet) {
  const { name, board, state } = sheet;
  const blank = await blankOf(board);
  if (blank) return { name, blank, hash: hash(parts(board.data)), state: compactState(state) };
  const ordered = inOrder(sheet);
  const compact = compactBoard(ordered.data);
  if (partsOf(await fullBoard(compact)) !== partsOf(board.data)) {
    throw new Refused(0, 'This board does not fit into an address: save it as a file.');
  }
  return { name, board: compact, state: compactState(ordered.state) };
}

/**
 * The sheet of `compactSheet`.
 * @param {any} compact
 * @returns {Promise<Sheet>}
 */
export async function fullSheet({ name, blank, hash: wanted, board, state }) {
  const data = blank ? await makeBoard(blank) : await fullBoard(board);
  // Another version of zlink may make another board of a name.
  if (blank && hash(parts(data)) !== wanted)
    throw new Refused(0, 'This address is of another version of zlink studio.');
  const sheet = sheetOf(data, name);
  fillState(sheet.state, state);
  const full = { ...sheet, shape: new Shape(sheet.board, sheet.state.gone) };
  if (!isWhole(full)) throw new Error('a part that the board does not have');
  return full;
}
