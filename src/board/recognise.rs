//! Finds the patch of an aperiodic tiling that has given faces, by their coordinates.
//!
//! The description of a patch is found from the inside out. A description by few levels determines the place of some tiles; if these are
//! not among the faces, no longer description that begins with it fits. Only few descriptions ever agree.

use rustc_hash::{FxHashMap, FxHashSet};

use super::hats;
use super::mesh::Mesh;
use super::patch::{Aperiodic, Patch};
use zlink_base::limits::Limits;

/// The corners of a face, as coordinates.
type Corners = Vec<[i64; 2]>;

/// The most places by which the rectangle of a patch may exceed the extent of its faces.
const RIM: i64 = 4;
/// The most descriptions that are tried; the right one comes earlier.
const MOST_TRIED: usize = 3_000;
/// The width and height of the corner of a game of hats that is examined first, in places.
const CORNER: i64 = 6;
/// The number of levels that are tried from the first one on that describes a whole patch.
const LEVELS_MORE: usize = 3;

/// The result of recognising a patch.
pub struct Recognised {
    /// The width and height of the game.
    pub size: [i64; 2],
    /// The part of the tiling.
    pub patch: Patch,
    /// The faces of the patch, with the corners that were given.
    pub mesh: Mesh,
}

/// The given faces, all with the same orientation.
struct Faces {
    all: Vec<Corners>,
    at_side: FxHashMap<([i64; 2], [i64; 2]), usize>,
    set: FxHashSet<Corners>,
}

/// The corners of a face in positive orientation, starting with the smallest one.
fn normal(mut corners: Corners) -> Corners {
    let next = corners.iter().cycle().skip(1);
    // Coordinates of games are small; faces with larger ones are not recognised.
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

    /// The number of tiles near `patch` that are not known without its last level (for hats: of all tiles), and the number of these that
    /// are faces. `None` if a tile contradicts the faces: it overlaps another face at a side, or it is missing although all of it is in the
    /// rectangle from `low` to `right` and `bottom`.
    fn agree(&self, patch: &Patch, size: [i64; 2], [low, right, bottom]: [i64; 3]) -> Option<[usize; 2]> {
        let [mut all, mut present] = [0; 2];
        let mut hats = FxHashSet::default();
        let agrees = patch.new_pieces(size, &mut |tile| {
            let tile = normal(tile);
            let is_face = self.set.contains(&tile);
            let is_inner =
                || tile.iter().all(|&[x, y]| (low..=right).contains(&x) && (low..=bottom).contains(&y));
            if !is_face && (sides(&tile).any(|side| self.at_side.contains_key(&side)) || is_inner()) {
                return false;
            }
            if !matches!(patch, Patch::Hats(_)) || hats.insert(tile) {
                all += 1;
                present += usize::from(is_face);
            }
            true
        });
        agrees.then_some([all, present])
    }

    fn are(&self, mesh: &Mesh) -> bool {
        mesh.faces.len() == self.all.len()
            && mesh.faces.iter().all(|face| self.set.contains(&normal(mesh.corners_of(face))))
    }
}

/// The patch of `tiling` that has exactly these faces; `None` also if a limit is reached.
pub fn recognise(tiling: Aperiodic, faces: &[Corners], limits: &Limits) -> Option<Recognised> {
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
    let mut budget = Budget { left: MOST_TRIED, limits };
    if tiling == Aperiodic::Hats {
        let is_on_grid = faces.all.iter().flatten().all(|&at| hats::has_corner(at));
        return is_on_grid.then(|| of_hats(&faces, &sizes, &mut budget)).flatten();
    }
    sizes.into_iter().find_map(|size| of_size(tiling, &faces, size, &mut budget))
}

/// The number of descriptions that may still be tried, within limits.
struct Budget<'a> {
    left: usize,
    limits: &'a Limits,
}

impl Budget<'_> {
    /// Takes one description from the budget; `None` if none is left, or a limit is reached.
    fn take(&mut self) -> Option<()> {
        self.limits.check().ok()?;
        self.left = self.left.checked_sub(1)?;
        Some(())
    }
}

/// A description that agrees with the given faces so far.
struct Candidate {
    patch: Patch,
    /// The number of tiles that its last level added; for hats, the number of all tiles.
    added: usize,
    /// The number of known tiles that are faces; a tile counts once for each of its pieces.
    present: usize,
}

