//! The command that reproduces a puzzle, from the options of this run.

use std::ffi::{OsStr, OsString};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};

/// Options that do not affect a puzzle: limits, messages, and where and what else is written.
const IDLE: [&str; 11] = [
    "prove",
    "time_limit",
    "memory_limit",
    "quiet",
    "strict",
    "stats",
    "threads",
    "output",
    "count",
    "draw",
    "diagram",
];
/// The options for the number of puzzles.
const HOW_MANY: [&str; 2] = ["models", "sample"];

/// The origin of a puzzle within a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The puzzle with this seed.
    Seed(u64),
    /// The puzzle with this number, in a run of at least `of` puzzles.
    Number {
        /// The number of the puzzle, from 1.
        number: u64,
        /// The number of puzzles to request.
        of: u64,
    },
}

/// The command line of a run.
#[derive(Debug)]
pub(super) struct ReproductionCommand {
    command: Command,
    matches: ArgMatches,
}

impl ReproductionCommand {
    /// The command line of this run, `zlink generate KIND ...`, which was parsed successfully before; `Options` are those of
    /// the kind.
    pub(super) fn of_this_run<Options: Args>(kind: &'static str) -> Option<Self> {
        ReproductionCommand::of(Options::augment_args(Command::new(kind)), std::env::args_os().skip(2))
    }

    /// The command line whose words, from the name of the kind on, are parsed by `command`.
    fn of(mut command: Command, words: impl Iterator<Item = OsString>) -> Option<Self> {
        let matches = command.try_get_matches_from_mut(words).ok()?;
        Some(ReproductionCommand { command, matches })
    }

    /// The command for a shell, on one line. If it makes several puzzles, the file of this one follows behind a `#`.
    pub(super) fn line(&self, origin: Origin) -> String {
        let mut words = ["zlink", "generate", self.command.get_name()].map(OsString::from).to_vec();
        let mut files = Vec::new();
        for argument in self.command.get_arguments() {
            let id = argument.get_id().as_str();
            let own = match origin {
                Origin::Seed(seed) if id == "seed" => Some(seed.to_string()),
                Origin::Number { of, .. } if HOW_MANY.contains(&id) && self.is_given(id) => {
                    Some(of.to_string())
                }
                _ => None,
            };
            match own {
                Some(value) => words.extend(option(argument, vec![value.into()])),
                None if !self.is_given(id) || IDLE.contains(&id) => {}
                None if argument.is_positional() => {
                    files.extend(self.matches.get_raw(id).into_iter().flatten().map(OsStr::to_owned));
                }
                None if !argument.get_action().takes_values() => words.extend(option(argument, Vec::new())),
                None => {
                    for values in self.matches.get_raw_occurrences(id).into_iter().flatten() {
                        words.extend(option(argument, values.map(OsStr::to_owned).collect()));
                    }
                }
            }
        }
        let place = match origin {
            Origin::Number { number, of } if of > 1 => {
                words.extend(["-o", "again"].map(OsString::from));
                format!(" # {}", super::series::file_name("again".as_ref(), number, of).display())
            }
            _ => String::new(),
        };
        if files.is_empty() && self.reads_standard_input() {
            files.push("-".into());
        }
        if files.iter().any(|file| file.len() > 1 && file.as_encoded_bytes().starts_with(b"-")) {
            words.push("--".into());
        }
        words.extend(files);
        let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        quoted.join(" ") + &place
    }

