//! The tiling of hats (Smith, Myers, Kaplan and Goodman-Strauss, An aperiodic monotile, 2023).
//!
//! Hats are parts of metatiles H, T, P and F, which are parts of larger metatiles of the same four kinds, and so on. A patch is described
//! by its first kite (an eighth of a hat): the number of the kite in its hat, of the hat in its metatile, of each metatile in the next
//! larger one, and the kind of the largest metatile: `0,3,0,3,12,2,H`.
//!
//! Larger metatiles are no exact copies of smaller ones, but their parts overlap with parts of neighbours, always in the same way, which
//! determines their positions. The largest metatile is placed around the first kite and taken apart where it is near the patch. The hats
//! are numbered in the order in which a path that goes to and fro through the rows of kites reaches their first kites.

use std::ops::Mul;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::mesh::Mesh;
use super::metatile::{self, Metatile};
use super::trim::trim;
use zlink_base::limits::Limits;
use zlink_base::random::Random;

/// A kind of metatile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "letters of the paper")]
pub enum Kind {
    H,
    T,
    P,
    F,
}

use Kind::{F, H, P, T};

const KINDS: [Kind; 4] = [H, T, P, F];
/// An upper bound on the distance of the points of a hat from its origin.
const HAT_SIZE: f64 = 20.0;
/// The number of pixels of half a kite's long side and short side.
const UNITS: [i64; 2] = [14, 8];

/// The point `x + yr`, where `r` is a sixth of a turn; the edges of the triangles that the kites lie on have length 6.
pub(crate) type Point = [i64; 2];

/// A movement of the plane: a turn by sixths of a turn, then a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    sixths: i64,
    shift: Point,
}

fn turned([x, y]: Point, sixths: i64) -> Point {
    (0..sixths.rem_euclid(6)).fold([x, y], |[x, y], _| [-y, x + y])
}

const fn at(sixths: i64, x: i64, y: i64) -> Move {
    Move { sixths, shift: [x, y] }
}

impl Move {
    const NONE: Move = at(0, 0, 0);

    fn of(self, point: Point) -> Point {
        let [x, y] = turned(point, self.sixths);
        [x + self.shift[0], y + self.shift[1]]
    }

    fn inverse(self) -> Move {
        let [x, y] = turned(self.shift, -self.sixths);
        Move { sixths: (-self.sixths).rem_euclid(6), shift: [-x, -y] }
    }
}

impl Mul for Move {
    type Output = Move;

    /// The movement that applies `other` first, then this one.
    fn mul(self, other: Move) -> Move {
        Move { sixths: (self.sixths + other.sixths) % 6, shift: self.of(other.shift) }
    }
}

/// The corners of a hat in order around it. Its first kite has its sharp corner at the origin and its blunt corner at (2, 2).
const CORNERS: [Point; 14] = [
    [0, 0],
    [3, 0],
    [2, 2],
    [0, 3],
    [0, 6],
    [-3, 9],
    [-4, 8],
    [-6, 9],
    [-6, 6],
    [-9, 6],
    [-8, 4],
    [-6, 3],
    [-4, 2],
    [-3, 3],
];
/// The sharp and the blunt corner of each kite of a hat.
pub const KITES: [[Point; 2]; 8] = [
    [[0, 0], [2, 2]],
    [[0, 0], [-2, 4]],
    [[0, 6], [-2, 4]],
    [[0, 6], [-4, 8]],
    [[-6, 6], [-4, 8]],
    [[-6, 6], [-2, 4]],
    [[-6, 6], [-4, 2]],
    [[-6, 6], [-8, 4]],
];
/// The blunt corner of the first kite of the patch, opposite to its sharp corner at the origin.
const BLUNT: Point = [2, 2];

/// A part of a large metatile that is also a part of a neighbour: `[i, a, j, b]` means that part `a` of part `i` is part `b` of part `j`.
/// Each row positions part `j`; rows above it have positioned part `i`.
type Overlap = [usize; 4];

