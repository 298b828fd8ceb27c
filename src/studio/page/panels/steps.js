/** The panel that shows the steps of a solution. */

import { button, h, patch } from '../dom.js';

/** @typedef {import('../types.js').Step} Step */

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
    patch(text, ...textOf(steps));
  };
  steps.addEventListener('steps', draw);
  studio.addEventListener('tool', draw);
  return draw;
}

/**
 * The hint of the player: the steps themselves would tell the answer.
 * @param {import('../studio.js').Studio} studio
 */
function hintOf({ player }) {
  const step = player.hints.at(-1);
  return step ? described(step) : [h('p', {}, 'Hint (N) shows the next step from what is marked, and why; M does it.')];
}

/** @param {import('../steps.js').Steps} steps */
function textOf(steps) {
  const step = steps.current;
  if (steps.error && steps.list.length === 0) return [h('p', { class: 'error' }, steps.error)];
  const parts = step ? described(step) : [h('p', {}, 'Next step (N) shows the easiest conclusion, and why it holds.')];
  if (steps.at === steps.list.length && !steps.isRunning && steps.ending) {
    parts.push(h('p', { class: 'ending' }, steps.ending.sentence));
    if (steps.error) parts.push(h('p', { class: 'error' }, steps.error));
  }
  return parts;
}

/** @param {Step} step */
function described(step) {
  const parts = [
    h(
      'p',
      { class: 'rule' },
      h('span', { class: 'chip' }, step.rule),
      h('span', { class: `chip level-${step.difficulty}` }, step.difficulty),
    ),
    h('p', { class: 'sentence' }, step.sentence),
  ];
  if (step.in.length > 0) parts.push(h('p', {}, h('span', { class: 'legend in' }), `in: ${step.in.join(' ')}`));
  if (step.out.length > 0)
    parts.push(h('p', {}, h('span', { class: 'legend out' }, '×'), `out: ${step.out.join(' ')}`));
  for (const note of step.notes) parts.push(h('p', { class: 'note' }, `since ${note}`));
  for (const branch of step.branches) {
    const inner = [...branch.steps, ...(branch.broken ? [branch.broken] : [])];
    const words = branch.broken ? ' leads to a contradiction:' : ' leads to this as well:';
    parts.push(
      h(
        'div',
        { class: 'branch' },
        h('p', {}, `Suppose ${branch.if.replace(/\.$/, '')}`, words),
        h('ol', {}, ...inner.map((one) => h('li', {}, one.sentence))),
      ),
    );
  }
  return parts;
}
