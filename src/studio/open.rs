//! The requests that open a puzzle: the one that the session begins with, and those that are given as text. Of a text whose format was
//! only guessed, the answer says why it may be no puzzle.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::board::BoardView;
use super::boards::by_name;
use super::job::Job;
use super::puzzle::ParsedPuzzle;
use super::refusal::Refusal;
use super::reply::Reply;
use zlink_convert::{self as convert, Document, Doubt, Format};
use zlink_facts::{Report, Source};
use zlink_library::Texts;
use zlink_puzzle::{EdgeId, Puzzle};

/// The puzzle that the page opens with.
#[derive(Debug, Clone)]
pub struct Start {
    /// The name of the puzzle.
    pub name: Option<String>,
    /// The texts of the puzzle.
    pub texts: Texts,
}

/// Returns the puzzle that the page opens with.
pub(super) fn start(start: Option<&Start>, job: &Job) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct Started<'a> {
        board: BoardView,
        name: Option<&'a str>,
    }
    let Some(mut start) = start.cloned() else {
        return Reply::json(&json!({ "board": null, "name": null }), job);
    };
    let (document, notes) = read(&mut start.texts, job)?;
    let board = BoardView::of(document, notes, Format::Facts, job)?;
    Reply::json(&Started { board, name: start.name.as_deref() }, job)
}

/// Reads the puzzle of `texts` with the solution that is drawn, and notes on both.
fn read(texts: &mut Texts, job: &Job) -> Result<(Document, Vec<String>), Refusal> {
    let links = texts.links();
    let ParsedPuzzle { document, not_edges, mut notes } = ParsedPuzzle::of(texts, links, None, job)?;
    notes.extend(not_edges);
    Ok((document, notes))
}

/// The request to open a puzzle that is given as text.
#[derive(Debug, Deserialize)]
pub(super) struct Text {
    text: String,
    format: Option<String>,
}

/// A board with the reason why its text may be something else.
#[derive(Serialize)]
struct Opened {
    #[serde(flatten)]
    board: BoardView,
    doubt: Option<Doubtful>,
}

/// Why a text may be something else than the puzzle as which it was read.
#[derive(Debug, Serialize)]
struct Doubtful {
    why: String,
    /// The other formats that accept the text.
    others: Vec<&'static str>,
}

/// Reads a puzzle in any format.
pub(super) fn open(text: Text, job: &Job) -> Result<Reply, Refusal> {
    let given = text.format.as_deref();
    let given = given.map(|name| by_name(&Format::ALL, Format::name, name)).transpose()?;
    let source = Source::new("text", text.text);
    if source.bytes.trim_ascii().is_empty() {
        return Err(Refusal::impossible("there is nothing to read"));
    }
    let is_row = is_row(&source.bytes);
    job.reserve(convert::weight(&source, given))?;
    let mut guessed = None;
    let mut texts = Texts::read(vec![source], given, |_, doubt| {
        guessed = Some(doubt.clone());
        Ok::<(), Report>(())
    })?;
    texts.split_solution();
    let format = texts.format();
    let (document, notes) = read(&mut texts, job)?;
    let puzzle = &document.puzzle;
    if puzzle.edge_count() == 0 {
        return Err(Refusal::impossible("this is no puzzle: it has no edge"));
    }
    if let Some(vague) = guessed.as_ref().and_then(Doubt::vague).filter(|format| format.is_graph())
        && !has_cycle(puzzle, job)?
    {
        let what = format!("this is no puzzle: as a graph ({vague}), it would have no cycle");
        return Err(Refusal::impossible(what));
    }
    let doubt = match guessed {
        Some(guessed) => Some(Doubtful {
            why: guessed.about("this"),
            others: guessed.others().iter().map(|format| format.name()).collect(),
        }),
        None if given.is_none() => odd_grid(format, puzzle, is_row),
        None => None,
    };
    Reply::json(&Opened { board: BoardView::of(document, notes, format, job)?, doubt }, job)
}

/// Whether a text is a single row or column of signs. Blanks may be squares.
fn is_row(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut lines = lines.filter(|line| !line.trim_ascii().is_empty());
    lines.clone().nth(1).is_none() || lines.all(|line| line.len() == 1)
}

/// The doubt about a grid of signs that could be any number or word, or has nothing to go by.
fn odd_grid(format: Format, puzzle: &Puzzle, is_row: bool) -> Option<Doubtful> {
    let is_grid = matches!(format, Format::Slitherlink | Format::Numberlink | Format::Flow);
    let is_blank = puzzle.clued_cells().next().is_none() && puzzle.pairs().is_empty();
    let why = match (is_blank, is_row) {
        (true, _) => "without any clue",
        (_, true) => "although it is only a row of signs",
        _ => return None,
    };
    is_grid.then(|| Doubtful { why: format!("this is read as {format}, {why}"), others: Vec::new() })
}

/// The bytes to search for a cycle, per vertex.
const SEARCHED_BYTES: usize = 4;

/// Whether the graph of a puzzle has a cycle.
fn has_cycle(puzzle: &Puzzle, job: &Job) -> Result<bool, Refusal> {
    job.reserve(SEARCHED_BYTES * puzzle.vertex_count())?;
    let mut above: Vec<u32> = (0..puzzle.vertex_count() as u32).collect();
    let mut edges = (0..puzzle.edge_count()).map(EdgeId::from_index);
    Ok(edges.any(|edge| {
        let [a, b] = puzzle.edge_ends(edge).map(|vertex| {
            let mut root = vertex.0;
            while above[root as usize] != root {
                above[root as usize] = above[above[root as usize] as usize];
                root = above[root as usize];
            }
            root
        });
        above[a as usize] = b;
        a == b
    }))
}
