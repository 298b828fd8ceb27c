//! Pictures of puzzles and solutions.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zlink::draw::Scene;
use zlink::draw::png::PngError;
use zlink::{EdgeId, NoPicture, Options};

use super::asked::Asked;
use super::inner::{Inner, Puzzle};
use super::solution::Solution;
use crate::errors::Failure;
use crate::work::run_short;

/// Writes a picture to the file at `path`, if there is one, as PNG if the name ends in `.png`. Returns the SVG.
pub(super) fn written(py: Python<'_>, scene: Scene, path: Option<PathBuf>) -> PyResult<String> {
    let svg = scene.svg();
    if let Some(path) = path {
        let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let bytes = match is_png {
            true => run_short(py, usize::MAX, |limits| {
                scene.png(limits).map_err(|error| match error {
                    PngError::Interrupted(cause) => Failure::Interrupted(cause),
                    other => Failure::Value(other.to_string()),
                })
            })?,
            false => svg.clone().into_bytes(),
        };
        py.detach(|| std::fs::write(&path, bytes))?;
    }
    Ok(svg)
}

/// The subject of a picture: a puzzle, perhaps with the edges of a solution.
struct Drawn {
    puzzle: zlink::Puzzle,
    solution: Option<Vec<EdgeId>>,
}

impl Drawn {
    fn puzzle(inner: &Inner) -> Self {
        Drawn { puzzle: inner.puzzle.clone(), solution: None }
    }

    fn solution(solution: &Solution) -> Self {
        Drawn { puzzle: solution.inner.puzzle.clone(), solution: Some(solution.edges.clone()) }
    }

    /// The puzzle with these options, and its solution.
    fn within(self, options: Options) -> (zlink::Puzzle, Option<zlink::Solution>) {
        let puzzle = self.puzzle.with_options(options);
        let solution = self.solution.and_then(|edges| puzzle.check(&edges).ok());
        (puzzle, solution)
    }

    fn scene(self, py: Python<'_>) -> PyResult<Scene> {
        Asked::nothing(py)?.run(py, &mut |_| Ok(()), |options| {
            let (puzzle, solution) = self.within(options);
            solution.map_or_else(|| puzzle.scene(), |solution| solution.scene())
        })
    }

    fn text(self, py: Python<'_>) -> PyResult<String> {
        let text = Asked::nothing(py)?.run(py, &mut |_| Ok(()), |options| {
            let (puzzle, solution) = self.within(options);
            match solution.map_or_else(|| puzzle.text(), |solution| solution.text()) {
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
    /// A picture (SVG) of the puzzle. With ``path``, it is also written to that file, as PNG if the name ends in
    /// ``.png``.
    ///
    /// >>> Puzzle.read('3.\n.1').draw()[:4]
    /// '<svg'
    #[pyo3(signature = (path=None))]
    fn draw(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        written(py, Drawn::puzzle(&self.inner).scene(py)?, path)
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(Drawn::puzzle(&self.inner).scene(py)?.svg())
    }

    /// The puzzle drawn in characters, for a terminal.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        Drawn::puzzle(&self.inner).text(py)
    }
}

#[pymethods]
impl Solution {
    /// A picture (SVG) of the puzzle with this solution. With ``path``, it is also written to that file, as PNG if the
    /// name ends in ``.png``.
    #[pyo3(signature = (path=None))]
    fn draw(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        written(py, Drawn::solution(self).scene(py)?, path)
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(Drawn::solution(self).scene(py)?.svg())
    }

    /// The puzzle with this solution drawn in characters, for a terminal.
    ///
    /// >>> from zlink import Puzzle
    /// >>> print(Puzzle.read('3.\n.1').solve().text().splitlines()[1].strip())
    /// ┃ 3     ┃
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        Drawn::solution(self).text(py)
    }
}
