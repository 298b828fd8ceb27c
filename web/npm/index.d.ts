/** An edge of a solution: `link(0,1)`, with the names and the direction of the facts. */
export type Link = string;

/** What every question may have. */
export interface Options {
  /** The time limit in seconds; by default there is none. */
  time?: number;
  /** The memory limit in MB, at most about 4000; by default 2048. */
  memory?: number;
  /** The format of the text; by default it is detected. */
  format?: string;
  /** Whether a solution of a Slitherlink is one cycle, or one or more that are disjoint; by default one. */
  cycles?: 'one' | 'many';
}

export interface AnalyseOptions extends Options {
  /** The stages to run after `solutions`; by default all. */
  stages?: Stage[];
  /** The time limit of each stage in seconds, 10 by default; 0: none. */
  stageTime?: number;
  /** Takes each report as soon as it is known; to return false is to give up. */
  report?: (report: Report) => boolean | void;
}

export interface ExplainOptions extends Options {
  /** The most steps; by default all. */
  steps?: number;
}

export interface DrawOptions extends Options {
  /** The links that are drawn; by default the answer that the text holds, if it holds one. */
  answer?: Link[];
}

export interface Solved {
  /** How many solutions there are. `at least one` and `unknown` if a limit was reached. */
  solutions: 'none' | 'one' | 'several' | 'at least one' | 'unknown';
  /** Up to two solutions. */
  shown: Link[][];
  /** The limit that was reached. */
  stopped: string | null;
}

export interface Counted {
  /** The number of solutions; if it is not exact, there are at least so many. */
  number: bigint;
  isExact: boolean;
  /** The limit that was reached. */
  stopped: string | null;
}

export interface Analysed {
  reports: Report[];
  /** The limit of the whole analysis that was reached. */
  stopped: string | null;
}

export interface Explained {
  steps: Step[];
  /** How the steps end; null if there are more. */
  ending: Ending | null;
  /** The limit that was reached. */
  stopped: string | null;
}

export type Stage = 'edges' | 'number' | 'shares' | 'values' | 'redundant' | 'contradiction';

/** A number, exact or a lower bound. */
export interface Numeral {
  exact?: string;
  at_least?: string;
}

/** A line of `zlink analyse --json`: docs/reference/output.md describes its members. */
export interface Report {
  stage: 'solutions' | Stage;
  /** The seconds that the stage took. */
  time: number;
  /** The limit that was reached before the stage was finished. */
  stopped?: string;
  solutions?: 'none' | 'one' | 'several' | 'at least one';
  shown?: Link[][];
  in_all?: Link[];
  in_none?: Link[];
  in_some?: Link[];
  unknown?: string[];
  number?: Numeral;
  shares?: Record<Link, string>;
  unique?: string[];
  cells?: { cell: string; values: Numeral[] }[];
  vertices?: { vertex: string; pairs: Numeral[] }[];
  can_go?: string[];
  needed?: string[];
  contradiction?: string[];
  minimal?: boolean;
}

/** A line of `zlink explain --json`: docs/reference/output.md describes its members. */
export interface Step {
  step?: number;
  rule: string;
  difficulty: string;
  sentence: string;
  in: Link[];
  out: Link[];
  premises: {
    clues: string[];
    pairs: string[];
    vertices: string[];
    in: Link[];
    out: Link[];
    whole: boolean;
    only_solution: boolean;
  };
  notes: string[];
  branches: { if: string; steps: Step[]; broken: Step | null }[];
}

export interface Ending {
  solutions: 'none' | 'one' | 'several';
  /** The links in which the solutions differ. */
  open: Link[];
  sentence: string;
}

/** A text that cannot be read, or a question that cannot be answered. */
export declare class ZlinkError extends Error {
  /** 400: the request is malformed; 422: the text cannot be read, or a limit was reached; 500: a mistake of zlink. */
  readonly status: number;
  /** The place in the text, from 1 on, if there is one. */
  readonly line?: number;
  readonly column?: number;
}

/**
 * Answers questions about puzzles. A puzzle is a text in any format that zlink reads: facts, a grid, an address of
 * puzz.link, ... A text that cannot be read is a `ZlinkError`. Each answer is computed on the thread that asks for it.
 */
export interface Zlink {
  /** Up to two solutions, and whether there are others. */
  solve(puzzle: string, options?: Options): Promise<Solved>;
  /** The number of solutions. */
  count(puzzle: string, options?: Options): Promise<Counted>;
  /** What a designer wants to know, stage by stage. */
  analyse(puzzle: string, options?: AnalyseOptions): Promise<Analysed>;
  /** How a person would solve the puzzle, step by step. */
  explain(puzzle: string, options?: ExplainOptions): Promise<Explained>;
  /** A picture. */
  svg(puzzle: string, options?: DrawOptions): Promise<string>;
}

/** Loads the module. */
export declare function load(): Promise<Zlink>;
