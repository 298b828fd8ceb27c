//! The dark part of a picture as a board (Pilaud, Numberlink Solver, INF421, section 3.2).
//!
//! The picture is divided into square cells; those that are dark on average are the vertices, and neighbours are joined.
//! Cells that no path can pass are left out: those without a dark neighbour, and where more of them hang on one cell
//! than a path through it has ends, the others.

use std::io::Cursor;

use png::{ColorType, Decoder, DecodingError, Limits, Transformations};

use super::partition::Partition;
use super::{Board, Unmet};
use crate::puzzle::{Incidence, Names, Parts, Puzzle, Topology};
use crate::random::Random;

/// More bytes than any picture may have when it is unpacked.
const MOST_BYTES: usize = 1 << 29;
/// More cells than any board can have.
const MOST_CELLS: usize = 1 << 22;

/// How light each pixel of a picture is, from 0 to 255.
#[derive(Debug, Clone)]
pub struct Picture {
    width: usize,
    light: Vec<u8>,
}

/// The dark part of a picture.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The graph of the dark cells.
    pub board: Board,
    /// The dark cells that were left out: columns and rows, from 0.
    pub left_out: Vec<[i64; 2]>,
}

impl Picture {
    /// Reads a PNG file of any kind. Where it is transparent, white shows.
    pub fn read(bytes: &[u8]) -> Result<Self, Unmet> {
        let unreadable = |error: DecodingError| Unmet::Request(format!("this is no readable PNG: {error}"));
        let too_large = || Unmet::Request("the picture is too large".into());
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MOST_BYTES });
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(unreadable)?;
        let size = reader.output_buffer_size().filter(|&size| size <= MOST_BYTES).ok_or_else(too_large)?;
        let mut pixels = vec![0; size];
        let info = reader.next_frame(&mut pixels).map_err(unreadable)?;
        pixels.truncate(info.buffer_size());
        let (channels, coloured) = match info.color_type {
            ColorType::Grayscale | ColorType::Indexed => (1, false),
            ColorType::GrayscaleAlpha => (2, false),
            ColorType::Rgb => (3, true),
            ColorType::Rgba => (4, true),
        };
        let light = |pixel: &[u8]| {
            let [red, green, blue] = if coloured { [0, 1, 2] } else { [0; 3] }.map(|i| u32::from(pixel[i]));
            let light = (299 * red + 587 * green + 114 * blue) / 1000;
            let opaque = if channels % 2 == 0 { u32::from(pixel[channels - 1]) } else { 255 };
            ((light * opaque + 255 * (255 - opaque)) / 255) as u8
        };
        let light = pixels.chunks_exact(channels).map(light).collect();
        Ok(Picture { width: info.width as usize, light })
    }

    /// Its part that is darker than `threshold` (0 black, 1 white) when it is divided into so many columns.
    pub fn shape(&self, columns: usize, threshold: f64) -> Result<Shape, Unmet> {
        let mut dark = self.dark(columns, threshold)?;
        if dark.is_empty() {
            return Err(Unmet::Request("nothing in the picture is as dark as this threshold says".into()));
        }
        let mut left_out: Vec<[i64; 2]> = Vec::new();
        loop {
            let board = board(&dark)?;
            let misfits = Partition::misfits(&Incidence::of(&board.puzzle), &mut Random::new(1));
            if misfits.is_empty() {
                left_out.sort_unstable_by_key(|&[x, y]| (y, x));
                return Ok(Shape { board, left_out });
            }
            // From the last one on, so that the others keep their places.
            left_out.extend(misfits.iter().rev().map(|v| dark.remove(v.index())));
            if dark.is_empty() {
                return Err(Unmet::Request("no two dark cells of the picture are neighbours".into()));
            }
        }
    }

    /// The dark cells, row by row.
    fn dark(&self, columns: usize, threshold: f64) -> Result<Vec<[i64; 2]>, Unmet> {
        let height = self.light.len() / self.width;
        let rows = (2 * height).saturating_mul(columns).saturating_add(self.width) / (2 * self.width);
        let rows = rows.max(1);
        if columns == 0 || rows.checked_mul(columns).is_none_or(|cells| cells > MOST_CELLS) {
            return Err(Unmet::Request(format!("a picture of {columns} by {rows} cells cannot be made")));
        }
        let span = |i: usize, parts: usize, whole: usize| {
            let start = i * whole / parts;
            start..((i + 1) * whole / parts).max(start + 1)
        };
        let is_dark = |&[x, y]: &[usize; 2]| {
            let lines = span(y, rows, height).map(|line| line * self.width);
            let sum: u64 = lines
                .flat_map(|line| span(x, columns, self.width).map(move |pixel| line + pixel))
                .map(|pixel| u64::from(self.light[pixel]))
                .sum();
            let pixels = span(y, rows, height).len() * span(x, columns, self.width).len();
            (sum as f64) < threshold * 255.0 * pixels as f64
        };
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| [x, y]));
        Ok(places.filter(is_dark).map(|place| place.map(|i| i as i64)).collect())
    }
}

/// The graph of these cells, which come row by row.
fn board(cells: &[[i64; 2]]) -> Result<Board, Unmet> {
    let number = |[x, y]: [i64; 2]| cells.binary_search_by_key(&(y, x), |&[x, y]| (y, x)).ok();
    let mut edges = Vec::new();
    for (v, &[x, y]) in cells.iter().enumerate() {
        let after = [[x + 1, y], [x, y + 1]].into_iter().filter_map(number);
        edges.extend(after.map(|w| [v as u32, w as u32]));
    }
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, cells.len(), edges))
        .map_err(|error| Unmet::Request(error.to_string()))?;
    let names = Names::numbered(cells.len() as u32, 0);
    Ok(Board { puzzle, names, positions: cells.iter().copied().map(Some).collect() })
}
