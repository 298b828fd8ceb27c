//! The arguments of a command, described to the parser only when that command is given, or its help or the whole
//! manual is asked for. All of them together take longer to describe than many a puzzle to solve.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// The arguments of a command without commands of its own: the names of all commands are known from the start.
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

/// Describes a command; what it says it is for stays, as it would had it been described before it said that.
fn keeping_about(command: Command, describe: fn(Command) -> Command) -> Command {
    let about = command.get_about().cloned();
    let command = describe(command);
    match about {
        Some(about) => command.about(about),
        None => command,
    }
}
