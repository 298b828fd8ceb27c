/** All tools, in the order of the bar. */

import { clues } from './clues.js';
import { constraints } from './constraints.js';
import { cut } from './cut.js';
import { marks } from './marks.js';
import { pairs } from './pairs.js';
import { play } from './play.js';
import { solution } from './solution.js';
import { why } from './why.js';

/** @type {import('./tool.js').Tool[]} */
export const TOOLS = [clues, pairs, marks, constraints, solution, cut, why, play];
