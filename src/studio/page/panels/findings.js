/** The panel with the findings of the analysis. */

import { button, byId, checkbox, h, patch, s } from '../dom.js';
import { leftOutWords } from '../constraints.js';
import { changesOfEnds, joined, loneWords } from '../labels.js';
import { count, kindOf, noun } from '../nouns.js';
import { begun, factName, factPlaces, pairName, placeName } from '../places.js';
import { solutionsPart } from './solutions.js';
import { suggestionWords } from '../suggestions.js';
import { SHADES } from '../view.js';
import { drawnNotes } from './drawn.js';
import { removals } from './removals.js';

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../types.js').NumberOf} NumberOf */

const VERDICTS = {
  none: ['✕', 'No solution', 'none'],
  one: ['✓', 'One solution', 'one'],
  several: ['≥2', 'Several solutions', 'several'],
  'at least one': ['≥1', 'At least one solution', 'several'],
};

/**
 * The sign of a verdict; empty while it is not known.
 * @param {string | undefined} solutions
 */
export function signOf(solutions) {
  return VERDICTS[/** @type {keyof typeof VERDICTS} */ (solutions)]?.[0] ?? '';
}

/**
 * @param {Studio} studio
 * @param {HTMLElement} place
 */
export function findingsPanel(studio, place) {
  const verdict = h('div', { class: 'verdict' });
  const shows = h('div', { class: 'shows' });
  const several = h('div', { class: 'solutions' });
  const detail = h('div', { class: 'detail' });
  const cell = h('div', { class: 'cell-values' });
  place.append(verdict, drawnNotes(studio), shows, several, detail, cell);
  const draw = () => {
    if (place.hidden) return;
    patch(verdict, ...verdictOf(studio));
    patch(several, ...solutionsPart(studio));
    patch(detail, ...detailOf(studio));
    patch(cell, ...valuesOf(studio));
  };
  const drawShows = () => patch(shows, ...toggles(studio));
  for (const event of ['findings', 'progress']) studio.analysis.addEventListener(event, draw);
  for (const event of ['hover', 'cursor']) {
    studio.addEventListener(event, () => !place.hidden && patch(cell, ...valuesOf(studio)));
  }
  studio.addEventListener('settings', () => {
    drawShows();
    draw();
  });
  studio.work.addEventListener('open', drawShows);
  drawShows();
  draw();
  return draw;
}

/**
 * Tells screen readers the number of solutions, once after each edit: when nothing more will be known of it.
 * @param {Studio} studio
 */
export function speakVerdict(studio) {
  const place = byId('verdict');
  const { analysis } = studio;
  let spoken = -1;
  const speak = () => {
    if (studio.isPlaying || analysis.isStale || analysis.revision === spoken) return;
    const { solutions } = analysis;
    if (analysis.isRunning && solutions !== 'one' && solutions !== 'none' && !analysis.report('number')) return;
    spoken = analysis.revision;
    const [words, more] = verdictOf(studio).map((part) => part.textContent?.replace(/^[^\p{L}]+/u, ''));
    place.textContent = `${words}. ${solutions === 'one' ? '' : more}`;
  };
  analysis.addEventListener('findings', speak);
  speak();
}

/** @param {Studio} studio */
function toggles(studio) {
  const { settings } = studio;
  const choices = /** @type {const} */ ([
    ['showsKnown', 'k', 'edges in all solutions, and in none'],
    ['showsShares', 'h', 'how many solutions use each edge'],
    ['showsUnique', 'u', 'clues that would leave one solution'],
    ['showsRedundant', 'r', `${noun(studio)}s that can go`],
  ]);
  // Where there are no cells, they are listed.
  const shown = choices.filter(([name]) => name !== 'showsUnique' || studio.sheet.board.cells.length > 0);
  return shown.map(([name, key, words]) => {
    const label = checkbox(`${words} `, settings[name], (isShown) => studio.show(name, isShown), {
      'aria-keyshortcuts': key,
    });
    label.append(h('kbd', {}, key));
    return label;
  });
}

/** @param {Studio} studio */
function verdictOf(studio) {
  const { analysis, isPlaying, state } = studio;
  if (isPlaying) {
    const [heading, words] = studio.player.words;
    return [h('strong', {}, heading), h('p', {}, words)];
  }
  if (analysis.error) return [h('strong', {}, 'Not known'), h('p', { class: 'error' }, analysis.error)];
  const report = analysis.report('solutions');
  if (!report) {
    if (!analysis.isRunning && state.pairs.size === 0 && studio.sheet.board.data.kind === 'numberlink') {
      return [
        h('strong', {}, 'No pairs yet'),
        h('p', {}, loneWords(studio.sheet) || 'Take the tool Pairs and type the same label at two vertices.'),
      ];
    }
    const words = analysis.isRunning ? 'Searching …' : 'Not known';
    return [h('strong', {}, words), h('p', {}, analysis.isRunning ? analysis.phase : '')];
  }
  const known = report.solutions ? VERDICTS[/** @type {keyof typeof VERDICTS} */ (report.solutions)] : undefined;
  const lone = [loneWords(studio.sheet), leftOutWords(studio.sheet)].filter(Boolean).join(' ');
  const [sign, words, kind] = known ?? ['?', 'Not known', 'unknown'];
  return [
    h(
      'strong',
      { class: `is-${kind}`, 'data-solutions': report.solutions ?? 'unknown', 'data-stale': String(analysis.isStale) },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
      ` ${words}`,
    ),
    h('p', {}, report.stopped ?? numberWords(studio), lone && ` ${lone}`),
  ];
}

