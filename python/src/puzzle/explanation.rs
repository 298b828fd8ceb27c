//! Explanations and ratings: how a person would solve a puzzle.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use zlink::explanation::{Branch, Ending, Known, Premises, Step};
use zlink::{EdgeId, Rule, Stop};

use super::analysis::{constraints, pair_at};
use super::asked::Asked;
use super::inner::{Inner, Puzzle};
use super::picture;
use super::results::{alias, class};
use super::values::compared;
use crate::arguments::Whole;

/// An explanation of a puzzle: the steps in which a person would solve it, always the easiest step that is possible.
///
/// ``len`` is the number of steps, and iteration yields them. ``str`` of an explanation is the text that
/// ``zlink explain`` prints.
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

/// The number of solutions that an ending of an explanation shows.
pub(super) fn solutions(ending: &Ending) -> &'static str {
    match ending {
        Ending::Solved => "one",
        Ending::Several(_) => "several",
        Ending::Contradiction => "none",
        _ => "unknown",
    }
}

impl Explanation {
    /// The edges of `known` that are in the solution or, if `is_in` is false, those that are not.
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

    /// A branch as an object of Python. Recursion is not deep, as branches are nested by a few levels at most.
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
            constraints(py, inner, &premises.constraints)?,
        ))
    }

    fn puzzle(&self) -> Puzzle {
        Puzzle { inner: Arc::clone(&self.inner) }
    }

    /// Whether a step has a number. A step that only states edges which the puzzle gives has none.
    fn is_numbered(step: &Step) -> bool {
        step.rule != Rule::Given || step.conclusions.is_empty()
    }
}

#[pymethods]
impl Explanation {
    /// For annotations such as ``Explanation[int]``: the type of the vertices.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    /// The steps. Edges that the puzzle gives are not among them.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps = self.explanation.steps().iter().filter(|step| Explanation::is_numbered(step));
        let steps = steps.enumerate().map(|(i, step)| self.step(py, i + 1, step));
        PyTuple::new(py, steps.collect::<PyResult<Vec<_>>>()?)
    }

    /// The number of solutions that the steps show: ``'one'``, ``'several'``, or ``'none'``.
    #[getter]
    fn solutions(&self) -> &'static str {
        solutions(self.explanation.ending())
    }

    /// The edges in which the solutions differ, if there are several.
    #[getter]
    fn open<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.explanation.ending() {
            Ending::Several(open) => self.inner.edge_tuple(py, open),
            _ => self.inner.edge_tuple(py, &[]),
        }
    }

    /// A picture (SVG) of the step with this number, with the edges that are known before it.
    fn svg(&self, py: Python<'_>, number: Whole<i64>) -> PyResult<String> {
        self.draw(py, number, None)
    }

    /// A picture (SVG) of the step with this number. With ``path``, it is also written to that file; see
    /// ``Puzzle.draw``.
    #[pyo3(signature = (number, path=None))]
    fn draw(&self, py: Python<'_>, number: Whole<i64>, path: Option<PathBuf>) -> PyResult<String> {
        let Whole(number) = number;
        picture::written(py, path, || {
            let explanation = Arc::clone(&self.explanation);
            let scene = match usize::try_from(number) {
                Ok(number) => {
                    Asked::nothing(py)?.run(py, &mut |_| Ok(()), move |_| explanation.scene(number))?
                }
                Err(_) => None,
            };
            scene.ok_or_else(|| PyIndexError::new_err(format!("there is no step {number}")))
        })
    }

    /// The explanation as JSON, one line per step and one for the ending, as ``zlink explain --json`` prints it.
    fn to_json_lines(&self) -> String {
        self.explanation.to_json_lines()
    }

    /// Explanations are equal if their puzzles are equal, and the steps the same.
    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(other) = other.cast::<Explanation>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        let equal = || match Arc::ptr_eq(&self.explanation, &other.explanation) {
            true => Ok(true),
            false => {
                let [mine, others] = [self, other].map(|explanation| explanation.to_json_lines());
                Ok(mine == others && self.puzzle().into_pyobject(py)?.eq(other.puzzle())?)
            }
        };
        compared(py, operator, equal)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.puzzle().into_pyobject(py)?.hash()
    }

    /// A pickle has the puzzle, which is explained again: that gives the same steps.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Puzzle,))> {
        let explain = py.get_type::<Puzzle>().getattr("explain")?;
        Ok((explain, (self.puzzle(),)))
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
    /// Explains how a person would solve the puzzle, always by the easiest step that is possible.
    #[pyo3(
        signature = (**keywords),
        text_signature = "($self, *, time_limit=None, memory_limit=None, progress=None)"
    )]
    fn explain(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Explanation> {
        let asked = Asked::new(py, "explain", keywords, &[])?;
        let explanation = asked.ask(py, &self.inner, |puzzle| {
            let explanation = puzzle.explain();
            match explanation.ending() {
                Ending::Stopped(cause) => Err(Stop::Interrupted(*cause)),
                _ => Ok(explanation),
            }
        })?;
        Ok(Explanation { inner: Arc::clone(&self.inner), explanation: Arc::new(explanation) })
    }

    /// Rates how hard the puzzle is for a person, and why.
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
        let asked = Asked::new(py, "rate", keywords, &[])?;
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
