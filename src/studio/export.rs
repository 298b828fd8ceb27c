//! The requests that write a puzzle in a format or draw it.

use std::error::Error;

use serde::{Deserialize, Serialize};

use super::board::{PICTURE_BYTES, TEXT_BYTES, layout, weight};
use super::boards::by_name;
use super::job::Job;
use super::puzzle::{ParsedPuzzle, PuzzleRequest};
use super::refusal::Refusal;
use super::reply::Reply;
use zlink_convert::{self as convert, Document, Format, Written};
#[cfg(feature = "png")]
use zlink_draw::png::PngError;
use zlink_draw::{Overlay, Picture, Scene, scene, terminal};

/// The name among the formats of the drawing in characters.
const TEXT: &str = "text";

/// Lists the formats that can be written.
pub(super) fn formats(job: &Job) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct Named {
        name: &'static str,
        about: &'static str,
    }
    let formats = Format::ALL.iter().filter(|format| format.is_written());
    let formats = formats.map(|format| Named { name: format.name(), about: format.about() });
    let text = Named { name: TEXT, about: "A drawing in characters" };
    Reply::json(&formats.chain([text]).collect::<Vec<Named>>(), job)
}

/// The request to write a puzzle in a format.
#[derive(Debug, Deserialize)]
pub(super) struct Converting {
    #[serde(flatten)]
    given: PuzzleRequest,
    to: String,
}

/// Writes a puzzle in a format.
pub(super) fn convert(converting: Converting, job: &Job) -> Result<Reply, Refusal> {
    let to = match &*converting.to {
        TEXT => None,
        name => Some(by_name(&Format::ALL, Format::name, name)?),
    };
    #[derive(Serialize)]
    struct Told {
        text: String,
        lost: Vec<&'static str>,
        without_answer: bool,
    }
    let ParsedPuzzle { document, .. } = converting.given.read(job)?;
    let impossible = |error: &dyn Error| Refusal::impossible(error.to_string());
    let Some(format) = to else {
        let text = drawn(&document, job, |picture| terminal(picture, false).map_err(|why| impossible(&why)))?;
        return Reply::json(&Told { text, lost: Vec::new(), without_answer: false }, job);
    };
    job.reserve(weight(&document.puzzle, TEXT_BYTES))?;
    let written = convert::write_within(format, &document, &job.limits);
    job.check()?;
    let Written { text, lost, without_answer } = written.map_err(|why| impossible(&why))?;
    Reply::json(&Told { text, lost, without_answer }, job)
}

/// The request to draw a puzzle.
#[derive(Debug, Deserialize)]
pub(super) struct Drawing {
    #[serde(flatten)]
    given: PuzzleRequest,
    #[serde(rename = "as")]
    form: Form,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Svg,
    Png,
}

/// Draws a puzzle as SVG or PNG.
pub(super) fn draw(drawing: Drawing, job: &Job) -> Result<Reply, Refusal> {
    let ParsedPuzzle { document, .. } = drawing.given.read(job)?;
    let scene = drawn(&document, job, |picture| Ok(scene(picture)))?;
    match drawing.form {
        Form::Svg => Reply::new("image/svg+xml", scene.svg().as_bytes(), job),
        Form::Png => Reply::new("image/png", &png(&scene, job)?, job),
    }
}

#[cfg(feature = "png")]
fn png(scene: &Scene, job: &Job) -> Result<Vec<u8>, Refusal> {
    scene.png(&job.limits).map_err(|error| match error {
        PngError::Interrupted(cause) => job.refusal(cause),
        error => Refusal::impossible(error.to_string()),
    })
}

#[cfg(not(feature = "png"))]
fn png(_: &Scene, _: &Job) -> Result<Vec<u8>, Refusal> {
    Err(Refusal::impossible("zlink was built without PNG (its feature is `png`)"))
}

/// Lays out a puzzle with its answer and passes the picture to `draw`.
pub(super) fn drawn<T>(
    document: &Document,
    job: &Job,
    draw: impl FnOnce(&Picture<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let Document { puzzle, names, positions, labels, marks, answer, .. } = document;
    job.reserve(weight(puzzle, PICTURE_BYTES))?;
    let layout = layout(puzzle, positions, job)?;
    job.check()?;
    draw(&Picture {
        puzzle,
        names,
        labels,
        marks,
        layout: &layout,
        answer,
        overlay: &Overlay::None,
        vertex_names: false,
    })
}
