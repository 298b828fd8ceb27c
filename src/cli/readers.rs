//! The readers of the command line that are not public otherwise, for tests that try them with arbitrary bytes.

use std::ffi::OsString;
use std::io::{Cursor, Read};
use std::path::Path;

use clap::Parser;

use super::check::{Checker, Refuted};
use super::command::Arguments;
use super::compressed::{self, Compression, Unpacked};
use super::failure::Failure;
use super::{answers, diagram, input, mistakes, reading};
use zlink_base::limits::Limits;
use zlink_convert::Document;
use zlink_facts::{Facts, Source};
use zlink_puzzle::{Built, EdgeId};

/// Parses the words of a command line.
///
/// # Errors
/// The text for the user, if the words are wrong or ask for help.
pub fn command_line(words: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    let read = Arguments::try_parse_from(words).map(drop);
    read.map_err(|error| mistakes::explain(error).to_string())
}

/// The first `most` bytes of the unpacked content of a file `name` that holds `bytes`.
///
/// # Errors
/// The message for the user, if the file cannot be unpacked.
pub fn unpacked(bytes: Vec<u8>, name: &str, most: u64) -> Result<Vec<u8>, String> {
    let told = |failure| match failure {
        Failure::Input(text) => text,
        Failure::Stopped(cause) => cause.to_string(),
    };
    let promised = Compression::by_ending(Path::new(name));
    let opened = compressed::unpack(Cursor::new(bytes), promised).map_err(|error| error.to_string())?;
    let Unpacked { content, compression } = opened;
    let mut unpacked = Vec::new();
    match (content.take(most).read_to_end(&mut unpacked), compression) {
        (Ok(_), _) => Ok(unpacked),
        (Err(error), Some(compression)) => Err(told(input::cannot_unpack(name, compression, &error))),
        (Err(error), None) => Err(error.to_string()),
    }
}

/// What the checker says about an answer.
#[derive(Debug)]
pub enum Verdict {
    /// The answer has these solutions.
    Correct(Vec<Vec<EdgeId>>),
    /// The answer was read whole and is wrong, for this reason.
    Incorrect(String),
    /// The answer was not read, for this reason.
    Unread(String),
}

/// The verdict about an answer to `built`, the puzzle of `document`.
pub fn verdict(built: &Built, document: &Document, answer: &[u8]) -> Verdict {
    let checker = Checker::new(built);
    let source = Source::new("answer", answer);
    let claims = match answers::claims(&Limits::none(), || document.clone(), &source) {
        Ok(claims) => claims,
        Err(failure) => return Verdict::Unread(failure.sentence()),
    };
    let mut solutions = Vec::new();
    for claim in claims {
        match checker.solutions("answer", &claim) {
            Ok(found) => solutions.extend(found),
            Err(Refuted::Unreadable(reason)) => return Verdict::Unread(reason),
            Err(Refuted::Wrong(reason)) => return Verdict::Incorrect(reason),
        }
    }
    Verdict::Correct(solutions)
}

/// The number of solutions in the output of a foreign program.
#[cfg(unix)]
pub fn told_number(stdout: &[u8]) -> Option<String> {
    super::compare::told_number(stdout)
}

/// Cuts off an answer that follows a puzzle in another format than facts.
pub fn cut_answer(source: &mut Source) -> Option<Source> {
    reading::cut_answer(source)
}

/// The weight of each element, by the facts in the file `name`.
///
/// # Errors
/// The message for the user, if the facts are wrong.
pub fn weights(facts: &Facts<'_>, name: &str, elements: &[String]) -> Result<Vec<i64>, String> {
    diagram::weights_of(facts, name, elements).map(|weights| weights.of_elements)
}
