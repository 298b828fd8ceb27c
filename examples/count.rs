//! Counts the solutions of two puzzles on one board, of each and of both together, and draws the shortest solution of the first.
//!
//! cargo run --example count > shortest.svg

use std::error::Error;

use zlink::Puzzle;

fn main() -> Result<(), Box<dyn Error>> {
    let board = Puzzle::board("square", [12, 12], 0)?;
    eprintln!("12 by 12 squares have {} cycles", board.count()?);

    let first = Puzzle::read("3..\n.2.\n...\n")?;
    let second = Puzzle::read("...\n.2.\n..3\n")?;
    // A family is a set of sets, with operators. Both puzzles number their edges in the same way.
    let [f, g] = [first.family()?, second.family()?];
    let either = &f | &g;
    assert_eq!(either.count() + (&f & &g).count(), f.count() + g.count());
    eprintln!("{} and {} solutions, {} in total", f.count(), g.count(), either.count());
    for (length, number) in either.sizes().iter().enumerate().skip(10).step_by(2) {
        eprintln!("{number} with {length} links");
    }

    let (length, shortest) = f.best(|_edge| 1).ok_or("the first has no solution")?;
    eprintln!("the shortest of the first has {length} links");
    println!("{}", first.solution_of(shortest)?.svg()?);
    Ok(())
}
