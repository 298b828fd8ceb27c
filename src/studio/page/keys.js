/** The keyboard: one table of all keys, which the help also shows. */

import { copy } from './clipboard.js';
import { describe } from './describe.js';
import { factsOf } from './facts.js';
import { TOOLS } from './tools/all.js';
import { PLAY_KEYS } from './tools/play.js';

/** @typedef {import('./studio.js').Studio} Studio */
/** @typedef {import('./types.js').Point} Point */

/**
 * @typedef {object} Key
 * @property {string} keys names of keys as `named` returns them, separated by blanks
 * @property {string} what
 * @property {string} group
 * @property {(studio: Studio, event: KeyboardEvent) => void} act
 */

/** @type {Record<string, Point>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Studio} studio @param {KeyboardEvent} event */
function moveCursor(studio, event) {
  const direction = DIRECTIONS[event.key];
  if (event.shiftKey) return studio.viewport.pan(-60 * direction[0], -60 * direction[1]);
  const kind = studio.tool.kind(studio);
  const counts = (/** @type {number} */ id) => studio.reaches({ kind, id });
  const from = studio.cursor?.kind === kind ? studio.cursor : null;
  const first = Array.from({ length: studio.sheet.board.count(kind) }, (_, id) => id).find(counts);
  const to = from ? studio.picker.beside(from, direction, counts) : first === undefined ? null : { kind, id: first };
  if (!to) return;
  studio.moveTo(to);
  studio.viewport.reveal(studio.sheet.board.place(to));
  studio.say(describe(studio));
}

/** @param {Studio} studio @param {KeyboardEvent} event */
function act(studio, event) {
  const { cursor, tool } = studio;
  if (cursor?.kind !== tool.kind(studio)) return;
  tool.apply(studio, cursor.id, { secondary: event.shiftKey, merge: `key-${event.timeStamp}`, isTap: true });
  if (!tool.speaks) studio.say(`${describe(studio)} ${studio.player.news}`.trim());
}

/** @param {Studio} studio @param {KeyboardEvent} event */
function erase(studio, event) {
  const { cursor, tool } = studio;
  if (cursor?.kind !== tool.kind(studio)) return;
  tool.erase?.(studio, cursor.id, event.key === 'Backspace');
  if (!tool.speaks) studio.say(`${describe(studio)} ${studio.player.news}`.trim());
}

/** @param {Studio} studio */
function escape(studio) {
  studio.choose(null);
  studio.moveTo(null);
  studio.steps.hide();
}

/** @param {Studio} studio @param {string} name */
function panel(studio, name) {
  studio.set({ panel: name });
}

/** @type {Key[]} */
export const KEYS = [
  {
    group: 'Move',
    keys: 'ArrowLeft ArrowRight ArrowUp ArrowDown',
    what: 'to the next cell, edge or vertex',
    act: moveCursor,
  },
  {
    group: 'Move',
    keys: '+ -',
    what: 'zoom',
    act: (studio, event) => studio.viewport.zoom(event.key === '-' ? 0.8 : 1.25),
  },
  {
    group: 'Move',
    keys: '0 f',
    what: 'the whole board (0 in a cell is a clue)',
    act: (studio) => studio.viewport.fit(),
  },
  { group: 'Move', keys: 'Escape', what: 'leave the cursor, a choice, the steps', act: escape },
  { group: 'Edit', keys: 'Enter Space', what: 'what a click does; with Shift the other button', act },
  { group: 'Edit', keys: 'Delete Backspace', what: 'delete', act: erase },
  { group: 'Edit', keys: 'Ctrl+z', what: 'undo', act: (studio) => studio.undo() },
  {
    group: 'Edit',
    keys: 'Ctrl+y Ctrl+Shift+Z',
    what: 'redo',
    act: (studio) => studio.redo(),
  },
  {
    group: 'Edit',
    keys: 'Ctrl+c',
    what: 'copy the puzzle with the solution that is drawn',
    act: (studio) => copy(studio, factsOf(studio.sheet, { places: true, solution: !studio.isPlaying })),
  },
  {
    group: 'Edit',
    keys: '[ ]',
    what: 'turn left, right',
    act: (studio, event) => void studio.turn(event.key === '[' ? 'left' : 'right'),
  },
  {
    group: 'Edit',
    keys: '| _',
    what: 'mirror left and right, up and down',
    act: (studio, event) => void studio.turn(event.key === '|' ? 'left-right' : 'up-down'),
  },
  ...TOOLS.map(({ name, key, label }) => ({
    group: 'Tools',
    keys: key,
    what: label,
    act: (/** @type {Studio} */ studio) => studio.use(name),
  })),
  ...PLAY_KEYS,
  {
    group: 'See',
    keys: 'k',
    what: 'edges in all solutions, and in none',
    act: (studio) => studio.show('showsKnown', !studio.settings.showsKnown),
  },
  {
    group: 'See',
    keys: 'h',
    what: 'how many solutions use each edge',
    act: (studio) => studio.show('showsShares', !studio.settings.showsShares),
  },
  {
    group: 'See',
    keys: 'u',
    what: 'clues that would leave one solution',
    act: (studio) => studio.show('showsUnique', !studio.settings.showsUnique),
  },
  {
    group: 'See',
    keys: 'r',
    what: 'clues that can go',
    act: (studio) => studio.show('showsRedundant', !studio.settings.showsRedundant),
  },
  {
    group: 'See',
    keys: 'd',
    what: 'two solutions and where they differ',
    act: (studio) => studio.solutions.toggle(),
  },
  {
    group: 'See',
    keys: 'o Shift+O',
    what: 'of two solutions, another one as the second; with Shift the one before',
    act: (studio, event) => void studio.solutions.step(event.shiftKey ? -1 : 1),
  },
  {
    group: 'See',
    keys: '#',
    what: 'numbers of rows and columns, or names of cells and vertices',
    act: (studio) => studio.set({ showsNumbers: !studio.settings.showsNumbers }),
  },
  {
    group: 'See',
    keys: 'n',
    what: 'the next step of the solution',
    act: (studio) => (studio.isPlaying ? void studio.player.ask() : (panel(studio, 'steps'), void studio.steps.next())),
  },
  {
    group: 'See',
    keys: 'Shift+N',
    what: 'the step before',
    act: (studio) => void (studio.isPlaying || (panel(studio, 'steps'), studio.steps.previous())),
  },
  {
    group: 'Panels',
    keys: '1 2 3 4 5',
    what: 'findings, steps, make, share, shelf (without a cursor in a cell)',
    act: (studio, event) => panel(studio, ['findings', 'steps', 'make', 'share', 'shelf'][Number(digitOf(event)) - 1]),
  },
  { group: 'Panels', keys: 'Ctrl+s', what: 'keep the puzzle on the shelf', act: (studio) => studio.tell('keep') },
  {
    group: 'Panels',
    keys: 'Ctrl+o',
    what: 'open a file or a text',
    act: () => document.getElementById('open')?.click(),
  },
  { group: 'Panels', keys: 'Alt+n', what: 'a new board', act: () => document.getElementById('new')?.click() },
  { group: 'Panels', keys: '?', what: 'this help', act: () => document.getElementById('help')?.click() },
];

