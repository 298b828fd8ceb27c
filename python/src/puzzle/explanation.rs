//! How a person would solve a puzzle, step by step.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use zlink::explanation::{Branch, Ending, Known, Premises, Step};
use zlink::{EdgeId, Rule, Stop};

use super::analysis::pair_at;
use super::asked::Asked;
use super::inner::{Inner, Puzzle};
use super::picture;
use super::results::{alias, class};

/// How a person would solve a puzzle, step by step, the easiest step each time.
///
/// It has as many steps as its length says, and may be iterated over. As ``str`` it is what ``zlink explain`` writes.
///
/// >>> from zlink import Puzzle
/// >>> explanation = Puzzle.read('3.\n.0').explain()
/// >>> explanation.solutions, len(explanation)
/// ('none', 9)
/// >>> print(explanation.steps[0].sentence)
/// The 0 in row 2, column 2: none of its edges is in.
#[pyclass(frozen, module = "zlink", sequence)]
pub(crate) struct Explanation {
    inner: Arc<Inner>,
    explanation: Arc<zlink::Explanation>,
}

/// Whether there is a solution, as the ending says.
pub(super) fn solutions(ending: &Ending) -> &'static str {
    match ending {
        Ending::Solved => "one",
        Ending::Several(_) => "several",
        Ending::Contradiction => "none",
        _ => "unknown",
    }
}

impl Explanation {
    /// The edges that are known to be in, or out.
    fn edges<'py>(&self, py: Python<'py>, known: &[Known], is_in: bool) -> PyResult<Bound<'py, PyTuple>> {
        let edges = known.iter().filter(|known| known.is_in == is_in).map(|known| known.edge);
        self.inner.edge_tuple(py, &edges.collect::<Vec<EdgeId>>())
    }

    fn step<'py>(&self, py: Python<'py>, number: usize, step: &Step) -> PyResult<Bound<'py, PyAny>> {
        let branches = step.branches.iter().map(|branch| self.branch(py, branch));
        class(py, "Step")?.call1((
            number,
            step.rule.name(),
            step.difficulty.name(),
            self.explanation.sentence(step),
            self.edges(py, &step.conclusions, true)?,
            self.edges(py, &step.conclusions, false)?,
            self.premises(py, &step.premises)?,
            PyTuple::new(py, branches.collect::<PyResult<Vec<_>>>()?)?,
        ))
    }

    /// Branches are not nested deeper than a few levels.
    fn branch<'py>(&self, py: Python<'py>, branch: &Branch) -> PyResult<Bound<'py, PyAny>> {
        let steps = branch.steps.iter().map(|step| self.step(py, 0, step));
        let Known { edge, is_in } = branch.assumption;
        class(py, "Branch")?.call1((
            self.inner.edge(py, edge)?,
            is_in,
            PyTuple::new(py, steps.collect::<PyResult<Vec<_>>>()?)?,
            branch.broken.as_deref().map(|step| self.step(py, 0, step)).transpose()?,
        ))
    }

    fn premises<'py>(&self, py: Python<'py>, premises: &Premises) -> PyResult<Bound<'py, PyAny>> {
        let inner = &*self.inner;
        let pairs = premises.pairs.iter().map(|&pair| pair_at(py, inner, pair));
        class(py, "Premises")?.call1((
            PyTuple::new(py, premises.clues.iter().map(|&cell| inner.cell(py, cell)))?,
            PyTuple::new(py, premises.vertices.iter().map(|&vertex| inner.vertex(py, vertex)))?,
            self.edges(py, &premises.edges, true)?,
            self.edges(py, &premises.edges, false)?,
            PyTuple::new(py, pairs.collect::<PyResult<Vec<_>>>()?)?,
            premises.is_global,
            premises.is_unique,
        ))
    }

    /// Whether a step has a number: what the puzzle gives has none, unless it contradicts itself.
    fn is_numbered(step: &Step) -> bool {
        step.rule != Rule::Given || step.conclusions.is_empty()
    }
}

#[pymethods]
impl Explanation {
    /// So that annotations can say what the vertices are.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    /// The steps. What the puzzle gives of edges is not among them.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps = self.explanation.steps().iter().filter(|step| Explanation::is_numbered(step));
        let steps = steps.enumerate().map(|(i, step)| self.step(py, i + 1, step));
        PyTuple::new(py, steps.collect::<PyResult<Vec<_>>>()?)
    }

    /// How it ends: there is ``'one'`` solution, there are ``'several'``, or ``'none'``.
    #[getter]
    fn solutions(&self) -> &'static str {
        solutions(self.explanation.ending())
    }

    /// The edges in which several solutions differ.
    #[getter]
    fn open<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.explanation.ending() {
            Ending::Several(open) => self.inner.edge_tuple(py, open),
            _ => self.inner.edge_tuple(py, &[]),
        }
    }

    /// A picture (SVG) of the step with this number, with what was known before it.
    fn svg(&self, py: Python<'_>, number: usize) -> PyResult<String> {
        let explanation = Arc::clone(&self.explanation);
        let svg = Asked::nothing(py)?.run(py, &mut |_| Ok(()), move |_| explanation.svg(number))?;
        svg.ok_or_else(|| PyIndexError::new_err(format!("there is no step {number}")))
    }

    /// The picture of the step with this number. With ``path`` it is written there, as PNG if the name ends so.
    #[pyo3(signature = (number, path=None))]
    fn draw(&self, py: Python<'_>, number: usize, path: Option<PathBuf>) -> PyResult<String> {
        picture::written(py, self.svg(py, number)?, path)
    }

    /// A line of JSON for each step and one for the ending, as of ``zlink explain --json``.
    fn to_json_lines(&self) -> String {
        self.explanation.to_json_lines()
    }

    fn __len__(&self) -> usize {
        self.explanation.steps().iter().filter(|step| Explanation::is_numbered(step)).count()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.steps(py)?.try_iter()?.into_any())
    }

    fn __str__(&self) -> String {
        self.explanation.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<zlink.Explanation: {} steps>", self.__len__())
    }
}

#[pymethods]
impl Puzzle {
    /// How a person would solve it, the easiest step each time.
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, time_limit=None, memory_limit=None, progress=None)"
    )]
    fn explain(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Explanation> {
        let asked = Asked::new(py, "explain", keywords)?;
        let explanation = asked.ask(py, &self.inner, |puzzle| {
            let explanation = puzzle.explain();
            match explanation.ending() {
                Ending::Stopped(cause) => Err(Stop::Exhausted(*cause)),
                _ => Ok(explanation),
            }
        })?;
        Ok(Explanation { inner: Arc::clone(&self.inner), explanation: Arc::new(explanation) })
    }

    /// How hard it is, and why.
    ///
    /// >>> rating = Puzzle.read('3.3\n...\n3.3').rate()
    /// >>> rating.difficulty, rating.solutions
    /// ('normal', 'several')
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, time_limit=None, memory_limit=None, progress=None)"
    )]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked::new(py, "rate", keywords)?;
        let rating = asked.ask(py, &self.inner, |puzzle| Ok(puzzle.rate()?))?;
        let steps = PyDict::new(py);
        for (rule, count) in &rating.steps {
            steps.set_item(rule.name(), count)?;
        }
        class(py, "Rating")?.call1((
            rating.difficulty.name(),
            rating.hardest.name(),
            steps,
            rating.rounds,
            rating.narrowest,
            rating.depth,
            solutions(&rating.ending),
        ))
    }
}
