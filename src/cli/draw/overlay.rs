//! Computes the overlays of pictures, which show more than the puzzle and its answer: a solution, how edges were deduced, the
//! order of the search, the number of solutions that use each edge; and reports why some of that is missing.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::Draw;
use crate::session::Session;
use zlink_analyse as analyse;
use zlink_answer::{ExitStatus, Task};
use zlink_base::counted;
use zlink_base::limits::{Interrupted, Limits};
use zlink_convert::Document;
use zlink_deduce::{Deduction, Residual, Scope, Stopped};
use zlink_draw::{DrawnStep, Overlay, Share};
use zlink_engine::{self as engine, Progress, Question, Request};
use zlink_explain::{self as explain, Ending, Rule, Step, Words};
use zlink_order::{self as order, Effort, Plan, PlanOptions};
use zlink_puzzle::EdgeId;
use zlink_search::{Budget, Frontier, Unfinished};

/// Why a picture lacks its overlay or solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has a solution, so there is no contradiction to show.
    Contradiction,
    /// A limit was reached.
    Limit(Interrupted),
    /// The frontier is too wide to search.
    TooWide,
    /// The requested step does not exist; the number of steps.
    Step(usize),
}

impl From<Unfinished> for Missing {
    fn from(why: Unfinished) -> Self {
        why.limit().map_or(Missing::TooWide, Missing::Limit)
    }
}

impl From<Interrupted> for Missing {
    fn from(cause: Interrupted) -> Self {
        Missing::Limit(cause)
    }
}

/// Reports what a picture lacks. Returns the exit status.
pub(super) fn report_missing(session: &Session, missing: Missing) -> ExitStatus {
    match missing {
        Missing::NoSolution => {
            session.remark("there is no solution to draw: the puzzle is UNSATISFIABLE");
            ExitStatus::UNSATISFIABLE
        }
        Missing::Contradiction => {
            session.remark("nothing contradicts itself: there is a solution");
            ExitStatus::DONE
        }
        Missing::Limit(cause) => {
            let cause = session.explain(cause);
            session.remark(&format!("{cause}; what is known is drawn"));
            ExitStatus::stopped(Task::Plan, cause)
        }
        Missing::Step(number) => {
            let steps = counted(number, "step");
            session.remark(&format!("there is no such step: the explanation has {steps}"));
            ExitStatus::DONE
        }
        Missing::TooWide => {
            session.remark("the frontier is too wide to search; what is known is drawn");
            ExitStatus::INTERRUPTED
        }
    }
}

/// Finds a solution, or why there is none.
pub(super) fn solution(session: &Session, document: &Document) -> Result<Vec<EdgeId>, Missing> {
    let question = Question::Solutions { at_most: Some(1) };
    let request = Request { limits: session.engine_limits(), ..Request::new(&document.puzzle, question) };
    let mut found = None;
    let outcome = engine::run(
        &request,
        &mut |edges| {
            found = Some(edges.to_vec());
            ControlFlow::Break(())
        },
        session,
    );
    match (found, outcome.stopped) {
        (Some(edges), _) => Ok(edges),
        (None, Some(cause)) => Err(Missing::Limit(cause)),
        (None, None) => Err(Missing::NoSolution),
    }
}

/// The overlay that the options ask for, as far as it is known, and why it is incomplete.
pub(super) fn overlay(
    session: &Session,
    arguments: &Draw,
    document: &Document,
    answer: &[EdgeId],
) -> (Overlay, Option<Missing>) {
    if arguments.contradiction {
        return contradiction(session, document);
    }
    if !(arguments.deduction || arguments.plan || arguments.frequency) {
        return (Overlay::None, None);
    }
    if arguments.deduction {
        return deduction(session, arguments, document, answer);
    }
    let limits = session.engine_limits();
    let mut deduction = Deduction::new(&document.puzzle);
    let presolved = deduction.probe(Scope::Fixpoint, &limits).and_then(|_| Ok(deduction.residual()?));
    let told = match presolved {
        Ok(residual) if arguments.plan => plan(&residual, &limits),
        Ok(residual) => frequency(session, deduction, &residual, &limits),
        Err(Stopped::Interrupted(cause)) => Err(Missing::Limit(cause)),
        Err(Stopped::Unsatisfiable(_)) => Err(Missing::NoSolution),
    };
    match told {
        Ok(overlay) => (overlay, None),
        Err(missing) => (Overlay::None, Some(missing)),
    }
}

