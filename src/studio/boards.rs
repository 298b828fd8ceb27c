//! The requests that return a new board: blank boards, masks, pictures, turned puzzles.

use serde::{Deserialize, Serialize};

use super::board::{BoardView, weight};
use super::job::Job;
use super::puzzle::{ParsedPuzzle, PuzzleRequest};
use super::refusal::Refusal;
use super::reply::Reply;
use super::request::Request;
use zlink_board::{Board, Lattice, TILINGS, Tiling};
use zlink_convert::{self as convert, Document, Format, Turn, turn as turned};
use zlink_facts::Source;
use zlink_generate::{GenerateError, Outline, Picture, Shape};

/// The most bytes that turning a puzzle takes per vertex, edge, cell and side of a cell.
const TURNED_BYTES: [usize; 4] = [160, 96, 96, 16];

/// The kind of puzzle that a board is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// A board with cells, which can have clues.
    Slitherlink,
    /// A board of vertices, which can be paired.
    Numberlink,
}

/// The element of `all` whose name is `wanted`, or a refusal that lists the names.
pub(super) fn by_name<T: Copy>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
    wanted: &str,
) -> Result<T, Refusal> {
    all.iter().copied().find(|&one| name(one) == wanted).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        Refusal::malformed(format!("{wanted:?} is none of {}", names.join(", ")))
    })
}

/// Lists the tilings.
pub(super) fn boards(job: &Job) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct Named {
        name: &'static str,
        aliases: &'static [&'static str],
        cells: &'static str,
        small: [usize; 2],
        aperiodic: bool,
    }
    let named = |tiling: &Tiling| {
        let Tiling { name, aliases, cells, small, .. } = *tiling;
        Named { name, aliases, cells, small, aperiodic: tiling.is_aperiodic() }
    };
    Reply::json(&TILINGS.iter().map(named).collect::<Vec<Named>>(), job)
}

/// The request for a blank board.
#[derive(Debug, Deserialize)]
pub(super) struct Blank {
    name: String,
    size: Option<[usize; 2]>,
    patch: Option<u64>,
    kind: Kind,
}

/// Makes a blank board.
pub(super) fn board(blank: &Blank, job: &Job) -> Result<Reply, Refusal> {
    let tiling = Tiling::named(&blank.name)?;
    let size = blank.size.unwrap_or(tiling.small);
    // The cells are made for Numberlink, too: that checks the size.
    let board = tiling.board(size, blank.patch.unwrap_or(0), &job.limits);
    let board = board.map_err(|error| refused(error.into(), job))?;
    let board = match (blank.kind, lattice(tiling)) {
        (Kind::Slitherlink, _) => board,
        (Kind::Numberlink, None) => board.without_cells()?,
        // The size counts rows and columns of vertices here.
        (Kind::Numberlink, Some(lattice)) => {
            drop(board);
            let [width, height] = size;
            lattice.vertices(height, width)?
        }
    };
    Reply::json(&view(board, Vec::new(), job)?, job)
}

/// The lattice with the name of a tiling, for boards of vertices; none for most tilings.
fn lattice(tiling: &Tiling) -> Option<Lattice> {
    match tiling.name {
        "square" => Some(Lattice::Square),
        "triangular" => Some(Lattice::Triangular),
        "honeycomb" => Some(Lattice::Hexagonal),
        _ => None,
    }
}

/// The most bytes that reading a mask takes per character, not counting the board.
const SIGN_BYTES: usize = 24;

/// The request for a board of squares with holes.
#[derive(Debug, Deserialize)]
pub(super) struct Holes {
    mask: String,
    kind: Kind,
}

/// Makes a board of squares with holes.
pub(super) fn mask(holes: Holes, job: &Job) -> Result<Reply, Refusal> {
    job.reserve(holes.mask.len() * SIGN_BYTES)?;
    let mask = convert::read_mask(&Source::new("mask", holes.mask))?;
    let board = match holes.kind {
        Kind::Slitherlink => mask.cells(&job.limits),
        Kind::Numberlink => mask.vertices(&job.limits),
    };
    let board = board.map_err(|error| refused(error.into(), job))?;
    Reply::json(&view(board, Vec::new(), job)?, job)
}

/// The query of the request for a board from a picture: how the picture is read.
#[derive(Debug, Deserialize)]
pub(super) struct Taking {
    width: usize,
    threshold: f64,
    kind: Kind,
}

/// Makes a board from a picture.
pub(super) fn picture(request: &Request<'_>, job: &Job) -> Result<Reply, Refusal> {
    let Taking { width, threshold, kind } = request.query()?;
    if !(0.0..=1.0).contains(&threshold) {
        return Err(Refusal::malformed("the threshold must be from 0 to 1"));
    }
    let picture = Picture::read(&request.body, &job.limits).map_err(|error| refused(error, job))?;
    job.reserve(picture.size())?;
    let view = match kind {
        Kind::Slitherlink => {
            let outline = picture.outline(width, threshold, false, &job.limits);
            let outline = outline.map_err(|error| refused(error, job))?;
            let notes = outline_notes(&outline);
            let mut document = Document::from(outline.board);
            document.answer = outline.links;
            BoardView::of(document, notes, Format::Facts, job)
        }
        Kind::Numberlink => {
            let shape = picture.shape(width, threshold, &job.limits);
            let Shape { board, left_out } = shape.map_err(|error| refused(error, job))?;
            let mut notes = Vec::new();
            if !left_out.is_empty() {
                notes.push(format!("left out as no path can pass them, dark cells: {}", left_out.len()));
            }
            view(board, notes, job)
        }
    };
    Reply::json(&view?, job)
}

/// Notes on how the dark part of a picture was changed.
fn outline_notes(outline: &Outline) -> Vec<String> {
    let counts = |cells: &[usize]| cells.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let Outline { joined, left_out, filled, .. } = outline;
    let joined =
        (*joined > 0).then(|| format!("cells made dark so that none meet at a corner only: {joined}"));
    let left_out = (!left_out.is_empty())
        .then(|| format!("left out all dark parts but the largest, cells: {}", counts(left_out)));
    let filled =
        (!filled.is_empty()).then(|| format!("filled the holes in the dark part, cells: {}", counts(filled)));
    [joined, left_out, filled].into_iter().flatten().collect()
}

/// The refusal for an error of the generator.
pub(super) fn refused(error: GenerateError, job: &Job) -> Refusal {
    match error {
        GenerateError::Interrupted(cause) | GenerateError::Unfinished { cause, .. } => job.refusal(cause),
        error => Refusal::impossible(error.to_string()),
    }
}

/// The request to turn a puzzle.
#[derive(Debug, Deserialize)]
pub(super) struct Turning {
    #[serde(flatten)]
    given: PuzzleRequest,
    how: String,
}

/// Turns or mirrors a puzzle.
pub(super) fn turn(turning: Turning, job: &Job) -> Result<Reply, Refusal> {
    let how = by_name(&Turn::ALL, Turn::name, &turning.how)?;
    let ParsedPuzzle { document, notes, .. } = turning.given.read(job)?;
    job.reserve(weight(&document.puzzle, TURNED_BYTES))?;
    let document = turned(&document, how).map_err(|error| Refusal::impossible(error.to_string()))?;
    Reply::json(&BoardView::of(document, notes, Format::Facts, job)?, job)
}

fn view(board: Board, notes: Vec<String>, job: &Job) -> Result<BoardView, Refusal> {
    BoardView::of(Document::from(board), notes, Format::Facts, job)
}
