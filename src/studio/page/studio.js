/** The application: the work, its analysis, the picture, and the cursor. */

import { Analysis } from './analysis.js';
import { Refused, Unreachable, post, wordsOf } from './api.js';
import { byId } from './dom.js';
import { carried, turning } from './carry.js';
import { Drawn } from './drawn.js';
import { drawFindings } from './overlay.js';
import { Mirror } from './mirror.js';
import { Picker } from './pick.js';
import { Player } from './player.js';
import { Solutions } from './solutions.js';
import { Steps } from './steps.js';
import { symmetryForAnalysis } from './symmetry.js';
import { Tasks } from './tasks.js';
import { TOOLS } from './tools/all.js';
import { View } from './view.js';
import { Viewport } from './viewport.js';
import { notesOf, sheetOf } from './work.js';

/** @typedef {import('./types.js').Target} Target */
/** @typedef {import('./types.js').BoardData} BoardData */

/**
 * What is wanted of puzzles that are made; null: any.
 * @typedef {object} Making
 * @property {number | null} clues
 * @property {number | null} pairs
 * @property {string} difficulty
 * @property {string} minimal `within` the difficulty, `strictly`, or not at all
 * @property {number | null} count
 * @property {number | null} seed
 * @property {boolean} own with the solution that is drawn
 * @property {boolean} keep with the clues that are there
 * @property {boolean} places with clues where there are some or are to be some, and nowhere else
 * @property {number[] | null} values
 * @property {number | null} seconds to look for a wish that stands in the way
 */

/** The default settings, which the browser stores. */
export const DEFAULTS = {
  tool: 'clues',
  panel: 'findings',
  symmetry: '',
  drawing: 'cells',
  /** What a click puts into a constraint. */
  constraining: /** @type {'edge' | 'cell'} */ ('edge'),
  /** Which clues follow the drawn solution: `all`, `those` that are there, or none. */
  follows: '',
  making: /** @type {Making} */ ({
    clues: null,
    pairs: null,
    difficulty: '',
    minimal: 'within',
    count: 6,
    seed: null,
    own: false,
    keep: false,
    places: false,
    values: null,
    seconds: null,
  }),
  cutting: /** @type {import('./types.js').Kind} */ ('cell'),
  theme: '',
  showsKnown: true,
  showsShares: false,
  showsUnique: false,
  showsRedundant: true,
  /** Whether two solutions are shown side by side, and not over each other. */
  isBeside: true,
  showsNumbers: false,
  /** Whether keys of a single character work only while the board has the focus. */
  keysOnBoard: false,
  playing: 'line',
  marking: 'required',
  showsErrors: false,
  hasTimer: false,
  /** The address of the studio that links lead to, where this one cannot be reached by others. */
  home: '',
};

/**
 * Dispatches `tool`, `cursor`, `hover`, `settings` and `name`.
 */
