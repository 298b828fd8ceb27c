//! `zlink prove`, and the proofs of other commands.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{Cycles, Input, LimitOptions, Rules};
use super::failure::Failure;
use super::session::Session;
use super::values::number;
use super::{input, reading};
use zlink_answer::{Atoms, ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_base::counted;
use zlink_base::files;
use zlink_engine::{self as engine, Question, Request};
use zlink_facts::{self as facts, Source};
use zlink_proof::{Formula, Proof, Unproved, Unwritten};
use zlink_puzzle::{self as puzzle, BuildOptions, Built, EdgeId, Topology};

pub(super) const EXAMPLES: &str = "\
Writes four files to the folder: answers.lp, all answers, one per line;
formula.opb, the puzzle and \"none of these answers\" as a pseudo-Boolean formula;
proof.pbp, a proof that the formula has no model; README, how to check the proof.
The checker is VeriPB 3 (`cargo install veripb`), which knows nothing of zlink or
of puzzles. Statuses: 20 no answer, 30 all answers, both proved; 10 more answers
than --at-most, nothing proved; 1, 33 a limit was reached; 65 bad input.

Examples:
  zlink prove puzzle.lp -o proof                 no answer, or only one
  zlink prove --at-most 1000 puzzle.lp -o proof  up to 1000 answers, and no others
  veripb proof/formula.opb proof/proof.pbp       s VERIFIED UNSATISFIABLE
  zlink check puzzle.lp < proof/answers.lp
";

/// The command line of `zlink prove`.
#[derive(Debug, Args)]
pub(super) struct Prove {
    #[command(flatten)]
    input: Input,
    /// The folder that the proof is written to; it is made if it does not exist.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// How many answers there may be.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>)]
    at_most: u64,
    /// Exit with status 0 whenever there is a proof (instead of 20 or 30).
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Finds all answers, and proves that there are no more.
pub(super) fn prove(started: Instant, arguments: &Prove) -> ExitStatus {
    let session = Session::start(started, Task::Plan, None, &arguments.limits);
    session.run(|session| run(session, arguments))
}

fn run(session: &Session, arguments: &Prove) -> Result<ExitStatus, Failure> {
    let Prove { input, output: folder, at_most, exit_zero, rules, .. } = arguments;
    let mut texts = reading::puzzle(session, input)?.without_answer();
    let facts = session.facts(&mut texts, input.strict)?;
    let options = BuildOptions { parallel: true, ..rules.build_options(input.strict) };
    let built = session.build(&facts, &options)?;
    check(&built)?;
    let is_new = !folder.exists();
    fs::create_dir_all(folder).map_err(|error| Failure::unwritten(folder, &error))?;
    let [formula, proof, list, about] =
        ["formula.opb", "proof.pbp", "answers.lp", "README"].map(|name| folder.join(name));
    let paths = Paths { formula, proof, others: vec![list.clone(), about.clone()] };
    paths.check(input)?;
    if fs::read_to_string(&about).is_ok_and(|text| !text.contains("proof.pbp")) {
        return Err(Failure::input(format!("{} is none of a proof: use another folder", about.display())));
    }
    let found = find(session, &built, at_most.saturating_add(1));
    if is_new && found.as_ref().map_or(true, |answers| answers.len() as u64 > *at_most) {
        let _ = fs::remove_dir(folder);
    }
    let answers = found?;
    if answers.len() as u64 > *at_most {
        let old = if paths.proof.exists() { "; the proof in the folder is an older one" } else { "" };
        session.remark(&format!(
            "nothing is proved: there are more answers than --at-most allows ({at_most}){old}"
        ));
        return Ok(session.output.result("", ExitStatus::SATISFIABLE));
    }
    let proved = certify(session, &built, &answers, &paths)?;
    write(&list, listed(&built, &answers).as_bytes())?;
    let mut puzzle = input::names(&input.files).join(" ");
    puzzle += if rules.cover { " --cover" } else { "" };
    puzzle += if rules.cycles == Cycles::Many { " --cycles many" } else { "" };
    write(&about, readme(&puzzle, &answers, &proved).as_bytes())?;
    let text = format!("{}: {} proves it ({proved})\n", claim(&answers), paths.proof.display());
    let status = match answers.len() {
        _ if *exit_zero => ExitStatus::DONE,
        0 => ExitStatus::UNSATISFIABLE,
        _ => ExitStatus::EXHAUSTED,
    };
    Ok(session.output.result(&text, status))
}

/// Refuses puzzles that cannot be proved anything of yet.
pub(super) fn check(built: &Built) -> Result<(), Failure> {
    Formula::new(&built.puzzle, &[]).map(drop).map_err(refusal)
}

fn refusal(reason: Unwritten) -> Failure {
    Failure::input(format!("nothing can be proved here: {reason}"))
}

/// The files of a proof.
pub(super) struct Paths {
    /// The formula.
    pub(super) formula: PathBuf,
    /// The proof that it cannot be met.
    pub(super) proof: PathBuf,
    /// Files that say what was proved.
    others: Vec<PathBuf>,
}

impl Paths {
    /// The proof in this file, with the formula beside it: FILE.opb for FILE.pbp.
    pub(super) fn beside(proof: &Path) -> Self {
        Paths { formula: proof.with_extension("opb"), proof: proof.to_owned(), others: Vec::new() }
    }

    fn all(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.formula, &self.proof].into_iter().chain(&self.others)
    }

    /// Refuses what could not be written, or would replace the puzzle.
    pub(super) fn check(&self, input: &Input) -> Result<(), Failure> {
        if self.proof.extension().is_none_or(|extension| extension != "pbp") {
            return Err(Failure::input_with_help(
                format!("{} is no name for a proof", self.proof.display()),
                "call it FILE.pbp: the formula is written to FILE.opb",
            ));
        }
        for path in self.all() {
            files::check_writable(path).map_err(|error| Failure::unwritten(path, &error))?;
            let is_same = |file: &PathBuf| matches!((fs::canonicalize(file), fs::canonicalize(path)), (Ok(a), Ok(b)) if a == b);
            if input.files.iter().any(is_same) {
                return Err(Failure::input(format!(
                    "{} is the puzzle: it would be replaced",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// What was proved, in figures.
pub(super) struct Proved {
    steps: usize,
    bytes: u64,
}

impl std::fmt::Display for Proved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Proved { steps, bytes } = self;
        write!(f, "{}, {bytes} bytes", counted(steps, "step"))
    }
}

/// Proves that `answers` are all, and writes formula and proof. Neither is written before the proof is complete.
pub(super) fn certify(
    session: &Session,
    built: &Built,
    answers: &[Vec<EdgeId>],
    paths: &Paths,
) -> Result<Proved, Failure> {
    let formula = Formula::new(&built.puzzle, answers).map_err(refusal)?;
    let folder = paths.proof.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let proof = Proof::find(&formula, answers, Some(folder), &session.engine_limits(), session);
    let proof = proof.map_err(|reason| match reason {
        Unproved::Interrupted(cause) => Failure::Stopped(cause),
        Unproved::File(error) => Failure::unwritten(folder, &error),
        Unproved::Another(_) => Failure::input(
            "there is an answer beside those that were found: this is a fault of zlink, please report it",
        ),
    })?;
    let mut bytes = 0;
    let unwritten = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| Failure::unwritten(&path, &error)
    };
    // Nothing of another proof may lie beside the new formula, wherever the run ends.
    for path in paths.all().filter(|path| fs::symlink_metadata(path).is_ok_and(|found| found.is_file())) {
        fs::remove_file(path).map_err(unwritten(path))?;
    }
    files::write_whole(&paths.formula, |out| formula.write(&built.names, out))
        .map_err(unwritten(&paths.formula))?;
    files::write_whole(&paths.proof, |out| {
        let mut counted = Counted { out, bytes: 0 };
        proof.write(&mut counted)?;
        bytes = counted.bytes;
        Ok(())
    })
    .map_err(unwritten(&paths.proof))?;
    Ok(Proved { steps: proof.steps(), bytes })
}

/// Proves that the puzzle of these facts, which was made by this program, has one answer and no other.
pub(super) fn certify_made(
    session: &Session,
    facts: &str,
    topology: Option<Topology>,
    proof: &Path,
) -> Result<(), Failure> {
    let source = [Source::new("the puzzle", facts.as_bytes().to_vec())];
    let built =
        puzzle::build(&facts::parse(&source)?, &BuildOptions { topology, ..BuildOptions::default() })?;
    let answers = find(session, &built, 2)?;
    certify(session, &built, &answers, &Paths::beside(proof)).map(drop)
}

/// Finds up to so many answers.
fn find(session: &Session, built: &Built, at_most: u64) -> Result<Vec<Vec<EdgeId>>, Failure> {
    let question = Question::Solutions { at_most: Some(at_most) };
    let request = Request { limits: session.engine_limits(), ..Request::new(&built.puzzle, question) };
    let mut answers = Vec::new();
    let mut keep = |edges: &[EdgeId]| {
        answers.push(edges.to_vec());
        ControlFlow::Continue(())
    };
    match engine::run(&request, &mut keep, session).stopped {
        Some(cause) => Err(Failure::Stopped(cause)),
        None => Ok(answers),
    }
}

/// Counts the bytes that it passes on.
struct Counted<'w> {
    out: &'w mut dyn io::Write,
    bytes: u64,
}

impl io::Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn write(path: &Path, text: &[u8]) -> Result<(), Failure> {
    files::write_bytes(path, text).map_err(|error| Failure::unwritten(path, &error))
}

/// The answers as facts, one answer a line.
fn listed(built: &Built, answers: &[Vec<EdgeId>]) -> String {
    let atoms = Atoms::of_puzzle(&built.puzzle, &built.names);
    let mut text = String::new();
    for answer in answers {
        let facts: Vec<&str> = answer.iter().map(|&edge| atoms.of(edge)).collect();
        let _ = writeln!(text, "{}.", facts.join(". "));
    }
    text
}

/// What is proved of the answers.
fn claim(answers: &[Vec<EdgeId>]) -> String {
    match answers.len() {
        0 => "there is no answer".to_string(),
        1 => "there is one answer and no other".to_string(),
        count => format!("there are {count} answers and no others"),
    }
}

fn readme(puzzle: &str, answers: &[Vec<EdgeId>], proved: &Proved) -> String {
    let (mut text, mut excluded, mut check) = (format!("{puzzle}: {}.\n\n", claim(answers)), "", "");
    if !answers.is_empty() {
        text += "answers.lp   the answers, one a line\n";
        excluded = ", with \"none of the answers\"";
        check = "To check the answers:\n\n    zlink check PUZZLE.lp < answers.lp\n\n";
    }
    let _ = write!(
        text,
        "formula.opb  the puzzle as a pseudo-Boolean formula{excluded}\n\
         proof.pbp    a proof that the formula cannot be met ({proved})\n\n\
         To check the proof with VeriPB 3 (cargo install veripb), which prints \"s VERIFIED UNSATISFIABLE\":\n\n    \
         veripb formula.opb proof.pbp\n\n{check}\
         In zlink's sources, docs/reference/proof.md says what the formula means, and examples/formula.py, which\n\
         shares nothing with zlink, writes the same bytes from the facts and the answers.\n"
    );
    text
}
