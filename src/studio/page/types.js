/**
 * The data that the server sends (docs/reference/studio.md), and the page's own types.
 *
 * @typedef {[number, number]} Point
 *
 * @typedef {object} CellData
 * @property {string} name
 * @property {number[]} edges
 * @property {number[] | null} corners vertices around the face; null if the cell is no face
 * @property {Point | null} label the place of the clue
 * @property {number} room the distance from there to the nearest side
 * @property {number | null} clue
 *
 * @typedef {object} PairData
 * @property {[number, number]} ends
 * @property {string | null} label
 * @property {string} sign
 *
 * @typedef {object} BoardData
 * @property {number} version
 * @property {string} format
 * @property {'slitherlink' | 'numberlink'} kind
 * @property {string} topology
 * @property {boolean} cover
 * @property {string[]} vertices names
 * @property {Point[]} pos whole coordinates, as in `pos` facts
 * @property {Point[]} at the positions where vertices are drawn, in lengths of an edge
 * @property {[number, number][]} edges
 * @property {CellData[]} cells
 * @property {PairData[]} pairs
 * @property {[number, number | null, number | null][]} bounds cell, least and greatest number of its edges
 * @property {Literal[][]} constraints integrity constraints: the literals of one may not all hold
 * @property {number[]} required
 * @property {number[]} forbidden
 * @property {number[]} answer
 * @property {string} layout
 * @property {Record<string, number[][]>} symmetries
 * @property {string} facts
 * @property {string[]} notes
 * @property {{ why: string, others: string[] } | null} [doubt] why a text may be something else, and the other formats that accept it
 * @property {Blank} [blank] the request that makes this board; not from the server
 *
 * @typedef {object} Blank a request for a blank board
 * @property {string} name
 * @property {number[]} size
 * @property {number} patch
 * @property {string} kind
 *
 * @typedef {'in' | 'out'} Mark
 *
 * @typedef {[number, boolean]} Literal an edge, and whether it is in or out
 *
 * @typedef {object} Pair
 * @property {number} a
 * @property {number} b
 * @property {string} label different for all pairs
 *
 * @typedef {object} Trial
 * @property {[number, Mark][]} play
 * @property {[number, Mark][]} shade
 *
 * @typedef {object} State what is edited; cells, edges and vertices are numbered from 0
 * @property {Map<number, number>} clues cell -> clue
 * @property {Map<number, true>} places cells that are to have a clue, with any value
 * @property {Map<number, number>} least cell -> the least number of its edges
 * @property {Map<number, number>} most cell -> the greatest number of its edges
 * @property {Map<number, Literal[]>} constraints number -> literals that may not all hold
 * @property {Map<number, Mark>} marks edge -> required or forbidden
 * @property {Map<number, Pair>} pairs number -> pair
 * @property {Map<number, string>} ends vertex -> label, where no other vertex has the label yet
 * @property {Map<number, true>} solution edges of the solution that the designer has drawn
 * @property {Map<string, true>} gone the removed parts: `c3` a cell, `e3` an edge, `v3` a vertex
 * @property {Map<number, Mark>} play edge -> the player's mark
 * @property {Map<number, Mark>} shade cell -> inside or outside, as the player colours it
 * @property {Map<number, Trial>} trials number from 1 on -> the player's marks when that trial began
 * @property {Map<string, number>} clock `seconds` of play
 * @property {Map<string, boolean>} flags `cover`
 *
 * @typedef {keyof State} Field
 *
 * @typedef {object} Change
 * @property {Field} field
 * @property {number | string} key
 * @property {unknown} before the old value; undefined if there was none
 * @property {unknown} after
 *
 * @typedef {object} NumberOf
 * @property {string} [exact]
 * @property {string} [at_least]
 *
 * @typedef {object} Report a stage of the analysis
 * @property {string} stage
 * @property {number} time
 * @property {string} [stopped]
 * @property {string} [solutions] none, one, at least one, several
 * @property {string[][]} [shown]
 * @property {string[]} [in_all]
 * @property {string[]} [in_none]
 * @property {string[]} [in_some]
 * @property {string[]} [unknown]
 * @property {NumberOf} [number]
 * @property {Record<string, string>} [shares]
 * @property {string[]} [unique]
 * @property {{ cell: string, values: NumberOf[] }[]} [cells]
 * @property {{ vertex: string, pairs: NumberOf[] }[]} [vertices]
 * @property {string[]} [can_go]
 * @property {string[][]} [together] sets of clues that a symmetry exchanges and that can go at once
 * @property {string[][]} [unique_together] sets of clues that make the drawn solution the only one
 * @property {string[]} [needed]
 * @property {string[]} [contradiction]
 * @property {boolean} [minimal]
 *
 * @typedef {object} Premises
 * @property {string[]} clues
 * @property {string[]} constraints
 * @property {string[]} pairs
 * @property {string[]} vertices
 * @property {string[]} in
 * @property {string[]} out
 * @property {boolean} whole
 * @property {boolean} only_solution
 *
 * @typedef {object} Step
 * @property {number} [step]
 * @property {string} rule
 * @property {string} difficulty
 * @property {string} sentence
 * @property {string[]} in
 * @property {string[]} out
 * @property {Premises} premises
 * @property {string[]} notes
 * @property {Branch[]} branches
 *
 * @typedef {object} Branch
 * @property {string} if
 * @property {Step[]} steps
 * @property {Step | null} broken
 *
 * @typedef {object} Ending
 * @property {string} solutions
 * @property {string[]} open
 * @property {string} sentence
 *
 * @typedef {object} Rating
 * @property {string} difficulty
 * @property {string} hardest
 * @property {number} steps
 * @property {Record<string, number>} rules
 * @property {number} rounds
 * @property {number} narrowest
 * @property {number} depth
 *
 * @typedef {object} Made a puzzle that was generated
 * @property {number} number
 * @property {string} facts
 * @property {string[]} answer
 * @property {number | null} clues
 * @property {number | null} pairs
 * @property {string} difficulty
 * @property {number} seed
 * @property {string} svg
 *
 * @typedef {'cell' | 'edge' | 'vertex'} Kind
 *
 * @typedef {object} Target
 * @property {Kind} kind
 * @property {number} id
 */
export {};
