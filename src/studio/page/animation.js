/**
 * A solution as an animation: an SVG file in which the steps of the explanation appear one after another. It needs no script, and
 * a program that knows no animations shows the whole solution.
 */

import { stream } from './api.js';
import { s } from './dom.js';
import { puzzleOf } from './facts.js';
import { View } from './view.js';

/** Seconds from one step to the next. */
const PACE = 0.7;
/** The colours of pairs. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#b8a800'];

const STYLE = `
svg { background: #fff; }
path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
text { text-anchor: middle; font-family: 'DejaVu Sans', Helvetica, Arial, sans-serif; fill: #16191d; }
.edges { stroke: #b4bac2; stroke-width: 3.5; }
.vertices { stroke: #545b65; stroke-width: 10; }
.required { stroke: #16191d; stroke-width: 9; }
.forbidden { stroke: #545b65; stroke-width: 4; stroke-dasharray: 1 13; }
.links { stroke: #545b65; stroke-width: 2; stroke-dasharray: 8 6; }
.far { paint-order: stroke; stroke: #fff; stroke-width: 14; }
.end { fill: #fff; stroke: #545b65; stroke-width: 8; }
${COLOURS.map((colour, i) => `.colour-${i} { stroke: ${colour}; }`).join('\n')}
.in { stroke: #16191d; stroke-width: 11; }
.out { stroke: #545b65; stroke-width: 4; }
.step { animation: step ${PACE}s linear both; animation-delay: calc(${PACE}s * var(--number)); }
@keyframes step { 0% { opacity: 0; } 1%, 99% { opacity: 1; stroke: #d55e00; } }
@media (prefers-reduced-motion: reduce) { .step { animation: none; } }
`;

/**
 * The animation of the steps that lead to the solution of a puzzle, and how many there are.
 * @param {import('./work.js').Sheet} sheet
 * @param {AbortSignal} signal
 */
export async function animationOf(sheet, signal) {
  /** @type {import('./types.js').Step[]} */
  const steps = [];
  await stream('explain', puzzleOf(sheet), signal, { step: (step) => steps.push(step) });
  signal.throwIfAborted();
  const svg = /** @type {SVGSVGElement} */ (s('svg', { xmlns: 'http://www.w3.org/2000/svg' }));
  const view = new View(svg);
  const { board, state } = sheet;
  // What is drawn and played is no part of the puzzle.
  view.open({ ...sheet, state: { ...state, solution: new Map(), play: new Map(), shade: new Map() } });
  const drawn = steps.map((step, number) => {
    const group = s('g', { 'data-number': number + 1 });
    group.append(
      s('path', { class: 'step in', d: view.lines(board.edgesOf(step.in)) }),
      s('path', { class: 'step out', d: view.crosses(board.edgesOf(step.out)) }),
    );
    return group;
  });
  for (const path of view.paths.values()) if (!path.hasAttribute('d')) path.remove();
  svg.querySelector('.vertices')?.before(...drawn);
  // The page itself may have no styles in its elements, so the file gets them as text.
  const text = new XMLSerializer().serializeToString(svg).replace('>', `><style>${STYLE}</style>`);
  return { svg: text.replace(/data-number="(\d+)"/g, 'style="--number: $1"'), count: steps.length };
}