/// The rectangle for [`Faces::agree`]: all neighbours of a tile in it are inside the game.
fn inner(tiling: Aperiodic, size: [i64; 2]) -> [i64; 3] {
    let [width, height] = [0, 1].map(|axis| size[axis] * tiling.place()[axis]);
    [tiling.diameter(), width - tiling.diameter(), height - tiling.diameter()]
}

/// Recognises a patch of this size of a tiling whose tiles are numbered by a search from the middle one.
fn of_size(tiling: Aperiodic, faces: &Faces, size: [i64; 2], budget: &mut Budget<'_>) -> Option<Recognised> {
    let inner = inner(tiling, size);
    let candidate = |patch: Patch, before: usize| {
        let [added, present] = faces.agree(&patch, size, inner)?;
        Some(Candidate { patch, added, present: before + present })
    };
    // Half tiles are the pieces of Penrose tilings.
    let all = faces.all.len() * if matches!(tiling, Aperiodic::Penrose(_)) { 2 } else { 1 };
    let is_start =
        |patch: &Patch| patch.middle_piece(size).is_some_and(|tile| faces.set.contains(&normal(tile)));
    let smallest = tiling.smallest().into_iter().filter(is_start);
    let mut level: Vec<Candidate> = smallest.filter_map(|patch| candidate(patch, 0)).collect();
    let mut patience = LEVELS_MORE;
    while !level.is_empty() && patience > 0 {
        let mut next = Vec::new();
        let mut is_known = patience < LEVELS_MORE;
        for Candidate { patch, added, present } in level {
            budget.take()?;
            // This may be the whole patch: the last level added nothing, or all faces are found.
            let may_be_whole = added == 0 || present == all;
            match may_be_whole.then(|| patch.mesh(size)).flatten() {
                Some(mesh) if faces.are(&mesh) => return Some(Recognised { size, patch, mesh }),
                Some(_) => is_known = true,
                None => {
                    let larger = patch.larger().into_iter();
                    next.extend(larger.filter_map(|larger| candidate(larger, present)));
                }
            }
        }
        patience -= usize::from(is_known);
        level = next;
    }
    None
}

/// Recognises a patch of hats. Hats have the same coordinates in games of all sizes, so the size that fits is chosen at the end.
fn of_hats(faces: &Faces, sizes: &[[i64; 2]], budget: &mut Budget<'_>) -> Option<Recognised> {
    let tiling = Aperiodic::Hats;
    let [least, most] = [*sizes.first()?, *sizes.last()?];
    let candidate = |patch: Patch| {
        // Most descriptions that do not agree already differ in the corner.
        let corner = least.map(|places| places.min(CORNER));
        faces.agree(&patch, corner, inner(tiling, corner))?;
        let [added, present] = faces.agree(&patch, most, inner(tiling, least))?;
        Some(Candidate { patch, added, present })
    };
    let mut level: Vec<Candidate> = tiling.smallest().into_iter().filter_map(candidate).collect();
    while !level.is_empty() {
        let mut next = Vec::new();
        for Candidate { patch, added, present } in level {
            budget.take()?;
            let larger: Vec<Candidate> = patch.larger().into_iter().filter_map(candidate).collect();
            if present == faces.all.len() {
                let patches = || larger.iter().map(|larger| &larger.patch);
                let found = sizes.iter().find_map(|&size| {
                    let mesh = patch.mesh(size).filter(|mesh| faces.are(mesh))?;
                    patch.covers(size, patches()).then_some((size, mesh))
                });
                if let Some((size, mesh)) = found {
                    return Some(Recognised { size, patch, mesh });
                }
            }
            // If no larger description adds a tile for any size, none will later.
            if larger.iter().any(|larger| larger.added > added) {
                next.extend(larger);
            }
        }
        level = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_by_chance_are_recognised() {
        let limits = Limits::none();
        for tiling in Aperiodic::ALL {
            for seed in 0..3 {
                let size = [9 + seed as i64, 10];
                let (patch, mesh) = tiling.patch(seed, size, &limits).unwrap();
                let faces: Vec<Corners> = mesh.faces.iter().map(|face| mesh.corners_of(face)).collect();
                let found =
                    recognise(tiling, &faces, &limits).unwrap_or_else(|| panic!("{tiling:?} {patch}"));
                assert!(Faces::new(&faces).are(&found.mesh), "{tiling:?} {patch}");
                assert!(recognise(tiling, &faces[1..], &limits).is_none(), "{tiling:?} {patch}");
                let others = Aperiodic::ALL.into_iter().filter(|&other| other != tiling);
                others.for_each(|other| {
                    assert!(recognise(other, &faces, &limits).is_none(), "{other:?} {patch}")
                });
            }
        }
    }
}
