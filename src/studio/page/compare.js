/** What two solutions of a puzzle differ in, and which clues would decide between them. */

import { clueIn } from './drawn.js';

/** @typedef {import('./types.js').Target} Target */
/** @typedef {import('./types.js').NumberOf} NumberOf */
/** @typedef {import('./work.js').Sheet} Sheet */

/**
 * Something that two solutions differ in: a cell with its numbers of edges, a vertex with its pairs, or an edge that is in one only.
 * @typedef {object} Difference
 * @property {Target} target
 * @property {[number | null, number | null]} values in the first and in the second solution: a clue; the pair of a path, null on none; 1 or 0
 */

/**
 * @param {Sheet} sheet
 * @param {Set<number>} a the edges of one solution
 * @param {Set<number>} b
 */
export function compared(sheet, a, b) {
  const edges = { onlyA: [...a].filter((edge) => !b.has(edge)), onlyB: [...b].filter((edge) => !a.has(edge)) };
  return { ...edges, both: [...a].filter((edge) => b.has(edge)), places: places(sheet, a, b, edges) };
}

/**
 * The places that could decide: cells without a clue; in puzzles with pairs vertices, and where there are neither, edges.
 * @param {Sheet} sheet
 * @param {Set<number>} a
 * @param {Set<number>} b
 * @param {{ onlyA: number[], onlyB: number[] }} edges
 * @returns {Difference[]}
 */
function places(sheet, a, b, { onlyA, onlyB }) {
  const { board, shape, state } = sheet;
  const differ = (/** @type {Difference} */ { values: [one, other] }) => one !== other;
  const cells = board.cells.map((_, id) => id).filter((id) => shape.cells[id] && !state.clues.has(id));
  const clues = cells.map((id) => differenceAt('cell', id, clueIn(sheet, id, a), clueIn(sheet, id, b)));
  const [pathsA, pathsB] = [paths(sheet, a), paths(sheet, b)];
  const vertices = board.at.map((_, id) => differenceAt('vertex', id, pathsA.get(id) ?? null, pathsB.get(id) ?? null));
  const found = [...clues, ...vertices].filter(differ);
  if (found.length > 0) return found;
  return [...onlyA.map((id) => differenceAt('edge', id, 1, 0)), ...onlyB.map((id) => differenceAt('edge', id, 0, 1))];
}

/**
 * @param {import('./types.js').Kind} kind
 * @param {number} id
 * @param {number | null} one
 * @param {number | null} other
 * @returns {Difference}
 */
const differenceAt = (kind, id, one, other) => ({ target: { kind, id }, values: [one, other] });

/**
 * By vertex on a path, the pair that the path joins.
 * @param {Sheet} sheet
 * @param {Set<number>} solution
 */
function paths({ board, state, shape }, solution) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const [id, { a, b }] of state.pairs) {
    if (!shape.vertices[a] || !shape.vertices[b]) continue;
    let edge = board.edgesAt[a].find((one) => solution.has(one));
    found.set(a, id);
    for (let vertex = a; edge !== undefined;) {
      const from = edge;
      vertex = board.edges[from][0] === vertex ? board.edges[from][1] : board.edges[from][0];
      found.set(vertex, id);
      edge = board.edgesAt[vertex].find((one) => one !== from && solution.has(one));
    }
  }
  return found;
}

/**
 * How many solutions each of the two values of a difference would leave, as far as the analysis knows.
 * @param {Sheet} sheet
 * @param {import('./types.js').Report | undefined} report of the stage `values`
 * @returns {(difference: Difference) => (NumberOf | undefined)[]}
 */
export function leaving({ board, state, shape }, report) {
  const cells = new Map(report?.cells?.map(({ cell, values }) => [board.cellOf.get(cell), values]));
  const vertices = new Map(report?.vertices?.map(({ vertex, pairs }) => [board.vertexOf.get(vertex), pairs]));
  const ids = [...state.pairs].flatMap(([id, { a, b }]) => (shape.vertices[a] && shape.vertices[b] ? [id] : []));
  return ({ target: { kind, id }, values }) => {
    if (kind === 'cell') return values.map((value) => cells.get(id)?.[value ?? 0]);
    if (kind === 'vertex')
      return values.map((pair) => (pair === null ? undefined : vertices.get(id)?.[ids.indexOf(pair)]));
    return [undefined, undefined];
  };
}

/**
 * Differences in order: those first of which one value leaves the fewest solutions.
 * @param {Difference[]} differences
 * @param {ReturnType<typeof leaving>} leaves
 */
export function decisive(differences, leaves) {
  const ranked = differences.map((difference) => {
    const known = leaves(difference).map((number) => {
      if (number?.exact === undefined) return 1e300;
      // Greater numbers than these are all the same here.
      return Number(number.exact);
    });
    return { difference, rank: known.sort((a, b) => a - b) };
  });
  ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
  return ranked.map(({ difference }) => difference);
}
