//! Checks every step against the definition: what agrees with its premises agrees with its conclusions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::fuzz::checks::reasoning::judge::{Judge, bare, check_order, solution_of};
use zlink::analyse;
use zlink::board::Lattice;
use zlink::explain::{Allowed, Difficulty, Ending, Rule, Step, difficulty, explain, is_solved_by};
use zlink::generate::{Minimal, Numberlink, NumberlinkOptions, Slitherlink, SlitherlinkOptions};
use zlink::limits::{Limits, Silent};
use zlink::puzzle::random_puzzles::{Random, linkage, puzzle};
use zlink::puzzle::{EdgeId, Parts, Puzzle, Topology, brute, check};

/// All edge sets that have the shape of a solution, found by the engine.
fn shapes(puzzle: &Puzzle) -> Vec<Vec<EdgeId>> {
    let (found, stopped) = analyse::solutions(&bare(puzzle), 1 << 20, &Limits::none(), &Silent);
    assert!(stopped.is_none() && found.is_all);
    found.solutions
}

/// All steps of the explanation of a puzzle, and its ending.
fn steps(puzzle: &Puzzle) -> (Vec<Step>, Ending) {
    let mut steps = Vec::new();
    let ending = explain(puzzle, &Limits::none(), &Silent, &mut |step| {
        steps.push(step.clone());
        ControlFlow::Continue(())
    });
    (steps, ending)
}

#[test]
fn steps_on_small_puzzles_of_all_kinds() {
    let mut random = Random(3);
    let mut met: BTreeSet<Rule> = BTreeSet::new();
    let mut endings = [0; 3];
    for i in 0..2500 {
        let puzzle = if i % 3 == 0 { linkage(&mut random, 12) } else { puzzle(&mut random, 11) };
        let expected = brute::solutions(&puzzle);
        let judge = Judge::new(&puzzle, &brute::solutions(&bare(&puzzle)));
        let (steps, ending) = steps(&puzzle);
        check_order(&puzzle, &steps);
        for step in &steps {
            judge.check(step);
            met.insert(step.rule);
        }
        match (&expected[..], ending) {
            ([], Ending::Contradiction) => endings[0] += 1,
            ([only], Ending::Solved) => {
                assert_eq!(*only, solution_of(&steps));
                let hardest = steps.iter().map(|step| step.difficulty).max();
                let difficulty = difficulty(&puzzle, &Limits::none(), &Silent).unwrap();
                assert_eq!(difficulty, hardest.unwrap_or(Difficulty::Easy), "{puzzle:?}");
                endings[1] += 1;
            }
            ([first, others @ ..], Ending::Several(open)) => {
                let differs = |e: &EdgeId| others.iter().any(|other| other.contains(e) != first.contains(e));
                let all = (0..puzzle.edge_count()).map(EdgeId::from_index);
                assert_eq!(open, all.filter(differs).collect::<Vec<_>>(), "{puzzle:?}");
                endings[2] += 1;
            }
            (_, ending) => panic!("{ending:?} with {} solutions: {puzzle:?}", expected.len()),
        }
    }
    assert!(endings.iter().all(|&count| count > 100), "{endings:?}");
    for rule in [
        Rule::Given,
        Rule::Bound,
        Rule::Integrity,
        Rule::EarlyLoop,
        Rule::ClosedLoop,
        Rule::BlockedPair,
        Rule::CutParity,
        Rule::BothWays,
    ] {
        assert!(met.contains(&rule), "{rule}: {met:?}");
    }
}

#[test]
fn steps_on_boards() {
    let mut met: BTreeSet<Rule> = BTreeSet::new();
    let mut notes = 0;
    for (lattice, rows, columns) in [
        (Lattice::Square, 4, 4),
        (Lattice::Square, 3, 5),
        (Lattice::Triangular, 3, 3),
        (Lattice::Hexagonal, 2, 3),
    ] {
        let board = lattice.cells(rows, columns).unwrap();
        let shapes = shapes(&board.puzzle);
        for seed in 0..12 {
            let options = SlitherlinkOptions {
                minimal: (seed % 2 == 0).then_some(Minimal::Unique),
                ..SlitherlinkOptions::default()
            };
            let maker = Slitherlink::new(&board, None).unwrap();
            let made = maker.random(&options, seed, &Limits::none(), &Silent).unwrap();
            let judge = Judge::new(&made.puzzle, &shapes);
            let (steps, ending) = steps(&made.puzzle);
            assert_eq!(ending, Ending::Solved);
            check::verify(&made.puzzle, &solution_of(&steps)).unwrap();
            check_order(&made.puzzle, &steps);
            for step in &steps {
                judge.check(step);
                met.insert(step.rule);
                notes += step.notes.len();
            }
        }
    }
    assert!(notes > 0);
    for rule in
        [Rule::ZeroBeside, Rule::Corner, Rule::Adjacent, Rule::Diagonal, Rule::EdgePairs, Rule::InsideOutside]
    {
        assert!(met.contains(&rule), "{rule}: {met:?}");
    }
}

#[test]
fn boards_may_have_many_pairs_of_clues() {
    let board = Lattice::Triangular.cells(8, 8).unwrap().puzzle;
    let puzzle = board.with_clues(&vec![Some(1); board.cell_count()]);
    assert_eq!(is_solved_by(&puzzle, &Allowed::up_to(Difficulty::Normal), &Limits::none()), Ok(false));
}

