/** Two solutions beside each other: the bar that steps through others, and the list of what would decide between them. */

import { button, byId, checkbox, h, patch } from '../dom.js';
import { decisive, leaving } from '../compare.js';
import { clueIn } from '../drawn.js';
import { begun, pairName, placeName } from '../places.js';
import { changesTo } from '../tools/clues.js';
import { change } from '../work.js';

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../compare.js').Difference} Difference */
/** @typedef {import('../types.js').NumberOf} NumberOf */

/** The most places that are listed. */
const MOST_LISTED = 30;

/**
 * The part of the findings.
 * @param {Studio} studio
 * @returns {import('../dom.js').Child[]}
 */
export function solutionsPart(studio) {
  const { solutions, analysis, isPlaying } = studio;
  const isSeveral = ['several', 'at least one'].includes(analysis.report('solutions')?.solutions ?? '');
  if (isPlaying || !(isSeveral || solutions.isOpen)) return [];
  const opener = button('Two solutions', () => solutions.toggle(), {
    'aria-pressed': String(solutions.isOpen),
    'aria-keyshortcuts': 'd',
    title: 'Two solutions and where they differ (D)',
    'data-key': 'opener',
  });
  if (!solutions.isOpen) return [opener];
  if (!solutions.difference) {
    return [opener, h('p', {}, solutions.running ? 'Searching …' : 'A second solution is not known.')];
  }
  return [opener, h('p', {}, solutions.words), ...decisions(studio, solutions.difference.places)];
}

/**
 * The bar below the board while it shows two solutions: steps to others, and says what its lines mean.
 * @param {Studio} studio
 */
export function solutionsBar(studio) {
  const { solutions, analysis } = studio;
  const place = h('div', { id: 'compare', role: 'group', 'aria-label': 'two solutions', hidden: true });
  byId('board').after(place);
  const close = () => {
    solutions.toggle();
    byId('board').focus();
  };
  const parts = () => [
    button('Previous', () => solutions.step(-1), { title: 'another solution as B (Shift+O)' }),
    button('Next', () => solutions.step(1), { title: 'another solution as B (O)' }),
    button('Swap', () => solutions.swap(), { title: 'B becomes A, which others are compared with' }),
    checkbox('side by side', studio.settings.isBeside, (isBeside) => {
      studio.set({ isBeside });
      analysis.tell();
    }),
    h('span', { class: 'only-a' }, 'only in A'),
    h('span', { class: 'only-b' }, 'only in B'),
    h('span', { class: 'in-both' }, 'in both'),
    button('Close', close, { title: 'Close (D)' }),
  ];
  const draw = () => {
    place.hidden = !solutions.isShown;
    patch(place, ...(solutions.isShown ? parts() : []));
  };
  analysis.addEventListener('findings', draw);
  studio.addEventListener('tool', draw);
}

/**
 * The places that would decide, the most deciding ones first.
 * @param {Studio} studio
 * @param {Difference[]} places
 */
function decisions(studio, places) {
  const leaves = leaving(studio.sheet, studio.analysis.report('values'));
  const all = decisive(places, leaves);
  const kind = all[0]?.target.kind;
  const what = kind === 'edge' ? 'edges' : all.every(({ target }) => target.kind === 'vertex') ? 'vertices' : 'clues';
  const titles = {
    clues: 'Clues that decide (A|B on the board)',
    vertices: 'Vertices on different paths',
    edges: 'Edges that decide',
  };
  return [
    h('h2', {}, titles[what]),
    h('ul', { class: 'decisions' }, ...all.slice(0, MOST_LISTED).map((one) => decision(studio, one, leaves(one)))),
    all.length > MOST_LISTED && h('p', {}, `and ${all.length - MOST_LISTED} more`),
  ];
}

/**
 * A place with what it is in each of the two solutions: a click takes that.
 * @param {Studio} studio
 * @param {Difference} difference
 * @param {(NumberOf | undefined)[]} leaves
 */
function decision(studio, { target, values }, leaves) {
  const { sheet } = studio;
  const name = begun(placeName(sheet, target));
  const lead = () => {
    studio.moveTo(target);
    studio.viewport.reveal(sheet.board.place(target));
  };
  const sides = ['A', 'B'].map((solution, i) => {
    const words = `${wordOf(studio, target, values[i])}: ${solution}${moreThan(leaves[i])}`;
    return target.kind === 'vertex'
      ? h('span', {}, words)
      : button(words, () => take(studio, target, i), { 'aria-label': `${name}, ${words}` });
  });
  return h('li', { 'data-key': `${target.kind}${target.id}` }, button(name, lead, { class: 'fact' }), ...sides);
}

/**
 * @param {Studio} studio
 * @param {import('../types.js').Target} target
 * @param {number | null} value
 */
function wordOf({ sheet }, { kind }, value) {
  if (kind === 'cell') return String(value);
  if (kind === 'edge') return value === 1 ? 'required' : 'forbidden';
  return value === null ? 'no path' : `pair ${pairName(sheet, value)}`;
}

/**
 * How many solutions are left besides the one.
 * @param {NumberOf | undefined} number
 */
function moreThan(number) {
  if (!number) return '';
  if (number.exact === undefined) return ' and more';
  const others = BigInt(number.exact) - 1n;
  return others === 0n ? ' alone' : others > 999n ? ' and many more' : ` and ${others} more`;
}

/**
 * Takes what decides for A or B into the puzzle: a clue with its images under the chosen symmetry, or the mark of an edge.
 * @param {Studio} studio
 * @param {import('../types.js').Target} target
 * @param {number} side 0: A, 1: B
 */
function take(studio, { kind, id }, side) {
  const { sheet, solutions, work } = studio;
  const { state, shape } = sheet;
  const solution = solutions.list[solutions.at[side]];
  if (kind === 'edge') {
    return work.edit('Mark an edge', [change(state, 'marks', id, solution.has(id) ? 'in' : 'out')]);
  }
  const images = studio.images(id).filter((cell) => shape.cells[cell] && !state.clues.has(cell));
  work.edit(
    'Set a clue',
    [id, ...images].flatMap((cell) => changesTo(state, cell, clueIn(sheet, cell, solution))),
  );
}
