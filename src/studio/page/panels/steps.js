/** The panel that shows the steps of a solution. */

import { button, h, patch } from '../dom.js';
import { placeName } from '../places.js';

/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../work.js').Sheet} Sheet */

/** The most edges that are named in a line: more are in a list that can be opened. */
const FEW = 2;

/**
 * @param {import('../studio.js').Studio} studio
 * @param {HTMLElement} place
 */
export function stepsPanel(studio, place) {
  const { steps } = studio;
  const slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'step' });
  slider.addEventListener('input', () => steps.goTo(Number(slider.value)));
  const playButton = button('Play all', () => steps.play());
  const where = h('p', { class: 'where' });
  const text = h('div', { class: 'step-text' });
  const bar = h(
    'div',
    { class: 'step-bar', role: 'group', 'aria-label': 'steps' },
    button('Start', () => steps.goTo(0)),
    button('Previous', () => steps.previous(), { title: 'Shift+N' }),
    button('Next step', () => steps.next(), { class: 'primary', title: 'N' }),
    playButton,
  );
  const playBar = h(
    'div',
    { class: 'step-bar', role: 'group', 'aria-label': 'steps' },
    button('Hint', () => studio.player.ask(), { class: 'primary', title: 'N' }),
    button('Do it', () => studio.player.follow(), { title: 'M' }),
  );
  place.append(bar, playBar, slider, where, text);
  const draw = () => {
    if (place.hidden) return;
    const { isPlaying } = studio;
    for (const part of [bar, slider, where]) part.hidden = isPlaying;
    playBar.hidden = !isPlaying;
    if (isPlaying) return patch(text, ...hintOf(studio));
    slider.max = String(steps.list.length);
    slider.value = String(steps.at);
    playButton.textContent = steps.isPlayed ? 'Pause' : 'Play all';
    const total = steps.isRunning ? `${steps.list.length} …` : String(steps.list.length);
    where.textContent = steps.isAsked ? `Step ${steps.at} of ${total}` : 'How a person would solve it.';
    patch(text, ...textOf(studio.sheet, steps));
  };
  steps.addEventListener('steps', draw);
  studio.addEventListener('tool', draw);
  return draw;
}

/**
 * The hint of the player: the steps themselves would tell the answer.
 * @param {import('../studio.js').Studio} studio
 */
function hintOf({ player, sheet }) {
  const step = player.hints.at(-1);
  return step
    ? described(sheet, step)
    : [h('p', {}, 'Hint (N) shows the next step from what is marked, and why; M does it.')];
}

/**
 * @param {Sheet} sheet
 * @param {import('../steps.js').Steps} steps
 */
function textOf(sheet, steps) {
  const step = steps.current;
  if (steps.error && steps.list.length === 0) return [h('p', { class: 'error' }, steps.error)];
  const parts = step
    ? described(sheet, step)
    : [h('p', {}, 'Next step (N) shows the easiest conclusion, and why it holds.')];
  if (steps.at === steps.list.length && !steps.isRunning && steps.ending) {
    parts.push(h('p', { class: 'ending' }, steps.ending.sentence));
    if (steps.error) parts.push(h('p', { class: 'error' }, steps.error));
  }
  return parts;
}

/**
 * @param {Sheet} sheet
 * @param {Step} step
 */
function described(sheet, step) {
  /** @type {HTMLElement[]} */
  const parts = [
    h(
      'p',
      { class: 'rule' },
      h('span', { class: 'chip' }, step.rule),
      h('span', { class: `chip level-${step.difficulty}` }, step.difficulty),
    ),
    h('p', { class: 'sentence' }, step.sentence),
  ];
  if (step.in.length > 0) parts.push(edges(sheet, 'in', step.in));
  if (step.out.length > 0) parts.push(edges(sheet, 'out', step.out));
  for (const note of step.notes) parts.push(h('p', { class: 'note' }, `since ${note}`));
  for (const branch of step.branches) {
    const inner = [...branch.steps, ...(branch.broken ? [branch.broken] : [])];
    const words = branch.broken ? ' leads to a contradiction:' : ' leads to this as well:';
    parts.push(
      h(
        'div',
        { class: 'branch' },
        h('p', {}, `Suppose ${supposed(sheet, branch.if)}`, words),
        h('ol', {}, ...inner.map((one) => h('li', {}, one.sentence))),
      ),
    );
  }
  return parts;
}

/**
 * @param {Sheet} sheet
 * @param {string[]} atoms
 */
function names(sheet, atoms) {
  return sheet.board.edgesOf(atoms).map((id) => placeName(sheet, { kind: 'edge', id }));
}

/**
 * The edges that a step finds to be in or out.
 * @param {Sheet} sheet
 * @param {'in' | 'out'} side
 * @param {string[]} atoms
 */
function edges(sheet, side, atoms) {
  const all = names(sheet, atoms);
  const legend = h('span', { class: `legend ${side}`, 'aria-hidden': 'true' }, side === 'out' && '×');
  if (all.length <= FEW) return h('p', { 'data-key': side }, legend, `${side}: ${all.join('; ')}`);
  const list = h('ul', {}, ...all.map((name) => h('li', {}, name)));
  return h('details', { 'data-key': side }, h('summary', {}, legend, `${side}: ${all.length} edges`), list);
}

/**
 * @param {Sheet} sheet
 * @param {string} atom `-link(3,4).`
 */
function supposed(sheet, atom) {
  return `that ${names(sheet, [atom]).join()} is ${atom.startsWith('-') ? 'out' : 'in'}`;
}
