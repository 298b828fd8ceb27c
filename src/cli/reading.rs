//! Input as facts: a puzzle in another format becomes the facts that `zlink convert` makes of it, so that every command reads
//! every format and answers with the names of those facts.

use super::arguments::Input;
use super::failure::Failure;
use super::input;
use super::session::Session;
use zlink_answer::witness;
use zlink_base::limits::Limits;
use zlink_convert::{self as convert, Doubt, Format, Translated};
use zlink_facts::{Diagnostic, Source};

/// The texts of a puzzle, converted to facts.
pub(super) struct Texts {
    /// The texts, all of them facts.
    pub(super) sources: Vec<Source>,
    /// The format of the text that was not facts before, if there was one.
    pub(super) other: Option<Format>,
}

/// Reads the puzzle of `input` as facts.
pub(super) fn puzzle(session: &Session, input: &Input) -> Result<Texts, Failure> {
    let sources = sources(&session.limits, input)?;
    as_facts(sources, input.from, |guess| session.warn(input.strict, guess))
}

/// Reads the texts that `input` names: files, or a blank board.
pub(super) fn sources(limits: &Limits, input: &Input) -> Result<Vec<Source>, Failure> {
    match input.board.source(limits, 0)? {
        Some(board) => Ok(vec![board]),
        None => input::read_all(&input.files, limits),
    }
}

/// Converts `sources` to facts. At most one of them may be in another format; `from` is the format of the first, if given.
/// `warn` is called when a format is only guessed.
pub(super) fn as_facts(
    mut sources: Vec<Source>,
    from: Option<Format>,
    warn: impl Fn(&str) -> Result<(), Failure>,
) -> Result<Texts, Failure> {
    let mut other: Option<(Format, String)> = None;
    for (i, source) in sources.iter_mut().enumerate() {
        let Some((format, facts)) = facts_of(source, from.filter(|_| i == 0), &warn)? else { continue };
        if let Some((_, first)) = other.replace((format, source.name.clone())) {
            return Err(Failure::input_with_help(
                format!("{first} and {} are both puzzles in other formats than facts", source.name),
                "only facts may be in several files: `zlink convert` makes facts of each",
            ));
        }
        source.bytes = facts.into_bytes();
    }
    Ok(Texts { sources, other: other.map(|(format, _)| format) })
}

/// Converts a puzzle in another format to facts; `None` for facts.
fn facts_of(
    source: &Source,
    from: Option<Format>,
    warn: &impl Fn(&str) -> Result<(), Failure>,
) -> Result<Option<(Format, String)>, Failure> {
    let translated = convert::as_facts(source, from)
        .map_err(|error: Box<Diagnostic>| Failure::Input(error.to_string()))?;
    let Some(Translated { format, facts, doubt }) = translated else { return Ok(None) };
    let name = input::name_of(std::slice::from_ref(source));
    match doubt {
        None => {}
        Some(Doubt::Others(others)) => {
            let others: Vec<&str> = others.iter().map(|format| format.name()).collect();
            let (first, others) = (format.name(), others.join(" or "));
            warn(&format!(
                "{name} is read as {first}, but may be {others} as well; --from says which it is"
            ))?;
        }
        Some(Doubt::Vague) => {
            warn(&format!("{name} is read as a list of edges; --from edges says that it is one"))?;
        }
    }
    Ok(Some((format, facts)))
}

/// Cuts off an answer that follows a puzzle in another format than facts, in one stream. An answer after facts is not cut off.
pub(super) fn cut_answer(source: &mut Source) -> Option<Source> {
    let mut at = 0;
    for line in source.bytes.split_inclusive(|&b| b == b'\n') {
        let line_text = line.trim_ascii();
        if line_text.starts_with(b"link(") || line_text.starts_with(b"{") || is_word(line_text) {
            break;
        }
        at += line.len();
    }
    let puzzle = &source.bytes[..at];
    if puzzle.len() == source.bytes.len() || puzzle.trim_ascii().is_empty() {
        return None;
    }
    let head = Source::new(source.name.clone(), puzzle);
    if convert::detect(&head) == Format::Facts {
        return None;
    }
    Some(Source::new(source.name.clone(), source.bytes.split_off(at)))
}

/// Whether a line belongs to an answer in another form than facts.
fn is_word(line: &[u8]) -> bool {
    line.starts_with(b"Answer:") || line == b"ANSWER" || witness::final_word(line).is_some()
}

/// Whether a text is an answer in another form than facts.
pub(super) fn is_answer(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
        || bytes.split(|&b| b == b'\n').any(|line| is_word(line.trim_ascii()))
}
