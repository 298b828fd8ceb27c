/** Nouns for what a puzzle gives. */

/**
 * The noun for the givens of a puzzle.
 * @param {{ sheet: import('./work.js').Sheet }} studio
 */
export function noun({ sheet }) {
  return sheet.board.data.kind === 'numberlink' ? 'pair' : 'clue';
}

/**
 * The noun for a list of facts.
 * @param {string[]} facts
 */
export function kindOf(facts) {
  const kinds = ['clue', 'pair'].filter((kind) => facts.every((fact) => fact.startsWith(`${kind}(`)));
  return kinds[0] ?? 'constraint';
}

/**
 * A number of things, in words.
 * @param {number} number
 * @param {string} one
 */
export function count(number, one) {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
