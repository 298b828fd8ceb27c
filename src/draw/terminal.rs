//! A puzzle on a square grid as characters, with heavy lines for the answer.

use super::layout::{Layout, Point};
use super::marks::{COLOURS, Mark, Stroke};
use super::overlay::Overlay;
use super::pairs::pair_colours;
use super::picture::Picture;
use crate::puzzle::{EdgeId, Lattice, Puzzle, VertexId};

/// Columns of characters from a vertex to the next one.
const WIDE: usize = 4;
/// The same where vertices have names, and at least where edges have labels.
const WIDER: usize = 8;
/// Lines from a vertex to the one below.
const HIGH: usize = 2;
/// More characters than any terminal shows.
const MOST: usize = 4_000_000;

/// The picture has no form of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoGrid {
    /// The graph is not drawn on a square grid.
    #[error("the graph is not drawn on a square grid, which the terminal needs")]
    NotSquare,
    /// There are too many characters.
    #[error("the grid is too large for the terminal")]
    TooLarge,
}

#[derive(Clone, Copy)]
struct Sign {
    character: char,
    colour: Option<u8>,
}

/// The lines of a vertex: bit 0 up, 1 right, 2 down, 3 left; heavy, and light.
#[derive(Clone, Copy, Default)]
struct Junction {
    heavy: u8,
    light: u8,
}

