/** Prints puzzles with the browser: a title, the rules, some puzzles on each page, and their solutions at the end. */

import { stream } from './api.js';
import { ask } from './dialogs/ask.js';
import { byId, checkbox, h, select } from './dom.js';
import { drawing } from './drawing.js';
import { links, puzzleOf } from './facts.js';

/** @typedef {import('./work.js').Sheet} Sheet */

/** The time limit to find the solution of each puzzle, in seconds. */
const PATIENCE = 10;

/** The numbers of puzzles on a page, with their rows. @type {[number, number][]} */
const LAYOUTS = [
  [1, 1],
  [2, 2],
  [4, 2],
  [6, 3],
];

/** The most puzzles on a page of solutions. */
const SOLUTIONS = 6;

/** What was chosen last; the number on a page is 0 as long as none was chosen. */
const chosen = { number: 0, hasRules: true, hasSolutions: true };

/**
 * Asks how to print puzzles, and prints them.
 * @param {import('./studio.js').Studio} studio
 * @param {Sheet[]} sheets
 */
export async function print(studio, sheets) {
  await studio.attempt(
    async (signal) => {
      const fitting = LAYOUTS.find(([number]) => number >= Math.min(sheets.length, 4)) ?? LAYOUTS[0];
      const wanted = {
        ...chosen,
        title: sheets.length === 1 ? sheets[0].name : '',
        number: chosen.number || fitting[0],
      };
      const titled = (/** @type {Event} */ event) =>
        (wanted.title = /** @type {HTMLInputElement} */ (event.currentTarget).value);
      const numbers = LAYOUTS.map(([number]) => /** @type {[string, string]} */ ([`${number}`, `${number}`]));
      const isWanted = await ask(
        sheets.length === 1 ? 'Print the puzzle' : `Print ${sheets.length} puzzles`,
        'Print',
        signal,
        h('label', {}, 'Title ', h('input', { type: 'text', value: wanted.title, oninput: titled })),
        h(
          'label',
          {},
          'Puzzles on a page ',
          select('Puzzles on a page', numbers, `${wanted.number}`, (number) => (wanted.number = Number(number))),
        ),
        checkbox('with the rules', wanted.hasRules, (isOn) => (wanted.hasRules = isOn)),
        checkbox('with the solutions at the end', wanted.hasSolutions, (isOn) => (wanted.hasSolutions = isOn)),
      );
      signal.throwIfAborted();
      if (!isWanted) return;
      const { number, hasRules, hasSolutions } = wanted;
      Object.assign(chosen, { number, hasRules, hasSolutions });
      studio.say('Preparing the pages …');
      const pages = await pagesOf(sheets, wanted, signal);
      signal.throwIfAborted();
      byId('print').replaceChildren(...pages);
      studio.say('Printing.');
      window.print();
    },
    { key: 'print' },
  );
}

/**
 * @param {Sheet[]} sheets
 * @param {typeof chosen & { title: string }} wanted
 * @param {AbortSignal} signal
 */
async function pagesOf(sheets, { title, number, hasRules, hasSolutions }, signal) {
  const captioned = (/** @type {number} */ i, /** @type {Node | string} */ content, note = '') => {
    const name = sheets[i].name === title ? '' : sheets[i].name;
    const caption = [sheets.length > 1 && `${i + 1}.`, name, note].filter(Boolean).join(' ');
    return h('figure', {}, caption && h('figcaption', {}, caption), content);
  };
  const puzzles = [];
  const solutions = [];
  for (const [i, sheet] of sheets.entries()) {
    puzzles.push(captioned(i, await drawing(sheet, undefined, signal)));
    if (!hasSolutions) continue;
    const { answer, note } = await answerOf(sheet, signal);
    solutions.push(captioned(i, answer ? await drawing(sheet, answer, signal) : '', note));
  }
  const rules = hasRules ? [...new Set(sheets.map(rulesOf))] : [];
  const told = rules.map((words) => {
    const numbers = sheets.flatMap((sheet, i) => (rulesOf(sheet) === words ? [i + 1] : []));
    return rules.length > 1 ? `${numbers.join(', ')}: ${words}` : words;
  });
  const heading = h('div', {}, title && h('h2', {}, title), ...told.map((words) => h('p', {}, words)));
  return [
    ...paged(puzzles, number, 'puzzles', heading),
    ...paged(solutions, Math.min(SOLUTIONS, sheets.length), 'answers', h('h2', {}, 'Solutions')),
  ];
}

/**
 * Pages with so many figures on each.
 * @param {HTMLElement[]} figures
 * @param {number} number
 * @param {string} kind
 * @param {HTMLElement} heading of the first page
 */
function paged(figures, number, kind, heading) {
  const pages = [];
  const [most, rows] = LAYOUTS.find(([count]) => count >= number) ?? LAYOUTS[0];
  for (let first = 0; first < figures.length; first += most) {
    const grid = h('div', { class: `grid rows-${rows} columns-${most / rows}` }, ...figures.slice(first, first + most));
    pages.push(h('section', { class: kind }, first === 0 && heading, grid));
  }
  return pages;
}

/**
 * The rules of a puzzle in a few sentences.
 * @param {Sheet} sheet
 */
function rulesOf({ board, state }) {
  const { topology, kind } = board.data;
  const isCovered = state.flags.get('cover');
  const bounds = state.least.size + state.most.size > 0 ? ' ≥ and ≤ say the least and the greatest number.' : '';
  const joined = ' A ⊘ forbids that all edges at its solid lines are drawn and none of those at its dotted lines.';
  const marked = state.marks.size > 0 ? ' Thick lines are given; where lines are missing, none may be drawn.' : '';
  const given = (state.constraints.size > 0 ? joined : '') + marked;
  if (state.pairs.size > 0 || kind === 'numberlink') {
    const all = isCovered ? ' Every point is on a path.' : '';
    return `Join the two ends of each pair by a path along the lines. No two paths share a point.${all}${given}`;
  }
  const loops = topology === 'cycles' ? 'Draw one or more loops' : 'Draw a single loop';
  const all = isCovered ? ' Every point is passed.' : '';
  const clues = ' A number says how many sides of its cell are drawn.';
  return `${loops} along the lines, without crossings or branches.${all}${state.clues.size > 0 ? clues : ''}${bounds}${given}`;
}

/**
 * The solution of a puzzle that the server finds, or else the one that was drawn, and what is to be said of it.
 * @param {Sheet} sheet
 * @param {AbortSignal} signal
 * @returns {Promise<{ answer: string[] | null, note: string }>}
 */
async function answerOf(sheet, signal) {
  /** @type {string[] | null} */
  let answer = null;
  let note = '';
  const request = { ...puzzleOf(sheet), stages: [], stage_limit: PATIENCE };
  await stream('analyse', request, signal, {
    report: ({ solutions, shown }) => {
      answer = shown?.[0] ?? answer;
      if (solutions === 'none') note = '(has none)';
      if (solutions === 'several') note = '(one of several)';
    },
  });
  if (answer || note) return { answer, note };
  const { board, state } = sheet;
  if (state.solution.size > 0) return { answer: links(board, state.solution.keys()), note: '(as drawn)' };
  return { answer: null, note: '(not found)' };
}
