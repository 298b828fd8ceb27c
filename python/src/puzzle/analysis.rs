//! Analyses of puzzles for their designers.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use zlink::analysis::{Consequences, Constraint, Finding, Found, Number, Redundant, Stage, Values};
use zlink::{EdgeId, Stop, VertexId};

use super::asked::Asked;
use super::inner::{Inner, Puzzle};
use super::results::{alias, class};
use super::solution::Solution;
use crate::limits::seconds;

/// An analysis of a puzzle for its designer: whether it has no solution, one, or several, and why.
///
/// An attribute is ``None`` if its stage does not apply to the puzzle, or found nothing within its limits. ``str`` of
/// an analysis is the text that ``zlink analyse`` prints.
///
/// >>> from zlink import Puzzle
/// >>> analysis = Puzzle.read('3.3\n...\n3.3').analyse()
/// >>> analysis.status, str(analysis.number), len(analysis.in_all)
/// ('several', '2', 8)
#[pyclass(frozen, module = "zlink")]
pub(crate) struct Analysis {
    inner: Arc<Inner>,
    analysis: zlink::Analysis,
}

impl Analysis {
    fn finding(&self, stage: Stage) -> Option<&Finding> {
        self.analysis.finding(stage)
    }

    fn found(&self) -> Option<&Found> {
        match self.finding(Stage::Solutions) {
            Some(Finding::Solutions(found)) => Some(found),
            _ => None,
        }
    }

