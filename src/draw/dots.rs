//! A puzzle on any graph as characters: lines of Braille dots, in each character two across and four down.

use super::characters::{COLOURS, Characters, MOST, NoText, Sign};
use super::geometry::roomiest;
use super::layout::{Point, distance};
use super::pairs::{pair_colours, pair_signs, path_colours};
use super::picture::Picture;
use super::signs;
use zlink_puzzle::{EdgeId, VertexId};

/// The length of an edge of median length in dots, if there is room and if there is not.
const LONG: f64 = 9.0;
const SHORT: f64 = 5.0;
/// The width of the picture up to which there is room, in dots: a hundred characters.
const ROOM: f64 = 200.0;
/// An edge that is not in the answer shows one in this many of its dots.
const SPARSE: usize = 3;
/// The ANSI colour of edges that are not in the answer.
const DULL: u8 = 90;
/// The first Braille character; each of the eight dots adds a bit.
const BLANK: u32 = 0x2800;
/// The bits of a character's dots: the left column from top to bottom, then the right column.
const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// A picture of dots, by characters.
struct Dots {
    width: usize,
    /// By character: its dots as bits, and the colour of the edge that it shows; edges of the answer take precedence.
    cells: Vec<(u8, Option<u8>)>,
}

impl Dots {
    fn set(&mut self, [x, y]: [usize; 2], colour: Option<u8>, wins: bool) {
        let Some((dots, own)) = self.cells.get_mut(y / 4 * self.width + x / 2) else { return };
        if *dots == 0 || wins {
            *own = colour;
        }
        *dots |= BITS[x % 2][y % 4];
    }
}

/// The map from the plane of the layout to dots.
struct Scale {
    low: Point,
    unit: f64,
    /// The dots to the left of the drawing and above it, as room for labels at its border.
    margin: f64,
}

impl Scale {
    fn dot(&self, p: Point) -> [usize; 2] {
        [0, 1].map(|axis| ((p[axis] - self.low[axis]) * self.unit + self.margin).round() as usize)
    }

    /// The column and row of the character at a point.
    fn character(&self, p: Point) -> [usize; 2] {
        let [x, y] = self.dot(p);
        [x / 2, y / 4]
    }
}

/// Draws a puzzle and its answer; edges that are not in the answer have sparse dots.
pub(super) fn dots(picture: &Picture<'_>, colour: bool) -> Result<String, NoText> {
    let Picture { puzzle, layout, answer, names, .. } = *picture;
    let (low, high) = layout.bounds();
    let signs = pair_signs(puzzle, picture.labels);
    let vertices = (0..puzzle.vertex_count()).map(VertexId::from_index);
    let vertex_names: Vec<String> = match picture.vertex_names {
        true => vertices.map(|v| names.vertex(v).to_string()).collect(),
        false => Vec::new(),
    };
    let longest = signs.iter().chain(&vertex_names).map(|text| text.chars().count()).max().unwrap_or(1);
    let least = if signs.is_empty() && vertex_names.is_empty() { SHORT } else { 2.0 * (longest + 1) as f64 };
    let middle = middle_length(picture).max(1e-9);
    let extent = [high[0] - low[0], high[1] - low[1]];
    let unit = (ROOM / extent[0].max(1e-9)).min(LONG / middle).max(least / middle);
    let scale = Scale { low, unit, margin: longest as f64 };
    let size = extent.map(|length| (length * unit + 2.0 * scale.margin).ceil());
    if size[0] * size[1] > (MOST * BITS.len() * BITS[0].len()) as f64 {
        return Err(NoText::TooLarge);
    }
    let (width, lines) = (size[0] as usize / 2 + 1 + longest, size[1] as usize / 4 + 1);
    let mut drawing = Dots { width, cells: vec![(0, None); width * lines] };

    let mut is_chosen = vec![false; puzzle.edge_count()];
    answer.iter().for_each(|e| is_chosen[e.index()] = true);
    let pair_colours = pair_colours(puzzle, answer, COLOURS.len());
    let path_colours = path_colours(puzzle, answer, &pair_colours);
    for (e, &is_chosen) in (0..).map(EdgeId).zip(&is_chosen) {
        let ends = puzzle.edge_ends(e);
        let (step, colour) = match is_chosen {
            true => (1, path_colours[ends[0].index()].or(Some(COLOURS[0]))),
            false => (SPARSE, Some(DULL)),
        };
        for dot in line(ends.map(|v| scale.dot(layout.at(v)))).step_by(step) {
            drawing.set(dot, colour, is_chosen);
        }
    }
    let mut characters = Characters::blank(lines, width);
    for (i, &(dots, colour)) in drawing.cells.iter().enumerate().filter(|(_, (dots, _))| *dots != 0) {
        let character = char::from_u32(BLANK + u32::from(dots)).unwrap_or(' ');
        *characters.at(i % width, i / width) = Sign { character, colour };
    }
    let is_hidden = signs::hidden_cells(picture.marks, puzzle, layout);
    for (id, cell) in puzzle.constrained_cells().filter(|(id, _)| !is_hidden[id.index()]) {
        let (Some(face), Some(sign)) = (&layout.faces[id.index()], cell.sign()) else { continue };
        let corners: Vec<Point> = face.iter().map(|&v| layout.at(v)).collect();
        write(&mut characters, scale.character(roomiest(&corners).0), &sign, None);
    }
    for (v, mark) in picture.marks.words() {
        write(&mut characters, scale.character(layout.at(v)), signs::text(&mark), None);
    }
    for (v, name) in (0..).map(VertexId).zip(&vertex_names) {
        write(&mut characters, scale.character(layout.at(v)), name, None);
    }
    for (i, (pair, sign)) in puzzle.pairs().iter().zip(&signs).enumerate() {
        for &v in pair {
            write(&mut characters, scale.character(layout.at(v)), sign, Some(COLOURS[pair_colours[i]]));
        }
    }
    Ok(characters.text(colour))
}

/// Writes a text centred at a character.
fn write(characters: &mut Characters, [x, y]: [usize; 2], text: &str, colour: Option<u8>) {
    let length = text.chars().count();
    characters.write([x.saturating_sub(length.saturating_sub(1) / 2), y], text, colour, true);
}

/// The median length of the edges; 1 if there are none.
fn middle_length(picture: &Picture<'_>) -> f64 {
    let Picture { puzzle, layout, .. } = *picture;
    let edges = (0..puzzle.edge_count()).map(EdgeId::from_index);
    let ends = edges.map(|e| puzzle.edge_ends(e).map(|v| layout.at(v)));
    let mut lengths: Vec<f64> = ends.map(|[a, b]| distance(a, b)).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(1.0)
}

/// The dots from one point to another.
fn line([from, to]: [[usize; 2]; 2]) -> impl Iterator<Item = [usize; 2]> {
    let steps = from[0].abs_diff(to[0]).max(from[1].abs_diff(to[1])).max(1);
    (0..=steps).map(move |i| {
        [0, 1].map(|axis| {
            let (a, b) = (from[axis] as f64, to[axis] as f64);
            (a + (b - a) * i as f64 / steps as f64).round() as usize
        })
    })
}
