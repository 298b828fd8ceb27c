//! Pictures of puzzles and solutions.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zlink::draw::Scene;
use zlink::draw::png::PngError;
use zlink::{EdgeId, NoPicture, Options};

use super::asked::Asked;
use super::inner::{Inner, Puzzle};
use super::reading::os_error;
use super::solution::Solution;
use crate::errors::Failure;
use crate::work::run_short;

/// Writes a picture to the file at `path`, if there is one, as PNG if the name ends in `.png`. Returns the SVG.
pub(super) fn written(
    py: Python<'_>,
    path: Option<PathBuf>,
    scene: impl FnOnce() -> PyResult<Scene>,
) -> PyResult<String> {
    let is_png = path.as_deref().map(is_png).transpose()?;
    let scene = scene()?;
    let svg = scene.svg();
    if let (Some(path), Some(is_png)) = (path, is_png) {
        let bytes = match is_png {
            true => run_short(py, usize::MAX, |limits| {
                scene.png(limits).map_err(|error| match error {
                    PngError::Interrupted(cause) => Failure::Interrupted(cause),
                    other => Failure::Value(other.to_string()),
                })
            })?,
            false => svg.clone().into_bytes(),
        };
        py.detach(|| std::fs::write(&path, bytes)).map_err(|error| os_error(py, error, &path))?;
    }
    Ok(svg)
}

/// Whether the picture for a file is PNG, and not SVG: by its ending, where none stands for SVG.
fn is_png(path: &Path) -> PyResult<bool> {
    match path.extension().map(|ending| ending.to_ascii_lowercase()) {
        Some(ending) if ending == "png" => Ok(true),
        Some(ending) if ending != "svg" => {
            let text = format!("a picture is written as .svg or .png, not as {}", path.display());
            Err(PyValueError::new_err(text))
        }
        _ => Ok(false),
    }
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
    /// A picture (SVG) of the puzzle. With ``path``, it is also written to that file: as PNG if the name ends in
    /// ``.png``, as SVG if it ends in ``.svg`` or has no ending.
    ///
    /// >>> Puzzle.read('3.\n.1').draw()[:4]
    /// '<svg'
    #[pyo3(signature = (path=None))]
    fn draw(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        written(py, path, || Drawn::puzzle(&self.inner).scene(py))
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
    /// A picture (SVG) of the puzzle with this solution. With ``path``, it is also written to that file; see
    /// ``Puzzle.draw``.
    #[pyo3(signature = (path=None))]
    fn draw(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        written(py, path, || Drawn::solution(self).scene(py))
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
