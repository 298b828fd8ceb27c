//! The requests about a puzzle: analysis, solutions, explanation, rating.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::board::weight;
use super::boards::by_name;
use super::events::EventSender;
use super::orbits::Together;
use super::puzzle::{ParsedPuzzle, PuzzleRequest};
use super::refusal::Refusal;
use zlink_analyse::{self as analyse, Options, Report, Stage};
use zlink_answer::{Explanation, RatingFormat, Reports};
use zlink_base::limits::Interrupted;
use zlink_convert::Document;
use zlink_explain::{self as explain, Ending};
use zlink_puzzle::EdgeId;

/// The default time limit of a stage, in seconds.
const STAGE_SECONDS: f64 = 10.0;

/// The request for an analysis of a puzzle.
#[derive(Debug, Deserialize)]
pub(super) struct Analysis {
    #[serde(flatten)]
    given: PuzzleRequest,
    stages: Option<Vec<String>>,
    stage_limit: Option<f64>,
    #[serde(flatten)]
    together: Together,
}

/// Analyses a puzzle and sends one report per stage.
pub(super) fn analyse(analysis: Analysis, events: &EventSender<'_>) -> Result<Option<Interrupted>, Refusal> {
    let job = events.job();
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
    let ParsedPuzzle { document, .. } = analysis.given.read(job)?;
    let Document { puzzle, names, positions, mut answer, .. } = document;
    answer.sort_unstable();
    let orbits = analysis.together.orbits(&puzzle, &names, &positions, job)?;
    events.begin();
    let options = Options {
        stages,
        limits: job.limits.clone(),
        stage_time: Some(stage_time).filter(|time| !time.is_zero()),
        threads: 1,
        orbits,
        answer: Some(answer).filter(|answer| !answer.is_empty()),
    };
    let reports = Reports::of(&puzzle, &names);
    let mut on_report = |report: &Report| {
        let stopped = report.stopped.map(|cause| job.explain(cause));
        events.line("report", &reports.json(&Report { stopped, ..report.clone() }))
    };
    analyse::analyse(&puzzle, &options, events, &mut on_report);
    Ok(job.stopped())
}

/// The default number of solutions.
const SOLUTIONS: usize = 12;
/// The most solutions that may be asked for.
const MOST_SOLUTIONS: usize = 1000;

/// The request for some solutions of a puzzle.
#[derive(Debug, Deserialize)]
pub(super) struct Solving {
    #[serde(flatten)]
    given: PuzzleRequest,
    count: Option<usize>,
}

/// Sends solutions of a puzzle as they are found, the first of them as different as a search makes them.
pub(super) fn solutions(solving: Solving, events: &EventSender<'_>) -> Result<Option<Interrupted>, Refusal> {
    let job = events.job();
    let count = solving.count.unwrap_or(SOLUTIONS);
    if !(1..=MOST_SOLUTIONS).contains(&count) {
        return Err(Refusal::impossible(format!(
            "the number of solutions must be from 1 to {MOST_SOLUTIONS}"
        )));
    }
    let ParsedPuzzle { document: Document { puzzle, names, .. }, .. } = solving.given.read(job)?;
    // All solutions are kept, to be compared with those that follow.
    job.reserve(count * puzzle.edge_count() * size_of::<EdgeId>())?;
    events.begin();
    let mut number = 0;
    let (is_all, stopped) = analyse::varied(&puzzle, count, &job.limits, events, |solution| {
        number += 1;
        let links: Vec<String> = solution.iter().map(|&e| names.link(&puzzle, e).to_string()).collect();
        events.value("solution", &json!({ "number": number, "links": links }))
    });
    if stopped.is_none() {
        _ = events.value("ending", &json!({ "all": is_all }));
    }
    Ok(stopped)
}

/// The most bytes that explaining a puzzle takes per vertex, edge, cell and side of a cell.
const EXPLAINED_BYTES: [usize; 4] = [128, 768, 64, 8];

/// Reads a puzzle, reserves the memory to explain it, and accepts the request.
fn to_explain(given: PuzzleRequest, events: &EventSender<'_>) -> Result<Document, Refusal> {
    let ParsedPuzzle { document, .. } = given.read(events.job())?;
    events.job().reserve(weight(&document.puzzle, EXPLAINED_BYTES))?;
    events.begin();
    Ok(document)
}

/// The request for an explanation of a puzzle.
#[derive(Debug, Deserialize)]
pub(super) struct Explaining {
    #[serde(flatten)]
    given: PuzzleRequest,
    steps: Option<usize>,
}

/// Explains how a person would solve a puzzle, and sends one event per step.
pub(super) fn explain(
    explaining: Explaining,
    events: &EventSender<'_>,
) -> Result<Option<Interrupted>, Refusal> {
    let most = explaining.steps.unwrap_or(usize::MAX);
    let Document { puzzle, names, positions, .. } = to_explain(explaining.given, events)?;
    let explanation = Explanation::of(&puzzle, &names, &positions);
    let mut number = 0;
    let ending = explain::explain(&puzzle, &events.job().limits, events, &mut |step| {
        if !step.is_numbered() {
            return ControlFlow::Continue(());
        }
        if number == most {
            return ControlFlow::Break(());
        }
        number += 1;
        events.line("step", &explanation.json(number, step))
    });
    match ending {
        Ending::Stopped(cause) => return Ok(Some(cause)),
        Ending::BrokenOff => {}
        told => _ = events.line("ending", &explanation.json_ending(&told)),
    }
    Ok(None)
}

/// Rates the difficulty of a puzzle.
pub(super) fn rate(given: PuzzleRequest, events: &EventSender<'_>) -> Result<Option<Interrupted>, Refusal> {
    let Document { puzzle, .. } = to_explain(given, events)?;
    let rating = explain::rate(&puzzle, &events.job().limits, events);
    if let Ending::Stopped(cause) = rating.ending {
        return Ok(Some(cause));
    }
    let _ = events.line("rating", &RatingFormat::Json.line("puzzle", &rating, 0));
    Ok(None)
}
