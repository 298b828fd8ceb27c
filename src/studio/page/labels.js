/** Labels of pairs and of lone ends: all different, so that a sign on the board, in a text and in a picture means one pair. */

import { placeName } from './places.js';

/** @typedef {import('./work.js').Sheet} Sheet */
/** @typedef {import('./types.js').Pair} Pair */
/** @typedef {Pick<import('./types.js').State, 'pairs' | 'ends'>} Ends */

/** The most characters that are drawn at an end, as in pictures of the engine. */
const LONGEST = 12;

/**
 * A label as it is drawn; empty if it has no visible character. Labels with the same sign count as equal.
 * @param {string | null} label
 */
export function sign(label) {
  if (label === null || label.trim() === '') return '';
  const visible = [...label].map((c) => (/[\p{Cc}\s]/u.test(c) && c !== ' ' ? '\u{fffd}' : c));
  return visible.length > LONGEST ? `${visible.slice(0, LONGEST - 1).join('')}…` : visible.join('');
}

/**
 * Pairs with different labels, by the engine's rule: those without one, or with that of an earlier pair, get the first numbers left.
 * @param {{ a: number, b: number, label: string | null }[]} pairs
 * @returns {Pair[]}
 */
export function labelled(pairs) {
  const used = new Set();
  const own = pairs.map(({ label }) => {
    const said = sign(label);
    return said !== '' && !used.has(said) && Boolean(used.add(said));
  });
  return pairs.map(({ a, b, label }, i) => {
    if (own[i] && label !== null) return { a, b, label };
    const number = spare(used);
    used.add(number);
    return { a, b, label: number };
  });
}

/**
 * The first number that is no sign yet.
 * @param {Set<string>} used
 */
function spare(used) {
  let number = 1;
  while (used.has(String(number))) number += 1;
  return String(number);
}

/**
 * The label for a new pair.
 * @param {Ends} ends
 */
function newLabel({ pairs, ends }) {
  return spare(new Set([...[...pairs.values()].map(({ label }) => sign(label)), ...[...ends.values()].map(sign)]));
}

/**
 * The pair that has a vertex as an end.
 * @param {Pick<Ends, 'pairs'>} ends
 * @param {number} vertex
 */
export function pairAt({ pairs }, vertex) {
  for (const [id, { a, b }] of pairs) if (a === vertex || b === vertex) return id;
  return null;
}

/**
 * The label at a vertex; empty if it is no end.
 * @param {Ends} ends
 * @param {number} vertex
 */
export function labelAt({ pairs, ends }, vertex) {
  const id = pairAt({ pairs }, vertex);
  return (id === null ? ends.get(vertex) : pairs.get(id)?.label) ?? '';
}

/**
 * The ends when a vertex gets a label, or why it cannot have it. An end of a pair renames the pair; any other vertex becomes an
 * end, and the pair is complete with the second one of the same label.
 * @param {Ends} now
 * @param {number} vertex
 * @param {string} label
 * @param {boolean[]} isLeft by vertex, whether it is not removed
 * @returns {Ends | string}
 */
export function relabelled(now, vertex, label, isLeft) {
  const [pairs, ends] = [new Map(now.pairs), new Map(now.ends)];
  const own = pairAt(now, vertex);
  const same = (/** @type {string} */ other) => sign(other) === sign(label);
  if ([...pairs].some(([id, pair]) => id !== own && same(pair.label)))
    return `${sign(label)} has both its ends already.`;
  const [twin] = [...ends].find(([end, other]) => end !== vertex && same(other)) ?? [];
  const pair = own === null ? undefined : pairs.get(own);
  if (own !== null && pair) {
    if (twin !== undefined) return `${sign(label)} is a lone end already.`;
    pairs.set(own, { ...pair, label });
  } else if (twin === undefined) ends.set(vertex, label);
  else if (!isLeft[twin]) return `${sign(label)} is the label of a vertex that is removed.`;
  else {
    pairs.set(newPair(now), { a: twin, b: vertex, label });
    ends.delete(twin);
    ends.delete(vertex);
  }
  return { pairs, ends };
}

/**
 * The ends when two vertices are paired, or why they cannot be.
 * @param {Ends} now
 * @param {number} a
 * @param {number} b
 * @returns {Ends | string}
 */
export function joined(now, a, b) {
  for (const vertex of [a, b]) {
    if (pairAt(now, vertex) !== null) return `This end of ${sign(labelAt(now, vertex))} has its other end already.`;
  }
  const [one, other] = [a, b].map((vertex) => now.ends.get(vertex));
  if (one !== undefined && other !== undefined) return `${sign(one)} and ${sign(other)} are different labels.`;
  const [pairs, ends] = [new Map(now.pairs), new Map(now.ends)];
  pairs.set(newPair(now), { a, b, label: one ?? other ?? newLabel(now) });
  ends.delete(a);
  ends.delete(b);
  return { pairs, ends };
}

/** @param {Ends} ends */
function newPair({ pairs }) {
  return [...pairs.keys()].reduce((a, b) => Math.max(a, b), -1) + 1;
}

/**
 * The changes from the ends of a state to others.
 * @param {import('./types.js').State} state
 * @param {Ends} after
 */
export function changesOfEnds(state, after) {
  return /** @type {const} */ (['pairs', 'ends']).flatMap((field) => {
    const [old, now] = /** @type {Map<number, unknown>[]} */ ([state[field], after[field]]);
    const keys = [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
    return keys.map((key) => ({ field, key, before: old.get(key), after: now.get(key) }));
  });
}

/**
 * What a vertex is an end of, for screen readers, as a sentence goes on; empty if it is none.
 * @param {Sheet} sheet
 * @param {number} vertex
 */
export function endWords(sheet, vertex) {
  const { pairs, ends } = sheet.state;
  const pair = pairs.get(pairAt({ pairs }, vertex) ?? -1);
  if (pair) {
    const other = placeName(sheet, { kind: 'vertex', id: pair.a === vertex ? pair.b : pair.a });
    return `: an end of pair ${sign(pair.label)}; the other end is ${other}`;
  }
  const label = ends.get(vertex);
  return label === undefined ? '' : `: a lone end, ${sign(label)}`;
}

/**
 * The labels by vertex that have no other end on the board: that may be removed.
 * @param {Sheet} sheet
 */
export function loneEnds({ state, shape }) {
  const halves = [...state.pairs.values()].flatMap(({ a, b, label }) =>
    shape.vertices[a] === shape.vertices[b] ? [] : [/** @type {const} */ ([shape.vertices[a] ? a : b, label])],
  );
  return new Map([...halves, ...[...state.ends].filter(([vertex]) => shape.vertices[vertex])]);
}

/**
 * The sentence about ends without another end; empty if there are none.
 * @param {Sheet} sheet
 */
export function loneWords(sheet) {
  const lone = [...loneEnds(sheet).values()].map(sign);
  if (lone.length === 0) return '';
  const named = lone.length > 6 ? `${lone.length} labels` : lone.join(', ');
  return `${named} ${lone.length === 1 ? 'has' : 'have'} only one end${lone.length === 1 ? '' : ' each'}.`;
}
