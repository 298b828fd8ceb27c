//! The cells whose clues go and come together, as requests name them.

use std::collections::HashMap;

use serde::Deserialize;

use super::boards::refused;
use super::job::Job;
use super::make::symmetry;
use super::refusal::Refusal;
use zlink_puzzle::{CellId, Names, Puzzle};

/// The most bytes that finding a cell by its name takes per cell.
const CELL_BYTES: usize = 200;

/// Sets of cells whose clues go and come together: those that a symmetry of the board exchanges, or others.
#[derive(Debug, Deserialize)]
pub(super) struct Together {
    symmetry: Option<String>,
    orbits: Option<Vec<Vec<String>>>,
}

impl Together {
    /// The sets of cells of a puzzle; `None` if there are none.
    pub(super) fn orbits(
        &self,
        puzzle: &Puzzle,
        names: &Names,
        positions: &[Option<[i64; 2]>],
        job: &Job,
    ) -> Result<Option<Vec<Vec<CellId>>>, Refusal> {
        if let Some(orbits) = &self.orbits {
            let cells = (0..puzzle.cell_count()).map(CellId::from_index);
            job.reserve(puzzle.cell_count() * CELL_BYTES)?;
            let by_name: HashMap<String, CellId> =
                cells.map(|cell| (names.cell(cell).to_string(), cell)).collect();
            let cell = |name: &String| {
                by_name
                    .get(name)
                    .copied()
                    .ok_or_else(|| Refusal::impossible(format!("there is no cell {name}")))
            };
            return orbits
                .iter()
                .map(|orbit| orbit.iter().map(cell).collect())
                .collect::<Result<_, _>>()
                .map(Some);
        }
        let Some(symmetry) = symmetry(self.symmetry.as_deref())? else { return Ok(None) };
        symmetry.orbits(puzzle, positions, &job.limits).map(Some).map_err(|error| refused(error, job))
    }
}
