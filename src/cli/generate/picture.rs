//! The picture that a puzzle is made from.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::failure::Failure;
use crate::session::Session;
use crate::values::{number, share};
use zlink_base::files;
use zlink_generate::{Board, GenerateError, Outline, Picture, Shape};
use zlink_puzzle::EdgeId;

/// The most bytes that a picture's file may have.
const MOST_BYTES: u64 = 1 << 28;

/// Which picture, and how it is taken.
#[derive(Debug, Args)]
pub(super) struct PictureOptions {
    /// The dark part of this picture (PNG, PBM, PGM, PPM) in place of a grid.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "from", "grid", "lattice", "board", "mask"])]
    picture: Option<PathBuf>,
    /// The number of columns of cells into which the picture is divided.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number::<usize>, requires = "picture", conflicts_with_all = ["files", "from", "grid", "board", "mask"])]
    width: usize,
    /// How much counts as dark, from 0 (nothing) to 1 (everything that is not white).
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 0.5, requires = "picture", conflicts_with_all = ["files", "from", "grid", "board", "mask"])]
    threshold: f64,
}

/// A board and a solution on it, or why there is none.
type Solved = Result<(Board, Vec<EdgeId>), GenerateError>;

impl PictureOptions {
    /// Whether there is a picture.
    pub(super) fn is_given(&self) -> bool {
        self.picture.is_some()
    }

    /// The dark part as a board, if there is a picture.
    pub(super) fn shape(&self, session: &Session) -> Result<Option<Result<Board, GenerateError>>, Failure> {
        let made =
            self.made(|picture| picture.shape(self.width, self.threshold, &session.limits), session)?;
        Ok(made.map(|shape| {
            let Shape { board, left_out } = shape?;
            if !left_out.is_empty() {
                let places = first_few(left_out.iter().map(|[x, y]| format!("({x},{y})")));
                let count = left_out.len();
                session
                    .remark(&format!("left out as no path can pass them, dark cells: {count}, at {places}"));
            }
            Ok(board)
        }))
    }

    /// The board around the dark part and its outline, if there is a picture; all its cycles, or one.
    pub(super) fn outline(&self, session: &Session, cycles: bool) -> Result<Option<Solved>, Failure> {
        let made = self
            .made(|picture| picture.outline(self.width, self.threshold, cycles, &session.limits), session)?;
        Ok(made.map(|outline| {
            let Outline { board, links, joined, left_out, filled } = outline?;
            let many = "(--cycles many keeps them)";
            if joined > 0 {
                session.remark(&format!("cells made dark so that none meet at a corner only: {joined}"));
            }
            if !left_out.is_empty() {
                let cells = first_few(left_out.iter().map(usize::to_string));
                session.remark(&format!("left out all dark parts but the largest, cells: {cells} {many}"));
            }
            if !filled.is_empty() {
                let cells = first_few(filled.iter().map(usize::to_string));
                session.remark(&format!("filled the holes in the dark part, cells: {cells} {many}"));
            }
            Ok((board, links))
        }))
    }

    /// The result of `make` for the picture, if there is one; errors name its file.
    fn made<T>(
        &self,
        make: impl FnOnce(&Picture) -> Result<T, GenerateError>,
        session: &Session,
    ) -> Result<Option<Result<T, GenerateError>>, Failure> {
        let Some(file) = &self.picture else { return Ok(None) };
        match Picture::read(&bytes(file)?, &session.limits).and_then(|picture| make(&picture)) {
            Err(GenerateError::Request(reason)) => {
                Err(Failure::input(format!("{}: {reason}", file.display())))
            }
            made => Ok(Some(made)),
        }
    }
}

fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = files::open(file).and_then(|(open, _)| open.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::input(format!("{} cannot be read: {error}", file.display())))?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(Failure::input(format!("{}: the file has more than {most} MB", file.display())));
    }
    Ok(bytes)
}

/// The first five texts on one line, followed by `...` if there are more.
pub(super) fn first_few(texts: impl ExactSizeIterator<Item = String>) -> String {
    let more = texts.len() > 5;
    let mut shown: Vec<String> = texts.take(5).collect();
    shown.extend(more.then(|| "...".into()));
    shown.join(" ")
}
