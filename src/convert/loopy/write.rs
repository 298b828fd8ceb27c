//! Writes the game ID of a puzzle.

use rustc_hash::FxHashMap;

use super::TRIANGULAR;
use super::faces::{Faces, Map};
use crate::slitherlink::{Clues, plain_rules};
use crate::{Document, Unsupported};
use zlink_base::limits::Limits;
use zlink_board::mesh::Mesh;
use zlink_board::patch::Aperiodic;
use zlink_board::patterns::PATTERNS;
use zlink_board::periodic::{Pattern, triangular, triangular_with_ears};
use zlink_board::recognise::recognise;
use zlink_puzzle::{CellId, EdgeId, Puzzle, Topology};

/// By face: its clue, if it has one.
type FaceClues = Vec<Option<u32>>;

/// The most cells of a puzzle that is compared with tilings by the way its faces meet; larger puzzles are recognised only by their numbers
/// and coordinates.
const MOST_COMPARED: usize = 20_000;

/// A periodic tiling, in one of its forms.
#[derive(Clone, Copy)]
enum Form {
    Triangles,
    TrianglesWithEars,
    Table(&'static Pattern, u32),
}

impl Form {
    fn all() -> impl Iterator<Item = Form> {
        let tables = PATTERNS.iter().filter_map(|pattern| Some(Form::Table(pattern, pattern.loopy?)));
        [Form::Triangles, Form::TrianglesWithEars].into_iter().chain(tables)
    }

    /// The distance from a place to the next one in its row, and in its column.
    fn step(self) -> (i64, i64) {
        match self {
            Form::Triangles | Form::TrianglesWithEars => (30, 26),
            Form::Table(pattern, _) => pattern.step(),
        }
    }

    fn face_count(self, width: i64, height: i64) -> i64 {
        match self {
            Form::Triangles => (2 * width + 1) * height - height % 2 * 2,
            Form::TrianglesWithEars => 2 * width * height,
            Form::Table(pattern, _) => pattern.face_count(width, height),
        }
    }

    /// The faces of a board; `None` if a limit is reached.
    fn mesh(self, width: i64, height: i64, limits: &Limits) -> Option<Mesh> {
        limits.check().ok()?;
        let mut mesh = Mesh::default();
        match self {
            Form::Triangles => triangular(width, height, &mut mesh),
            Form::TrianglesWithEars => triangular_with_ears(width, height, &mut mesh),
            Form::Table(pattern, _) => pattern.build(width, height, &mut mesh, limits).ok()?,
        }
        Some(mesh)
    }

