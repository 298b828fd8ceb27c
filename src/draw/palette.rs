//! Colours that can be distinguished with every kind of colour vision.

use super::scene::Colour::{self, Hex, Mixed};

/// The palette of Okabe and Ito (Color Universal Design, 2008) without black; a darker yellow replaces theirs, and is last.
pub const DISTINCT: [Colour; 7] = [
    Hex("#0072B2"),
    Hex("#D55E00"),
    Hex("#009E73"),
    Hex("#CC79A7"),
    Hex("#E69F00"),
    Hex("#56B4E9"),
    Hex("#B8A800"),
];

/// The colour of the solution, of text and of terminals.
pub const INK: Colour = Hex("#111");
/// The colour of edges without any data.
pub const FAINT: Colour = Hex("#bbb");
/// The colour of the inside of a cycle.
pub const INSIDE: Colour = Hex("#eef3f8");

/// The colour scale of shares from 0 to 1, interpolated from light to dark. Its order is visible with every kind of colour vision (points
/// of the map cividis, Nuñez, Anderton and Renslow 2018, reversed).
const SCALE: [[u8; 3]; 5] = [[214, 199, 128], [188, 175, 111], [124, 123, 120], [66, 78, 107], [0, 32, 77]];

/// The colour of pair or group number `index`.
pub fn distinct(index: usize) -> Colour {
    DISTINCT[index % DISTINCT.len()]
}

/// The colour of a share between 0 and 1.
pub fn shade(share: f64) -> Colour {
    let at = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    // `at` is not negative, and the index is at most the last but one.
    let below = (at as usize).min(SCALE.len() - 2);
    let part = at - below as f64;
    let mix = |i: usize| {
        let (a, b) = (f64::from(SCALE[below][i]), f64::from(SCALE[below + 1][i]));
        (a + (b - a) * part).round() as u8
    };
    Mixed([mix(0), mix(1), mix(2)])
}
