//! Penrose's tilings, of kites and darts or of rhombs.
//!
//! A patch is described by its middle triangle (half of a tile): the direction of its base in tenths of a turn, the number of its corner
//! that is the middle of the patch, and the kinds of the triangle, of the larger triangle that contains it, and so on: `81BAABABAB`. Older
//! games are described in another way, see `legacy`.
//!
//! The patch is rebuilt from the largest triangle downwards: it is placed around the middle triangle and cut into its parts, again and
//! again, where they are near the patch. The tiles are numbered in the order in which a breadth-first search from the middle triangle
//! completes them.

pub mod legacy;
mod ring;
mod triangle;

use std::collections::VecDeque;
use std::fmt;

use rustc_hash::FxHashMap;

use super::area::Area;
use super::mesh::Mesh;
use super::trim::trim;
use ring::Tenths;
pub use triangle::Kind;
use triangle::{KINDS, Triangle};
use zlink_base::limits::Limits;
use zlink_base::random::Random;

/// One of Penrose's two tilings, by its tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tiles {
    /// Kites and darts (P2).
    KitesAndDarts,
    /// Thick and thin rhombs (P3).
    Rhombs,
}

/// The most levels of a description: larger triangles exceed every patch, and the range of the numbers.
const MOST_LEVELS: usize = 60;
/// The margin around a patch in which triangles are examined, in units of coordinates: more than the width of a tile.
const MARGIN: f64 = 16.0;
/// The number of pixels of a game's unit of width and height.
const TILE: i64 = 100;

impl Tiles {
    /// The pixels of a unit of coordinates, across and along the first direction.
    fn units(self) -> [i64; 2] {
        match self {
            Tiles::KitesAndDarts => [37, 44],
            Tiles::Rhombs => [30, 35],
        }
    }

    /// Whether the tiling is made of triangles of this kind.
    pub fn has(self, kind: Kind) -> bool {
        kind.is_of_rhomb() == (self == Tiles::Rhombs)
    }
}

/// A patch of one of the tilings, described by the triangles around its middle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// The direction of the middle triangle's base, in tenths of a turn.
    pub tenths: i32,
    /// The number of the middle triangle's corner that is the middle of the patch.
    pub origin: usize,
    /// The kinds of the middle triangle, of the triangle that contains it, and so on; at least one.
    pub kinds: Vec<Kind>,
}

impl fmt::Display for Patch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.tenths, self.origin)?;
        self.kinds.iter().try_for_each(|kind| write!(f, "{kind:?}"))
    }
}

impl Patch {
    /// A random patch for this size, described by as few triangles as it needs, and its tiles.
    pub(crate) fn random(
        tiles: Tiles,
        size: [i64; 2],
        random: &mut Random,
        limits: &Limits,
    ) -> Option<(Self, Mesh)> {
        let all: Vec<Kind> = KINDS.into_iter().filter(|&kind| tiles.has(kind)).collect();
        let [tenths, origin] = [random.below(10), random.below(3)];
        // `tenths` is below 10.
        let mut patch = Patch { tenths: tenths as i32, origin, kinds: vec![random.any(&all)?] };
        while patch.kinds.len() < MOST_LEVELS {
            let last = *patch.kinds.last()?;
            let wholes: Vec<Kind> = all.iter().copied().filter(|&whole| last.is_part_of(whole)).collect();
            patch.kinds.push(random.any(&wholes)?);
            limits.check().ok()?;
            if let Some(mesh) = patch.mesh(tiles, size) {
                return Some((patch, mesh));
            }
        }
        None
    }

    /// All patches that are described by one triangle.
    pub(crate) fn smallest(tiles: Tiles) -> Vec<Self> {
        let kinds = KINDS.into_iter().filter(|&kind| tiles.has(kind));
        let places =
            |kind| (0..30).map(move |i| Patch { tenths: i / 3, origin: i as usize % 3, kinds: vec![kind] });
        kinds.flat_map(places).collect()
    }

    /// The patches that this one may be, with one more triangle around it.
    pub(crate) fn larger(&self) -> Vec<Self> {
        let Some(last) = self.kinds.last().filter(|_| self.kinds.len() < MOST_LEVELS) else {
            return Vec::new();
        };
        let wholes = KINDS.into_iter().filter(|&whole| last.is_part_of(whole));
        wholes.map(|whole| Patch { kinds: [&self.kinds[..], &[whole]].concat(), ..*self }).collect()
    }

    /// The kinds of the triangles, the middle triangle, and the largest one.
    fn ends(&self) -> Option<(&[Kind], Triangle, Triangle)> {
        let kinds = &self.kinds[..self.kinds.len().min(MOST_LEVELS)];
        let middle = Triangle::at_origin(kinds[0], self.tenths, self.origin);
        let mut largest = middle;
        for &kind in &kinds[1..] {
            largest = largest.whole(kind)?;
        }
        Some((kinds, middle, largest))
    }

    /// The middle triangle, and all known triangles near a rectangle.
    fn triangles(&self, area: &Area) -> Option<(Triangle, Vec<Triangle>)> {
        let (kinds, middle, largest) = self.ends()?;
        let mut found = Vec::new();
        visit(
            vec![(largest, kinds.len() - 1)],
            |triangle| area.meets(triangle),
            |triangle| {
                found.push(triangle);
                true
            },
        );
        Some((middle, found))
    }

