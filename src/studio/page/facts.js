/** The puzzle as facts, for the server and for people. */

import { constraintFacts } from './constraints.js';

/** @typedef {import('./types.js').State} State */

/** The line behind which `link` facts are the solution that is drawn, and no demands. The server reads it. */
const SOLUTION = '% solution';

/**
 * @param {import('./work.js').Sheet} sheet
 * @param {{ places?: boolean, clues?: boolean, pairs?: boolean, play?: State['play'], solution?: boolean }} [options]
 *   `places`: with pos facts; `play`: further edges that are required or forbidden; `solution`: with what is drawn
 */
export function factsOf(
  sheet,
  { places = false, clues = true, pairs = true, play = new Map(), solution = false } = {},
) {
  const { board, shape, state } = sheet;
  const { vertices, cells } = board.data;
  const lines = constraintFacts(sheet);
  if (clues) {
    for (const [cell, clue] of state.clues) if (shape.cells[cell]) lines.push(`clue(${cells[cell].name},${clue}).`);
  }
  if (pairs) {
    for (const { a, b, label } of state.pairs.values()) {
      if (!shape.vertices[a] || !shape.vertices[b]) continue;
      lines.push(`pair(${vertices[a]},${vertices[b]}).`, `pair_label(${vertices[a]},${vertices[b]},${term(label)}).`);
    }
  }
  for (const [edge, mark] of new Map([...play, ...state.marks])) {
    if (shape.edges[edge]) lines.push(`${mark === 'in' ? '' : '-'}${board.atoms[edge]}.`);
  }
  if (state.flags.get('cover')) lines.push('cover.');
  if (solution && state.solution.size > 0) {
    lines.push(SOLUTION);
    for (const edge of state.solution.keys()) if (shape.edges[edge]) lines.push(`${board.atoms[edge]}.`);
  }
  return shape.facts(places) + lines.join('\n') + '\n';
}

/**
 * A label as a term of facts.
 * @param {string} word
 */
function term(word) {
  if (/^([a-z][A-Za-z0-9_]*|0|[1-9]\d{0,8})$/.test(word)) return word;
  return `"${word.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;
}

/**
 * The puzzle in the form of a request.
 * @param {import('./work.js').Sheet} sheet
 * @param {Parameters<typeof factsOf>[1]} [options]
 */
export function puzzleOf(sheet, options) {
  const cycles = sheet.board.data.topology === 'cycles' ? 'many' : 'one';
  return { facts: factsOf(sheet, options), cycles };
}

/**
 * Edges in the form of a request: `link(U,V)`.
 * @param {import('./board.js').Board} board
 * @param {Iterable<number>} edges
 */
export function links(board, edges) {
  return [...edges].map((edge) => board.atoms[edge]);
}
