/** The toolbar, the options of the current tool, and the tabs of the panels. */

import { byId, h, patch, s } from './dom.js';
import { findingsPanel, signOf, speakVerdict } from './panels/findings.js';
import { makePanel } from './panels/make.js';
import { sharePanel } from './panels/share.js';
import { shelfPanel } from './panels/shelf.js';
import { solutionsBar } from './panels/solutions.js';
import { stepsPanel } from './panels/steps.js';
import { TOOLS } from './tools/all.js';

/** @typedef {import('./studio.js').Studio} Studio */

const PANELS = /** @type {const} */ ([
  ['findings', 'Findings', findingsPanel],
  ['steps', 'Steps', stepsPanel],
  ['make', 'Make', makePanel],
  ['share', 'Share', sharePanel],
  ['shelf', 'Shelf', shelfPanel],
]);

/** @param {Studio} studio */
export function toolBar(studio) {
  const bar = byId('tools');
  const buttons = TOOLS.map((tool) => {
    const icon = s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
    icon.append(s('path', { d: tool.icon }));
    const element = h(
      'button',
      {
        type: 'button',
        'aria-keyshortcuts': tool.key,
        title: `${tool.label} (${tool.key})`,
        onclick: () => studio.use(tool.name),
      },
      h('span', { class: 'word' }, tool.label),
    );
    element.prepend(icon);
    return { tool, element };
  });
  patch(bar, ...buttons.map(({ element }) => element));
  bar.addEventListener('keydown', (event) => {
    const open = buttons.filter(({ element }) => !element.disabled);
    const at = open.findIndex(({ element }) => element === document.activeElement);
    const next = at < 0 ? null : moved(event, at, open.length);
    if (next !== null) open[next].element.focus();
  });
  const draw = () => {
    for (const { tool, element } of buttons) {
      element.setAttribute('aria-pressed', String(tool === studio.tool));
      element.disabled = tool.fits !== undefined && !tool.fits(studio);
      // The Tab key leads to the bar, arrows lead along it.
      element.tabIndex = tool === studio.tool ? 0 : -1;
    }
    drawOptions();
  };
  const drawOptions = () => {
    patch(byId('options'), ...(studio.tool.options?.(studio) ?? []));
    patch(byId('text'), ...(studio.tool.text?.(studio) ?? []));
    byId('text').hidden = !studio.tool.text;
  };
  studio.addEventListener('tool', draw);
  studio.addEventListener('cursor', drawOptions);
  studio.work.addEventListener('edit', drawOptions);
  solutionsBar(studio);
  draw();
}

/**
 * The place in a row of buttons that an arrow, Home or End leads to; null for other keys.
 * @param {KeyboardEvent} event
 * @param {number} at
 * @param {number} count
 */
function moved(event, at, count) {
  const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -at, End: count - 1 - at };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return null;
  event.preventDefault();
  return (at + step + count) % count;
}

/** @param {Studio} studio */
export function panelTabs(studio) {
  const tabs = byId('tabs');
  const panels = byId('panels');
  const all = PANELS.map(([name, label, make]) => {
    const place = h('div', {
      id: `panel-${name}`,
      role: 'tabpanel',
      'aria-labelledby': `tab-${name}`,
      tabindex: 0,
      hidden: true,
    });
    panels.append(place);
    const tab = h(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': place.id, onclick: () => open(name) },
      label,
    );
    tabs.append(tab);
    return { name, place, tab, draw: make(studio, place) };
  });
  /** @param {string} chosen */
  const choose = (chosen) => {
    studio.set({ panel: chosen });
    for (const { name, place, tab, draw } of all) {
      place.hidden = name !== chosen;
      tab.setAttribute('aria-selected', String(name === chosen));
      tab.tabIndex = name === chosen ? 0 : -1;
      if (name === chosen) draw();
    }
    if (chosen === 'steps') studio.steps.show();
    else studio.steps.hide();
  };
  /** @param {string} name */
  const open = (name) => {
    choose(name);
    // Where the page scrolls, both the board and the panel are to be seen.
    if (panels.getBoundingClientRect().top > 0.8 * innerHeight) tabs.scrollIntoView({ block: 'center' });
  };
  tabs.addEventListener('keydown', (event) => {
    const at = moved(
      event,
      all.findIndex(({ name }) => name === studio.settings.panel),
      all.length,
    );
    if (at === null) return;
    choose(all[at].name);
    all[at].tab.focus();
  });
  // The badge shows the verdict whichever panel is open.
  const badge = h('span', { class: 'badge', 'aria-hidden': 'true' });
  tabs.firstElementChild?.append(badge);
  const mark = () => {
    badge.textContent = studio.isPlaying ? '' : signOf(studio.analysis.solutions);
    badge.classList.toggle('is-one', studio.analysis.solutions === 'one');
    badge.classList.toggle('is-none', studio.analysis.solutions === 'none');
  };
  speakVerdict(studio);
  studio.analysis.addEventListener('findings', mark);
  studio.addEventListener('tool', mark);
  mark();
  studio.addEventListener('settings', (event) => {
    const { panel } = studio.settings;
    if (/** @type {CustomEvent} */ (event).detail.has('panel') && all.find(({ name }) => name === panel)?.place.hidden)
      choose(panel);
  });
  studio.steps.addEventListener('steps', () => {
    if (studio.steps.isShown && studio.settings.panel !== 'steps') choose('steps');
  });
  choose(all.some(({ name }) => name === studio.settings.panel) ? studio.settings.panel : 'findings');
}
