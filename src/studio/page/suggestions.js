/** Clues that would leave one solution. */

/** @typedef {import('./studio.js').Studio} Studio */

/**
 * The suggested clues of each cell without one. With a symmetry and a solution that is drawn, they make it the only one together
 * with those of the images; otherwise each one alone leaves one solution.
 * @param {Studio} studio
 */
export function suggestedClues({ analysis, settings, sheet }) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  const report = analysis.report('values');
  const together = settings.symmetry ? report?.unique_together : undefined;
  for (const fact of together?.flat() ?? []) {
    const cell = sheet.board.cellOfClue(fact);
    if (cell !== undefined) found.set(cell, [Number(/(\d+)\)\.$/.exec(fact)?.[1])]);
  }
  for (const { cell, values } of together ? [] : (report?.cells ?? [])) {
    const number = sheet.board.cellOf.get(cell);
    const unique = values.flatMap(({ exact }, value) => (exact === '1' ? [value] : []));
    if (number !== undefined && unique.length > 0 && !sheet.state.clues.has(number)) found.set(number, unique);
  }
  return found;
}

/**
 * How many suggestions there are, in words.
 * @param {Studio} studio
 */
export function suggestionWords({ analysis, settings }) {
  const together = settings.symmetry ? analysis.report('values')?.unique_together : undefined;
  if (!together) return null;
  const sets = together.length === 1 ? '1 clue with its images' : `${together.length} clues with their images`;
  return together.length === 0
    ? 'No further clue with its images makes the drawing the only solution.'
    : `${sets} would make the drawing the only solution (u shows them).`;
}

/**
 * Gives cells the clues that fit, if the edit that was just made leaves one solution: as soon as that is known, in the same step.
 * @param {Studio} studio
 * @param {string} label
 * @param {string} merge that of the edit
 * @param {(answer: Set<number>) => import('./types.js').Change[]} changes
 */
export function whenOnly({ analysis, work }, label, merge, changes) {
  const { revision } = analysis;
  const look = () => {
    if (analysis.revision === revision && analysis.isStale) return;
    analysis.removeEventListener('findings', look);
    if (analysis.revision === revision && analysis.answer) work.edit(label, changes(new Set(analysis.answer)), merge);
  };
  analysis.addEventListener('findings', look);
}
