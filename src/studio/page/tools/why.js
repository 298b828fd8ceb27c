/** The tool that explains why an edge is in or out. */

/** @type {import('./tool.js').Tool} */
export const why = {
  name: 'why',
  label: 'Why?',
  key: 'y',
  icon: 'M8 9a4 4 0 1 1 6 3.5c-1.5.9-2 1.5-2 3M12 19v.1',
  hint: 'Click an edge: the step by which it becomes known, and what it follows from.',
  paints: false,
  speaks: true,
  kind: () => 'edge',
  apply(studio, edge) {
    studio.moveTo({ kind: 'edge', id: edge });
    studio.steps.why(edge);
  },
};
