/** Helpers that create elements without HTML in strings. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties] `onclick` and the like are listeners; `class`, `aria-*`, `data-*`, ... attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(text));
  return element;
}

/**
 * @param {Child} child
 * @returns {Node | string}
 */
function text(child) {
  return child instanceof Node ? child : String(child);
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * The element with this id, which must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * A button.
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, unknown>} [properties]
 */
export function button(label, act, properties = {}) {
  return h('button', { type: 'button', onclick: act, ...properties }, label);
}

/**
 * Text for screen readers only.
 * @param {string} words
 */
export function spoken(words) {
  return h('span', { class: 'spoken' }, words);
}

/**
 * A select box with a label.
 * @param {string} label
 * @param {[string, string][]} choices value and words
 * @param {string} chosen
 * @param {(value: string) => void} [act]
 */
export function select(label, choices, chosen, act = () => {}) {
  const element = h('select', { 'aria-label': label });
  for (const [value, words] of choices) {
    const option = h('option', { value }, words);
    option.selected = value === chosen;
    element.append(option);
  }
  element.addEventListener('change', () => act(element.value));
  return element;
}

/**
 * A picture from the server, as an element.
 * @param {string} svg
 * @returns {Element}
 */
export function picture(svg) {
  const element = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
  const [width, height] = ['width', 'height'].map((name) => element.getAttribute(name) ?? '1');
  if (!element.hasAttribute('viewBox')) element.setAttribute('viewBox', `0 0 ${width} ${height}`);
  element.removeAttribute('width');
  element.removeAttribute('height');
  // A text beside the picture says what it is; its digits alone would mean nothing to a screen reader.
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/**
 * Offers a file for download.
 * @param {string} name
 * @param {Blob} content
 */
export function download(name, content) {
  const link = h('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
