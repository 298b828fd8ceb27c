//! Reads and writes the cells of an address whose loop passes through squares: `mashu`, `simpleloop`, `country`.
//!
//! A sign of a `mashu` is three squares, as digits to the base 3: 1 is a white circle, 2 a black one. A sign of a `simpleloop` is five
//! squares, as bits: 1 is shaded. A `country` has a bit for each place between neighbours in a row, then in a column: 1 is a border; the number of
//! each region follows, as in a `numlin`.

use super::cells::{self, Question, numlin, write_numlin};
use super::{Board, Genre};
use crate::lines::{Piece, Read, Text};
use crate::loops::{Circle, Kind, Regions, SquareLoop};
use crate::{Document, Unsupported};
use zlink_facts::Diagnostic;

/// Squares that share a sign: their number, and how many values each can have.
#[derive(Clone, Copy)]
struct Packing {
    squares: usize,
    values: u32,
}

const CIRCLES: Packing = Packing { squares: 3, values: 3 };
const BITS: Packing = Packing { squares: 5, values: 2 };

impl Packing {
    /// The value of each of `size` squares, from the front of `rest`, and whether all were there. Those that are missing are 0.
    fn read(self, text: Text<'_>, rest: &mut Piece<'_>, size: usize) -> Read<(Vec<u32>, bool)> {
        let mut values = Vec::with_capacity(size);
        for sign in rest.characters().take(size.div_ceil(self.squares)) {
            let packed = sign.text.chars().next().and_then(|sign| sign.to_digit(36));
            let packed = packed.filter(|&packed| packed < self.values.pow(self.squares as u32));
            let Some(mut packed) = packed else {
                return Err(text.error(sign.range(), "no squares are written like this"));
            };
            values.resize(values.len() + self.squares, 0);
            for value in values.iter_mut().rev().take(self.squares) {
                *value = packed % self.values;
                packed /= self.values;
            }
            let len = sign.text.len();
            *rest = Piece { at: rest.at + len, text: &rest.text[len..] };
        }
        let is_whole = values.len() >= size;
        if values.iter().skip(size).any(|&value| value > 0) {
            let last = rest.at.saturating_sub(1);
            return Err(text.error(last..rest.at, "this sign has more squares than are left"));
        }
        values.resize(size, 0);
        Ok((values, is_whole))
    }

    /// The signs of squares with these values.
    fn write(self, values: impl Iterator<Item = u32>) -> String {
        let values: Vec<u32> = values.collect();
        let sign = |values: &[u32]| {
            let packed = (0..self.squares)
                .fold(0, |packed, i| packed * self.values + values.get(i).copied().unwrap_or(0));
            // There are at most 32 values.
            char::from_digit(packed, 36).unwrap_or('.')
        };
        values.chunks(self.squares).map(sign).collect()
    }
}

/// Reads the squares of an address.
pub(super) fn read_squares(
    text: Text<'_>,
    board: Board,
    cells: Piece<'_>,
) -> Read<(Document, Option<Diagnostic>)> {
    let mut rest = cells;
    let size = board.rows * board.columns;
    let (kind, is_whole) = match board.genre {
        Genre::Country => return read_country(text, board, cells),
        Genre::SimpleLoop => {
            let (bits, is_whole) = BITS.read(text, &mut rest, size)?;
            let shaded = bits.into_iter().map(|bit| bit == 1).collect();
            // Without shaded squares, the bits are left out.
            (Kind::SimpleLoop { shaded }, is_whole || cells.text.is_empty())
        }
        _ => {
            let (digits, is_whole) = CIRCLES.read(text, &mut rest, size)?;
            let circles = digits.into_iter().map(circle).collect();
            (Kind::Masyu { circles, cover: board.cover }, is_whole)
        }
    };
    if !rest.text.is_empty() {
        return Err(cells::too_many(text, cells, size));
    }
    let warning = (!is_whole)
        .then(|| text.warning(cells.range(), "some of the cells are missing: they are taken as empty"));
    Ok((board.squares(text, kind)?, warning))
}

