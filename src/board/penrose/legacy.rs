//! Penrose patches of games from before 2023: `G12,-34,72`, a rectangle somewhere in a large triangle.
//!
//! The three numbers are the middle of the rectangle and the angle by which the large triangle is turned. The size of the large triangle
//! follows from the size of the game. Its tiles are numbered depth first, and their corners are rounded to pixels; both decide which tiles
//! are inside, so the constants have exactly the digits with which the games were made.

use super::ring::Tenths;
use super::triangle::{Kind, Triangle};
use super::{TILE, Tiles, visit};
use crate::mesh::Mesh;
use crate::trim::trim;

const GOLDEN: f64 = 1.618_033_988_7;
const COS_18: f64 = 0.951_056_5;
const SIN_18: f64 = 0.309_016_9;
const COS_54: f64 = 0.587_785_2;
const SIN_54: f64 = 0.809_016_9;

/// The radius of the circle in a large triangle, as a fraction of its side.
const CIRCLE: f64 = 0.224_26;
/// The radius of the circle, in diagonals of the rectangle.
const RADIUS: f64 = 3.11;

/// The size of the large triangle, which depends on the size of the game.
struct Size {
    /// The radius of the circle that contains the possible rectangles.
    radius: f64,
    /// The side of the triangle in pixels.
    side: i64,
    /// The number of times that the triangle is cut into parts.
    levels: usize,
}

impl Size {
    fn of(tiles: Tiles, [width, height]: [i64; 2]) -> Self {
        let tile = match tiles {
            Tiles::KitesAndDarts => TILE * 3 / 2,
            Tiles::Rhombs => TILE * 5 / 4,
        } as f64;
        let radius = tile * RADIUS * ((width * width + height * height) as f64).sqrt();
        let (mut side, mut levels) = (tile, 0);
        while side * CIRCLE < radius {
            side *= GOLDEN;
            levels += 1;
        }
        // Game sizes are limited to some thousands of tiles, so this fits.
        Size { radius, side: side as i64, levels }
    }
}

/// A rectangle in the large triangle.
#[derive(Debug, Clone, Copy)]
pub struct Rectangle {
    /// The middle of the rectangle, in pixels from the middle of the circle.
    pub middle: [i64; 2],
    /// The angle by which the large triangle is turned, in degrees.
    pub angle: i64,
}

impl Rectangle {
    /// The tiles of a game of this width and height, or the reason why there is no such patch.
    pub fn mesh(self, tiles: Tiles, [width, height]: [i64; 2]) -> Result<Mesh, &'static str> {
        let Rectangle { middle: [x, y], angle } = self;
        let size = Size::of(tiles, [width, height]);
        let room = (size.radius - ((width * width + height * height) as f64).sqrt()).floor();
        if (x as f64).hypot(y as f64) > room {
            return Err("the middle of the patch is too far out");
        }
        if angle % 36 != 0 || !(0..360).contains(&angle) {
            return Err("the angle of the patch must be a multiple of 36 below 360");
        }
        let half = [width * TILE / 2, height * TILE / 2];
        let (low, high) = ([x - half[0], y - half[1]], [x + half[0], y + half[1]]);
        // Lengths are in units of the large side. Pixels are not converted to units of coordinates, as triangles near the patch are found
        // by pixels, too.
        let large = Placed { unit: Unit::new(size.side), triangle: large(tiles, angle) };
        let margin = 3 * TILE;
        let near = |triangle: &Triangle| {
            let at = triangle.corners.map(|corner| large.unit.exact(corner));
            (0..2).all(|axis| {
                let least = at.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
                let most = at.iter().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max);
                least <= (high[axis] + margin) as f64 && most >= (low[axis] - margin) as f64
            })
        };
        let mut mesh = Mesh::default();
        visit(vec![(large.triangle, size.levels)], near, |triangle| {
            let corners = tile(&triangle).map(|tile| tile.map(|corner| large.unit.rounded(corner)));
            let is_inside = |at: &[i64; 2]| (0..2).all(|axis| (low[axis]..=high[axis]).contains(&at[axis]));
            if let Some(corners) = corners.filter(|corners| corners.iter().all(is_inside)) {
                mesh.face(corners);
            }
            true
        });
        trim(&mut mesh);
        Ok(mesh)
    }
}

/// The large triangle with the pixels of its side.
struct Placed {
    unit: Unit,
    triangle: Triangle,
}

/// Converts numbers of the ring to pixels. The number 1 stands for a side that points 54 degrees downwards.
struct Unit {
    side: i64,
}

impl Unit {
    fn new(side: i64) -> Self {
        Unit { side }
    }

    fn exact(&self, at: Tenths) -> [f64; 2] {
        let [a, b, c, d] = at.scaled(self.side).0;
        // The sums pair symmetric directions, in this order, as the rounding may depend on it.
        [(d + a) as f64 * COS_54 + (c + b) as f64 * COS_18, (d - a) as f64 * SIN_54 + (c - b) as f64 * SIN_18]
    }

    /// The coordinates in whole pixels; halves are rounded away from zero.
    fn rounded(&self, at: Tenths) -> [i64; 2] {
        self.exact(at).map(|c| c.round() as i64)
    }
}

/// The large triangle with side length 1. Its apex is two golden sections to the left of the middle of the circle.
fn large(tiles: Tiles, angle: i64) -> Triangle {
    let kind = if tiles == Tiles::Rhombs { Kind::D } else { Kind::B };
    // The quotient is at least 0 and below 10.
    let tenths = (angle / 36) as i32;
    // Directions 18 degrees up and down, as tenths of a turn from the direction 54 degrees down.
    let (up, down) = (Tenths::ONE.turned(2 + tenths), Tenths::ONE.turned(1 + tenths));
    let apex = (Tenths::ZERO - up - down) * Tenths::GOLDEN_INVERSE * Tenths::GOLDEN_INVERSE;
    Triangle { kind, corners: [apex + down, apex + up, apex] }
}

/// The tile that a triangle is a half of, for one of its two halves; `None` for the other half. The corners go around the tile, from the
/// apexes of its halves, or from the start of the base of a half of a dart or thick rhomb.
fn tile(triangle: &Triangle) -> Option<[Tenths; 4]> {
    let [a, b, c] = triangle.corners;
    Some(match triangle.kind {
        Kind::B => [c, a, b, c + (b - c).turned(1)],
        Kind::V => [b, b + (a - b).turned(-2), c, a],
        Kind::D => [c, a, a + b - c, b],
        Kind::Y => [b, c, a, a + b - c],
        _ => return None,
    })
}
