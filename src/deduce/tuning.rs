//! The numbers that tune deduction, each with its unit, its effect and how it was found.
//!
//! "Measured" means that `docs/internals/experiments.md` or the row says what other values gave; the others were chosen by hand.
//! None of them changes what follows from a rule, only how much of it is looked for.
//!
//! | number | unit | effect | found |
//! |---|---|---|---|
//! | `CROWDED` | vertices | in one of which a terminal makes the paths of a linkage short | measured on random pairs in square grids: with one in six, running the crossing rule at each fixpoint takes as long as it saves |
//! | `DENSE_CELL` | edges | of a cell that is no boundary of faces, about which a linear program may know more than rules that watch edges | by hand |
//! | `SPARSE_SUM` | edges | of such cells for each one that is in, at least, where few are in | measured: with two each decision has no better value |
//! | `CROSSING_PAIRS` | pairs | of one face that are compared, each with each, at most | by hand |
//! | `CUT_SCANS` | edges | scanned for each edge of the graph, before the search for a reason settles for a cut that need not be the smallest | by hand |
//! | `CLUE_EQUATION` | faces | in the equation of a clue, at most: all of its variables are read for each one that is decided | by hand |
//! | `COLOURING_ROUNDS` | rounds | of looking for equations of two faces, which shorten others | by hand |
//! | `CLUE_FACE_EDGES` | edges | that are open around a face with a clue, at most: all of them are read each time | by hand |
//! | `LABEL_DIGITS` | variables | for labels, at most: they take some 100 bytes each | by hand |
//! | `PARITY_FREE` | unknowns | that are free when elimination starts, at most: it takes time cubic in their number | by hand |
//! | `PROBE_NEAR` | edges | open at a vertex (or slack of a cell), at most, for a change there to have the edges near it probed again | by hand |

pub(super) const CROWDED: usize = 6;
pub(super) const DENSE_CELL: usize = 9;
pub(super) const SPARSE_SUM: usize = 3;
pub(super) const CROSSING_PAIRS: usize = 64;
pub(super) const CUT_SCANS: usize = 4;
pub(super) const CLUE_EQUATION: usize = 8;
pub(super) const COLOURING_ROUNDS: usize = 64;
pub(super) const CLUE_FACE_EDGES: usize = 8;
pub(super) const LABEL_DIGITS: usize = 1 << 19;
pub(super) const PARITY_FREE: usize = 1500;
pub(super) const PROBE_NEAR: u32 = 5;