/// The circles of Masyu that fit `solution` at some vertices of a board of squares, as integrity constraints: the loop turns at a black
/// circle and goes straight on before and after; it goes straight on at a white one, and turns before or after.
fn circles(puzzle: &Puzzle, positions: &[Option<[i64; 2]>], solution: &[EdgeId]) -> Vec<Vec<(u32, bool)>> {
    const WAYS: [[i64; 2]; 4] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
    let vertex = |[x, y]: [i64; 2]| positions.iter().position(|&place| place == Some([x, y]));
    let edge = |[x, y]: [i64; 2], way: usize| {
        let ends = [vertex([x, y])?, vertex([x + WAYS[way % 4][0], y + WAYS[way % 4][1]])?];
        let edges = (0..puzzle.edge_count()).map(EdgeId::from_index);
        edges.clone().find(|&e| ends.iter().all(|&end| puzzle.edge_ends(e).iter().any(|v| v.index() == end)))
    };
    let is_in = |e: Option<EdgeId>| e.is_some_and(|e| solution.contains(&e));
    let ahead = |[x, y]: [i64; 2], way: usize| edge([x + WAYS[way % 4][0], y + WAYS[way % 4][1]], way);
    // The literals of edges that may be missing: a missing edge is out.
    let forbid = |literals: &[(Option<EdgeId>, bool)]| -> Option<Vec<(u32, bool)>> {
        let literals = literals.iter().filter(|(e, is_in)| e.is_some() || *is_in);
        literals.map(|&(e, is_in)| Some((e?.0, is_in))).collect()
    };
    let mut constraints = Vec::new();
    for place in positions.iter().flatten().copied() {
        let used: Vec<usize> = (0..4).filter(|&way| is_in(edge(place, way))).collect();
        let [a, b] = used[..] else { continue };
        let goes_on = [a, b].map(|way| is_in(ahead(place, way)));
        let is_straight = b == a + 2;
        let around: Vec<(Option<EdgeId>, bool)> = (0..4).map(|way| (edge(place, way), false)).collect();
        if is_straight && goes_on != [true; 2] {
            constraints.push(forbid(&around));
            constraints
                .extend((0..4).map(|way| forbid(&[(edge(place, way), true), (edge(place, way + 1), true)])));
            constraints.extend((0..2).map(|way| {
                let [one, other] =
                    [way, way + 2].map(|way| [(edge(place, way), true), (ahead(place, way), true)]);
                forbid(&[one, other].concat())
            }));
        } else if !is_straight && goes_on == [true; 2] {
            constraints.push(forbid(&around));
            constraints
                .extend((0..2).map(|way| forbid(&[(edge(place, way), true), (edge(place, way + 2), true)])));
            constraints
                .extend((0..4).map(|way| forbid(&[(edge(place, way), true), (ahead(place, way), false)])));
        }
    }
    constraints.into_iter().flatten().collect()
}

#[test]
fn steps_with_circles() {
    let mut met: BTreeSet<Rule> = BTreeSet::new();
    let board = Lattice::Square.cells(3, 4).unwrap();
    let shapes = shapes(&board.puzzle);
    let mut solved = 0;
    for solution in shapes.iter().step_by(5) {
        let mut parts = Parts::of(&board.puzzle);
        parts.integrity = circles(&board.puzzle, &board.positions, solution);
        let puzzle = Puzzle::from_parts(parts).unwrap();
        check::verify(&puzzle, solution).unwrap();
        let fit = shapes.iter().filter(|shape| check::verify(&puzzle, shape).is_ok()).count();
        let judge = Judge::new(&puzzle, &shapes);
        let (steps, ending) = steps(&puzzle);
        check_order(&puzzle, &steps);
        for step in &steps {
            judge.check(step);
            met.insert(step.rule);
        }
        match ending {
            Ending::Solved => assert_eq!((fit, &solution_of(&steps)), (1, solution)),
            Ending::Several(_) => assert!(fit > 1),
            other => panic!("{other:?}: {puzzle:?}"),
        }
        solved += usize::from(fit == 1);
    }
    assert!(solved > 10, "{solved}");
    for rule in [Rule::Integrity, Rule::EdgePairs, Rule::EarlyLoop] {
        assert!(met.contains(&rule), "{rule}: {met:?}");
    }
}

#[test]
fn steps_of_numberlinks() {
    let mut met: BTreeSet<Rule> = BTreeSet::new();
    for (lattice, rows, columns, cover) in
        [(Lattice::Square, 4, 5, true), (Lattice::Square, 4, 4, false), (Lattice::Triangular, 3, 4, true)]
    {
        let board = lattice.vertices(rows, columns).unwrap();
        let maker = Numberlink::new(&board).unwrap();
        for seed in 0..12 {
            let options = NumberlinkOptions { cover, ..NumberlinkOptions::default() };
            let made = maker.random(&options, seed, &Limits::none(), &Silent).unwrap();
            assert_eq!(made.puzzle.topology(), Topology::Linkage);
            let judge = Judge::new(&made.puzzle, &shapes(&made.puzzle));
            let (steps, ending) = steps(&made.puzzle);
            assert_eq!(ending, Ending::Solved);
            assert_eq!(solution_of(&steps), made.solution);
            check_order(&made.puzzle, &steps);
            for step in &steps {
                judge.check(step);
                met.insert(step.rule);
            }
        }
    }
    assert!(met.contains(&Rule::WrongPair) && met.contains(&Rule::Vertex), "{met:?}");
}
