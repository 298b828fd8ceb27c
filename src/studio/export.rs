//! Puzzles in other formats, and as pictures.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::board::layout;
use super::boards::by_name;
use super::body::Json;
use super::puzzle::{Given, Posed};
use super::refusal::{Refusal, json};
use super::server::Studio;
use super::work::Piece;
use crate::convert::{self, Format, Written};
use crate::draw::{Overlay, Picture, svg, terminal};

/// The name of the drawing in characters among the formats.
const TEXT: &str = "text";

/// The formats that can be written.
pub(super) async fn formats() -> Result<Response, Refusal> {
    #[derive(Serialize)]
    struct Named {
        name: &'static str,
        about: &'static str,
    }
    let formats = Format::ALL.iter().map(|format| Named { name: format.name(), about: format.about() });
    let text = Named { name: TEXT, about: "A drawing in characters" };
    json(&formats.chain([text]).collect::<Vec<Named>>())
}

/// A puzzle that is wanted in a format.
#[derive(Debug, Deserialize)]
pub(super) struct Converting {
    #[serde(flatten)]
    given: Given,
    to: String,
}

/// Writes a puzzle in a format.
pub(super) async fn convert(
    State(studio): State<Arc<Studio>>,
    Json(converting): Json<Converting>,
) -> Result<Response, Refusal> {
    let to = match &*converting.to {
        TEXT => None,
        name => Some(by_name(&Format::ALL, Format::name, name)?),
    };
    let written = studio.work.answer(move |piece| {
        let posed = converting.given.read(piece)?;
        let Some(format) = to else {
            let text = drawn(&posed, piece, |picture| {
                terminal(picture, false).map_err(|error| Refusal::impossible(error.to_string()))
            })?;
            return Ok(Written { text, lost: Vec::new(), without_answer: false });
        };
        convert::write(format, &posed.document()).map_err(|error| Refusal::impossible(error.to_string()))
    });
    let Written { text, lost, without_answer } = written.await?;
    json(&json!({ "text": text, "lost": lost, "without_answer": without_answer }))
}

/// A puzzle that is wanted as a picture.
#[derive(Debug, Deserialize)]
pub(super) struct Drawing {
    #[serde(flatten)]
    given: Given,
    #[serde(rename = "as")]
    form: Form,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Svg,
    Png,
}

/// Draws a puzzle.
pub(super) async fn draw(
    State(studio): State<Arc<Studio>>,
    Json(drawing): Json<Drawing>,
) -> Result<Response, Refusal> {
    let picture = studio.work.answer(move |piece| {
        let posed = drawing.given.read(piece)?;
        let text = drawn(&posed, piece, |picture| Ok(svg(picture)))?;
        match drawing.form {
            Form::Svg => Ok(("image/svg+xml", text.into_bytes())),
            Form::Png => Ok(("image/png", png(&text)?)),
        }
    });
    let (kind, bytes) = picture.await?;
    Ok(([(CONTENT_TYPE, kind)], bytes).into_response())
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Refusal> {
    crate::draw::png::png(svg).map_err(|error| Refusal::impossible(error.to_string()))
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Refusal> {
    Err(Refusal::impossible("zlink was built without PNG (its feature is `png`)"))
}

/// Draws a puzzle with its answer.
pub(super) fn drawn<T>(
    posed: &Posed,
    piece: &Piece,
    draw: impl FnOnce(&Picture<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let layout = layout(&posed.built.puzzle, &posed.positions, piece)?;
    draw(&Picture {
        puzzle: &posed.built.puzzle,
        names: &posed.built.names,
        labels: &posed.labels,
        layout: &layout,
        answer: &posed.built.answer.edges,
        overlay: &Overlay::None,
        vertex_names: false,
    })
}
