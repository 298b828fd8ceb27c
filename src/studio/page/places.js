/**
 * Names of places for people: by row and column on boards of squares, triangles or hexagons and on grids of vertices, else by
 * the names that `numbers.js` shows on the board.
 */

import { constraintOf } from './constraints.js';
import { sign } from './labels.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').Target} Target */
/** @typedef {import('./work.js').Sheet} Sheet */

/** The directions from the right, clockwise, an eighth of a turn apart. */
const SIDES = ['right', 'bottom right', 'bottom', 'bottom left', 'left', 'top left', 'top', 'top right'];

/** The difference of positions that counts as none, in lengths of an edge. */
const SLACK = 0.05;
/** The least distance of rows that people tell apart, in lengths of an edge. */
const LEAST = 0.4;

/**
 * Rows and columns of places, from 0; they are straight if the places of a column are below each other.
 * @typedef {{ at: [number, number][], isStraight: boolean }} Lattice
 */

/** @type {WeakMap<Board, { cells: Lattice | null, vertices: Lattice | null }>} */
const known = new WeakMap();

/**
 * The rows and columns of the cells or else of the vertices of a board, as far as it has any.
 * @param {Board} board
 */
export function latticesOf(board) {
  let found = known.get(board);
  if (!found) {
    const { cells, at, data } = board;
    const sides = new Set(cells.map(({ corners }) => corners?.length));
    const isEven = sides.size === 1 && !sides.has(undefined);
    const byVertices = cells.length === 0 || data.kind === 'numberlink';
    found = {
      cells: isEven ? lattice(cells.map(({ corners }) => middle((corners ?? []).map((corner) => at[corner])))) : null,
      vertices: byVertices ? lattice(at) : null,
    };
    known.set(board, found);
  }
  return found;
}

/**
 * The middle of the smallest upright rectangle around points.
 * @param {Point[]} points
 * @returns {Point}
 */
