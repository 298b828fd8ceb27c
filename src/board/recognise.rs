//! Which patch of an aperiodic tiling some faces are, by their coordinates.
//!
//! What describes a patch is found from the inside out: a description by few levels says where some tiles are; if that
//! is not where they are, no longer description that begins with it is right. Few ever agree.

use rustc_hash::{FxHashMap, FxHashSet};

use super::mesh::Mesh;
use super::patch::{Aperiodic, Patch};

/// Corners of faces, as coordinates.
type Corners = Vec<[i64; 2]>;

/// How many places the rectangle of a patch may be larger than what is left of it.
const RIM: i64 = 4;
/// More descriptions than are ever looked at before the right one comes.
const MOST_TRIED: usize = 3_000;
/// How many levels are looked at from the first one on that describes a whole patch.
const LEVELS_MORE: usize = 3;

/// A patch that is recognised.
pub(crate) struct Recognised {
    /// Width and height of the game.
    pub(crate) size: [i64; 2],
    /// Which part of the tiling it is.
    pub(crate) patch: Patch,
    /// Its faces; the corners are those that were given.
    pub(crate) mesh: Mesh,
}

/// The faces, each of which is passed the same way round.
struct Faces {
    all: Vec<Corners>,
    at_side: FxHashMap<([i64; 2], [i64; 2]), usize>,
    set: FxHashSet<Corners>,
}

/// The corners of a face the right way round, from the least one on.
fn normal(mut corners: Corners) -> Corners {
    let next = corners.iter().cycle().skip(1);
    // Coordinates of games are small; of others, nothing is recognised.
    let cross = |(a, b): (&[i64; 2], &[i64; 2])| {
        i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0])
    };
    let area: i128 = corners.iter().zip(next).map(cross).sum();
    if area < 0 {
        corners.reverse();
    }
    let least = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
    corners.rotate_left(least);
    corners
}

fn sides(corners: &[[i64; 2]]) -> impl Iterator<Item = ([i64; 2], [i64; 2])> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

impl Faces {
    fn new(faces: &[Corners]) -> Self {
        let all: Vec<Corners> = faces.iter().cloned().map(normal).collect();
        let numbered = all.iter().enumerate();
        let at_side = numbered.flat_map(|(i, face)| sides(face).map(move |side| (side, i))).collect();
        let set = all.iter().cloned().collect();
        Faces { all, at_side, set }
    }

    /// Whether no tile is where a face is another one, and those are there that must be: all in the rectangle from the
    /// first number to both others.
    fn agree(&self, tiles: Vec<Corners>, [low, right, bottom]: [i64; 3]) -> bool {
        tiles.into_iter().map(normal).all(|tile| {
            let is_inner =
                || tile.iter().all(|&[x, y]| (low..=right).contains(&x) && (low..=bottom).contains(&y));
            sides(&tile).all(|side| self.at_side.get(&side).is_none_or(|&face| self.all[face] == tile))
                && (self.set.contains(&tile) || !is_inner())
        })
    }

    fn are(&self, mesh: &Mesh) -> bool {
        mesh.faces.len() == self.all.len()
            && mesh.faces.iter().all(|face| self.set.contains(&normal(mesh.corners_of(face))))
    }
}

/// The patch of `tiling` that has exactly these faces.
pub(crate) fn recognise(tiling: Aperiodic, faces: &[Corners]) -> Option<Recognised> {
    if faces.is_empty() || faces.iter().any(|face| face.len() != tiling.corners()) {
        return None;
    }
    let extent = [0, 1].map(|axis| faces.iter().flatten().map(|at| at[axis]).max().unwrap_or(0));
    let least = [0, 1].map(|axis| {
        let place = tiling.place()[axis];
        (extent[axis].clamp(1, i64::MAX / 2) + place - 1) / place
    });
    if least[0].checked_mul(least[1]).is_none_or(|places| places > 64 * faces.len() as i64 + 64) {
        return None;
    }
    let faces = Faces::new(faces);
    let sizes = (0..=RIM).flat_map(|x| (0..=RIM).map(move |y| [x, y]));
    let mut sizes: Vec<[i64; 2]> = sizes.map(|[x, y]| [least[0] + x, least[1] + y]).collect();
    sizes.sort_by_key(|size| size[0] + size[1]);
    let mut budget = MOST_TRIED;
    sizes.into_iter().find_map(|size| of_size(tiling, &faces, size, &mut budget))
}

fn of_size(tiling: Aperiodic, faces: &Faces, size: [i64; 2], budget: &mut usize) -> Option<Recognised> {
    let [width, height] = [0, 1].map(|axis| size[axis] * tiling.place()[axis]);
    // All neighbours of a tile in there are inside the rectangle.
    let inner = [tiling.diameter(), width - tiling.diameter(), height - tiling.diameter()];
    let is_start = |patch: &Patch| {
        let pieces = patch.pieces(size);
        // The search that numbers the tiles begins at the middle one; hats begin in a corner, which may be empty.
        let is_face = |tile: &Corners| faces.set.contains(&normal(tile.clone()));
        (tiling == Aperiodic::Hats || pieces.first().is_some_and(is_face)) && faces.agree(pieces, inner)
    };
    let mut level: Vec<Patch> = tiling.smallest().into_iter().filter(is_start).collect();
    let mut patience = LEVELS_MORE;
    while !level.is_empty() && patience > 0 {
        let mut next = Vec::new();
        let mut is_known = patience < LEVELS_MORE;
        for patch in level {
            *budget = budget.checked_sub(1)?;
            let mesh = patch.mesh(size);
            if mesh.is_some() && tiling != Aperiodic::Hats {
                // All of the patch is known: it is this one, or another one.
                let mesh = mesh.filter(|mesh| faces.are(mesh));
                if let Some(mesh) = mesh {
                    return Some(Recognised { size, patch, mesh });
                }
                is_known = true;
                continue;
            }
            let larger: Vec<Patch> =
                patch.larger().into_iter().filter(|larger| faces.agree(larger.pieces(size), inner)).collect();
            match mesh.filter(|_| patch.covers(size, &larger)) {
                Some(mesh) if faces.are(&mesh) => return Some(Recognised { size, patch, mesh }),
                Some(_) => is_known = true,
                None => next.extend(larger),
            }
        }
        patience -= usize::from(is_known);
        level = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_by_chance_are_recognised() {
        for tiling in Aperiodic::ALL {
            for seed in 0..3 {
                let size = [9 + seed as i64, 10];
                let (patch, mesh) = tiling.patch(seed, size).unwrap();
                let faces: Vec<Corners> = mesh.faces.iter().map(|face| mesh.corners_of(face)).collect();
                let found = recognise(tiling, &faces).unwrap_or_else(|| panic!("{tiling:?} {patch}"));
                assert!(Faces::new(&faces).are(&found.mesh), "{tiling:?} {patch}");
                assert!(recognise(tiling, &faces[1..]).is_none(), "{tiling:?} {patch}");
            }
        }
    }
}
