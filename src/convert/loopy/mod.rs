//! Game IDs of Loopy, the Slitherlink of Simon Tatham's Portable Puzzle Collection: `10x10t4dn:2a3b...`.
//!
//! ```ebnf
//! id = width "x" height [ "t" tiling ] [ "d" difficulty ] ":" [ patch "_" ] clues ;
//! ```
//!
//! A clue is a digit or a capital letter (from 10 on), `a` to `z` are 1 to 26 faces without one; the faces are in the
//! order in which the tiling makes them. `patch` says which part of an aperiodic tiling it is (or which form of the
//! triangular one).
//!
//! The tilings themselves are boards (`crate::board`); `patch` reads what a game ID says of the aperiodic ones.

mod patch;

use super::lines::{Piece, Read, Text};
use super::slitherlink::Clues;
use super::{Document, Unsupported};
use crate::board::mesh::Mesh;
use crate::board::patterns::PATTERNS;
use crate::board::penrose::Tiles;
use crate::board::periodic;
use crate::facts::Diagnostic;
use crate::puzzle::{EdgeId, Puzzle, Topology};

/// More than any game that one could look at.
const MOST_PLACES: i64 = 1_000_000;

/// The numbers of the tilings that are made in ways of their own.
const TRIANGULAR: u32 = 1;
const PENROSE_KITES: u32 = 11;
const PENROSE_RHOMBS: u32 = 12;
const HATS: u32 = 16;
const SPECTRES: u32 = 17;

/// What a game ID says before its clues.
#[derive(Debug, Clone, Copy)]
struct Head<'s> {
    width: i64,
    height: i64,
    tiling: u32,
    tiling_at: Piece<'s>,
}

/// Reads a game ID, or the address of a game, which has it behind `#`.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let whole = Piece { at: 0, text: text.all }.trimmed();
    let start = whole.text.find('#').map_or(0, |i| i + 1);
    let whole = Piece { at: whole.at + start, text: &whole.text[start..] };
    if whole.words().count() != 1 {
        return Err(text.error(whole.range(), "one game ID was expected, without blanks"));
    }
    let Some((head, _)) = whole.text.split_once(':') else {
        return Err(text.error(whole.range(), "a game ID has a colon between its parameters and its clues"));
    };
    let body = Piece { at: whole.at + head.len() + 1, text: &whole.text[head.len() + 1..] };
    let head = read_head(text, Piece { at: whole.at, text: head })?;
    let (patch, clues) = match body.text.split_once('_') {
        Some((patch, clues)) => {
            let at = body.at + patch.len() + 1;
            (Some(Piece { at: body.at, text: patch }), Piece { at, text: clues })
        }
        None => (None, body),
    };
    // Few faces belong to no more than a few places, and a letter stands for 26 faces at most.
    let enough = 8 * 26 * (clues.text.len() as i64 + 8);
    if head.width * head.height > enough.min(MOST_PLACES) {
        let what = format!("these are too few clues for {} times {} places", head.width, head.height);
        return Err(text.error(clues.range(), what));
    }
    let mesh = build(text, head, patch)?;
    let clues = read_clues(text, clues, mesh.faces.len())?;
    let board =
        mesh.board(Topology::Cycle, &clues).map_err(|error| text.error_at_start(error.to_string()))?;
    Ok(board.into())
}

