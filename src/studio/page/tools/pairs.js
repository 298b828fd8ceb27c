/** The tool for pairs of vertices that paths must join. */

import { button, byId, checkbox, h } from '../dom.js';
import { changesOfEnds, endWords, joined, labelAt, pairAt, relabelled, sign } from '../labels.js';
import { begun, placeName } from '../places.js';
import { change } from '../work.js';

/** @typedef {import('../studio.js').Studio} Studio */

/**
 * A visit of a vertex in which its label is typed: each character counts from the ends that were there before.
 * @typedef {import('../labels.js').Ends & { vertex: number, text: string, merge: string }} Labelling
 */

/** @type {import('./tool.js').Tool} */
export const pairs = {
  name: 'pairs',
  label: 'Pairs',
  key: 'p',
  icon: 'M6 9a3 3 0 1 0 0-.1M18 15a3 3 0 1 0 0 .1M8.5 10.5l7 4.5',
  hint: 'Type the same label at two vertices, or click both, or drag from one to the other. Delete removes a pair.',
  paints: false,
  speaks: true,
  kind: () => 'vertex',
  apply(studio, vertex) {
    const { state } = studio.sheet;
    studio.moveTo({ kind: 'vertex', id: vertex });
    const first = studio.chosen;
    studio.choose(null);
    if (pairAt(state, vertex) !== null || first?.id === vertex) return studio.say(wordsAt(studio, vertex));
    if (first?.kind === 'vertex' && pairAt(state, first.id) === null) return join(studio, first.id, vertex);
    studio.choose({ kind: 'vertex', id: vertex });
    studio.say(`${wordsAt(studio, vertex)} Now the other end, or a label.`);
  },
  join,
  type(studio, vertex, character) {
    if (!/^[\p{L}\p{N}]$/u.test(character)) return false;
    label(studio, vertex, typedAt(studio, vertex) + character);
    return true;
  },
  erase(studio, vertex, isBackspace) {
    if (isBackspace && studio.labelling?.vertex === vertex) {
      return label(studio, vertex, [...studio.labelling.text].slice(0, -1).join(''));
    }
    const { state } = studio.sheet;
    const id = pairAt(state, vertex);
    studio.choose(null);
    const [what, was] = [id === null ? 'Lone end' : 'Pair', labelAt(state, vertex)];
    if (id !== null) studio.work.edit('Delete a pair', [change(state, 'pairs', id, undefined)]);
    else studio.work.edit('Delete an end', [change(state, 'ends', vertex, undefined)]);
    studio.say(was ? `${what} ${was} deleted.` : wordsAt(studio, vertex));
  },
  options(studio) {
    const { cursor, sheet } = studio;
    const vertex = cursor?.kind === 'vertex' && sheet.shape.has(cursor) ? cursor.id : null;
    const now = vertex === null ? '' : labelAt(sheet.state, vertex);
    const typed = (/** @type {Event} */ event) =>
      vertex !== null && label(studio, vertex, /** @type {HTMLInputElement} */ (event.currentTarget).value);
    const ended = (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && byId('board').focus();
    return [
      h(
        'label',
        {},
        'Label ',
        h('input', {
          type: 'text',
          size: 6,
          value: now,
          disabled: vertex === null,
          'aria-label': 'label of the chosen vertex',
          'data-key': `label-${vertex}`,
          autocomplete: 'off',
          autocapitalize: 'off',
          enterkeyhint: 'done',
          oninput: typed,
          onkeydown: ended,
        }),
      ),
      button('Delete', () => vertex !== null && pairs.erase?.(studio, vertex), {
        // Not disabled, which would lose the focus.
        'aria-disabled': now === '' ? 'true' : null,
        title: 'Delete the pair of the chosen vertex (Delete)',
      }),
      checkbox('every vertex must be passed', sheet.state.flags.get('cover') ?? false, (isCovered) =>
        studio.work.edit('Cover', [change(studio.state, 'flags', 'cover', isCovered || undefined)]),
      ),
    ];
  },
};

/**
 * Pairs two vertices.
 * @param {Studio} studio
 * @param {number} a
 * @param {number} b
 */
function join(studio, a, b) {
  studio.choose(null);
  const { state } = studio.sheet;
  const after = joined(state, a, b);
  if (typeof after === 'string') return studio.say(after);
  studio.work.edit('Pair two vertices', changesOfEnds(state, after));
  studio.say(`Paired: ${labelAt(state, b)}, from ${nameOf(studio, a)} to ${nameOf(studio, b)}. Type to label it.`);
}

/**
 * What was typed at a vertex since the cursor came there.
 * @param {Studio} studio
 * @param {number} vertex
 */
function typedAt({ labelling }, vertex) {
  return labelling?.vertex === vertex ? labelling.text : '';
}

/**
 * Labels a vertex with what was typed so far; without a text it is as it was before.
 * @param {Studio} studio
 * @param {number} vertex
 * @param {string} text
 */
function label(studio, vertex, text) {
  const { state, shape } = studio.sheet;
  const visit =
    studio.labelling?.vertex === vertex
      ? studio.labelling
      : { vertex, pairs: new Map(state.pairs), ends: new Map(state.ends), merge: `label-${Date.now()}` };
  const after = sign(text) === '' ? visit : relabelled(visit, vertex, text, shape.vertices);
  studio.choose(null);
  if (typeof after !== 'string') studio.work.edit('Label', changesOfEnds(state, after), visit.merge);
  studio.labelling = { ...visit, text };
  studio.say(typeof after === 'string' ? `${after} Type on for a longer label.` : wordsAt(studio, vertex));
}

/**
 * @param {Studio} studio
 * @param {number} vertex
 */
function nameOf({ sheet }, vertex) {
  return placeName(sheet, { kind: 'vertex', id: vertex });
}

/**
 * What is at a vertex, as a sentence.
 * @param {Studio} studio
 * @param {number} vertex
 */
function wordsAt(studio, vertex) {
  return `${begun(nameOf(studio, vertex))}${endWords(studio.sheet, vertex)}.`;
}
