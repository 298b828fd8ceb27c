//! Robinson's triangles: the halves of Penrose tiles, and how each is cut into smaller triangles.
//!
//! Kites are halved into the acute triangles A and B, darts into the obtuse U and V, thin rhombs into the acute C and D, and thick rhombs
//! into the obtuse X and Y; the second of each pair is the mirror image of the first. The corners run anticlockwise: both ends of the base,
//! then the apex.
//!
//! Source: Grünbaum and Shephard, Tilings and Patterns, 1987, section 10.3.

use super::ring::Tenths;

/// A kind of Robinson triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "letters of the files")]
pub enum Kind {
    A,
    B,
    U,
    V,
    C,
    D,
    X,
    Y,
}

pub(super) const KINDS: [Kind; 8] = [Kind::A, Kind::B, Kind::U, Kind::V, Kind::C, Kind::D, Kind::X, Kind::Y];

/// A point of a triangle that is a corner of one of its parts.
#[derive(Debug, Clone, Copy)]
enum Spot {
    Corner(usize),
    /// The point on the side from one corner to another that divides the side in the golden ratio, nearer to the second corner.
    Cut(usize, usize),
}

use Spot::{Corner, Cut};

/// A part of a triangle: its kind and its corners.
type Part = (Kind, [Spot; 3]);

impl Kind {
    /// The kind with this letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'A' => Kind::A,
            'B' => Kind::B,
            'U' => Kind::U,
            'V' => Kind::V,
            'C' => Kind::C,
            'D' => Kind::D,
            'X' => Kind::X,
            'Y' => Kind::Y,
            _ => return None,
        })
    }

    /// Whether the triangle is half of a rhomb, not of a kite or a dart.
    pub(super) fn is_of_rhomb(self) -> bool {
        matches!(self, Kind::C | Kind::D | Kind::X | Kind::Y)
    }

    fn mirrored(self) -> Self {
        match self {
            Kind::A => Kind::B,
            Kind::B => Kind::A,
            Kind::U => Kind::V,
            Kind::V => Kind::U,
            Kind::C => Kind::D,
            Kind::D => Kind::C,
            Kind::X => Kind::Y,
            Kind::Y => Kind::X,
        }
    }

    /// The parts of a triangle; a mirror image has the mirror images of the parts.
    fn parts(self) -> Vec<Part> {
        let of_first: &[Part] = match self {
            Kind::A | Kind::B => &[
                (Kind::U, [Corner(2), Cut(2, 0), Cut(1, 2)]),
                (Kind::A, [Cut(2, 0), Corner(0), Corner(1)]),
                (Kind::B, [Cut(1, 2), Cut(2, 0), Corner(1)]),
            ],
            Kind::U | Kind::V => {
                &[(Kind::B, [Cut(0, 1), Corner(2), Corner(0)]), (Kind::U, [Corner(1), Corner(2), Cut(0, 1)])]
            }
            Kind::C | Kind::D => {
                &[(Kind::Y, [Corner(2), Corner(0), Cut(2, 1)]), (Kind::C, [Corner(1), Cut(2, 1), Corner(0)])]
            }
            Kind::X | Kind::Y => &[
                (Kind::Y, [Corner(0), Cut(0, 1), Cut(0, 2)]),
                (Kind::C, [Corner(2), Cut(0, 2), Cut(0, 1)]),
                (Kind::X, [Corner(1), Corner(2), Cut(0, 1)]),
            ],
        };
        if matches!(self, Kind::A | Kind::U | Kind::C | Kind::X) {
            return of_first.to_vec();
        }
        let swapped = |corner: usize| [1, 0, 2][corner];
        let image = |spot: Spot| match spot {
            Corner(i) => Corner(swapped(i)),
            Cut(i, j) => Cut(swapped(i), swapped(j)),
        };
        of_first.iter().map(|&(kind, [a, b, c])| (kind.mirrored(), [b, a, c].map(image))).collect()
    }

    /// Whether a triangle of this kind is a part of one of kind `whole`.
    pub fn is_part_of(self, whole: Kind) -> bool {
        whole.parts().iter().any(|part| part.0 == self)
    }

    /// The length of the base, in edges of the tiling.
    fn base(self) -> Tenths {
        match self {
            Kind::A | Kind::B | Kind::C | Kind::D => Tenths::GOLDEN_INVERSE,
            Kind::U | Kind::V => Tenths::ONE,
            Kind::X | Kind::Y => Tenths::GOLDEN,
        }
    }

    /// The side, by its first corner, where the other half of the tile lies.
    pub(super) fn seam(self) -> usize {
        match self {
            Kind::A | Kind::U => 2,
            Kind::B | Kind::V => 1,
            _ => 0,
        }
    }
}

