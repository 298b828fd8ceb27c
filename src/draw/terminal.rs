//! A puzzle on a square grid as characters, with heavy lines for the answer.

use super::layout::{Layout, Point};
use crate::puzzle::{EdgeId, Lattice, Puzzle, VertexId};

/// Columns of characters from a vertex to the next one.
const WIDE: usize = 4;
/// Lines from a vertex to the one below.
const HIGH: usize = 2;
/// More characters than any terminal shows.
const MOST: usize = 4_000_000;

/// The foreground colours of ANSI terminals in the order in which pairs get them, the brighter ones later.
const COLOURS: [u8; 12] = [34, 33, 32, 35, 36, 31, 94, 93, 92, 95, 96, 91];

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

/// Draws `answer` on the grid of `puzzle`; with `colour`, ANSI colours tell the pairs apart.
pub fn terminal(puzzle: &Puzzle, layout: &Layout, answer: &[EdgeId], colour: bool) -> Result<String, NoGrid> {
    let places: Vec<[usize; 2]> =
        layout.positions.iter().map(place).collect::<Option<_>>().ok_or(NoGrid::NotSquare)?;
    let rows = places.iter().map(|p| p[1] + 1).max().unwrap_or(0);
    let columns = places.iter().map(|p| p[0] + 1).max().unwrap_or(0);
    let (lines, width) = (rows.saturating_mul(HIGH), columns.saturating_mul(WIDE) + 1);
    if lines.saturating_mul(width) > MOST {
        return Err(NoGrid::TooLarge);
    }
    let mut signs = vec![vec![Sign { character: ' ', colour: None }; width]; lines];
    let mut is_chosen = vec![false; puzzle.edge_count()];
    answer.iter().for_each(|e| is_chosen[e.index()] = true);
    // On a whole grid the dots say which edges there are.
    let is_whole = Lattice::of(puzzle).is_some();
    let colours = path_colours(puzzle, answer);
    let mut junctions = vec![Junction::default(); puzzle.vertex_count()];
    for e in (0..puzzle.edge_count()).map(EdgeId::from_index) {
        let [u, v] = puzzle.edge_ends(e);
        let ([mut u, mut v], mut from, mut to) = ([u, v], places[u.index()], places[v.index()]);
        if to < from {
            (u, v, from, to) = (v, u, to, from);
        }
        let chosen = is_chosen[e.index()];
        let is_across = from[1] == to[1] && to[0] == from[0] + 1;
        let is_down = from[0] == to[0] && to[1] == from[1] + 1;
        if !is_across && !is_down {
            return Err(NoGrid::NotSquare);
        }
        let colour = colours[u.index()].filter(|_| chosen);
        if is_across {
            join(&mut junctions, (u, 1), (v, 3), chosen);
            for i in 1..WIDE {
                let character = edge_sign(chosen, is_whole, ['━', '╌']);
                signs[from[1] * HIGH][from[0] * WIDE + 1 + i] = Sign { character, colour };
            }
        } else {
            join(&mut junctions, (u, 2), (v, 0), chosen);
            for i in 1..HIGH {
                let character = edge_sign(chosen, is_whole, ['┃', '╎']);
                signs[from[1] * HIGH + i][from[0] * WIDE + 1] = Sign { character, colour };
            }
        }
    }
    for (v, junction) in junctions.iter().enumerate() {
        let [x, y] = places[v];
        let character = match junction {
            Junction { heavy: 0, light: 0 } => '∘',
            Junction { heavy, .. } => HEAVY[usize::from(*heavy)],
        };
        signs[y * HIGH][x * WIDE + 1] = Sign { character, colour: colours[v] };
    }
    clues(puzzle, layout, &mut signs);
    for (i, pair) in puzzle.pairs().iter().enumerate() {
        for v in pair {
            let [x, y] = places[v.index()];
            write(
                &mut signs[y * HIGH],
                x * WIDE,
                &format!("{:^3}", i + 1),
                Some(COLOURS[i % COLOURS.len()]),
                true,
            );
        }
    }
    Ok(text(&signs, colour))
}

/// The sign of an edge, among those of one that is chosen and one that is not.
fn edge_sign(chosen: bool, is_whole: bool, [heavy, light]: [char; 2]) -> char {
    match (chosen, is_whole) {
        (true, _) => heavy,
        (false, false) => light,
        (false, true) => ' ',
    }
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

fn join(junctions: &mut [Junction], a: (VertexId, u8), b: (VertexId, u8), chosen: bool) {
    for (v, side) in [a, b] {
        let junction = &mut junctions[v.index()];
        if chosen {
            junction.heavy |= 1 << side;
        } else {
            junction.light |= 1 << side;
        }
    }
}

/// The colour of the path of a pair, at each of its vertices.
fn path_colours(puzzle: &Puzzle, answer: &[EdgeId]) -> Vec<Option<u8>> {
    let mut pair_at = vec![None; puzzle.vertex_count()];
    for (i, ends) in puzzle.pairs().iter().enumerate() {
        ends.iter().for_each(|v| pair_at[v.index()] = Some(i));
    }
    let mut colours = vec![None; puzzle.vertex_count()];
    for trace in super::geometry::traces(puzzle, answer) {
        let pair = trace.vertices.first().and_then(|v| pair_at[v.index()]);
        let colour = pair.map(|i: usize| COLOURS[i % COLOURS.len()]);
        trace.vertices.iter().for_each(|v| colours[v.index()] = colour);
    }
    colours
}

fn clues(puzzle: &Puzzle, layout: &Layout, signs: &mut [Vec<Sign>]) {
    for (id, cell) in puzzle.clued_cells() {
        let Some(face) = &layout.faces[id.index()] else { continue };
        let corners: Vec<[usize; 2]> = face.iter().filter_map(|&v| place(&layout.at(v))).collect();
        let low = |axis: usize| corners.iter().map(|c| c[axis]).min();
        if let ([_, _, _, _], Some(x), Some(y), Some(clue)) = (&corners[..], low(0), low(1), cell.clue)
            && let Some(line) = signs.get_mut(y * HIGH + 1)
        {
            write(line, x * WIDE + 2, &format!("{clue:^3}"), None, false);
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
