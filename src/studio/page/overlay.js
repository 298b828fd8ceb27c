/** What is known of the puzzle, in its picture. */

import { SHADES } from './view.js';

/** Layers that steps and findings share. */
const LAYERS = [
  'known-in',
  'known-out',
  'bad-cells',
  'good-cells',
  'inside',
  'premise-cells',
  'step-in',
  'step-out',
  'step-premise-in',
  'step-premise-out',
  'premise-vertices',
  'assumed',
];

/** @param {import('./studio.js').Studio} studio */
export function drawFindings(studio) {
  const { view, analysis, settings, sheet } = studio;
  const { board, shape } = sheet;
  for (const layer of LAYERS) view.set(layer, '');
  for (let shade = 0; shade < SHADES; shade += 1) view.set(`heat heat-${shade}`, '');
  /** @type {Map<number, string>} */
  const clueKinds = new Map();
  /** @type {Map<number, string>} */
  const words = new Map();
  view.svg.classList.toggle('stale', analysis.isStale);
  document.body.dataset.analysis = analysis.isRunning ? 'running' : 'done';
  document.body.dataset.verdict = analysis.solutions ?? 'unknown';
  view.svg.classList.toggle('hides-solution', studio.isPlaying || studio.steps.isShown);
  if (studio.isPlaying) {
    studio.player.draw();
  } else if (studio.steps.isShown) {
    studio.steps.draw();
  } else {
    const shares = settings.showsShares ? analysis.report('shares')?.shares : undefined;
    const edges = analysis.report('edges');
    if (shares) drawShares(studio, shares);
    else if (edges && settings.showsKnown) {
      view.set('known-in', view.lines(board.edgesOf(edges.in_all ?? [])));
      view.set('known-out', view.crosses(board.edgesOf(edges.in_none ?? [])));
    }
    const bad = (analysis.report('contradiction')?.contradiction ?? []).map((fact) => board.cellOfClue(fact));
    view.set('bad-cells', view.faces(bad.filter((cell) => cell !== undefined)));
    if (settings.showsUnique) {
      for (const [cell, values] of uniqueClues(studio))
        if (!sheet.state.clues.has(cell)) words.set(cell, values.join(' '));
      view.set('good-cells', view.faces(words.keys()));
    }
    if (settings.showsRedundant) {
      for (const fact of analysis.report('redundant')?.can_go ?? []) {
        const cell = board.cellOfClue(fact);
        if (cell !== undefined) clueKinds.set(cell, 'can-go');
      }
    }
    if (sheet.state.solution.size > 0)
      view.set('inside', view.faces([...studio.inside()].filter((c) => shape.cells[c])));
  }
  view.drawValues(words);
  view.markClues(clueKinds);
}

/**
 * @param {import('./studio.js').Studio} studio
 * @param {Record<string, string>} shares
 */
function drawShares({ view, sheet }, shares) {
  const most = Object.values(shares).reduce((a, b) => (BigInt(b) > a ? BigInt(b) : a), 1n);
  // The number of all solutions is at least that of those with the edge that most of them have.
  /** @type {number[][]} */
  const by = Array.from({ length: SHADES }, () => []);
  for (const [atom, share] of Object.entries(shares)) {
    const edge = sheet.board.edgeOf.get(atom);
    if (edge === undefined || share === '0') continue;
    const part = Number((BigInt(share) * 1000n) / most) / 1000;
    by[Math.min(SHADES - 1, Math.floor(part * SHADES))].push(edge);
  }
  by.forEach((edges, shade) => view.set(`heat heat-${shade}`, view.lines(edges)));
}

/**
 * The clues that would make the solution unique, by cell.
 * @param {import('./studio.js').Studio} studio
 */
export function uniqueClues({ analysis, sheet }) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const { cell, values } of analysis.report('values')?.cells ?? []) {
    const number = sheet.board.cellOf.get(cell);
    const unique = values.flatMap(({ exact }, value) => (exact === '1' ? [value] : []));
    if (number !== undefined && unique.length > 0) found.set(number, unique);
  }
  return found;
}
