//! The requests about a puzzle: analysis, explanation, rating.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::board::weight;
use super::boards::by_name;
use super::body::Json;
use super::events::stream;
use super::puzzle::{ParsedPuzzle, PuzzleRequest};
use super::refusal::Refusal;
use super::server::Studio;
use super::work::Job;
use zlink_analyse::{self as analyse, Options, Report, Stage};
use zlink_answer::{Explanation, RatingFormat, Reports};
use zlink_explain::{self as explain, Ending};

/// The default time limit of a stage, in seconds.
const STAGE_SECONDS: f64 = 10.0;

/// The request for an analysis of a puzzle.
#[derive(Debug, Deserialize)]
pub(super) struct Analysis {
    #[serde(flatten)]
    given: PuzzleRequest,
    stages: Option<Vec<String>>,
    stage_limit: Option<f64>,
}

/// Analyses a puzzle and sends one report per stage.
pub(super) async fn analyse(
    State(studio): State<Arc<Studio>>,
    Json(analysis, room): Json<Analysis>,
) -> Result<Response, Refusal> {
    let seconds = analysis.stage_limit.unwrap_or(STAGE_SECONDS);
    let stage_time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| Refusal::malformed("stage_limit must be a number of seconds"))?;
    let stages = match &analysis.stages {
        None => Stage::ALL.to_vec(),
        Some(names) => {
            let stages = names.iter().map(|name| by_name(&Stage::ALL, Stage::name, name));
            stages.collect::<Result<Vec<Stage>, Refusal>>()?
        }
    };
    let prepare = move |piece: &_| analysis.given.read(piece);
    let work = Arc::clone(&studio.work);
    stream(&work, room, prepare, move |posed, teller| {
        let piece = teller.piece();
        let options = Options {
            stages,
            limits: piece.limits.clone(),
            stage_time: Some(stage_time).filter(|time| !time.is_zero()),
            threads: 1,
        };
        let reports = Reports::of(&posed.document.puzzle, &posed.document.names);
        let mut on_report = |report: &Report| {
            let stopped = report.stopped.map(|cause| piece.explain(cause));
            teller.line("report", &reports.json(&Report { stopped, ..report.clone() }))
        };
        analyse::analyse(&posed.document.puzzle, &options, teller, &mut on_report);
        Ok(piece.stopped())
    })
    .await
}

/// The most bytes that explaining a puzzle takes per vertex, edge, cell and side of a cell.
const EXPLAINED_BYTES: [usize; 4] = [128, 768, 64, 8];

/// Reads a puzzle and reserves the memory to explain it.
fn to_explain(given: PuzzleRequest, piece: &Job) -> Result<ParsedPuzzle, Refusal> {
    let posed = given.read(piece)?;
    piece.reserve(weight(&posed.document.puzzle, EXPLAINED_BYTES))?;
    Ok(posed)
}

/// The request for an explanation of a puzzle.
#[derive(Debug, Deserialize)]
pub(super) struct Explaining {
    #[serde(flatten)]
    given: PuzzleRequest,
    steps: Option<usize>,
}

/// Explains how a person would solve a puzzle, and sends one event per step.
pub(super) async fn explain(
    State(studio): State<Arc<Studio>>,
    Json(explaining, room): Json<Explaining>,
) -> Result<Response, Refusal> {
    let most = explaining.steps.unwrap_or(usize::MAX);
    let prepare = move |piece: &_| to_explain(explaining.given, piece);
    stream(&studio.work, room, prepare, move |posed, teller| {
        let piece = teller.piece();
        let explanation = Explanation::of(&posed.document.puzzle, &posed.document.names);
        let mut number = 0;
        let ending = explain::explain(&posed.document.puzzle, &piece.limits, teller, &mut |step| {
            if !step.is_numbered() {
                return ControlFlow::Continue(());
            }
            if number == most {
                return ControlFlow::Break(());
            }
            number += 1;
            teller.line("step", &explanation.json(number, step))
        });
        match ending {
            Ending::Stopped(cause) => return Ok(Some(cause)),
            Ending::BrokenOff => {}
            told => _ = teller.line("ending", &explanation.json_ending(&told)),
        }
        Ok(None)
    })
    .await
}

/// Rates the difficulty of a puzzle.
pub(super) async fn rate(
    State(studio): State<Arc<Studio>>,
    Json(given, room): Json<PuzzleRequest>,
) -> Result<Response, Refusal> {
    let prepare = move |piece: &_| to_explain(given, piece);
    stream(&studio.work, room, prepare, move |posed, teller| {
        let rating = explain::rate(&posed.document.puzzle, &teller.piece().limits, teller);
        if let Ending::Stopped(cause) = rating.ending {
            return Ok(Some(cause));
        }
        let _ = teller.line("rating", &RatingFormat::Json.line("puzzle", &rating, 0));
        Ok(None)
    })
    .await
}