fn read_head<'s>(text: Text<'s>, head: Piece<'s>) -> Read<Head<'s>> {
    let mut rest = head;
    let mut number = |sign: Option<char>| {
        if let Some(sign) = sign {
            let tail = rest.text.strip_prefix(sign)?;
            rest = Piece { at: rest.at + 1, text: tail };
        }
        let len = rest.text.bytes().take_while(u8::is_ascii_digit).count();
        let found = Piece { at: rest.at, text: &rest.text[..len] };
        rest = Piece { at: rest.at + len, text: &rest.text[len..] };
        Some(found)
    };
    let size = |piece: Option<Piece<'s>>| match piece.map(|piece| (piece, piece.text.parse())) {
        Some((_, Ok(n))) if (1..=MOST_PLACES).contains(&n) => Ok(n),
        Some((piece, _)) => {
            Err(text.error(piece.at..piece.at + 1, "a size was expected: a number from 1 on"))
        }
        None => Err(text.error(head.range(), "a size was expected, such as `10x10`")),
    };
    let width = size(number(None))?;
    let height = match number(Some('x')) {
        None => width,
        given => size(given)?,
    };
    let tiling_at = number(Some('t'));
    let tiling = match tiling_at {
        None => 0,
        Some(piece) => {
            piece.text.parse().map_err(|_| text.error(piece.at..piece.at + 1, "a number of a tiling"))?
        }
    };
    let difficulty = rest.text.strip_prefix('d');
    if !(rest.text.is_empty() || difficulty.is_some_and(|d| d.len() <= 1)) {
        return Err(text.error(rest.range(), "these parameters are not those of Loopy"));
    }
    Ok(Head { width, height, tiling, tiling_at: tiling_at.unwrap_or(head) })
}

fn build(text: Text<'_>, head: Head<'_>, patch: Option<Piece<'_>>) -> Read<Mesh> {
    let Head { width, height, tiling, tiling_at } = head;
    let size = [width, height];
    let needed = || patch.ok_or_else(|| no_patch(text, tiling_at));
    let mut mesh = Mesh::default();
    match tiling {
        TRIANGULAR if patch.is_none() => periodic::triangular_with_ears(width, height, &mut mesh),
        TRIANGULAR => periodic::triangular(width, height, &mut mesh),
        PENROSE_KITES => return patch::penrose(text, Tiles::KitesAndDarts, size, needed()?),
        PENROSE_RHOMBS => return patch::penrose(text, Tiles::Rhombs, size, needed()?),
        HATS => return patch::hats(text, size, needed()?),
        SPECTRES => return patch::spectres(text, size, needed()?),
        _ => {
            let Some(pattern) = PATTERNS.iter().find(|pattern| pattern.loopy == Some(tiling)) else {
                let what = "there is no tiling of this number: Loopy has 0 to 17";
                return Err(text.error(tiling_at.range(), what));
            };
            if let Some(patch) = patch {
                let what = format!("the tiling {} has no such part", pattern.name);
                return Err(text.error(patch.range(), what));
            }
            pattern.build(width, height, &mut mesh);
        }
    }
    Ok(mesh)
}

fn no_patch(text: Text<'_>, tiling_at: Piece<'_>) -> Box<Diagnostic> {
    let what = "which part of this tiling it is must be said in front of the clues, with `_` behind it";
    text.error(tiling_at.range(), what)
}

fn read_clues(text: Text<'_>, clues: Piece<'_>, faces: usize) -> Read<Vec<Option<u32>>> {
    let mut found = Vec::with_capacity(faces);
    for piece in clues.characters() {
        let sign = piece.text.chars().next().unwrap_or('?');
        match sign {
            '0'..='9' => found.push(Some(sign as u32 - '0' as u32)),
            'A'..='Z' => found.push(Some(sign as u32 - 'A' as u32 + 10)),
            'a'..='z' => found.extend(std::iter::repeat_n(None, sign as usize - 'a' as usize + 1)),
            _ => return Err(text.error(piece.range(), "no clue is written like this")),
        }
        if found.len() > faces {
            return Err(text.error(piece.range(), format!("the tiling has only {faces} faces")));
        }
    }
    if found.len() < faces {
        let what = format!("these are {} faces, but the tiling has {faces}", found.len());
        return Err(text.error(clues.range(), what));
    }
    Ok(found)
}

