/** Mouse, pen and touch on the board: strokes of tools, zoom and pan. */

/** @typedef {import('./types.js').Point} Point */

/** The most pixels that the pointer may move during a click. */
const SLACK = 6;
/** The distance at which a stroke reaches a vertex, in lengths of an edge. */
const NEAR = 0.4;
/** The distance at which a stroke may pass a vertex between two others, in lengths of an edge. */
const CORNER = 0.6;

/** @param {import('./studio.js').Studio} studio */
export function heedPointers(studio) {
  new Pointers(studio);
}

class Pointers {
  /** @param {import('./studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Map<number, PointerEvent>} */
    this.down = new Map();
    /** @type {Stroke | null} */
    this.stroke = null;
    this.strokes = 0;
    const { stage } = studio.viewport;
    stage.addEventListener('pointerdown', (event) => this.press(event));
    stage.addEventListener('pointermove', (event) => this.move(event));
    stage.addEventListener('pointerup', (event) => this.release(event, true));
    stage.addEventListener('pointercancel', (event) => this.release(event, false));
    stage.addEventListener('pointerleave', () => this.hover(null));
    stage.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { studio } = this;
    this.down.set(event.pointerId, event);
    studio.viewport.stage.setPointerCapture(event.pointerId);
    if (this.down.size > 1) {
      if (this.stroke?.from) studio.choose(null);
      this.stroke = null;
      return;
    }
    const point = studio.viewport.boardPoint(event);
    const target = this.target(point);
    const pans = event.button === 1 || !studio.tool.paints || target === null;
    this.strokes += 1;
    const press = {
      secondary: event.button === 2 || event.shiftKey,
      isFinger: event.pointerType !== 'mouse',
      merge: `stroke-${this.strokes}-${Date.now()}`,
    };
    this.stroke = new Stroke(studio, point, press, pans);
    if (studio.tool.join && event.button === 0 && target && studio.picker.distance('vertex', target.id, point) < NEAR) {
      this.stroke.from = target;
    }
  }

  /** @param {Point} point */
  target(point) {
    const { studio } = this;
    const kind = studio.tool.kind(studio);
    return studio.picker.at(kind, point, (id) => studio.reaches({ kind, id }));
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { studio } = this;
    const before = this.down.get(event.pointerId);
    if (!before) return this.hover(event);
    this.down.set(event.pointerId, event);
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (this.down.size === 2) return this.pinch(event, before);
    const { stroke } = this;
    if (!stroke) return;
    stroke.travelled += Math.hypot(x, y);
    if (stroke.travelled <= SLACK) return;
    if (stroke.from) {
      studio.choose(stroke.from);
      studio.moveTo(this.target(studio.viewport.boardPoint(event)));
    } else if (stroke.pans) studio.viewport.pan(x, y);
    else stroke.along(studio.viewport.boardPoint(event), (point) => this.target(point));
  }

  /**
   * Zooms and pans with two fingers.
   * @param {PointerEvent} event
   * @param {PointerEvent} before
   */
  pinch(event, before) {
    const { viewport } = this.studio;
    const other = [...this.down.values()].find((one) => one.pointerId !== event.pointerId);
    if (!other) return;
    const [a, b, c] = [viewport.local(before), viewport.local(event), viewport.local(other)];
    const [was, is] = [a, b].map((point) => Math.hypot(point[0] - c[0], point[1] - c[1]));
    if (was > 0) viewport.zoom(is / was, [(b[0] + c[0]) / 2, (b[1] + c[1]) / 2]);
    viewport.pan((b[0] - a[0]) / 2, (b[1] - a[1]) / 2);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isMeant
   */
  release(event, isMeant) {
    this.down.delete(event.pointerId);
    const { stroke } = this;
    if (!stroke || this.down.size > 0) return;
    this.stroke = null;
    if (stroke.from && stroke.travelled > SLACK) {
      const to = this.studio.cursor;
      this.studio.choose(null);
      if (isMeant && to && to.id !== stroke.from.id) this.studio.tool.join?.(this.studio, stroke.from.id, to.id);
      return;
    }
    if (!isMeant || stroke.hasWorked || (stroke.pans && stroke.travelled > SLACK) || event.button === 1) return;
    const target = this.target(stroke.start);
    const { studio } = this;
    if (!target) return studio.moveTo(null);
    studio.tool.apply(studio, target.id, { ...stroke.press, isTap: true });
    if (studio.tool.paints) studio.moveTo(target);
  }

  /** @param {PointerEvent | null} event */
  hover(event) {
    const { studio } = this;
    if (event?.pointerType === 'touch') return;
    const kind = studio.sheet.board.cells.length > 0 ? 'cell' : 'vertex';
    const target = event && studio.picker.at(kind, studio.viewport.boardPoint(event));
    if (target?.id === studio.hover?.id) return;
    studio.hover = target;
    studio.tell('hover');
  }
}

