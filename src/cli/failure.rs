//! Why a run has no answer.

use std::io;
use std::path::Path;
use zlink_convert::language::NotWritten;

use zlink_base::limits::Interrupted;
use zlink_draw::layout::NoLayout;
use zlink_engine::Stop;
use zlink_facts::Report;
use zlink_generate::GenerateError;

/// Why a run has no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The input has an error; the complete message for the user.
    Input(String),
    /// A limit was reached.
    Stopped(Interrupted),
}

impl Failure {
    /// The failure of an input, with a message of one sentence.
    pub(super) fn input(sentence: impl Into<String>) -> Self {
        Failure::Input(format!("zlink: error: {}\n", sentence.into()))
    }

    /// The first sentence of the message.
    pub(super) fn sentence(&self) -> String {
        match self {
            Failure::Input(text) => {
                let line = text.lines().next().unwrap_or_default();
                line.trim_start_matches("zlink: error: ").to_owned()
            }
            Failure::Stopped(cause) => cause.to_string(),
        }
    }

    /// The failure to write a file.
    pub(super) fn unwritten(file: &Path, error: &io::Error) -> Self {
        Failure::input(format!("{} cannot be written: {error}", file.display()))
    }

    /// The failure of an input, with a sentence of help.
    pub(super) fn input_with_help(sentence: impl Into<String>, help: impl Into<String>) -> Self {
        Failure::Input(format!("zlink: error: {}\n  help: {}\n", sentence.into(), help.into()))
    }
}

impl From<Interrupted> for Failure {
    fn from(cause: Interrupted) -> Self {
        Failure::Stopped(cause)
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Interrupted(cause) | GenerateError::Unfinished { cause, .. } => {
                Failure::Stopped(cause)
            }
            error => Failure::input(error.to_string()),
        }
    }
}

impl From<Report> for Failure {
    fn from(report: Report) -> Self {
        let is_placed = report.diagnostics().first().is_some_and(|first| first.spot.is_some());
        Failure::Input(format!("{}{report}", if is_placed { "" } else { "zlink: " }))
    }
}

impl From<Stop> for Failure {
    fn from(why: Stop) -> Self {
        match why {
            Stop::Interrupted(cause) => Failure::Stopped(cause),
            Stop::Refused(refusal) => Failure::input(refusal.to_string()),
        }
    }
}

impl From<NotWritten> for Failure {
    fn from(cause: NotWritten) -> Self {
        match cause {
            NotWritten::Unfit(unfit) => Failure::input(unfit.to_string()),
            NotWritten::Unwritten(unwritten) => Failure::input(unwritten.to_string()),
            NotWritten::Interrupted(exhausted) => Failure::Stopped(exhausted),
        }
    }
}

impl From<NoLayout> for Failure {
    fn from(why: NoLayout) -> Self {
        match why {
            NoLayout::Interrupted(cause) => cause.into(),
            NoLayout::TooLarge(_) => Failure::input(why.to_string()),
        }
    }
}
