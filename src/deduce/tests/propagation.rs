//! A propagation driven at random: what it implies, and every reason, holds in all solutions; nothing is missed that is found from scratch.

use crate::{Deduction, Depth, Propagation, Value};
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, board, linkage, mesh, puzzle, sparse, whole_grid};
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology, check};

type Links = Vec<(EdgeId, bool)>;

/// A search at random: the assumptions of each level, and the edges that were taken.
struct Walk<'a> {
    propagation: Propagation,
    solutions: &'a [Vec<bool>],
    assumed: Vec<Links>,
    /// The values that the search knows, each with its level.
    known: Vec<Option<(usize, bool)>>,
}

/// Whether all these edges are as they are in the solution.
fn agrees(solution: &[bool], links: &[(EdgeId, bool)]) -> bool {
    links.iter().all(|&(edge, is_in)| solution[edge.index()] == is_in)
}

impl Walk<'_> {
    fn knows(&self, &(edge, is_in): &(EdgeId, bool)) -> bool {
        self.known[edge.index()].is_some_and(|(_, known)| known == is_in)
    }

    /// Takes over what is implied, or some of it.
    fn take(&mut self, random: &mut Random) {
        while random.chance(98)
            && let Some((edge, is_in)) = self.propagation.take_implied()
        {
            let mut reason = Vec::new();
            self.propagation.reason(edge, &mut reason);
            assert!(reason.iter().all(|link| self.knows(link)), "a reason is known before: {reason:?}");
            assert!(!reason.iter().any(|link| link.0 == edge));
            for solution in self.solutions.iter().filter(|solution| agrees(solution, &reason)) {
                assert_eq!(solution[edge.index()], is_in, "{reason:?} does not imply {edge:?}");
            }
            if self.known[edge.index()].is_none() {
                self.known[edge.index()] = Some((self.propagation.level(), is_in));
            }
        }
    }

    /// Checks that there is no conflict without reason.
    fn check_conflict(&mut self) {
        let mut conflict = Vec::new();
        assert!(self.propagation.conflict(&mut conflict));
        let on_trail = |&(edge, is_in): &(EdgeId, bool)| {
            let value = if is_in { Value::In } else { Value::Out };
            self.propagation.value(edge) == value || self.assumed.concat().contains(&(edge, is_in))
        };
        assert!(conflict.iter().all(on_trail), "{conflict:?}");
        assert!(!self.solutions.iter().any(|solution| agrees(solution, &conflict)), "{conflict:?}");
    }

    /// Checks that all solutions that agree with the assumptions agree with what is known.
    fn check_values(&self) {
        let assumed = self.assumed.concat();
        for solution in self.solutions.iter().filter(|solution| agrees(solution, &assumed)) {
            for (edge, &is_in) in solution.iter().enumerate() {
                let other = if is_in { Value::Out } else { Value::In };
                assert_ne!(self.propagation.value(EdgeId::from_index(edge)), other, "a solution is lost");
            }
        }
    }

    fn undo(&mut self, level: usize) {
        self.propagation.undo(level);
        self.assumed.truncate(level + 1);
        self.known.iter_mut().for_each(|known| _ = known.take_if(|&mut (at, _)| at > level));
    }
}

