//! Against the definition, and against the numbers of the paper.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use super::matrix::{Matrix, set};
use super::minimal::minimal_sets;
use super::{HintChoice, HintError, HintFamily, HintQuestion};
use zlink_base::limits::{Interrupted, Limits, Progress, Silent};
use zlink_diagram::family::Family;
use zlink_frontier::spill::damage::LeftBehind;
use zlink_puzzle::brute;
use zlink_puzzle::random_puzzles::{Random, puzzle};
use zlink_puzzle::{CellId, Constraint, EdgeId, Parts, Puzzle, Topology};
use zlink_search::{Spill, SpillError};

/// The puzzle without its clues.
fn without_clues(puzzle: &Puzzle) -> Puzzle {
    puzzle.with_constraints(|constraint| !matches!(constraint, Constraint::Clue(_)))
}

fn sets(family: &HintFamily, chosen: &Family) -> BTreeSet<BTreeSet<CellId>> {
    let mut all = BTreeSet::new();
    let mut sets = chosen.iter();
    while let Some(set) = sets.next_set() {
        assert!(
            all.insert(set.iter().map(|level| family.cells[level.index()]).collect()),
            "a set comes twice"
        );
    }
    all
}

#[test]
fn random_puzzles_agree_with_the_definition() {
    let random = &mut Random(17);
    let (mut tried, mut demanding) = (0, 0);
    while tried < 300 {
        let puzzle = puzzle(random, 13);
        if !matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles) || puzzle.cell_count() > 9 {
            continue;
        }
        let puzzle = without_clues(&puzzle);
        let solutions = brute::solutions(&puzzle);
        if solutions.is_empty() {
            continue;
        }
        tried += 1;
        demanding += usize::from(puzzle.has_sums());
        let solution = &solutions[random.below(solutions.len())];
        let count = |cell: CellId, chosen: &[EdgeId]| {
            puzzle.cell(cell).edges.iter().filter(|e| chosen.contains(e)).count()
        };
        let (mut candidates, mut given) = (Vec::new(), Vec::new());
        for cell in (0..puzzle.cell_count()).map(CellId::from_index) {
            match random.below(6) {
                0 => given.push(cell),
                1 => {}
                _ => candidates.push(cell),
            }
        }
        let is_good = |hints: &BTreeSet<CellId>| {
            let agree = |other: &&Vec<EdgeId>| {
                hints.iter().chain(&given).all(|&cell| count(cell, other) == count(cell, solution))
            };
            solutions.iter().filter(agree).count() == 1
        };
        let subset = |bits: u32| -> BTreeSet<CellId> {
            candidates.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &cell)| cell).collect()
        };
        let good: BTreeSet<_> = (0..1 << candidates.len()).map(subset).filter(|set| is_good(set)).collect();
        let minimal: BTreeSet<_> = good
            .iter()
            .filter(|set| {
                set.iter().all(|cell| {
                    let mut less = (*set).clone();
                    less.remove(cell);
                    !good.contains(&less)
                })
            })
            .cloned()
            .collect();
        let limits = Limits::none();
        let question = HintQuestion {
            puzzle: &puzzle,
            solution,
            candidates: &candidates,
            given: &given,
            threads: 1 + random.below(4),
        };
        let (family, _) = question.family(&limits, &Silent).unwrap();
        assert_eq!(sets(&family, &family.good), good);
        let fewest = family.minimal(&limits, &Silent).unwrap();
        assert_eq!(sets(&family, &fewest), minimal);
        // These puzzles are so small that all of their hints are tables.
        let most = random.below(8);
        let (few_tables, _) = question.family_with(most, None, &limits, &Silent).unwrap();
        assert_eq!(sets(&few_tables, &few_tables.good), good, "at most {most} hints are tables");
        let most = random.below(8);
        let with_few = |algebra: &mut _, good| minimal_sets(algebra, good, most, question.threads, &Silent);
        let again = family.good.transform(with_few, &limits).unwrap();
        assert_eq!(again, fewest, "at most {most} levels are tables");
        assert_eq!(family.good.minimal(), fewest, "the general algorithm agrees");
        let value = |cell: CellId| count(cell, solution) as u32;
        choices_agree(&family, &good, &minimal, &value, &candidates, random);
    }
    assert!(demanding > 50, "{demanding} puzzles with bounds or integrity constraints");
}

