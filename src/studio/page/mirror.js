/** A second picture beside the board, or below it where that is higher than wide: the same board with the other solution. */

import { h, s } from './dom.js';

export class Mirror {
  /** @param {import('./viewport.js').Viewport} viewport */
  constructor(viewport) {
    this.viewport = viewport;
    this.isShown = false;
    const copy = s('svg');
    copy.append(s('use', { href: '#picture' }));
    this.copy = /** @type {SVGSVGElement} */ (copy);
    this.sheet = h('div', { class: 'sheet' }, copy);
    this.place = h('div', { id: 'mirror', 'aria-hidden': 'true' }, this.sheet, h('span', { class: 'name' }, 'B'));
    this.name = h('span', { class: 'name' }, 'A');
  }

  /** @param {boolean} isShown */
  show(isShown) {
    if (isShown === this.isShown) return;
    this.isShown = isShown;
    const { stage } = this.viewport;
    stage.classList.toggle('mirrored', isShown);
    if (isShown) stage.append(this.name, this.place);
    else [this.name, this.place].forEach((element) => element.remove());
    this.viewport.mirror = isShown ? this : null;
    this.viewport.fit();
  }
}
