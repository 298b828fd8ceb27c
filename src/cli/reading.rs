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

/// Cuts off an answer that follows a puzzle in one stream: the output of a solver, or links if the puzzle is not facts. Facts that are links
/// are not cut off from other facts.
pub(super) fn cut_answer(source: &mut Source) -> Option<Source> {
    let text = &source.bytes;
    let output = witness::output_start(text).unwrap_or(text.len());
    let mut lines = text
        .split_inclusive(|&b| b == b'\n')
        .scan(0, |at, line| Some((std::mem::replace(at, *at + line.len()), line)));
    let links = lines.find(|(_, line)| line.trim_ascii_start().starts_with(b"link(")).map(|(at, _)| at);
    let head = |at: usize| Source::new(source.name.clone(), &text[..at]);
    let links = links.filter(|&at| at < output && convert::detect(&head(at)) != Format::Facts);
    let at = links.unwrap_or(output);
    if at == text.len() || text[..at].trim_ascii().is_empty() {
        return None;
    }
    Some(Source::new(source.name.clone(), source.bytes.split_off(at)))
}

/// Whether a text has the output of a solver.
pub(super) fn is_answer(bytes: &[u8]) -> bool {
    witness::output_start(&witness::plain(bytes)).is_some()
}