/// The game ID of a Slitherlink on one of the tilings, with the coordinates and the numbers that the reader gives.
pub(super) fn write(document: &Document) -> Result<String, Unsupported> {
    let puzzle = &document.puzzle;
    super::slitherlink::plain_rules(puzzle, Topology::Cycle)?;
    if let Ok(Clues { rows, columns, clues }) = Clues::of(puzzle) {
        let clues = write_clues(&clues).ok_or(Unsupported::new("a clue of more than 35"))?;
        return Ok(format!("{columns}x{rows}t0:{clues}\n"));
    }
    let all: Option<Vec<[i64; 2]>> = document.positions.iter().copied().collect();
    let unknown =
        Unsupported::new("a tiling other than those of Loopy, as the reader of game IDs numbers them");
    let extent = |axis: usize| {
        let all = all.iter().flatten().map(|at| at[axis]);
        Some(all.clone().max()?.checked_sub(all.min()?)?.max(1))
    };
    if let (Some(x), Some(y)) = (extent(0), extent(1)) {
        let triangular = [(TRIANGULAR, "0_", 30, 26), (TRIANGULAR, "", 30, 26)];
        let tables = PATTERNS.iter().filter_map(|p| Some((p.loopy?, "", p.step().0, p.step().1)));
        for (number, patch, step_x, step_y) in triangular.into_iter().chain(tables) {
            for width in near(x, step_x) {
                for height in near(y, step_y) {
                    if width * height > 2 * puzzle.cell_count() as i64 {
                        continue;
                    }
                    let mut mesh = Mesh::default();
                    match PATTERNS.iter().find(|p| p.loopy == Some(number)) {
                        Some(tiling) => tiling.build(width, height, &mut mesh),
                        None if patch.is_empty() => periodic::triangular_with_ears(width, height, &mut mesh),
                        None => periodic::triangular(width, height, &mut mesh),
                    }
                    if let Some(clues) = clues_on(mesh, puzzle) {
                        let clues = write_clues(&clues).ok_or(Unsupported::new("a clue of more than 35"))?;
                        return Ok(format!("{width}x{height}t{number}:{patch}{clues}\n"));
                    }
                }
            }
        }
    }
    Err(unknown)
}

/// How many steps may fill an extent.
fn near(extent: i64, step: i64) -> std::ops::RangeInclusive<i64> {
    let about = extent / step.abs();
    (about - 3).max(1)..=about + 1
}

/// The clues of the faces of `mesh`, if the graph of `puzzle` is the same with the same numbers.
fn clues_on(mesh: Mesh, puzzle: &Puzzle) -> Option<Vec<Option<u32>>> {
    let faces = mesh.faces.len();
    if mesh.corner_count() != puzzle.vertex_count() {
        return None;
    }
    let other = mesh.board(Topology::Cycle, &vec![None; faces]).ok()?.puzzle;
    let ends = |puzzle: &Puzzle, e: usize| puzzle.edge_ends(EdgeId::from_index(e));
    let is_same = other.edge_count() == puzzle.edge_count()
        && (0..other.edge_count()).all(|e| ends(&other, e) == ends(puzzle, e));
    if !is_same {
        return None;
    }
    let sides = |puzzle: &Puzzle, c: usize| {
        let mut edges = puzzle.cell(crate::puzzle::CellId::from_index(c)).edges.to_vec();
        edges.sort_unstable();
        edges
    };
    let index: rustc_hash::FxHashMap<Vec<EdgeId>, usize> =
        (0..faces).map(|f| (sides(&other, f), f)).collect();
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

fn write_clues(clues: &[Option<u32>]) -> Option<String> {
    let mut text = String::new();
    let mut rest = clues;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match first {
            Some(clue) => text.push(char::from_digit(*clue, 36)?.to_ascii_uppercase()),
            None => {
                let more = rest.iter().take(25).take_while(|clue| clue.is_none()).count();
                rest = &rest[more..];
                // At most 25.
                text.push(char::from(b'a' + more as u8));
            }
        }
    }
    Some(text)
}
