/** A board: its graph and its layout. It never changes; a `Shape` says which parts are removed. */

/** @typedef {import('./types.js').BoardData} BoardData */
/** @typedef {import('./types.js').Point} Point */

export class Board {
  /** @param {BoardData} data */
  constructor(data) {
    this.data = data;
    /** @type {Point[]} */
    this.at = data.at;
    this.edges = data.edges;
    this.cells = data.cells;
    /** @type {number[][]} the edges at each vertex */
    this.edgesAt = data.at.map(() => []);
    data.edges.forEach(([a, b], edge) => {
      this.edgesAt[a].push(edge);
      this.edgesAt[b].push(edge);
    });
    /** @type {number[][]} the cells of each edge */
    this.cellsOf = data.edges.map(() => []);
    data.cells.forEach((cell, number) => cell.edges.forEach((edge) => this.cellsOf[edge].push(number)));
    this.atoms = data.edges.map(([a, b]) => `link(${data.vertices[a]},${data.vertices[b]})`);
    this.edgeOf = new Map(this.atoms.map((atom, edge) => [atom, edge]));
    this.cellOf = new Map(data.cells.map((cell, number) => [cell.name, number]));
    this.vertexOf = new Map(data.vertices.map((name, vertex) => [name, vertex]));
    /** What is drawn beside the rules: the facts `mark(V,M).`, `region(V,R).` and `shaded(X,Y).`, with their vertex and its mark. */
    this.signs = (data.facts.match(/^(mark|region|shaded)\(.*\)\.$/gm) ?? []).map((fact) =>
      signOf(this.vertexOf, fact),
    );
    /** All of the board. */
    this.whole = new Shape(this, new Map());
    const [xs, ys] = [0, 1].map((i) => data.at.map((point) => point[i]));
    const least = (/** @type {number[]} */ all) => all.reduce((a, b) => Math.min(a, b), Infinity);
    const most = (/** @type {number[]} */ all) => all.reduce((a, b) => Math.max(a, b), -Infinity);
    /** @type {{ low: Point, high: Point }} */
    this.bounds = data.at.length
      ? { low: [least(xs), least(ys)], high: [most(xs), most(ys)] }
      : { low: [0, 0], high: [1, 1] };
  }

  /**
   * The midpoint of an edge.
   * @param {number} edge
   * @returns {Point}
   */
  middle(edge) {
    const [a, b] = this.edges[edge].map((vertex) => this.at[vertex]);
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  }

  /**
   * The point where a cell, an edge or a vertex is.
   * @param {import('./types.js').Target} target
   * @returns {Point}
   */
  place({ kind, id }) {
    if (kind === 'vertex') return this.at[id];
    if (kind === 'edge') return this.middle(id);
    return this.cells[id].label ?? this.bounds.low;
  }

  /**
   * The number of cells, edges or vertices.
   * @param {import('./types.js').Kind} kind
   */
  count(kind) {
    return { cell: this.cells.length, edge: this.edges.length, vertex: this.at.length }[kind];
  }

  /**
   * The edge between two vertices, if there is one.
   * @param {number} a
   * @param {number} b
   */
  edgeBetween(a, b) {
    return this.edgesAt[a].find((edge) => this.edges[edge].includes(b));
  }

  /**
   * The edges that the server's atoms name.
   * @param {string[]} atoms `link(0,1)`, perhaps with a sign before and a full stop behind
   * @returns {number[]}
   */
  edgesOf(atoms) {
    return atoms.flatMap((atom) => this.edgeOf.get(atom.replace(/^-|\.$/g, '')) ?? []);
  }

  /**
   * The cell of a `clue` fact from the server.
   * @param {string} fact `clue(f3,2).`
   */
  cellOfClue(fact) {
    const parts = /^clue\((.*),(\d+)\)\.$/s.exec(fact);
    return parts ? this.cellOf.get(parts[1]) : undefined;
  }
}

/**
 * @param {Map<string, number>} vertexOf
 * @param {string} fact `mark(V,M).` or another one about a vertex or a place
 * @returns {{ fact: string, vertex?: number, mark?: string }}
 */
function signOf(vertexOf, fact) {
  const [, name, all] = /^(\w+)\((.*)\)\.$/.exec(fact) ?? [];
  // Names may have commas.
  for (let at = all.indexOf(','); name !== 'shaded' && at >= 0; at = all.indexOf(',', at + 1)) {
    const vertex = vertexOf.get(all.slice(0, at));
    if (vertex !== undefined) return { fact, vertex, mark: name === 'mark' ? all.slice(at + 1) : '' };
  }
  return { fact };
}

/** The parts of a board that are left when some have been removed. */
export class Shape {
  /**
   * With a cell, the edges that are in no other cell are removed too; with an edge or a vertex, whatever cannot exist without it.
   * @param {Board} board
   * @param {Map<string, true>} gone
   */
  constructor(board, gone) {
    this.board = board;
    const cells = board.cells.map((_, cell) => !gone.has(`c${cell}`));
    this.edges = board.edges.map(([a, b], edge) => {
      const inCells = board.cellsOf[edge];
      const lost = inCells.length > 0 && !inCells.some((cell) => cells[cell]);
      return !lost && !gone.has(`e${edge}`) && !gone.has(`v${a}`) && !gone.has(`v${b}`);
    });
    this.cells = board.cells.map(({ edges }, cell) => cells[cell] && edges.some((edge) => this.edges[edge]));
    this.vertices = board.edgesAt.map(
      (edges, vertex) => !gone.has(`v${vertex}`) && (edges.length === 0 || edges.some((edge) => this.edges[edge])),
    );
    this.isWhole = gone.size === 0;
    /** @type {Map<boolean, string>} */
    this.texts = new Map();
  }

  /**
   * The number of edges that are left of a cell.
   * @param {number} cell
   */
  size(cell) {
    return this.board.cells[cell].edges.filter((edge) => this.edges[edge]).length;
  }

  /**
   * Whether a cell, an edge or a vertex is left.
   * @param {import('./types.js').Target} target
   */
  has({ kind, id }) {
    return { cell: this.cells, edge: this.edges, vertex: this.vertices }[kind][id];
  }

  /**
   * The facts of the board alone, without clues and other parts of a puzzle.
   * @param {boolean} withPlaces
   */
  facts(withPlaces) {
    const known = this.texts.get(withPlaces);
    if (known !== undefined) return known;
    const { vertices, pos, edges, cells } = this.board.data;
    /** @type {string[]} */
    const lines = [];
    vertices.forEach((name, v) => this.vertices[v] && lines.push(`node(${name}).`));
    const ends = edges.map(([a, b]) => `${vertices[a]},${vertices[b]}`);
    ends.forEach((pair, e) => this.edges[e] && lines.push(`edge(${pair}).`));
    cells.forEach(({ name, edges: inside }, c) => {
      if (!this.cells[c]) return;
      for (const edge of inside) if (this.edges[edge]) lines.push(`cell_contains(${name},${ends[edge]}).`);
    });
    if (withPlaces) {
      vertices.forEach((name, v) => this.vertices[v] && lines.push(`pos(${name},${pos[v][0]},${pos[v][1]}).`));
    }
    for (const { fact, vertex } of this.board.signs)
      if (vertex === undefined || this.vertices[vertex]) lines.push(fact);
    const text = lines.join('\n') + '\n';
    this.texts.set(withPlaces, text);
    return text;
  }
}
