//! Patches of the aperiodic tilings: described as in Loopy's game IDs, drawn at random.

use std::fmt;

use super::mesh::Mesh;
use super::penrose::Tiles;
use super::{hats, penrose, spectres};
use crate::random::Random;

/// An aperiodic tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aperiodic {
    Penrose(Tiles),
    Hats,
    Spectres,
}

/// A part of it, by what is around one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Patch {
    Penrose(Tiles, penrose::Patch),
    Hats(hats::Patch),
    Spectres(spectres::Patch),
}

impl Aperiodic {
    /// The patch that follows from a seed, described no longer than a game of this width and height needs, and its
    /// faces.
    pub(crate) fn patch(self, seed: u64, size: [i64; 2]) -> Option<(Patch, Mesh)> {
        let mut random = Random::new(seed);
        match self {
            Aperiodic::Penrose(tiles) => {
                let (patch, mesh) = penrose::Patch::random(tiles, size, &mut random)?;
                Some((Patch::Penrose(tiles, patch), mesh))
            }
            Aperiodic::Hats => {
                let (patch, mesh) = hats::Patch::random(size, &mut random)?;
                Some((Patch::Hats(patch), mesh))
            }
            Aperiodic::Spectres => {
                let (patch, mesh) = spectres::Patch::random(size, &mut random)?;
                Some((Patch::Spectres(patch), mesh))
            }
        }
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

/// One of them, by chance.
pub(super) fn any<T: Copy>(random: &mut Random, of: &[T]) -> Option<T> {
    of.get(random.below(of.len())).copied()
}
