/** What the rules of the puzzle say of lines that are drawn, whatever the solution is. */

import { constraintsLeft } from './constraints.js';
import { begun, factName, literalsName, pairName, placeName } from './places.js';

/** @typedef {import('./work.js').Sheet} Sheet */
/** @typedef {import('./types.js').Mark} Mark */
/** @typedef {import('./types.js').State} State */

/**
 * @typedef {object} Problem
 * @property {'branch' | 'end' | 'clue' | 'constraint' | 'given' | 'gone' | 'colour' | 'loop' | 'path'} kind
 * @property {string} words a sentence
 * @property {number[]} vertices
 * @property {number[]} cells
 * @property {number[]} edges
 */

/**
 * The problems of a drawing that is complete: no other edges are in. None if it is a solution, or empty.
 * @param {Sheet} sheet
 * @param {Set<number>} edges
 */
export function problems(sheet, edges) {
  return edges.size === 0 ? [] : find(sheet, (edge) => (edges.has(edge) ? 'in' : 'out'), true).problems;
}

/**
 * The problems of the marks that the player has made so far, and whether they are a solution. What the puzzle says of edges counts
 * as marked.
 * @param {Sheet} sheet
 */
export function judge(sheet) {
  const { board, shape, state } = sheet;
  if (board.data.kind === 'numberlink' && pairsOf(sheet).length === 0) return { problems: [], isSolved: false };
  return find(sheet, (edge) => (shape.edges[edge] ? state.play.get(edge) : undefined), false);
}

/**
 * The pairs that are left, with their numbers.
 * @param {Sheet} sheet
 */
const pairsOf = ({ shape, state }) => [...state.pairs].filter(([, { a, b }]) => shape.vertices[a] && shape.vertices[b]);

/**
 * The clues and bounds of cells: the cell, the fact, and the least and greatest number of its lines.
 * @param {Sheet} sheet
 */
function numbersOf({ board, shape, state }) {
  const named = (
    /** @type {State['clues']} */ field,
    /** @type {string} */ predicate,
    /** @type {(number: number) => [low: number, high: number]} */ range,
  ) =>
    [...field]
      .filter(([cell]) => shape.cells[cell])
      .map(([cell, number]) => {
        const fact = `${predicate}(${board.cells[cell].name},${number}).`;
        return /** @type {const} */ ([cell, fact, ...range(number)]);
      });
  return [
    ...named(state.clues, 'clue', (clue) => [clue, clue]),
    ...named(state.least, 'at_least', (least) => [least, Infinity]),
    ...named(state.most, 'at_most', (most) => [0, most]),
  ];
}

/** @param {number} count */
const linesInWords = (count) => `${count} line${count === 1 ? '' : 's'}`;

/**
 * @param {Sheet} sheet
 * @param {(edge: number) => Mark | undefined} drawn the marks of the drawing
 * @param {boolean} isComplete
 */
function find(sheet, drawn, isComplete) {
  const { board, shape, state } = sheet;
  /** @type {Problem[]} */
  const found = [];
  const problem = (
    /** @type {Problem['kind']} */ kind,
    /** @type {string} */ words,
    /** @type {Partial<Problem>} */ where,
  ) => found.push({ kind, words, vertices: [], cells: [], edges: [], ...where });
  const place = (/** @type {'cell' | 'vertex'} */ kind, /** @type {number} */ id) => placeName(sheet, { kind, id });

  /** @type {(Mark | undefined)[]} */
  const marks = board.edges.map((_, edge) => {
    const mark = drawn(edge);
    if (!shape.edges[edge]) {
      if (mark === 'in') problem('gone', 'A line is where the board has been removed.', { edges: [edge] });
      return 'out';
    }
    const given = state.marks.get(edge);
    if (given !== undefined && mark !== undefined && given !== mark) {
      const words = given === 'in' ? 'There is no line on a required edge.' : 'A line is on a forbidden edge.';
      problem('given', words, { edges: [edge] });
    }
    return given ?? mark;
  });
  /** @type {(edges: number[]) => { lines: number, most: number }} */
  const count = (edges) => {
    let [lines, most] = [0, 0];
    for (const edge of edges) {
      if (marks[edge] === 'out') continue;
      most += 1;
      if (marks[edge] === 'in') lines += 1;
    }
    return { lines, most };
  };

  const pairs = pairsOf(sheet);
  const pairAt = new Map(pairs.flatMap(([id, { a, b }]) => [a, b].map((end) => /** @type {const} */ ([end, id]))));
  const isCovered = state.flags.get('cover') ?? false;
  let isAllDone = true;
  board.edgesAt.forEach((edges, vertex) => {
    if (!shape.vertices[vertex]) return;
    const { lines, most } = count(edges);
    const wanted = pairAt.has(vertex) ? 1 : 2;
    const isPassed = lines > 0 || isCovered || pairAt.has(vertex);
    if (isPassed && lines < wanted) isAllDone = false;
    if (lines > wanted) {
      const pair = pairAt.get(vertex);
      const end = pair === undefined ? '' : `, an end of pair ${pairName(sheet, pair)}`;
      problem('branch', `${lines} lines meet at ${place('vertex', vertex)}${end}.`, { vertices: [vertex] });
    } else if (isPassed && most < wanted) {
      const words = lines > 0 ? 'A line ends' : 'There is no line';
      problem('end', `${words} at ${place('vertex', vertex)}.`, { vertices: [vertex] });
    }
  });
  for (const [cell, fact, low, high] of numbersOf(sheet)) {
    const { lines, most } = count(board.cells[cell].edges);
    if (lines < low || lines > high) isAllDone = false;
    if (lines <= high && low <= most) continue;
    const name = begun(factName(sheet, fact)) + (fact.startsWith('clue') ? '' : ',');
    const words = lines > high ? 'has' : isComplete ? 'has only' : 'has room for only';
    problem('clue', `${name} ${words} ${linesInWords(lines > high ? lines : most)}.`, { cells: [cell] });
  }
  for (const [, literals] of constraintsLeft(sheet)) {
    const open = literals.filter(([edge]) => marks[edge] === undefined);
    if (literals.some(([edge, isIn]) => marks[edge] && (marks[edge] === 'in') !== isIn)) continue;
    // What is left open may still be drawn.
    if (!open.some(([, isIn]) => isIn)) isAllDone = false;
    if (open.length > 0) continue;
    problem('constraint', `Broken: ${literalsName(board, literals)}.`, { edges: literals.map(([edge]) => edge) });
  }
  for (const [edge, side] of isComplete ? [] : decided(sheet)) {
    if (marks[edge] === undefined || marks[edge] === side) continue;
    const words = `The colours beside a ${side === 'in' ? 'cross differ' : 'line are the same'}.`;
    problem('colour', words, { edges: [edge] });
  }

  const parts = components(sheet, marks);
  const loops = parts.filter(({ tips }) => tips.length === 0);
  if (pairs.length > 0) {
    for (const { edges } of loops) problem('loop', 'A loop joins no pair.', { edges });
    for (const { edges, tips } of parts) {
      const [first, ...others] = new Set(tips.flatMap((tip) => pairAt.get(tip) ?? []));
      if (others.length === 0) continue;
      const [a, b] = [first, others[0]].map((id) => pairName(sheet, id));
      problem('path', `A path joins ${a} and ${b}.`, { edges });
    }
  } else if (board.data.topology !== 'cycles') {
    const isEarly = !isComplete && loops.length > 0 && (parts.length > 1 || !isAllDone);
    if (loops.length > 1 || isEarly) {
      const words = isEarly ? 'A loop is closed, but not all is done.' : `There are ${loops.length} loops.`;
      problem('loop', words, { edges: loops.flatMap(({ edges }) => edges) });
    }
  }
  return { problems: found, isSolved: found.length === 0 && isAllDone && parts.length > 0 };
}

