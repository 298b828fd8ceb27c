//! Hexagons of nine kinds. Each consists of eight smaller ones (one kind of seven), down to the smallest, which stand for one or two
//! spectres.
//!
//! Each level is a mirror image of the level before, and the hexagons are no exact copies of each other: their sides are paths along
//! spectres. But they meet in the same way on all levels, corner on corner. So the positions of the parts of a hexagon follow from the
//! corners of the parts.

use super::ring::{Move, Twelfths};
use crate::metatile::Metatile;

/// A kind of hexagon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "letters of the files")]
pub enum Kind {
    G,
    D,
    J,
    L,
    X,
    P,
    S,
    F,
    Y,
}

use Kind::{D, F, G, J, L, P, S, X, Y};

const KINDS: [Kind; 9] = [G, D, J, L, X, P, S, F, Y];

/// The turns of the parts relative to the first one, in twelfths; on every second level in the other direction.
const TURNS: [i32; 8] = [0, 10, 8, 10, 4, 6, 8, 6];
/// The corners that parts share: `[i, a, j, b]` means that corner `a` of part `i` is corner `b` of part `j`. Each row positions part `j`;
/// rows above it have positioned part `i`.
const SHARED: [[usize; 4]; 7] =
    [[0, 0, 2, 4], [0, 1, 3, 4], [0, 2, 1, 5], [2, 2, 4, 0], [2, 3, 5, 0], [3, 2, 6, 5], [5, 4, 7, 0]];

impl Kind {
    /// The kinds of the parts of a hexagon.
    pub fn parts(self) -> &'static [Kind] {
        match self {
            G => &[F, X, G, S, P, D, J],
            D => &[F, P, G, S, X, D, F, X],
            J => &[F, P, G, S, Y, D, F, P],
            L => &[F, P, G, S, Y, D, F, X],
            X => &[F, Y, G, S, Y, D, F, P],
            P => &[F, Y, G, S, Y, D, F, X],
            S => &[L, P, G, S, X, D, F, X],
            F => &[F, P, G, S, Y, D, F, Y],
            Y => &[F, Y, G, S, Y, D, F, Y],
        }
    }

    /// The corners of a hexagon, each as a part and a corner of that part.
    fn corners(self) -> [(usize, usize); 6] {
        match self {
            G => [(2, 0), (0, 3), (1, 3), (6, 3), (4, 4), (4, 2)],
            D => [(2, 0), (1, 4), (1, 2), (6, 3), (7, 3), (4, 3)],
            J => [(2, 0), (1, 4), (1, 2), (7, 4), (7, 2), (4, 2)],
            L => [(2, 0), (1, 4), (1, 2), (6, 3), (7, 3), (4, 2)],
            X => [(2, 0), (0, 3), (1, 2), (7, 4), (7, 2), (4, 2)],
            P => [(2, 0), (0, 3), (1, 2), (6, 3), (7, 3), (4, 2)],
            S => [(0, 4), (1, 4), (1, 2), (6, 3), (7, 3), (4, 3)],
            F => [(2, 0), (1, 4), (1, 2), (6, 3), (7, 2), (4, 2)],
            Y => [(2, 0), (0, 3), (1, 2), (6, 3), (7, 2), (4, 2)],
        }
    }

    /// The corners of a smallest hexagon, relative to its first spectre. One corner of S is at the end of a spur between neighbours.
    fn corners_around_spectre(self) -> [Twelfths; 6] {
        let corners = match self {
            G => {
                [[3, 2, -3, -1], [2, 1, -1, 0], [0, 0, 0, 0], [-1, 0, -1, 0], [1, -1, -2, -1], [2, 1, -3, -2]]
            }
            D => {
                [[3, 2, -3, -1], [2, 2, -1, -1], [1, 0, 0, 0], [0, 0, 0, -1], [1, 1, -2, -2], [3, 1, -3, -2]]
            }
            J => [[3, 2, -3, -1], [2, 2, -1, -1], [1, 0, 0, 0], [0, 0, 0, 0], [0, 1, -1, -2], [2, 1, -3, -2]],
            L => {
                [[3, 2, -3, -1], [2, 2, -1, -1], [1, 0, 0, 0], [0, 0, 0, -1], [1, 1, -2, -2], [2, 1, -3, -2]]
            }
            X => [[3, 2, -3, -1], [2, 1, -1, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 1, -1, -2], [2, 1, -3, -2]],
            P => [[3, 2, -3, -1], [2, 1, -1, 0], [1, 0, 0, 0], [0, 0, 0, -1], [1, 1, -2, -2], [2, 1, -3, -2]],
            S => {
                [[2, 3, -1, -3], [2, 2, -1, -1], [1, 0, 0, 0], [0, 0, 0, -1], [1, 1, -2, -2], [3, 1, -3, -2]]
            }
            F => {
                [[3, 2, -3, -1], [2, 2, -1, -1], [1, 0, 0, 0], [0, 0, 0, -1], [0, 1, -1, -2], [2, 1, -3, -2]]
            }
            Y => [[3, 2, -3, -1], [2, 1, -1, 0], [1, 0, 0, 0], [0, 0, 0, -1], [0, 1, -1, -2], [2, 1, -3, -2]],
        };
        corners.map(Twelfths)
    }

    /// The positions of the spectres in a smallest hexagon.
    pub(super) fn spectres(self) -> &'static [Move] {
        const ONE: [Move; 1] = [Move::NONE];
        const TWO: [Move; 2] = [Move::NONE, Move { twelfths: 1, shift: Twelfths([-1, -2, -1, 1]) }];
        if self == G { &TWO } else { &ONE }
    }
}

