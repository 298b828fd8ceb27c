//! Numberlinks from given paths: cut until they are the only solution, into few pairs.
//!
//! The cuts are found as implicit hitting sets (Moreno-Centeno, Karp, Operations Research 61(2), 2013). Each other solution gives the
//! cuts that exclude it (`given_paths.rs`), and so does each edge that is a shortcut between two vertices of a path, unless every vertex
//! must be covered. Cuts that exclude all known solutions are tried; another solution that is left is a new one. At first a cut is added
//! for each of these; then the parts of a path are joined again while the solution stays the only one; in the end `hitting.rs` looks for
//! the fewest cuts that exclude all of them, as long as they become fewer and the searches are short.
//!
//! On a large board questions about few long paths are hard: there the paths are cut into short ones first, as in
//! `numberlink.rs`.

use super::easing::ease;
use super::given_paths::GivenPaths;
use super::hitting::{Fewest, Hitting, Rival, insert, is_free};
use super::numberlink::{CHECKING, CUT_EACH, EFFORTS, JOINING, LENGTH};
use super::partition::Partition;
use super::proof::proved_unique;
use super::rivals::{Other, Rivals};
use super::{Board, GenerateError, Missed, NumberlinkOptions, Pairs, Wish};
use zlink_base::limits::{Limits, Progress};
use zlink_base::random::Random;
use zlink_puzzle::{EdgeId, Incidence, Parts, Puzzle, Topology, VertexId};
use zlink_search::Budget;

/// If the paths have more vertices than this, they are cut into short ones first.
const LARGE: usize = 120;
/// The least conflict budget of a search for another solution.
const CONFLICTS: u64 = 5000;
/// The most other solutions that are looked at to make do with fewer cuts.
const ROUNDS: usize = 400;

/// The paths on their board, and what is known about where they must be cut.
pub(super) struct Cutting<'a> {
    board: &'a Board,
    incidence: &'a Incidence,
    paths: &'a GivenPaths,
    cover: bool,
    must: Hitting,
    cuts: Vec<usize>,
    random: Random,
    limits: &'a Limits,
    progress: &'a dyn Progress,
}

impl<'a> Cutting<'a> {
    /// The paths before any cut.
    pub(super) fn new(
        board: &'a Board,
        incidence: &'a Incidence,
        paths: &'a GivenPaths,
        cover: bool,
        seed: u64,
        limits: &'a Limits,
        progress: &'a dyn Progress,
    ) -> Self {
        let (must, random) = (Hitting::default(), Random::new(seed));
        Cutting { board, incidence, paths, cover, must, cuts: Vec::new(), random, limits, progress }
    }

    /// Cuts the paths until they are the only solution of a puzzle with few pairs, and returns the puzzle.
    pub(super) fn pairs(mut self, options: &NumberlinkOptions) -> Result<Pairs, GenerateError> {
        let made = self.find_cuts(options);
        let count = self.paths.parts(&self.cuts).len();
        match made {
            Ok(fewest) => {
                if options.pairs_at_most.is_some_and(|most| count > most) {
                    let found = if fewest { "at least" } else { "in the fewest cuts that were found" };
                    let what = format!("the paths give {count} pairs {found}");
                    return Err(Missed::new(what, [Wish::Pairs, Wish::Answer]).into());
                }
            }
            Err(GenerateError::Interrupted(cause)) => {
                let so_far = format!("the paths were cut into {count} pairs so far");
                return Err(GenerateError::Unfinished { cause, so_far });
            }
            Err(error) => return Err(error),
        }
        let mut parts =
            Partition { paths: self.paths.parts(&self.cuts).into_iter().map(<[_]>::to_vec).collect() };
        let mut difficulty = None;
        if options.wanted.is_any() {
            let puzzle = |parts: &Partition| self.puzzle(parts.paths.iter().map(Vec::as_slice));
            let eased =
                ease(&mut parts, self.incidence, &options.wanted, puzzle, self.limits, self.progress)?;
            difficulty = Some(eased);
            if options.pairs_at_most.is_some_and(|most| parts.paths.len() > most) {
                let count = parts.paths.len();
                let what = format!("the paths give {count} pairs that are as wanted");
                let wishes = [Wish::Pairs, Wish::Answer].into_iter().chain(options.wanted.wishes());
                return Err(Missed::new(what, wishes).into());
            }
        }
        let puzzle = self.puzzle(parts.paths.iter().map(Vec::as_slice))?;
        let solution = parts.edges(self.incidence);
        proved_unique(&puzzle, &solution, self.limits, self.progress)?;
        Ok(Pairs { puzzle, solution, difficulty })
    }

