/** Buttons in the options of tools. */

import { button, h, s } from '../dom.js';

/**
 * Buttons that belong together.
 * @param {string} label
 * @param {...(HTMLElement | false)} children
 */
export function group(label, ...children) {
  return h('span', { class: 'icons', role: 'group', 'aria-label': label }, ...children);
}

/**
 * Buttons of which one is pressed.
 * @param {string} label
 * @param {[string, string, string, boolean?][]} choices value, icon, words, and whether it cannot be chosen
 * @param {string} chosen
 * @param {(value: string) => void} act
 */
export function choice(label, choices, chosen, act) {
  return group(
    label,
    ...choices.map(([value, icon, words, isDisabled = false]) =>
      iconButton(icon, words, () => act(value), { 'aria-pressed': String(value === chosen), disabled: isDisabled }),
    ),
  );
}

/**
 * A button with an icon or words, as there is room.
 * @param {string} icon path data in a square of side 24
 * @param {string} words
 * @param {() => void} act
 * @param {Record<string, unknown>} [properties] `disabled`: it stays in reach, so that the focus does, and says what it lacks
 */
export function iconButton(icon, words, act, { disabled, ...properties } = {}) {
  const names = { 'aria-label': words, title: words, 'data-key': words };
  const element = button('', act, { ...names, 'aria-disabled': disabled && 'true', ...properties });
  const picture = s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  picture.append(s('path', { d: icon }));
  element.append(picture, h('span', { class: 'word' }, words));
  return element;
}
