/** The tool for bounds of cells and integrity constraints, which are typed as facts; a click adds an edge or a cell. */

import { Refused, post, wordsOf } from '../api.js';
import { constraintFacts, constraintOf, constraintsLeft, numbersOf } from '../constraints.js';
import { button, h } from '../dom.js';
import { begun, factName } from '../places.js';
import { change } from '../work.js';
import { choice } from './buttons.js';

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../work.js').Sheet} Sheet */

/** What is typed and not applied yet, with what is wrong with it. @type {WeakMap<Sheet, { text: string, problem: string }>} */
const drafts = new WeakMap();

/** It stays while the options are redrawn, with its caret. */
const area = h('textarea', { rows: 7, spellcheck: 'false', 'aria-label': 'constraints, one in each line' });

/** @param {Sheet} sheet */
const textOf = (sheet) => constraintFacts(sheet).join('\n');

/** @type {import('./tool.js').Tool} */
export const constraints = {
  name: 'constraints',
  label: 'Constraints',
  key: 'w',
  icon: 'M12 4a8 8 0 1 0 .1 0M6.5 6.5l11 11',
  hint: 'Click an edge: it joins the constraint at the caret; with the other button or Shift as one that is out. Or type, then Apply.',
  paints: false,
  speaks: true,
  kind: ({ sheet, settings }) => (sheet.board.cells.length > 0 ? settings.constraining : 'edge'),
  apply(studio, id, { secondary }) {
    const { board } = studio.sheet;
    const isEdge = this.kind(studio) === 'edge';
    const fact = isEdge
      ? `:- ${secondary ? 'not ' : ''}${board.atoms[id]}.`
      : `at_${secondary ? 'most' : 'least'}(${board.cells[id].name},1).`;
    const line = insert(fact);
    drafts.set(studio.sheet, { text: area.value, problem: '' });
    studio.moveTo({ kind: this.kind(studio), id });
    studio.say(`${begun(factName(studio.sheet, line))}.`);
  },
  options: (studio) => [
    studio.sheet.board.cells.length > 0 &&
      choice(
        'What a click adds',
        [
          ['edge', 'M4 18L20 6', 'edges'],
          ['cell', 'M5 5h14v14H5z', 'cells'],
        ],
        studio.settings.constraining,
        (kind) => {
          studio.set({ constraining: /** @type {'edge' | 'cell'} */ (kind) });
          studio.moveTo(null);
          studio.tell('tool');
        },
      ),
    button('New line', () => {
      const { value } = area;
      area.value = value && value.replace(/\n*$/, '\n');
      area.setSelectionRange(area.value.length, area.value.length);
      area.focus();
      typed(studio);
    }),
    button('Apply', () => isApplied(studio.sheet) || void apply(studio), {
      'aria-disabled': isApplied(studio.sheet) ? 'true' : null,
    }),
  ],
  text(studio) {
    const { sheet } = studio;
    const { text, problem } = draftOf(sheet);
    const [cell, edge, other] = [sheet.board.cells[0]?.name ?? 'c', ...sheet.board.atoms];
    area.placeholder = `at_least(${cell},1).\n:- ${edge}, not ${other}.`;
    if (area.value !== text) area.value = text;
    area.oninput = () => typed(studio);
    return [area, h('p', { class: 'error', role: 'alert' }, problem)];
  },
};

/** @param {Sheet} sheet */
const draftOf = (sheet) => drafts.get(sheet) ?? { text: textOf(sheet), problem: '' };

/** @param {Sheet} sheet */
const isApplied = (sheet) => draftOf(sheet).text === textOf(sheet);

/** @param {Studio} studio */
function typed(studio) {
  drafts.set(studio.sheet, { text: area.value, problem: '' });
  studio.tell('tool');
}

/**
 * Adds a fact at the caret: an edge to the integrity constraint that is there, anything else as a line of its own.
 * @param {string} fact
 * @returns {string} the line that it is in now
 */
