/** The panel with the findings of the analysis. */

import { button, checkbox, h, patch, s } from '../dom.js';
import { SHADES } from '../view.js';
import { change } from '../work.js';

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
  const verdict = h('div', { class: 'verdict', role: 'status' });
  const shows = h('div', { class: 'shows' });
  const detail = h('div', { class: 'detail' });
  const cell = h('div', { class: 'cell-values', 'aria-live': 'polite' });
  place.append(verdict, shows, detail, cell);
  const draw = () => {
    if (place.hidden) return;
    patch(verdict, ...verdictOf(studio));
    patch(detail, ...detailOf(studio));
    patch(cell, ...valuesOf(studio));
  };
  const drawShows = () => patch(shows, ...toggles(studio));
  studio.analysis.addEventListener('findings', draw);
  for (const event of ['hover', 'cursor']) {
    studio.addEventListener(event, () => !place.hidden && patch(cell, ...valuesOf(studio)));
  }
  studio.addEventListener('settings', () => {
    drawShows();
    draw();
  });
  drawShows();
  draw();
  return draw;
}

/** @param {Studio} studio */
function toggles(studio) {
  const { settings } = studio;
  const choices = /** @type {const} */ ([
    ['showsKnown', 'k', 'edges in all solutions, and in none'],
    ['showsShares', 'h', 'how many solutions use each edge'],
    ['showsUnique', 'u', 'clues that would leave one solution'],
    ['showsRedundant', 'r', 'clues that can go'],
  ]);
  return choices.map(([name, key, words]) => {
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
  if (isPlaying) return [h('strong', {}, 'Play'), h('p', {}, studio.player.hint?.sentence ?? 'The answer is hidden.')];
  if (analysis.error) return [h('strong', {}, 'Not known'), h('p', { class: 'error' }, analysis.error)];
  const report = analysis.report('solutions');
  if (!report) {
    if (!analysis.isRunning && state.pairs.size === 0 && studio.sheet.board.data.kind === 'numberlink') {
      return [h('strong', {}, 'No pairs yet'), h('p', {}, 'Take the tool Pairs and click two vertices.')];
    }
    const words = analysis.isRunning ? 'Searching …' : 'Not known';
    return [h('strong', {}, words), h('p', {}, analysis.phase || '\u00a0')];
  }
  const known = report.solutions ? VERDICTS[/** @type {keyof typeof VERDICTS} */ (report.solutions)] : undefined;
  const [sign, words, kind] = known ?? ['?', 'Not known', 'unknown'];
  return [
    h(
      'strong',
      { class: `is-${kind}`, 'data-solutions': report.solutions ?? 'unknown', 'data-stale': String(analysis.isStale) },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
      ` ${words}`,
    ),
    h('p', {}, report.stopped ?? numberWords(studio)),
  ];
}

/** @param {Studio} studio */
function numberWords({ analysis }) {
  const report = analysis.report('number');
  if (analysis.report('solutions')?.solutions === 'one') return 'Exactly one, as it should be.';
  if (analysis.report('solutions')?.solutions === 'none') return 'What it demands contradicts itself.';
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
  if (isPlaying) return [h('p', {}, 'Check tells errors, Hint the next step with its reason.')];
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
  const redundant = analysis.report('redundant');
  const canGo = redundant?.can_go ?? [];
  const graded = rating
    ? [
        h('p', { class: 'grade' }, 'Difficulty: ', h('strong', {}, rating.difficulty)),
        h(
          'p',
          {},
          `Hardest rule ${rating.hardest}; ${count(rating.steps, 'step')} in ${count(rating.rounds, 'round')}.`,
        ),
      ]
    : [h('p', { class: 'grade' }, analysis.isRunning ? 'Rating …' : '\u00a0')];
  const going = !redundant
    ? h('p', {}, analysis.isRunning ? 'Which clues can go …' : '\u00a0')
    : h(
        'p',
        {},
        canGo.length === 0
          ? `No ${noun(studio)} can go.`
          : `${count(canGo.length, kindOf(canGo))} can go, each by itself. `,
        canGo.length > 0 && button('Delete one', () => deleteOne(studio, canGo, null)),
        canGo.length > 0 && ' ',
        canGo.length > 0 && button('Delete all that can', () => thin(studio)),
      );
  const unknown = redundant?.unknown?.length ? h('p', {}, `${redundant.unknown.length} not known.`) : null;
  return [...graded, going, unknown].filter((part) => part !== null);
}

/**
 * Deletes redundant facts, one after the other, until none is left: then the puzzle is minimal.
 * @param {Studio} studio
 */
function thin(studio) {
  const { analysis } = studio;
  const merge = `thin-${Date.now()}`;
  let expected = analysis.revision;
  const step = () => {
    if (analysis.revision !== expected || analysis.error) return analysis.removeEventListener('findings', step);
    const report = analysis.isStale ? undefined : analysis.report('redundant');
    if (!report) return undefined;
    const canGo = report.can_go ?? [];
    if (canGo.length === 0 || analysis.solutions !== 'one') {
      analysis.removeEventListener('findings', step);
      return studio.say(`No ${noun(studio)} can go any more; ${count(left(studio), noun(studio))} left.`);
    }
    expected += 1;
    const one = canGo[Math.floor(Math.random() * canGo.length)];
    studio.say(`Deleting what can go: ${count(canGo.length, 'candidate')} left.`);
    return deleteOne(studio, [one], merge);
  };
  analysis.addEventListener('findings', step);
  step();
}

/**
 * Deletes a redundant clue, pair or mark.
 * @param {Studio} studio
 * @param {string[]} facts
 * @param {string | null} merge
 */
function deleteOne(studio, facts, merge) {
  const { board, state } = studio.sheet;
  for (const fact of facts) {
    const cell = board.cellOfClue(fact);
    if (cell !== undefined)
      return studio.work.edit('Delete a clue that can go', [change(state, 'clues', cell, undefined)], merge);
    const [edge] = board.edgesOf([fact]);
    if (edge !== undefined) return studio.work.edit('Unmark an edge', [change(state, 'marks', edge, undefined)], merge);
    if (fact === 'cover.') return studio.work.edit('Cover', [change(state, 'flags', 'cover', undefined)], merge);
    for (const [id, { a, b }] of state.pairs) {
      const [u, v] = [board.data.vertices[a], board.data.vertices[b]];
      if (fact === `pair(${u},${v}).` || fact === `pair(${v},${u}).`) {
        return studio.work.edit('Delete a pair that can go', [change(state, 'pairs', id, undefined)], merge);
      }
    }
  }
}

/** @param {Studio} studio */
function noneDetail(studio) {
  const report = studio.analysis.report('contradiction');
  if (!report) return [h('p', {}, studio.analysis.isRunning ? 'Looking for what contradicts …' : '\u00a0')];
  const facts = report.contradiction ?? [];
  if (facts.length === 0) {
    return [
      h('p', {}, report.stopped ? `Why is not known (${report.stopped}).` : 'The board by itself has no solution.'),
    ];
  }
  return [
    h(
      'p',
      {},
      report.minimal
        ? 'These contradict each other; without any one of them they do not:'
        : 'The contradiction is among these:',
    ),
    h('ul', { class: 'facts' }, ...facts.slice(0, 40).map((fact) => h('li', {}, placeButton(studio, fact)))),
    facts.length > 40 && h('p', {}, `and ${facts.length - 40} more`),
  ].filter((part) => part instanceof Node);
}

/**
 * A button with a fact; clicking it moves the cursor to its place.
 * @param {Studio} studio
 * @param {string} fact
 */
function placeButton(studio, fact) {
  const cell = studio.sheet.board.cellOfClue(fact);
  const lead = () => {
    if (cell === undefined) return;
    studio.moveTo({ kind: 'cell', id: cell });
    studio.viewport.reveal(studio.sheet.board.place({ kind: 'cell', id: cell }));
  };
  return button(fact.replace(/\.$/, ''), lead, { class: 'fact' });
}

/** @param {Studio} studio */
function severalDetail(studio) {
  const { analysis } = studio;
  const edges = analysis.report('edges');
  const values = analysis.report('values');
  const parts = [];
  if (edges) {
    const [all, none, some] = [edges.in_all, edges.in_none, edges.in_some].map((list) => list?.length ?? 0);
    parts.push(h('p', {}, `${count(all, 'edge')} in all solutions, ${none} in none, ${some} in some.`));
  }
  const shares = analysis.report('shares');
  if (studio.settings.showsShares && shares?.shares) parts.push(heatLegend());
  if (studio.settings.showsShares && shares?.stopped) parts.push(h('p', {}, `Shares: ${shares.stopped}.`));
  if (!values) return [...parts, h('p', {}, analysis.isRunning ? 'What each clue would leave …' : '\u00a0')];
  const unique = values.unique ?? [];
  parts.push(
    h(
      'p',
      {},
      unique.length === 0
        ? `No single further ${noun(studio)} leaves one solution.`
        : `${count(unique.length, `further ${kindOf(unique)}`)} would leave one solution (u shows them).`,
    ),
  );
  const others = unique.filter((fact) => studio.sheet.board.cellOf.size === 0 || !fact.startsWith('clue('));
  if (others.length > 0)
    parts.push(h('ul', { class: 'facts' }, ...others.slice(0, 12).map((fact) => h('li', {}, fact))));
  parts.push(
    h(
      'p',
      { class: 'aside' },
      studio.sheet.board.cells.length > 0
        ? 'Point at a cell to see what each clue leaves.'
        : 'Point at a vertex to see what each path through it leaves.',
    ),
  );
  return parts;
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
  if (target.kind === 'vertex') {
    const found = report.vertices?.find(({ vertex }) => board.vertexOf.get(vertex) === target.id);
    return found ? [h('h2', {}, `Vertex ${found.vertex}, on the path of pair`), table(found.pairs, 1)] : [];
  }
  const found = report.cells?.find(({ cell }) => board.cellOf.get(cell) === target.id);
  if (target.kind !== 'cell' || !found) return [];
  return [h('h2', {}, `Cell ${found.cell}: what a clue would leave`), table(found.values, 0)];
}

/**
 * @param {NumberOf[]} values
 * @param {number} first
 */
function table(values, first) {
  const words = (/** @type {NumberOf} */ { exact, at_least: least }) =>
    exact === '0' ? 'none' : exact === '1' ? '1, the only one' : exact !== undefined ? exact : `${least} or more`;
  const rows = values.map((value, i) =>
    h(
      'tr',
      { class: value.exact === '1' ? 'unique' : value.exact === '0' ? 'none' : '' },
      h('th', { scope: 'row' }, i + first),
      h('td', {}, words(value)),
    ),
  );
  return h('table', {}, h('tbody', {}, ...rows));
}

/**
 * The noun for the givens of the puzzle.
 * @param {Studio} studio
 */
function noun({ sheet }) {
  return sheet.board.data.kind === 'numberlink' ? 'pair' : 'clue';
}

/**
 * The noun for a list of facts.
 * @param {string[]} facts
 */
function kindOf(facts) {
  const kinds = ['clue', 'pair'].filter((kind) => facts.every((fact) => fact.startsWith(`${kind}(`)));
  return kinds[0] ?? 'constraint';
}

/** @param {Studio} studio */
function left({ sheet, state }) {
  return sheet.board.data.kind === 'numberlink' ? state.pairs.size : state.clues.size;
}

/**
 * @param {number} number
 * @param {string} one
 */
function count(number, one) {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
