//! The numbers that tune deduction, each with its unit, its effect and how it was found.
//!
//! "Measured" means that `docs/internals/experiments.md` or the row says what other values gave; the others were chosen by hand.
//! None of them changes what follows from a rule, only how much of it is looked for.
//!
//! | number | unit | effect | found |
//! |---|---|---|---|
//! | `CROWDED` | vertices | per terminal, at most, for the paths of a linkage to count as short | measured on random pairs in square grids: with one terminal in six vertices, running the crossing rule at each fixpoint takes as long as it saves |
//! | `DENSE_CELL` | edges | at least, of a dense cell: it does not bound faces, and a linear program may know more about it than rules that watch edges | by hand |
//! | `SPARSE_SUM` | edges | of dense cells for each one that is in, at least, for sums to count as sparse | measured: with eight and more (complete graphs), putting edges in finds twice as many answers; with four and five (regular graphs), it takes twice as long in the median, and up to seven times |
//! | `CROSSING_PAIRS` | pairs | at one face, at most, every two of which are compared | by hand |
//! | `CUT_SCANS` | scans of edges | per edge of the graph, at most, before the search for a smallest cut settles for another cut | by hand |
//! | `CLUE_EQUATION` | faces | at most, in the equation of a clue: all its variables are read for each one that is decided | by hand |
//! | `COLOURING_ROUNDS` | rounds | at most, in which equations of two faces are found and shorten others | by hand |
//! | `CLUE_FACE_EDGES` | open edges | at most, around a face with a clue: all of them are read each time | by hand |
//! | `LABEL_DIGITS` | variables | at most, for labels: each takes some 100 bytes | by hand |
//! | `PARITY_FREE` | free unknowns | at most, when elimination starts: the time is cubic in their number | by hand |
//! | `PROBE_NEAR` | edges | open at a vertex (or slack of a cell), at most, for a change there to have the edges near it probed again | by hand |
//! | `ROOM_LOOKS` | looks | at each edge, at most, when flows through the graph are looked for | by hand |

pub(super) const CROWDED: usize = 6;
pub(super) const DENSE_CELL: usize = 9;
pub(super) const SPARSE_SUM: usize = 6;
pub(super) const CROSSING_PAIRS: usize = 64;
pub(super) const CUT_SCANS: usize = 4;
pub(super) const CLUE_EQUATION: usize = 8;
pub(super) const COLOURING_ROUNDS: usize = 64;
pub(super) const CLUE_FACE_EDGES: usize = 8;
pub(super) const LABEL_DIGITS: usize = 1 << 19;
pub(super) const PARITY_FREE: usize = 1500;
pub(super) const PROBE_NEAR: u32 = 5;
pub(super) const ROOM_LOOKS: usize = 64;