/// The overlay of all deductions, or of one step.
fn deduction(
    session: &Session,
    arguments: &Draw,
    document: &Document,
    answer: &[EdgeId],
) -> (Overlay, Option<Missing>) {
    let mut steps: Vec<Step> = Vec::new();
    let mut number = 0;
    let is_one = arguments.step.is_some() || arguments.rule.is_some();
    let mut found = None;
    let ending = explain::explain(&document.puzzle, &session.engine_limits(), session, &mut |step| {
        // The givens of the puzzle are not counted as a step.
        number += usize::from(step.rule != Rule::Given);
        let is_numbered = step.rule != Rule::Given && arguments.step == Some(number);
        if is_numbered || arguments.rule == Some(step.rule) {
            found = Some(step.clone());
            return ControlFlow::Break(());
        }
        steps.push(step.clone());
        ControlFlow::Continue(())
    });
    let missing = match ending {
        Ending::Stopped(cause) => Some(Missing::Limit(cause)),
        Ending::Contradiction if !is_one => Some(Missing::NoSolution),
        _ => None,
    };
    if !is_one {
        return (Overlay::deduction(&steps, answer, arguments.animate), missing);
    }
    let Some(step) = found else { return (Overlay::None, missing.or(Some(Missing::Step(number)))) };
    let known = steps.iter().flat_map(|step| &step.conclusions).copied().collect();
    let sentence = Words::new(&document.puzzle, &document.names, &document.positions).sentence(&step);
    (Overlay::Step(Box::new(DrawnStep { number, known, step, sentence })), None)
}

/// The overlay of constraints that contradict each other.
fn contradiction(session: &Session, document: &Document) -> (Overlay, Option<Missing>) {
    match solution(session, document) {
        Ok(_) => (Overlay::None, Some(Missing::Contradiction)),
        Err(Missing::NoSolution) => {
            let (found, stopped) =
                analyse::contradiction(&document.puzzle, &session.engine_limits(), session as &dyn Progress);
            (Overlay::Contradiction { constraints: found.constraints }, stopped.map(Missing::Limit))
        }
        Err(missing) => (Overlay::None, Some(missing)),
    }
}

/// Plans the order of the search.
fn search_plan(residual: &Residual, limits: &Limits) -> Result<Plan, Missing> {
    let options = PlanOptions { effort: Effort::Thorough, ..PlanOptions::default() };
    let plan = order::plan(residual, &options, limits);
    limits.check()?;
    Ok(plan)
}

/// The overlay of the order of the search.
fn plan(residual: &Residual, limits: &Limits) -> Result<Overlay, Missing> {
    Ok(Overlay::plan(residual, &search_plan(residual, limits)?))
}

/// The overlay of the share of all solutions that use each edge.
fn frequency(
    session: &Session,
    mut deduction: Deduction<'_>,
    residual: &Residual,
    limits: &Limits,
) -> Result<Overlay, Missing> {
    let plan = search_plan(residual, limits)?;
    let budget = Budget::new(u64::MAX, session as &dyn Progress);
    let edges = deduction.puzzle().edge_count();
    let (diagram, _) = Frontier::new(residual, &plan).depth_first(&mut deduction, limits, budget);
    let diagram = diagram?;
    let counts = diagram.counts(limits)?;
    let total = counts.total();
    if total == BigUint::ZERO {
        return Err(Missing::NoSolution);
    }
    let mut shares = vec![Share::None; edges];
    for (edge, count) in diagram.variables().iter().zip(counts.frequencies(limits)?) {
        shares[edge.index()] = share(count, &total);
    }
    Ok(Overlay::Frequency { shares, count: counted(&total, "solution") })
}

/// The share of `count` in `total`.
fn share(count: BigUint, total: &BigUint) -> Share {
    if count == BigUint::ZERO {
        return Share::None;
    }
    if count == *total {
        return Share::All;
    }
    // The share is computed in millionths first, as the numbers themselves may exceed floating point.
    let millionths = (count * 1_000_000u32 / total).to_string();
    Share::Part(millionths.parse::<f64>().unwrap_or(0.0) / 1e6)
}
