//! The edges that all solutions have (*cautious* consequences) and those that some solution has (*brave* consequences).
//!
//! One CDCL search asks for solutions that differ from all those before in an edge that was the same in all of them, and keeps its learnt
//! clauses from one to the next. When there is no such solution any more, the edges that are still the same follow from the puzzle (the
//! *backbone* by iterated models; Janota, Lynce and Marques-Silva, Algorithms for computing backbones of propositional formulae, AI
//! Communications 2015, section 3.3). No diagram is built, so that wide boards are no obstacle.

use std::ops::ControlFlow;

use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_base::named;
use zlink_deduce::{Deduction, Lit, Scope, Stopped, Techniques, Value};
use zlink_puzzle::{EdgeId, Puzzle};
use zlink_search::{Budget, Cdcl, Unfinished};

/// The value of each edge over all solutions of a puzzle that has some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consequences {
    /// The edges that are in every solution, ascending.
    pub in_all: Vec<EdgeId>,
    /// The edges that are in no solution, ascending.
    pub in_none: Vec<EdgeId>,
    /// The edges that are in some solutions and not in others, ascending.
    pub in_some: Vec<EdgeId>,
    /// The edges whose status was not found out within the limits, ascending.
    pub unknown: Vec<EdgeId>,
}

named! {
    /// The kind of consequences that are asked for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum EnumMode {
        /// The links of all solutions.
        Cautious = "cautious",
        /// The links of at least one solution.
        Brave = "brave",
    }
}

/// A solution that the search met.
#[derive(Debug, Clone, Copy)]
pub struct Meeting<'s> {
    /// The edges of the solution, ascending.
    pub solution: &'s [EdgeId],
    /// The number of edges that deduction had proved to be in every solution.
    pub known_in: usize,
    /// The number of edges that deduction had proved to be in no solution.
    pub known_out: usize,
}

/// The values that an open edge has in the solutions met so far: in, out, or both.
#[derive(Debug, Clone, Copy, Default)]
struct Met {
    inside: bool,
    outside: bool,
}

impl Met {
    /// The value of the edge that all solutions met so far have in common; `None` if they differ or none was met.
    fn common(self) -> Option<bool> {
        (self.inside != self.outside).then_some(self.inside)
    }
}

/// Computes the consequences of `puzzle` with these techniques, and the limit that ended the work early, if one did; `None` if there is no
/// solution, or none was met. `known` are solutions that are known already (edges ascending). `on_solution` gets every other solution that
/// the search meets, and may break.
///
/// # Errors
/// A limit was reached before any solution was known.
pub fn consequences(
    puzzle: &Puzzle,
    techniques: Techniques,
    known: &[Vec<EdgeId>],
    limits: &Limits,
    progress: &dyn Progress,
    mut on_solution: impl FnMut(Meeting<'_>) -> ControlFlow<()>,
) -> Result<Option<(Consequences, Option<Interrupted>)>, Interrupted> {
    let mut deduction = Deduction::with(puzzle, techniques);
    let mut stopped = match deduction.probe(Scope::Fixpoint, limits) {
        Ok(_) => None,
        Err(Stopped::Unsatisfiable(_)) => return Ok(None),
        Err(Stopped::Interrupted(cause)) => Some(cause),
    };
    let values = deduction.values().to_vec();
    let mut met = vec![Met::default(); values.len()];
    known.iter().for_each(|solution| add(&mut met, solution));
    let mut solutions = known.len();
    let is_open = |e: EdgeId| values[e.index()] == Value::Open;
    let known = |value| values.iter().filter(|&&v| v == value).count();
    let (known_in, known_out) = (known(Value::In), known(Value::Out));
    let edges = || (0..values.len()).map(EdgeId::from_index);
    let mut cdcl = Cdcl::new(deduction, 0);
    let mut is_proved = false;
    while stopped.is_none() && !is_proved {
        if solutions > 0 {
            // The next solution must have another value for one of the edges that are the same in all solutions so far.
            let common = |e: EdgeId| Some(Lit::new(e, !met[e.index()].common()?));
            let others: Vec<Lit> = edges().filter(|&e| is_open(e)).filter_map(common).collect();
            if others.is_empty() {
                break;
            }
            let wanted = |e: &EdgeId| match met[e.index()].common() {
                Some(value) if is_open(*e) => !value,
                _ => values[e.index()] == Value::In,
            };
            cdcl.prefer(&edges().filter(wanted).collect::<Vec<_>>());
            cdcl.demand(&others);
        }
        let mut found = None;
        let flow = cdcl.run(limits, Budget::new(u64::MAX, progress), |solution| {
            found = Some(solution.to_vec());
            ControlFlow::Break(())
        });
        match flow {
            Ok(_) => {}
            Err(Unfinished::Stopped(cause)) => stopped = Some(cause),
            Err(Unfinished::Paused | Unfinished::TooWide) => stopped = Some(Interrupted::Memory),
        }
        match found {
            Some(solution) => {
                add(&mut met, &solution);
                solutions += 1;
                if on_solution(Meeting { solution: &solution, known_in, known_out }).is_break() {
                    stopped = Some(Interrupted::Stopped);
                }
            }
            None => is_proved = stopped.is_none(),
        }
    }
    if solutions == 0 {
        return stopped.map_or(Ok(None), Err);
    }
    let mut consequences =
        Consequences { in_all: Vec::new(), in_none: Vec::new(), in_some: Vec::new(), unknown: Vec::new() };
    for e in edges() {
        let Consequences { in_all, in_none, in_some, unknown } = &mut consequences;
        let list = match (values[e.index()], met[e.index()].common()) {
            (Value::In, _) => in_all,
            (Value::Out, _) => in_none,
            (Value::Open, None) => in_some,
            (Value::Open, Some(_)) if stopped.is_some() => unknown,
            (Value::Open, Some(true)) => in_all,
            (Value::Open, Some(false)) => in_none,
        };
        list.push(e);
    }
    Ok(Some((consequences, stopped)))
}

impl Consequences {
    /// The consequences of a puzzle with `edges` edges from all of its solutions (edges ascending, at least one).
    pub(super) fn of_all(solutions: &[Vec<EdgeId>], edges: usize) -> Self {
        let mut met = vec![Met::default(); edges];
        solutions.iter().for_each(|solution| add(&mut met, solution));
        let with = |value: Option<bool>| -> Vec<EdgeId> {
            let edges = (0..edges).map(EdgeId::from_index);
            edges.filter(|e| met[e.index()].common() == value).collect()
        };
        Consequences {
            in_all: with(Some(true)),
            in_none: with(Some(false)),
            in_some: with(None),
            unknown: Vec::new(),
        }
    }
}

fn add(met: &mut [Met], solution: &[EdgeId]) {
    let mut chosen = solution.iter().peekable();
    for (i, met) in met.iter_mut().enumerate() {
        match chosen.next_if(|e| e.index() == i) {
            Some(_) => met.inside = true,
            None => met.outside = true,
        }
    }
}
