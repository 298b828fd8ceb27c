/** The contrast of what the rules of axe leave out: lines and texts of the picture, borders of controls. */

/** The least contrasts of WCAG: of lines and borders, and of texts. */
const LINE = 3;
const TEXT = 4.5;

/** The layers of the picture that lie wide and pale below other lines, or are no part of the board any more. */
const PALE = ['step-premise-in', 'gone'];

/**
 * Something that must be seen: its colour, and the colours behind it from the lowest on, as CSS has them.
 * @typedef {{ what: string, colour: string, opacity: number, behind: string[], least: number }} Part
 */

/**
 * The parts of the page whose contrast is too low, in words.
 * @param {import('playwright-core').Page} page
 */
export async function faint(page) {
  const parts = await page.evaluate(partsOf, { pale: PALE, line: LINE, text: TEXT });
  return parts.flatMap(({ what, colour, opacity, behind, least }) => {
    const ground = behind.reduce((below, above) => over(below, parsed(above), 1), [255, 255, 255]);
    const seen = contrast(over(ground, parsed(colour), opacity), ground);
    return seen < least ? [`${what}: ${seen.toFixed(2)} in place of ${least}`] : [];
  });
}

/**
 * Runs in the page.
 * @param {{ pale: string[], line: number, text: number }} options
 * @returns {Part[]}
 */
function partsOf({ pale, line, text }) {
  /** @type {(element: Element | null) => string[]} */
  const behind = (element) =>
    element ? [...behind(element.parentElement), getComputedStyle(element).backgroundColor] : [];
  const board = behind(document.querySelector('#board'));
  const drawn = [...document.querySelectorAll('#picture path[d], #picture circle, #picture rect, #picture text')];
  const picture = drawn.flatMap((element) => {
    const { stroke, fill, opacity } = getComputedStyle(element);
    const what = `${element.tagName} ${element.getAttribute('class') ?? ''} ${element.parentElement?.getAttribute('class') ?? ''}`;
    const isText = element.tagName === 'text';
    const colour = isText ? fill : stroke;
    if (colour === 'none' || element.closest('.stale') || pale.includes(element.getAttribute('class') ?? '')) return [];
    return [{ what, colour, opacity: Number(opacity), behind: board, least: isText ? text : line }];
  });
  const controls = [...document.querySelectorAll('button, select, input, textarea, kbd')].flatMap((element) => {
    const { borderTopColor: colour, borderTopWidth, borderTopStyle, opacity } = getComputedStyle(element);
    const hasBorder = borderTopWidth !== '0px' && borderTopStyle === 'solid' && !/, 0\)$/.test(colour);
    const isSeen = element.checkVisibility({ visibilityProperty: true });
    if (!isSeen || !hasBorder || element.matches('[type=range], [type=file], [type=checkbox]')) return [];
    const what = `${element.tagName} ${element.id} ${element.textContent}`;
    return [{ what, colour, opacity: Number(opacity), behind: behind(element.parentElement), least: line }];
  });
  return [...picture, ...controls];
}

/**
 * Red, green, blue and opacity.
 * @param {string} colour
 */
function parsed(colour) {
  const parts = /^rgba?\((.*)\)$/
    .exec(colour)?.[1]
    .split(/[\s,/]+/)
    .map(Number);
  if (!parts) throw new Error(`no rgb colour: ${colour}`);
  return parts;
}

/**
 * A colour that lies on another one.
 * @param {number[]} ground
 * @param {number[]} colour
 * @param {number} opacity
 */
function over(ground, [red, green, blue, alpha = 1], opacity) {
  return [red, green, blue].map((part, i) => ground[i] + (part - ground[i]) * alpha * opacity);
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function contrast(a, b) {
  const [high, low] = [a, b].map(luminance).sort((one, other) => other - one);
  return (high + 0.05) / (low + 0.05);
}

/** @param {number[]} colour */
function luminance(colour) {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
