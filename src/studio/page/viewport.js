/** Zoom and pan. While the picture moves it is only transformed as a whole, which is cheap; it is redrawn when it rests. */

import { byId } from './dom.js';

/** @typedef {import('./types.js').Point} Point */

/** Milliseconds that the picture must rest before it is redrawn at its new size. */
const REST = 150;
/** The least length of an edge, in pixels. */
const LEAST = 4;
const MOST = 160;
const COMFORTABLE = 100;

/**
 * @typedef {object} Seen the part of the board that is seen
 * @property {Point} centre on the board
 * @property {number} scale
 */

export class Viewport {
  /**
   * @param {HTMLElement} stage
   * @param {import('./view.js').View} view
   */
  constructor(stage, view) {
    this.stage = stage;
    this.view = view;
    // The sheet is transformed, not the picture itself: that would lay out all of its texts again.
    this.sheet = byId('sheet');
    /** Pixels per unit of the picture, now and when it was drawn last. */
    this.scale = 1;
    this.drawn = 1;
    this.x = 0;
    this.y = 0;
    this.timer = 0;
    this.isFitted = true;
    /** The second picture of the board, while there is one. @type {import('./mirror.js').Mirror | null} */
    this.mirror = null;
    new ResizeObserver(() => this.isFitted && this.fit()).observe(stage);
    stage.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  /** The size of the part of the stage that has the picture, in pixels: half of it beside a second one. */
  get room() {
    const { clientWidth, clientHeight } = this.stage;
    if (!this.mirror) return [clientWidth, clientHeight];
    return clientWidth > clientHeight ? [clientWidth / 2, clientHeight] : [clientWidth, clientHeight / 2];
  }

  /** Zooms and pans to show the whole board. */
  fit() {
    const [width, height] = this.view.size;
    const [wide, high] = this.room;
    if (wide === 0 || high === 0) return;
    this.scale = Math.min(wide / width, high / height, COMFORTABLE / 100);
    this.x = (wide - width * this.scale) / 2;
    this.y = (high - height * this.scale) / 2;
    this.isFitted = true;
    this.draw();
  }

  /**
   * @param {number} factor
   * @param {Point} [at] the point that stays in place, in pixels of the stage
   */
  zoom(factor, at = [this.room[0] / 2, this.room[1] / 2]) {
    const scale = Math.min(MOST / 100, Math.max(LEAST / 100, this.scale * factor));
    const real = scale / this.scale;
    this.x = at[0] - (at[0] - this.x) * real;
    this.y = at[1] - (at[1] - this.y) * real;
    this.scale = scale;
    this.move();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  pan(x, y) {
    this.x += x;
    this.y += y;
    this.move();
  }

  move() {
    this.isFitted = false;
    this.place(`translate(${this.x}px, ${this.y}px) scale(${this.scale / this.drawn})`);
    clearTimeout(this.timer);
    if (this.scale !== this.drawn) this.timer = setTimeout(() => this.draw(), REST);
  }

  draw() {
    clearTimeout(this.timer);
    const [width, height] = this.view.size;
    this.drawn = this.scale;
    // Lines stay visible on large boards.
    for (const svg of [this.view.svg, ...(this.mirror ? [this.mirror.copy] : [])]) {
      svg.style.setProperty('--pixel', `${1 / this.scale}px`);
      svg.style.width = `${width * this.scale}px`;
      svg.style.height = `${height * this.scale}px`;
    }
    this.place(`translate(${this.x}px, ${this.y}px)`);
  }

  /** @param {string} transform */
  place(transform) {
    this.sheet.style.transform = transform;
    if (this.mirror) this.mirror.sheet.style.transform = transform;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
    const [x, y] = [event.deltaX * lines, event.deltaY * lines];
    if (event.shiftKey) this.pan(-(x || y), 0);
    else this.zoom(Math.exp(-y / 400), this.local(event));
  }

  /**
   * The point of the stage under a pointer, in pixels.
   * @param {MouseEvent} event
   * @returns {Point}
   */
  local(event) {
    const box = this.stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    // Both pictures show the same place of the board.
    const [wide, high] = this.room;
    return this.mirror ? [x > wide ? x - wide : x, y > high ? y - high : y] : [x, y];
  }

  /**
   * The point of the board under a pointer.
   * @param {MouseEvent} event
   */
  boardPoint(event) {
    const [x, y] = this.local(event);
    return this.view.boardPoint([(x - this.x) / this.scale, (y - this.y) / this.scale]);
  }

  /** The point of the board in the middle of the stage. @returns {Point} */
  get centre() {
    const { clientWidth, clientHeight } = this.stage;
    return this.view.boardPoint([(clientWidth / 2 - this.x) / this.scale, (clientHeight / 2 - this.y) / this.scale]);
  }

  /** What is seen; null if it is the whole board. @returns {Seen | null} */
  get seen() {
    return this.isFitted ? null : { centre: this.centre, scale: this.scale };
  }

  /** @param {Seen} seen */
  see({ centre, scale }) {
    this.zoom(scale / this.scale);
    const [x, y] = this.view.place(centre).map((c) => c * this.scale);
    this.pan(this.stage.clientWidth / 2 - x - this.x, this.stage.clientHeight / 2 - y - this.y);
  }

  /**
   * Scrolls the page and pans so that a point of the board is visible.
   * @param {Point} point
   */
  reveal(point) {
    this.stage.scrollIntoView({ block: 'nearest' });
    const [x, y] = this.view.place(point).map((c, i) => c * this.scale + (i === 0 ? this.x : this.y));
    const margin = 40;
    const shift = (/** @type {number} */ c, /** @type {number} */ most) =>
      c < margin ? margin - c : c > most - margin ? most - margin - c : 0;
    const [right, down] = [shift(x, this.room[0]), shift(y, this.room[1])];
    if (right !== 0 || down !== 0) this.pan(right, down);
  }
}
