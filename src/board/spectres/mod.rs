//! The tiling of spectres (Smith, Myers, Kaplan and Goodman-Strauss, A chiral aperiodic monotile, 2023).
//!
//! A patch is described by its middle spectre: its direction in twelfths of a turn, its number in its hexagon, the numbers of hexagons in
//! larger ones, and the kind of the largest: `7125545Y`. The largest hexagon is placed around the middle spectre and taken apart where it
//! is near the patch. Spectres are numbered in the order in which a breadth-first search from the middle finds them.

mod hexagon;
mod ring;

use std::collections::VecDeque;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::area::Area;
use super::mesh::Mesh;
use super::metatile::{self, Metatile};
use super::trim::trim;
pub use hexagon::Kind;
use hexagon::Level;
use ring::{Move, Twelfths};
use zlink_base::limits::Limits;
use zlink_base::random::Random;

/// The corners of a spectre in order around it, with edges of length 1; two of the edges form one straight side.
const CORNERS: [Twelfths; 14] = [
    Twelfths([0, 0, 0, 0]),
    Twelfths([1, 0, 0, 0]),
    Twelfths([2, 0, -1, 0]),
    Twelfths([2, 1, -1, 0]),
    Twelfths([2, 2, -1, -1]),
    Twelfths([2, 2, -2, -1]),
    Twelfths([3, 2, -3, -1]),
    Twelfths([3, 1, -3, -1]),
    Twelfths([3, 1, -3, -2]),
    Twelfths([2, 1, -3, -2]),
    Twelfths([1, 1, -2, -2]),
    Twelfths([0, 1, -1, -2]),
    Twelfths([0, 1, 0, -2]),
    Twelfths([0, 0, 0, -1]),
];
/// An upper bound on the distance of the spectres of a hexagon, and of their corners, from the hexagon's origin.
const SIZE: f64 = 8.0;
/// The number of units of a place's width and height, and the number of pixels of a unit.
const PLACE: i64 = 7;
const UNIT: i64 = 8;
/// The first corner of the middle spectre if it has direction 0, in edges.
const START: Twelfths = Twelfths([-1, -2, 2, 1]);

type Outline = [Twelfths; 14];

/// The hexagons of all levels.
static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
    let lowest = Level::lowest(SIZE);
    std::iter::successors(Some(lowest), |level| Some(level.next())).take(Kind::MOST_LEVELS + 1).collect()
});

/// Converts edges to the units of the game: an edge is the square root of 2 long, and is turned back by an eighth of a turn.
fn in_units(point: Twelfths) -> Twelfths {
    point + point.turned(-3)
}

/// A patch of the tiling of spectres, described by its middle spectre.
pub type Patch = metatile::Patch<Kind>;

impl Patch {
    /// A random patch for this size, described by as few hexagons as it needs, and its spectres.
    pub(crate) fn random(size: [i64; 2], random: &mut Random, limits: &Limits) -> Option<(Self, Mesh)> {
        let mut patch = Patch::any(random)?;
        loop {
            patch.grow(random)?;
            limits.check().ok()?;
            if let Some(mesh) = patch.mesh(size) {
                return Some((patch, mesh));
            }
        }
    }

    /// The movement of the middle spectre from the origin to its place.
    fn place(&self) -> Move {
        // There are twelve directions.
        let twelfths = self.turn as i32;
        Move { twelfths, shift: START.turned(twelfths) }
    }

    /// The outline of the middle spectre, which does not depend on the hexagons around it.
    fn middle(&self) -> Outline {
        CORNERS.map(|corner| self.place().of(corner))
    }

    /// Passes the known spectres near a rectangle to `visit` until it returns false; returns whether it never did. With `without_known`,
    /// only the spectres that are not known without the largest hexagon.
    fn visit(&self, area: &Area, without_known: bool, mut visit: impl FnMut(Outline) -> bool) -> bool {
        let Patch { tile: spectre, ref parts, ref kinds, .. } = *self;
        let kinds = &kinds[..parts.len().min(Kind::MOST_LEVELS) + 1];
        let levels = &*LEVELS;
        let steps = (1..kinds.len()).rev().map(|n| levels[n].parts[kinds[n] as usize][parts[n - 1]]);
        let in_largest = steps.fold(Move::NONE, |whole, part| whole * part) * kinds[0].spectres()[spectre];
        let parts_of = |(kind, level, place): (Kind, usize, Move)| {
            let parts = kind.parts().iter().zip(&levels[level].parts[kind as usize]);
            parts.map(move |(&part, &there)| (part, level - 1, place * there))
        };
        let largest = (kinds[kinds.len() - 1], kinds.len() - 1, self.place() * in_largest.inverse());
        let mut open = match parts.get(..kinds.len() - 1).and_then(|parts| parts.last()) {
            Some(&known) if without_known => {
                let numbered = parts_of(largest).enumerate();
                numbered.filter(|&(part, _)| part != known).map(|(_, part)| part).collect()
            }
            _ => vec![largest],
        };
        while let Some((kind, level, place)) = open.pop() {
            if !area.is_near(place.shift, levels[level].radius[kind as usize]) {
                continue;
            }
            if level == 0 {
                let outline = |spectre| CORNERS.map(|corner| (place * spectre).of(corner));
                if !kind.spectres().iter().all(|&spectre| visit(outline(spectre))) {
                    return false;
                }
                continue;
            }
            open.extend(parts_of((kind, level, place)));
        }
        true
    }

