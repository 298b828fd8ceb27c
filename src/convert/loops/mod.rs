//! Puzzles whose loop passes through squares: Masyu, Simple Loop, Country Road. The vertices are the middles of the squares, and the rules
//! are facts of the general format; marks say what the source shows.
//!
//! | file | job |
//! |---|---|
//! | `squares` | the grid, while a puzzle is made |
//! | `masyu` | circles |
//! | `country_road` | regions and numbers |
//! | `recognise` | a document as one of these puzzles |

mod country_road;
mod masyu;
mod recognise;
mod squares;
#[cfg(test)]
mod tests;

use super::Document;
use super::document::DraftError;
pub(super) use country_road::Regions;
pub(super) use masyu::Circle;
use squares::Squares;

/// A puzzle whose loop passes through the squares of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SquareLoop {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) kind: Kind,
}

/// The squares of a puzzle, row by row, by its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// The loop passes all circles, in the ways that their colours say.
    Masyu {
        circles: Vec<Option<Circle>>,
        /// Whether the loop passes every square.
        cover: bool,
    },
    /// The loop passes every square that is not shaded.
    SimpleLoop { shaded: Vec<bool> },
    /// The loop visits each region once, and passes one of any two neighbours in different regions.
    CountryRoad(Regions),
}

impl SquareLoop {
    /// The puzzle as facts with marks.
    pub(super) fn document(&self) -> Result<Document, DraftError> {
        let SquareLoop { rows, columns, kind } = self;
        let is_shaded = |square: usize| matches!(kind, Kind::SimpleLoop { shaded } if shaded[square]);
        let mut squares = Squares::new([*rows, *columns], is_shaded)?;
        match kind {
            Kind::Masyu { circles, cover } => {
                masyu::constrain(&mut squares, circles)?;
                squares.draft.parts.cover = *cover;
            }
            Kind::SimpleLoop { .. } => squares.draft.parts.cover = true,
            Kind::CountryRoad(regions) => country_road::constrain(&mut squares, regions)?,
        }
        squares.draft.finish()
    }
}
