//! The linear program of the engine `mip` as a strategy: its relaxation bounds sums over many edges, whose violations
//! propagation on single edges detects late or never.

use std::ops::ControlFlow;

use super::dense::has_few_rows;
use super::goal::Purpose;
use super::turn::NotDone;
use super::{Field, tuning};
use zlink_base::limits::{Limits, Progress};
use zlink_deduce::{Deduction, Heuristic, Residual, has_dense_cells};
use zlink_puzzle::{EdgeId, Topology};

#[cfg(feature = "mip")]
type Search<'p> = crate::mip::Interruptible<'p>;
/// A type without values, for builds without a solver.
#[cfg(not(feature = "mip"))]
type Search<'p> = (std::convert::Infallible, std::marker::PhantomData<&'p ()>);

/// A linear program, which continues where its last turn ended.
pub(super) struct Program<'p> {
    search: Search<'p>,
    has_few_rows: bool,
}

impl<'p> Program<'p> {
    /// The linear program of what `deduction` leaves open, if it is likely to find what other strategies do not: in
    /// graphs that must be covered or are not planar, and if cells have many edges.
    pub(super) fn new(
        deduction: &Deduction<'p>,
        residual: &Residual,
        field: Field,
        purpose: Purpose,
        seed: u64,
    ) -> Option<Self> {
        let puzzle = deduction.puzzle();
        let may_tell = puzzle.topology() == Topology::Cycle
            && (!deduction.is_planar() || puzzle.cover() || has_dense_cells(puzzle))
            && (purpose != Purpose::Count || puzzle.cover() || !residual.sums.is_empty())
            && residual.edges.len() <= tuning::PROGRAM_EDGES;
        let is_used = field == Field::All && deduction.techniques().has(Heuristic::Program) && may_tell;
        let search = is_used.then(|| search(deduction, seed)).flatten();
        search.map(|search| Program { search, has_few_rows: has_few_rows(residual) })
    }

    /// Whether the program has few rows; see the function [`has_few_rows`].
    pub(super) fn has_few_rows(&self) -> bool {
        self.has_few_rows
    }

    /// The number of simplex iterations so far.
    pub(super) fn pivots(&self) -> u64 {
        pivots(&self.search)
    }

    /// Visits the solutions that earlier turns did not visit. Pauses after about `pivots` more simplex iterations.
    pub(super) fn run(
        &mut self,
        pivots: u64,
        limits: &Limits,
        progress: &dyn Progress,
        visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, NotDone> {
        run(&mut self.search, pivots, limits, progress, visitor)
    }
}

#[cfg(feature = "mip")]
fn search<'p>(deduction: &Deduction<'p>, seed: u64) -> Option<Search<'p>> {
    Some(Search::new(deduction.lent_puzzle()?, deduction.values().to_vec(), seed))
}

#[cfg(feature = "mip")]
fn pivots(search: &Search<'_>) -> u64 {
    search.pivots()
}

#[cfg(feature = "mip")]
fn run(
    search: &mut Search<'_>,
    pivots: u64,
    limits: &Limits,
    progress: &dyn Progress,
    visitor: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, NotDone> {
    use crate::Stop;
    match search.run(pivots, limits, progress, visitor) {
        Ok(Some(flow)) => Ok(flow),
        Ok(None) => Err(NotDone::Paused),
        Err(Stop::Interrupted(cause)) => Err(NotDone::Stopped(cause)),
        // The solver failed numerically; other strategies have to find the answer.
        Err(Stop::Refused(_)) => Err(NotDone::NotApplicable),
    }
}

#[cfg(not(feature = "mip"))]
fn search<'p>(_: &Deduction<'p>, _: u64) -> Option<Search<'p>> {
    None
}

#[cfg(not(feature = "mip"))]
fn pivots(search: &Search<'_>) -> u64 {
    match search.0 {}
}

#[cfg(not(feature = "mip"))]
fn run(
    search: &mut Search<'_>,
    _: u64,
    _: &Limits,
    _: &dyn Progress,
    _: &mut dyn FnMut(&[EdgeId]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, NotDone> {
    match search.0 {}
}

#[cfg(all(test, feature = "mip"))]
mod tests {
    use std::ops::ControlFlow;

    use crate::{Figure, Question, Request, Silent, Status, run};
    use zlink_puzzle::{Parts, Puzzle, Topology};

    /// A graph of `hubs` hubs and `hubs + 1` other vertices, which are adjacent to hubs only. Without the hubs there
    /// are more components than in a graph with a Hamiltonian cycle.
    fn not_tough(hubs: u32) -> Puzzle {
        let among = (0..hubs).flat_map(|hub| [1, 3, 5].map(|step| [hub, (hub + step) % hubs]));
        let others = (0..=hubs).flat_map(|i| [0, 1, 2, 4, 7].map(|step| [(3 * i + step) % hubs, hubs + i]));
        let parts = Parts::graph(Topology::Cycle, 2 * hubs as usize + 1, among.chain(others).collect());
        Puzzle::from_parts(Parts { cover: true, ..parts }).expect("the parts are consistent")
    }

    #[test]
    fn a_graph_that_is_not_tough_is_refuted() {
        let puzzle = not_tough(14);
        let at_most = [Some(1), Some(2), None].map(|at_most| Question::Solutions { at_most });
        for question in at_most.into_iter().chain([Question::Count]) {
            let request = Request::new(&puzzle, question);
            let outcome = run(&request, &mut |_| ControlFlow::Continue(()), &Silent);
            assert_eq!((outcome.status, outcome.exhausted), (Status::Unsatisfiable, true));
            let decided_by = outcome.statistics.rows().find(|(key, _)| *key == "decided_by");
            assert_eq!(decided_by, Some(("decided_by", &Figure::Text("program".into()))));
        }
    }
}
