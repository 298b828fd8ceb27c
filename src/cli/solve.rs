//! `zlink solve` and `zlink count`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{Answers, EngineOptions, Input, LimitOptions, Rules};
use super::consequences;
use super::drawing::{Drawing, Form};
use super::failure::Failure;
use super::machines::Machines;
use super::session::Session;
use super::spill::{Disk, removed, told};
use super::values::{how_many, named};
use super::{input, machines, prove, reading, recount};
use zlink_analyse::EnumMode;
use zlink_answer::{Atoms, ExitStatus, Summary, Task, renderer};
use zlink_base::clock::Instant;
use zlink_base::limits::Interrupted;
use zlink_deduce::Techniques;
use zlink_engine::{self as engine, Method, Outcome, Question, Request};
use zlink_puzzle::{BuildOptions, Built};
use zlink_search::{Peers, Spill};

pub(super) const SOLVE_EXAMPLES: &str = "\
Examples:
  zlink solve puzzle.lp                         one solution: link(0,1). link(1,2). ...
  zlink solve -n 2 puzzle.lp                    up to two (status 30: there is only one)
  zlink solve -n 0 --format json < puzzle.lp    all of them, as JSON
  zlink solve puzzle.lp.xz                      compressed with gzip, bzip2, xz or zstd
  zlink solve --cover pairs.lp grid.lp          several files are one program
  zlink solve 'https://puzz.link/p?slither/4/4/i38dh682'     any format that convert reads
  zlink solve --as text grid.txt                a drawing in characters; --as grid: rows of a grid
  zlink solve --time-limit 2.5 --stats puzzle.lp
  zlink solve --engine sat --encoding shapes --no-presolve pairs.lp
";

pub(super) const COUNT_EXAMPLES: &str = "\
Examples:
  zlink count puzzle.lp                         the exact number of solutions, of any size
  zlink count --cycles many puzzle.lp           the number of sets of disjoint cycles
  zlink count --path-matchings graph.lp         the number of sets of disjoint paths
  zlink count --board honeycomb --size 5x4      all cycles of a blank board (`zlink boards`)
  zlink count --format clingo puzzle.lp         with clingo's status word and Models line
  zlink count --verify puzzle.lp                a second, independent count says the same
  zlink count --engine search --time-limit 9 puzzle.lp   `at least N`, if time is short
  zlink count --engine backtrack --stats puzzle.lp
";

#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    pub(super) input: Input,
    /// How many solutions to write at most; 0 for all [default: 1].
    #[arg(short = 'n', long = "models", value_name = "N", value_parser = how_many)]
    pub(super) models: Option<u64>,
    /// Instead of solutions, write the links that are in all of them (cautious) or in at least one (brave), as clingo does.
    #[arg(short = 'e', long, value_parser = named::<EnumMode>(), ignore_case = true, value_name = "MODE", conflicts_with = "form")]
    pub(super) enum_mode: Option<EnumMode>,
    /// Write a proof to FILE.pbp that there are no solutions but those written, and FILE.opb beside it (see `zlink prove`).
    #[arg(long, value_name = "FILE.pbp", conflicts_with = "enum_mode")]
    pub(super) proof: Option<PathBuf>,
    /// The form in which a solution is written [default: facts].
    #[arg(long = "as", value_enum, value_name = "FORM", conflicts_with = "format")]
    pub(super) form: Option<Form>,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) engine: EngineOptions,
    #[command(flatten)]
    pub(super) answers: Answers,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