function middle(points) {
  const [x, y] = [0, 1].map((i) => {
    const all = points.map((point) => point[i]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  });
  return [x, y];
}

/**
 * The rows and columns of points; null if they are not in any.
 * @param {Point[]} points
 * @returns {Lattice | null}
 */
function lattice(points) {
  const rows = lines(points);
  // On hexagons that stand on a side, columns are straight, and rows go up and down.
  const columns = lines(points.map(([x, y]) => [y, x]));
  if (columns && (!rows || columns.stretch < rows.stretch - SLACK)) {
    return { at: columns.at.map(([column, row]) => [row, column]), isStraight: columns.isStraight };
  }
  return rows;
}

/**
 * The horizontal lines that points are on, evenly spaced, and the places of the points on them; null if there are none.
 * @param {Point[]} points
 * @returns {(Lattice & { stretch: number }) | null} `stretch`: the ratio of the spacings, at least 1
 */
function lines(points) {
  if (points.length === 0) return null;
  const order = points.map((_, i) => i).sort((a, b) => points[a][1] - points[b][1]);
  /** @type {number[][]} */
  const all = [];
  for (const [place, i] of order.entries()) {
    if (place > 0 && points[i][1] - points[order[place - 1]][1] < SLACK) all[all.length - 1].push(i);
    else all.push([i]);
  }
  const heights = all.map(([i]) => points[i][1]);
  const gaps = heights.slice(1).map((height, i) => height - heights[i]);
  const high = gaps[0] ?? 1;
  if (high < LEAST || gaps.some((gap) => Math.abs(gap - high) > 2 * SLACK)) return null;
  const nearest = all.map((line) => {
    const xs = line.map((i) => points[i][0]).sort((a, b) => a - b);
    return xs.slice(1).reduce((least, x, i) => Math.min(least, x - xs[i]), Infinity);
  });
  const wide = Math.min(...nearest) === Infinity ? 1 : Math.min(...nearest);
  const dense = nearest.filter((gap) => gap !== Infinity);
  // A few lines may have holes everywhere.
  if (wide < LEAST || dense.filter((gap) => gap < wide + SLACK).length * 3 < dense.length * 2) return null;
  const left = points.reduce((least, [x]) => Math.min(least, x), Infinity);
  /** @type {[number, number][]} */
  const at = [];
  const taken = new Set();
  let isStraight = true;
  for (const [row, line] of all.entries()) {
    const first = (points[line[0]][0] - left) / wide;
    const offset = first - Math.floor(first + SLACK);
    isStraight &&= offset < 2 * SLACK;
    for (const i of line) {
      const place = (points[i][0] - left) / wide - offset;
      const column = Math.round(place);
      if (Math.abs(place - column) > 2 * SLACK) return null;
      at[i] = [row, column];
      taken.add(`${row},${column}`);
    }
  }
  if (taken.size < points.length) return null;
  return { at, isStraight, stretch: Math.max(wide / high, high / wide) };
}

/** @param {[number, number]} at */
const rowAndColumn = ([row, column]) => `row ${row + 1}, column ${column + 1}`;

/**
 * The name of a cell, an edge or a vertex: `row 5, column 2`, `the left edge of row 1, column 1`, `vertex 7`.
 * @param {Sheet} sheet
 * @param {Target} target
 * @returns {string}
 */
export function placeName({ board }, { kind, id }) {
  if (kind === 'cell') return cellName(board, id);
  return kind === 'vertex' ? vertexName(board, id) : edgeName(board, id);
}

/**
 * @param {Board} board
 * @param {number} cell
 */
function cellName(board, cell) {
  const at = latticesOf(board).cells?.at[cell];
  return at ? rowAndColumn(at) : `cell ${board.cells[cell].name}`;
}

/**
 * @param {Board} board
 * @param {number} vertex
 */
function vertexName(board, vertex) {
  const { cells, vertices } = latticesOf(board);
  if (vertices) return rowAndColumn(vertices.at[vertex]);
  if (cells) {
    const around = new Set(board.edgesAt[vertex].flatMap((edge) => board.cellsOf[edge]));
    for (const cell of around) {
      const corners = (board.cells[cell].corners ?? []).map((corner) => board.at[corner]);
      const side = sideOf(board, cell, board.at[vertex], corners);
      if (side) return `the ${side} corner of ${cellName(board, cell)}`;
    }
  }
  return `vertex ${board.data.vertices[vertex]}`;
}

/**
 * @param {Board} board
 * @param {number} edge
 */
function edgeName(board, edge) {
  const { cells, vertices } = latticesOf(board);
  const [a, b] = board.edges[edge];
  if (vertices) return between(vertices.at[a], vertices.at[b]);
  const beside = board.cellsOf[edge];
  if (cells && beside.length === 2) return between(cells.at[beside[0]], cells.at[beside[1]]);
  if (cells && beside.length === 1) {
    const [cell] = beside;
    const others = board.cells[cell].edges.map((one) => board.middle(one));
    const side = sideOf(board, cell, board.middle(edge), others);
    if (side) return `the ${side} edge of ${cellName(board, cell)}`;
  }
  if (!cells && beside.length === 2) {
    const [one, other] = beside.map((cell) => board.cells[cell]);
    // Cells may meet in several edges.
    if (one.edges.filter((shared) => other.edges.includes(shared)).length === 1)
      return `the edge between cells ${one.name} and ${other.name}`;
  }
  return `the edge between vertices ${board.data.vertices[a]} and ${board.data.vertices[b]}`;
}

/**
 * @param {[number, number]} a
 * @param {[number, number]} b
 */
function between(a, b) {
  const [from, to] = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? [a, b] : [b, a];
  if (from[0] === to[0]) return `the edge between columns ${from[1] + 1} and ${to[1] + 1} in row ${from[0] + 1}`;
  if (from[1] === to[1]) return `the edge between rows ${from[0] + 1} and ${to[0] + 1} in column ${from[1] + 1}`;
  return `the edge between ${rowAndColumn(from)} and ${rowAndColumn(to)}`;
}

/**
 * The side of a cell that a point is on; undefined if another one of these points is on the same side.
 * @param {Board} board
 * @param {number} cell
 * @param {Point} point
 * @param {Point[]} all
 */
function sideOf(board, cell, point, all) {
  const [x, y] = middle((board.cells[cell].corners ?? []).map((corner) => board.at[corner]));
  const side = (/** @type {Point} */ one) => (Math.round(Math.atan2(one[1] - y, one[0] - x) / (Math.PI / 4)) + 8) % 8;
  const here = side(point);
  return all.filter((one) => side(one) === here).length === 1 ? SIDES[here] : undefined;
}

/**
 * The name of a pair: its label, as it is drawn.
 * @param {Sheet} sheet
 * @param {number} id
 */
export function pairName({ state }, id) {
  return sign(state.pairs.get(id)?.label ?? '');
}

/** A vertex that would be decided: the engine's words. */
const ON_PATH = /^(.*) on the path of (pair\(.*\))\.?$/s;

/**
 * The two vertices of a fact about a pair, which the puzzle may have or not; none for other facts.
 * @param {Board} board
 * @param {string} fact `pair(3,8)`, perhaps with a full stop
 * @returns {number[]}
 */
function endsOf({ vertexOf }, fact) {
  // Names may have commas.
  const parts = /^pair\((.*)\)\.?$/s.exec(fact)?.[1].split(',') ?? [];
  for (let i = 1; i < parts.length; i += 1) {
    const [a, b] = [parts.slice(0, i), parts.slice(i)].map((name) => vertexOf.get(name.join(',')));
    if (a !== undefined && b !== undefined) return [a, b];
  }
  return [];
}

/**
 * The pair of the puzzle that a fact of the engine is about.
 * @param {Sheet} sheet
 * @param {string} fact
 */
function pairOf({ board, state }, fact) {
  const ends = endsOf(board, fact);
  const [id] = [...state.pairs].find(([, { a, b }]) => ends.includes(a) && ends.includes(b)) ?? [];
  return id;
}

/**
 * The places that a fact of the engine is about: a cell, an edge, a vertex, the two ends of a pair, or the edges of a constraint.
 * @param {Sheet} sheet
 * @param {string} fact
 * @returns {Target[]}
 */
export function factPlaces(sheet, fact) {
  const { board } = sheet;
  const cell = board.cellOfClue(fact);
  if (cell !== undefined) return [{ kind: 'cell', id: cell }];
  const constraint = constraintOf(board, fact);
  if (constraint?.field === 'constraints') return constraint.literals.map(([id]) => ({ kind: 'edge', id }));
  if (constraint) return [{ kind: 'cell', id: constraint.cell }];
  const [edge] = board.edgesOf([fact]);
  if (edge !== undefined) return [{ kind: 'edge', id: edge }];
  const on = board.vertexOf.get(ON_PATH.exec(fact)?.[1] ?? '');
  return (on === undefined ? endsOf(board, fact) : [on]).map((id) => ({ kind: 'vertex', id }));
}

/**
 * A fact of the engine in words: `the 3 in row 1, column 2`, `pair A`.
 * @param {Sheet} sheet
 * @param {string} fact
 * @returns {string}
 */
export function factName(sheet, fact) {
  const [place] = factPlaces(sheet, fact);
  if (fact.startsWith('cover')) return 'every vertex must be passed';
  const constraint = constraintOf(sheet.board, fact);
  if (constraint?.field === 'constraints') return literalsName(sheet.board, constraint.literals);
  if (constraint) return `${cellName(sheet.board, constraint.cell)}, at ${constraint.field} ${constraint.number}`;
  if (place?.kind === 'cell') return `the ${/(\d+)\)\.?$/.exec(fact)?.[1]} ${inOrOf(cellName(sheet.board, place.id))}`;
  if (place?.kind === 'edge')
    return `${edgeName(sheet.board, place.id)}, ${fact.startsWith('-') ? 'forbidden' : 'required'}`;
  const pair = pairOf(sheet, fact);
  if (pair !== undefined) return `pair ${pairName(sheet, pair)}`;
  const [from, to] = endsOf(sheet.board, fact).map((vertex) => vertexName(sheet.board, vertex));
  if (to) return `${from} to ${to}`;
  const path = ON_PATH.exec(fact)?.[2];
  return path && place
    ? `${vertexName(sheet.board, place.id)} on the path of ${factName(sheet, path)}`
    : fact.replace(/\.$/, '');
}

/** The most literals of a constraint that are named. */
const MOST_LITERALS = 4;

/**
 * An integrity constraint in words: `not both: a line on ..., no line on ...`.
 * @param {Board} board
 * @param {import('./types.js').Literal[]} literals
 */
export function literalsName(board, literals) {
  const line = (/** @type {number} */ edge, /** @type {boolean} */ isIn) =>
    `${isIn ? 'a' : 'no'} line on ${edgeName(board, edge)}`;
  if (literals.length === 0) return 'a constraint that nothing fulfils';
  if (literals.length === 1) return line(literals[0][0], !literals[0][1]);
  const named = literals.slice(0, MOST_LITERALS).map(([edge, isIn]) => line(edge, isIn));
  if (literals.length > MOST_LITERALS) named.push(`${literals.length - MOST_LITERALS} more`);
  return `not ${literals.length === 2 ? 'both' : 'all'}: ${named.join('; ')}`;
}

/**
 * A step of the engine with the names of places that people see in its sentences.
 * @param {Sheet} sheet
 * @param {Step} step
 * @returns {Step}
 */
export function stepInWords(sheet, step) {
  return {
    ...step,
    sentence: inWords(sheet, step.sentence),
    notes: step.notes.map((note) => placed(sheet, note)),
    branches: step.branches.map((branch) => ({
      ...branch,
      steps: branch.steps.map((inner) => stepInWords(sheet, inner)),
      broken: branch.broken && stepInWords(sheet, branch.broken),
    })),
  };
}

/**
 * Words as the beginning of a sentence.
 * @param {string} words
 */
export function begun(words) {
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** @param {string} cell the name of a cell */
const inOrOf = (cell) => `${cell.startsWith('row') ? 'in' : 'of'} ${cell}`;

/**
 * A sentence of the engine with the names of places that people see.
 * @param {Sheet} sheet
 * @param {string} sentence
 */
export function inWords(sheet, sentence) {
  return begun(placed(sheet, sentence));
}

/**
 * Words of the engine, with the names of places that people see.
 * @param {Sheet} sheet
 * @param {string} text
 */
function placed(sheet, text) {
  const { board } = sheet;
  const seen = squares(sheet);
  return text
    .replace(/`(:- [^`]*)`/g, (all, fact) => {
      const constraint = constraintOf(board, `${fact}.`);
      return constraint?.field === 'constraints' ? `“${literalsName(board, constraint.literals)}”` : all;
    })
    .replace(/\brow (\d+), column (\d+)/g, (all, row, column) => {
      const cell = seen?.(Number(row) - 1, Number(column) - 1);
      return cell === undefined ? all : cellName(board, cell);
    })
    .replace(/\blink\((?:[^()]|\([^()]*\))*\)/g, (atom) => {
      const edge = board.edgeOf.get(atom);
      return edge === undefined ? atom : edgeName(board, edge);
    })
    .replace(/\bpair\((?:[^()]|\([^()]*\))*\)/g, (fact) => factName(sheet, fact))
    .replace(/\b(\d+) of ([^\s,:;]+?)(?=[\s,:;]|\.?$)/g, (all, clue, name) => {
      const cell = board.cellOf.get(name);
      return cell === undefined ? all : `${clue} ${inOrOf(cellName(board, cell))}`;
    })
    .replace(/\bvertex ([^\s,:;]+?)(?=[\s,:;]|\.?$)/g, (all, name) => {
      const vertex = board.vertexOf.get(name);
      return vertex === undefined ? all : vertexName(board, vertex);
    });
}

/**
 * The engine counts rows and columns of a whole grid of squares from the corner whose vertex comes first, towards that one of
 * its neighbours that comes first. This finds the cell that it means: the board may be turned.
 * @param {Sheet} sheet
 * @returns {((row: number, column: number) => number | undefined) | null}
 */
function squares({ board, shape }) {
  const at = latticesOf(board).cells?.at;
  const rest = (/** @type {number} */ vertex) => board.edgesAt[vertex].filter((edge) => shape.edges[edge]);
  const corner = at ? shape.vertices.findIndex((isLeft, vertex) => isLeft && rest(vertex).length === 2) : -1;
  if (!at || corner < 0) return null;
  const cells = new Map(at.flatMap((place, cell) => (shape.cells[cell] ? [[String(place), cell]] : [])));
  const start = board.cellsOf[rest(corner)[0]].find((cell) => shape.cells[cell]);
  const [along, down] = rest(corner)
    .map((edge) => board.edges[edge].find((vertex) => vertex !== corner) ?? corner)
    .sort((a, b) => a - b)
    .map((vertex) => [1, 0].map((i) => Math.round(board.at[vertex][i] - board.at[corner][i])));
  if (start === undefined) return null;
  return (row, column) => cells.get(String(at[start].map((from, i) => from + row * down[i] + column * along[i])));
}