/// A triangle with the coordinates of its corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Triangle {
    pub(super) kind: Kind,
    pub(super) corners: [Tenths; 3],
}

impl Triangle {
    /// The triangle whose base goes from `start` in the direction of `base`.
    fn on_base(kind: Kind, start: Tenths, base: Tenths) -> Self {
        let to_apex = match kind {
            Kind::A | Kind::B | Kind::C | Kind::D => Tenths::GOLDEN.turned(2),
            _ => Tenths::GOLDEN_INVERSE.turned(1),
        };
        Triangle { kind, corners: [start, start + base, start + base * to_apex] }
    }

    /// A triangle of a tiling with edges of length 1. Its base points in the direction `tenths`, and its corner `origin` is at the origin.
    pub(super) fn at_origin(kind: Kind, tenths: i32, origin: usize) -> Self {
        let Triangle { corners, .. } = Triangle::on_base(kind, Tenths::ZERO, kind.base().turned(tenths));
        Triangle { kind, corners: corners.map(|corner| corner - corners[origin]) }
    }

    fn spot(&self, spot: Spot) -> Tenths {
        match spot {
            Corner(i) => self.corners[i],
            Cut(i, j) => self.corners[i] + (self.corners[j] - self.corners[i]) * Tenths::GOLDEN_INVERSE,
        }
    }

    /// The triangles that this triangle is cut into.
    pub(super) fn parts(&self) -> impl DoubleEndedIterator<Item = Triangle> + '_ {
        let parts = self.kind.parts().into_iter();
        parts.map(|(kind, spots)| Triangle { kind, corners: spots.map(|spot| self.spot(spot)) })
    }

    /// The corners of the tile that this triangle is a half of, in order around the tile.
    pub(super) fn tile(&self) -> [Tenths; 4] {
        let [from, to, other] = [0, 1, 2].map(|k| self.corners[(self.kind.seam() + k) % 3]);
        let seam = to - from;
        let mirrored = from + seam * ((other - from) * seam.inverse()).conjugate();
        [to, other, from, mirrored]
    }

    /// The triangle of kind `whole` that contains this one as a part; `None` if that kind has no such part.
    pub(super) fn whole(&self, whole: Kind) -> Option<Triangle> {
        let model = Triangle::on_base(whole, Tenths::ZERO, Tenths::ONE);
        let part = model.parts().find(|part| part.kind == self.kind)?;
        let scale = (self.corners[1] - self.corners[0]) * (part.corners[1] - part.corners[0]).inverse();
        let corners = model.corners.map(|corner| self.corners[0] + (corner - part.corners[0]) * scale);
        Some(Triangle { kind: whole, corners })
    }

    /// Whether the triangle's bounding box, enlarged by `margin`, meets the box between `low` and `high`; all in the units of [`Tenths::x`]
    /// and [`Tenths::y`].
    pub(super) fn meets(&self, low: [f64; 2], high: [f64; 2], margin: f64) -> bool {
        (0..2).all(|axis| {
            let at = self.corners.map(|c| if axis == 0 { c.x() } else { c.y() }.approximately());
            let least = at.into_iter().fold(f64::INFINITY, f64::min);
            let most = at.into_iter().fold(f64::NEG_INFINITY, f64::max);
            least - margin <= high[axis] && most + margin >= low[axis]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_smaller_triangles_of_the_same_shapes() {
        for kind in KINDS {
            let whole = Triangle::at_origin(kind, 3, 1);
            let mut area = 0.0;
            for part in whole.parts() {
                let base = part.corners[1] - part.corners[0];
                assert_eq!(Triangle::on_base(part.kind, part.corners[0], base), part, "{kind:?}");
                assert_eq!(part.whole(kind), Some(whole), "{kind:?}");
                area += size(&part);
            }
            assert!((area - size(&whole)).abs() < 1e-9, "{kind:?}");
        }
    }

    fn size(triangle: &Triangle) -> f64 {
        let [a, b, c] = triangle.corners.map(|c| [c.x().approximately(), c.y().approximately()]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }
}
