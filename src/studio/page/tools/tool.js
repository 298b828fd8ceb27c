/**
 * What a tool is.
 *
 * @typedef {object} Press
 * @property {boolean} secondary the other button, or Shift
 * @property {string} merge strokes are undone as a whole
 * @property {unknown} [value] what the stroke does, decided at its first place
 *
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} label
 * @property {string} key
 * @property {string} icon path data in a square of 24
 * @property {string} hint
 * @property {boolean} paints whether it works along strokes; otherwise these move the board
 * @property {(studio: import('../studio.js').Studio) => import('../types.js').Kind} kind what it works on
 * @property {(studio: import('../studio.js').Studio, id: number, press: Press) => void} apply
 * @property {(studio: import('../studio.js').Studio, id: number, character: string) => boolean} [type] whether it took the character
 * @property {(studio: import('../studio.js').Studio, id: number) => void} [erase]
 * @property {(studio: import('../studio.js').Studio) => import('../dom.js').Child[]} [options]
 * @property {(studio: import('../studio.js').Studio) => boolean} [fits] whether the board has what it works on
 */
export {};
