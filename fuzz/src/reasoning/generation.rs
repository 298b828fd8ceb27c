//! Puzzles that are generated on the graph of another one.

use zlink::explain::{self, Difficulty};
use zlink::generate::{
    Board, GenerateError, Hints, Minimal, Numberlink, NumberlinkOptions, Pairs, Slitherlink,
    SlitherlinkOptions,
};
use zlink::limits::{Limits, Silent};
use zlink::puzzle::{Constraint, EdgeId, Names, Parts, Puzzle, Topology};

use super::case::{Case, solutions};
use super::puzzle::Input;
use super::restraint::Restraint;

pub(super) fn check(case: &Case, restraint: &Restraint, input: &mut Input<'_>) {
    let graph = |topology| {
        let mut parts = Parts::graph_of(&case.puzzle, topology);
        if topology == Topology::Cycle {
            let given = Parts::of(&case.puzzle);
            (parts.cells, parts.bounds, parts.integrity) = (given.cells, given.bounds, given.integrity);
            parts.cells.iter_mut().for_each(|(_, clue)| *clue = None);
        }
        Puzzle::from_parts(parts).expect("the graph of a puzzle")
    };
    let minimal = input.chance(50).then_some(Minimal::Unique);
    let mut slitherlink = SlitherlinkOptions { minimal, ..SlitherlinkOptions::default() };
    slitherlink.wanted.difficulty = input.chance(30).then(|| Difficulty::ALL[input.below(5)]);
    let seed = input.byte().into();
    let board = board(graph(Topology::Cycle));
    if let Ok(maker) = Slitherlink::new(&board, None) {
        let (limits, stopper) = restraint.begin();
        match maker.random(&slitherlink, seed, &limits, &stopper) {
            Ok(Hints { puzzle, solution, difficulty, clues }) => {
                assert_eq!(clues, puzzle.clued_cells().count());
                is_good(&puzzle, &solution, Some(difficulty));
                assert!(slitherlink.wanted.difficulty.is_none_or(|wanted| wanted == difficulty));
                if slitherlink.minimal.is_some() && slitherlink.wanted.difficulty.is_none() {
                    for (cell, _) in puzzle.clued_cells() {
                        let without = puzzle.with_constraints(|c| c != Constraint::Clue(cell));
                        assert!(solutions(&without).len() > 1, "a clue can go: {puzzle:?}");
                    }
                }
            }
            Err(error) => is_told(&error, restraint),
        }
    }
    let numberlink = NumberlinkOptions { cover: input.chance(50), ..NumberlinkOptions::default() };
    let board = self::board(graph(Topology::Cycles));
    if let Ok(maker) = Numberlink::new(&board) {
        let (limits, stopper) = restraint.begin();
        match maker.random(&numberlink, seed, &limits, &stopper) {
            Ok(Pairs { puzzle, solution, difficulty }) => is_good(&puzzle, &solution, difficulty),
            Err(error) => is_told(&error, restraint),
        }
    }
}

fn board(puzzle: Puzzle) -> Board {
    let names = Names::numbered(puzzle.vertex_count() as u32, puzzle.cell_count() as u32);
    Board { names, positions: vec![None; puzzle.vertex_count()], puzzle }
}

/// Checks that a puzzle has only this solution, and has the reported difficulty.
fn is_good(puzzle: &Puzzle, solution: &[EdgeId], difficulty: Option<Difficulty>) {
    let mut solution = solution.to_vec();
    solution.sort_unstable();
    assert_eq!(solutions(puzzle), [solution], "{puzzle:?}");
    if let Some(difficulty) = difficulty {
        let rated = explain::rate(puzzle, &Limits::none(), &Silent);
        assert_eq!(rated.difficulty, difficulty, "{puzzle:?}");
    }
}

/// Checks that an error reports a limit only if there is one.
fn is_told(error: &GenerateError, restraint: &Restraint) {
    match error {
        GenerateError::Request(_) | GenerateError::NotFound(_) => assert!(!error.to_string().is_empty()),
        _ => assert!(!restraint.is_none(), "{error}"),
    }
}
