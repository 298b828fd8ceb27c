//! The periodic tilings: the faces that each place of a rectangle of places contributes, and their order.
//!
//! The description of a game depends on the order of faces and corners, and on the rounded coordinates: corners are the same if their
//! coordinates are. The tables are in `patterns`.

use super::mesh::Mesh;
use zlink_base::limits::{Interrupted, Limits};

/// A place of a rectangle of places, with the size of the rectangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: i64,
    pub(super) height: i64,
}

impl Site {
    pub(super) fn is_even(self) -> bool {
        (self.x + self.y) % 2 == 0
    }

    pub(super) fn is_last_column(self) -> bool {
        self.x == self.width - 1
    }

    pub(super) fn is_last_row(self) -> bool {
        self.y == self.height - 1
    }

    /// Whether the rows above and below, which are shifted by half a place, have a place to the right of this one.
    pub(super) fn has_right(self) -> bool {
        !self.is_last_column() || self.y % 2 == 0
    }

    /// Whether the rows above and below, which are shifted by half a place, have a place to the left of this one.
    pub(super) fn has_left(self) -> bool {
        self.x > 0 || self.y % 2 == 1
    }
}

/// A face that a place contributes under a condition.
pub(super) struct Face {
    /// Whether a place contributes the face.
    pub(super) when: fn(Site) -> bool,
    /// The corners of the face, relative to the position of the place.
    pub(super) corners: &'static [(i64, i64)],
}

/// A periodic tiling.
pub struct Pattern {
    /// The name of the tiling.
    pub name: &'static str,
    /// The number of the tiling in Loopy's game IDs, if Loopy has it.
    pub loopy: Option<u32>,
    /// The distance from a place to the next one in its row, and in its column.
    pub(super) step: (i64, i64),
    /// The shift of odd rows to the right, and of odd columns down.
    pub(super) shift: (i64, i64),
    pub(super) faces: &'static [Face],
}

impl Pattern {
    /// The distance from a place to the next one in its row, and in its column.
    pub fn step(&self) -> (i64, i64) {
        self.step
    }

    /// The number of faces of `width` times `height` places.
    pub fn face_count(&self, width: i64, height: i64) -> i64 {
        // Places of the same parity that are not near the border contribute the same faces.
        let alike = |size: i64| -> Vec<(i64, i64)> {
            if size < 6 {
                return (0..size).map(|i| (i, 1)).collect();
            }
            let between = size - 4;
            vec![(0, 1), (1, 1), (2, (between + 1) / 2), (3, between / 2), (size - 2, 1), (size - 1, 1)]
        };
        let mut count = 0;
        for (y, rows) in alike(height) {
            for (x, columns) in alike(width) {
                let site = Site { x, y, width, height };
                let faces = self.faces.iter().filter(|face| (face.when)(site)).count() as i64;
                count += rows * columns * faces;
            }
        }
        count
    }

    /// Adds all faces of `width` times `height` places to `mesh`.
    pub fn build(
        &self,
        width: i64,
        height: i64,
        mesh: &mut Mesh,
        limits: &Limits,
    ) -> Result<(), Interrupted> {
        for y in 0..height {
            for x in 0..width {
                if (y * width + x) % (1 << 10) == 0 {
                    limits.check()?;
                }
                let site = Site { x, y, width, height };
                let at = (self.step.0 * x + self.shift.0 * (y % 2), self.step.1 * y + self.shift.1 * (x % 2));
                for face in self.faces.iter().filter(|face| (face.when)(site)) {
                    mesh.face(face.corners.iter().map(|c| [at.0 + c.0, at.1 + c.1]));
                }
            }
        }
        Ok(())
    }

    /// The number of corners of all faces that a place may contribute.
    pub fn corners(&self) -> usize {
        self.faces.iter().map(|face| face.corners.len()).sum()
    }
}

/// An upper bound on the corners of triangles per place: a row has one triangle more than two per place.
pub const MOST_CORNERS: usize = 9;

/// Adds triangles in rows to `mesh`, in each row first those with their base below. In game IDs, `_0` in front of the clues chooses this
/// form, in which no corner triangle sticks out.
pub fn triangular(width: i64, height: i64, mesh: &mut Mesh) {
    for y in 0..height {
        let is_odd = y % 2 == 1;
        // The base and the tips of the first triangles of this row, which point up in even rows.
        let (base, tip) = if is_odd { (26 * y, 26 * (y + 1)) } else { (26 * (y + 1), 26 * y) };
        let mut triangle = |left: i64, base: i64, tip: i64, tip_first: bool| {
            let [left, tip, right] = [[left, base], [left + 15, tip], [left + 30, base]];
            mesh.face(if tip_first { [left, tip, right] } else { [left, right, tip] });
        };
        for x in 0..=width {
            let sticks_out = height % 2 == 1 && y == height - 1 && (x == 0 || x == width);
            if !sticks_out {
                triangle(30 * x, base, tip, !is_odd);
            }
        }
        for x in 0..width {
            triangle(30 * x + 15, tip, base, is_odd);
        }
    }
}

/// Adds the older form of the triangular tiling to `mesh`: two triangles a place, and corners numbered row by row. Game IDs without
/// anything in front of the clues choose it.
pub fn triangular_with_ears(width: i64, height: i64, mesh: &mut Mesh) {
    let corner = |x: i64, y: i64| [30 * x + 15 * (y % 2), 26 * y];
    for y in 0..=height {
        for x in 0..=width {
            mesh.corner(corner(x, y));
        }
    }
    for y in 0..height {
        for x in 0..width {
            let [here, right] = [corner(x, y), corner(x + 1, y)];
            let [below, below_right] = [corner(x, y + 1), corner(x + 1, y + 1)];
            if y % 2 == 1 {
                mesh.face([here, below_right, below]);
                mesh.face([here, right, below_right]);
            } else {
                mesh.face([here, right, below]);
                mesh.face([right, below_right, below]);
            }
        }
    }
}
