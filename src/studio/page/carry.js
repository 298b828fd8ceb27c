/** What a sheet holds, carried over to another board by the places of its parts. */

import { Shape } from './board.js';
import { FIELDS, sheetOf } from './work.js';

/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Field} Field */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./board.js').Board} Board */

/** The distance within which places are the same, in lengths of an edge. */
const SAME = 0.05;

/**
 * The vertex of a board at each of some places; -1 where there is none.
 * @param {Board} board
 * @param {Point[]} places
 */
export function verticesAt(board, places) {
  const square = (/** @type {number} */ c) => Math.floor(c / SAME);
  /** @type {Map<string, number>} */
  const there = new Map();
  board.at.forEach(([x, y], vertex) => there.set(`${square(x)},${square(y)}`, vertex));
  return places.map(([x, y]) => {
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        const vertex = there.get(`${square(x) + dx},${square(y) + dy}`);
        if (vertex === undefined) continue;
        const [u, v] = board.at[vertex];
        if (Math.hypot(u - x, v - y) < SAME) return vertex;
      }
    }
    return -1;
  });
}

/** @param {number[]} edges */
const keyOf = (edges) => edges.toSorted((a, b) => a - b).join();

/**
 * For each cell, edge and vertex of a board its number on another board; -1 where that has none.
 * @param {Board} from
 * @param {Board} to
 * @param {(place: Point) => Point} move the place on the other board of a place of this one
 */
function match(from, to, move) {
  const vertex = verticesAt(to, from.at.map(move));
  const edge = from.edges.map(([a, b]) =>
    vertex[a] < 0 || vertex[b] < 0 ? -1 : (to.edgeBetween(vertex[a], vertex[b]) ?? -1),
  );
  const cells = new Map(to.cells.map(({ edges, name }, cell) => [keyOf(edges) || name, cell]));
  const cell = from.cells.map(({ edges, name }) => cells.get(keyOf(edges.map((one) => edge[one])) || name) ?? -1);
  return { vertex, edge, cell };
}

/**
 * The numbers of parts after a change, by their numbers before; -1 for parts that are gone.
 * @typedef {{ cell: number[], edge: number[], vertex: number[] }} Numbers
 */

/**
 * A state with new numbers of its parts, and how much of each field was about parts that are gone.
 * @param {State} state
 * @param {Numbers} to
 */
export function renumbered(state, to) {
  const { c, e, v } = { c: to.cell, e: to.edge, v: to.vertex };
  const at = (/** @type {number[]} */ numbers) => (/** @type {number} */ key, /** @type {any} */ value) =>
    /** @type {[any, any] | null} */ (numbers[key] < 0 ? null : [numbers[key], value]);
  /** @type {Record<string, (key: any, value: any) => [any, any] | null>} */
  const moved = {
    cell: at(c),
    edge: at(e),
    vertex: at(v),
    part: (key, value) => {
      const there = { c, e, v }[/** @type {'c' | 'e' | 'v'} */ (key[0])][Number(key.slice(1))];
      return there < 0 ? null : [key[0] + there, value];
    },
    pair: (id, pair) => (v[pair.a] < 0 || v[pair.b] < 0 ? null : [id, { ...pair, a: v[pair.a], b: v[pair.b] }]),
    literals: (id, literals) =>
      literals.some((/** @type {any} */ [edge]) => e[edge] < 0)
        ? null
        : [id, literals.map((/** @type {any} */ [edge, isIn]) => [e[edge], isIn])],
    trial: (level, { play, shade }) => [
      level,
      {
        play: play.flatMap((/** @type {any} */ one) => [moved.edge(one[0], one[1])].filter(Boolean)),
        shade: shade.flatMap((/** @type {any} */ one) => [moved.cell(one[0], one[1])].filter(Boolean)),
      },
    ],
    flag: (flag, value) => [flag, value],
  };
  /** @type {Partial<Record<Field, number>>} */
  const lost = {};
  const fields = /** @type {Field[]} */ (Object.keys(FIELDS)).map((field) => {
    const there = [...state[field]].map(([key, value]) => moved[FIELDS[field]](key, value));
    const left = there.filter((entry) => entry !== null);
    if (left.length < there.length) lost[field] = there.length - left.length;
    return [field, new Map(left)];
  });
  return { state: /** @type {State} */ (Object.fromEntries(fields)), lost };
}

/**
 * The sheet of a board from the server, with all of another sheet that has a place on it; how much of each field has none; and the
 * numbers there of the parts here, -1 for none.
 * @param {import('./work.js').Sheet} sheet
 * @param {import('./types.js').BoardData} data
 * @param {(place: Point) => Point} move the place on the new board of a place of the old one
 */
export function carried(sheet, data, move) {
  const fresh = sheetOf(data, sheet.name);
  const to = match(sheet.board, fresh.board, move);
  const { state, lost } = renumbered(sheet.state, to);
  return { sheet: { ...fresh, state, shape: new Shape(fresh.board, state.gone) }, lost, to };
}

/** @type {Record<string, (x: number, y: number) => Point>} */
const TURNS = {
  'left-right': (x, y) => [-x, y],
  'up-down': (x, y) => [x, -y],
  left: (x, y) => [y, -x],
  right: (x, y) => [-y, x],
};

/**
 * The place of each place of a board after a turn, where the board from the server has its corner.
 * @param {Board} board
 * @param {import('./types.js').BoardData} data the turned board
 * @param {string} how `left-right`, `up-down`, `left` or `right`
 * @returns {(place: Point) => Point}
 */
export function turning({ at }, data, how) {
  const turn = (/** @type {Point} */ [x, y]) => TURNS[how](x, y);
  const low = (/** @type {Point[]} */ places) =>
    [0, 1].map((i) => places.reduce((least, place) => Math.min(least, place[i]), Infinity));
  const [before, after] = [low(at.map(turn)), low(data.at)];
  return (place) => {
    const [x, y] = turn(place);
    return [x - before[0] + after[0], y - before[1] + after[1]];
  };
}
