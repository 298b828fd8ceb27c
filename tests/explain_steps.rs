//! Checks every step against the definition: what agrees with its premises agrees with its conclusions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::fuzz::checks::reasoning::judge::{Judge, bare, check_order, solution_of};
use zlink::analyse;
use zlink::board::Lattice;
use zlink::explain::{Ending, Rule, Step, explain};
use zlink::generate::{Minimal, Numberlink, NumberlinkOptions, Slitherlink, SlitherlinkOptions};
use zlink::limits::{Limits, Silent};
use zlink::puzzle::random_puzzles::{Random, linkage, puzzle};
use zlink::puzzle::{EdgeId, Puzzle, Topology, brute, check};

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
    for rule in
        [Rule::Given, Rule::EarlyLoop, Rule::ClosedLoop, Rule::BlockedPair, Rule::CutParity, Rule::BothWays]
    {
        assert!(met.contains(&rule), "{rule}: {met:?}");
    }
}

#[test]
fn steps_on_boards() {
    let mut met: BTreeSet<Rule> = BTreeSet::new();
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
            }
        }
    }
    for rule in
        [Rule::ZeroBeside, Rule::Corner, Rule::Adjacent, Rule::Diagonal, Rule::EdgePairs, Rule::InsideOutside]
    {
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
