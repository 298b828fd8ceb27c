//! Reads the texts that a command line names, and finds the answer that may follow a puzzle in one of them.

use super::arguments::Input;
use super::failure::Failure;
use super::input;
use super::session::Session;
use zlink_answer::witness;
use zlink_base::limits::Limits;
use zlink_convert::{self as convert, Doubt, Format};
use zlink_facts::Source;
use zlink_library::Texts;

/// Reads the puzzle of `input`: files, or a blank board.
pub(super) fn puzzle(session: &Session, input: &Input) -> Result<Texts, Failure> {
    puzzle_within(&session.limits, input, |guess| session.warn(input.strict, guess))
}

/// Reads the puzzle of `input` within `limits`. `warn` is called when a format is only guessed.
pub(super) fn puzzle_within(
    limits: &Limits,
    input: &Input,
    warn: impl Fn(&str) -> Result<(), Failure>,
) -> Result<Texts, Failure> {
    match input.board.texts(limits, 0)? {
        Some(board) => Ok(board),
        None => texts(input::read_all(&input.files, limits)?, input.from, warn),
    }
}

/// Reads `sources`; `from` is the format of the first, if given. `warn` is called when a format is only guessed.
pub(super) fn texts(
    sources: Vec<Source>,
    from: Option<Format>,
    warn: impl Fn(&str) -> Result<(), Failure>,
) -> Result<Texts, Failure> {
    Texts::read(sources, from, |source, doubt: &Doubt| {
        let advice = doubt.vague().map_or("--from says which it is".to_owned(), |format| {
            format!("--from {format} says that it is")
        });
        warn(&format!("{}; {advice}", doubt.about(input::name_of(std::slice::from_ref(source)))))
    })
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
