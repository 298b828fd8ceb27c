//! Analyses of puzzles for their designers.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use zlink::analysis::{Constraint, Finding, Number, Stage, Values};
use zlink::{EdgeId, Stop};

use super::asked::Asked;
use super::inner::{Inner, Puzzle};
use super::results::class;
use super::solution::Solution;
use crate::arguments::callable;
use crate::limits::seconds;

/// An analysis as the object `zlink.Analysis`.
fn object<'py>(
    py: Python<'py>,
    inner: &Arc<Inner>,
    analysis: &zlink::Analysis,
) -> PyResult<Bound<'py, PyAny>> {
    let class = class(py, "Analysis")?;
    let fields = PyDict::new(py);
    for name in class.getattr("__dataclass_fields__")?.try_iter()? {
        fields.set_item(name?, py.None())?;
    }
    let found = match analysis.finding(Stage::Solutions) {
        Some(Finding::Solutions(found)) => Some(found),
        _ => None,
    };
    let status = match found.map(|found| (found.solutions.len(), found.is_all)) {
        None => "unknown",
        Some((0, _)) => "none",
        Some((1, true)) => "one",
        Some((1, false)) => "at least one",
        Some(_) => "several",
    };
    fields.set_item("status", status)?;
    let solutions = found.into_iter().flat_map(|found| &found.solutions);
    let solutions = solutions.map(|edges| Py::new(py, Solution::new(inner, edges.clone())));
    fields.set_item("solutions", PyTuple::new(py, solutions.collect::<PyResult<Vec<_>>>()?)?)?;
    for report in analysis.reports() {
        if let Some(finding) = &report.finding {
            set(py, &fields, inner, finding)?;
        }
    }
    let (stages, unknown) = (PyDict::new(py), PyDict::new(py));
    for report in analysis.reports() {
        stages.set_item(report.stage.name(), report.time.as_secs_f64())?;
        if let Some(cause) = report.stopped {
            unknown.set_item(report.stage.name(), cause.to_string())?;
        }
    }
    fields.set_item("stages", stages)?;
    fields.set_item("unknown", unknown)?;
    fields.set_item("_text", analysis.to_string())?;
    fields.set_item("_json", analysis.to_json_lines())?;
    class.call((), Some(&fields))
}

/// Sets the fields of an analysis that a finding has.
fn set(py: Python<'_>, fields: &Bound<'_, PyDict>, inner: &Inner, finding: &Finding) -> PyResult<()> {
    match finding {
        Finding::Edges(edges) => {
            fields.set_item("in_all", inner.edge_tuple(py, &edges.in_all)?)?;
            fields.set_item("in_none", inner.edge_tuple(py, &edges.in_none)?)?;
            fields.set_item("in_some", inner.edge_tuple(py, &edges.in_some)?)?;
            fields.set_item("undecided", inner.edge_tuple(py, &edges.unknown)?)
        }
        Finding::Number(found) => fields.set_item("number", number(py, found)?),
        Finding::Shares(shares) => {
            let dict = PyDict::new(py);
            for (edge, share) in shares.iter().enumerate() {
                dict.set_item(inner.edge(py, EdgeId::from_index(edge))?, share.clone())?;
            }
            fields.set_item("shares", dict)
        }
        Finding::Values(values) => set_values(py, fields, inner, values),
        Finding::Redundant(found) => {
            fields.set_item("redundant", constraints(py, inner, &found.can_go)?)?;
            fields.set_item("needed", constraints(py, inner, &found.needed)?)
        }
        Finding::Contradiction(found) => {
            fields.set_item("contradiction", constraints(py, inner, &found.constraints)?)?;
            fields.set_item("is_minimal", found.is_minimal)
        }
        Finding::Solutions(_) => Ok(()),
    }
}

fn set_values(py: Python<'_>, fields: &Bound<'_, PyDict>, inner: &Inner, values: &Values) -> PyResult<()> {
    let (of_clues, of_paths, unique_clues) = (PyDict::new(py), PyDict::new(py), PyList::empty(py));
    for cell in &values.clues {
        let name = inner.cell(py, cell.cell);
        of_clues.set_item(name, numbers(py, &cell.solutions)?)?;
        for value in cell.unique() {
            unique_clues.append((name, value))?;
        }
    }
    for vertex in &values.paths {
        of_paths.set_item(inner.vertex(py, vertex.vertex), numbers(py, &vertex.solutions)?)?;
    }
    let unique_pairs = values.pairs.iter().map(|&[a, b]| (inner.vertex(py, a), inner.vertex(py, b)));
    fields.set_item("clue_values", of_clues)?;
    fields.set_item("path_values", of_paths)?;
    fields.set_item("unique_clues", unique_clues)?;
    fields.set_item("unique_pairs", unique_pairs.collect::<Vec<_>>())
}