function insert(fact) {
  const { value, selectionEnd: caret } = area;
  const start = value.lastIndexOf('\n', caret - 1) + 1;
  const end = value.indexOf('\n', caret) < 0 ? value.length : value.indexOf('\n', caret);
  const there = value.slice(start, end);
  const isJoined = fact.startsWith(':- ') && /^\s*:-.*\S\.\s*$/.test(there);
  const line = isJoined ? there.replace(/\.\s*$/, `, ${fact.slice(':- '.length)}`) : fact;
  area.setRangeText(isJoined || there.trim() === '' ? line : `${there}\n${line}`, start, end, 'end');
  // The line is in sight, but the focus stays on the board.
  area.scrollTop = (area.scrollHeight * area.selectionEnd) / area.value.length - area.clientHeight / 2;
  return line;
}

/**
 * Puts what is typed into the sheet, as one edit, if it is right.
 * @param {Studio} studio
 */
async function apply(studio) {
  await studio.attempt(
    async (signal) => {
      const { sheet, work } = studio;
      const base = sheet.shape.facts(false);
      const before = base.split('\n').length - 1;
      try {
        const { text } = await post('convert', { facts: `${base}${area.value}\n`, to: 'facts' }, signal);
        signal.throwIfAborted();
        const known = new Set(base.split('\n'));
        const facts = text.split('\n').filter((/** @type {string} */ fact) => fact && !known.has(fact));
        const odd = facts.find((/** @type {string} */ fact) => !constraintOf(sheet.board, fact));
        if (odd) throw new Refused(0, `${odd} is no constraint on cells or edges of this board.`, placeOf(odd, before));
        const changes = changesTo(sheet, facts);
        drafts.delete(sheet);
        work.edit('Change constraints', changes);
        studio.say('The constraints are applied.');
      } catch (error) {
        if (signal.aborted) throw error;
        const problem = error instanceof Refused ? told(error, before) : wordsOf(error);
        drafts.set(sheet, { text: area.value, problem });
      }
      studio.tell('tool');
    },
    { key: 'constraints', until: 'edit' },
  );
}

/**
 * The place of a fact in what is sent, if it is typed like that.
 * @param {string} fact
 * @param {number} before the number of lines before the text
 */
function placeOf(fact, before) {
  const at = area.value.indexOf(fact);
  const lines = area.value.slice(0, Math.max(at, 0)).split('\n');
  return at < 0 ? {} : { line: before + lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/**
 * An error in words, with the place in the text, where the caret goes.
 * @param {Refused} error
 * @param {number} before the number of lines before the text
 */
function told({ message, line, column }, before) {
  if (line === undefined || line <= before) return message;
  const lines = area.value.split('\n').slice(0, line - before);
  const start = lines.slice(0, -1).join('\n').length + (lines.length > 1 ? 1 : 0);
  area.setSelectionRange(start, start + (lines.at(-1) ?? '').length);
  area.focus();
  return `Line ${line - before}, column ${column}: ${message}`;
}

/**
 * The changes that give a sheet these constraints. Those that are left out, as an edge of theirs is removed, stay.
 * @param {Sheet} sheet
 * @param {string[]} facts
 */
function changesTo(sheet, facts) {
  const { board, shape, state } = sheet;
  const left = constraintsLeft(sheet);
  const numberOf = numbersOf(left);
  /** @type {Map<string, ReturnType<typeof change>>} */
  const changes = new Map();
  const set = (/** @type {ReturnType<typeof change>} */ one) => changes.set(`${one.field} ${one.key}`, one);
  for (const field of /** @type {const} */ (['least', 'most']))
    for (const cell of state[field].keys()) if (shape.cells[cell]) set(change(state, field, cell, undefined));
  for (const [number] of left) set(change(state, 'constraints', number, undefined));
  let next = [...state.constraints.keys()].reduce((most, number) => Math.max(most, number), -1) + 1;
  for (const fact of facts) {
    const constraint = constraintOf(board, fact);
    if (!constraint) continue;
    if (constraint.field !== 'constraints') {
      set(change(state, constraint.field, constraint.cell, constraint.number));
      continue;
    }
    const number = numberOf(constraint.literals);
    if (number === undefined) set(change(state, 'constraints', next++, constraint.literals));
    else changes.delete(`constraints ${number}`);
  }
  return [...changes.values()];
}
