//! The periodic tilings: which faces each place of a rectangle of places contributes, in which order.
//!
//! The order of faces and corners is what a game's description counts on, and so are the rounded coordinates:
//! corners are the same when their coordinates are. All numbers are those of the tilings' geometry, in units in which
//! both are integers (15 to 26 for 1 to the square root of 3, 29 to 41 for 1 to that of 2).

use super::mesh::Mesh;

/// A place of the rectangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: i64,
    pub(super) height: i64,
}

impl Site {
    fn is_even(self) -> bool {
        (self.x + self.y) % 2 == 0
    }

    fn is_last_column(self) -> bool {
        self.x == self.width - 1
    }

    fn is_last_row(self) -> bool {
        self.y == self.height - 1
    }

    /// Whether the rows above and below, which are half a place aside, have a place right of this one.
    fn has_right(self) -> bool {
        !self.is_last_column() || self.y % 2 == 0
    }

    /// Whether they have one left of it.
    fn has_left(self) -> bool {
        self.x > 0 || self.y % 2 == 1
    }
}

fn always(_: Site) -> bool {
    true
}

/// A face that places contribute.
struct Face {
    /// Which places.
    when: fn(Site) -> bool,
    /// Its corners, from the position of the place.
    corners: &'static [(i64, i64)],
}

/// A tiling.
pub(super) struct Tiling {
    /// What it is called.
    pub(super) name: &'static str,
    /// Its number in game IDs.
    pub(super) number: u32,
    /// From a place to the next one in its row, and in its column.
    step: (i64, i64),
    /// How far odd rows are shifted to the right, and odd columns down.
    shift: (i64, i64),
    faces: &'static [Face],
}

impl Tiling {
    /// From a place to the next one.
    pub(super) fn step(&self) -> (i64, i64) {
        self.step
    }

    /// All faces of `width` times `height` places.
    pub(super) fn build(&self, width: i64, height: i64, mesh: &mut Mesh) {
        for y in 0..height {
            for x in 0..width {
                let site = Site { x, y, width, height };
                let at = (self.step.0 * x + self.shift.0 * (y % 2), self.step.1 * y + self.shift.1 * (x % 2));
                for face in self.faces.iter().filter(|face| (face.when)(site)) {
                    mesh.face(face.corners.iter().map(|c| [at.0 + c.0, at.1 + c.1]));
                }
            }
        }
    }
}