pub(super) fn constraints<'py>(
    py: Python<'py>,
    inner: &Inner,
    constraints: &[Constraint],
) -> PyResult<Bound<'py, PyTuple>> {
    let all = constraints.iter().map(|&constraint| {
        let (kind, what) = match constraint {
            Constraint::Clue(cell) => ("clue", inner.cell(py, cell).clone()),
            Constraint::AtLeast(cell) => ("at_least", inner.cell(py, cell).clone()),
            Constraint::AtMost(cell) => ("at_most", inner.cell(py, cell).clone()),
            Constraint::Integrity(_) => {
                let literals = inner.puzzle.literals(constraint);
                ("constraint", inner.literals(py, &literals)?.into_any())
            }
            Constraint::Pair(pair) => ("pair", pair_at(py, inner, pair)?),
            Constraint::Required(edge) => ("required", inner.edge(py, edge)?.clone()),
            Constraint::Forbidden(edge) => ("forbidden", inner.edge(py, edge)?.clone()),
            Constraint::Cover => ("cover", py.None().into_bound(py)),
        };
        class(py, "Constraint")?.call1((kind, what, inner.puzzle.fact(constraint)))
    });
    PyTuple::new(py, all.collect::<PyResult<Vec<_>>>()?)
}

/// The pair with this index, as a tuple of two names.
pub(super) fn pair_at<'py>(py: Python<'py>, inner: &Inner, pair: usize) -> PyResult<Bound<'py, PyAny>> {
    let ends = inner.puzzle.pairs().nth(pair).into_iter().flatten();
    let ends = ends.filter_map(|name| inner.puzzle.vertex(name)).map(|vertex| inner.vertex(py, vertex));
    Ok(PyTuple::new(py, ends.collect::<Vec<_>>())?.into_any())
}

fn number<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    let (value, is_exact) = match number {
        Number::Exact(value) => (value.clone(), true),
        Number::AtLeast(value) => (value.clone(), false),
    };
    class(py, "Number")?.call1((value, is_exact))
}

fn numbers<'py>(py: Python<'py>, solutions: &[Number]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, solutions.iter().map(|solutions| number(py, solutions)).collect::<PyResult<Vec<_>>>()?)
}

#[pymethods]
impl Puzzle {
    /// Analyses the puzzle for its designer: whether there is no solution, one, or several, and why.
    ///
    /// ``time_limit`` is the limit for all stages together, ``stage_time`` for each stage, in seconds. A stage that
    /// reaches a limit raises nothing; it is listed in ``Analysis.unknown``. ``on_report`` is called with the
    /// ``Analysis`` so far after each stage.
    #[pyo3(
        signature = (*, stage_time=None, on_report=None, **keywords),
        text_signature = "($self, *, stage_time=None, on_report=None, time_limit=None, memory_limit=None, threads=1, progress=None)"
    )]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        stage_time: Option<&Bound<'py, PyAny>>,
        on_report: Option<Py<PyAny>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked::new(py, "analyse", keywords, &["threads"])?;
        let stage_time: Option<Duration> = stage_time.map(seconds).transpose()?;
        let on_report = on_report.map(|call| callable(py, call, "on_report")).transpose()?;
        let news: Arc<Mutex<Vec<zlink::Analysis>>> = Arc::default();
        let take = || std::mem::take(&mut *news.lock().unwrap_or_else(PoisonError::into_inner));
        let tell = |py: Python<'_>| -> PyResult<()> {
            let Some(call) = &on_report else { return Ok(()) };
            for analysis in take() {
                call.call1(py, (object(py, &self.inner, &analysis)?,))?;
            }
            Ok(())
        };
        let (puzzle, sink, is_told) = (self.inner.puzzle.clone(), Arc::clone(&news), on_report.is_some());
        let analysis = asked.run(py, &mut |py| tell(py), move |options| {
            Ok::<_, Stop>(puzzle.with_options(options).analyse_within(stage_time, |so_far| {
                if is_told {
                    sink.lock().unwrap_or_else(PoisonError::into_inner).push(so_far.clone());
                }
                ControlFlow::Continue(())
            }))
        })?;
        tell(py)?;
        object(py, &self.inner, &analysis)
    }
}