    /// The middle spectre in the coordinates of the game.
    pub(crate) fn middle_piece(&self, size: [i64; 2]) -> Vec<[i64; 2]> {
        let area = Area::around(size.map(|places| PLACE * places));
        self.middle().map(|corner| area.pixels(corner)).to_vec()
    }

    /// Passes the spectres near the patch that are not known without the largest hexagon to `visit` until it returns false, in the
    /// coordinates of the game, including those that are not wholly inside; returns whether it never did.
    pub(crate) fn new_pieces(&self, size: [i64; 2], visit: &mut dyn FnMut(Vec<[i64; 2]>) -> bool) -> bool {
        let area = Area::around(size.map(|places| PLACE * places));
        self.visit(&area, true, |outline| visit(outline.map(|corner| area.pixels(corner)).to_vec()))
    }

    /// The spectres of a game of this width and height; `None` if the largest hexagon does not determine the tiling up to the border of the
    /// patch.
    pub fn mesh(&self, size: [i64; 2]) -> Option<Mesh> {
        let area = Area::around(size.map(|places| PLACE * places));
        let mut found = Vec::new();
        self.visit(&area, false, |outline| {
            found.push(outline);
            true
        });
        let mut mesh = Mesh::default();
        for spectre in by_search(self.middle(), &found, &area)? {
            mesh.face(spectre.map(|corner| area.pixels(corner)));
        }
        trim(&mut mesh);
        Some(mesh)
    }
}

impl Area {
    /// Whether a shape within this radius of `middle`, in edges, or a neighbour of it, may be inside.
    fn is_near(&self, middle: Twelfths, radius: f64) -> bool {
        let middle = in_units(middle);
        // A length of 1 is two units, and an edge is √2 long.
        let room = 2.0 * 2f64.sqrt() * (radius + SIZE);
        let inside =
            |c: f64, axis: usize| self.low[axis] as f64 - room <= c && c <= self.high[axis] as f64 + room;
        inside(middle.x().approximately(), 0) && inside(middle.y().approximately(), 1)
    }

    /// The coordinates of a corner in the game, in pixels from the upper left.
    fn pixels(&self, corner: Twelfths) -> [i64; 2] {
        let corner = in_units(corner);
        let down = (Twelfths::ZERO - corner).y();
        [corner.x().plus(-self.low[0]).rounded(UNIT), down.plus(self.high[1]).rounded(UNIT)]
    }
}

/// The spectres inside, in the order in which the search from `middle` finds them; `None` if the search reaches the border of the largest
/// hexagon, as nothing is known beyond it.
fn by_search<'a>(middle: Outline, spectres: &'a [Outline], area: &Area) -> Option<Vec<&'a Outline>> {
    let mut at_side: FxHashMap<(Twelfths, Twelfths), usize> = FxHashMap::default();
    for (number, outline) in spectres.iter().enumerate() {
        (0..14).for_each(|i| {
            at_side.insert((outline[i], outline[(i + 1) % 14]), number);
        });
    }
    let start = *at_side.get(&(middle[0], middle[1]))?;
    let mut is_found = vec![false; spectres.len()];
    is_found[start] = true;
    let mut order = Vec::new();
    let mut queue = VecDeque::from([start]);
    while let Some(number) = queue.pop_front() {
        let outline = &spectres[number];
        if !outline.iter().all(|&corner| area.holds([in_units(corner).x(), in_units(corner).y()])) {
            continue;
        }
        order.push(outline);
        for i in 0..14 {
            let next = *at_side.get(&(outline[(i + 1) % 14], outline[i]))?;
            if !std::mem::replace(&mut is_found[next], true) {
                queue.push_back(next);
            }
        }
    }
    Some(order)
}