    /// Passes the tiles near the patch that are not known without the largest triangle to `found` until it returns false, in the
    /// coordinates of the game; returns whether it never did. A tile comes once for each such half, even if its other half is not known.
    pub(crate) fn new_pieces(
        &self,
        tiles: Tiles,
        size: [i64; 2],
        found: &mut dyn FnMut(Vec<[i64; 2]>) -> bool,
    ) -> bool {
        let area = Area::of_game(tiles, size);
        let Some((kinds, _, largest)) = self.ends() else { return false };
        let open = match kinds {
            // No triangle has two parts of one kind.
            [rest @ .., known, _] => {
                largest.parts().filter(|part| part.kind != *known).map(|part| (part, rest.len())).collect()
            }
            _ => vec![(largest, 0)],
        };
        let tile = |triangle: Triangle| triangle.tile().map(|at| area.pixels_of(tiles, at)).to_vec();
        visit(open, |triangle| area.meets(triangle), |triangle| found(tile(triangle)))
    }

    /// The middle tile in the coordinates of the game.
    pub(crate) fn middle_piece(&self, tiles: Tiles, size: [i64; 2]) -> Vec<[i64; 2]> {
        let area = Area::of_game(tiles, size);
        let middle = Triangle::at_origin(self.kinds[0], self.tenths, self.origin);
        middle.tile().map(|at| area.pixels_of(tiles, at)).to_vec()
    }

    /// The tiles of a game of this width and height; `None` if the largest triangle does not determine the tiling up to the border of the
    /// patch.
    pub fn mesh(&self, tiles: Tiles, size: [i64; 2]) -> Option<Mesh> {
        let area = Area::of_game(tiles, size);
        let (middle, found) = self.triangles(&area)?;
        let is_inside =
            |triangle: &Triangle| triangle.corners.iter().all(|corner| area.holds([corner.x(), corner.y()]));
        let mut mesh = Mesh::default();
        for tile in tiles_by_search(middle, &found, is_inside)? {
            mesh.face(tile.map(|at| area.pixels_of(tiles, at)));
        }
        trim(&mut mesh);
        Some(mesh)
    }
}

impl Area {
    /// The rectangle of a game. The first coordinate of the tiling runs down the picture.
    fn of_game(tiles: Tiles, [width, height]: [i64; 2]) -> Self {
        let [unit_x, unit_y] = tiles.units();
        Area::around([height * TILE / unit_x, width * TILE / unit_y])
    }

    /// The coordinates of a corner in the game, in pixels.
    fn pixels_of(&self, tiles: Tiles, at: Tenths) -> [i64; 2] {
        let [unit_x, unit_y] = tiles.units();
        [at.y().plus(self.high[1]).rounded(unit_y), at.x().plus(-self.low[0]).rounded(unit_x)]
    }

    /// Whether a part of a triangle may be inside.
    fn meets(&self, triangle: &Triangle) -> bool {
        triangle.meets(self.low.map(|c| c as f64), self.high.map(|c| c as f64), MARGIN)
    }
}

/// Cuts each triangle in `open` into parts the given number of times, depth first, without those that are not `near`, and passes the parts
/// to `visit` until it returns false; returns whether it never did.
fn visit(
    mut open: Vec<(Triangle, usize)>,
    near: impl Fn(&Triangle) -> bool,
    mut visit: impl FnMut(Triangle) -> bool,
) -> bool {
    while let Some((triangle, levels)) = open.pop() {
        if !near(&triangle) {
            continue;
        }
        match levels.checked_sub(1) {
            None if !visit(triangle) => return false,
            None => {}
            Some(levels) => open.extend(triangle.parts().rev().map(|part| (part, levels))),
        }
    }
    true
}

/// The tiles whose halves are both found by the search from `middle`, in the order of the search; `None` if the search reaches the border
/// of the largest triangle, as nothing is known beyond it.
fn tiles_by_search(
    middle: Triangle,
    triangles: &[Triangle],
    is_inside: impl Fn(&Triangle) -> bool,
) -> Option<Vec<[Tenths; 4]>> {
    let side = |triangle: &Triangle, i: usize| (triangle.corners[i], triangle.corners[(i + 1) % 3]);
    let mut at_side: FxHashMap<(Tenths, Tenths), usize> = FxHashMap::default();
    for (number, triangle) in triangles.iter().enumerate() {
        (0..3).for_each(|i| {
            at_side.insert(side(triangle, i), number);
        });
    }
    let start = *at_side.get(&side(&middle, 0))?;
    let mut is_found = vec![false; triangles.len()];
    let mut is_done = vec![false; triangles.len()];
    let mut queue = VecDeque::new();
    is_found[start] = true;
    if is_inside(&triangles[start]) {
        queue.push_back(start);
    }
    let mut tiles = Vec::new();
    while let Some(number) = queue.pop_front() {
        let triangle = &triangles[number];
        for i in 0..3 {
            let (from, to) = side(triangle, i);
            let next = *at_side.get(&(to, from))?;
            let other = &triangles[next];
            if !is_inside(other) {
                continue;
            }
            if !std::mem::replace(&mut is_found[next], true) {
                queue.push_back(next);
            } else if i == triangle.kind.seam() && !is_done[number] && !is_done[next] {
                is_done[number] = true;
                is_done[next] = true;
                let half =
                    |triangle: &Triangle| [1, 2].map(|k| triangle.corners[(triangle.kind.seam() + k) % 3]);
                let ([a, b], [c, d]) = (half(triangle), half(other));
                tiles.push([a, b, c, d]);
            }
        }
    }
    Some(tiles)
}
