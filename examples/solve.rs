//! Solves a Slitherlink whose vertices are points of the plane, and follows the links of its only solution.
//!
//! cargo run --example solve

use std::error::Error;

use zlink::PuzzleBuilder;

/// The clues, one row per string; a dot is a cell without a clue.
const CLUES: [&str; 4] = ["...3", "3.3.", "...1", ".3.2"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = PuzzleBuilder::new();
    for y in 0..=4 {
        for x in 0..=4 {
            if x < 4 {
                builder.edge((x, y), (x + 1, y));
            }
            if y < 4 {
                builder.edge((x, y), (x, y + 1));
            }
        }
    }
    for (clues, y) in CLUES.iter().zip(0..) {
        for (clue, x) in clues.chars().zip(0..) {
            let cell = builder.face([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]);
            if let Some(clue) = clue.to_digit(10) {
                builder.clue(cell, clue);
            }
        }
    }
    let puzzle = builder.build()?;

    let solution = puzzle.solve()?.ok_or("it has no solution")?;
    assert!(puzzle.is_unique()?, "it has several solutions");
    println!("{}", solution.text()?);
    let cycle = &solution.paths()[0];
    println!("{} links, from {:?} to {:?} and on", cycle.len(), cycle[0], cycle[1]);
    Ok(())
}
