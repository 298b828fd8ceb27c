/**
 * Constraints beyond clues: the least and the greatest number of edges of a cell, and integrity constraints, whose literals may not
 * all hold. A literal is an edge that is in or out.
 */

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./types.js').Literal} Literal */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./work.js').Sheet} Sheet */

/** The fields of bounds, which are `at_least` and `at_most` in facts. */
const BOUNDS = /** @type {const} */ (['least', 'most']);

/**
 * The integrity constraints without a removed edge, with their numbers.
 * @param {Sheet} sheet
 */
export function constraintsLeft({ shape, state }) {
  return [...state.constraints].filter(([, literals]) => literals.every(([edge]) => shape.edges[edge]));
}

/**
 * The number of integrity constraints with a removed edge.
 * @param {Sheet} sheet
 */
export function leftOut(sheet) {
  return sheet.state.constraints.size - constraintsLeft(sheet).length;
}

/**
 * The sentence about integrity constraints with a removed edge; empty if there are none.
 * @param {Sheet} sheet
 */
export function leftOutWords(sheet) {
  const number = leftOut(sheet);
  if (number === 0) return '';
  return number === 1
    ? '1 constraint is left out: an edge of it is removed.'
    : `${number} constraints are left out: edges of theirs are removed.`;
}

/**
 * The bounds and integrity constraints as facts.
 * @param {Sheet} sheet
 */
export function constraintFacts(sheet) {
  const { board, shape, state } = sheet;
  const bounds = BOUNDS.flatMap((field) =>
    [...state[field]]
      .filter(([cell]) => shape.cells[cell])
      .map(([cell, number]) => `at_${field}(${board.cells[cell].name},${number}).`),
  );
  const integrity = constraintsLeft(sheet).map(
    ([, literals]) => `:- ${literals.map(([edge, isIn]) => `${isIn ? '' : 'not '}${board.atoms[edge]}`).join(', ')}.`,
  );
  return [...bounds, ...integrity];
}

/**
 * What a fact about a bound or an integrity constraint says; undefined for others.
 * @param {Board} board
 * @param {string} fact
 * @returns {{ field: 'least' | 'most', cell: number, number: number } | { field: 'constraints', literals: Literal[] } | undefined}
 */
export function constraintOf(board, fact) {
  const [, field, name, number] = /^at_(least|most)\((.*),(\d+)\)\.?$/s.exec(fact) ?? [];
  const cell = board.cellOf.get(name);
  if (cell !== undefined) return { field: /** @type {'least' | 'most'} */ (field), cell, number: Number(number) };
  const body = /^:- ?(.*?)\.?$/s.exec(fact)?.[1];
  if (body === undefined) return undefined;
  /** @type {Literal[]} */
  const literals = [];
  // Names may have commas and brackets.
  for (let start = 0, end = body.indexOf(')') + 1; start < body.length; end = body.indexOf(')', end) + 1) {
    if (end === 0) return undefined;
    const [, not, atom] = /^(not )?(.*)$/s.exec(body.slice(start, end)) ?? [];
    const edge = board.edgeOf.get(atom);
    if (edge === undefined) continue;
    literals.push([edge, !not]);
    start = end = end + ', '.length;
  }
  return { field: 'constraints', literals };
}

/** @param {Literal[]} literals */
const keyOf = (literals) => literals.map(String).sort().join(' ');

/**
 * Finds the numbers of integrity constraints by their literals.
 * @param {Iterable<[number, Literal[]]>} constraints
 * @returns {(literals: Literal[]) => number | undefined}
 */
export function numbersOf(constraints) {
  const numbers = new Map([...constraints].map(([number, literals]) => [keyOf(literals), number]));
  return (literals) => numbers.get(keyOf(literals));
}

/**
 * The numbers of the integrity constraints among facts.
 * @param {Sheet} sheet
 * @param {string[]} facts
 */
export function constraintsAmong({ board, state }, facts) {
  const numberOf = numbersOf(state.constraints);
  return facts.flatMap((fact) => {
    const constraint = constraintOf(board, fact);
    return constraint?.field === 'constraints' ? (numberOf(constraint.literals) ?? []) : [];
  });
}

/**
 * The bounds of a cell as they are drawn: `≥1`, `≤2`, `1–2`; empty without any.
 * @param {State} state
 * @param {number} cell
 */
export function boundSign({ least, most }, cell) {
  const [low, high] = [least.get(cell), most.get(cell)];
  if (low !== undefined && high !== undefined) return `${low}–${high}`;
  return low !== undefined ? `≥${low}` : high !== undefined ? `≤${high}` : '';
}

/**
 * The bounds of a cell in words.
 * @param {State} state
 * @param {number} cell
 */
export function boundWords(state, cell) {
  return BOUNDS.flatMap((field) => (state[field].has(cell) ? [`at ${field} ${state[field].get(cell)}`] : []));
}
