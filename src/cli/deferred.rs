//! The arguments of a command, built only when that command is run, or its help or the manual is requested. Building the
//! arguments of all commands takes longer than solving many a puzzle.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// The deferred arguments of a command without subcommands.
#[derive(Debug)]
pub(super) struct Deferred<T>(pub(super) T);

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| keeping_about(command, T::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(|command| keeping_about(command, T::augment_args_for_update))
    }
}

/// Adds the arguments of a command, and keeps the command's `about`, which `describe` would replace.
fn keeping_about(command: Command, describe: fn(Command) -> Command) -> Command {
    let about = command.get_about().cloned();
    let command = describe(command);
    match about {
        Some(about) => command.about(about),
        None => command,
    }
}
