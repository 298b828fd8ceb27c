//! `zlink check`: an independent checker, which uses only the facts and the puzzle, and nothing of the solver.

use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{Format, LimitOptions, Rules};
use super::board::BoardOptions;
use super::failure::Failure;
use super::session::Session;
use super::values::named;
use super::{answers, input, reading};
use zlink_answer::witness::{self, Claim};
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_convert::Document;
use zlink_facts::{self as facts, Fact, Facts, Source, Symbol};
use zlink_library::Texts;
use zlink_puzzle::{BuildOptions, Built, EdgeId, LinkFacts, VertexId, check, grouped};

pub(super) const EXAMPLES: &str = "\
Prints CORRECT, or INCORRECT and the reason on a second line. The answer may be
in any format that solve writes; if it has several solutions, each is checked.
Facts without a heading are one solution, or if all lines together are none, one
on each line. With INSTANCE alone, the answer is read from the standard input.
Without a file (or with - alone), instance and answer are one stream of facts, as
in the competition of 2009: there, every link(U,V) or link(E) is part of the
answer. In a separate instance it is a required edge, as for solve.

Examples:
  zlink check puzzle.lp answer.lp
  zlink solve puzzle.lp | zlink check puzzle.lp
  clingo rules.lp puzzle.lp | zlink check puzzle.lp
  cat puzzle.lp answer.lp | zlink check
";

/// Which of several answers is checked.
#[derive(Debug, Clone, Copy)]
enum Which {
    /// The one with this number, from 1 on.
    Number(usize),
    /// The last one.
    Last,
}

/// Reads the value of `--answer`.
fn which(text: &str) -> Result<Which, &'static str> {
    match text.parse() {
        _ if text == "last" => Ok(Which::Last),
        Ok(number) if number > 0 => Ok(Which::Number(number)),
        _ => Err("expected a number from 1 on, or `last`"),
    }
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The puzzle, in any format; with --board, the answer. `-` is the standard input.
    #[arg(value_name = "INSTANCE")]
    pub(super) instance: Option<PathBuf>,
    /// The answer, in any format. `-` is the standard input.
    #[arg(value_name = "ANSWER", group = "files")]
    pub(super) answer: Option<PathBuf>,
    /// Check only one of several answers: the Nth that is printed, or the `last`.
    #[arg(long = "answer", value_name = "N", value_parser = which)]
    which: Option<Which>,
    /// The format of the puzzle [default: detected].
    #[arg(long, value_parser = named::<Format>(), value_name = "FORMAT")]
    pub(super) from: Option<Format>,
    #[command(flatten)]
    pub(super) board: BoardOptions,
    /// Turn warnings into errors.
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
        let read = |file: &Path| input::read(file, &session.limits);
        if let Some(mut board) = arguments.board.texts(&session.limits, 0)? {
            // The puzzle is the board, so the only file is the answer.
            let answer = read(arguments.instance.as_deref().unwrap_or(Path::new("-")))?;
            return two_sources(session, arguments, &mut board, &answer);
        }
        let is_file = |file: &&PathBuf| file.as_os_str() != "-";
        let (instance, answer) = (&arguments.instance, &arguments.answer);
        match (instance.as_ref().filter(is_file), answer.as_ref().filter(is_file)) {
            (None, None) => one_stream(session, arguments),
            (Some(instance), None) if answer.is_none() => one_file(session, arguments, instance),
            (instance, answer) => {
                let [instance, answer] =
                    [instance, answer].map(|file| file.map_or(Path::new("-"), PathBuf::as_path));
                let mut texts = texts(session, arguments, read(instance)?)?;
                two_sources(session, arguments, &mut texts, &read(answer)?)
            }
        }
    })
}

/// Reads `source` as one puzzle.
fn texts(session: &Session, arguments: &Check, source: Source) -> Result<Texts, Failure> {
    reading::texts(vec![source], arguments.from, |guess| session.warn(arguments.strict, guess))
}

/// Checks the answer on the standard input, or else the one in the file of the instance.
fn one_file(session: &Session, arguments: &Check, instance: &Path) -> Result<ExitStatus, Failure> {
    let mut texts = texts(session, arguments, input::read(instance, &session.limits)?)?;
    let has_answer = texts.document().is_some_and(|document| !document.answer.is_empty());
    if !has_answer || !io::stdin().is_terminal() {
        let answer = input::read(Path::new("-"), &session.limits)?;
        if !answer.bytes.is_empty() {
            return two_sources(session, arguments, &mut texts, &answer);
        }
    }
    if has_answer {
        return one_text(session, arguments, &mut texts);
    }
    let name = &texts.sources()[0].name;
    Err(Failure::input_with_help(
        format!("{name} has no answer that zlink reads, and the standard input is empty"),
        "`zlink check INSTANCE ANSWER`; if a file has the facts of both, `zlink check < FILE`",
    ))
}

