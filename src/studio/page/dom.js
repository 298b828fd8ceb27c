/** Helpers that create elements without HTML in strings. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/** The handlers of each element that `h` made, by name. @type {WeakMap<Node, Record<string, unknown>>} */
const handlersOf = new WeakMap();

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties] `onclick` and the like are handlers; `class`, `aria-*`, `data-*`, ... attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  /** @type {Record<string, unknown>} */
  const handlers = {};
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) handlers[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  handle(element, handlers);
  element.append(...nodesOf(children));
  return element;
}

/**
 * Replaces the handlers of an element.
 * @param {Node} element
 * @param {Record<string, unknown>} handlers
 */
function handle(element, handlers) {
  const none = Object.fromEntries(Object.keys(handlersOf.get(element) ?? {}).map((name) => [name, null]));
  Object.assign(element, none, handlers);
  handlersOf.set(element, handlers);
}

/**
 * @param {Child[]} children
 * @returns {Node[]}
 */
function nodesOf(children) {
  return children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/**
 * Makes the children of an element equal to the given ones. Elements that are there already stay and are changed where they
 * differ, so that the focus, the scrolling and what screen readers have heard stay too. Elements are the same if they have the
 * same tag and the same `data-key` or none. Handlers must not refer to the elements they were made with: those may go.
 * @param {Element} place
 * @param {...Child} children
 */
export function patch(place, ...children) {
  /** @type {ChildNode | null} */
  let at = place.firstChild;
  for (const wanted of nodesOf(children)) {
    const there = wanted.parentNode === place ? /** @type {ChildNode} */ (wanted) : sameAs(wanted, at);
    if (!there) {
      place.insertBefore(wanted, at);
      continue;
    }
    if (there !== at && there.contains(document.activeElement)) {
      // A node that moves loses the focus: those before it move behind it.
      const { nextSibling } = there;
      while (at && at !== there) {
        const next = /** @type {ChildNode | null} */ (at.nextSibling);
        place.insertBefore(at, nextSibling);
        at = next;
      }
    }
    if (there === at) at = at.nextSibling;
    else place.insertBefore(there, at);
    if (there !== wanted) adapt(there, wanted);
  }
  let isLeft = false;
  while (at) {
    const next = /** @type {ChildNode | null} */ (at.nextSibling);
    isLeft ||= at.contains(document.activeElement);
    at.remove();
    at = next;
  }
  // The focus stays near: browsers would have it begin again at the top of the page.
  if (isLeft) /** @type {HTMLElement | null} */ (place.closest('[tabindex]'))?.focus({ preventScroll: true });
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute('data-key') : null);

/**
 * The node that is there for a wanted one: with its key, or else in its place.
 * @param {Node} wanted
 * @param {ChildNode | null} at
 */
function sameAs(wanted, at) {
  const key = keyOf(wanted);
  let node = at;
  if (key !== null) while (node && keyOf(node) !== key) node = node.nextSibling;
  return node && node.nodeName === wanted.nodeName && keyOf(node) === key ? node : null;
}

/**
 * Makes a node equal to another one.
 * @param {Node} node
 * @param {Node} wanted
 */
function adapt(node, wanted) {
  if (!(node instanceof Element && wanted instanceof Element)) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  for (const name of node.getAttributeNames()) {
    // Whether details are open is up to the reader.
    if (!wanted.hasAttribute(name) && name !== 'open') node.removeAttribute(name);
  }
  for (const name of wanted.getAttributeNames()) {
    const value = wanted.getAttribute(name) ?? '';
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  handle(node, handlersOf.get(wanted) ?? {});
  patch(node, ...wanted.childNodes);
  // Boxes that only their reader ticks.
  if (wanted.hasAttribute('data-own')) return;
  if (node instanceof HTMLInputElement && wanted instanceof HTMLInputElement) {
    node.checked = wanted.checked;
    // What is being typed is left alone.
    if (node !== document.activeElement && node.type !== 'file') node.value = wanted.value;
  } else if (node instanceof HTMLSelectElement && wanted instanceof HTMLSelectElement) {
    node.selectedIndex = wanted.selectedIndex;
  }
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
  const chosenNow = (/** @type {Event} */ event) => act(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
  const element = h('select', { 'aria-label': label, onchange: chosenNow });
  for (const [value, words] of choices) {
    const option = h('option', { value }, words);
    option.selected = value === chosen;
    element.append(option);
  }
  return element;
}

/**
 * A box to tick, with its label.
 * @param {string} words
 * @param {boolean} isChecked
 * @param {(isChecked: boolean) => void} act
 * @param {Record<string, unknown>} [properties] of the box
 */
export function checkbox(words, isChecked, act, properties = {}) {
  const ticked = (/** @type {Event} */ event) => act(/** @type {HTMLInputElement} */ (event.currentTarget).checked);
  const box = h('input', { type: 'checkbox', onchange: ticked, ...properties });
  box.checked = isChecked;
  return h('label', {}, box, h('span', {}, ` ${words}`));
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