/** @param {Studio} studio */
function numberWords({ analysis }) {
  const report = analysis.report('number');
  if (analysis.report('solutions')?.solutions === 'one') return 'Exactly one, as it should be.';
  if (analysis.report('solutions')?.solutions === 'none') return 'Nothing meets all that is given.';
  if (!report?.number) return analysis.isRunning ? 'Counting …' : 'How many is not known.';
  return `${grouped(report.number)}${report.stopped ? ` (${report.stopped})` : ''}`;
}

/** @param {NumberOf} number */
function grouped({ exact, at_least: atLeast }) {
  const digits = (/** @type {string} */ text) =>
    text.length > 30 ? `${text[0]}.${text.slice(1, 4)} · 10^${text.length - 1}` : BigInt(text).toLocaleString('en');
  return exact !== undefined ? `Exactly ${digits(exact)}.` : `At least ${digits(atLeast ?? '0')}.`;
}

/** @param {Studio} studio */
function detailOf(studio) {
  const { analysis, isPlaying } = studio;
  if (isPlaying) return [h('p', {}, 'Check shows what is wrong; Hint says the next step, and why.')];
  const kind = analysis.report('solutions')?.solutions;
  if (kind === 'one') return oneDetail(studio);
  if (kind === 'none') return noneDetail(studio);
  if (kind) return severalDetail(studio);
  return [];
}

/** @param {Studio} studio */
function oneDetail(studio) {
  const { analysis } = studio;
  const { rating } = analysis;
  const graded = rating
    ? [
        h('p', { class: 'grade' }, 'Difficulty: ', h('strong', {}, rating.difficulty)),
        h(
          'p',
          {},
          `Hardest rule: ${rating.hardest}. ${count(rating.steps, 'step')} in ${count(rating.rounds, 'round')}.`,
        ),
      ]
    : [h('p', { class: 'grade' }, analysis.isRunning ? 'Rating …' : '\u00a0')];
  return [...graded, ...removals(studio)];
}

/** @param {Studio} studio */
function noneDetail(studio) {
  const report = studio.analysis.report('contradiction');
  if (!report) return [h('p', {}, studio.analysis.isRunning ? 'Looking for what contradicts …' : '\u00a0')];
  const facts = report.contradiction ?? [];
  if (facts.length === 0) {
    return [h('p', {}, report.stopped ? `Why is not known: ${report.stopped}.` : boardAlone(studio))];
  }
  return [
    h(
      'p',
      {},
      report.minimal
        ? 'These contradict each other; without any one of them they do not:'
        : 'The contradiction is among these:',
    ),
    factList(studio, facts, 40),
    facts.length > 40 && h('p', {}, `and ${facts.length - 40} more`),
  ].filter((part) => part instanceof Node);
}

/** @param {Studio} studio */
function boardAlone({ sheet }) {
  return sheet.board.data.kind === 'numberlink'
    ? 'The board itself has no such paths.'
    : 'No loop fits on the board itself, whatever the clues.';
}

/**
 * @param {Studio} studio
 * @param {string[]} facts
 * @param {number} most of them that are listed
 */
function factList(studio, facts, most) {
  return h('ul', { class: 'facts' }, ...facts.slice(0, most).map((fact) => h('li', {}, placeButton(studio, fact))));
}

/**
 * A button with a fact; clicking it moves the cursor to its place.
 * @param {Studio} studio
 * @param {string} fact
 */
function placeButton(studio, fact) {
  const { sheet } = studio;
  const lead = () => {
    const [place, other] = factPlaces(sheet, fact);
    if (!place) return;
    studio.moveTo(place);
    studio.choose(other ?? null);
    studio.viewport.reveal(sheet.board.place(place));
  };
  return button(begun(factName(sheet, fact)), lead, { class: 'fact', 'data-key': fact });
}