/// Checks the answer in a source of its own against the instance in `texts`, where links among facts are required edges.
fn two_sources(
    session: &Session,
    arguments: &Check,
    texts: &mut Texts,
    answer: &Source,
) -> Result<ExitStatus, Failure> {
    let links = texts.links();
    let facts = session.facts(texts, arguments.strict)?;
    if is_answer(&facts) {
        return Err(Failure::input_with_help(
            format!("{} has links and no edge: it is an answer, not an instance", facts.sources[0].name),
            "the instance comes first: `zlink check INSTANCE ANSWER`",
        ));
    }
    let built = session.build(&facts, &options(arguments, links))?;
    let document = || Document::of_facts(&facts, built.clone()).0;
    let claims = answers::claims(&session.limits, document, answer)?;
    drop(facts);
    let several = claims.len() > 1;
    let checker = Checker::new(&built);
    for (number, claim) in chosen(session, arguments.which, claims)? {
        session.limits.check()?;
        if matches!(claim, Claim::NoSolution | Claim::Nothing) {
            return Ok(cannot_tell(session, &claim));
        }
        match checker.solutions(&answer.name, &claim) {
            Ok(_) => {}
            Err(Refuted::Unreadable(report)) => return Err(Failure::Input(report)),
            Err(Refuted::Wrong(reason)) => {
                let which = if several { format!("answer {number}: ") } else { String::new() };
                return Ok(incorrect(session, &format!("{which}{reason}")));
            }
        }
    }
    Ok(session.output.result("CORRECT\n", ExitStatus::DONE))
}

/// The claims that are to be checked, with their numbers.
fn chosen(
    session: &Session,
    which: Option<Which>,
    claims: Vec<Claim>,
) -> Result<Vec<(usize, Claim)>, Failure> {
    let has_cost = |claim: &Claim| matches!(claim, Claim::Solution(solution) if solution.has_cost);
    let have_costs = claims.len() > 1 && claims.iter().any(has_cost);
    let Some(which) = which.or(have_costs.then_some(Which::Last)) else {
        return Ok((1..).zip(claims).collect());
    };
    let by_line = |claim| match claim {
        Claim::Facts(text) if witness::has_lines(&text) => {
            witness::lines(&text).map(|line| Claim::Facts(line.to_vec())).collect()
        }
        whole => vec![whole],
    };
    let claims: Vec<Claim> = claims.into_iter().flat_map(by_line).collect();
    let count = claims.len();
    let number = match which {
        Which::Number(number) => number,
        Which::Last => count,
    };
    match (1..).zip(claims).find(|(i, _)| *i == number) {
        Some(claim) => {
            if have_costs {
                session.remark(&format!("the answers have costs: answer {number} of {count} is checked"));
            }
            Ok(vec![claim])
        }
        None => Err(Failure::input(format!("there is no answer {number}: the last one is answer {count}"))),
    }
}

/// Checks an instance and an answer in one stream.
fn one_stream(session: &Session, arguments: &Check) -> Result<ExitStatus, Failure> {
    let mut sources = input::read_all(&[], &session.limits)?;
    let mut source = sources.remove(0);
    let answer = reading::cut_answer(&mut source);
    let mut texts = texts(session, arguments, source)?;
    match answer {
        Some(answer) => two_sources(session, arguments, &mut texts, &answer),
        None => one_text(session, arguments, &mut texts),
    }
}

