//! Masyu: the loop goes straight through each white circle, and turns on at least one side next to it; it turns on each black circle, and goes
//! straight on through both squares next to it.

use super::squares::{SIDES, Squares};
use crate::document::DraftError;
use zlink_puzzle::Marks;

/// A circle, by its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Circle {
    White,
    Black,
}

impl Circle {
    /// The circle with this mark.
    pub(super) fn of(mark: &str) -> Option<Self> {
        match mark {
            Marks::WHITE => Some(Circle::White),
            Marks::BLACK => Some(Circle::Black),
            _ => None,
        }
    }
}

/// Adds the rules and marks of circles, which are given by square.
pub(super) fn constrain(squares: &mut Squares, circles: &[Option<Circle>]) -> Result<(), DraftError> {
    for (square, circle) in circles.iter().enumerate() {
        match circle {
            Some(Circle::White) => white(squares, square)?,
            Some(Circle::Black) => black(squares, square)?,
            None => {}
        }
    }
    Ok(())
}

fn white(squares: &mut Squares, square: usize) -> Result<(), DraftError> {
    squares.mark(square, Marks::WHITE);
    let edges = squares.edges(square).collect();
    squares.draft.cell(&format!("circle({square})"), edges, Some(2))?;
    for side in SIDES {
        // No link leads in without one that leads straight out.
        let Some(here) = squares.edge(square, side) else { continue };
        let opposite = squares.edge(square, (side + 2) % 4);
        let out = opposite.map(|edge| (edge, false));
        squares.draft.integrity([(here, true)].into_iter().chain(out));
        // Nor does it go straight on in both directions.
        if let [Some(before), Some(behind)] = [side, (side + 2) % 4].map(|side| squares.further(square, side))
        {
            squares.draft.integrity([before, here, behind].map(|edge| (edge, true)));
        }
    }
    Ok(())
}

fn black(squares: &mut Squares, square: usize) -> Result<(), DraftError> {
    squares.mark(square, Marks::BLACK);
    for (side, name) in [(0, "down"), (1, "across")] {
        let edges = [side, side + 2].into_iter().filter_map(|side| squares.edge(square, side)).collect();
        squares.draft.cell(&format!("{name}({square})"), edges, Some(1))?;
    }
    for side in SIDES {
        let Some(here) = squares.edge(square, side) else { continue };
        let further = squares.further(square, side).map(|edge| (edge, false));
        squares.draft.integrity([(here, true)].into_iter().chain(further));
    }
    Ok(())
}
