//! The compared engines, from the words of the command line.

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, Command};

use super::arguments::Compare;
use crate::arguments::Cycles;
use crate::failure::Failure;
use crate::solve::{Count, Solve};
use zlink_compare::Question;

/// A compared engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Engine {
    /// The name of the engine in reports: its words on the command line.
    pub(super) name: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// This program, with these arguments.
    Own(Vec<String>),
    /// A command for the shell.
    Command(String),
}

impl Engine {
    /// Whether the engine keeps the limits itself.
    pub(super) fn keeps_limits(&self) -> bool {
        matches!(self.kind, Kind::Own(_))
    }

    /// The command line for `instance`; `program` is this program.
    pub(super) fn command(&self, program: &Path, instance: &Path, compare: &Compare) -> Vec<OsString> {
        let question = compare.question;
        match &self.kind {
            Kind::Own(arguments) => {
                let mut words = vec![program.as_os_str().to_os_string()];
                words.extend(arguments.iter().map(OsString::from));
                words.push("--".into());
                words.push(instance.as_os_str().to_os_string());
                words
            }
            Kind::Command(text) => {
                let seconds = compare.spend.time_limit.0.map_or(0.0, |limit| limit.as_secs_f64());
                let text = text
                    .replace("{models}", &question.models().to_string())
                    .replace("{seconds}", &seconds.to_string())
                    // The shell takes the name from its first parameter, whatever characters are in it.
                    .replace("{instance}", "\"$1\"");
                let words = ["sh", "-c", &text, "sh"].map(OsString::from);
                words.into_iter().chain([instance.as_os_str().to_os_string()]).collect()
            }
        }
    }
}

/// The engines that `compare` names. All are parsed, so that errors are found before the first run.
pub(super) fn engines(compare: &Compare) -> Result<Vec<Engine>, Failure> {
    let mut engines: Vec<Engine> = Vec::new();
    for spec in compare.engines.iter().map(|spec| spec.trim()).filter(|spec| !spec.is_empty()) {
        let kind = Kind::Own(own(spec, compare)?);
        engines.push(Engine { name: spec.to_string(), kind });
    }
    for command in &compare.commands {
        match command.split_once('=') {
            Some((name, text)) if !name.trim().is_empty() && !text.trim().is_empty() => {
                engines.push(Engine { name: name.trim().to_string(), kind: Kind::Command(text.to_string()) });
            }
            _ => return Err(Failure::input(format!("--engine-command is NAME=COMMAND, not {command}"))),
        }
    }
    for (i, engine) in engines.iter().enumerate() {
        if engines[..i].iter().any(|earlier| earlier.name == engine.name) {
            return Err(Failure::input(format!("the engine {} is given twice", engine.name)));
        }
    }
    if engines.is_empty() {
        return Err(Failure::input("no engine is given"));
    }
    Ok(engines)
}

/// The arguments of this program for `NAME[:ENCODING][+OPTION[=VALUE]]...`.
fn own(spec: &str, compare: &Compare) -> Result<Vec<String>, Failure> {
    let mut parts = spec.split('+');
    let method = parts.next().unwrap_or_default();
    let (name, encoding) = match method.split_once(':') {
        Some((name, encoding)) => (name, Some(encoding)),
        None => (method, None),
    };
    let question = compare.question;
    let mut words = match question {
        Question::Count => vec!["count".to_string()],
        _ => vec![
            "solve".to_string(),
            format!("--models={}", question.models()),
            "--format=aspcomp".to_string(),
        ],
    };
    words.push(format!("--engine={name}"));
    words.extend(encoding.map(|encoding| format!("--encoding={encoding}")));
    words.extend(parts.map(|option| format!("--{option}")));
    let rules = &compare.rules;
    words.extend(rules.cover.then(|| "--cover".to_string()));
    words.extend((rules.cycles == Cycles::Many).then(|| "--cycles=many".to_string()));
    words.extend(rules.path_matchings.then(|| "--path-matchings".to_string()));
    words.extend(compare.spend.time_limit.0.map(|limit| format!("--time-limit={}", limit.as_secs_f64())));
    words.extend(compare.spend.memory_limit.map(|megabytes| format!("--memory-limit={megabytes}")));
    // The engine is not quiet: a remark may be the only hint why there is no answer.
    words.push("--stats=json".to_string());
    let command = Command::new("zlink");
    let command = match question {
        Question::Count => Count::augment_args(command),
        _ => Solve::augment_args(command),
    };
    match command.try_get_matches_from(&words) {
        Ok(_) => Ok(words),
        Err(error) => {
            let text = error.to_string();
            // Only the error and the possible values are kept, not the rest of the help.
            let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
            let reason = lines.join(" ");
            let reason = reason.trim_start_matches("error: ");
            Err(Failure::input(format!("the engine {spec}: {reason}")))
        }
    }
}