/** @param {Studio} studio */
function severalDetail(studio) {
  const { analysis } = studio;
  const edges = analysis.report('edges');
  const values = analysis.report('values');
  const hasCells = studio.sheet.board.cells.length > 0;
  const parts = [];
  if (edges) {
    const [all, none, some, open] = [edges.in_all, edges.in_none, edges.in_some, edges.unknown].map(
      (list) => list?.length ?? 0,
    );
    const unknown = open > 0 ? `, ${open} not known` : '';
    parts.push(
      h('p', {}, `${count(all, 'edge')} in all solutions, ${none} in none, ${some} in some but not all${unknown}.`),
    );
  }
  const shares = analysis.report('shares');
  if (studio.settings.showsShares && shares?.shares) parts.push(heatLegend());
  if (studio.settings.showsShares && shares?.stopped)
    parts.push(h('p', {}, `How many solutions use each edge is not known: ${shares.stopped}.`));
  if (!values) return [...parts, h('p', {}, analysis.isRunning ? `What each ${noun(studio)} would leave …` : '')];
  const unique = values.unique ?? [];
  const others = unique.filter((fact) => studio.sheet.board.cellOf.size === 0 || !fact.startsWith('clue('));
  parts.push(
    h(
      'p',
      {},
      suggestionWords(studio) ??
        (unique.length === 0
          ? `No single further ${noun(studio)} leaves one solution.`
          : `${count(unique.length, `further ${kindOf(unique)}`)} would leave one solution${others.length < unique.length ? ' (u shows them)' : ''}.`),
    ),
  );
  if (others.length > 0) {
    const items = others.slice(0, 12).map((fact) => h('li', { 'data-key': fact }, ...furtherPair(studio, fact)));
    parts.push(h('ul', { class: 'decisions' }, ...items));
    if (others.length > 12) parts.push(h('p', {}, `and ${others.length - 12} more`));
  }
  parts.push(
    h(
      'p',
      { class: 'aside' },
      hasCells
        ? 'Point at a cell or choose one to see how many solutions each clue would leave.'
        : 'Point at a vertex or choose one to see how many solutions each path through it would leave.',
    ),
  );
  return parts;
}

/**
 * A pair that the puzzle does not have, as a button that leads to its ends and one that adds it, or another fact.
 * @param {Studio} studio
 * @param {string} fact
 */
function furtherPair(studio, fact) {
  const { sheet } = studio;
  const ends = factPlaces(sheet, fact);
  if (!fact.startsWith('pair(') || ends.length < 2) return [placeButton(studio, fact)];
  const [a, b] = ends.map(({ id }) => id);
  const add = () => {
    const after = joined(sheet.state, a, b);
    if (typeof after === 'string') studio.say(after);
    else studio.work.edit('Add a pair', changesOfEnds(sheet.state, after));
  };
  return [placeButton(studio, fact), button('Add', add)];
}

/** The legend of the colours of edges. */
function heatLegend() {
  const scale = s('svg', { viewBox: `0 0 ${10 * SHADES} 10`, 'aria-hidden': 'true' });
  for (let shade = 0; shade < SHADES; shade += 1) {
    scale.append(s('path', { d: `M${10 * shade} 5h10`, class: `heat-${shade}` }));
  }
  return h('p', { class: 'scale' }, 'in few ', scale, ' in most solutions');
}

/**
 * The number of solutions that each clue would leave for the cell that is pointed at.
 * @param {Studio} studio
 */
function valuesOf(studio) {
  if (studio.isPlaying || studio.analysis.isStale) return [];
  const target = studio.hover ?? studio.cursor;
  const report = studio.analysis.report('values');
  if (!report || !target) return [];
  const { board } = studio.sheet;
  const place = begun(placeName(studio.sheet, target));
  if (target.kind === 'vertex') {
    const found = report.vertices?.find(({ vertex }) => board.vertexOf.get(vertex) === target.id);
    const names = [...studio.state.pairs.keys()].map((id) => `pair ${pairName(studio.sheet, id)}`);
    return found ? [h('h2', {}, `${place}: solutions with it on the path of`), table(found.pairs, names)] : [];
  }
  const found = report.cells?.find(({ cell }) => board.cellOf.get(cell) === target.id);
  if (target.kind !== 'cell' || !found) return [];
  return [h('h2', {}, `${place}: solutions that each clue would leave`), table(found.values, [])];
}

/**
 * @param {NumberOf[]} values
 * @param {string[]} names what the values are for, if not for 0, 1, 2, ...
 */
function table(values, names) {
  const words = (/** @type {NumberOf} */ { exact, at_least: least }) =>
    exact === '0' ? 'none' : exact === '1' ? '1, the only one' : exact !== undefined ? exact : `${least} or more`;
  const rows = values.map((value, i) =>
    h(
      'tr',
      { class: value.exact === '1' ? 'unique' : value.exact === '0' ? 'none' : '' },
      h('th', { scope: 'row' }, names[i] ?? i),
      h('td', {}, words(value)),
    ),
  );
  return h('table', {}, h('tbody', {}, ...rows));
}