impl Kind {
    /// The positions of the hats in a metatile.
    pub fn hats(self) -> &'static [Move] {
        match self {
            H => const { &[at(0, 0, 0), at(4, -12, 0), at(0, 6, -12), at(2, 0, -6)] },
            T => const { &[at(0, 0, 0)] },
            P | F => const { &[at(0, 0, 0), at(5, -12, 6)] },
        }
    }

    /// Whether a hat of a metatile is a mirror image: the middle one of an H.
    fn is_mirrored(self, hat: usize) -> bool {
        self == H && hat == 3
    }

    /// The parts of a larger metatile, with their positions in a metatile of the first level.
    pub fn parts(self) -> &'static [(Kind, Move)] {
        match self {
            H => {
                const {
                    &[
                        (H, at(0, 0, 0)),
                        (H, at(0, -6, 18)),
                        (H, at(4, -18, 6)),
                        (T, at(5, -12, 6)),
                        (P, at(2, 6, 6)),
                        (P, at(0, -12, -6)),
                        (P, at(1, -12, 24)),
                        (F, at(4, 6, -12)),
                        (F, at(0, 6, -18)),
                        (F, at(2, 0, 24)),
                        (F, at(0, -6, 24)),
                        (F, at(2, -30, 12)),
                        (F, at(4, -36, 18)),
                    ]
                }
            }
            T => {
                const {
                    &[
                        (H, at(0, 0, 0)),
                        (P, at(0, 6, -18)),
                        (P, at(1, -6, 6)),
                        (P, at(2, 6, 6)),
                        (F, at(3, -24, 6)),
                        (F, at(5, 12, -24)),
                        (F, at(1, 6, 12)),
                    ]
                }
            }
            P => {
                const {
                    &[
                        (H, at(0, 0, 0)),
                        (H, at(1, 12, 6)),
                        (P, at(1, 30, -6)),
                        (P, at(1, -6, 6)),
                        (P, at(2, 6, 6)),
                        (F, at(0, 6, -18)),
                        (F, at(4, 6, -12)),
                        (F, at(0, 36, -6)),
                        (F, at(3, -24, 6)),
                        (F, at(1, 6, 12)),
                        (F, at(3, 6, 18)),
                    ]
                }
            }
            F => {
                const {
                    &[
                        (H, at(0, 0, 0)),
                        (H, at(1, 12, 6)),
                        (P, at(1, -6, 6)),
                        (P, at(2, 6, 6)),
                        (F, at(0, 6, -18)),
                        (F, at(4, 6, -12)),
                        (F, at(1, 30, -6)),
                        (F, at(5, 24, 0)),
                        (F, at(3, -24, 6)),
                        (F, at(1, 6, 12)),
                        (F, at(3, 6, 18)),
                    ]
                }
            }
        }
    }

    fn overlaps(self) -> &'static [Overlap] {
        match self {
            H => &[
                [0, 10, 1, 8],
                [0, 12, 2, 10],
                [0, 6, 3, 3],
                [0, 4, 4, 3],
                [0, 11, 5, 10],
                [0, 7, 7, 6],
                [0, 5, 8, 2],
                [1, 6, 6, 2],
                [1, 4, 9, 2],
                [1, 10, 10, 6],
                [2, 7, 11, 6],
                [2, 5, 12, 2],
            ],
            T => &[[0, 5, 1, 3], [0, 6, 2, 2], [0, 4, 3, 3], [0, 11, 4, 4], [0, 7, 5, 4], [0, 10, 6, 4]],
            P => &[
                [0, 6, 3, 2],
                [0, 4, 4, 3],
                [0, 5, 5, 2],
                [0, 7, 6, 6],
                [0, 11, 8, 4],
                [0, 10, 9, 4],
                [4, 2, 1, 6],
                [6, 4, 2, 8],
                [9, 7, 10, 10],
                [1, 7, 7, 4],
            ],
            F => &[
                [0, 6, 2, 2],
                [0, 4, 3, 3],
                [0, 5, 4, 2],
                [0, 7, 5, 6],
                [0, 11, 8, 4],
                [0, 10, 9, 4],
                [3, 2, 1, 6],
                [5, 4, 6, 8],
                [9, 7, 10, 10],
                [1, 7, 7, 6],
            ],
        }
    }
}

impl Metatile for Kind {
    const ALL: &'static [Self] = &KINDS;
    const MOST_LEVELS: usize = 30;
    const TURNS: usize = KITES.len();
    const GAP: &'static str = ",";

    fn tile_count(self) -> usize {
        self.hats().len()
    }

    fn part_kinds(self) -> impl Iterator<Item = Self> {
        self.parts().iter().map(|part| part.0)
    }
}

/// The metatiles of one level: by kind, the positions of the parts, and an upper bound on the distance of any point from the origin.
#[derive(Debug, Clone)]
struct Level {
    parts: [Vec<Move>; 4],
    radius: [f64; 4],
}

impl Level {
    fn first() -> Self {
        let parts = KINDS.map(|kind| kind.parts().iter().map(|part| part.1).collect());
        Level { parts, radius: [0.0; 4] }.with_radius(|_| 2.0 * HAT_SIZE)
    }