/// Sets with further properties agree with those picked from all good sets.
fn choices_agree(
    family: &HintFamily,
    good: &BTreeSet<BTreeSet<CellId>>,
    minimal: &BTreeSet<BTreeSet<CellId>>,
    value: &dyn Fn(CellId) -> u32,
    candidates: &[CellId],
    random: &mut Random,
) {
    let mut orbits: Vec<Vec<CellId>> = vec![Vec::new(); 1 + random.below(4)];
    for &cell in candidates {
        let orbit = random.below(orbits.len());
        orbits[orbit].push(cell);
    }
    let mut some = |share| candidates.iter().copied().filter(|_| random.chance(share)).collect::<Vec<_>>();
    let choice = HintChoice {
        minimal: some(50).len() % 2 == 0,
        size: Some(some(50).len() as u32).filter(|size| size % 2 == 0),
        minimum: some(50).len() % 2 == 0,
        containing: some(10),
        without: some(10),
        orbits: Some(orbits.clone()).filter(|_| some(50).len() % 2 == 0),
        hardest: some(50).len() % 2 == 0,
    };
    let symmetric = |set: &&BTreeSet<CellId>| {
        orbits
            .iter()
            .all(|orbit| orbit.iter().all(|c| set.contains(c)) || !orbit.iter().any(|c| set.contains(c)))
    };
    let mut expected: BTreeSet<BTreeSet<CellId>> = match (&choice.orbits, choice.minimal) {
        (None, false) => good.clone(),
        (None, true) => minimal.clone(),
        (Some(_), false) => good.iter().filter(symmetric).cloned().collect(),
        (Some(_), true) => {
            let all: Vec<_> = good.iter().filter(symmetric).cloned().collect();
            all.iter().filter(|a| !all.iter().any(|b| b != *a && b.is_subset(a))).cloned().collect()
        }
    };
    expected.retain(|set| choice.containing.iter().all(|cell| set.contains(cell)));
    expected.retain(|set| !choice.without.iter().any(|cell| set.contains(cell)));
    expected.retain(|set| choice.size.is_none_or(|size| set.len() as u32 == size));
    let mut keep_least = |weight: &dyn Fn(&BTreeSet<CellId>) -> Vec<usize>| {
        let least = expected.iter().map(weight).min();
        expected.retain(|set| Some(weight(set)) == least);
    };
    if choice.minimum {
        keep_least(&|set| vec![set.len()]);
    }
    if choice.hardest {
        keep_least(&|set| {
            let values = (5..20).rev().chain([4, 0, 3, 1, 2]);
            values.map(|wanted| set.iter().filter(|&&cell| value(cell) == wanted).count()).collect()
        });
    }
    let chosen = family.choose(&choice, value, &Limits::none(), &Silent).unwrap();
    assert_eq!(sets(family, &chosen), expected, "{choice:?}");
}

/// The cells of a grid of square cells, row by row, and the edges around the cells that are marked.
fn grid(picture: &[&str]) -> (Puzzle, Vec<EdgeId>) {
    let (rows, columns) = (picture.len(), picture[0].len());
    let inside = |r: usize, c: usize| {
        (1..=rows).contains(&r) && (1..=columns).contains(&c) && picture[r - 1].as_bytes()[c - 1] == b'#'
    };
    let vertex = |r: usize, c: usize| (r * (columns + 1) + c) as u32;
    let (mut edges, mut cells, mut solution) = (Vec::new(), vec![Vec::new(); rows * columns], Vec::new());
    let mut add = |ends: [u32; 2], sides: [(usize, usize); 2]| {
        let edge = edges.len() as u32;
        edges.push(ends);
        for (r, c) in sides {
            if (1..=rows).contains(&r) && (1..=columns).contains(&c) {
                cells[(r - 1) * columns + c - 1].push(edge);
            }
        }
        if inside(sides[0].0, sides[0].1) != inside(sides[1].0, sides[1].1) {
            solution.push(EdgeId(edge));
        }
    };
    for r in 0..=rows {
        for c in 0..=columns {
            if c < columns {
                add([vertex(r, c), vertex(r, c + 1)], [(r, c + 1), (r + 1, c + 1)]);
            }
            if r < rows {
                add([vertex(r, c), vertex(r + 1, c)], [(r + 1, c), (r + 1, c + 1)]);
            }
        }
    }
    let mut parts = Parts::graph(Topology::Cycle, (rows + 1) * (columns + 1), edges);
    parts.cells = cells.into_iter().map(|edges| (edges, None)).collect();
    (Puzzle::from_parts(parts).unwrap(), solution)
}