    fn edges<'py>(
        &self,
        py: Python<'py>,
        of: fn(&Consequences) -> &Vec<EdgeId>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match self.finding(Stage::Edges) {
            Some(Finding::Edges(edges)) => self.inner.edge_tuple(py, of(edges)).map(Some),
            _ => Ok(None),
        }
    }

    fn values(&self) -> Option<&Values> {
        match self.finding(Stage::Values) {
            Some(Finding::Values(values)) => Some(values),
            _ => None,
        }
    }

    fn constraints<'py>(&self, py: Python<'py>, constraints: &[Constraint]) -> PyResult<Bound<'py, PyTuple>> {
        let all = constraints.iter().map(|&constraint| self.constraint(py, constraint));
        PyTuple::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }

    fn constraint<'py>(&self, py: Python<'py>, constraint: Constraint) -> PyResult<Bound<'py, PyAny>> {
        let inner = &*self.inner;
        let (kind, what) = match constraint {
            Constraint::Clue(cell) => ("clue", inner.cell(py, cell).clone()),
            Constraint::Pair(pair) => ("pair", pair_at(py, inner, pair)?),
            Constraint::Required(edge) => ("required", inner.edge(py, edge)?.clone()),
            Constraint::Forbidden(edge) => ("forbidden", inner.edge(py, edge)?.clone()),
            Constraint::Cover => ("cover", py.None().into_bound(py)),
        };
        class(py, "Constraint")?.call1((kind, what, inner.puzzle.fact(constraint)))
    }

    fn redundancy(&self) -> Option<&Redundant> {
        match self.finding(Stage::Redundant) {
            Some(Finding::Redundant(redundant)) => Some(redundant),
            _ => None,
        }
    }
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
impl Analysis {
    /// For annotations such as ``Analysis[int]``: the type of the vertices.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    /// The number of solutions: ``'none'``, ``'one'``, ``'several'``, ``'at least one'``, or ``'unknown'``.
    #[getter]
    fn status(&self) -> &'static str {
        match self.found().map(|found| (found.solutions.len(), found.is_all)) {
            None => "unknown",
            Some((0, _)) => "none",
            Some((1, true)) => "one",
            Some((1, false)) => "at least one",
            Some(_) => "several",
        }
    }

    /// The solutions that were found: none, one, or two of several.
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let solutions = self.found().into_iter().flat_map(|found| &found.solutions);
        let solutions = solutions.map(|edges| Py::new(py, Solution::new(&self.inner, edges.clone())));
        PyTuple::new(py, solutions.collect::<PyResult<Vec<_>>>()?)
    }

    /// The edges that are in all solutions.
    #[getter]
    fn in_all<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.edges(py, |edges| &edges.in_all)
    }

    /// The edges that are in no solution.
    #[getter]
    fn in_none<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.edges(py, |edges| &edges.in_none)
    }

    /// The edges that are in some solutions and not in others.
    #[getter]
    fn in_some<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.edges(py, |edges| &edges.in_some)
    }

    /// The edges for which the limits left open whether all solutions, some, or none have them.
    #[getter]
    fn undecided<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.edges(py, |edges| &edges.unknown)
    }

    /// The number of solutions, as a ``Number``.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.finding(Stage::Number) {
            Some(Finding::Number(found)) => number(py, found).map(Some),
            _ => Ok(None),
        }
    }

    /// For each edge, the number of solutions that have it.
    #[getter]
    fn shares<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(Finding::Shares(shares)) = self.finding(Stage::Shares) else { return Ok(None) };
        let dict = PyDict::new(py);
        for (edge, share) in shares.iter().enumerate() {
            dict.set_item(self.inner.edge(py, EdgeId::from_index(edge))?, share.clone())?;
        }
        Ok(Some(dict))
    }

    /// For a puzzle with several solutions: the number of solutions that each further clue would leave. For each cell
    /// without a clue, there is a tuple with a ``Number`` for the clues 0, 1, 2, ... A number that is not exact is at
    /// most 2: it only shows whether there is no solution, one, or several.
    #[getter]
    fn clue_values<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(values) = self.values() else { return Ok(None) };
        let dict = PyDict::new(py);
        for cell in &values.clues {
            dict.set_item(self.inner.cell(py, cell.cell), numbers(py, &cell.solutions)?)?;
        }
        Ok(Some(dict))
    }

    /// For a puzzle with several solutions: for each vertex that is not in a pair, a tuple with a ``Number`` for each
    /// pair: the solutions in which the path of the pair visits the vertex.
    #[getter]
    fn path_values<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(values) = self.values() else { return Ok(None) };
        let dict = PyDict::new(py);
        for vertex in &values.paths {
            dict.set_item(self.inner.vertex(py, vertex.vertex), numbers(py, &vertex.solutions)?)?;
        }
        Ok(Some(dict))
    }

    /// For a puzzle with several solutions: the further clues each of which would make the solution unique, as tuples
    /// of a cell and a number.
    #[getter]
    fn unique_clues<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(values) = self.values() else { return Ok(None) };
        let list = PyList::empty(py);
        for cell in &values.clues {
            for value in cell.unique() {
                list.append((self.inner.cell(py, cell.cell), value))?;
            }
        }
        Ok(Some(list))
    }

    /// For a puzzle with several solutions: the further pairs of vertices each of which would make the solution unique.
    #[getter]
    fn unique_pairs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(values) = self.values() else { return Ok(None) };
        let list = PyList::empty(py);
        for pair in &values.pairs {
            let [a, b]: [&Bound<'py, PyAny>; 2] = pair.map(|vertex: VertexId| self.inner.vertex(py, vertex));
            list.append((a, b))?;
        }
        Ok(Some(list))
    }

    /// For a puzzle with one solution: the constraints each of which alone can be left out, and the solution stays
    /// unique.
    #[getter]
    fn redundant<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.redundancy().map(|found| self.constraints(py, &found.can_go)).transpose()
    }

    /// For a puzzle with one solution: the constraints without which there are several.
    #[getter]
    fn needed<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.redundancy().map(|found| self.constraints(py, &found.needed)).transpose()
    }

    /// For a puzzle without a solution: constraints that contradict each other. If there are none, the graph alone
    /// allows no solution.
    #[getter]
    fn contradiction<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match self.finding(Stage::Contradiction) {
            Some(Finding::Contradiction(found)) => self.constraints(py, &found.constraints).map(Some),
            _ => Ok(None),
        }
    }

    /// Whether all constraints of ``contradiction`` are needed for it: without any one, the others do not contradict
    /// each other.
    #[getter]
    fn is_minimal(&self) -> Option<bool> {
        match self.finding(Stage::Contradiction) {
            Some(Finding::Contradiction(found)) => Some(found.is_minimal),
            _ => None,
        }
    }

    /// The stages of the analysis, with the time of each in seconds.
    #[getter]
    fn stages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for report in self.analysis.reports() {
            dict.set_item(report.stage.name(), report.time.as_secs_f64())?;
        }
        Ok(dict)
    }

    /// The incomplete stages, with the limit that ended each.
    #[getter]
    fn unknown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for report in self.analysis.reports() {
            if let Some(cause) = report.stopped {
                dict.set_item(report.stage.name(), cause.to_string())?;
            }
        }
        Ok(dict)
    }

    /// The analysis as JSON, one line per stage, as ``zlink analyse --json`` prints it.
    fn to_json_lines(&self) -> String {
        self.analysis.to_json_lines()
    }

    fn __str__(&self) -> String {
        self.analysis.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<zlink.Analysis: {}>", self.status())
    }
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
    fn analyse(
        &self,
        py: Python<'_>,
        stage_time: Option<f64>,
        on_report: Option<Py<PyAny>>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Analysis> {
        let asked = Asked::new(py, "analyse", keywords)?;
        let stage_time: Option<Duration> = stage_time.map(seconds).transpose()?;
        let on_report = on_report.filter(|call| !call.is_none(py));
        let news: Arc<Mutex<Vec<zlink::Analysis>>> = Arc::default();
        let take = || std::mem::take(&mut *news.lock().unwrap_or_else(PoisonError::into_inner));
        let tell = |py: Python<'_>| -> PyResult<()> {
            let Some(call) = &on_report else { return Ok(()) };
            for analysis in take() {
                call.call1(py, (Analysis { inner: Arc::clone(&self.inner), analysis },))?;
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
        Ok(Analysis { inner: Arc::clone(&self.inner), analysis })
    }
}