    /// The next level, whose parts are metatiles of this level.
    fn next(&self) -> Self {
        let parts = KINDS.map(|whole| {
            let kinds = whole.parts();
            let mut placed = vec![Move::NONE; kinds.len()];
            for &[i, a, j, b] in whole.overlaps() {
                let part = |of: usize, number: usize| self.parts[kinds[of].0 as usize][number];
                placed[j] = placed[i] * part(i, a) * part(j, b).inverse();
            }
            placed
        });
        Level { parts, radius: [0.0; 4] }.with_radius(|kind| self.radius[kind as usize])
    }

    fn with_radius(mut self, of_part: impl Fn(Kind) -> f64) -> Self {
        self.radius = KINDS.map(|whole| {
            let parts = whole.parts().iter().zip(&self.parts[whole as usize]);
            parts.map(|((kind, _), place)| length(place.shift) + of_part(*kind)).fold(0.0, f64::max)
        });
        self
    }
}

/// The metatiles of all levels.
static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
    std::iter::successors(Some(Level::first()), |level| Some(level.next())).take(Kind::MOST_LEVELS).collect()
});

/// The rectangular coordinates of a point.
fn plain([x, y]: Point) -> [f64; 2] {
    [x as f64 + y as f64 / 2.0, y as f64 * 0.75f64.sqrt()]
}

fn length(point: Point) -> f64 {
    let [x, y] = plain(point);
    x.hypot(y)
}

/// A patch of the tiling of hats, described by its first kite; at least the metatile around the smallest one is known.
pub type Patch = metatile::Patch<Kind>;

impl Patch {
    /// A random patch for this size, described by as few metatiles as it needs, and its hats.
    pub(crate) fn random(size: [i64; 2], random: &mut Random, limits: &Limits) -> Option<(Self, Mesh)> {
        let mut patch = Patch::any(random)?;
        while patch.grow(random).is_some() {}
        // The longest description is exact, as the border of its largest metatile is far away.
        let all = patch.inside(size);
        let short = |levels: usize| {
            let Patch { parts, kinds, .. } = &patch;
            Patch { parts: parts[..levels].to_vec(), kinds: kinds[..=levels].to_vec(), ..patch }
        };
        let levels = (1..Kind::MOST_LEVELS).take_while(|_| limits.check().is_ok());
        let patch = levels.map(short).find(|patch| patch.inside(size) == all)?;
        let mesh = patch.mesh(size);
        Some((patch, mesh))
    }

    /// All known smallest metatiles near the patch, with their positions.
    fn metatiles(&self, size: [i64; 2]) -> FxHashSet<(Kind, Move)> {
        let Patch { turn: kite, tile: hat, ref parts, ref kinds } = *self;
        let kinds = &kinds[..parts.len().min(Kind::MOST_LEVELS) + 1];
        let levels = &*LEVELS;
        // The movement from the largest metatile to the first kite.
        let steps = (1..kinds.len()).rev().map(|n| levels[n - 1].parts[kinds[n] as usize][parts[n - 1]]);
        let first_hat = steps.fold(Move::NONE, Mul::mul) * kinds[0].hats()[hat];
        let [sharp, blunt] =
            KITES[kite].map(|corner| first_hat.of(mirrored_if(kinds[0].is_mirrored(hat), corner)));
        let direction = [blunt[0] - sharp[0], blunt[1] - sharp[1]];
        let turn = (0..6).find(|&sixths| turned(direction, sixths) == BLUNT).unwrap_or(0);
        let place = at(turn, 0, 0) * Move { sixths: 0, shift: sharp.map(|c| -c) };
        let mut tiles = FxHashSet::from_iter([(kinds[kinds.len() - 1], place)]);
        for n in (1..kinds.len()).rev() {
            let level = &levels[n - 1];
            let radius =
                |kind: Kind| if n > 1 { levels[n - 2].radius[kind as usize] } else { 2.0 * HAT_SIZE };
            tiles = tiles
                .into_iter()
                .flat_map(|(whole, place)| {
                    let parts = whole.parts().iter().zip(&level.parts[whole as usize]);
                    parts.map(move |(part, &there)| (part.0, place * there))
                })
                .filter(|(kind, place)| is_near(place.shift, radius(*kind), size))
                .collect();
        }
        tiles
    }

