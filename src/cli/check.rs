//! `zlink check`: an independent checker, which uses only the facts and the puzzle, and nothing of the solver.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{Format, LimitOptions, Rules};
use super::board::BoardOptions;
use super::failure::Failure;
use super::session::Session;
use super::values::named;
use super::{input, reading};
use zlink_answer::witness::{self, Claim};
use zlink_answer::{Atoms, ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_facts::{self as facts, Facts, Source};
use zlink_library::Texts;
use zlink_puzzle::{Built, EdgeId, check};

pub(super) const EXAMPLES: &str = "\
Prints CORRECT, or INCORRECT and on a second line the reason. The answer may be
in any format that solve writes; of several solutions each is checked. Facts
without a heading are one solution, on however many lines; if they are none
together, and those of the first line are, each line is a solution. With
INSTANCE alone, the answer is read from the standard input; without any file (or
with - alone), instance and answer are one stream of facts, as in the
competition of 2009. In that stream every link(U,V) is part of the answer; in an
instance of its own it is a required edge, as for solve.

Examples:
  zlink check puzzle.lp answer.lp
  zlink solve puzzle.lp | zlink check puzzle.lp
  cat puzzle.lp answer.lp | zlink check
";

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The puzzle, in any format; with the answer, when nothing else is given; with --board the answer. `-` is the
    /// standard input.
    #[arg(value_name = "INSTANCE")]
    pub(super) instance: Option<PathBuf>,
    /// The answer, in any format. `-` is the standard input.
    #[arg(value_name = "ANSWER", group = "files")]
    pub(super) answer: Option<PathBuf>,
    /// The format of the puzzle; found out if it is not given.
    #[arg(long, value_parser = named::<Format>(), value_name = "FORMAT")]
    pub(super) from: Option<Format>,
    #[command(flatten)]
    pub(super) board: BoardOptions,
    /// Refuse what is otherwise only warned of.
    #[arg(long)]
    pub(super) strict: bool,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Checks an answer.
pub(super) fn check(started: Instant, arguments: &Check) -> ExitStatus {
    let session = Session::start(started, Task::Check, None, &arguments.limits);
    session.run(|session| {
        if let Some(mut board) = arguments.board.texts(&session.limits, 0)? {
            // The puzzle is the board, so the only file is the answer.
            let answer = arguments.instance.as_deref().unwrap_or(Path::new("-"));
            return two_sources(session, arguments, &mut board, answer);
        }
        match (&arguments.instance, &arguments.answer) {
            (Some(instance), Some(answer)) => two_files(session, arguments, instance, answer),
            (Some(instance), None) if instance.as_os_str() != "-" => {
                two_files(session, arguments, instance, Path::new("-"))
            }
            _ => one_stream(session, arguments),
        }
    })
}

/// Checks an answer whose instance is in a file of its own: there, `link` facts are required edges.
fn two_files(
    session: &Session,
    arguments: &Check,
    instance: &Path,
    answer: &Path,
) -> Result<ExitStatus, Failure> {
    if instance == answer && instance.as_os_str() == "-" {
        return one_stream(session, arguments);
    }
    let files = [PathBuf::from(instance)];
    let sources = input::read_all(&files, &session.limits)?;
    two_sources(session, arguments, &mut texts(session, arguments, sources)?, answer)
}

/// Reads `sources` as one puzzle.
fn texts(session: &Session, arguments: &Check, sources: Vec<Source>) -> Result<Texts, Failure> {
    reading::texts(sources, arguments.from, |guess| session.warn(arguments.strict, guess))
}

/// Checks the answer in a file against the instance in `texts`.
fn two_sources(
    session: &Session,
    arguments: &Check,
    texts: &mut Texts,
    answer: &Path,
) -> Result<ExitStatus, Failure> {
    let facts = session.facts(texts, arguments.strict)?;
    if facts.edges.is_empty() && !facts.links.is_empty() {
        return Err(Failure::input_with_help(
            format!("{} has links and no edge: it is an answer, not an instance", facts.sources[0].name),
            "the instance comes first: `zlink check INSTANCE ANSWER`",
        ));
    }
    let built = session.build(&facts, &arguments.rules.build_options(arguments.strict))?;
    drop(facts);
    let answer = input::read(answer, &session.limits)?;
    let claims =
        witness::read(&answer.bytes).map_err(|error| Failure::input(format!("{}: {error}", answer.name)))?;
    let several = claims.len() > 1;
    let atoms = Atoms::of_puzzle(&built.puzzle, &built.names);
    let checker = Checker::new(&built, &atoms);
    for (i, claim) in claims.into_iter().enumerate() {
        session.limits.check()?;
        if matches!(claim, Claim::NoSolution | Claim::Nothing) {
            return Ok(cannot_tell(session, &claim));
        }
        match checker.solutions(&answer.name, &claim) {
            Ok(_) => {}
            Err(Refuted::Unreadable(report)) => return Err(Failure::Input(report)),
            Err(Refuted::Wrong(reason)) => {
                let which = if several { format!("answer {}: ", i + 1) } else { String::new() };
                return Ok(incorrect(session, &format!("{which}{reason}")));
            }
        }
    }
    Ok(session.output.result("CORRECT\n", ExitStatus::DONE))
}

/// Checks an instance and an answer mixed in one stream: every `link` fact is part of the answer.
fn one_stream(session: &Session, arguments: &Check) -> Result<ExitStatus, Failure> {
    let mut sources = input::read_all(&[], &session.limits)?;
    // A claim without a solution is a word on the last line.
    let last = sources[0].bytes.trim_ascii_end();
    let last = &last[last.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1)..];
    if let Some(claim) = witness::final_word(last.trim_ascii()) {
        return Ok(cannot_tell(session, &claim));
    }
    if let Some(answer) = reading::cut_answer(&mut sources[0]) {
        sources.push(answer);
    }
    let mut texts = texts(session, arguments, sources)?;
    let mut facts = texts.facts()?;
    if facts.edges.is_empty() && !facts.links.is_empty() {
        return Err(Failure::input("there are links and no edge: the instance is missing"));
    }
    let links = std::mem::take(&mut facts.links);
    let built = session.build(&facts, &arguments.rules.build_options(arguments.strict))?;
    facts.links = links;
    let atoms = Atoms::of_puzzle(&built.puzzle, &built.names);
    let verdict = Checker::new(&built, &atoms).check(&facts);
    Ok(match verdict {
        Ok(_) => session.output.result("CORRECT\n", ExitStatus::DONE),
        Err(reason) => incorrect(session, &reason),
    })
}

