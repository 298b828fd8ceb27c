//! The tables of the periodic tilings.
//!
//! Coordinates are in units where lengths that occur together are nearly integers (15 to 26 for 1 to the square root of 3, 29 to 41 for 1
//! to the square root of 2).

use super::periodic::{Face, Pattern, Site};

fn always(_: Site) -> bool {
    true
}

/// Whether a place has a flower of six pentagons.
fn has_flower(s: Site) -> bool {
    s.x % 2 == 1 || s.y == 0 || !s.is_last_row() || s.width == 1
}

/// The face with these corners, of the places with a property.
const fn face(when: fn(Site) -> bool, corners: &'static [(i64, i64)]) -> Face {
    Face { when, corners }
}

/// The corners of a regular dodecagon.
const DODECAGON: &[(i64, i64)] = &[
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
];

/// The tables of all periodic tilings.
pub const PATTERNS: &[Pattern] = &[
    Pattern {
        name: "squares",
        loopy: Some(0),
        step: (20, 20),
        shift: (0, 0),
        faces: &[face(always, &[(0, 0), (20, 0), (20, 20), (0, 20)])],
    },
    Pattern {
        name: "honeycomb",
        loopy: Some(2),
        step: (45, 52),
        shift: (0, 26),
        faces: &[face(always, &[(-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0)])],
    },
    Pattern {
        name: "snub-square",
        loopy: Some(3),
        step: (41, 41),
        shift: (0, 0),
        faces: &[
            face(|s| s.is_even(), &[(26, 0), (41, 26), (15, 41), (0, 15)]),
            face(|s| s.is_even() && s.x > 0, &[(0, 15), (15, 41), (-15, 41)]),
            face(|s| s.is_even() && s.y > 0, &[(0, -15), (26, 0), (0, 15)]),
            face(|s| !s.is_even(), &[(15, 0), (41, 15), (26, 41), (0, 26)]),
            face(|s| !s.is_even() && s.x > 0, &[(15, 0), (0, 26), (-15, 0)]),
            face(|s| !s.is_even() && s.y > 0, &[(15, 0), (41, -15), (41, 15)]),
        ],
    },
    Pattern {
        name: "cairo",
        loopy: Some(4),
        step: (62, 62),
        shift: (0, 0),
        faces: &[
            face(|s| s.is_even() && s.y > 0, &[(0, 0), (31, -14), (62, 0), (48, 31), (14, 31)]),
            face(|s| s.is_even() && s.x > 0, &[(0, 0), (14, 31), (0, 62), (-31, 48), (-31, 14)]),
            face(|s| !s.is_even() && s.y > 0, &[(14, -31), (48, -31), (62, 0), (31, 14), (0, 0)]),
            face(|s| !s.is_even() && s.x > 0, &[(0, 0), (31, 14), (31, 48), (0, 62), (-14, 31)]),
        ],
    },
    Pattern {
        name: "great-hexagonal",
        loopy: Some(5),
        step: (71, 82),
        shift: (0, 41),
        faces: &[
            face(always, &[(-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0)]),
            face(|s| !s.is_last_row(), &[(-15, 26), (15, 26), (15, 56), (-15, 56)]),
            face(
                |s| !s.is_last_column() && (s.x % 2 == 0 || !s.is_last_row()),
                &[(30, 0), (56, 15), (41, 41), (15, 26)],
            ),
            face(
                |s| s.x > 0 && (s.x % 2 == 0 || !s.is_last_row()),
                &[(-30, 0), (-15, 26), (-41, 41), (-56, 15)],
            ),
            face(|s| !s.is_last_column() && !s.is_last_row(), &[(15, 26), (41, 41), (15, 56)]),
            face(|s| s.x > 0 && !s.is_last_row(), &[(-15, 26), (-15, 56), (-41, 41)]),
        ],
    },
    Pattern {
        name: "octagonal",
        loopy: Some(6),
        step: (99, 99),
        shift: (0, 0),
        faces: &[
            face(always, &[(29, 0), (70, 0), (99, 29), (99, 70), (70, 99), (29, 99), (0, 70), (0, 29)]),
            face(|s| s.x > 0 && s.y > 0, &[(0, -29), (29, 0), (0, 29), (-29, 0)]),
        ],
    },
    Pattern {
        name: "kites",
        loopy: Some(7),
        step: (104, 90),
        shift: (52, 0),
        faces: &[
            face(always, &[(0, 0), (52, 0), (52, 30), (26, 45)]),
            face(always, &[(0, 0), (26, 45), (0, 60), (-26, 45)]),
            face(always, &[(0, 0), (-26, 45), (-52, 30), (-52, 0)]),
            face(always, &[(0, 0), (-52, 0), (-52, -30), (-26, -45)]),
            face(always, &[(0, 0), (-26, -45), (0, -60), (26, -45)]),
            face(always, &[(0, 0), (26, -45), (52, -30), (52, 0)]),
        ],
    },
    Pattern {
        name: "floret",
        loopy: Some(8),
        step: (315, -364),
        shift: (0, 182),
        faces: &[
            face(has_flower, &[(0, 0), (-30, 156), (30, 208), (105, 182), (120, 104)]),
            face(has_flower, &[(0, 0), (120, 104), (195, 78), (210, 0), (150, -52)]),
            face(has_flower, &[(0, 0), (150, -52), (165, -130), (105, -182), (30, -156)]),
            face(has_flower, &[(0, 0), (30, -156), (-30, -208), (-105, -182), (-120, -104)]),
            face(has_flower, &[(0, 0), (-120, -104), (-195, -78), (-210, 0), (-150, 52)]),
            face(has_flower, &[(0, 0), (-150, 52), (-165, 130), (-105, 182), (-30, 156)]),
        ],
    },
    Pattern {
        name: "dodecagonal",
        loopy: Some(9),
        step: (112, 97),
        shift: (56, 0),
        faces: &[
            face(always, DODECAGON),
            face(|s| !s.is_last_row() && s.has_left() && s.has_right(), &[(15, 56), (0, 82), (-15, 56)]),
            face(|s| s.y > 0 && s.has_left() && s.has_right(), &[(-15, -56), (0, -82), (15, -56)]),
        ],
    },
    Pattern {
        name: "great-dodecagonal",
        loopy: Some(10),
        step: (142, 123),
        shift: (71, 0),
        faces: &[
            face(always, DODECAGON),
            face(
                |s| !s.is_last_row() && s.has_left() && s.has_right(),
                &[(15, 56), (30, 82), (15, 108), (-15, 108), (-30, 82), (-15, 56)],
            ),
            face(
                |s| s.y > 0 && s.has_left() && s.has_right(),
                &[(-15, -56), (-30, -82), (-15, -108), (15, -108), (30, -82), (15, -56)],
            ),
            face(|s| !s.is_last_column(), &[(56, -15), (86, -15), (86, 15), (56, 15)]),
            face(|s| s.y > 0 && s.has_right(), &[(15, -56), (30, -82), (56, -67), (41, -41)]),
            face(|s| s.y > 0 && s.has_left(), &[(-41, -41), (-56, -67), (-30, -82), (-15, -56)]),
        ],
    },
    Pattern {
        name: "great-great-dodecagonal",
        loopy: Some(13),
        step: (164, 142),
        shift: (82, 0),
        faces: &[
            face(always, DODECAGON),
            face(
                |s| s.y > 0 && s.has_right(),
                &[(67, -86), (67, -56), (41, -41), (15, -56), (15, -86), (41, -101)],
            ),
            face(|s| !s.is_last_column(), &[(108, -15), (108, 15), (82, 30), (56, 15), (56, -15), (82, -30)]),
            face(
                |s| !s.is_last_row() && s.has_right(),
                &[(67, 56), (67, 86), (41, 101), (15, 86), (15, 56), (41, 41)],
            ),
            face(|s| s.y > 0 && !s.is_last_column(), &[(67, -56), (82, -30), (56, -15), (41, -41)]),
            face(|s| !s.is_last_row() && !s.is_last_column(), &[(82, 30), (67, 56), (41, 41), (56, 15)]),
            face(
                |s| !s.is_last_row() && s.has_left() && s.has_right(),
                &[(15, 56), (15, 86), (-15, 86), (-15, 56)],
            ),
            face(|s| s.x > 0 && !s.is_last_row(), &[(-56, 15), (-41, 41), (-67, 56), (-82, 30)]),
            face(|s| s.x > 0 && s.y > 0, &[(-41, -41), (-56, -15), (-82, -30), (-67, -56)]),
            face(
                |s| s.y > 0 && s.has_left() && s.has_right(),
                &[(15, -86), (15, -56), (-15, -56), (-15, -86)],
            ),
            face(|s| s.y > 0 && !s.is_last_column(), &[(97, -56), (82, -30), (67, -56)]),
            face(|s| !s.is_last_row() && !s.is_last_column(), &[(97, 56), (67, 56), (82, 30)]),
        ],
    },
    Pattern {
        name: "kagome",
        loopy: Some(14),
        step: (60, 52),
        shift: (30, 0),
        faces: &[
            face(always, &[(15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0), (-15, -26)]),
            face(|s| !s.is_last_column() || (s.y % 2 == 0 && s.y > 0), &[(45, -26), (30, 0), (15, -26)]),
            face(
                |s| !s.is_last_column() || (s.y % 2 == 0 && !s.is_last_row()),
                &[(45, 26), (15, 26), (30, 0)],
            ),
            face(|s| s.x == 0 && s.y % 2 == 1, &[(-15, -26), (-30, 0), (-45, -26)]),
            face(|s| s.x == 0 && s.y % 2 == 1 && !s.is_last_row(), &[(-15, 26), (-45, 26), (-30, 0)]),
        ],
    },
    Pattern {
        name: "compass-dodecagonal",
        loopy: Some(15),
        step: (112, 112),
        shift: (0, 0),
        faces: &[
            face(always, DODECAGON),
            face(|s| !s.is_last_column() && !s.is_last_row(), &[(56, 15), (71, 41), (41, 41)]),
            face(|s| !s.is_last_column() && !s.is_last_row(), &[(97, 56), (71, 71), (71, 41)]),
            face(|s| !s.is_last_column() && !s.is_last_row(), &[(71, 71), (56, 97), (41, 71)]),
            face(|s| !s.is_last_column() && !s.is_last_row(), &[(41, 41), (41, 71), (15, 56)]),
            face(|s| !s.is_last_column() && !s.is_last_row(), &[(71, 41), (71, 71), (41, 71), (41, 41)]),
        ],
    },
    // Not in Loopy, nor are the following ones. Octagons, pentagons, hexagons and heptagons that nearly fit.
    Pattern {
        name: "altair",
        loopy: None,
        step: (1000, 1000),
        shift: (0, 0),
        faces: &[
            face(
                always,
                &[
                    (583, 300),
                    (700, 417),
                    (700, 583),
                    (583, 700),
                    (417, 700),
                    (300, 583),
                    (300, 417),
                    (417, 300),
                ],
            ),
            face(always, &[(700, 583), (830, 650), (800, 800), (650, 830), (583, 700)]),
            face(always, &[(417, 700), (350, 830), (200, 800), (170, 650), (300, 583)]),
            face(always, &[(300, 417), (170, 350), (200, 200), (350, 170), (417, 300)]),
            face(always, &[(583, 300), (650, 170), (800, 200), (830, 350), (700, 417)]),
            face(always, &[(700, 417), (830, 350), (1000, 400), (1000, 600), (830, 650), (700, 583)]),
            face(always, &[(583, 700), (650, 830), (600, 1000), (400, 1000), (350, 830), (417, 700)]),
            face(always, &[(300, 583), (170, 650), (0, 600), (0, 400), (170, 350), (300, 417)]),
            face(always, &[(417, 300), (350, 170), (400, 0), (600, 0), (650, 170), (583, 300)]),
            face(|s| s.x > 0 && s.y > 0, &[(-80, -80), (80, -80), (80, 80), (-80, 80)]),
            face(
                |s| s.y > 0,
                &[(80, -80), (200, -200), (350, -170), (400, 0), (350, 170), (200, 200), (80, 80)],
            ),
            face(
                |s| s.y > 0,
                &[(920, 80), (800, 200), (650, 170), (600, 0), (650, -170), (800, -200), (920, -80)],
            ),
            face(
                |s| s.x > 0,
                &[(80, 80), (200, 200), (170, 350), (0, 400), (-170, 350), (-200, 200), (-80, 80)],
            ),
            face(
                |s| s.x > 0,
                &[(-80, 920), (-200, 800), (-170, 650), (0, 600), (170, 650), (200, 800), (80, 920)],
            ),
        ],
    },
    // Hexagons, each cut into three rhombs.
    Pattern {
        name: "rhombille",
        loopy: None,
        step: (45, 52),
        shift: (0, 26),
        faces: &[
            face(always, &[(0, 0), (-15, -26), (15, -26), (30, 0)]),
            face(always, &[(0, 0), (30, 0), (15, 26), (-15, 26)]),
            face(always, &[(0, 0), (-15, 26), (-30, 0), (-15, -26)]),
        ],
    },
    // Squares with both diagonals.
    Pattern {
        name: "tetrakis-square",
        loopy: None,
        step: (40, 40),
        shift: (0, 0),
        faces: &[
            face(always, &[(0, 0), (40, 0), (20, 20)]),
            face(always, &[(40, 0), (40, 40), (20, 20)]),
            face(always, &[(40, 40), (0, 40), (20, 20)]),
            face(always, &[(0, 40), (0, 0), (20, 20)]),
        ],
    },
    // Hexagons, each cut by its axes into twelve triangles.
    Pattern {
        name: "kisrhombille",
        loopy: None,
        step: (90, 104),
        shift: (0, 52),
        faces: &[
            face(always, &[(0, 0), (-30, -52), (0, -52)]),
            face(always, &[(0, 0), (0, -52), (30, -52)]),
            face(always, &[(0, 0), (30, -52), (45, -26)]),
            face(always, &[(0, 0), (45, -26), (60, 0)]),
            face(always, &[(0, 0), (60, 0), (45, 26)]),
            face(always, &[(0, 0), (45, 26), (30, 52)]),
            face(always, &[(0, 0), (30, 52), (0, 52)]),
            face(always, &[(0, 0), (0, 52), (-30, 52)]),
            face(always, &[(0, 0), (-30, 52), (-45, 26)]),
            face(always, &[(0, 0), (-45, 26), (-60, 0)]),
            face(always, &[(0, 0), (-60, 0), (-45, -26)]),
            face(always, &[(0, 0), (-45, -26), (-30, -52)]),
        ],
    },
    // Triangles, each cut into three around its centre.
    Pattern {
        name: "triakis-triangular",
        loopy: None,
        step: (180, 156),
        shift: (90, 0),
        faces: &[
            face(always, &[(0, 0), (180, 0), (90, 52)]),
            face(always, &[(180, 0), (90, 156), (90, 52)]),
            face(always, &[(90, 156), (0, 0), (90, 52)]),
            face(always, &[(0, 0), (90, 156), (0, 104)]),
            face(always, &[(90, 156), (-90, 156), (0, 104)]),
            face(always, &[(-90, 156), (0, 0), (0, 104)]),
        ],
    },
];
