/** The picture of the board: layers, most of which are a single path. */

import { boundSign, constraintsLeft } from './constraints.js';
import { s } from './dom.js';
import { ageOf } from './trials.js';
import { loneEnds, sign } from './labels.js';
import { count } from './nouns.js';

/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Target} Target */

/** The length of an edge in units of the picture. */
export const UNIT = 100;
const MARGIN = 80;
/** So many signs of integrity constraints can be told apart on any board, and one for so many edges on larger ones. */
const [MOST_SIGNS, EDGES_PER_SIGN] = [12, 4];
/** The number of shades for the share of solutions that have an edge. */
export const SHADES = 8;

/** The ages of the player's marks: made before all trials, in earlier ones, in the last one. */
const AGES = ['play', 'earlier', 'trial'];
/** The layers of the player's marks of edges and of cells. */
const PLAYED = AGES.flatMap((age) => ['out', 'in'].map((mark) => `played ${age}-${mark}`));
const SHADED = AGES.flatMap((age) => ['out', 'in'].map((side) => `played ${age}-shade shade-${side}`));

/** The layers, from the bottom to the top. */
const LAYERS = [
  ...SHADED,
  'inside',
  'bad-cells',
  'played wrong-cells',
  'drawn-bad-cells',
  'premise-cells',
  'good-cells',
  'gone',
  'bad-edges',
  'bad-ends',
  'edges',
  'forbidden',
  'circles white',
  'circles black',
  ...Array.from({ length: SHADES }, (_, shade) => `heat heat-${shade}`),
  'known-out',
  'known-in',
  'solution',
  'in-both',
  'only-a',
  'only-b',
  'drawn-bad-edges',
  ...PLAYED,
  'played wrong',
  'played wrong-vertices',
  'step-premise-in',
  'step-premise-out',
  'step-out',
  'step-in',
  'assumed',
  'required',
  'can-go',
  'good-pairs',
  'vertices',
  'premise-vertices',
  'drawn-bad-vertices',
  'links',
  'joins-in',
  'joins-out',
  'constraint',
  'constraint-can-go',
  'premise-constraints',
];

