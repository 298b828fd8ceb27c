//! Pictures.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zlink::NoPicture;
use zlink::draw::png::png;

use super::Puzzle;
use super::asked::Asked;
use super::inner::Inner;
use super::solution::Solution;
use crate::errors::Failure;
use crate::work::guarded;

/// Writes a picture to a file, if one is given: as PNG if its name ends so. It is returned in any case.
pub(super) fn written(py: Python<'_>, svg: String, path: Option<PathBuf>) -> PyResult<String> {
    if let Some(path) = path {
        let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let bytes = match is_png {
            true => py.detach(|| guarded(|| png(&svg).map_err(|error| Failure::Value(error.to_string()))))?,
            false => svg.clone().into_bytes(),
        };
        py.detach(|| std::fs::write(&path, bytes))?;
    }
    Ok(svg)
}

/// What is drawn.
enum Drawn<'a> {
    Puzzle(&'a Inner),
    Solution(&'a Solution),
}

impl Drawn<'_> {
    fn inner(&self) -> &Inner {
        match self {
            Drawn::Puzzle(inner) => inner,
            Drawn::Solution(solution) => &solution.inner,
        }
    }

    fn solution(&self, puzzle: &zlink::Puzzle) -> Option<zlink::Solution> {
        match self {
            Drawn::Puzzle(_) => None,
            Drawn::Solution(solution) => puzzle.check(&solution.edges).ok(),
        }
    }

    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let puzzle = &self.inner().puzzle;
        Asked::nothing(py)?.run(py, &mut |_| Ok(()), |options| {
            let puzzle = puzzle.with_options(options);
            self.solution(&puzzle).map_or_else(|| puzzle.svg(), |solution| solution.svg())
        })
    }

    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let puzzle = &self.inner().puzzle;
        let text = Asked::nothing(py)?.run(py, &mut |_| Ok(()), |options| {
            let puzzle = puzzle.with_options(options);
            match self.solution(&puzzle).map_or_else(|| puzzle.text(), |solution| solution.text()) {
                Ok(text) => Ok(Ok(text)),
                Err(NoPicture::Layout(error)) => Err(error),
                Err(other) => Ok(Err(other.to_string())),
            }
        })?;
        text.map_err(PyValueError::new_err)
    }
}

#[pymethods]
impl Puzzle {
    /// The puzzle as a picture (SVG). With ``path`` it is written there, as PNG if the name ends so.
    ///
    /// >>> Puzzle.read('3.\n.1').draw()[:4]
    /// '<svg'
    #[pyo3(signature = (path=None))]
    fn draw(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        written(py, self._repr_svg_(py)?, path)
    }

    /// What notebooks show.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Drawn::Puzzle(&self.inner).svg(py)
    }

    /// The puzzle in characters, as for a terminal.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        Drawn::Puzzle(&self.inner).text(py)
    }
}

#[pymethods]
impl Solution {
    /// The puzzle with this solution as a picture (SVG). With ``path`` it is written there, as PNG if the name ends so.
    #[pyo3(signature = (path=None))]
    fn draw(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        written(py, self._repr_svg_(py)?, path)
    }

    /// What notebooks show.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Drawn::Solution(self).svg(py)
    }

    /// The puzzle with this solution in characters, as for a terminal.
    ///
    /// >>> from zlink import Puzzle
    /// >>> print(Puzzle.read('3.\n.1').solve().text().splitlines()[1].strip())
    /// ┃ 3     ┃
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        Drawn::Solution(self).text(py)
    }
}