/// Drives a propagation of the puzzle; returns the number of conflicts and the number of solutions that it came to.
fn drive(random: &mut Random, puzzle: &Puzzle, solutions: &[Vec<EdgeId>], steps: usize) -> [usize; 2] {
    let edges = puzzle.edge_count();
    let solutions: Vec<Vec<bool>> =
        solutions.iter().map(|s| (0..edges).map(|e| s.contains(&EdgeId::from_index(e))).collect()).collect();
    let propagation = Propagation::new(puzzle.clone());
    let mut walk =
        Walk { propagation, solutions: &solutions, assumed: vec![Vec::new()], known: vec![None; edges] };
    let depth = [Depth::Cheap, Depth::Changes, Depth::Structure][random.below(3)];
    let mut counts = [0; 2];
    for _ in 0..steps {
        if random.chance(80) {
            walk.propagation.open_level();
            walk.assumed.push(Vec::new());
        }
        let batch =
            if walk.propagation.level() == 0 { usize::from(random.chance(5)) } else { 1 + random.below(3) };
        for _ in 0..batch {
            let link = (EdgeId::from_index(random.below(edges)), random.chance(50));
            // A search does not contradict itself, but it may contradict what it has not taken yet.
            if walk.known[link.0.index()].is_none_or(|(_, is_in)| is_in == link.1) {
                let level = walk.propagation.level();
                walk.propagation.assume(link.0, link.1);
                walk.assumed[level].push(link);
                walk.known[link.0.index()].get_or_insert((level, link.1));
            }
        }
        let agrees = walk.propagation.propagate(depth);
        walk.check_values();
        if agrees {
            walk.take(random);
            assert!(!walk.propagation.conflict(&mut Vec::new()));
            check_from_scratch(&walk, puzzle, depth);
            let values = (0..edges).map(|e| walk.propagation.value(EdgeId::from_index(e)));
            if values.clone().all(|value| value != Value::Open) {
                let chosen = values.enumerate().filter(|&(_, value)| value == Value::In);
                let chosen: Vec<EdgeId> = chosen.map(|(e, _)| EdgeId::from_index(e)).collect();
                assert_eq!(check::verify(puzzle, &chosen), Ok(()));
                assert!(walk.propagation.is_decided());
                counts[1] += 1;
            }
        } else {
            counts[0] += 1;
            walk.check_conflict();
            if walk.propagation.level() == 0 {
                break;
            }
        }
        if !agrees || random.below(steps) < 8 {
            let level = walk.propagation.level();
            walk.undo(random.below(level.max(1)).min(level));
        }
    }
    counts
}

/// Checks that a deduction from scratch, with the same assumptions, finds nothing else.
fn check_from_scratch(walk: &Walk<'_>, puzzle: &Puzzle, depth: Depth) {
    let mut fresh = Deduction::new(puzzle);
    fresh.add_colours();
    assert!(fresh.propagate(Depth::Structure).is_ok());
    for (edge, is_in) in walk.assumed.concat() {
        match fresh.value(edge) {
            Value::Open => fresh.assume(edge, is_in),
            value => assert_eq!(value == Value::In, is_in),
        }
        assert!(fresh.propagate(depth).is_ok(), "a conflict is missed");
    }
    for edge in (0..puzzle.edge_count()).map(EdgeId::from_index) {
        assert_eq!(walk.propagation.value(edge), fresh.value(edge), "{edge:?}");
    }
}

/// Drives propagations of random puzzles of one kind.
fn drive_all(seed: u64, rounds: usize, mut puzzle: impl FnMut(&mut Random) -> Puzzle) {
    let mut random = Random(seed);
    let mut counts = [0; 2];
    for _ in 0..rounds {
        let puzzle = puzzle(&mut random);
        let more = drive(&mut random, &puzzle, &brute::solutions(&puzzle), 40);
        counts = [counts[0] + more[0], counts[1] + more[1]];
    }
    assert!(counts.iter().all(|&count| count > rounds / 10), "{counts:?}: too few to mean anything");
}

#[test]
fn of_all_topologies() {
    drive_all(60, 2000, |random| puzzle(random, 10));
}

#[test]
fn of_linkages() {
    drive_all(61, 1000, |random| linkage(random, 12));
}

#[test]
fn of_planar_graphs() {
    drive_all(62, 500, |random| if random.chance(50) { mesh(random, 15) } else { board(random, 15) });
}

#[test]
fn of_sparse_graphs() {
    drive_all(63, 1000, |random| sparse(random, 11));
}

/// Too large for brute force: what is implied is what follows from scratch, and known edges are the reasons.
#[test]
fn of_grids() {
    let mut random = Random(64);
    let mut conflicts = 0;
    for round in 0..30 {
        let topologies = [Topology::Cycle, Topology::Cycles, Topology::Linkage, Topology::PathMatching];
        let mut parts = Parts::graph(topologies[round % 4], 100, whole_grid(10, 10));
        parts.cover = random.chance(30);
        if parts.topology == Topology::Linkage {
            parts.pairs = vec![[11, 88], [15, 81], [18, 52]];
        }
        let puzzle = Puzzle::from_parts(parts).expect("a grid is a simple graph");
        conflicts += drive(&mut random, &puzzle, &[], 200)[0];
    }
    assert!(conflicts > 60, "{conflicts}: too few to mean anything");
}