/**
 * The paths and loops of the lines: the edges of each, and the vertices where it ends.
 * @param {Sheet} sheet
 * @param {(Mark | undefined)[]} marks by edge
 */
function components({ board }, marks) {
  const lines = (/** @type {number} */ vertex) => board.edgesAt[vertex].filter((edge) => marks[edge] === 'in');
  const seen = new Set();
  /** @type {{ edges: number[], tips: number[] }[]} */
  const all = [];
  marks.forEach((mark, first) => {
    if (mark !== 'in' || seen.has(first)) return;
    /** @type {{ edges: number[], tips: number[] }} */
    const part = { edges: [], tips: [] };
    const open = [first];
    seen.add(first);
    for (let edge = open.pop(); edge !== undefined; edge = open.pop()) {
      part.edges.push(edge);
      for (const vertex of board.edges[edge]) {
        const here = lines(vertex);
        if (here.length === 1) part.tips.push(vertex);
        for (const next of here) {
          if (seen.has(next)) continue;
          seen.add(next);
          open.push(next);
        }
      }
    }
    all.push(part);
  });
  return all;
}

/**
 * Whether cells can be coloured as inside and outside: where loops are drawn around faces.
 * @param {Sheet} sheet
 */
export function canColour({ board, state }) {
  const { cells, cellsOf } = board;
  const areFaces = cells.every(({ corners }) => corners !== null) && cellsOf.every((beside) => beside.length <= 2);
  return cells.length > 0 && state.pairs.size === 0 && areFaces;
}

/**
 * The edges that the colours of the cells beside them decide.
 * @param {Sheet} sheet
 * @returns {[number, Mark][]}
 */
export function decided(sheet) {
  const { board, shape, state } = sheet;
  if (state.shade.size === 0 || !canColour(sheet)) return [];
  const border = outline(sheet);
  return board.cellsOf.flatMap((cells, edge) => {
    if (!shape.edges[edge]) return [];
    const sides = cells.filter((cell) => shape.cells[cell]).map((cell) => state.shade.get(cell));
    if (sides.length === 1 && border.has(edge)) sides.push('out');
    if (sides.length !== 2 || sides.includes(undefined)) return [];
    return [/** @type {[number, Mark]} */ ([edge, sides[0] === sides[1] ? 'out' : 'in'])];
  });
}

/**
 * The edges around a board: those that have the outside beside them. A hole is not outside, as a loop may go around it. The walk
 * begins at the leftmost vertex and takes the first edge in turn at each vertex.
 * @param {Sheet} sheet
 */
function outline({ board, shape }) {
  const { at, edgesAt } = board;
  const left = (/** @type {number} */ vertex) => edgesAt[vertex].filter((edge) => shape.edges[edge]);
  const direction = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.atan2(at[b][1] - at[a][1], at[b][0] - at[a][0]);
  /** @type {Set<number>} */
  const edges = new Set();
  let vertex = -1;
  at.forEach(([x], one) => {
    if ((vertex < 0 || x < at[vertex][0]) && left(one).length > 0) vertex = one;
  });
  let [back, start] = [Math.PI, ''];
  while (vertex >= 0) {
    let [next, taken, least] = [vertex, -1, Infinity];
    for (const edge of left(vertex)) {
      const [a, b] = board.edges[edge];
      const other = a === vertex ? b : a;
      const turn = (direction(vertex, other) - back + 4 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
      if (turn < least) [next, taken, least] = [other, edge, turn];
    }
    const step = `${vertex} ${taken}`;
    if (step === start) break;
    start ||= step;
    edges.add(taken);
    back = direction(next, vertex);
    vertex = next;
  }
  return edges;
}
