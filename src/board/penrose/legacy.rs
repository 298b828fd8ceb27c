//! Penrose patches of games from before 2023: `G12,-34,72`, a rectangle somewhere in a large triangle.
//!
//! The three numbers are the middle of the rectangle and the angle by which the large triangle is turned. How large it
//! is follows from the size of the game. Its tiles are numbered depth first, and their corners are rounded to pixels,
//! all of which decides which of them are inside: the constants have the digits with which the games were made.

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

/// A circle in a large triangle, as a share of the side.
const CIRCLE: f64 = 0.224_26;
/// The radius of the circle in diagonals of the rectangle.
const RADIUS: f64 = 3.11;

/// The large triangle of a size of game.
struct Size {
    /// The radius of the circle in which rectangles may be.
    radius: f64,
    /// The side in pixels.
    side: i64,
    /// How often it is cut.
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
        // The sizes of games are limited: some thousands of tiles.
        Size { radius, side: side as i64, levels }
    }
}

/// A rectangle in the large triangle.
#[derive(Debug, Clone, Copy)]
pub struct Rectangle {
    /// Its middle, in pixels from that of the circle.
    pub middle: [i64; 2],
    /// By how many degrees the large triangle is turned.
    pub angle: i64,
}

impl Rectangle {
    /// The tiles of a game of this width and height, or why there is no such patch.
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
        // Lengths in units of the large side; from pixels to the units of coordinates is not worth it, for triangles
        // near the patch are found by pixels, too.
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

/// The large triangle and the pixels of its side.
struct Placed {
    unit: Unit,
    triangle: Triangle,
}

/// From numbers of the ring to pixels. The number 1 stands for a side that points 54 degrees downwards.
struct Unit {
    side: i64,
}

impl Unit {
    fn new(side: i64) -> Self {
        Unit { side }
    }

    fn exact(&self, at: Tenths) -> [f64; 2] {
        let [a, b, c, d] = at.scaled(self.side).0;
        // Sums of symmetric directions, in this order, for rounding may depend on it.
        [(d + a) as f64 * COS_54 + (c + b) as f64 * COS_18, (d - a) as f64 * SIN_54 + (c - b) as f64 * SIN_18]
    }

    /// Halves are rounded away from zero.
    fn rounded(&self, at: Tenths) -> [i64; 2] {
        self.exact(at).map(|c| c.round() as i64)
    }
}

/// The large triangle with its side of length 1: its apex is two golden sections left of the middle of the circle.
fn large(tiles: Tiles, angle: i64) -> Triangle {
    let kind = if tiles == Tiles::Rhombs { Kind::D } else { Kind::B };
    // Between 0 and 10.
    let tenths = (angle / 36) as i32;
    // Directions of 18 degrees up and down, as tenths from the one of 54 degrees down.
    let (up, down) = (Tenths::ONE.turned(2 + tenths), Tenths::ONE.turned(1 + tenths));
    let apex = (Tenths::ZERO - up - down) * Tenths::GOLDEN_INVERSE * Tenths::GOLDEN_INVERSE;
    Triangle { kind, corners: [apex + down, apex + up, apex] }
}

/// The tile of which a triangle is one half, once for both: around it from where its halves have their apexes, or
/// the base of a half of a dart or of a thick rhomb begins.
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