    /// Finds cuts that leave only one solution. Returns whether fewer cuts are known not to suffice.
    fn find_cuts(&mut self, options: &NumberlinkOptions) -> Result<bool, GenerateError> {
        if !self.cover {
            self.cut_shortcuts()?;
        }
        if self.paths.vertex_count() > LARGE {
            self.chop();
        }
        self.cut_until_unique(1)?;
        for effort in EFFORTS {
            let all_decided = self.join(effort)?;
            self.cut_until_unique(effort)?;
            if all_decided && options.pairs_at_most.is_none_or(|most| self.cuts.len() <= most) {
                break;
            }
        }
        self.make_fewer()
    }

    /// Cuts the paths so that no edge is a shortcut between two vertices of one part.
    fn cut_shortcuts(&mut self) -> Result<(), GenerateError> {
        for (edge, rival) in self.paths.shortcuts(self.incidence) {
            if rival.places.is_empty() {
                let edge = self.edges(&[edge]);
                let what =
                    format!("the edge {edge} is a shortcut of a path that is too short to be cut there");
                return Err(Missed::new(what, [Wish::Answer]).into());
            }
            self.exclude(rival)?;
        }
        Ok(())
    }

    /// Cuts the paths into parts of a few vertices.
    fn chop(&mut self) {
        for path in self.paths.paths() {
            for place in GivenPaths::places(&path).filter(|place| (place - path.start) % LENGTH == 0) {
                if is_free(&self.cuts, place) {
                    insert(&mut self.cuts, place);
                }
            }
        }
    }

    /// Adds cuts until no other solution is left.
    fn cut_until_unique(&mut self, effort: u64) -> Result<(), GenerateError> {
        loop {
            self.limits.check()?;
            let pairs = self.paths.parts(&self.cuts).len();
            self.progress.report("cutting paths", format_args!("{pairs} pairs"));
            match self.another(effort)? {
                Other::None => return Ok(()),
                Other::Solution(other) => {
                    let rival = self.excluding(&other)?;
                    self.exclude(rival)?;
                }
                Other::Undecided => {
                    let more = 1 + self.incidence.vertex_count() / CUT_EACH;
                    if (0..more).filter(|_| self.cut_longest()).count() == 0 {
                        return Err(Missed::new("the paths could not be cut further", [Wish::Answer]).into());
                    }
                }
            }
        }
    }

    /// Looks for a solution of the puzzle with the current cuts other than the paths.
    fn another(&mut self, effort: u64) -> Result<Other, GenerateError> {
        let cap = (CHECKING * self.incidence.vertex_count() as u64).max(CONFLICTS) * effort;
        let budget = Budget::new(cap, self.progress);
        let (puzzle, solution) = (self.puzzle(self.paths.parts(&self.cuts))?, self.solution(&self.cuts));
        let rivals = Rivals { puzzle: &puzzle, induced: self.induced(), seed: self.random.bits() };
        Ok(rivals.of(&solution, self.limits, budget)?)
    }

    /// Whether it suffices to look at induced solutions, whose paths do not touch themselves. Any other solution can be shortened to an
    /// induced one that leaves out a vertex; that one is not the given paths if these cover every vertex.
    fn induced(&self) -> bool {
        !self.cover && self.paths.vertex_count() == self.incidence.vertex_count()
    }

    /// The cuts that exclude the solution `other`; an error if none does.
    fn excluding(&self, other: &[EdgeId]) -> Result<Rival, GenerateError> {
        let rival = self.paths.excluding(self.incidence, &self.cuts, other);
        if rival.places.is_empty() {
            let solution = self.solution(&self.cuts);
            let lacks = |edges: &[EdgeId], e: &EdgeId| edges.binary_search(e).is_err();
            let gone: Vec<EdgeId> = solution.iter().copied().filter(|e| lacks(other, e)).collect();
            let new: Vec<EdgeId> = other.iter().copied().filter(|e| lacks(&solution, e)).collect();
            let (new, gone) = (self.edges(&new), self.edges(&gone));
            let what = format!(
                "however the paths are cut, there is another solution: with {new} in place of {gone}"
            );
            return Err(Missed::new(what, [Wish::Answer]).into());
        }
        Ok(rival)
    }

    /// Adds `rival` to the solutions to be excluded, and changes the cuts so that they exclude all of them.
    fn exclude(&mut self, rival: Rival) -> Result<(), GenerateError> {
        self.must.push(rival);
        if self.must.complete(&mut self.cuts, &mut self.random) {
            return Ok(());
        }
        // The current cuts leave no room for another one.
        match self.must.fewest(usize::MAX) {
            Fewest::Places(places) => self.cuts = places,
            Fewest::None => {
                let why = "the paths are too short to be cut wherever that is needed";
                return Err(Missed::new(why, [Wish::Answer]).into());
            }
            Fewest::Unknown => {
                let why = "no cuts were found that exclude all other solutions";
                return Err(Missed::new(why, [Wish::Answer]).into());
            }
        }
        Ok(())
    }