/// Checks the answer in the text of the instance: every `link` fact is part of it.
fn one_text(session: &Session, arguments: &Check, texts: &mut Texts) -> Result<ExitStatus, Failure> {
    let is_facts = texts.document().is_none();
    let facts = texts.facts()?;
    if is_answer(&facts) {
        return Err(Failure::input("there are links and no edge: the instance is missing"));
    }
    let built = session.build(&facts, &options(arguments, LinkFacts::Answer))?;
    match Checker::new(&built).check(&facts) {
        // No link among facts may be an answer, but only where it is a solution.
        Ok(chosen) if is_facts || !chosen.is_empty() => {
            Ok(session.output.result("CORRECT\n", ExitStatus::DONE))
        }
        Err(Refuted::Wrong(reason))
            if is_facts && has_links(&facts) && !is_whole(&facts.sources[0].bytes) =>
        {
            let name = input::name_of(facts.sources);
            Err(Failure::input(format!("{name}: {}", doubted(CUT, &reason))))
        }
        Err(Refuted::Wrong(reason)) if has_links(&facts) => Ok(incorrect(session, &reason)),
        _ => Err(Failure::input(format!("{} has no answer that zlink reads", input::name_of(facts.sources)))),
    }
}

/// Whether there are links and no edge.
fn is_answer(facts: &Facts<'_>) -> bool {
    facts.edges.is_empty() && facts.named_edges.is_empty() && has_links(facts)
}

fn has_links(facts: &Facts<'_>) -> bool {
    !facts.links.is_empty() || !facts.named_links.is_empty()
}

/// Why a text without a line end may not be the whole of an answer.
pub(super) const CUT: &str = "its last line has no end, so it may be cut off";

/// Whether the last line of a text has its end, as it has in what programs write.
fn is_whole(text: &[u8]) -> bool {
    text.ends_with(b"\n")
}

fn doubted(doubt: &str, reason: &str) -> String {
    format!("an answer is no solution, but {doubt}: {reason}")
}

/// A link that an answer has and denies.
fn contradiction<const N: usize>(
    answer: &Facts<'_>,
    links: &[Fact<N>],
    denied: &[Fact<N>],
) -> Option<String> {
    let denied: HashSet<_> = denied.iter().map(|fact| fact.args).collect();
    let link = links.iter().find(|link| denied.contains(&link.args))?;
    Some(format!("link({})", link.args.map(|term| answer.symbols.display(term).to_string()).join(",")))
}

fn options(arguments: &Check, links: LinkFacts) -> BuildOptions {
    BuildOptions { links, parallel: true, ..arguments.rules.build_options(arguments.strict) }
}

fn incorrect(session: &Session, reason: &str) -> ExitStatus {
    session.output.result(&format!("INCORRECT\n{reason}\n"), ExitStatus::INCORRECT)
}

