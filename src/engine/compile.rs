//! All solutions of a puzzle as one diagram.

use super::Progress;
use super::enumerate::Stop;
use super::portfolio::{
    CdclTurn, Field, Goal, GuidedTurn, LinkageTurn, NotDone, Portfolio, Purpose, SweepTurn,
};
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
) -> Result<T, Stop> {
    progress.report("deduction", format_args!("{} edges", puzzle.edge_count()));
    let mut deduction = Deduction::new(puzzle);
    let plain = |root: NodeId, fixed: &[EdgeId]| {
        let arena = Arena::new(limits);
        let diagram = RowBuilder::new(&arena, Vec::new())?.finish(root).with_fixed(fixed)?;
        receive(with_all_edges(diagram, puzzle)?)
    };
    let residual = match deduction.presolve(limits) {
        Ok(presolve) => presolve.residual,
        Err(Stopped::Unsatisfiable(_)) => return Ok(plain(NodeId::EMPTY, &[])?),
        Err(Stopped::Exhausted(cause)) => return Err(cause.into()),
    };
    if residual.edges.is_empty() {
        return Ok(plain(NodeId::UNIT, &residual.fixed)?);
    }
    let mut portfolio =
        Portfolio::new(residual, deduction, limits, progress, Purpose::All, Field::Frontier, seed);
    portfolio.run(1, &Compile { puzzle, limits, receive }).map_err(Stop::from)
}

/// Hands the diagram of all solutions on.
struct Compile<'c, 'r, T> {
    puzzle: &'c Puzzle,
    limits: &'c Limits,
    receive: &'r (dyn Fn(Diagram<'_>) -> Result<T, Exhausted> + Sync),
}

impl<'p, T: Send> Goal<'p> for Compile<'_, '_, T> {
    type Answer = T;

    fn guided(&self, turn: GuidedTurn<'_, 'p>) -> Result<T, NotDone> {
        let arena = Arena::new(self.limits);
        Ok((self.receive)(with_all_edges(turn.diagram(&arena)?, self.puzzle)?)?)
    }

    fn sweep(&self, turn: SweepTurn<'_>) -> Result<T, NotDone> {
        let arena = Arena::new(self.limits);
        Ok((self.receive)(with_all_edges(turn.diagram(&arena)?, self.puzzle)?)?)
    }

    fn cdcl(&self, _turn: CdclTurn<'_, 'p>) -> Result<T, NotDone> {
        Err(NotDone::NotApplicable)
    }

    fn linkage(&self, _turn: LinkageTurn<'_>) -> Result<T, NotDone> {
        Err(NotDone::NotApplicable)
    }
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
