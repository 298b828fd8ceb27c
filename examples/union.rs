//! Two puzzles on one board: how many solutions each has, how many both together, and a picture of one of them.
//!
//! cargo run --example union > union.svg

use std::error::Error;

use zlink::board::Lattice;
use zlink::draw::layout::Layout;
use zlink::draw::{Overlay, Picture, svg};
use zlink::engine::{self, Question, Request, Silent};
use zlink::limits::Limits;
use zlink::puzzle::EdgeId;

fn main() -> Result<(), Box<dyn Error>> {
    let board = Lattice::Square.cells(3, 3)?;
    // All solutions of the board with these clues, row by row.
    let solutions = |clues: [&str; 3]| {
        let clues: Vec<Option<u32>> = clues.concat().chars().map(|clue| clue.to_digit(10)).collect();
        engine::family(&Request::new(&board.puzzle.with_clues(&clues), Question::Count), &Silent)
    };

    let first = solutions(["3..", ".2.", "..."])?;
    let second = solutions(["...", ".2.", "..3"])?;
    let either = &first | &second;
    assert_eq!(either.count() + (&first & &second).count(), first.count() + second.count());
    eprintln!("{} and {} solutions, {} in total", first.count(), second.count(), either.count());

    // The sets of a family are solutions: each can be listed, drawn at random, or chosen by weight.
    let (length, shortest) = either.best(|_edge| 1).ok_or("neither has a solution")?;
    eprintln!("the shortest has {length} edges");
    let edges: Vec<EdgeId> = shortest.into_iter().map(EdgeId::from).collect();
    let picture = svg(&Picture {
        puzzle: &board.puzzle,
        names: &board.names,
        labels: &Default::default(),
        layout: &Layout::of(&board.puzzle, &board.positions, &Limits::none())?,
        answer: &edges,
        overlay: &Overlay::None,
        vertex_names: false,
    });
    println!("{picture}");
    Ok(())
}