#[test]
fn the_example_of_the_paper() {
    // Section 8.3, figure 8; the picture is sligen001.dat of the authors' programs (kunisura/algorithms2012, MIT).
    let (puzzle, solution) = grid(&["##   ##", " ## ## ", "  ###  ", " ## ## ", "##   ##"]);
    let limits = Limits::none();
    let candidates: Vec<CellId> = (0..puzzle.cell_count()).map(CellId::from_index).collect();
    let reports = [1, 2, 5].map(|threads| {
        let (puzzle, solution, candidates) = (&puzzle, &solution, &candidates);
        let question = HintQuestion { puzzle, solution, candidates, given: &[], threads };
        let (family, report) = question.family(&limits, &Silent).unwrap();
        assert_eq!(family.good.count(), BigUint::from(2_912_556_380u64));
        let sizes = family.minimal(&limits, &Silent).unwrap().sizes();
        assert_eq!(sizes.iter().sum::<BigUint>(), BigUint::from(32_639u32));
        assert_eq!(sizes.iter().find(|count| **count != BigUint::ZERO), Some(&BigUint::from(81u8)));
        report
    });
    assert!(reports.iter().all(|report| *report == reports[0]));
}

/// Stops a subset construction after `left` reports of its progress.
struct Stop {
    limits: Limits,
    left: AtomicUsize,
}

impl Stop {
    fn after(left: usize) -> Self {
        Stop { limits: Limits::none(), left: AtomicUsize::new(left) }
    }
}

impl Progress for Stop {
    fn report(&self, phase: &str, _: std::fmt::Arguments<'_>) {
        if phase == "hints" {
            let behind = |left: usize| left.checked_sub(1);
            let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, behind);
            self.limits.stop_flag().store(left.is_err(), Ordering::Relaxed);
        }
    }

    fn counted(&self, _: u128) {}
}

#[test]
fn a_family_in_pieces_on_disk_is_the_same() {
    let (puzzle, solution) = grid(&["##  ", " ## ", "  ##", " ## "]);
    let candidates: Vec<CellId> = (0..puzzle.cell_count()).map(CellId::from_index).collect();
    let question = |threads| HintQuestion {
        puzzle: &puzzle,
        solution: &solution,
        candidates: &candidates,
        given: &[],
        threads,
    };
    // Tables for three hints only, so that layers are left for the sets of classes.
    let (expected, of_memory) = question(1).family_with(3, None, &Limits::none(), &Silent).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut runs = 0;
    let (family, report) = loop {
        runs += 1;
        let spill = Spill::open(folder.path(), true).unwrap();
        // The decisions that depend on the memory limit were made by the first run.
        let stop = Stop { limits: Limits::none().within(1 << (26 + runs % 3)), ..Stop::after(1 << runs) };
        match question(1 + runs % 3).family_with(3, Some(&spill), &stop.limits, &stop) {
            Ok(found) => {
                spill.remove().unwrap();
                break found;
            }
            Err(why) => assert!(matches!(why, HintError::Interrupted(Interrupted::Stopped)), "{why}"),
        }
    };
    assert!(runs > 2, "{runs} runs");
    assert!(!folder.path().exists());
    assert_eq!(report, of_memory);
    assert_eq!(family.good.count(), expected.good.count());
    let common = expected.good.combine(zlink_diagram::Algebra::intersection, &family.good, &Limits::none());
    assert_eq!(common.unwrap().count(), expected.good.count());
}