fn incorrect(session: &Session, reason: &str) -> ExitStatus {
    session.output.result(&format!("INCORRECT\n{reason}\n"), ExitStatus::INCORRECT)
}

fn cannot_tell(session: &Session, claim: &Claim) -> ExitStatus {
    session.show_line(match claim {
        Claim::NoSolution => "the answer claims that there is no solution; only a solver can check that",
        _ => "the answer says UNKNOWN: there is nothing to check",
    });
    session.output.result("", ExitStatus::CANNOT_TELL)
}

/// Why a claim is no solution.
#[derive(Debug)]
pub(super) enum Refuted {
    /// The claim is no list of facts; the message for the user.
    Unreadable(String),
    /// The claim does not solve the puzzle; the reason.
    Wrong(String),
}

/// Checks answers to one puzzle.
pub(super) struct Checker<'a> {
    built: &'a Built,
    edges: HashMap<&'a str, EdgeId>,
}

impl<'a> Checker<'a> {
    /// The checker of answers to `built`, whose edges have the atoms `atoms`.
    pub(super) fn new(built: &'a Built, atoms: &'a Atoms) -> Self {
        let all = (0..built.puzzle.edge_count()).map(EdgeId::from_index);
        Checker { built, edges: all.map(|edge| (atoms.of(edge), edge)).collect() }
    }

    /// The solutions of a claim from the file `name`. Usually this is one. Facts without a heading that are no solution together
    /// are one solution per line if those of the first line are a solution.
    pub(super) fn solutions(&self, name: &str, claim: &Claim) -> Result<Vec<Vec<EdgeId>>, Refuted> {
        let solution = |text: &[u8]| {
            let source = [Source::new(name, text)];
            let facts = facts::parse(&source).map_err(|report| Refuted::Unreadable(report.to_string()))?;
            self.check(&facts).map_err(Refuted::Wrong)
        };
        let (text, mut lines) = match claim {
            Claim::Solution(text) => (text, None),
            Claim::Facts(text) => (text, Some(witness::lines(text))),
            Claim::NoSolution | Claim::Nothing => return Ok(Vec::new()),
        };
        let together = match (solution(text), &mut lines) {
            (Err(Refuted::Wrong(reason)), Some(_)) => reason,
            (result, _) => return result.map(|solution| vec![solution]),
        };
        let mut lines = lines.into_iter().flatten();
        let mut solutions = match lines.next().map(solution) {
            Some(Ok(first)) => vec![first],
            _ => return Err(Refuted::Wrong(together)),
        };
        for line in lines {
            let next = solution(line).map_err(|refuted| match refuted {
                Refuted::Wrong(reason) => Refuted::Wrong(format!("answer {}: {reason}", solutions.len() + 1)),
                unreadable => unreadable,
            })?;
            solutions.push(next);
        }
        Ok(solutions)
    }

    /// The edges that the `link` facts of `answer` name, ascending, or the reason why they do not solve the puzzle.
    fn check(&self, answer: &Facts<'_>) -> Result<Vec<EdgeId>, String> {
        let (built, edges) = (self.built, &self.edges);
        let mut chosen = Vec::with_capacity(answer.links.len());
        for link in &answer.links {
            let [u, v] = link.args.map(|symbol| answer.symbols.display(symbol).to_string());
            let Some(&edge) = edges.get(format!("link({u},{v})").as_str()) else {
                let reversed = edges.contains_key(format!("link({v},{u})").as_str());
                return Err(if reversed {
                    format!("link({u},{v}) is written backwards: the edge of the instance is edge({v},{u})")
                } else {
                    format!("link({u},{v}) is no edge of the instance")
                });
            };
            chosen.push(edge);
        }
        chosen.sort_unstable();
        chosen.dedup();
        let vertex = |v| built.names.vertex(v).to_string();
        let cell = |c| built.names.cell(c).to_string();
        match check::verify(&built.puzzle, &chosen) {
            Ok(()) => Ok(chosen),
            Err(violation) => Err(violation.explain(&built.puzzle, &vertex, &cell)),
        }
    }
}