/**
 * Whether a key makes a character, perhaps by AltGr, which Windows reports as Ctrl with Alt, or by Option.
 * @param {KeyboardEvent} event
 */
function makesCharacter({ key, ctrlKey, altKey, metaKey }) {
  return !metaKey && (altKey ? /^[^a-z\d]$/iu.test(key) : !ctrlKey && /^.$/u.test(key));
}

/**
 * The name of a key in the table. Letters that the keyboard lacks are where they are on others, whatever Caps Lock says.
 * @param {KeyboardEvent} event
 */
function named(event) {
  const { key, code, shiftKey } = event;
  if (event.altKey && makesCharacter(event) && (event.ctrlKey || !/\p{L}/u.test(key))) return key;
  const isForeign = !/^[ -~]$/.test(key);
  const letter = (isForeign ? /^Key([A-Z])$/.exec(code)?.[1] : /^[a-z]$/i.exec(key)?.[0])?.toLowerCase();
  const modifiers = [
    (event.ctrlKey || event.metaKey) && 'Ctrl',
    event.altKey && 'Alt',
    shiftKey && (letter || event.ctrlKey || event.metaKey) && 'Shift',
  ];
  const name = letter ? (shiftKey ? letter.toUpperCase() : letter) : key === ' ' ? 'Space' : key;
  return [...modifiers, name].filter(Boolean).join('+');
}

/**
 * The digit of a key: where digits need Shift, the key alone will do.
 * @param {KeyboardEvent} event
 */
function digitOf(event) {
  if (/^\d$/.test(event.key)) return event.key;
  const isChanged = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].some((name) => event.getModifierState(name));
  return isChanged ? undefined : /^Digit(\d)$/.exec(event.code)?.[1];
}

/** @param {Studio} studio */
export function heedKeys(studio) {
  /** @type {Map<string, Key>} */
  const table = new Map();
  for (const key of KEYS) for (const name of key.keys.split(' ')) table.set(name, key);
  addEventListener('keydown', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.isComposing || document.querySelector('dialog[open]')) return;
    const isForm = target.closest('input:not([type=checkbox]), textarea, select') !== null;
    const isBoard = target === document.body || target.closest('#board') !== null;
    const name = named(event);
    if (isForm && !/^Ctrl\+[so]$/.test(name)) return;
    // Buttons and boxes handle Enter, blank and arrows themselves.
    if (!isBoard && /^(Enter|Space|Arrow.*|Delete|Backspace)$/.test(name)) return;
    if (name === 'Ctrl+c' && String(getSelection()) !== '') return;
    const { cursor, tool } = studio;
    const digit = digitOf(event);
    if (isBoard && cursor?.kind === tool.kind(studio)) {
      const typed = (cursor.kind === 'cell' && digit) || (makesCharacter(event) && event.key);
      if (typed && tool.type?.(studio, cursor.id, typed)) return event.preventDefault();
    }
    // Dictation and slips of the hand type characters anywhere.
    if (studio.settings.keysOnBoard && /^(Shift\+)?.$/u.test(name) && !target.closest('#board')) return;
    const key = table.get(name) ?? table.get(digit ?? '');
    if (!key) return;
    event.preventDefault();
    key.act(studio, event);
  });
}