#[test]
fn layers_on_disk_are_checked() {
    let (puzzle, solution) = grid(&["## ", " ##", "## "]);
    let candidates: Vec<CellId> = (0..puzzle.cell_count()).map(CellId::from_index).collect();
    let question = |given: &'static [CellId]| HintQuestion {
        puzzle: &puzzle,
        solution: &solution,
        candidates: &candidates,
        given,
        threads: 1,
    };
    let folder = tempfile::tempdir().unwrap();
    let open = || Spill::open(folder.path(), true).unwrap();
    let ask = |spill: &Spill| question(&[]).family_with(2, Some(spill), &Limits::none(), &Silent);
    let stop = Stop::after(8);
    assert!(question(&[]).family_with(2, Some(&open()), &stop.limits, &stop).is_err());
    let left_behind = LeftBehind::of(folder.path());
    let expected = question(&[]).family(&Limits::none(), &Silent).unwrap().0.good.count();
    let told = left_behind.damage(20, |what, spill| match ask(spill) {
        Ok((family, _)) => {
            assert_eq!(family.good.count(), expected, "{what}");
            true
        }
        Err(HintError::Interrupted(Interrupted::Storage)) => false,
        Err(other) => panic!("{what}: {other}"),
    });
    assert!(told > 10, "{told} of the damages");
    let spill = open();
    let other = question(&[CellId(0)]).family_with(2, Some(&spill), &Limits::none(), &Silent);
    assert!(matches!(other, Err(HintError::Interrupted(Interrupted::Storage))));
    assert!(matches!(spill.failure(), Some(SpillError::Other(_))));
    drop(spill);
    assert_eq!(ask(&open()).unwrap().0.good.count(), expected);
}

#[test]
fn wrong_solutions_and_limits_are_errors() {
    let (puzzle, solution) = grid(&["###", "# #", "#  "]);
    let limits = Limits::none();
    let candidates: Vec<CellId> = (0..puzzle.cell_count()).map(CellId::from_index).collect();
    let ask = |solution: &[EdgeId], limits: &Limits| {
        let question =
            HintQuestion { puzzle: &puzzle, solution, candidates: &candidates, given: &[], threads: 2 };
        question.family(limits, &Silent).map(|(family, _)| family.cells.len())
    };
    assert_eq!(ask(&solution, &limits).unwrap(), 9);
    assert!(matches!(ask(&solution[1..], &limits), Err(HintError::NoSolution(_))));
    let small = Limits::none().within(1 << 12);
    assert!(matches!(ask(&solution, &small), Err(HintError::Interrupted(_))));
    // A stop while the minimal sets are sought leaves the good sets as they are.
    let question = HintQuestion {
        puzzle: &puzzle,
        solution: &solution,
        candidates: &candidates,
        given: &[],
        threads: 2,
    };
    let (family, _) = question.family(&limits, &Silent).unwrap();
    let good = sets(&family, &family.good);
    limits.stop_flag().store(true, Ordering::Relaxed);
    assert!(matches!(family.minimal(&limits, &Silent), Err(Interrupted::Stopped)));
    limits.stop_flag().store(false, Ordering::Relaxed);
    assert_eq!(sets(&family, &family.good), good);
    assert!(family.minimal(&limits, &Silent).is_ok());
}

#[test]
fn transposed_matrices() {
    let random = &mut Random(5);
    for (rows, columns) in [(0, 7), (1, 1), (63, 65), (64, 64), (130, 200), (600, 3)] {
        let mut matrix = Matrix::new(columns);
        for i in 0..rows {
            matrix.push_empty();
            (0..columns).filter(|_| random.chance(30)).for_each(|j| set(matrix.row_mut(i), j));
        }
        let transposed = matrix.transposed(columns);
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert_eq!(transposed.has(j, i), matrix.has(i, j), "{rows}x{columns}: {i}, {j}");
        }
    }
}
