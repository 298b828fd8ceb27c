//! Help for wrong command lines. The parser suggests only similar spellings, but users try the options of other programs,
//! too.

use std::path::Path;

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Help for options that do not exist: commands (an empty list: any), options, and the tip.
const OPTIONS: &[(&[&str], &[&str], &str)] = &[
    (&["solve"], &["--all"], "`-n 0` writes all solutions"),
    (&["solve"], &["--count"], "`zlink count` tells how many solutions there are"),
    (&["solve"], &["--unique"], "`-n 2` looks for two solutions; exit status 30 says that there are no more"),
    (&["count"], &["-n", "--models"], "`zlink count` counts all solutions; `zlink solve -n` writes some"),
    (&["solve", "count", "recount"], &["--json"], "`--format json` writes JSON"),
    (&["solve", "count"], &["-v", "--verbose"], "`--stats` tells what the stages did"),
    (
        &["solve", "count", "check", "plan"],
        &["--svg", "--png", "--draw"],
        "`zlink draw --solve FILE -o picture.svg` makes pictures",
    ),
    (
        &["solve", "count", "check", "plan", "convert"],
        &["-o", "--output"],
        "what is written goes to the standard output: add `> FILE`",
    ),
    (&["generate"], &["-s"], "`--grid 10x10` names a board of 10 by 10 cells"),
    (&[], &["-t", "--timeout", "--time"], "`--time-limit SECONDS` limits the time"),
    (&[], &["-m", "--memory"], "`--memory-limit MB` limits the memory"),
    (&[], &["-f", "-i", "--file", "--input", "--instance"], "files are named without an option"),
];

/// Options with an optional value, which must follow `=`, and their values.
const OPTIONAL: &[(&str, &[&str])] = &[
    ("--stats", &["text", "json"]),
    ("--symmetric", &["point", "quarter", "left-right", "up-down", "both", "diagonal"]),
];

/// The tip for a value of such an option that was written without `=` and thus taken for something else.
pub(super) fn detached(value: &str) -> Option<String> {
    let (option, _) = OPTIONAL.iter().find(|(_, values)| values.contains(&value))?;
    Some(format!("a value of {option} is written `{option}={value}`"))
}

/// Replaces the parser's suggestions by a tip, if there is one.
pub(super) fn explain(mut error: Error) -> Error {
    if error.kind() == ErrorKind::UnknownArgument {
        // The parser suggests passing the option as the name of a file, which helps nobody.
        error.remove(ContextKind::Suggested);
    }
    if let Some(tip) = tip(&error) {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
    error
}

fn tip(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let command = std::env::args().nth(1).unwrap_or_default();
            instead_of(&command, text(ContextKind::InvalidArg)?).map(str::to_owned)
        }
        ErrorKind::InvalidSubcommand => {
            let name = text(ContextKind::InvalidSubcommand)?;
            let is_file = name.contains(['.', '/']) || Path::new(name).exists();
            is_file.then(|| format!("a file comes after a command: `zlink solve {name}`"))
        }
        ErrorKind::InvalidValue if text(ContextKind::InvalidArg)?.starts_with("--to ") => {
            match text(ContextKind::InvalidValue)? {
                language if language.starts_with("cnf") || ["clingo", "lp", "mps"].contains(&language) => {
                    Some(format!("`--encoding {language}` writes the puzzle for another solver"))
                }
                "svg" | "png" => Some("`zlink draw` makes pictures".to_string()),
                _ => None,
            }
        }
        // A value without `=` that was taken for a file, which conflicts with a board.
        ErrorKind::ArgumentConflict => {
            let arguments: Vec<String> = std::env::args().collect();
            let options =
                arguments.windows(2).filter(|pair| OPTIONAL.iter().any(|(option, _)| pair[0] == *option));
            options.filter_map(|pair| detached(&pair[1])).next()
        }
        _ => None,
    }
}

/// The tip for an unknown `option` of `command`.
fn instead_of(command: &str, option: &str) -> Option<&'static str> {
    let fits = |(commands, options, _): &(&[&str], &[&str], &str)| {
        (commands.is_empty() || commands.contains(&command)) && options.contains(&option)
    };
    OPTIONS.iter().copied().find(fits).map(|(_, _, tip)| tip)
}
