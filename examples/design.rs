//! Generates a puzzle on hexagons with a given difficulty, explains its first steps, and reports which clues could be removed.
//!
//! cargo run --example design > puzzle.svg

use std::error::Error;

use zlink::analysis::{Finding, Stage};
use zlink::{Difficulty, Options, Puzzle, SlitherlinkOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let board = Puzzle::board("honeycomb", [5, 4], 0)?.with_options(Options::new().seed(7));
    let mut order = SlitherlinkOptions::default();
    order.wanted.difficulty = Some(Difficulty::Normal);
    let made = board.make_slitherlink(&order)?;

    let rating = made.puzzle.rate()?;
    eprintln!("{} rounds, {}: the hardest by the rule {}", rating.rounds, rating.difficulty, rating.hardest);
    let explanation = made.puzzle.explain();
    for step in explanation.steps().iter().take(3) {
        eprintln!("  {}", explanation.sentence(step));
    }
    if let Some(Finding::Redundant(redundant)) = made.puzzle.analyse().finding(Stage::Redundant) {
        eprintln!("{} clues could go, each by itself", redundant.can_go.len());
    }
    println!("{}", made.puzzle.svg()?);
    Ok(())
}
