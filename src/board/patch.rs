//! Patches of the aperiodic tilings: described as in Loopy's game IDs, drawn at random.

use std::fmt;

use super::mesh::Mesh;
use super::penrose::Tiles;
use super::{hats, penrose, spectres};
use zlink_base::limits::Limits;
use zlink_base::random::Random;

/// An aperiodic tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aperiodic {
    /// Kites and darts, or rhombs.
    Penrose(Tiles),
    /// Hats.
    Hats,
    /// Spectres.
    Spectres,
}

/// A patch (a part of an aperiodic tiling), described by the tiles around one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Patch {
    /// A part of a Penrose tiling.
    Penrose(Tiles, penrose::Patch),
    /// A part of the tiling by hats.
    Hats(hats::Patch),
    /// A part of the tiling by spectres.
    Spectres(spectres::Patch),
}

impl Aperiodic {
    /// All aperiodic tilings.
    pub const ALL: [Aperiodic; 4] = [
        Aperiodic::Penrose(Tiles::KitesAndDarts),
        Aperiodic::Penrose(Tiles::Rhombs),
        Aperiodic::Hats,
        Aperiodic::Spectres,
    ];

    /// The number of the tiling in Loopy's game IDs.
    pub fn loopy(self) -> u32 {
        match self {
            Aperiodic::Penrose(Tiles::KitesAndDarts) => 11,
            Aperiodic::Penrose(Tiles::Rhombs) => 12,
            Aperiodic::Hats => 16,
            Aperiodic::Spectres => 17,
        }
    }

    /// The width and height of a place, in units of coordinates.
    pub(super) fn place(self) -> [i64; 2] {
        match self {
            Aperiodic::Penrose(_) => [100, 100],
            Aperiodic::Hats => [56, 48],
            Aperiodic::Spectres => [56, 56],
        }
    }

    /// An upper bound on the diameter of the tiles, in units of coordinates.
    pub(super) fn diameter(self) -> i64 {
        match self {
            Aperiodic::Penrose(Tiles::KitesAndDarts) => 180,
            Aperiodic::Penrose(Tiles::Rhombs) => 235,
            Aperiodic::Hats => 120,
            Aperiodic::Spectres => 110,
        }
    }

    /// The most corners of tiles that cover as much area as a place, including tiles that are examined and left out.
    pub fn corners_of_place(self) -> usize {
        match self {
            Aperiodic::Penrose(_) => 8,
            Aperiodic::Hats => 14,
            Aperiodic::Spectres => 28,
        }
    }

    /// Whether faces reach from border to border of a game of this width and height: at the ragged rim, at most a tile is missing on each
    /// side. The connected part of a narrow patch can be far shorter.
    pub(super) fn fills(self, size: [i64; 2], mesh: &Mesh) -> bool {
        (0..2).all(|axis| {
            let along = || mesh.corners().iter().map(|at| at[axis]);
            let extent = along().max().unwrap_or(0) - along().min().unwrap_or(0);
            extent + 2 * self.diameter() >= size[axis] * self.place()[axis]
        })
    }

    /// The number of corners of a tile.
    pub(super) fn corners(self) -> usize {
        if matches!(self, Aperiodic::Penrose(_)) { 4 } else { 14 }
    }

    /// The patches with the shortest descriptions.
    pub(super) fn smallest(self) -> Vec<Patch> {
        match self {
            Aperiodic::Penrose(tiles) => {
                let all = penrose::Patch::smallest(tiles).into_iter();
                all.map(|patch| Patch::Penrose(tiles, patch)).collect()
            }
            Aperiodic::Hats => hats::Patch::smallest().into_iter().map(Patch::Hats).collect(),
            Aperiodic::Spectres => spectres::Patch::smallest().into_iter().map(Patch::Spectres).collect(),
        }
    }

    /// The patch that a seed determines, with the shortest description that suffices for a game of this width and height, and its faces;
    /// `None` also if a limit is reached.
    pub(crate) fn patch(self, seed: u64, size: [i64; 2], limits: &Limits) -> Option<(Patch, Mesh)> {
        let mut random = Random::new(seed);
        match self {
            Aperiodic::Penrose(tiles) => {
                let (patch, mesh) = penrose::Patch::random(tiles, size, &mut random, limits)?;
                Some((Patch::Penrose(tiles, patch), mesh))
            }
            Aperiodic::Hats => {
                let (patch, mesh) = hats::Patch::random(size, &mut random, limits)?;
                Some((Patch::Hats(patch), mesh))
            }
            Aperiodic::Spectres => {
                let (patch, mesh) = spectres::Patch::random(size, &mut random, limits)?;
                Some((Patch::Spectres(patch), mesh))
            }
        }
    }
}

impl Patch {
    /// The patches that this one may be, described by one more level.
    pub(super) fn larger(&self) -> Vec<Patch> {
        match self {
            Patch::Penrose(tiles, patch) => {
                patch.larger().into_iter().map(|patch| Patch::Penrose(*tiles, patch)).collect()
            }
            Patch::Hats(patch) => patch.larger().into_iter().map(Patch::Hats).collect(),
            Patch::Spectres(patch) => patch.larger().into_iter().map(Patch::Spectres).collect(),
        }
    }

    /// Passes tiles near the patch to `visit` until it returns false, in the coordinates of a game of this width and height; returns
    /// whether it never did. Tiles known without the last level are left out, except for hats.
    pub(super) fn new_pieces(&self, size: [i64; 2], visit: &mut dyn FnMut(Vec<[i64; 2]>) -> bool) -> bool {
        match self {
            Patch::Penrose(tiles, patch) => patch.new_pieces(*tiles, size, visit),
            Patch::Hats(patch) => patch.pieces(size, visit),
            Patch::Spectres(patch) => patch.new_pieces(size, visit),
        }
    }

    /// The tile where the search that numbers the tiles begins; `None` for hats, which are not numbered by a search.
    pub(super) fn middle_piece(&self, size: [i64; 2]) -> Option<Vec<[i64; 2]>> {
        match self {
            Patch::Penrose(tiles, patch) => Some(patch.middle_piece(*tiles, size)),
            Patch::Hats(_) => None,
            Patch::Spectres(patch) => Some(patch.middle_piece(size)),
        }
    }

    /// The faces of a game of this width and height; `None` if the description is too short.
    pub(super) fn mesh(&self, size: [i64; 2]) -> Option<Mesh> {
        match self {
            Patch::Penrose(tiles, patch) => patch.mesh(*tiles, size),
            Patch::Hats(patch) => (!patch.parts.is_empty()).then(|| patch.mesh(size)),
            Patch::Spectres(patch) => patch.mesh(size),
        }
    }

    /// Whether the larger descriptions add no tiles. Tiles that are found by a search never change.
    pub(super) fn covers<'a>(&self, size: [i64; 2], mut larger: impl Iterator<Item = &'a Patch>) -> bool {
        let Patch::Hats(patch) = self else { return true };
        let inside = patch.inside(size);
        larger.all(|larger| !matches!(larger, Patch::Hats(larger) if larger.inside(size) != inside))
    }
}

impl fmt::Display for Patch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Patch::Penrose(_, patch) => patch.fmt(f),
            Patch::Hats(patch) => patch.fmt(f),
            Patch::Spectres(patch) => patch.fmt(f),
        }
    }
}