/// Triangles in rows, those with their base below first. `_0` in front of the clues chooses this form, in which no
/// corner triangle sticks out.
pub(super) fn triangular(width: i64, height: i64, mesh: &mut Mesh) {
    for y in 0..height {
        let is_odd = y % 2 == 1;
        // The base and the tips of the first triangles of this row; they point up in even rows.
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

/// The older form of the triangular tiling, chosen by nothing in front of the clues: two triangles a place, and
/// corners numbered row by row.
pub(super) fn triangular_with_ears(width: i64, height: i64, mesh: &mut Mesh) {
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

/// The tilings that are described by a table.
pub(super) const TILINGS: &[Tiling] = &[
    Tiling {
        name: "squares",
        number: 0,
        step: (20, 20),
        shift: (0, 0),
        faces: &[Face { when: always, corners: &[(0, 0), (20, 0), (20, 20), (0, 20)] }],
    },
    Tiling {
        name: "honeycomb",
        number: 2,
        step: (45, 52),
        shift: (0, 26),
        faces: &[Face {
            when: always,
            corners: &[(-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0)],
        }],
    },
    Tiling {
        name: "snub-square",
        number: 3,
        step: (41, 41),
        shift: (0, 0),
        faces: &[
            Face { when: |s| s.is_even(), corners: &[(26, 0), (41, 26), (15, 41), (0, 15)] },
            Face { when: |s| s.is_even() && s.x > 0, corners: &[(0, 15), (15, 41), (-15, 41)] },
            Face { when: |s| s.is_even() && s.y > 0, corners: &[(0, -15), (26, 0), (0, 15)] },
            Face { when: |s| !s.is_even(), corners: &[(15, 0), (41, 15), (26, 41), (0, 26)] },
            Face { when: |s| !s.is_even() && s.x > 0, corners: &[(15, 0), (0, 26), (-15, 0)] },
            Face { when: |s| !s.is_even() && s.y > 0, corners: &[(15, 0), (41, -15), (41, 15)] },
        ],
    },
    Tiling {
        name: "cairo",
        number: 4,
        step: (62, 62),
        shift: (0, 0),
        faces: &[
            Face {
                when: |s| s.is_even() && s.y > 0,
                corners: &[(0, 0), (31, -14), (62, 0), (48, 31), (14, 31)],
            },
            Face {
                when: |s| s.is_even() && s.x > 0,
                corners: &[(0, 0), (14, 31), (0, 62), (-31, 48), (-31, 14)],
            },
            Face {
                when: |s| !s.is_even() && s.y > 0,
                corners: &[(14, -31), (48, -31), (62, 0), (31, 14), (0, 0)],
            },
            Face {
                when: |s| !s.is_even() && s.x > 0,
                corners: &[(0, 0), (31, 14), (31, 48), (0, 62), (-14, 31)],
            },
        ],
    },
    Tiling {
        name: "great-hexagonal",
        number: 5,
        step: (71, 82),
        shift: (0, 41),
        faces: &[
            Face { when: always, corners: &[(-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0)] },
            Face { when: |s| !s.is_last_row(), corners: &[(-15, 26), (15, 26), (15, 56), (-15, 56)] },
            Face {
                when: |s| !s.is_last_column() && (s.x % 2 == 0 || !s.is_last_row()),
                corners: &[(30, 0), (56, 15), (41, 41), (15, 26)],
            },
            Face {
                when: |s| s.x > 0 && (s.x % 2 == 0 || !s.is_last_row()),
                corners: &[(-30, 0), (-15, 26), (-41, 41), (-56, 15)],
            },
            Face {
                when: |s| !s.is_last_column() && !s.is_last_row(),
                corners: &[(15, 26), (41, 41), (15, 56)],
            },
            Face { when: |s| s.x > 0 && !s.is_last_row(), corners: &[(-15, 26), (-15, 56), (-41, 41)] },
        ],
    },
    Tiling {
        name: "octagonal",
        number: 6,
        step: (99, 99),
        shift: (0, 0),
        faces: &[
            Face {
                when: always,
                corners: &[(29, 0), (70, 0), (99, 29), (99, 70), (70, 99), (29, 99), (0, 70), (0, 29)],
            },
            Face { when: |s| s.x > 0 && s.y > 0, corners: &[(0, -29), (29, 0), (0, 29), (-29, 0)] },
        ],
    },
    Tiling {
        name: "kites",
        number: 7,
        step: (104, 90),
        shift: (52, 0),
        faces: &[
            Face { when: always, corners: &[(0, 0), (52, 0), (52, 30), (26, 45)] },
            Face { when: always, corners: &[(0, 0), (26, 45), (0, 60), (-26, 45)] },
            Face { when: always, corners: &[(0, 0), (-26, 45), (-52, 30), (-52, 0)] },
            Face { when: always, corners: &[(0, 0), (-52, 0), (-52, -30), (-26, -45)] },
            Face { when: always, corners: &[(0, 0), (-26, -45), (0, -60), (26, -45)] },
            Face { when: always, corners: &[(0, 0), (26, -45), (52, -30), (52, 0)] },
        ],
    },
    Tiling {
        name: "floret",
        number: 8,
        step: (315, -364),
        shift: (0, 182),
        faces: &[
            Face {
                when: |s| s.x % 2 == 1 || s.y == 0 || !s.is_last_row() || s.width == 1,
                corners: &[(0, 0), (-30, 156), (30, 208), (105, 182), (120, 104)],
            },
            Face {
                when: |s| s.x % 2 == 1 || s.y == 0 || !s.is_last_row() || s.width == 1,
                corners: &[(0, 0), (120, 104), (195, 78), (210, 0), (150, -52)],
            },
            Face {
                when: |s| s.x % 2 == 1 || s.y == 0 || !s.is_last_row() || s.width == 1,
                corners: &[(0, 0), (150, -52), (165, -130), (105, -182), (30, -156)],
            },
            Face {
                when: |s| s.x % 2 == 1 || s.y == 0 || !s.is_last_row() || s.width == 1,
                corners: &[(0, 0), (30, -156), (-30, -208), (-105, -182), (-120, -104)],
            },
            Face {
                when: |s| s.x % 2 == 1 || s.y == 0 || !s.is_last_row() || s.width == 1,
                corners: &[(0, 0), (-120, -104), (-195, -78), (-210, 0), (-150, 52)],
            },
            Face {
                when: |s| s.x % 2 == 1 || s.y == 0 || !s.is_last_row() || s.width == 1,
                corners: &[(0, 0), (-150, 52), (-165, 130), (-105, 182), (-30, 156)],
            },
        ],
    },
    Tiling {
        name: "dodecagonal",
        number: 9,
        step: (112, 97),
        shift: (56, 0),
        faces: &[
            Face {
                when: always,
                corners: &[
                    (15, -56),
                    (41, -41),
                    (56, -15),
                    (56, 15),
                    (41, 41),
                    (15, 56),
                    (-15, 56),
                    (-41, 41),
                    (-56, 15),
                    (-56, -15),
                    (-41, -41),
                    (-15, -56),
                ],
            },
            Face {
                when: |s| !s.is_last_row() && s.has_left() && s.has_right(),
                corners: &[(15, 56), (0, 82), (-15, 56)],
            },
            Face {
                when: |s| s.y > 0 && s.has_left() && s.has_right(),
                corners: &[(-15, -56), (0, -82), (15, -56)],
            },
        ],
    },
    Tiling {
        name: "great-dodecagonal",
        number: 10,
        step: (142, 123),
        shift: (71, 0),
        faces: &[
            Face {
                when: always,
                corners: &[
                    (15, -56),
                    (41, -41),
                    (56, -15),
                    (56, 15),
                    (41, 41),
                    (15, 56),
                    (-15, 56),
                    (-41, 41),
                    (-56, 15),
                    (-56, -15),
                    (-41, -41),
                    (-15, -56),
                ],
            },
            Face {
                when: |s| !s.is_last_row() && s.has_left() && s.has_right(),
                corners: &[(15, 56), (30, 82), (15, 108), (-15, 108), (-30, 82), (-15, 56)],
            },
            Face {
                when: |s| s.y > 0 && s.has_left() && s.has_right(),
                corners: &[(-15, -56), (-30, -82), (-15, -108), (15, -108), (30, -82), (15, -56)],
            },
            Face { when: |s| !s.is_last_column(), corners: &[(56, -15), (86, -15), (86, 15), (56, 15)] },
            Face {
                when: |s| s.y > 0 && s.has_right(),
                corners: &[(15, -56), (30, -82), (56, -67), (41, -41)],
            },
            Face {
                when: |s| s.y > 0 && s.has_left(),
                corners: &[(-41, -41), (-56, -67), (-30, -82), (-15, -56)],
            },
        ],
    },
    Tiling {
        name: "great-great-dodecagonal",
        number: 13,
        step: (164, 142),
        shift: (82, 0),
        faces: &[
            Face {
                when: always,
                corners: &[
                    (15, -56),
                    (41, -41),
                    (56, -15),
                    (56, 15),
                    (41, 41),
                    (15, 56),
                    (-15, 56),
                    (-41, 41),
                    (-56, 15),
                    (-56, -15),
                    (-41, -41),
                    (-15, -56),
                ],
            },
            Face {
                when: |s| s.y > 0 && s.has_right(),
                corners: &[(67, -86), (67, -56), (41, -41), (15, -56), (15, -86), (41, -101)],
            },
            Face {
                when: |s| !s.is_last_column(),
                corners: &[(108, -15), (108, 15), (82, 30), (56, 15), (56, -15), (82, -30)],
            },
            Face {
                when: |s| !s.is_last_row() && s.has_right(),
                corners: &[(67, 56), (67, 86), (41, 101), (15, 86), (15, 56), (41, 41)],
            },
            Face {
                when: |s| s.y > 0 && !s.is_last_column(),
                corners: &[(67, -56), (82, -30), (56, -15), (41, -41)],
            },
            Face {
                when: |s| !s.is_last_row() && !s.is_last_column(),
                corners: &[(82, 30), (67, 56), (41, 41), (56, 15)],
            },
            Face {
                when: |s| !s.is_last_row() && s.has_left() && s.has_right(),
                corners: &[(15, 56), (15, 86), (-15, 86), (-15, 56)],
            },
            Face {
                when: |s| s.x > 0 && !s.is_last_row(),
                corners: &[(-56, 15), (-41, 41), (-67, 56), (-82, 30)],
            },
            Face { when: |s| s.x > 0 && s.y > 0, corners: &[(-41, -41), (-56, -15), (-82, -30), (-67, -56)] },
            Face {
                when: |s| s.y > 0 && s.has_left() && s.has_right(),
                corners: &[(15, -86), (15, -56), (-15, -56), (-15, -86)],
            },
            Face { when: |s| s.y > 0 && !s.is_last_column(), corners: &[(97, -56), (82, -30), (67, -56)] },
            Face {
                when: |s| !s.is_last_row() && !s.is_last_column(),
                corners: &[(97, 56), (67, 56), (82, 30)],
            },
        ],
    },
    Tiling {
        name: "kagome",
        number: 14,
        step: (60, 52),
        shift: (30, 0),
        faces: &[
            Face { when: always, corners: &[(15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0), (-15, -26)] },
            Face {
                when: |s| !s.is_last_column() || (s.y % 2 == 0 && s.y > 0),
                corners: &[(45, -26), (30, 0), (15, -26)],
            },
            Face {
                when: |s| !s.is_last_column() || (s.y % 2 == 0 && !s.is_last_row()),
                corners: &[(45, 26), (15, 26), (30, 0)],
            },
            Face { when: |s| s.x == 0 && s.y % 2 == 1, corners: &[(-15, -26), (-30, 0), (-45, -26)] },
            Face {
                when: |s| s.x == 0 && s.y % 2 == 1 && !s.is_last_row(),
                corners: &[(-15, 26), (-45, 26), (-30, 0)],
            },
        ],
    },
    Tiling {
        name: "compass-dodecagonal",
        number: 15,
        step: (112, 112),
        shift: (0, 0),
        faces: &[
            Face {
                when: always,
                corners: &[
                    (15, -56),
                    (41, -41),
                    (56, -15),
                    (56, 15),
                    (41, 41),
                    (15, 56),
                    (-15, 56),
                    (-41, 41),
                    (-56, 15),
                    (-56, -15),
                    (-41, -41),
                    (-15, -56),
                ],
            },
            Face {
                when: |s| !s.is_last_column() && !s.is_last_row(),
                corners: &[(56, 15), (71, 41), (41, 41)],
            },
            Face {
                when: |s| !s.is_last_column() && !s.is_last_row(),
                corners: &[(97, 56), (71, 71), (71, 41)],
            },
            Face {
                when: |s| !s.is_last_column() && !s.is_last_row(),
                corners: &[(71, 71), (56, 97), (41, 71)],
            },
            Face {
                when: |s| !s.is_last_column() && !s.is_last_row(),
                corners: &[(41, 41), (41, 71), (15, 56)],
            },
            Face {
                when: |s| !s.is_last_column() && !s.is_last_row(),
                corners: &[(71, 41), (71, 71), (41, 71), (41, 41)],
            },
        ],
    },
];