export class View {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Map<string, SVGElement>} */
    this.paths = new Map();
    /** The new paths by layer during `replace`. @type {Map<string, string> | null} */
    this.replaced = null;
    /** The path that each layer shows. @type {Map<string, string>} */
    this.shown = new Map();
    for (const name of LAYERS) {
      const path = s('path', { class: name });
      this.paths.set(name, path);
      svg.append(path);
    }
    this.clues = s('g', { class: 'clues' });
    this.values = s('g', { class: 'values' });
    this.pairs = s('g', { class: 'pairs' });
    this.caption = s('text', { class: 'caption', 'font-size': 30 });
    this.cursor = s('g', { class: 'cursor' });
    svg.append(this.clues, this.values, this.pairs, this.caption, this.cursor);
    /** The paths of the signs of integrity constraints that are drawn, by number. @type {Map<number, string>} */
    this.signs = new Map();
    /** @type {Map<number, SVGElement>} */
    this.clueTexts = new Map();
    /** The labels at the ends of pairs, by vertex. @type {Map<number, SVGElement>} */
    this.endTexts = new Map();
    /** The vertices whose labels are in boxes. @type {Set<number>} */
    this.boxes = new Set();
    /** @type {import('./work.js').Sheet | null} */
    this.sheet = null;
  }

  /** The size of the picture, in its units. */
  get size() {
    const { low, high } = this.board.bounds;
    return [(high[0] - low[0]) * UNIT + 2 * MARGIN, (high[1] - low[1]) * UNIT + 2 * MARGIN];
  }

  get board() {
    if (!this.sheet) throw new Error('there is no board yet');
    return this.sheet.board;
  }

  /**
   * Maps a point of the board to the picture.
   * @param {Point} point
   * @returns {Point}
   */
  place(point) {
    const { low } = this.board.bounds;
    return [(point[0] - low[0]) * UNIT + MARGIN, (point[1] - low[1]) * UNIT + MARGIN];
  }

  /**
   * Maps a point of the picture to the board.
   * @param {Point} point
   * @returns {Point}
   */
  boardPoint(point) {
    const { low } = this.board.bounds;
    return [(point[0] - MARGIN) / UNIT + low[0], (point[1] - MARGIN) / UNIT + low[1]];
  }

  /** @param {import('./work.js').Sheet} sheet */
  open(sheet) {
    this.sheet = sheet;
    const [width, height] = this.size;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    for (const layer of this.paths.keys()) this.set(layer, '');
    this.clues.replaceChildren();
    this.clueTexts.clear();
    this.values.replaceChildren();
    this.drawShape();
    const { clues, places, least, most } = sheet.state;
    this.drawClues([clues, places, least, most].flatMap((map) => [...map.keys()]));
    this.drawConstraints();
    this.drawPairs();
    this.drawMarks();
    this.drawSolution();
    this.drawPlay();
  }

  /**
   * Sets the path of a layer, unless it shows that path already.
   * @param {string} layer
   * @param {string} path
   */
  set(layer, path) {
    const element = this.paths.get(layer);
    if (!element) throw new Error(`there is no layer ${layer}`);
    if (this.replaced) this.replaced.set(layer, path);
    else if ((this.shown.get(layer) ?? '') !== path) {
      this.shown.set(layer, path);
      if (path) element.setAttribute('d', path);
      else element.removeAttribute('d');
    }
  }

  /**
   * Redraws layers: those that `draw` does not set become empty.
   * @param {string[]} layers
   * @param {() => void} draw
   */
  replace(layers, draw) {
    this.replaced = new Map(layers.map((layer) => [layer, '']));
    draw();
    const all = this.replaced;
    this.replaced = null;
    for (const [layer, path] of all) this.set(layer, path);
  }

  /** Draws the parts of the board that are left. */
  drawShape() {
    if (!this.sheet) return;
    const { board, shape, state } = this.sheet;
    const edges = board.edges.map((_, edge) => edge);
    this.set('edges', this.lines(edges.filter((edge) => shape.edges[edge] && state.marks.get(edge) !== 'out')));
    this.set('gone', shape.isWhole ? '' : this.lines(edges.filter((edge) => !shape.edges[edge])));
    const circles = (/** @type {string} */ wanted) =>
      board.signs.flatMap(({ vertex, mark }) => (vertex !== undefined && mark === wanted ? [vertex] : []));
    const [white, black] = ['white', 'black'].map((mark) => circles(mark).filter((vertex) => shape.vertices[vertex]));
    this.set('circles white', this.rings(white, 31));
    this.set('circles black', this.rings(black, 31));
    const isMarked = new Set([...white, ...black]);
    const dots = board.at
      .filter((_, vertex) => shape.vertices[vertex] && !isMarked.has(vertex))
      .map((point) => this.place(point));
    // Lines of no length with round ends are dots.
    this.set('vertices', dots.map(([x, y]) => `M${short(x)} ${short(y)}h0`).join(''));
  }

  /** @param {Iterable<number>} cells the cells whose clues changed */
  drawClues(cells) {
    if (!this.sheet) return;
    const { board, shape, state } = this.sheet;
    for (const cell of cells) {
      this.clueTexts.get(cell)?.remove();
      this.clueTexts.delete(cell);
      const clue = state.clues.get(cell) ?? (state.places.has(cell) ? '?' : '');
      const words = [String(clue), boundSign(state, cell)].filter(Boolean).join(', ');
      const { label, room, corners } = board.cells[cell];
      // Marks at vertices say the same as the clues of cells that are no faces.
      if (!words || !label || !shape.cells[cell] || (!corners && board.signs.length > 0)) continue;
      const text = this.text(this.place(label), clueSize(room, words.length), words);
      if (!corners) text.classList.add('far');
      this.clueTexts.set(cell, text);
      this.clues.append(text);
    }
    const far = [...this.clueTexts.keys()].filter((cell) => !board.cells[cell].corners);
    this.set('links', far.map((cell) => this.spokes(cell)).join(''));
  }

  /**
   * The path of the lines from the clue to the edges of a cell that is no face.
   * @param {number} cell
   */
  spokes(cell) {
    const { label, edges } = this.board.cells[cell];
    if (!label || !this.sheet) return '';
    const [x, y] = this.place(label);
    return edges
      .filter((edge) => this.sheet?.shape.edges[edge])
      .map((edge) => {
        const [u, v] = this.place(this.board.middle(edge));
        return `M${short(x)} ${short(y)}L${short(u)} ${short(v)}`;
      })
      .join('');
  }

  /** Says of integrity constraints that are not drawn how many there are; empty if all are drawn. */
  get undrawn() {
    return this.caption.textContent && `${this.caption.textContent}: see the tool Constraints`;
  }

  /** Draws the integrity constraints, unless there are more than can be told apart: signs, with a line to each edge. */
  drawConstraints() {
    if (!this.sheet) return;
    const left = constraintsLeft(this.sheet).filter(([, literals]) => literals.length > 0);
    const { board } = this;
    const most = board.signs.length > 0 ? 0 : Math.max(MOST_SIGNS, board.edges.length / EDGES_PER_SIGN);
    const drawn = left.length > most ? [] : left;
    const lines = { in: '', out: '' };
    const taken = new Set();
    this.signs.clear();
    for (const [number, literals] of drawn) {
      const ends = literals.map(([edge]) => this.place(board.middle(edge)));
      const [middle, y] = [0, 1].map((i) => short(ends.reduce((sum, end) => sum + end[i], 0) / ends.length));
      let x = middle;
      // Two constraints on the same edges are beside each other.
      while (taken.has(`${x} ${y}`)) x += 30;
      taken.add(`${x} ${y}`);
      literals.forEach(([, isIn], i) => {
        lines[isIn ? 'in' : 'out'] += `M${x} ${y}L${ends[i].map(short).join(' ')}`;
      });
      this.signs.set(number, `M${x - 13} ${y}a13 13 0 1 0 26 0a13 13 0 1 0 -26 0M${x - 9} ${y - 9}l18 18`);
    }
    this.set('joins-in', lines.in);
    this.set('joins-out', lines.out);
    this.markConstraints([]);
    const [width, height] = this.size;
    this.caption.textContent = left.length > drawn.length ? count(left.length, 'constraint') : '';
    this.caption.setAttribute('x', String(width / 2));
    this.caption.setAttribute('y', String(height - 20));
  }

  /**
   * Greys the signs of integrity constraints.
   * @param {Iterable<number>} numbers
   */
  markConstraints(numbers) {
    const marked = new Set(numbers);
    const path = (/** @type {boolean} */ isMarked) =>
      [...this.signs].map(([number, one]) => (marked.has(number) === isMarked ? one : '')).join('');
    this.set('constraint', path(false));
    this.set('constraint-can-go', path(true));
  }

  drawPairs() {
    if (!this.sheet) return;
    const { shape, state } = this.sheet;
    const lone = loneEnds(this.sheet);
    const ends = [...state.pairs].flatMap(([id, { a, b, label }]) =>
      [a, b].map((vertex) => ({ vertex, label, kind: `colour-${id % 7}` })),
    );
    const shown = ends.filter(({ vertex }) => shape.vertices[vertex] && !lone.has(vertex));
    for (const [vertex, label] of lone) shown.push({ vertex, label, kind: 'lone' });
    this.boxes.clear();
    this.endTexts.clear();
    this.pairs.replaceChildren(...shown.flatMap(({ vertex, label, kind }) => this.end(vertex, sign(label), kind)));
  }

  /**
   * The end of a path with its label: a disc, or a box for a long label, in one line or two.
   * @param {number} vertex
   * @param {string} label
   * @param {string} kind the CSS class
   */
  end(vertex, label, kind) {
    const [x, y] = this.place(this.board.at[vertex]);
    const letters = [...label];
    const half = Math.ceil(letters.length / 2);
    const lines = widthOf(label) > 5 ? [letters.slice(0, half).join(''), letters.slice(half).join('')] : [label];
    const width = Math.max(...lines.map(widthOf));
    const isShort = width < 1.4;
    if (!isShort) this.boxes.add(vertex);
    const size = isShort ? Math.min(32, 46 / width) : Math.min(30, 74 / width, 44 / lines.length);
    const shape = isShort
      ? s('circle', { cx: short(x), cy: short(y), r: 30 })
      : s('rect', { x: short(x - 45), y: short(y - 28), width: 90, height: 56, rx: 16 });
    shape.setAttribute('class', `end ${kind}`);
    const text = this.text([x, y], size, lines.length === 1 ? label : '');
    this.endTexts.set(vertex, text);
    if (lines.length === 1) return [shape, text];
    for (const [i, line] of lines.entries()) {
      const part = s('tspan', { x: short(x), y: short(y + (i === 0 ? -0.14 : 0.86) * size) });
      part.textContent = line;
      text.append(part);
    }
    return [shape, text];
  }

  /** Draws the edges that are required or forbidden. */
  drawMarks() {
    if (!this.sheet) return;
    const { shape, state } = this.sheet;
    const marked = (/** @type {string} */ wanted) =>
      [...state.marks].filter(([edge, mark]) => mark === wanted && shape.edges[edge]).map(([edge]) => edge);
    this.set('required', this.lines(marked('in')));
    this.set('forbidden', this.lines(marked('out')));
    this.drawShape();
  }

  drawSolution() {
    if (!this.sheet) return;
    this.set('solution', this.lines(this.sheet.state.solution.keys()));
  }

  /** Draws the marks of the player. */
  drawPlay() {
    if (!this.sheet) return;
    const { shape, state } = this.sheet;
    const layers = new Map([...PLAYED, ...SHADED].map((layer) => [layer, /** @type {number[]} */ ([])]));
    const [age, ageOfShade] = [ageOf(state, 'play'), ageOf(state, 'shade')];
    for (const [edge, mark] of state.play) if (shape.edges[edge]) layers.get(`played ${age(edge)}-${mark}`)?.push(edge);
    for (const [cell, side] of state.shade)
      if (shape.cells[cell]) layers.get(`played ${ageOfShade(cell)}-shade shade-${side}`)?.push(cell);
    for (const [layer, all] of layers) {
      const draw = SHADED.includes(layer) ? 'faces' : layer.endsWith('in') ? 'lines' : 'crosses';
      this.set(layer, this[draw](all));
    }
  }

  /**
   * Draws what is wrong with the marks of the player.
   * @param {{ edges: number[], vertices: number[], cells: number[] }[]} problems
   */
  drawProblems(problems) {
    this.set('played wrong', this.lines(new Set(problems.flatMap(({ edges }) => edges))));
    this.set('played wrong-vertices', this.diamonds(problems.flatMap(({ vertices }) => vertices)));
    this.set('played wrong-cells', this.faces(problems.flatMap(({ cells }) => cells)));
  }

  /**
   * Draws small text in cells.
   * @param {Map<number, string>} words
   * @param {(cell: number) => string} [kind] the CSS class by cell
   */
  drawValues(words, kind = () => '') {
    this.values.replaceChildren();
    for (const [cell, word] of words) {
      const { label, room } = this.board.cells[cell];
      if (!label) continue;
      const text = this.text(this.place(label), 0.7 * clueSize(room, word.length), word);
      const name = kind(cell);
      if (name) text.classList.add(name);
      this.values.append(text);
    }
  }

  /**
   * Greys what is redundant.
   * @param {Target[]} places
   * @param {number[]} constraints
   */
  markRedundant(places, constraints) {
    this.markConstraints(constraints);
    const ids = (/** @type {string} */ wanted) =>
      new Set(places.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])));
    for (const [texts, marked] of /** @type {const} */ ([
      [this.clueTexts, ids('cell')],
      [this.endTexts, ids('vertex')],
    ])) {
      for (const [id, text] of texts) text.classList.toggle('can-go', marked.has(id));
    }
    this.set('can-go', this.lines(ids('edge')));
  }

  /**
   * Draws the keyboard cursor and the chosen target.
   * @param {Target | null} target
   * @param {Target | null} chosen
   */
  drawCursor(target, chosen) {
    this.cursor.replaceChildren();
    for (const [what, name] of /** @type {[Target | null, string][]} */ ([
      [chosen, 'chosen'],
      [target, 'at'],
    ])) {
      if (what) this.cursor.append(this.outline(what, name));
    }
    if (target?.kind !== 'vertex' || chosen?.kind !== 'vertex') return;
    this.cursor.append(s('path', { d: this.between(chosen.id, target.id), class: 'joins' }));
  }

  /**
   * @param {Target} target
   * @param {string} name
   */
  outline(target, name) {
    const { board } = this;
    if (target.kind === 'edge') return s('path', { d: this.lines([target.id]), class: `edge ${name}` });
    const [x, y] = this.place(board.place(target));
    const corners = target.kind === 'cell' ? board.cells[target.id].corners : null;
    if (corners) return s('path', { d: this.face(corners), class: `cell ${name}` });
    if (target.kind === 'vertex' && this.boxes.has(target.id)) {
      return s('rect', { x: short(x - 52), y: short(y - 35), width: 104, height: 70, rx: 20, class: name });
    }
    return s('circle', { cx: short(x), cy: short(y), r: 38, class: name });
  }

  /**
   * The path of a straight line between two vertices that leaves their labels free.
   * @param {number} a
   * @param {number} b
   */
  between(a, b) {
    const [[x, y], [u, v]] = [a, b].map((vertex) => this.place(this.board.at[vertex]));
    const part = 42 / Math.hypot(u - x, v - y);
    if (part >= 0.5) return '';
    const [from, to] = [part, 1 - part].map((at) => `${short(x + at * (u - x))} ${short(y + at * (v - y))}`);
    return `M${from}L${to}`;
  }

  /**
   * The path of some edges.
   * @param {Iterable<number>} edges
   */
  lines(edges) {
    let path = '';
    for (const edge of edges) {
      const [[x, y], [u, v]] = this.board.edges[edge].map((vertex) => this.place(this.board.at[vertex]));
      path += `M${short(x)} ${short(y)}L${short(u)} ${short(v)}`;
    }
    return path;
  }

  /**
   * The path of crosses at the midpoints of edges.
   * @param {Iterable<number>} edges
   */
  crosses(edges) {
    let path = '';
    for (const edge of edges) {
      const [x, y] = this.place(this.board.middle(edge)).map(short);
      path += `M${x - 7} ${y - 7}l14 14M${x + 7} ${y - 7}l-14 14`;
    }
    return path;
  }

  /**
   * The path of some cells: faces as polygons, other cells as discs.
   * @param {Iterable<number>} cells
   */
  faces(cells) {
    let path = '';
    for (const cell of cells) {
      const { corners, label } = this.board.cells[cell];
      if (corners) path += this.face(corners);
      else if (label) {
        const [x, y] = this.place(label).map(short);
        path += `M${x - 30} ${y}a30 30 0 1 0 60 0a30 30 0 1 0 -60 0`;
      }
    }
    return path;
  }

  /**
   * The path of rings around vertices.
   * @param {Iterable<number>} vertices
   * @param {number} [radius]
   */
  rings(vertices, radius = 18) {
    let path = '';
    for (const vertex of vertices) {
      const [x, y] = this.place(this.board.at[vertex]).map(short);
      path += `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
    }
    return path;
  }

  /**
   * The path of diamonds around vertices, and around the signs of pairs there.
   * @param {Iterable<number>} vertices
   */
  diamonds(vertices) {
    const ends = new Set([...(this.sheet?.state.pairs.values() ?? [])].flatMap(({ a, b }) => [a, b]));
    let path = '';
    for (const vertex of vertices) {
      const [x, y] = this.place(this.board.at[vertex]).map(short);
      const r = ends.has(vertex) ? 54 : 26;
      path += `M${x - r} ${y}l${r} ${-r}l${r} ${r}l${-r} ${r}Z`;
    }
    return path;
  }

  /** @param {number[]} corners */
  face(corners) {
    const points = corners.map((vertex) => this.place(this.board.at[vertex]).map(short).join(' '));
    return `M${points.join('L')}Z`;
  }

  /**
   * @param {Point} at
   * @param {number} size
   * @param {string} content
   */
  text([x, y], size, content) {
    // Digits are about 0.72 of the font size high.
    const element = s('text', { x: short(x), y: short(y + 0.36 * size), 'font-size': short(size) });
    element.textContent = content;
    return element;
  }
}

const pen = document.createElement('canvas').getContext('2d');

/**
 * The width of a text in lengths of its font size.
 * @param {string} text
 */
function widthOf(text) {
  if (!pen) return 0.6 * text.length;
  pen.font = '100px system-ui, "Liberation Sans", Arial, sans-serif';
  return pen.measureText(text).width / 100;
}

/**
 * The font size of a clue with `length` characters where there is `room`.
 * @param {number} room
 * @param {number} length
 */
function clueSize(room, length) {
  return Math.max(12, Math.min(85, (115 * Math.max(room, 0.2)) / Math.sqrt(length)));
}

/** @param {number} value */
function short(value) {
  return Math.round(value * 10) / 10;
}