    fn is_given(&self, id: &str) -> bool {
        self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// Whether the command reads the standard input: neither files nor an option in place of files is given.
    fn reads_standard_input(&self) -> bool {
        let instead = |argument: &&Arg| {
            let conflicts = self.command.get_arg_conflicts_with(argument);
            self.is_given(argument.get_id().as_str()) && conflicts.iter().any(|other| other.is_positional())
        };
        let has_files = self.command.get_positionals().next().is_some();
        has_files && !self.command.get_arguments().any(|argument| instead(&argument))
    }
}

/// An option with its values, as words.
fn option(argument: &Arg, values: Vec<OsString>) -> Vec<OsString> {
    let name = match (argument.get_long(), argument.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => return values,
    };
    let values = match argument.get_value_delimiter() {
        Some(between) => vec![values.join(OsStr::new(&between.to_string()))],
        None => values,
    };
    let looks_like_an_option = |value: &OsString| value.as_encoded_bytes().starts_with(b"-");
    match &values[..] {
        [value] if argument.is_require_equals_set() || looks_like_an_option(value) => {
            let mut word = OsString::from(name + "=");
            word.push(value);
            vec![word]
        }
        _ => std::iter::once(name.into()).chain(values).collect(),
    }
}

/// A word quoted for a shell, if it has characters other than letters, digits and the like. Control characters and bytes that
/// are not UTF-8 are escaped, so that the word stays on one line.
fn quoted(word: &OsStr) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:@%+".contains(c);
    match word.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(is_plain) => text.to_owned(),
        Some(text) if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', "'\\''")),
        _ => {
            let mut text = "$'".to_owned();
            for &byte in word.as_encoded_bytes() {
                match byte {
                    b'\'' | b'\\' => text.extend(['\\', char::from(byte)]),
                    b' '..=b'~' => text.push(char::from(byte)),
                    _ => text.push_str(&format!("\\{byte:03o}")),
                }
            }
            text + "'"
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command::Arguments;

    /// The command `generate`.
    fn generate() -> Command {
        let mut program = Arguments::command();
        program.build();
        program.find_subcommand("generate").expect("a command").clone()
    }

    fn line(words: &[&str], origin: Origin) -> String {
        let kind = generate().find_subcommand(words[0]).expect("a kind").clone();
        ReproductionCommand::of(kind, words.iter().map(OsString::from)).expect("a command line").line(origin)
    }

    #[test]
    fn what_matters_stays() {
        let seed = Origin::Seed(8);
        let made = |words: &[&str]| line(words, seed);
        assert_eq!(
            made(&["slitherlink", "--symmetric", "--grid=10x10", "--seed", "7", "--time-limit", "3", "-q"]),
            "zlink generate slitherlink --grid 10x10 --seed 8 --symmetric=point"
        );
        assert_eq!(
            made(&["slitherlink", "--count", "3", "-o", "x"]),
            "zlink generate slitherlink --seed 8 -"
        );
        assert_eq!(
            made(&["slitherlink", "my board.lp", "it's.lp", "--minimal"]),
            "zlink generate slitherlink --seed 8 --minimal=unique 'my board.lp' 'it'\\''s.lp'"
        );
        assert_eq!(
            made(&["numberlink", "--draw", "x.svg", "--seed=2", "--", "-board"]),
            "zlink generate numberlink --seed 8 -- -board"
        );
        assert_eq!(
            made(&["numberlink", "--picture", "a\tb.png"]),
            "zlink generate numberlink --seed 8 --picture $'a\\011b.png'"
        );
        let third = Origin::Number { number: 3, of: 3 };
        assert_eq!(
            line(
                &["hints", "--candidates", "a;b", "-n", "0", "-o", "x", "b.lp", "--containing", "p(1,2)"],
                third
            ),
            "zlink generate hints --candidates 'a;b' --containing 'p(1,2)' --models 3 -o again b.lp # again/03.lp"
        );
        let first = Origin::Number { number: 1, of: 1 };
        assert_eq!(
            line(
                &["pairs", "--grid", "4x4", "--sample", "5", "--seed", "9", "-o", "x", "--threads", "2"],
                first
            ),
            "zlink generate pairs --grid 4x4 --seed 9 --sample 1"
        );
    }

    /// All names in the lists above are options of some generator; others would be out of date.
    #[test]
    fn all_names_are_those_of_options() {
        let generate = generate();
        let kinds = || generate.get_subcommands().flat_map(Command::get_arguments);
        for name in IDLE.iter().chain(&HOW_MANY).chain(&["seed"]) {
            assert!(kinds().any(|argument| argument.get_id() == name), "{name}");
        }
    }
}
