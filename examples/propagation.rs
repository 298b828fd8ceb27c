//! Finds the cheapest cycle through all vertices of a grid with a search of its own: branch and bound, where zlink works out what follows.
//!
//! cargo run --example propagation

use std::error::Error;

use zlink::propagation::{Depth, Value};
use zlink::{EdgeId, Lattice, Puzzle};

fn main() -> Result<(), Box<dyn Error>> {
    let grid = Puzzle::lattice(Lattice::Square, 6, 6)?;
    let puzzle = Puzzle::from_facts(format!("{}cover.", grid.to_facts()))?;
    let edges: Vec<EdgeId> = (0..puzzle.edge_count()).map(EdgeId::from_index).collect();
    let cost = |edge: &EdgeId| edge.index() * 37 % 101;

    let mut search = puzzle.propagation();
    let (mut tried, mut least, mut best) = (Vec::new(), usize::MAX, Vec::new());
    loop {
        let agrees = search.propagate(Depth::Structure);
        let having = |value| -> Vec<EdgeId> {
            edges.iter().copied().filter(|&edge| search.value(edge) == value).collect()
        };
        let total: usize = having(Value::In).iter().map(cost).sum();
        let open = having(Value::Open).into_iter().max_by_key(cost);
        match open {
            Some(edge) if agrees && total < least => {
                // A new level, where the edge is out.
                search.open_level();
                search.assume(edge, false);
                tried.push(edge);
                continue;
            }
            None if agrees && total < least => (least, best) = (total, having(Value::In)),
            _ => {}
        }
        // Back to the level before, where the edge is in from now on.
        let Some(edge) = tried.pop() else { break };
        search.undo(tried.len());
        search.assume(edge, true);
    }
    println!("{least} is the least cost:\n{}", puzzle.check(&best)?.text()?);
    Ok(())
}
