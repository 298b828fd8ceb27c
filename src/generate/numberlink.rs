//! Random Numberlinks with exactly one solution, which covers every vertex.
//!
//! The vertices are cut into few induced paths, and the ends of the paths are the pairs. While there is another
//! solution, a path is cut in two at an edge that the other solution does not have (Pilaud, Numberlink Solver,
//! INF421, section 3.1, where the place of the cut is arbitrary).
//!
//! Other solutions need only be looked for among the induced ones: a solution that is not can be shortened to one that
//! leaves out a vertex. So where the covering solution is the only induced one it is the only one.

use std::ops::ControlFlow;

use super::attempts::attempts;
use super::partition::{Partition, edge_between};
use super::proof::proved_unique;
use super::{Board, Unmet};
use crate::deduce::{Deduction, Stopped};
use crate::limits::{Exhausted, Limits, Progress};
use crate::puzzle::{EdgeId, Incidence, Parts, Puzzle, Topology};
use crate::random::Random;
use crate::search::{Learner, Watch};

/// Conflicts of a search for another solution; when that is not enough, more pairs make it easier.
const CONFLICTS: u64 = 10_000;

/// What is asked of a puzzle beyond having one solution that covers every vertex.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairWish {
    /// At most so many pairs.
    pub pairs_at_most: Option<usize>,
    /// Other solutions may exist as long as they do not cover every vertex; the puzzle then demands the cover.
    pub cover: bool,
}

/// A puzzle with exactly one solution.
#[derive(Debug, Clone)]
pub struct Pairs {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Vec<EdgeId>,
}

/// Makes Numberlinks on a board; its cells do not matter.
#[derive(Debug)]
pub struct Numberlink<'b> {
    board: &'b Board,
    incidence: Incidence,
}

/// What a search for another solution found.
enum Other {
    None,
    Solution(Vec<EdgeId>),
    Undecided,
}

impl<'b> Numberlink<'b> {
    /// Puzzles on the graph of `board`.
    pub fn new(board: &'b Board) -> Result<Self, Unmet> {
        let puzzle = &board.puzzle;
        let bare = puzzle.pairs().is_empty()
            && puzzle.required().is_empty()
            && puzzle.forbidden().is_empty()
            && puzzle.clued_cells().next().is_none();
        if !bare || puzzle.vertex_count() == 0 {
            let what = "random pairs need a graph without clues, pairs and links";
            return Err(Unmet::Request(what.into()));
        }
        Ok(Numberlink { board, incidence: Incidence::of(puzzle) })
    }

    /// A random puzzle; the same seed gives the same one.
    pub fn random(
        &self,
        wish: &PairWish,
        seed: u64,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Pairs, Unmet> {
        attempts(seed, progress, |random| self.attempt(wish, random, limits, progress))
    }

    fn attempt(
        &self,
        wish: &PairWish,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Pairs, Unmet> {
        let mut partition = Partition::new(&self.incidence, random)
            .ok_or_else(|| Unmet::NotFound("the vertices could not be cut into induced paths".into()))?;
        let seed = random.bits();
        loop {
            limits.check()?;
            let pairs = partition.paths.len();
            progress.report("cutting paths", format_args!("{pairs} pairs"));
            if let Some(most) = wish.pairs_at_most.filter(|&most| pairs > most) {
                return Err(Unmet::NotFound(format!("more than {most} pairs were needed")));
            }
            let puzzle = self.puzzle(&partition, wish.cover)?;
            let solution = partition.edges(&self.incidence);
            match another(&puzzle, &solution, seed, limits, progress)? {
                Other::None => {
                    proved_unique(&puzzle, &solution, limits, progress)?;
                    return Ok(Pairs { puzzle, solution });
                }
                Other::Solution(other) => {
                    let kept = |e: EdgeId| other.binary_search(&e).is_ok();
                    if !self.cut(&mut partition, kept, random) {
                        return Err(Unmet::NotFound(
                            "no path could be cut to exclude another solution".into(),
                        ));
                    }
                }
                Other::Undecided => {
                    if !self.cut(&mut partition, |_| false, random) {
                        return Err(Unmet::NotFound(
                            "it stayed open whether there was another solution".into(),
                        ));
                    }
                }
            }
        }
    }

    /// Cuts one path at an edge that is not `kept`, so that both parts have at least two vertices: the longest one that
    /// has such an edge, at the one nearest to its middle.
    fn cut(&self, partition: &mut Partition, kept: impl Fn(EdgeId) -> bool, random: &mut Random) -> bool {
        let mut best = None;
        for (i, path) in partition.paths.iter().enumerate() {
            for at in 2..path.len().saturating_sub(1) {
                let edge = edge_between(&self.incidence, path[at - 1], path[at]);
                if edge.is_some_and(|e| !kept(e)) {
                    let shorter = at.min(path.len() - at);
                    best = best.max(Some((shorter, random.below(1 << 16), i, at)));
                }
            }
        }
        if let Some((_, _, path, at)) = best {
            partition.cut(path, at);
        }
        best.is_some()
    }

    /// The puzzle whose pairs are the ends of the paths.
    fn puzzle(&self, partition: &Partition, cover: bool) -> Result<Puzzle, Unmet> {
        let board = &self.board.puzzle;
        let mut parts = Parts::graph_of(board, Topology::Linkage);
        parts.cover = cover || board.cover();
        parts.pairs = partition.paths.iter().map(|path| [path[0].0, path[path.len() - 1].0]).collect();
        parts.pairs.sort_unstable();
        Puzzle::from_parts(parts).map_err(|error| Unmet::Request(error.to_string()))
    }
}

/// Looks for another solution.
fn another(
    puzzle: &Puzzle,
    solution: &[EdgeId],
    seed: u64,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Other, Exhausted> {
    let mut deduction = if puzzle.cover() { Deduction::new(puzzle) } else { Deduction::induced(puzzle) };
    match deduction.try_all(limits) {
        Err(Stopped::Exhausted(cause)) => return Err(cause),
        Err(Stopped::Unsatisfiable(_)) | Ok(_) => {}
    }
    if deduction.is_decided() {
        return Ok(Other::None);
    }
    let mut learner = Learner::new(deduction, seed);
    learner.prefer(solution);
    let mut other = Vec::new();
    let watch = Watch { cap: CONFLICTS, progress };
    let flow = learner.run(limits, watch, |found| {
        if found == solution {
            return ControlFlow::Continue(());
        }
        other.extend_from_slice(found);
        ControlFlow::Break(())
    });
    match flow {
        Ok(ControlFlow::Continue(())) => Ok(Other::None),
        Ok(ControlFlow::Break(())) => Ok(Other::Solution(other)),
        Err(Exhausted::States) => Ok(Other::Undecided),
        Err(cause) => Err(cause),
    }
}
