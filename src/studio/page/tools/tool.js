/**
 * The interface of a tool.
 *
 * @typedef {object} Press
 * @property {boolean} secondary whether the secondary button or Shift is pressed
 * @property {boolean} [isTap] whether it is no stroke, but a click or a tap
 * @property {boolean} [isFinger] whether there is no other button, as with fingers
 * @property {string} merge the key of the stroke: edits with the same key are undone together
 * @property {unknown} [value] what the stroke does, decided at its first target
 *
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} label
 * @property {string} key
 * @property {string} icon path data in a square of side 24
 * @property {string} hint
 * @property {boolean} paints whether the tool works along strokes; otherwise strokes move the board
 * @property {boolean} [speaks] whether it says itself what it did
 * @property {(studio: import('../studio.js').Studio) => import('../types.js').Kind} kind the kind of its targets
 * @property {(studio: import('../studio.js').Studio, id: number, press: Press) => void} apply
 * @property {(studio: import('../studio.js').Studio, id: number) => unknown} [mark] the `value` that a target has; strokes that go back
 *   along edges restore it
 * @property {(studio: import('../studio.js').Studio, id: number, character: string) => boolean} [type] whether it used the character
 * @property {(studio: import('../studio.js').Studio, id: number, isBackspace?: boolean) => void} [erase]
 * @property {(studio: import('../studio.js').Studio, from: number, to: number) => void} [join] for a stroke from one vertex to another
 * @property {(studio: import('../studio.js').Studio) => import('../dom.js').Child[]} [options]
 * @property {(studio: import('../studio.js').Studio) => import('../dom.js').Child[]} [text] what is typed in lines, beside the board
 * @property {(studio: import('../studio.js').Studio) => boolean} [fits] whether the board has targets for the tool
 */
export {};
