/** Prints puzzles with the browser, with their solutions on the last page. */

import { postForFile, stream } from './api.js';
import { byId, h, picture } from './dom.js';
import { links, puzzleOf } from './facts.js';

/** The time limit to find the solution of each puzzle, in seconds. */
const PATIENCE = 10;

/**
 * @param {import('./studio.js').Studio} studio
 * @param {import('./work.js').Sheet[]} sheets
 */
export async function print(studio, sheets) {
  await studio.attempt(async () => {
    studio.say('Preparing the pages …');
    const puzzles = h('div', { class: 'pages' });
    const answers = h('div', { class: 'answers' }, h('h2', {}, 'Solutions'));
    for (const [number, sheet] of sheets.entries()) {
      const request = { ...puzzleOf(sheet, { places: true }), as: 'svg' };
      const title = `${number + 1}. ${sheet.name}`;
      puzzles.append(h('figure', {}, h('figcaption', {}, title), await drawn(request)));
      const answer = await answerOf(sheet);
      answers.append(
        h('figure', {}, h('figcaption', {}, title), answer ? await drawn({ ...request, answer }) : 'not known'),
      );
    }
    byId('print').replaceChildren(puzzles, answers);
    studio.say('Printing.');
    window.print();
  });
}

/** @param {object} request */
async function drawn(request) {
  const svg = await postForFile('draw', request);
  return picture(await svg.text());
}

/**
 * The solution of a puzzle: the one that was drawn, or else the one that the server finds.
 * @param {import('./work.js').Sheet} sheet
 * @returns {Promise<string[] | null>}
 */
async function answerOf(sheet) {
  if (sheet.state.solution.size > 0) return links(sheet.board, sheet.state.solution.keys());
  /** @type {string[] | null} */
  let answer = null;
  const request = { ...puzzleOf(sheet), stages: [], stage_limit: PATIENCE };
  await stream('analyse', request, new AbortController().signal, {
    report: ({ shown }) => {
      answer = shown?.[0] ?? null;
    },
  });
  return answer;
}