/** A stroke: from a press to its release. */
class Stroke {
  /**
   * @param {import('./studio.js').Studio} studio
   * @param {Point} start
   * @param {import('./tools/tool.js').Press} press
   * @param {boolean} pans
   */
  constructor(studio, start, press, pans) {
    this.studio = studio;
    this.start = start;
    this.press = press;
    this.pans = pans;
    this.travelled = 0;
    this.hasWorked = false;
    /** The vertex that the stroke joins to another one. @type {import('./types.js').Target | null} */
    this.from = null;
    this.last = start;
    /** The edges on the way, with what was there. @type {{ edge: number, before: unknown }[]} */
    this.trail = [];
    /** The points since the last vertex. @type {Point[]} */
    this.passed = [];
    /** @type {number | null} */
    this.vertex = studio.picker.at('vertex', start)?.id ?? null;
  }

  /**
   * Extends the stroke to a point, in steps small enough to miss nothing on the way.
   * @param {Point} point
   * @param {(point: Point) => import('./types.js').Target | null} target
   */
  along(point, target) {
    const far = Math.hypot(point[0] - this.last[0], point[1] - this.last[1]);
    const parts = Math.max(1, Math.ceil(far / 0.2));
    for (let part = 1; part <= parts; part += 1) {
      const at = /** @type {Point} */ ([0, 1].map((i) => this.last[i] + ((point[i] - this.last[i]) * part) / parts));
      this.reach(at, target);
    }
    this.last = point;
  }

  /**
   * @param {Point} point
   * @param {(point: Point) => import('./types.js').Target | null} target
   */
  reach(point, target) {
    const { studio } = this;
    if (studio.tool.kind(studio) !== 'edge' || studio.tool.name === 'board') {
      const found = target(point);
      if (found) this.work(found.id);
      return;
    }
    // A stroke over edges goes from vertex to vertex.
    this.passed.push(point);
    const here = studio.picker.at('vertex', point);
    if (!here || here.id === this.vertex || studio.picker.distance('vertex', here.id, point) > NEAR) return;
    const edges = this.vertex === null ? [] : this.way(this.vertex, here.id);
    this.vertex = here.id;
    this.passed = [];
    for (const edge of edges) this.pass(edge);
  }

  /**
   * The edges from one vertex to the next that was reached: also around a corner that the stroke cut.
   * @param {number} from
   * @param {number} to
   * @returns {number[]}
   */
  way(from, to) {
    const { board, shape } = this.studio.sheet;
    const direct = board.edgeBetween(from, to);
    if (direct !== undefined && shape.edges[direct]) return [direct];
    let [edges, least] = [/** @type {number[]} */ ([]), CORNER];
    for (const first of board.edgesAt[from]) {
      const [a, b] = board.edges[first];
      const corner = a === from ? b : a;
      const second = board.edgeBetween(corner, to);
      if (second === undefined || !shape.edges[first] || !shape.edges[second]) continue;
      const far = Math.min(...this.passed.map((point) => this.studio.picker.distance('vertex', corner, point)));
      if (far < least) [edges, least] = [[first, second], far];
    }
    return edges;
  }

  /** @param {number} edge */
  pass(edge) {
    const { tool } = this.studio;
    // What a stroke has drawn is erased on the way back.
    const last = this.trail.at(-1);
    if (last?.edge === edge && this.press.value !== undefined) {
      this.trail.pop();
      tool.apply(this.studio, edge, { ...this.press, value: last.before });
      return;
    }
    this.trail.push({ edge, before: tool.mark?.(this.studio, edge) });
    this.work(edge);
  }

  /** @param {number} id */
  work(id) {
    this.hasWorked = true;
    this.studio.tool.apply(this.studio, id, this.press);
  }
}