#[derive(Debug, Args)]
pub(super) struct Count {
    #[command(flatten)]
    pub(super) input: Input,
    #[command(flatten)]
    pub(super) rules: Rules,
    /// Count a second time, as `zlink recount` does, and fail if the numbers differ.
    #[arg(long)]
    pub(super) verify: bool,
    #[command(flatten)]
    pub(super) engine: EngineOptions,
    #[command(flatten)]
    pub(super) disk: Disk,
    #[command(flatten)]
    pub(super) machines: Machines,
    #[command(flatten)]
    pub(super) answers: Answers,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Writes solutions.
pub(super) fn solve(started: Instant, arguments: &Solve) -> ExitStatus {
    let Solve { input, rules, engine, answers, limits, .. } = arguments;
    if let Some(mode) = arguments.enum_mode {
        return consequences::consequences(started, arguments, mode);
    }
    let at_most = Some(arguments.models.unwrap_or(1)).filter(|&n| n > 0);
    let form = arguments.form.unwrap_or(Form::Facts);
    let question = Asked {
        task: Task::Solve(at_most),
        question: Question::Solutions { at_most },
        input,
        rules,
        form,
        proof: arguments.proof.as_deref(),
        blocks: None,
        verify: false,
    };
    answer(started, &question, engine, answers, limits)
}

/// Writes the number of solutions.
pub(super) fn count(started: Instant, arguments: &Count) -> ExitStatus {
    let Count { input, rules, engine, answers, limits, disk, machines, verify } = arguments;
    let (task, question, form, blocks) = (Task::Count, Question::Count, Form::Facts, Some((disk, machines)));
    let question = Asked { task, question, input, rules, form, proof: None, blocks, verify: *verify };
    answer(started, &question, engine, answers, limits)
}

/// The question of a run and the options that select its puzzle.
struct Asked<'a> {
    task: Task,
    question: Question,
    input: &'a Input,
    rules: &'a Rules,
    form: Form,
    /// The file of the proof that there are no other solutions.
    proof: Option<&'a Path>,
    blocks: Option<(&'a Disk, &'a Machines)>,
    verify: bool,
}

impl Asked<'_> {
    /// Whether another process writes the answer.
    fn follows(&self) -> bool {
        self.blocks.is_some_and(|(_, machines)| machines.follows())
    }
}

fn answer(
    started: Instant,
    asked: &Asked<'_>,
    engine: &EngineOptions,
    answers: &Answers,
    limits: &LimitOptions,
) -> ExitStatus {
    let render = (!asked.follows()).then(|| renderer(answers.format));
    let session = Session::start(started, asked.task, render, limits);
    session.output.set_stats(answers.stats);
    session.output.begin(&input::names(&asked.input.files));
    let status = session.run(|session| run(session, asked, engine));
    if (answers.exit_zero || asked.follows()) && status.is_answer() { ExitStatus::DONE } else { status }
}

fn run(session: &Session, asked: &Asked<'_>, options: &EngineOptions) -> Result<ExitStatus, Failure> {
    let Asked { input, rules, form, proof, blocks, .. } = *asked;
    check(options)?;
    let puzzle = instance(session, input, rules, form)?;
    if let Some(proof) = proof {
        prove::check(&puzzle.0)?;
        prove::Paths::beside(proof).check(input)?;
    }
    let ask = |peers: Option<&dyn Peers>| ask(session, asked, options, &puzzle, peers);
    match blocks {
        Some((_, machines)) => {
            if machines.hosts.is_some() && !matches!(options.method(), Method::Auto | Method::Zdd) {
                return Err(Failure::input_with_help(
                    "`--hosts` is for the engines auto and zdd",
                    "the others do not share their work: leave it out",
                ));
            }
            machines::together(session, machines, ask)
        }
        None => ask(None),
    }
}

/// Answers the question about a puzzle, alone or together with other processes.
fn ask(
    session: &Session,
    asked: &Asked<'_>,
    options: &EngineOptions,
    (built, drawing): &(Built, Option<Drawing>),
    peers: Option<&dyn Peers>,
) -> Result<ExitStatus, Failure> {
    let Asked { task, question, proof, blocks, .. } = *asked;
    let spill = blocks.map(|(disk, _)| open(disk, options, asked.follows())).transpose()?.flatten();
    session.output.solving();
    let request = Request {
        limits: session.engine_limits(),
        seed: options.seed,
        method: options.method(),
        solver: options.solver(),
        encoding: options.encoding.unwrap_or_default(),
        presolve: !options.no_presolve,
        techniques: Techniques::without(&options.without),
        threads: options.threads.for_search(),
        sweep_threads: sweep_threads(options, &question),
        spill: spill.as_ref(),
        peers,
        ..Request::new(&built.puzzle, question)
    };
    let (mut atoms, mut found) = (None, Vec::new());
    let outcome = engine::run(
        &request,
        &mut |edges| {
            if proof.is_some() {
                found.push(edges.to_vec());
            }
            if let Some(drawing) = drawing {
                // Puzzles without this form were refused before the search.
                return session.output.drawn(&drawing.of(edges).unwrap_or_else(|reason| reason + "\n"));
            }
            let (puzzle, names) = (&built.puzzle, &built.names);
            let atoms = atoms.get_or_insert_with(|| match question {
                Question::Solutions { at_most: Some(1) } => Atoms::of_solution(puzzle, names, edges),
                _ => Atoms::of_puzzle(puzzle, names),
            });
            session.output.solution(atoms, edges)
        },
        session,
    );
    if let Some(refusal) = outcome.refusal {
        return Err(Failure::input(refusal.to_string()));
    }
    if let Some(spill) = &spill {
        told(session, spill)?;
    }
    if let Some(proof) = proof {
        if outcome.exhausted {
            session.output.flush();
            prove::certify(session, built, &found, &prove::Paths::beside(proof))?;
        } else if outcome.stopped.is_none() {
            session.remark(
                "there may be more solutions, so nothing is proved: -n 0 finds all, -n 2 a second one",
            );
        }
    }
    let lost = outcome.stopped.filter(|&cause| cause == Interrupted::Peers).and(peers);
    let lost = lost.and_then(|peers| machines::lost(peers, spill.is_some()));
    let verified = outcome.count.as_ref().filter(|_| asked.verify && !asked.follows());
    verified.map_or(Ok(()), |count| recount::verify(session, &built.puzzle, count))?;
    let status = conclude(session, task, &outcome, lost, verified.is_some());
    if let (Some(spill), Some(_), false) = (&spill, &outcome.count, asked.follows()) {
        removed(spill)?;
    }
    session.show_stats(outcome.statistics);
    Ok(status)
}