fn cannot_tell(session: &Session, claim: &Claim) -> ExitStatus {
    session.show_line(match claim {
        Claim::NoSolution => "the answer claims that there is no solution; only a solver can check that",
        _ => "the answer shows no solution: there is nothing to check",
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
    /// By vertex, where its edges start in `edges`.
    start: Vec<u32>,
    /// The other end and the number of each edge that is written from a vertex, ascending.
    edges: Vec<(VertexId, EdgeId)>,
}

impl<'a> Checker<'a> {
    /// The checker of answers to `built`.
    pub(super) fn new(built: &'a Built) -> Self {
        let puzzle = &built.puzzle;
        let written = (0..puzzle.edge_count()).map(EdgeId::from_index).map(|edge| {
            let [u, v] = puzzle.edge_ends(edge);
            (u.0, (v, edge))
        });
        let (start, mut edges) = grouped(puzzle.vertex_count(), written);
        for ends in start.windows(2) {
            edges[ends[0] as usize..ends[1] as usize].sort_unstable();
        }
        Checker { built, start, edges }
    }

    /// The edges that are written from `u` to `v`.
    fn written(&self, [u, v]: [VertexId; 2]) -> &[(VertexId, EdgeId)] {
        let from = &self.edges[self.start[u.index()] as usize..self.start[u.index() + 1] as usize];
        let first = from.partition_point(|&(w, _)| w < v);
        let from = &from[first..];
        &from[..from.iter().take_while(|&&(w, _)| w == v).count()]
    }

    /// The solutions of a claim from the file `name`. Usually this is one. Facts without a heading that are no solution together
    /// are one solution per line if those of the first line are a solution, or if lines have several facts.
    pub(super) fn solutions(&self, name: &str, claim: &Claim) -> Result<Vec<Vec<EdgeId>>, Refuted> {
        let unreadable = |sentence: &str| {
            Refuted::Unreadable(format!("zlink: error: {}: {sentence}\n", input::shown(name)))
        };
        let solution = |text: &[u8], is_empty: bool| {
            let source = [Source::new(name, text)];
            let facts = facts::parse(&source).map_err(|report| Refuted::Unreadable(report.to_string()))?;
            let denied = contradiction(&facts, &facts.links, &facts.no_links)
                .or_else(|| contradiction(&facts, &facts.named_links, &facts.no_named_links));
            if let Some(link) = denied {
                return Err(unreadable(&format!("the answer has {link} and -{link}")));
            }
            match self.check(&facts) {
                Ok(chosen) if is_empty || !chosen.is_empty() => Ok(chosen),
                Err(Refuted::Unreadable(why)) => Err(unreadable(&why)),
                Err(wrong) if has_links(&facts) => Err(wrong),
                _ if is_empty => {
                    Err(unreadable("no link is shown: the answer is empty, or its atoms are hidden"))
                }
                _ => Err(unreadable("no atom of the answer is link(U,V)")),
            }
        };
        let doubtful = |refuted, doubt| match (refuted, doubt) {
            (Refuted::Wrong(reason), Some(doubt)) => unreadable(&doubted(doubt, &reason)),
            (refuted, _) => refuted,
        };
        let text = match claim {
            Claim::Solution(answer) => {
                let result = solution(&answer.links(), answer.terms == 0);
                return Ok(vec![result.map_err(|refuted| doubtful(refuted, answer.doubt))?]);
            }
            Claim::Facts(text) => text,
            Claim::NoSolution | Claim::Nothing => return Ok(Vec::new()),
        };
        let together = match solution(text, text.trim_ascii().is_empty()) {
            Err(wrong @ Refuted::Wrong(_)) => wrong,
            result => return Ok(vec![result?]),
        };
        let cut = (!is_whole(text)).then_some(CUT);
        let mut solutions = Vec::new();
        for (line, number) in witness::lines(text).zip(1..) {
            match solution(line, false) {
                Ok(edges) => solutions.push(edges),
                Err(Refuted::Wrong(reason)) if number > 1 || witness::has_lines(text) => {
                    return Err(doubtful(Refuted::Wrong(format!("answer {number}: {reason}")), cut));
                }
                Err(unreadable) if number > 1 => return Err(unreadable),
                Err(_) => return Err(doubtful(together, cut)),
            }
        }
        Ok(solutions)
    }

    /// The edges that the `link` facts of `answer` name, ascending, or in a sentence why they do not solve the puzzle. If there are
    /// links as the instance has its edges, by ends or by name, others do not count.
    fn check(&self, answer: &Facts<'_>) -> Result<Vec<EdgeId>, Refuted> {
        let Built { puzzle, names, .. } = self.built;
        let has_names = puzzle.edge_count() > 0 && names.edge(EdgeId::from_index(0)).is_some();
        let atom = |args: &[Symbol]| {
            let args: Vec<String> =
                args.iter().map(|&name| answer.symbols.display(name).to_string()).collect();
            format!("link({})", args.join(","))
        };
        let no_edge = |args: &[Symbol]| Refuted::Wrong(format!("{} is no edge of the instance", atom(args)));
        let mut chosen = Vec::with_capacity(answer.links.len().max(answer.named_links.len()));
        if has_names && !answer.named_links.is_empty() {
            for Fact { args, .. } in &answer.named_links {
                let edge = names.edge_named(args[0], &answer.symbols);
                chosen.push(edge.ok_or_else(|| no_edge(args))?);
            }
        } else if answer.links.is_empty() && !answer.named_links.is_empty() {
            let what = "the answer has link(E), but the instance has edge(U,V), not edge(E,U,V)";
            return Err(Refuted::Unreadable(what.to_owned()));
        } else {
            for Fact { args, .. } in &answer.links {
                let [Some(u), Some(v)] = args.map(|name| names.vertex_named(name, &answer.symbols)) else {
                    return Err(no_edge(args));
                };
                match (self.written([u, v]), self.written([v, u])) {
                    ([(_, edge)], _) => chosen.push(*edge),
                    ([], []) => return Err(no_edge(args)),
                    ([], _) => {
                        let [u, v] = args.map(|name| answer.symbols.display(name));
                        return Err(Refuted::Wrong(format!(
                            "link({u},{v}) is written backwards: the edge of the instance is edge({v},{u})"
                        )));
                    }
                    _ => {
                        return Err(Refuted::Unreadable(format!(
                            "{} may be one of several edges",
                            atom(args)
                        )));
                    }
                }
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        match check::verify(puzzle, &chosen) {
            Ok(()) => Ok(chosen),
            Err(violation) => Err(Refuted::Wrong(violation.explain(puzzle, names))),
        }
    }
}
