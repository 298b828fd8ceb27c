//! Generation of puzzles.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use zlink::{
    Difficulty, EdgeId, GenerateError, Minimal, NumberlinkOptions, SlitherlinkOptions, Symmetry, Wanted,
};

use super::asked::{Asked, named};
use super::inner::Puzzle;
use super::results::class;
use super::solution::Solution;
use crate::arguments::Whole;

fn wanted(difficulty: Option<&Bound<'_, PyAny>>) -> PyResult<Wanted> {
    let difficulty = difficulty.map(|name| named(name, "difficulty", &Difficulty::ALL, Difficulty::name));
    Ok(Wanted { difficulty: difficulty.transpose()?, ..Wanted::default() })
}

impl Puzzle {
    fn make<'py>(
        &self,
        py: Python<'py>,
        asked: &Asked,
        make: impl FnOnce(&zlink::Puzzle) -> Result<zlink::Made, GenerateError> + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = self.inner.puzzle.clone();
        let made = asked.run(py, &mut |_| Ok(()), move |options| make(&puzzle.with_options(options)))?;
        let edges: Vec<EdgeId> = made.solution.edges().to_vec();
        // The options of this call are not those of the new puzzle.
        let inner = Arc::new(self.inner.with(made.puzzle.with_options(zlink::Options::new())));
        let solution = Solution::new(&inner, edges);
        let difficulty = made.difficulty.map(Difficulty::name);
        class(py, "Made")?.call1((Puzzle { inner }, solution, difficulty))
    }
}

#[pymethods]
impl Puzzle {
    /// Makes a random Slitherlink on this board, with exactly one solution. The result has its ``puzzle``,
    /// ``solution``, and ``difficulty``. Clues of the board are kept. ``seed`` determines the puzzle.
    ///
    /// ``difficulty`` is ``'easy'``, ``'normal'``, ``'tricky'``, ``'hard'`` or ``'extreme'``. ``clues`` is the exact
    /// number of clues. ``symmetry`` is the symmetry of their places: ``'point'``, ``'quarter'``, ``'left-right'``,
    /// ``'up-down'``, ``'both'``, ``'diagonal'`` or ``'graph'``. With ``minimal``, no clue can be left out. Raises
    /// ``ValueError`` if there is no such puzzle, or none was found.
    ///
    /// >>> made = Puzzle.board('honeycomb', 4, 4).make_slitherlink(difficulty='easy', seed=1)
    /// >>> made.puzzle.is_unique(), made.difficulty, made.solution == made.puzzle.solve()
    /// (True, 'easy', True)
    #[pyo3(
        signature = (*, difficulty=None, clues=None, symmetry=None, minimal=false, **keywords),
        text_signature = "($self, *, difficulty=None, clues=None, symmetry=None, minimal=False, seed=0, time_limit=None, memory_limit=None, threads=1, progress=None)"
    )]
    fn make_slitherlink<'py>(
        &self,
        py: Python<'py>,
        difficulty: Option<&Bound<'py, PyAny>>,
        clues: Option<Whole<usize>>,
        symmetry: Option<&Bound<'py, PyAny>>,
        minimal: bool,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked::new(py, "make_slitherlink", keywords, &["threads", "seed"])?;
        let symmetry =
            symmetry.map(|name| named(name, "symmetry", &Symmetry::ALL, Symmetry::name)).transpose()?;
        let clues = clues.map(|Whole(clues)| clues);
        let minimal = minimal.then_some(Minimal::Unique);
        let wanted = wanted(difficulty)?;
        let options =
            SlitherlinkOptions { wanted, clues, symmetry, minimal, ..SlitherlinkOptions::default() };
        self.make(py, &asked, move |puzzle| puzzle.make_slitherlink(&options))
    }

    /// Makes a random Numberlink on the graph of this board, with exactly one solution. The result has its ``puzzle``,
    /// ``solution``, and ``difficulty``, which is ``None`` unless a difficulty was requested. ``seed`` determines the
    /// puzzle.
    ///
    /// The puzzle has at most ``pairs_at_most`` pairs. With ``cover``, it demands that every vertex is covered, and
    /// only one solution does that. Raises ``ValueError`` if there is no such puzzle, or none was found.
    ///
    /// >>> made = Puzzle.grid(5, 5).make_numberlink(seed=1)
    /// >>> made.puzzle.is_unique(), len(made.puzzle.pairs) > 0
    /// (True, True)
    #[pyo3(
        signature = (*, difficulty=None, pairs_at_most=None, cover=false, **keywords),
        text_signature = "($self, *, difficulty=None, pairs_at_most=None, cover=False, seed=0, time_limit=None, memory_limit=None, threads=1, progress=None)"
    )]
    fn make_numberlink<'py>(
        &self,
        py: Python<'py>,
        difficulty: Option<&Bound<'py, PyAny>>,
        pairs_at_most: Option<Whole<usize>>,
        cover: bool,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked::new(py, "make_numberlink", keywords, &["threads", "seed"])?;
        let pairs_at_most = pairs_at_most.map(|Whole(pairs)| pairs);
        let options = NumberlinkOptions { wanted: wanted(difficulty)?, pairs_at_most, cover };
        self.make(py, &asked, move |puzzle| puzzle.make_numberlink(&options))
    }
}
