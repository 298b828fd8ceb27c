//! Draws random paths from corner to corner; every path has the same probability, however many there are.
//!
//! cargo run --example sample > path.svg

use std::error::Error;

use zlink::diagram::Element;
use zlink::limits::Limits;
use zlink::{Lattice, Puzzle};

const SIDE: usize = 8;
const SAMPLES: usize = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let grid = Puzzle::lattice(Lattice::Square, SIDE, SIDE)?;
    let corner = |vertex: usize| grid.vertices().nth(vertex).ok_or("no such vertex");
    let (from, to) = (corner(0)?, corner(SIDE * SIDE - 1)?);
    let puzzle = Puzzle::from_facts(format!("{}pair({from},{to}).", grid.to_facts()))?;

    let paths = puzzle.family()?;
    eprintln!("{} paths", paths.count());
    let samples: Vec<Vec<Element>> = paths.samples(7).take(SAMPLES).collect();
    let mean = samples.iter().map(Vec::len).sum::<usize>() as f64 / SAMPLES as f64;
    eprintln!("{mean:.2} links on average, of {SAMPLES} samples");
    let moments = paths.diagram().moments(&vec![1; puzzle.edge_count()], &Limits::none())?;
    let exact = moments.mean().ok_or("there is no path")?;
    eprintln!("{} of all of them, exactly", exact.decimal(2));

    let path = samples.into_iter().next().ok_or("there is no path")?;
    println!("{}", puzzle.solution_of(path)?.svg()?);
    Ok(())
}
