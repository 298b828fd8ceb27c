//! Random Numberlinks with exactly one solution, which covers every vertex.
//!
//! The vertices are cut into induced paths, and the ends of the paths are the pairs. While there is another
//! solution, a path is cut in two at an edge that the other solution does not have (Pilaud, Numberlink Solver,
//! INF421, section 3.1, where the place of the cut is arbitrary). Where long paths are cut until there is only one
//! solution, most of the time goes into questions about puzzles with far too few pairs; so the long paths are cut
//! into short ones first, and then joined again while the solution stays the only one.
//!
//! Before two paths are joined the puzzle has one solution. Once they are, another solution that has the joining edge is rare: without
//! this edge it mostly is another solution of the puzzle before. So it is only asked, of each edge, whether there is a solution without
//! it, as a rule a question about what is near the edge. When all paths have been joined that can be, the puzzle is checked as a whole,
//! and cut where that is needed.
//!
//! It suffices to look for other solutions among the induced ones: any other one can be shortened to one that leaves out a vertex. So
//! where the covering solution is the only induced one it is the only one.

use super::attempts::attempts;
use super::cutting::Cutting;
use super::easing::ease;
use super::partition::{Partition, edge_between};
use super::proof::proved_unique;
use super::rivals::{Other, Rivals};
use super::wanted::Wanted;
use super::{Board, GenerateError, GivenPaths, Missed, Wish};
use zlink_base::limits::{Limits, Progress};
use zlink_base::random::Random;
use zlink_explain::Difficulty;
use zlink_puzzle::{EdgeId, Incidence, Parts, Puzzle, Topology, VertexId};
use zlink_search::Budget;

/// The number of vertices of the short paths to begin with.
pub(super) const LENGTH: usize = 6;
/// The conflict budget of the question whether two paths can be joined.
pub(super) const JOINING: u64 = 300;
/// The conflict budget, for each vertex, of a search for another solution; where it is too small, more pairs make it easier.
pub(super) const CHECKING: u64 = 8;
/// After an undecided search, the number of vertices for each further path that is cut.
pub(super) const CUT_EACH: usize = 400;
/// The factors of the conflict budgets, tried in turn while there are too many pairs.
pub(super) const EFFORTS: [u64; 5] = [1, 3, 10, 30, 100];

/// Requirements for a Numberlink beyond having one solution that covers every vertex.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NumberlinkOptions {
    /// The most pairs of the puzzle; `None` for any number.
    pub pairs_at_most: Option<usize>,
    /// Whether the puzzle demands that every vertex is covered; then other solutions may exist that leave out a vertex.
    pub cover: bool,
    /// How hard the puzzle is, and by which rules it is solved.
    pub wanted: Wanted,
}

/// A Numberlink with exactly one solution.
#[derive(Debug, Clone)]
pub struct Pairs {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The edges of the solution, ascending.
    pub solution: Vec<EdgeId>,
    /// The difficulty of the puzzle, if [`NumberlinkOptions::wanted`] has any requirement.
    pub difficulty: Option<Difficulty>,
}

/// Makes Numberlinks on a board; its cells do not matter.
#[derive(Debug)]
pub struct Numberlink<'b> {
    board: &'b Board,
    incidence: Incidence,
}

impl<'b> Numberlink<'b> {
    /// A generator of puzzles on the graph of `board`.
    pub fn new(board: &'b Board) -> Result<Self, GenerateError> {
        let puzzle = &board.puzzle;
        let bare = puzzle.pairs().is_empty()
            && puzzle.required().is_empty()
            && puzzle.forbidden().is_empty()
            && !puzzle.has_sums();
        if !bare || puzzle.vertex_count() == 0 {
            let what = "pairs are made for a graph without pairs, clues, bounds, integrity constraints and demands on links";
            return Err(GenerateError::Request(what.into()));
        }
        Ok(Numberlink { board, incidence: Incidence::of(puzzle) })
    }