impl Metatile for Kind {
    const ALL: &'static [Self] = &KINDS;
    const MOST_LEVELS: usize = 24;
    const TURNS: usize = 12;
    const GAP: &'static str = "";

    fn tile_count(self) -> usize {
        self.spectres().len()
    }

    fn part_kinds(self) -> impl Iterator<Item = Self> {
        self.parts().iter().copied()
    }
}

/// The hexagons of one level.
#[derive(Debug, Clone)]
pub(super) struct Level {
    /// By kind: the positions of the parts; empty on the lowest level.
    pub(super) parts: [Vec<Move>; 9],
    corners: [[Twelfths; 6]; 9],
    /// By kind: an upper bound on the distance of any point of the hexagon from its origin.
    pub(super) radius: [f64; 9],
    is_mirrored: bool,
}

impl Level {
    /// The lowest level: hexagons of one or two spectres, each within `size` of the origin.
    pub(super) fn lowest(size: f64) -> Self {
        Level {
            parts: std::array::from_fn(|_| Vec::new()),
            corners: KINDS.map(Kind::corners_around_spectre),
            radius: [size; 9],
            is_mirrored: false,
        }
    }

    /// The next level, whose parts are hexagons of this level.
    pub(super) fn next(&self) -> Self {
        let parts = KINDS.map(|whole| {
            let kinds = whole.parts();
            let mut placed = vec![Move::NONE; kinds.len()];
            for &[i, a, j, b] in SHARED.iter().filter(|row| row[2] < kinds.len()) {
                let twelfths = if self.is_mirrored { -TURNS[j] } else { TURNS[j] };
                let here = placed[i].of(self.corners[kinds[i] as usize][a]);
                let there = self.corners[kinds[j] as usize][b].turned(twelfths);
                placed[j] = Move { twelfths, shift: here - there };
            }
            placed
        });
        let corners = KINDS.map(|whole| {
            whole.corners().map(|(part, corner)| {
                let kind = whole.parts()[part];
                parts[whole as usize][part].of(self.corners[kind as usize][corner])
            })
        });
        let radius = KINDS.map(|whole| {
            let parts = whole.parts().iter().zip(&parts[whole as usize]);
            parts.map(|(&kind, place)| length(place.shift) + self.radius[kind as usize]).fold(0.0, f64::max)
        });
        Level { parts, corners, radius, is_mirrored: !self.is_mirrored }
    }
}

/// The distance of a point from the origin.
fn length(point: Twelfths) -> f64 {
    (point.x().approximately() / 2.0).hypot(point.y().approximately() / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_that_parts_share_agree() {
        // Corners where parts meet in addition to those that position them.
        const MORE: [[usize; 4]; 7] = [
            [0, 5, 2, 5],
            [1, 0, 3, 4],
            [1, 1, 3, 3],
            [3, 0, 5, 0],
            [3, 1, 5, 5],
            [4, 0, 5, 1],
            [4, 5, 5, 2],
        ];
        let mut level = Level::lowest(8.0);
        for _ in 0..4 {
            let next = level.next();
            for kind in KINDS {
                let corner = |part: usize, corner: usize| {
                    let of = kind.parts()[part] as usize;
                    next.parts[kind as usize][part].of(level.corners[of][corner])
                };
                for [i, a, j, b] in MORE {
                    assert_eq!(corner(i, a), corner(j, b), "{kind:?} {i} {a} {j} {b}");
                }
            }
            level = next;
        }
    }
}