/// Opens the folder of a count that spills to disk. When several processes share it, the first one deals with old content.
fn open(disk: &Disk, options: &EngineOptions, follows: bool) -> Result<Option<Spill>, Failure> {
    if disk.spill.is_some() && !matches!(options.method(), Method::Auto | Method::Zdd) {
        return Err(Failure::input_with_help(
            "`--spill` is for the engines auto and zdd",
            "the others have no levels: leave it out",
        ));
    }
    if follows { disk.join() } else { disk.open() }
}

/// The number of threads that share the work of a sweep.
fn sweep_threads(options: &EngineOptions, question: &Question) -> usize {
    let shares = matches!(options.method(), Method::Auto | Method::Zdd);
    if shares && *question == Question::Count {
        options.threads.for_sweep()
    } else {
        options.threads.for_search()
    }
}

/// Reads the puzzle of `input`, and prepares the drawing of its solutions if `form` needs one.
pub(super) fn instance(
    session: &Session,
    input: &Input,
    rules: &Rules,
    form: Form,
) -> Result<(Built, Option<Drawing>), Failure> {
    let mut texts = reading::puzzle(session, input)?.without_answer();
    let facts = session.facts(&mut texts, input.strict)?;
    // Parallel edges have no place in drawings.
    let options = BuildOptions { parallel: form == Form::Facts, ..rules.build_options(input.strict) };
    let built = session.build(&facts, &options)?;
    let drawing = Drawing::new(session, &facts, &built, form, input.strict)?;
    Ok((built, drawing))
}

/// Refuses options that exclude each other.
fn check(options: &EngineOptions) -> Result<(), Failure> {
    if options.encoding.is_some() && options.method() != Method::Sat {
        return Err(Failure::input_with_help("`--encoding` is for the engine sat", "add `--engine sat`"));
    }
    if let Some(solver) = options.solver().filter(|solver| solver.method() != options.method()) {
        let engine = solver.method();
        return Err(Failure::input_with_help(
            format!("`--solver {solver}` is for the engine {engine}"),
            format!("add `--engine {engine}`"),
        ));
    }
    if options.threads.for_search() > 1 && !matches!(options.method(), Method::Auto | Method::Zdd) {
        return Err(Failure::input_with_help(
            "`--threads` is for the engines auto and zdd",
            "the others search on one thread: leave it out",
        ));
    }
    Ok(())
}

/// Writes the result, and the reason if it is incomplete: `lost`, if another process has stopped.
fn conclude(
    session: &Session,
    task: Task,
    outcome: &Outcome,
    lost: Option<String>,
    verified: bool,
) -> ExitStatus {
    let mut summary = Summary { verified, ..Summary::unknown(task).with_outcome(outcome) };
    summary.stopped = outcome.stopped.map(|cause| session.explain(cause));
    let status = session.output.conclude(summary.clone());
    summary.models = session.output.solutions();
    if let Some(cause) = summary.interruption().filter(|_| !session.output.reader_left()) {
        session.remark(&lost.unwrap_or_else(|| cause.to_string()));
    }
    status
}