    /// Cuts the longest part in its middle; false if none can be cut.
    fn cut_longest(&mut self) -> bool {
        let mut best = None;
        for path in self.paths.paths() {
            let (cuts, places) = (&self.cuts, GivenPaths::places(&path));
            let mut start = path.start;
            for end in cuts.iter().copied().filter(|cut| places.contains(cut)).chain([path.end]) {
                if end - start >= 4 {
                    best = best.max(Some((end - start, self.random.below(1 << 16), (start + end) / 2)));
                }
                start = end;
            }
        }
        if let Some((_, _, place)) = best {
            insert(&mut self.cuts, place);
        }
        best.is_some()
    }

    /// Removes each cut if no other solution is found without it. Returns whether `effort` sufficed to decide that for all cuts.
    fn join(&mut self, effort: u64) -> Result<bool, GenerateError> {
        let mut all_decided = true;
        let mut order = self.cuts.clone();
        self.random.shuffle(&mut order);
        for cut in order {
            if self.must.needs(&self.cuts, cut) {
                continue;
            }
            self.limits.check()?;
            let pairs = self.paths.parts(&self.cuts).len();
            self.progress.report("joining paths", format_args!("{pairs} pairs"));
            let Some(edge) = self.paths.edge(self.incidence, cut) else { continue };
            let cuts: Vec<usize> = self.cuts.iter().copied().filter(|&other| other != cut).collect();
            let (puzzle, solution) = (self.puzzle(self.paths.parts(&cuts))?, self.solution(&cuts));
            let rivals = Rivals { puzzle: &puzzle, induced: self.induced(), seed: self.random.bits() };
            let budget = Budget::new(effort * JOINING, self.progress);
            match rivals.without(edge, &solution, self.limits, budget)? {
                Other::None => self.cuts = cuts,
                Other::Solution(other) => {
                    let rival = self.paths.excluding(self.incidence, &cuts, &other);
                    if !rival.places.is_empty() {
                        self.must.push(rival);
                    }
                }
                Other::Undecided => all_decided = false,
            }
        }
        Ok(all_decided)
    }

    /// Looks for fewer cuts that suffice. Returns whether even fewer are known not to.
    fn make_fewer(&mut self) -> Result<bool, GenerateError> {
        let mut best = self.cuts.clone();
        let mut fewest = false;
        for _ in 0..ROUNDS {
            self.limits.check()?;
            self.progress.report("fewer cuts", format_args!("than {}", best.len()));
            match self.must.fewest(best.len()) {
                Fewest::Places(places) => self.cuts = places,
                Fewest::None => fewest = true,
                Fewest::Unknown => {}
            }
            if fewest || self.cuts == best {
                break;
            }
            match self.another(1)? {
                Other::None => best.clone_from(&self.cuts),
                Other::Solution(other) => {
                    let rival = self.excluding(&other)?;
                    self.must.push(rival);
                }
                Other::Undecided => break,
            }
            self.cuts.clone_from(&best);
        }
        self.cuts = best;
        Ok(fewest)
    }

    /// The edges of the paths, without those at these cuts; ascending.
    fn solution(&self, cuts: &[usize]) -> Vec<EdgeId> {
        let edges = self.paths.paths().flat_map(|path| path.start + 1..path.end);
        let edges = edges.filter(|place| cuts.binary_search(place).is_err());
        let mut edges: Vec<EdgeId> =
            edges.filter_map(|place| self.paths.edge(self.incidence, place)).collect();
        edges.sort_unstable();
        edges
    }

    /// The puzzle whose pairs are the ends of `paths`.
    fn puzzle<'v>(&self, paths: impl IntoIterator<Item = &'v [VertexId]>) -> Result<Puzzle, GenerateError> {
        let mut parts = Parts::graph_of(&self.board.puzzle, Topology::Linkage);
        parts.cover = self.cover;
        parts.pairs = paths.into_iter().map(|path| [path[0].0, path[path.len() - 1].0]).collect();
        parts.pairs.sort_unstable();
        Puzzle::from_parts(parts).map_err(|error| GenerateError::Request(error.to_string()))
    }

    /// The first few of these edges, as text for messages.
    fn edges(&self, edges: &[EdgeId]) -> String {
        let name = |v| self.board.names.vertex(v);
        let mut text: Vec<String> = (edges.iter().take(4))
            .map(|&e| self.incidence.ends(e))
            .map(|[u, v]| format!("({},{})", name(u), name(v)))
            .collect();
        text.extend((edges.len() > 4).then(|| "...".into()));
        text.join(" ")
    }
}