    /// Passes the known hats near the patch to `visit` until it returns false, in the coordinates of the game, including those that are not
    /// wholly inside; returns whether it never did. Hats that overlapping metatiles have in common come more than once.
    pub(crate) fn pieces(&self, size: [i64; 2], visit: &mut dyn FnMut(Vec<Point>) -> bool) -> bool {
        self.metatiles(size).into_iter().all(|(kind, place)| {
            let mut hats = kind.hats().iter().enumerate();
            hats.all(|(number, &hat)| {
                visit(outline(place * hat, kind.is_mirrored(number)).map(pixels).to_vec())
            })
        })
    }

    /// The hats inside, in the order in which they are numbered.
    pub(crate) fn inside(&self, size: [i64; 2]) -> Vec<[Point; 14]> {
        let mut hats = Vec::new();
        for (kind, place) in self.metatiles(size) {
            for (number, &hat) in kind.hats().iter().enumerate() {
                let outline = outline(place * hat, kind.is_mirrored(number));
                let is_inside = outline
                    .iter()
                    .all(|&[x, y]| (0..=4 * size[0]).contains(&x) && (0..=6 * size[1]).contains(&y));
                if is_inside {
                    hats.push((turn_on_path(place * hat, size[0]), outline));
                }
            }
        }
        // Overlapping metatiles have hats in common.
        hats.sort_unstable();
        hats.dedup();
        hats.into_iter().map(|(_, outline)| outline).collect()
    }

    /// The hats of a game of this width and height.
    pub fn mesh(&self, size: [i64; 2]) -> Mesh {
        let mut mesh = Mesh::default();
        for outline in self.inside(size) {
            mesh.face(outline.map(pixels));
        }
        trim(&mut mesh);
        mesh
    }
}

/// Whether a game may have a corner at these coordinates.
pub(super) fn has_corner(at: Point) -> bool {
    (0..2).all(|axis| at[axis] % UNITS[axis] == 0)
}

/// Converts halves of a kite's sides to the coordinates of the game.
fn pixels([x, y]: Point) -> Point {
    [UNITS[0] * x, UNITS[1] * y]
}

/// The point, or its mirror image in the axis of the first kite.
fn mirrored_if(is_mirrored: bool, [x, y]: Point) -> Point {
    if is_mirrored { [y, x] } else { [x, y] }
}

/// Whether a shape within this radius of `middle` may have a part in the patch.
fn is_near(middle: Point, radius: f64, [width, height]: [i64; 2]) -> bool {
    let [x, y] = plain(middle);
    let inside = |c: f64, most: f64| (-radius..=most + radius).contains(&c);
    inside(x, 6.0 * width as f64) && inside(y, 6.0 * height as f64 * 0.75f64.sqrt())
}

/// The corners of a hat, in halves of a kite's sides. The corners of mirror images are reversed, so that all hats have the same
/// orientation.
fn outline(place: Move, is_mirrored: bool) -> [Point; 14] {
    let mut corners = CORNERS.map(|corner| {
        let [x, y] = place.of(mirrored_if(is_mirrored, corner));
        // For corners of kites, the quotient is an integer.
        [(2 * x + y).div_euclid(3), y]
    });
    if is_mirrored {
        corners.reverse();
    }
    corners
}

/// The position of a hat's first kite on the path through the rows: the row, and the place in the row.
fn turn_on_path(place: Move, width: i64) -> [i64; 2] {
    let [sharp, blunt] = [place.shift, place.of(BLUNT)];
    // The middle of both corners, in quarters and halves.
    let x = 2 * (sharp[0] + blunt[0]) + sharp[1] + blunt[1];
    let row = (sharp[1] + blunt[1]).div_euclid(6);
    // The path steps up to the last kite but one in the upper row of every second strip, and then to the last one.
    let last_but_one = 24 * width - 12;
    let x = if row % 4 == 1 && x == last_but_one { 24 * width } else { x };
    [row, if row % 2 == 0 { x } else { -x }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_are_a_group() {
        let [a, b] = [at(4, -12, 7), at(5, 3, -1)];
        assert_eq!(a * a.inverse(), Move::NONE);
        assert_eq!((a * b).of([2, 5]), a.of(b.of([2, 5])));
    }

    #[test]
    fn hats_of_a_metatile_do_not_overlap() {
        for whole in KINDS {
            let mut kites = FxHashSet::default();
            for &(kind, place) in whole.parts() {
                for (number, &hat) in kind.hats().iter().enumerate() {
                    for kite in KITES {
                        let kite = kite.map(|c| (place * hat).of(mirrored_if(kind.is_mirrored(number), c)));
                        assert!(kites.insert(kite), "{whole:?}: {kind:?} {number}");
                    }
                }
            }
        }
    }
}
