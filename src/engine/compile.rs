//! All solutions of a puzzle as one diagram.

use super::Progress;
use super::race::{Attempt, Field, Purpose, Race};
use crate::deduce::{Deduction, Stopped};
use crate::diagram::{Arena, Diagram, NodeId, RowBuilder};
use crate::limits::{Exhausted, Limits};
use crate::puzzle::{EdgeId, Puzzle};

/// Hands the diagram of all solutions of `puzzle` to `receive`; its variables are all edges, those decided by
/// deduction above the others.
pub fn compile<T: Send>(
    puzzle: &Puzzle,
    limits: &Limits,
    seed: u64,
    progress: &dyn Progress,
    receive: &(dyn Fn(Diagram<'_>) -> Result<T, Exhausted> + Sync),
) -> Result<T, Exhausted> {
    progress.report("deduction", format_args!("{} edges", puzzle.edge_count()));
    let mut deduction = Deduction::new(puzzle);
    let plain = |root: NodeId, fixed: &[EdgeId]| {
        let arena = Arena::new(limits);
        let diagram = RowBuilder::new(&arena, Vec::new())?.finish(root).with_fixed(fixed)?;
        receive(with_all_edges(diagram, puzzle)?)
    };
    let residual = match deduction.presolve(limits) {
        Ok(presolve) => presolve.residual,
        Err(Stopped::Unsatisfiable(_)) => return plain(NodeId::EMPTY, &[]),
        Err(Stopped::Exhausted(cause)) => return Err(cause),
    };
    if residual.edges.is_empty() {
        return plain(NodeId::UNIT, &residual.fixed);
    }
    let mut race = Race::new(residual, deduction, limits, progress, Purpose::All, Field::Frontier, seed);
    let result = race.run(None, &|attempt| {
        let arena = Arena::new(limits);
        let diagram = match attempt {
            Attempt::Guided(guided) => guided.diagram(&arena)?,
            Attempt::Sweep(sweep) => sweep.diagram(&arena)?,
            // They make no diagrams, and should take no part.
            Attempt::Learn(_) | Attempt::Linkage(_) => return Err(Exhausted::Width),
        };
        receive(with_all_edges(diagram, puzzle)?)
    });
    // Without a pause, a race ends only with a result.
    result?.ok_or(Exhausted::Interrupted)
}

/// The same sets over all edges.
fn with_all_edges<'a>(diagram: Diagram<'a>, puzzle: &Puzzle) -> Result<Diagram<'a>, Exhausted> {
    let mut is_variable = vec![false; puzzle.edge_count()];
    for edge in diagram.variables() {
        is_variable[edge.index()] = true;
    }
    let edges = (0..puzzle.edge_count()).map(EdgeId::from_index);
    let absent: Vec<EdgeId> = edges.filter(|edge| !is_variable[edge.index()]).collect();
    diagram.with_absent(&absent)
}