/// The circle of a digit, if it is one.
fn circle(digit: u32) -> Option<Circle> {
    match digit {
        1 => Some(Circle::White),
        2 => Some(Circle::Black),
        _ => None,
    }
}

fn read_country(text: Text<'_>, board: Board, cells: Piece<'_>) -> Read<(Document, Option<Diagnostic>)> {
    let Board { rows, columns, .. } = board;
    let mut rest = cells;
    let (right, has_right) = BITS.read(text, &mut rest, rows * (columns - 1))?;
    let (down, has_down) = BITS.read(text, &mut rest, (rows - 1) * columns)?;
    if !has_right || !has_down {
        return Err(text.error(cells.range(), "the cells end before the last border"));
    }
    let are_borders = |bits: Vec<u32>| bits.into_iter().map(|bit| bit == 1).collect();
    let mut regions = board.regions([are_borders(right), are_borders(down)]);
    let (signs, warning) = numlin(text, rest, regions.numbers().len(), Question::Any)?;
    for (region, sign) in signs.into_iter().enumerate() {
        let Some(sign) = sign else { continue };
        let number = u32::try_from(cells::number(sign.text)).ok().filter(|&number| number > 0);
        let number = number.ok_or_else(|| text.error(sign.range(), "a number from 1 on was expected"))?;
        regions.set_number(region, number);
    }
    Ok((board.squares(text, Kind::CountryRoad(regions))?, warning))
}

impl Board {
    /// The puzzle with these squares.
    pub(super) fn squares(self, text: Text<'_>, kind: Kind) -> Read<Document> {
        let found = SquareLoop { rows: self.rows, columns: self.columns, kind };
        found.document().map_err(|error| text.error_at_start(error.to_string()))
    }

    /// The regions between borders, which are given for each place between neighbours in a row, then in a column.
    pub(super) fn regions(self, [right, down]: [Vec<bool>; 2]) -> Regions {
        let Board { rows, columns, .. } = self;
        let is_joined = |square: usize| {
            let (row, column) = (square / columns, square % columns);
            let is_last = column + 1 == columns;
            [is_last || !right[row * (columns - 1) + column], down.get(square) != Some(&true)]
        };
        let is_joined: Vec<[bool; 2]> = (0..rows * columns).map(is_joined).collect();
        Regions::between([rows, columns], &is_joined)
    }
}

/// Writes the name, the flag and the cells of a puzzle.
pub(super) fn write_squares(found: &SquareLoop) -> Result<(Genre, &'static str, String), Unsupported> {
    let columns = found.columns;
    Ok(match &found.kind {
        Kind::Masyu { circles, cover } => {
            let digit = |circle: &Option<Circle>| match circle {
                None => 0,
                Some(Circle::White) => 1,
                Some(Circle::Black) => 2,
            };
            (Genre::Mashu, if *cover { "f/" } else { "" }, CIRCLES.write(circles.iter().map(digit)))
        }
        Kind::SimpleLoop { shaded } => {
            (Genre::SimpleLoop, "", BITS.write(shaded.iter().map(|&is_shaded| u32::from(is_shaded))))
        }
        Kind::CountryRoad(regions) => {
            let count = found.rows * columns;
            let border = |square: usize, other: usize| u32::from(regions.has_border(square, other));
            let right = (0..count).filter(|square| square % columns + 1 < columns);
            let right = BITS.write(right.map(|square| border(square, square + 1)));
            let down = BITS.write((0..count - columns).map(|square| border(square, square + columns)));
            let numbers = regions.numbers();
            if numbers.iter().flatten().any(|&number| number as usize > cells::LARGEST) {
                return Err(Unsupported::new("a number beyond 12,287"));
            }
            let numbers: Vec<Option<String>> =
                numbers.iter().map(|number| number.map(|number| number.to_string())).collect();
            (Genre::Country, "", right + &down + &write_numlin(&numbers))
        }
    })
}