export class Studio extends EventTarget {
  /**
   * @param {import('./work.js').Work} work
   * @param {typeof DEFAULTS} settings
   * @param {import('./storage/storage.js').Storage} storage
   */
  constructor(work, settings, storage) {
    super();
    this.work = work;
    this.storage = storage;
    this.settings = settings;
    this.tasks = new Tasks(work);
    this.analysis = new Analysis(work);
    this.analysis.wantsShares = settings.showsShares;
    this.analysis.further = () => symmetryForAnalysis(this);
    this.view = new View(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId('picture'))));
    this.viewport = new Viewport(byId('board'), this.view);
    this.player = new Player(this);
    this.steps = new Steps(this);
    this.mirror = new Mirror(this.viewport);
    this.solutions = new Solutions(this);
    this.picker = new Picker(work.sheet.board);
    this.tool = TOOLS.find(({ name }) => name === settings.tool) ?? TOOLS[0];
    /** @type {Target | null} */
    this.cursor = null;
    /** @type {Target | null} */
    this.chosen = null;
    /** @type {Target | null} */
    this.hover = null;
    /** The clue that was typed last: a second digit may follow. @type {{ cell: number, value: number, images?: number[] } | null} */
    this.typed = null;
    /** The label that is being typed. @type {import('./tools/pairs.js').Labelling | null} */
    this.labelling = null;
    /** @type {{ name: string, of: Map<number, number[]> } | null} */
    this.orbits = null;
    work.addEventListener('open', () => this.opened());
    work.addEventListener('edit', (event) => this.edited(/** @type {CustomEvent} */ (event).detail));
    this.analysis.addEventListener('findings', () => drawFindings(this));
    this.addEventListener('settings', () => this.analysis.refresh());
    this.opened();
    this.drawn = new Drawn(this);
  }

  get sheet() {
    return this.work.sheet;
  }

  get state() {
    return this.work.sheet.state;
  }

  get isPlaying() {
    return this.tool.name === 'play';
  }

  /** The kind that the tool cuts on a board without cells: vertices in place of cells. */
  get cutWithoutCells() {
    return this.settings.cutting === 'cell' ? 'vertex' : this.settings.cutting;
  }

  /** @param {string} name */
  tell(name) {
    this.dispatchEvent(new Event(name));
  }

  /**
   * Changes settings, which the browser stores. Dispatches `settings` with their names.
   * @param {Partial<typeof DEFAULTS>} values
   */
  set(values) {
    const names = /** @type {(keyof typeof DEFAULTS)[]} */ (Object.keys(values));
    const changed = names.filter((name) => values[name] !== this.settings[name]);
    if (changed.length === 0) return;
    Object.assign(this.settings, values);
    this.dispatchEvent(new CustomEvent('settings', { detail: new Set(changed) }));
  }

  undo() {
    const label = this.work.undo(this.isPlaying);
    this.say(label === null ? 'There is nothing more to undo.' : `Undone: ${label}`);
  }

  redo() {
    const label = this.work.redo(this.isPlaying);
    this.say(label === null ? 'There is nothing more to do again.' : `Done again: ${label}`);
  }

  /**
   * Shows a line in the status bar, which screen readers announce.
   * @param {string} text
   */
  say(text) {
    byId('says').textContent = text;
  }

  opened() {
    this.picker = new Picker(this.sheet.board);
    this.orbits = this.labelling = null;
    [this.cursor, this.chosen, this.hover] = [null, null, null];
    // Nothing that follows may draw what is known of the board before.
    this.analysis.drop();
    this.solutions.isOpen = false;
    this.solutions.forget();
    this.view.open(this.sheet);
    this.viewport.fit();
    if (this.tool.fits && !this.tool.fits(this)) this.use('pairs');
    this.steps.forget();
    this.player.begin();
    if (!(this.settings.symmetry in this.sheet.board.data.symmetries)) this.set({ symmetry: '' });
    this.analysis.restart();
    this.tell('tool');
    this.tell('name');
    this.drawCursor();
  }

  /** @param {{ fields: Set<import('./types.js').Field>, changes: import('./types.js').Change[] }} detail */
  edited({ fields, changes }) {
    const { view } = this;
    const has = (/** @type {string} */ field) => fields.has(/** @type {import('./types.js').Field} */ (field));
    this.labelling = null;
    if (fields.has('gone')) {
      view.drawShape();
      view.drawClues(this.sheet.board.cells.keys());
    } else if (['clues', 'places', 'least', 'most'].some(has)) {
      view.drawClues(
        changes.filter(({ field }) => /^(clues|places|least|most)$/.test(field)).map(({ key }) => Number(key)),
      );
    }
    if (fields.has('constraints') || fields.has('gone')) view.drawConstraints();
    if (fields.has('pairs') || fields.has('ends') || fields.has('gone')) view.drawPairs();
    if (fields.has('marks') || fields.has('gone')) view.drawMarks();
    if (fields.has('solution')) view.drawSolution();
    const isPlayed = ['play', 'shade', 'trials'].some(has);
    if (isPlayed || fields.has('gone')) view.drawPlay();
    if (isPlayed) this.player.marked();
    const isPuzzle = ['clues', 'least', 'most', 'constraints', 'marks', 'pairs', 'gone', 'flags'].some(has);
    if (fields.has('flags') || fields.has('trials')) this.tell('tool');
    if (isPuzzle) {
      this.steps.forget();
      this.solutions.forget();
      this.analysis.restart();
    } else {
      this.analysis.refresh();
      this.analysis.tell();
    }
    this.drawCursor();
  }

  /**
   * Replaces the board by one from the server. This can be undone.
   * @param {BoardData} data
   * @param {string} name
   * @param {string} label
   * @param {import('./address.js').Purpose} [purpose] by default the tool stays
   */
  open(data, name, label = 'Open', purpose) {
    this.work.open(label, sheetOf(data, name));
    if (purpose) this.useFor(purpose);
    const isToSolve = this.state.clues.size + this.state.pairs.size > 0 && this.state.solution.size === 0;
    const words = isToSolve && !this.isPlaying ? '. Play (L) hides the answer, to solve it by hand.' : '';
    const { undrawn } = this.view;
    this.say(`${notesOf(data).join(' ') || `${label}: ${name}${words}`}${undrawn && ` (${undrawn})`}`);
  }

  /**
   * Takes the tool that a sheet was shared for, and says what was opened.
   * @param {import('./address.js').Shared} shared
   */
  begin({ sheet, purpose, notes }) {
    this.useFor(purpose);
    this.say(notes.join(' ') || `Open: ${sheet.name}`);
  }

  /**
   * Takes a tool to edit or to solve.
   * @param {import('./address.js').Purpose} purpose
   */
  useFor(purpose) {
    if (purpose === 'solve') this.use('play');
    else if (this.isPlaying) this.use(this.sheet.board.data.kind === 'numberlink' ? 'pairs' : 'clues');
  }

  /** @param {string} name */
  use(name) {
    const tool = TOOLS.find((one) => one.name === name);
    if (!tool) return;
    if (tool.fits && !tool.fits(this)) return this.say(`This board has nothing for ${tool.label}.`);
    const kept = this.cursor?.kind === tool.kind(this) ? this.cursor : null;
    this.tool = tool;
    this.set({ tool: name });
    this.typed = this.labelling = null;
    this.chosen = null;
    this.cursor = kept;
    this.drawCursor();
    document.body.classList.toggle('playing', this.isPlaying);
    this.player.begin();
    this.steps.hide();
    this.say(tool.hint);
    this.tell('tool');
    drawFindings(this);
  }

  /** @param {Target | null} target */
  moveTo(target) {
    if (target?.id !== this.cursor?.id || target?.kind !== this.cursor?.kind) this.typed = this.labelling = null;
    this.cursor = target;
    this.drawCursor();
    this.tell('cursor');
  }

  /** @param {Target | null} target */
  choose(target) {
    this.chosen = target;
    this.drawCursor();
  }

  drawCursor() {
    this.view.drawCursor(this.cursor, this.chosen);
  }

  /**
   * The images of a cell under the chosen symmetry, without the cell itself.
   * @param {number} cell
   * @returns {number[]}
   */
  images(cell) {
    const name = this.settings.symmetry;
    if (!name) return [];
    if (this.orbits?.name !== name) {
      /** @type {Map<number, number[]>} */
      const of = new Map();
      for (const orbit of this.sheet.board.data.symmetries[name] ?? []) for (const one of orbit) of.set(one, orbit);
      this.orbits = { name, of };
    }
    return (this.orbits.of.get(cell) ?? []).filter((one) => one !== cell);
  }

  /** The cells inside the solution that is drawn, as far as its edges form an outline. */
  inside() {
    const { board, shape, state } = this.sheet;
    /** @type {Map<number, boolean>} */
    const known = new Map();
    board.cellsOf.forEach((cells, edge) => {
      if (shape.edges[edge] && cells.filter((cell) => shape.cells[cell]).length === 1) {
        const cell = cells.find((one) => shape.cells[one]);
        if (cell !== undefined && !known.has(cell)) known.set(cell, state.solution.has(edge));
      }
    });
    const open = [...known.keys()];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      for (const edge of board.cells[cell].edges) {
        for (const other of board.cellsOf[edge]) {
          if (known.has(other) || !shape.cells[other]) continue;
          known.set(other, known.get(cell) !== state.solution.has(edge));
          open.push(other);
        }
      }
    }
    return new Set([...known].filter(([, isIn]) => isIn).map(([cell]) => cell));
  }

  /**
   * Shows or hides a kind of finding; requests it if it is not known yet.
   * @param {'showsKnown' | 'showsShares' | 'showsUnique' | 'showsRedundant'} name
   * @param {boolean} isShown
   */
  show(name, isShown) {
    const { settings, analysis } = this;
    if (this.isPlaying) return this.say('While playing, findings are hidden.');
    this.set({ [name]: isShown });
    analysis.wantsShares = settings.showsShares;
    if (name === 'showsShares' && isShown && !analysis.report('shares')) analysis.restart();
    analysis.tell();
  }

  /**
   * Whether the current tool works on a target. On a removed one, only the tool that restores it does.
   * @param {Target} target
   */
  reaches(target) {
    return this.tool.name === 'board' || this.sheet.shape.has(target);
  }

  /** @param {string} how */
  async turn(how) {
    await this.attempt(
      async (signal) => {
        const { board } = this.sheet;
        // Removed parts are turned, too, and what is edited meanwhile.
        const data = await post('turn', { facts: board.whole.facts(true), how }, signal);
        const { kind, topology } = board.data;
        const turned = carried(this.sheet, { ...data, kind, topology }, turning(board, data, how));
        this.work.open('Turn', turned.sheet, true);
        this.say(`Turned: ${how.replace('-', ' and ')}`);
      },
      { key: 'carry', isQueued: true },
    );
  }

  /**
   * Runs something that takes time and may fail, and shows the error if it does. It ends when what it is about has changed.
   * @param {(signal: AbortSignal) => Promise<void>} what
   * @param {import('./tasks.js').Scope} [scope]
   */
  async attempt(what, scope = {}) {
    try {
      await this.tasks.run(what, scope);
    } catch (error) {
      this.say(wordsOf(error));
      // Any other error is a bug of the page.
      if (!(error instanceof Refused || error instanceof Unreachable)) reportError(error);
    }
  }
}
