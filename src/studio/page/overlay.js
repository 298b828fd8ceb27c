/** Draws the findings of the analysis into the picture. */

import { constraintOf, constraintsAmong } from './constraints.js';
import { factPlaces } from './places.js';
import { suggestedClues } from './suggestions.js';
import { removable } from './thin.js';
import { SHADES } from './view.js';

/** The layers that steps and findings share. */
const LAYERS = [
  'known-in',
  'known-out',
  'bad-cells',
  'bad-edges',
  'bad-ends',
  'in-both',
  'only-a',
  'only-b',
  'good-cells',
  'good-pairs',
  'inside',
  'premise-cells',
  'step-in',
  'step-out',
  'step-premise-in',
  'step-premise-out',
  'premise-vertices',
  'premise-constraints',
  'assumed',
  ...Array.from({ length: SHADES }, (_, shade) => `heat heat-${shade}`),
];

/** The most cells whose differing numbers are on the board. */
const MOST_SHOWN = 300;

/** @param {import('./studio.js').Studio} studio */
export function drawFindings(studio) {
  const { view, analysis } = studio;
  view.svg.classList.toggle('stale', analysis.isStale);
  document.body.dataset.analysis = analysis.isRunning ? 'running' : 'done';
  document.body.dataset.verdict = analysis.solutions ?? 'unknown';
  const { isShown } = studio.solutions;
  const isHidden = studio.isPlaying || studio.steps.isShown || isShown;
  view.svg.classList.toggle('hides-solution', isHidden);
  view.svg.classList.toggle('compares', isShown);
  studio.mirror.show(isShown && studio.settings.isBeside);
  view.replace(LAYERS, () => {
    if (studio.isPlaying) studio.player.draw();
    else if (studio.steps.isShown) studio.steps.draw();
    else if (isShown) studio.solutions.draw();
    else drawReports(studio);
  });
  view.drawValues(isShown ? differingWords(studio) : isHidden ? new Map() : uniqueWords(studio));
  view.markRedundant(
    isHidden ? [] : redundantPlaces(studio),
    isHidden ? [] : constraintsAmong(studio.sheet, redundantFacts(studio)),
  );
}

/** @param {import('./studio.js').Studio} studio */
function drawReports(studio) {
  const { view, analysis, settings, sheet } = studio;
  const { board, shape } = sheet;
  const shares = settings.showsShares ? analysis.report('shares')?.shares : undefined;
  const edges = analysis.report('edges');
  if (shares) drawShares(studio, shares);
  else if (edges && settings.showsKnown) {
    view.set('known-in', view.lines(board.edgesOf(edges.in_all ?? [])));
    view.set('known-out', view.crosses(board.edgesOf(edges.in_none ?? [])));
  }
  const bad = (analysis.report('contradiction')?.contradiction ?? []).flatMap((fact) => factPlaces(sheet, fact));
  const ids = (/** @type {string} */ kind) => bad.filter((place) => place.kind === kind).map(({ id }) => id);
  view.set('bad-cells', view.faces(ids('cell')));
  view.set('bad-edges', view.lines(ids('edge')));
  view.set('bad-ends', view.rings(ids('vertex'), 40));
  // The images of a suggested clue get one, too.
  const suggested = [...uniqueWords(studio).keys()];
  const withImages = new Set(suggested.flatMap((cell) => [cell, ...studio.images(cell)]));
  view.set(
    'good-cells',
    view.faces([...withImages].filter((cell) => shape.cells[cell] && !sheet.state.clues.has(cell))),
  );
  // Pairs that would leave one solution are between their ends.
  const pairs = settings.showsUnique ? (analysis.report('values')?.unique ?? []) : [];
  const ends = pairs.map((fact) => factPlaces(sheet, fact)).filter(([, end]) => end);
  view.set('good-pairs', ends.map(([a, b]) => view.between(a.id, b.id)).join(''));
  if (sheet.state.solution.size > 0) view.set('inside', view.faces([...studio.inside()].filter((c) => shape.cells[c])));
}

/**
 * By cell without a clue, the clues that would leave exactly one solution, as text.
 * @param {import('./studio.js').Studio} studio
 */
function uniqueWords(studio) {
  /** @type {Map<number, string>} */
  const words = new Map();
  if (!studio.settings.showsUnique) return words;
  for (const [cell, values] of suggestedClues(studio)) words.set(cell, values.join(' '));
  return words;
}

/**
 * The facts that are redundant, if they are shown.
 * @param {import('./studio.js').Studio} studio
 */
function redundantFacts(studio) {
  return studio.settings.showsRedundant ? (removable(studio) ?? []).flat() : [];
}

/**
 * The places of what is redundant: clues and bounds, pairs, required and forbidden edges. Of a cell all that it has must be.
 * @param {import('./studio.js').Studio} studio
 */
function redundantPlaces(studio) {
  const { board, state } = studio.sheet;
  const facts = redundantFacts(studio).filter((fact) => constraintOf(board, fact)?.field !== 'constraints');
  const places = facts.flatMap((fact) => factPlaces(studio.sheet, fact));
  const given = (/** @type {number} */ cell) =>
    [state.clues, state.least, state.most].filter((map) => map.has(cell)).length;
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { kind, id } of places) if (kind === 'cell') counts.set(id, (counts.get(id) ?? 0) + 1);
  return places.filter(({ kind, id }) => kind !== 'cell' || counts.get(id) === given(id));
}

/**
 * @param {import('./studio.js').Studio} studio
 * @param {Record<string, string>} shares
 */
function drawShares({ view, sheet }, shares) {
  const most = Object.values(shares).reduce((a, b) => (BigInt(b) > a ? BigInt(b) : a), 1n);
  // The share of an edge is measured against the largest one, for the number of all solutions is at least that.
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
 * The numbers of edges in A and B, by cell in which they differ.
 * @param {import('./studio.js').Studio} studio
 */
function differingWords({ solutions }) {
  const cells = solutions.difference?.places.filter(({ target }) => target.kind === 'cell') ?? [];
  return new Map(cells.slice(0, MOST_SHOWN).map(({ target, values }) => [target.id, values.join('|')]));
}
