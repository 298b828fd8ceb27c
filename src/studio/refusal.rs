//! Refusals: answers that are errors.

use serde_json::{Map, Value};

use zlink_facts::{Diagnostic, Report, Severity};

/// An error as the answer to a request: a status and a message for people, with the line and column in the puzzle's text where they
/// are known.
#[derive(Debug)]
pub struct Refusal {
    /// The status, as HTTP numbers them.
    pub status: u16,
    error: String,
    place: Option<[usize; 2]>,
}

impl Refusal {
    /// A refusal with this status and message.
    pub fn new(status: u16, error: impl Into<String>) -> Self {
        Refusal { status, error: error.into(), place: None }
    }

    /// The refusal of a request that does not follow the protocol.
    pub(crate) fn malformed(error: impl Into<String>) -> Self {
        Refusal::new(400, error)
    }

    /// The refusal of a request that cannot be fulfilled.
    pub(crate) fn impossible(error: impl Into<String>) -> Self {
        Refusal::new(422, error)
    }

    /// The refusal of a puzzle whose text has errors.
    pub(crate) fn unreadable(diagnostics: &[Diagnostic]) -> Self {
        let errors = || diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let lines: Vec<String> = errors().map(explained).collect();
        let place = errors().find_map(|error| error.spot.as_ref()).map(|spot| [spot.line, spot.column]);
        Refusal { place, ..Refusal::impossible(lines.join("\n")) }
    }

    /// The refusal that reports a crash of the work.
    pub fn crashed() -> Self {
        let what = "zlink made a mistake, which the standard error of `zlink studio` describes; \
                    the session goes on. Please report it together with the puzzle";
        Refusal::new(500, what)
    }

    /// The message.
    pub fn error(&self) -> &str {
        &self.error
    }

    /// The answer's JSON.
    pub fn to_json(&self) -> String {
        let mut object = Map::new();
        object.insert("error".to_owned(), self.error.clone().into());
        if let Some([line, column]) = self.place {
            object.insert("line".to_owned(), line.into());
            object.insert("column".to_owned(), column.into());
        }
        Value::Object(object).to_string()
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