/// The characters of a junction with heavy lines to some sides, by the bits of [`Junction`].
const HEAVY: [char; 16] = ['·', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// Draws a puzzle and what is told about it on its grid; with `colour`, ANSI colours tell pairs and rules apart.
pub fn terminal(picture: &Picture<'_>, colour: bool) -> Result<String, NoGrid> {
    let Picture { puzzle, layout, names, answer, overlay, vertex_names } = *picture;
    let places: Vec<[usize; 2]> =
        layout.positions.iter().map(place).collect::<Option<_>>().ok_or(NoGrid::NotSquare)?;
    let rows = places.iter().map(|p| p[1] + 1).max().unwrap_or(0);
    let columns = places.iter().map(|p| p[0] + 1).max().unwrap_or(0);
    let marks = overlay.marks(puzzle.edge_count());
    let length = |mark: &Mark| mark.label.chars().count();
    let longest = marks.iter().flatten().map(length).max().unwrap_or(0);
    // A label beside a line that goes down, a blank, and the clue in the middle.
    let wide = match vertex_names || *overlay != Overlay::None {
        true => WIDER.max(2 * (longest + 2)),
        false => WIDE,
    };
    let (lines, width) = (rows.saturating_mul(HIGH), columns.saturating_mul(wide) + 1);
    if lines.saturating_mul(width) > MOST {
        return Err(NoGrid::TooLarge);
    }
    let mut signs = vec![vec![Sign { character: ' ', colour: None }; width]; lines];
    let mut is_chosen = vec![false; puzzle.edge_count()];
    if !overlay.hides_answer() {
        answer.iter().for_each(|e| is_chosen[e.index()] = true);
    }
    // On a whole grid the dots say which edges there are.
    let is_whole = Lattice::of(puzzle).is_some();
    let pair_colours = pair_colours(puzzle, answer, COLOURS.len());
    let colours = path_colours(puzzle, answer, &pair_colours);
    let mut junctions = vec![Junction::default(); puzzle.vertex_count()];
    let mut labels = Vec::new();
    for (e, mark) in (0..puzzle.edge_count()).map(EdgeId::from_index).zip(marks) {
        let [u, v] = puzzle.edge_ends(e);
        let ([mut u, mut v], mut from, mut to) = ([u, v], places[u.index()], places[v.index()]);
        if to < from {
            (u, v, from, to) = (v, u, to, from);
        }
        let is_across = from[1] == to[1] && to[0] == from[0] + 1;
        let is_down = from[0] == to[0] && to[1] == from[1] + 1;
        if !is_across && !is_down {
            return Err(NoGrid::NotSquare);
        }
        let (stroke, colour) = match &mark {
            _ if is_chosen[e.index()] => (Stroke::Heavy, colours[u.index()]),
            Some(mark) => (mark.stroke, mark.colour),
            None if is_whole => (Stroke::None, None),
            None => (Stroke::Light, None),
        };
        let [across, down] = match stroke {
            Stroke::Heavy => ['━', '┃'],
            Stroke::Light => ['╌', '╎'],
            Stroke::None => [' ', ' '],
        };
        let [x, y] = [from[0] * wide + 1, from[1] * HIGH];
        if is_across {
            join(&mut junctions, (u, 1), (v, 3), stroke);
            signs[y][x + 1..x + wide].fill(Sign { character: across, colour });
            labels.extend(mark.map(|mark| (x + (wide + 1 - length(&mark)) / 2, y, mark)));
        } else {
            join(&mut junctions, (u, 2), (v, 0), stroke);
            for line in &mut signs[y + 1..y + HIGH] {
                line[x] = Sign { character: down, colour };
            }
            labels.extend(mark.map(|mark| (x + 1, y + HIGH / 2, mark)));
        }
    }
    for (v, junction) in junctions.iter().enumerate() {
        let [x, y] = places[v];
        let character = match junction {
            Junction { heavy: 0, light: 0 } => '∘',
            Junction { heavy, .. } => HEAVY[usize::from(*heavy)],
        };
        let colour = if overlay.hides_answer() { None } else { colours[v] };
        signs[y * HIGH][x * wide + 1] = Sign { character, colour };
    }
    if let Overlay::Plan { frontier, .. } = overlay {
        for &v in frontier {
            let [x, y] = places[v.index()];
            signs[y * HIGH][x * wide + 1].character = '◉';
        }
    }
    clues(puzzle, layout, wide, &mut signs);
    for (x, y, mark) in labels {
        write(&mut signs[y], x, &mark.label, mark.colour, true);
    }
    if vertex_names {
        for v in (0..puzzle.vertex_count()).map(VertexId::from_index) {
            let [x, y] = places[v.index()];
            let name: String = names.vertex(v).to_string().chars().take(wide - 2).collect();
            write(&mut signs[y * HIGH], x * wide + 1, &name, None, true);
        }
    }
    for (i, pair) in puzzle.pairs().iter().enumerate() {
        for v in pair {
            let [x, y] = places[v.index()];
            let colour = Some(COLOURS[pair_colours[i]]);
            write(&mut signs[y * HIGH], x * wide, &format!("{:^3}", i + 1), colour, true);
        }
    }
    let mut text = text(&signs, colour);
    for (sample, line) in overlay.key() {
        match sample.filter(|_| colour) {
            Some(sample) => text.push_str(&format!("\u{1b}[1;{sample}m{line}\u{1b}[0m\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    Ok(text)
}

/// The place of a point, if it is on the grid of whole numbers.
fn place(p: &Point) -> Option<[usize; 2]> {
    let whole = |c: f64| {
        let rounded = c.round();
        // Within the range of whole numbers that a grid of some size has.
        ((rounded - c).abs() < 1e-6 && (0.0..1e6).contains(&rounded)).then_some(rounded as usize)
    };
    Some([whole(p[0])?, whole(p[1])?])
}

fn join(junctions: &mut [Junction], a: (VertexId, u8), b: (VertexId, u8), stroke: Stroke) {
    for (v, side) in [a, b] {
        let junction = &mut junctions[v.index()];
        if stroke == Stroke::Heavy {
            junction.heavy |= 1 << side;
        } else {
            junction.light |= 1 << side;
        }
    }
}

/// The colour of the path of a pair, at each of its vertices.
fn path_colours(puzzle: &Puzzle, answer: &[EdgeId], pair_colours: &[usize]) -> Vec<Option<u8>> {
    let mut pair_at = vec![None; puzzle.vertex_count()];
    for (i, ends) in puzzle.pairs().iter().enumerate() {
        ends.iter().for_each(|v| pair_at[v.index()] = Some(i));
    }
    let mut colours = vec![None; puzzle.vertex_count()];
    for trace in super::geometry::traces(puzzle, answer) {
        let pair = trace.vertices.first().and_then(|v| pair_at[v.index()]);
        let colour = pair.map(|i: usize| COLOURS[pair_colours[i]]);
        trace.vertices.iter().for_each(|v| colours[v.index()] = colour);
    }
    colours
}

fn clues(puzzle: &Puzzle, layout: &Layout, wide: usize, signs: &mut [Vec<Sign>]) {
    for (id, cell) in puzzle.clued_cells() {
        let Some(face) = &layout.faces[id.index()] else { continue };
        let corners: Vec<[usize; 2]> = face.iter().filter_map(|&v| place(&layout.at(v))).collect();
        let low = |axis: usize| corners.iter().map(|c| c[axis]).min();
        if let ([_, _, _, _], Some(x), Some(y), Some(clue)) = (&corners[..], low(0), low(1), cell.clue)
            && let Some(line) = signs.get_mut(y * HIGH + 1)
        {
            write(line, x * wide + wide / 2, &format!("{clue:^3}"), None, false);
        }
    }
}

/// Writes `text`; blanks in it leave what is there, unless they are `solid`.
fn write(line: &mut [Sign], at: usize, text: &str, colour: Option<u8>, solid: bool) {
    let is_blank = |c: char| c == ' ' && !solid;
    for (sign, character) in line.iter_mut().skip(at).zip(text.chars()).filter(|(_, c)| !is_blank(*c)) {
        *sign = Sign { character, colour };
    }
}

fn text(signs: &[Vec<Sign>], colour: bool) -> String {
    let mut text = String::new();
    for line in signs {
        let end = line.iter().rposition(|sign| sign.character != ' ').map_or(0, |i| i + 1);
        let mut now = None;
        for sign in &line[..end] {
            if colour && sign.colour != now && sign.character != ' ' {
                text.push_str(&sign.colour.map_or("\u{1b}[0m".to_owned(), |c| format!("\u{1b}[1;{c}m")));
                now = sign.colour;
            }
            text.push(sign.character);
        }
        if now.is_some() {
            text.push_str("\u{1b}[0m");
        }
        text.push('\n');
    }
    while text.ends_with("\n\n") {
        text.pop();
    }
    text
}