    /// A random puzzle; the same seed gives the same puzzle.
    pub fn random(
        &self,
        options: &NumberlinkOptions,
        seed: u64,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Pairs, GenerateError> {
        options.wanted.check()?;
        attempts(options.wanted.attempts(), seed, progress, |random| {
            self.attempt(options, random, limits, progress)
        })
    }

    /// A puzzle whose only solution is `paths`, cut into few pairs. The paths may leave out vertices unless the puzzle demands the cover.
    pub fn from_paths(
        &self,
        paths: &GivenPaths,
        options: &NumberlinkOptions,
        seed: u64,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Pairs, GenerateError> {
        options.wanted.check()?;
        let cover = self.covers(options);
        if let (true, [v, others @ ..]) = (cover, &paths.left_out()[..]) {
            let more = match others.len() {
                0 => String::new(),
                1 => " and another vertex".into(),
                more => format!(" and {more} other vertices"),
            };
            let name = self.board.names.vertex(*v);
            return Err(GenerateError::Request(format!(
                "every vertex is to be covered, but no link is at {name}{more}"
            )));
        }
        Cutting::new(self.board, &self.incidence, paths, cover, seed, limits, progress).pairs(options)
    }

    /// Whether the puzzle demands the cover.
    fn covers(&self, options: &NumberlinkOptions) -> bool {
        options.cover || self.board.puzzle.cover()
    }

    fn attempt(
        &self,
        options: &NumberlinkOptions,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Pairs, GenerateError> {
        let mut partition = Partition::new(&self.incidence, random, limits)?.ok_or_else(|| {
            GenerateError::NotFound("the vertices could not be cut into induced paths".into())
        })?;
        partition.chop(LENGTH);
        let made = self.improve(&mut partition, options, random, limits, progress);
        let still = || format!("there were still {} pairs", partition.paths.len());
        match made {
            Ok(None) => Err(Missed::new(still(), [Wish::Pairs]).into()),
            Ok(Some(pairs)) => Ok(pairs),
            Err(GenerateError::Interrupted(cause)) => {
                Err(GenerateError::Unfinished { cause, so_far: still() })
            }
            Err(error) => Err(error),
        }
    }

    /// Changes the paths until they are the only solution and few enough; `None` if all effort leaves too many.
    fn improve(
        &self,
        partition: &mut Partition,
        options: &NumberlinkOptions,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Option<Pairs>, GenerateError> {
        self.cut_until_unique(partition, options, CHECKING, random, limits, progress)?;
        for effort in EFFORTS {
            self.join(partition, options, effort * JOINING, random, limits, progress)?;
            self.cut_until_unique(partition, options, effort * CHECKING, random, limits, progress)?;
            let is_few = |partition: &Partition| {
                options.pairs_at_most.is_none_or(|most| partition.paths.len() <= most)
            };
            if is_few(partition) {
                let mut difficulty = None;
                if options.wanted.is_any() {
                    let puzzle = |partition: &Partition| self.puzzle(partition, options.cover);
                    let wanted = &options.wanted;
                    difficulty = Some(ease(partition, &self.incidence, wanted, puzzle, limits, progress)?);
                    if !is_few(partition) {
                        return Ok(None);
                    }
                }
                let puzzle = self.puzzle(partition, options.cover)?;
                let solution = partition.edges(&self.incidence);
                proved_unique(&puzzle, &solution, limits, progress)?;
                return Ok(Some(Pairs { puzzle, solution, difficulty }));
            }
        }
        Ok(None)
    }

    /// Cuts paths until a search finds no other solution, within `conflicts` conflicts for each vertex.
    fn cut_until_unique(
        &self,
        partition: &mut Partition,
        options: &NumberlinkOptions,
        conflicts: u64,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(), GenerateError> {
        let seed = random.bits();
        let budget = Budget::new(conflicts * self.incidence.vertex_count() as u64, progress);
        loop {
            limits.check()?;
            progress.report("cutting paths", format_args!("{} pairs", partition.paths.len()));
            let puzzle = self.puzzle(partition, options.cover)?;
            let solution = partition.edges(&self.incidence);
            let (cuts, other) = match rivals(&puzzle, seed).of(&solution, limits, budget)? {
                Other::None => return Ok(()),
                Other::Solution(other) => (1, other),
                // One pair more or less changes little in a large puzzle.
                Other::Undecided => (1 + self.incidence.vertex_count() / CUT_EACH, Vec::new()),
            };
            for _ in 0..cuts {
                if !self.cut(partition, &solution, &other, random) {
                    return Err(GenerateError::NotFound(
                        "no path could be cut to exclude another solution".into(),
                    ));
                }
            }
        }
    }

    /// Joins paths at each edge for which a search of at most `conflicts` conflicts shows that no solution lacks it.
    fn join(
        &self,
        partition: &mut Partition,
        options: &NumberlinkOptions,
        conflicts: u64,
        random: &mut Random,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<(), GenerateError> {
        let seed = random.bits();
        let mut edges: Vec<EdgeId> = (0..self.incidence.edge_count()).map(EdgeId::from_index).collect();
        random.shuffle(&mut edges);
        for e in edges {
            let Some(paths) = partition.joinable(&self.incidence, e) else { continue };
            limits.check()?;
            progress.report("joining paths", format_args!("{} pairs", partition.paths.len()));
            let mut joined = partition.clone();
            joined.join(paths, &self.incidence, e);
            let puzzle = self.puzzle(&joined, options.cover)?;
            let solution = joined.edges(&self.incidence);
            let budget = Budget::new(conflicts, progress);
            if let Other::None = rivals(&puzzle, seed).without(e, &solution, limits, budget)? {
                *partition = joined;
            }
        }
        Ok(())
    }

    /// Cuts one path so that both parts have at least two vertices; false if none can be cut. Edges that are not in `other` are best,
    /// then edges where the two solutions differ nearby; of these, the one with the longest shorter part is cut.
    fn cut(
        &self,
        partition: &mut Partition,
        solution: &[EdgeId],
        other: &[EdgeId],
        random: &mut Random,
    ) -> bool {
        let is_in = |edges: &[EdgeId], e: &EdgeId| edges.binary_search(e).is_ok();
        let differs =
            |v: VertexId| self.incidence.at(v).iter().any(|(e, _)| is_in(solution, e) != is_in(other, e));
        let mut best = None;
        for (i, path) in partition.paths.iter().enumerate() {
            for at in 2..path.len().saturating_sub(1) {
                let [u, v] = [path[at - 1], path[at]];
                let excludes = edge_between(&self.incidence, u, v).is_some_and(|e| !is_in(other, &e));
                if excludes || differs(u) || differs(v) {
                    let shorter = at.min(path.len() - at);
                    best = best.max(Some((excludes, shorter, random.below(1 << 16), i, at)));
                }
            }
        }
        if let Some((_, _, _, path, at)) = best {
            partition.cut(path, at);
        }
        best.is_some()
    }

    /// The puzzle whose pairs are the ends of the paths.
    fn puzzle(&self, partition: &Partition, cover: bool) -> Result<Puzzle, GenerateError> {
        let board = &self.board.puzzle;
        let mut parts = Parts::graph_of(board, Topology::Linkage);
        parts.cover = cover || board.cover();
        parts.pairs = partition.paths.iter().map(|path| [path[0].0, path[path.len() - 1].0]).collect();
        parts.pairs.sort_unstable();
        Puzzle::from_parts(parts).map_err(|error| GenerateError::Request(error.to_string()))
    }
}

/// The search for other solutions of `puzzle`: only among induced ones where the cover is not demanded.
fn rivals(puzzle: &Puzzle, seed: u64) -> Rivals<'_> {
    Rivals { puzzle, induced: !puzzle.cover(), seed }
}
