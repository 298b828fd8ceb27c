//! A picture divided into square cells: which are dark on average.

use super::super::GenerateError;
use super::Picture;
use zlink_base::limits::{Limits, reserve};

/// The most cells of a mosaic.
const MOST_CELLS: usize = 1 << 22;

/// The most bytes that are taken for each cell before it is a part of a board.
const CELL_BYTES: usize = 32;

/// A picture divided into square cells, row by row.
#[derive(Debug, Clone)]
pub(super) struct Mosaic {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The average lightness of each cell, from 0 (black) to 1 (white).
    pub(super) light: Vec<f64>,
    threshold: f64,
}

impl Picture {
    /// The picture divided into `columns` columns of cells; cells darker than `threshold` (0 black, 1 white) are dark.
    pub(super) fn mosaic(
        &self,
        columns: usize,
        threshold: f64,
        limits: &Limits,
    ) -> Result<Mosaic, GenerateError> {
        let height = self.light.len() / self.width;
        let rows = (2 * height).saturating_mul(columns).saturating_add(self.width) / (2 * self.width);
        let rows = rows.max(1);
        if columns == 0 || rows.checked_mul(columns).is_none_or(|cells| cells > MOST_CELLS) {
            return Err(GenerateError::Request(format!(
                "a picture of {columns} by {rows} cells cannot be made"
            )));
        }
        let _room = reserve(limits, columns * rows * CELL_BYTES)?;
        let span = |i: usize, parts: usize, whole: usize| {
            let start = i * whole / parts;
            start..((i + 1) * whole / parts).max(start + 1)
        };
        let light = |[x, y]: [usize; 2]| {
            let lines = span(y, rows, height).map(|line| line * self.width);
            let sum: u64 = lines
                .flat_map(|line| span(x, columns, self.width).map(move |pixel| line + pixel))
                .map(|pixel| u64::from(self.light[pixel]))
                .sum();
            let pixels = span(y, rows, height).len() * span(x, columns, self.width).len();
            sum as f64 / (255.0 * pixels as f64)
        };
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| [x, y]));
        Ok(Mosaic { columns, rows, light: places.map(light).collect(), threshold })
    }
}

impl Mosaic {
    /// Whether each cell is dark; an error if none is.
    pub(super) fn dark(&self) -> Result<Vec<bool>, GenerateError> {
        let dark: Vec<bool> = self.light.iter().map(|&light| light < self.threshold).collect();
        if !dark.contains(&true) {
            return Err(GenerateError::Request(
                "nothing in the picture is as dark as this threshold says".into(),
            ));
        }
        Ok(dark)
    }
}