    fn id(self, width: i64, height: i64, clues: &[Option<u32>]) -> Result<String, Unsupported> {
        let (number, patch) = match self {
            Form::Triangles => (TRIANGULAR, "0_"),
            Form::TrianglesWithEars => (TRIANGULAR, ""),
            Form::Table(_, number) => (number, ""),
        };
        Ok(format!("{width}x{height}t{number}:{patch}{}\n", write_clues(clues)?))
    }
}

/// Writes the game ID of a Slitherlink on one of Loopy's tilings. A board that is not recognised within the limits counts as not among
/// them.
pub(crate) fn write(document: &Document, limits: &Limits) -> Result<String, Unsupported> {
    let puzzle = &document.puzzle;
    plain_rules(puzzle, Topology::Cycle)?;
    if let Ok(Clues { rows, columns, clues }) = Clues::of(document) {
        return Ok(format!("{columns}x{rows}t0:{}\n", write_clues(&clues)?));
    }
    let positions: Option<Vec<[i64; 2]>> = document.positions.iter().copied().collect();
    if let Some(id) = positions.as_ref().and_then(|positions| by_numbers(puzzle, positions, limits)) {
        return id;
    }
    let unknown = Unsupported::new(match positions {
        Some(_) => "a board that is none of Loopy's, whole and as it cuts it",
        None => "a board that is none of Loopy's (the aperiodic ones are recognised by pos facts only)",
    });
    let faces = Faces::of(puzzle).ok_or(unknown)?;
    let aperiodic = positions.as_ref().and_then(|positions| on_patch(puzzle, &faces, positions, limits));
    if let Some(id) = aperiodic {
        return id;
    }
    if puzzle.cell_count() > MOST_COMPARED {
        return Err(unknown);
    }
    let map = Map::new(faces.rings).ok_or(unknown)?;
    let found = by_faces(puzzle, &map, positions.as_deref(), limits);
    let found = found.or_else(|| among_zeros(puzzle, &map, limits));
    found.unwrap_or(Err(unknown))
}

/// Recognises a board on a periodic tiling whose coordinates and numbers are those that the reader gives.
fn by_numbers(
    puzzle: &Puzzle,
    positions: &[[i64; 2]],
    limits: &Limits,
) -> Option<Result<String, Unsupported>> {
    let extent = |axis: usize| {
        let all = positions.iter().map(|at| at[axis]);
        Some(all.clone().max()?.checked_sub(all.min()?)?.max(1))
    };
    let (x, y) = (extent(0)?, extent(1)?);
    for form in Form::all() {
        for width in near(x, form.step().0) {
            for height in near(y, form.step().1) {
                if width.checked_mul(height).is_none_or(|places| places > 2 * puzzle.cell_count() as i64) {
                    continue;
                }
                if let Some(clues) = clues_on(form.mesh(width, height, limits)?, puzzle, limits) {
                    return Some(form.id(width, height, &clues));
                }
            }
        }
    }
    None
}

/// Recognises a patch of an aperiodic tiling whose coordinates are those that the reader gives.
fn on_patch(
    puzzle: &Puzzle,
    faces: &Faces,
    positions: &[[i64; 2]],
    limits: &Limits,
) -> Option<Result<String, Unsupported>> {
    let corners = |ring: &Vec<u32>| ring.iter().map(|&v| positions[v as usize]).collect();
    let shapes: Vec<Vec<[i64; 2]>> = faces.rings.iter().map(corners).collect();
    let sorted = |mut corners: Vec<[i64; 2]>| {
        corners.sort_unstable();
        corners
    };
    for tiling in Aperiodic::ALL {
        let Some(found) = recognise(tiling, &shapes, limits) else { continue };
        let number: FxHashMap<Vec<[i64; 2]>, usize> =
            shapes.iter().enumerate().map(|(cell, shape)| (sorted(shape.clone()), cell)).collect();
        let cells = found.mesh.faces.iter().map(|face| number.get(&sorted(found.mesh.corners_of(face))));
        let clue = |cell: Option<&usize>| puzzle.cell(CellId::from_index(*cell?)).clue;
        let clues: FaceClues = cells.map(clue).collect();
        let [width, height] = found.size;
        let head = format!("{width}x{height}t{}:{}", tiling.loopy(), found.patch);
        return Some(write_clues(&clues).map(|clues| format!("{head}_{clues}\n")));
    }
    None
}

/// Recognises a board on a periodic tiling by the way its faces meet, whatever its numbers and coordinates are. If there are several ways,
/// the one that turns the board least is chosen.
fn by_faces(
    puzzle: &Puzzle,
    map: &Map,
    positions: Option<&[[i64; 2]]>,
    limits: &Limits,
) -> Option<Result<String, Unsupported>> {
    // The count is at most `MOST_COMPARED`.
    let count = map.faces().len() as i64;
    let mut best: Option<(f64, Form, [i64; 2], FaceClues)> = None;
    for form in Form::all() {
        for width in 1..=count {
            // Binary search for the smallest number of rows with at least `count` faces.
            let (mut low, mut high) = (1, count);
            while low < high {
                let middle = (low + high) / 2;
                if form.face_count(width, middle) < count { low = middle + 1 } else { high = middle }
            }
            if form.face_count(width, low) != count {
                continue;
            }
            let mesh = form.mesh(width, low, limits)?;
            if mesh.corner_count() != puzzle.vertex_count() {
                continue;
            }
            let Some(other) = Map::new(mesh.faces.clone()) else { continue };
            for image in map.images_in(&other) {
                let agreement =
                    positions.map_or(0.0, |from| agreement(&image.vertices, from, mesh.corners()));
                if best.as_ref().is_none_or(|best| agreement > best.0) {
                    let clues = image.clues(puzzle, count as usize);
                    best = Some((agreement, form, [width, low], clues));
                }
                if positions.is_none() {
                    break;
                }
            }
        }
    }
    let (_, form, [width, height], clues) = best?;
    Some(form.id(width, height, &clues))
}

/// Recognises a part of a triangular tiling, such as a parallelogram, inside a larger board: zeros around it keep the cycle inside. (Faces
/// at its sides have no clue, as the cycle may pass them.)
fn among_zeros(puzzle: &Puzzle, map: &Map, limits: &Limits) -> Option<Result<String, Unsupported>> {
    // All faces are triangles, with at most six at a vertex.
    let mut around = vec![0; puzzle.vertex_count()];
    map.faces().iter().flatten().for_each(|&v| around[v as usize] += 1);
    if map.faces().iter().any(|face| face.len() != 3) || around.iter().any(|&faces| faces > 6) {
        return None;
    }
    // There are at most `MOST_COMPARED` triangles, and the distance between two is less than their number.
    let most = map.extent() as i64 + 4;
    for size in (3..=most).filter(|size| size * size * 2 >= map.faces().len() as i64) {
        let mesh = Form::Triangles.mesh(size, size, limits)?;
        let large = Map::new(mesh.faces)?;
        for image in map.images_in(&large) {
            if let Some(clues) = image.clues_among_zeros(puzzle, map, &large) {
                return Some(Form::Triangles.id(size, size, &clues));
            }
        }
    }
    None
}

/// The agreement of directions and proportions between two sets of points: the sum of scalar products from their middles.
fn agreement(image: &[u32], from: &[[i64; 2]], to: &[[i64; 2]]) -> f64 {
    let middle = |all: &mut dyn Iterator<Item = [i64; 2]>| {
        let mut sum = [0.0; 2];
        let mut count = 0.0f64;
        for [x, y] in all {
            sum = [sum[0] + x as f64, sum[1] + y as f64];
            count += 1.0;
        }
        sum.map(|sum| sum / count.max(1.0))
    };
    let image_of = |v: usize| to[image[v] as usize];
    let [a, b] = [middle(&mut from.iter().copied()), middle(&mut (0..from.len()).map(image_of))];
    let product = |v: usize| {
        let ([x, y], [z, w]) = (from[v], image_of(v));
        (x as f64 - a[0]) * (z as f64 - b[0]) + (y as f64 - a[1]) * (w as f64 - b[1])
    };
    (0..from.len()).map(product).sum()
}

/// The numbers of steps that may fill an extent.
fn near(extent: i64, step: i64) -> std::ops::RangeInclusive<i64> {
    let about = extent / step.abs();
    (about - 3).max(1)..=about + 1
}

/// The clues of the faces of `mesh`, if its graph equals that of `puzzle`, with the same numbers.
fn clues_on(mesh: Mesh, puzzle: &Puzzle, limits: &Limits) -> Option<Vec<Option<u32>>> {
    let faces = mesh.faces.len();
    if mesh.corner_count() != puzzle.vertex_count() {
        return None;
    }
    let other = mesh.board(Topology::Cycle, &vec![None; faces], limits).ok()?.puzzle;
    let ends = |puzzle: &Puzzle, e: usize| puzzle.edge_ends(EdgeId::from_index(e));
    let is_same = other.edge_count() == puzzle.edge_count()
        && (0..other.edge_count()).all(|e| ends(&other, e) == ends(puzzle, e));
    if !is_same {
        return None;
    }
    let sides = |puzzle: &Puzzle, c: usize| {
        let mut edges = puzzle.cell(CellId::from_index(c)).edges.to_vec();
        edges.sort_unstable();
        edges
    };
    let index: FxHashMap<Vec<EdgeId>, usize> = (0..faces).map(|f| (sides(&other, f), f)).collect();
    let mut clues = vec![None; faces];
    for (id, cell) in puzzle.clued_cells() {
        let clue = &mut clues[*index.get(&sides(puzzle, id.index()))?];
        if clue.is_some_and(|known| Some(known) != cell.clue) {
            return None;
        }
        *clue = cell.clue;
    }
    Some(clues)
}

fn write_clues(clues: &[Option<u32>]) -> Result<String, Unsupported> {
    let mut text = String::new();
    let mut rest = clues;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match first {
            Some(clue) => {
                let sign = char::from_digit(*clue, 36).ok_or(Unsupported::new("a clue of more than 35"))?;
                text.push(sign.to_ascii_uppercase());
            }
            None => {
                let more = rest.iter().take(25).take_while(|clue| clue.is_none()).count();
                rest = &rest[more..];
                // `more` is at most 25.
                text.push(char::from(b'a' + more as u8));
            }
        }
    }
    Ok(text)
}
