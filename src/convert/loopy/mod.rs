//! Game IDs of Loopy, the Slitherlink of Simon Tatham's Portable Puzzle Collection: `10x10t4dn:2a3b...`. `save` reads its files.
//!
//! ```ebnf
//! id = width "x" height [ "t" tiling ] [ "d" difficulty ] ":" [ patch "_" ] clues ;
//! ```
//!
//! A clue is a digit or a capital letter (from 10 on); `a` to `z` are 1 to 26 faces without a clue. The faces are in the order in which the
//! tiling makes them. `patch` describes the part of an aperiodic tiling (or the form of the triangular one).
//!
//! The tilings themselves are boards (`zlink_board`). `patch` reads the description of an aperiodic patch. `write` recognises tilings: by
//! the numbers and coordinates that the reader gives, by coordinates alone, or by the way in which `faces` meet.

mod faces;
mod patch;
mod save;
mod write;

pub(super) use write::write;

use save::Save;

use super::Document;
use super::lines::{Piece, Read, Text};
use zlink_base::limits::Limits;
use zlink_board::mesh::Mesh;
use zlink_board::patch::Aperiodic;
use zlink_board::patterns::PATTERNS;
use zlink_board::penrose::Tiles;
use zlink_board::periodic::{self, Pattern};
use zlink_facts::Diagnostic;
use zlink_puzzle::Topology;

/// The most places of a game; larger games could not be viewed.
const MOST_PLACES: i64 = 1_000_000;

/// The numbers of the tilings that have their own construction.
const TRIANGULAR: u32 = 1;
const PENROSE_KITES: u32 = 11;
const PENROSE_RHOMBS: u32 = 12;
const HATS: u32 = 16;
const SPECTRES: u32 = 17;

/// The part of a game ID before its colon: size and tiling.
#[derive(Debug, Clone, Copy)]
struct Head<'s> {
    width: i64,
    height: i64,
    tiling: u32,
    tiling_at: Piece<'s>,
}

/// Whether a text begins like a file of the collection.
pub(super) fn is_save(start: &str) -> bool {
    start.starts_with(save::SIGN)
}

/// Reads a game ID, the address of a game, where the ID follows `#`, or a file.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let Game { head, patch, clues, save } = game(text)?;
    let mesh = build(text, head, patch)?;
    let (clues, places) = read_clues(text, clues, mesh.faces.len())?;
    let board = mesh.board(Topology::Cycle, &clues, &Limits::none());
    let board = board.map_err(|error| text.error_at_start(error.to_string()))?;
    let mut document = Document::from(board);
    document.places.cells = places;
    if let Some(save) = save {
        document.answer = save.drawn(text, document.puzzle.edge_count())?;
    }
    Ok(document)
}

/// An upper bound on the corners of all faces of a game; 0 if the text is no game ID.
pub(super) fn corners(text: Text<'_>) -> usize {
    let Ok(Game { head, .. }) = game(text) else { return 0 };
    let of_place = match head.tiling {
        TRIANGULAR => periodic::MOST_CORNERS,
        PENROSE_KITES => Aperiodic::Penrose(Tiles::KitesAndDarts).corners_of_place(),
        PENROSE_RHOMBS => Aperiodic::Penrose(Tiles::Rhombs).corners_of_place(),
        HATS => Aperiodic::Hats.corners_of_place(),
        SPECTRES => Aperiodic::Spectres.corners_of_place(),
        tiling => PATTERNS.iter().find(|p| p.loopy == Some(tiling)).map_or(0, Pattern::corners),
    };
    // The number of places is at most `MOST_PLACES`.
    (head.width * head.height) as usize * of_place
}

/// A game ID, split into its parts.
struct Game<'s> {
    head: Head<'s>,
    patch: Option<Piece<'s>>,
    clues: Piece<'s>,
    save: Option<Save<'s>>,
}

fn game(text: Text<'_>) -> Read<Game<'_>> {
    let (head, body, save) = if is_save(text.all.trim_start()) {
        let save = save::read(text)?;
        (save.head, save.body, Some(save))
    } else {
        let (head, body) = split_id(text)?;
        (head, body, None)
    };
    let head = read_head(text, head)?;
    let (patch, clues) = match body.text.split_once('_') {
        Some((patch, clues)) => {
            let at = body.at + patch.len() + 1;
            (Some(Piece { at: body.at, text: patch }), Piece { at, text: clues })
        }
        None => (None, body),
    };
    // A few places have at least one face, and a letter stands for 26 faces at most.
    let enough = 8 * 26 * (clues.text.len() as i64 + 8);
    if head.width * head.height > enough.min(MOST_PLACES) {
        let what = format!("these are too few clues for {} times {} places", head.width, head.height);
        return Err(text.error(clues.range(), what));
    }
    Ok(Game { head, patch, clues, save })
}

/// The two parts of a game ID, which may follow an address.
fn split_id(text: Text<'_>) -> Read<(Piece<'_>, Piece<'_>)> {
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
    Ok((Piece { at: whole.at, text: head }, body))
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
            let built = pattern.build(width, height, &mut mesh, &Limits::none());
            built.map_err(|stopped| text.error_at_start(stopped.to_string()))?;
        }
    }
    Ok(mesh)
}

fn no_patch(text: Text<'_>, tiling_at: Piece<'_>) -> Box<Diagnostic> {
    let what = "which part of this tiling it is must be said in front of the clues, with `_` behind it";
    text.error(tiling_at.range(), what)
}

/// Reads the clues of the faces, and the place of each face in the text.
fn read_clues(text: Text<'_>, clues: Piece<'_>, faces: usize) -> Read<(Vec<Option<u32>>, Vec<usize>)> {
    let (mut found, mut places) = (Vec::with_capacity(faces), Vec::with_capacity(faces));
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
        places.resize(found.len(), piece.at);
    }
    if found.len() < faces {
        let what = format!("these are {} faces, but the tiling has {faces}", found.len());
        return Err(text.error(clues.range(), what));
    }
    Ok((found, places))
}
