/** Marks of edges along a stroke. */

import { change } from '../work.js';

/**
 * Marks an edge as in, or, with the secondary button, as out. A stroke that begins on an edge with that mark erases it.
 * @param {import('../studio.js').Studio} studio
 * @param {'marks' | 'play'} field
 * @param {number} edge
 * @param {import('./tool.js').Press} press
 * @param {string} label
 */
export function paint(studio, field, edge, press, label) {
  const wanted = press.secondary ? 'out' : 'in';
  if (!('value' in press)) press.value = studio.state[field].get(edge) === wanted ? undefined : wanted;
  studio.work.edit(label, [change(studio.state, field, edge, press.value)], press.merge);
}
