/** The solution that is drawn: the clues that follow it, and what is wrong with it by the rules. */

import { byId } from './dom.js';
import { problems } from './rules.js';
import { change } from './work.js';

/** @typedef {import('./studio.js').Studio} Studio */
/** @typedef {import('./work.js').Sheet} Sheet */
/** @typedef {import('./types.js').Change} Change */

/**
 * Changes the drawn solution. With the setting, clues follow it in the same step.
 * @param {Studio} studio
 * @param {string} label
 * @param {Map<number, true | undefined>} wanted by edge
 * @param {string | null} [merge]
 */
export function draw({ sheet, settings, work }, label, wanted, merge = null) {
  const drawn = new Set(sheet.state.solution.keys());
  for (const [edge, isDrawn] of wanted) {
    if (isDrawn) drawn.add(edge);
    else drawn.delete(edge);
  }
  const changes = [...wanted].map(([edge, isDrawn]) => change(sheet.state, 'solution', edge, isDrawn));
  // An empty drawing says nothing of clues.
  const following = settings.follows && drawn.size > 0 ? cluesOf(sheet, drawn, settings.follows === 'all') : [];
  work.edit(label, [...changes, ...following], merge);
}

/**
 * The changes that make clues fit a solution.
 * @param {Sheet} sheet
 * @param {Set<number>} drawn
 * @param {boolean} isAll whether all cells get a clue, or only those that have one or are to have one
 * @returns {Change[]}
 */
export function cluesOf({ board, shape, state }, drawn, isAll) {
  return board.cells.flatMap((_, cell) => {
    if (!shape.cells[cell] || !(isAll || state.clues.has(cell) || state.places.has(cell))) return [];
    const clue = clueIn({ board, shape }, cell, drawn);
    return [change(state, 'clues', cell, clue), change(state, 'places', cell, undefined)];
  });
}

/**
 * The clue of a cell that fits a solution.
 * @param {Pick<Sheet, 'board' | 'shape'>} sheet
 * @param {number} cell
 * @param {{ has: (edge: number) => boolean }} drawn
 */
export function clueIn({ board, shape }, cell, drawn) {
  return board.cells[cell].edges.filter((edge) => shape.edges[edge] && drawn.has(edge)).length;
}

/** Judges the drawing after each edit, and says what is wrong. Dispatches `judged`. */
export class Drawn extends EventTarget {
  /** @param {Studio} studio */
  constructor(studio) {
    super();
    this.studio = studio;
    /** @type {import('./rules.js').Problem[]} */
    this.problems = [];
    studio.work.addEventListener('open', () => this.judge());
    studio.work.addEventListener('edit', (event) => this.edited(/** @type {CustomEvent} */ (event).detail.fields));
    this.judge();
  }

  /** What is wrong, briefly: the first problem of each kind, and how many more there are. */
  get words() {
    const firsts = new Map(this.problems.toReversed().map((problem) => [problem.kind, problem]));
    const more = this.problems.length - firsts.size;
    return [...[...firsts.values()].toReversed().map(({ words }) => words), more > 0 && `${more} more.`]
      .filter(Boolean)
      .join(' ');
  }

  /** @param {Set<import('./types.js').Field>} fields */
  edited(fields) {
    if ([...fields].every((field) => field === 'play')) return;
    const before = [this.words, byId('says').textContent];
    this.judge();
    const { studio, words } = this;
    const isDrawing = fields.has('solution') && studio.tool.name === 'solution';
    if (words === before[0] && !isDrawing) return;
    // Behind what is said of the edit itself.
    queueMicrotask(() => {
      const said = byId('says').textContent;
      if (said !== before[1]) studio.say(`${said} ${words}`.trim());
      else if (words || isDrawing) studio.say(words);
    });
  }

  judge() {
    const { sheet, view } = this.studio;
    const { board, state } = sheet;
    const found = problems(sheet, new Set(state.solution.keys()));
    // Pairs may be made from the paths later.
    const isFree = board.data.kind === 'numberlink' && state.pairs.size === 0;
    this.problems = isFree ? found.filter(({ kind }) => kind !== 'end') : found;
    const all = (/** @type {'cells' | 'edges' | 'vertices'} */ kind) => this.problems.flatMap((one) => one[kind]);
    view.set('drawn-bad-cells', view.faces(all('cells')));
    view.set('drawn-bad-edges', view.lines(all('edges')));
    view.set('drawn-bad-vertices', view.rings(all('vertices')));
    this.dispatchEvent(new Event('judged'));
  }
}
