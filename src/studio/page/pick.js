/** Finds the cell, edge or vertex at a point, and the next one in a direction. */

/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').Target} Target */

/** The distance within which a target is picked, in lengths of an edge. A cell with corners is picked inside them instead. */
const REACH = { cell: 0.35, edge: 0.45, vertex: 0.5 };

export class Picker {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    const points = (/** @type {number[]} */ vertices) => vertices.map((vertex) => board.at[vertex]);
    /** @type {Record<Kind, Squares>} */
    this.squares = { cell: new Squares(), edge: new Squares(), vertex: new Squares() };
    board.at.forEach((point, vertex) => this.squares.vertex.add(vertex, [point], REACH.vertex));
    board.edges.forEach((ends, edge) => this.squares.edge.add(edge, points(ends), REACH.edge));
    board.cells.forEach(({ corners, label }, cell) => {
      if (corners) this.squares.cell.add(cell, points(corners), 0);
      else if (label) this.squares.cell.add(cell, [label], REACH.cell);
    });
  }

  /**
   * The cell, edge or vertex at a point, if there is one.
   * @param {Kind} kind
   * @param {Point} point
   * @param {(id: number) => boolean} [counts]
   * @returns {Target | null}
   */
  at(kind, point, counts = () => true) {
    let best = null;
    let nearest = kind === 'cell' ? Infinity : REACH[kind];
    for (const id of this.squares[kind].at(point)) {
      if (!counts(id)) continue;
      const far = this.distance(kind, id, point);
      if (far < nearest) [best, nearest] = [id, far];
    }
    return best === null ? null : { kind, id: best };
  }

  /**
   * @param {Kind} kind
   * @param {number} id
   * @param {Point} point
   */
  distance(kind, id, point) {
    const { at, edges, cells } = this.board;
    if (kind === 'vertex') return apart(at[id], point);
    if (kind === 'edge') {
      const [a, b] = edges[id].map((vertex) => at[vertex]);
      return apart(point, nearestOn(a, b, point));
    }
    const { corners, label } = cells[id];
    if (corners)
      return inside(
        corners.map((vertex) => at[vertex]),
        point,
      )
        ? 0
        : Infinity;
    const far = label ? apart(label, point) : Infinity;
    return far < REACH.cell ? far : Infinity;
  }

  /**
   * The nearest target of the same kind in a direction.
   * @param {Target} from
   * @param {Point} direction of length 1
   * @param {(id: number) => boolean} counts
   * @returns {Target | null}
   */
  beside(from, direction, counts) {
    const start = this.board.place(from);
    let best = null;
    let least = Infinity;
    for (let id = 0; id < this.board.count(from.kind); id += 1) {
      if (id === from.id || !counts(id)) continue;
      const there = this.board.place({ kind: from.kind, id });
      const [x, y] = [there[0] - start[0], there[1] - start[1]];
      const along = x * direction[0] + y * direction[1];
      const aside = Math.abs(x * direction[1] - y * direction[0]);
      if (along < 0.05 || aside > 1.2 * along) continue;
      const cost = along + 2 * aside;
      if (cost < least - 1e-6) [best, least] = [id, cost];
    }
    return best === null ? null : { kind: from.kind, id: best };
  }
}

/** A spatial index: ids by the unit squares that they touch. */
class Squares {
  constructor() {
    /** @type {Map<string, number[]>} */
    this.all = new Map();
  }

  /**
   * @param {number} id
   * @param {Point[]} points
   * @param {number} margin
   */
  add(id, points, margin) {
    const [low, high] = [Math.min, Math.max].map((of, side) =>
      [0, 1].map((i) => Math.floor(of(...points.map((point) => point[i])) + (side === 0 ? -margin : margin))),
    );
    for (let x = low[0]; x <= high[0]; x += 1) {
      for (let y = low[1]; y <= high[1]; y += 1) {
        const key = `${x},${y}`;
        const here = this.all.get(key);
        if (here) here.push(id);
        else this.all.set(key, [id]);
      }
    }
  }

  /** @param {Point} point */
  at(point) {
    return this.all.get(`${Math.floor(point[0])},${Math.floor(point[1])}`) ?? [];
  }
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function apart(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {Point} point
 * @returns {Point}
 */
function nearestOn(a, b, point) {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const length = x * x + y * y;
  const part = length > 0 ? ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / length : 0;
  const clamped = Math.min(1, Math.max(0, part));
  return [a[0] + clamped * x, a[1] + clamped * y];
}

/**
 * @param {Point[]} corners
 * @param {Point} point
 */
function inside(corners, [x, y]) {
  let isIn = false;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) isIn = !isIn;
  });
  return isIn;
}
