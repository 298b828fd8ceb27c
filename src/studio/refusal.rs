//! Error responses.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

use zlink_facts::{Diagnostic, Report, Severity};

/// An error response: a status and a message for people, with the line and column in the puzzle's text where they are known.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    error: String,
    place: Option<[usize; 2]>,
}

impl Refusal {
    /// A refusal with this status and message.
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Refusal { status, error: error.into(), place: None }
    }

    /// The refusal of a request that does not follow the protocol.
    pub(super) fn malformed(error: impl Into<String>) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, error)
    }

    /// The refusal of a request that cannot be fulfilled.
    pub(super) fn impossible(error: impl Into<String>) -> Self {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// The refusal of a puzzle whose text has errors.
    pub(super) fn unreadable(diagnostics: &[Diagnostic]) -> Self {
        let errors = || diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let lines: Vec<String> = errors().map(explained).collect();
        let place = errors().find_map(|error| error.spot.as_ref()).map(|spot| [spot.line, spot.column]);
        Refusal { place, ..Refusal::impossible(lines.join("\n")) }
    }

    /// The refusal that reports a crash of a piece of work.
    pub(super) fn crashed() -> Self {
        let what = "zlink made a mistake, which the standard error of `zlink studio` describes; \
                    the session goes on. Please report it together with the puzzle";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, what)
    }

    /// The message.
    pub(super) fn error(&self) -> &str {
        &self.error
    }
}

/// The message of a diagnostic with its help, without the excerpt.
fn explained(diagnostic: &Diagnostic) -> String {
    match &diagnostic.help {
        Some(help) => format!("{}\n  help: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}

impl From<Report> for Refusal {
    fn from(report: Report) -> Self {
        Refusal::unreadable(report.diagnostics())
    }
}

impl From<Box<Diagnostic>> for Refusal {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Refusal::unreadable(&[*diagnostic])
    }
}

impl From<zlink_board::Impossible> for Refusal {
    fn from(error: zlink_board::Impossible) -> Self {
        Refusal::impossible(error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut object = Map::new();
        object.insert("error".to_owned(), self.error.into());
        if let Some([line, column]) = self.place {
            object.insert("line".to_owned(), line.into());
            object.insert("column".to_owned(), column.into());
        }
        let mut response = (self.status, Value::Object(object).to_string()).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Answers with `value` as JSON.
pub(super) fn json(value: &impl serde::Serialize) -> Result<Response, Refusal> {
    let text = serde_json::to_string(value)
        .map_err(|error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}
