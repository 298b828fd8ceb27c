//! The family of all solutions of a puzzle.

use super::enumerate::Stop;
use super::portfolio::{
    CdclTurn, DepthFirstTurn, Field, Goal, LinkageTurn, NotDone, Portfolio, ProgramTurn, Purpose, SweepTurn,
};
use super::spilled::{log_states, planned, stopped};
use super::{Progress, Request};
use zlink_base::limits::Interrupted;
use zlink_deduce::{Deduction, Scope, Stopped};
use zlink_diagram::family::Family;
use zlink_diagram::{Arena, Diagram, Element, NodeId, RowBuilder};
use zlink_puzzle::{EdgeId, Puzzle};
use zlink_search::{Budget, Frontier};

/// The family of all solutions of a request's puzzle. The request's question, method and presolve option are ignored:
/// it is always presolved and compiled by frontier search. Element `i` is edge `i`, for all edges; in the order of
/// elements, the edges that deduction decided come first.
///
/// # Errors
/// A limit was reached, or the frontier is too wide for a sweep that spills.
pub fn family(request: &Request<'_>, progress: &dyn Progress) -> Result<Family, Stop> {
    let Request { puzzle, ref limits, seed, techniques, sweep_threads, spill, .. } = *request;
    progress.report("deduction", format_args!("{} edges", puzzle.edge_count()));
    let mut deduction = Deduction::with(puzzle, techniques);
    let plain = |root: NodeId, fixed: &[EdgeId]| {
        let arena = Arena::new(limits);
        let diagram = RowBuilder::new(&arena, Vec::new())?
            .finish(root)?
            .with_fixed(fixed.iter().map(|edge| Element(edge.0)))?;
        over_all_edges(diagram, puzzle)
    };
    let residual = match deduction.probe(Scope::Fixpoint, limits).and_then(|_| Ok(deduction.residual()?)) {
        Ok(residual) => residual,
        Err(Stopped::Unsatisfiable(_)) => return Ok(plain(NodeId::EMPTY, &[])?),
        Err(Stopped::Interrupted(cause)) => return Err(cause.into()),
    };
    if residual.edges.is_empty() {
        return Ok(plain(NodeId::UNIT, &residual.fixed)?);
    }
    if let Some(spill) = spill {
        let plan = planned(request, &residual, progress)?;
        spill.expect(&log_states(&residual, &plan.order));
        let budget = Budget::new(u64::MAX, progress);
        let frontier = Frontier::for_sweeps(&residual, &plan, techniques);
        let diagram = frontier.spilled_sweep(spill, sweep_threads, limits, budget).0.map_err(stopped)?;
        return Ok(over_all_edges(diagram, puzzle)?);
    }
    let mut portfolio =
        Portfolio::new(residual, deduction, limits, progress, Purpose::All, Field::Frontier, seed);
    portfolio.set_sweep_threads(sweep_threads);
    Ok(over_all_edges(portfolio.run(1, &Compile)?, puzzle)?)
}

/// The goal of compiling the diagram of all solutions.
struct Compile;

impl<'p> Goal<'p> for Compile {
    type Answer = Diagram;

    fn depth_first(&self, turn: DepthFirstTurn<'_, 'p>) -> Result<Diagram, NotDone> {
        turn.diagram()
    }

    fn sweep(&self, turn: SweepTurn<'_>) -> Result<Diagram, NotDone> {
        turn.diagram()
    }

    fn cdcl(&self, _turn: CdclTurn<'_, 'p>) -> Result<Diagram, NotDone> {
        Err(NotDone::NotApplicable)
    }

    fn program(&self, _turn: ProgramTurn<'_, 'p>) -> Result<Diagram, NotDone> {
        Err(NotDone::NotApplicable)
    }

    fn linkage(&self, _turn: LinkageTurn<'_>) -> Result<Diagram, NotDone> {
        Err(NotDone::NotApplicable)
    }
}

/// The sets of `diagram` as a family over all edges.
fn over_all_edges(diagram: Diagram, puzzle: &Puzzle) -> Result<Family, Interrupted> {
    let mut is_variable = vec![false; puzzle.edge_count()];
    for edge in diagram.variables() {
        is_variable[edge.index()] = true;
    }
    let elements = (0..puzzle.edge_count()).map(Element::from_index);
    let absent: Vec<Element> = elements.filter(|edge| !is_variable[edge.index()]).collect();
    diagram.with_absent(&absent).map(Family::from)
}
