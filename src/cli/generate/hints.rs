//! `zlink generate hints`: all good sets of hints of a solution.

use std::path::{Path, PathBuf};

use clap::Args;
use num_bigint::BigUint;

use super::board::{Making, board, cells};
use super::reproduction::{Origin, ReproductionCommand};
use super::series::{Puzzles, report_error};
use crate::arguments::{Cycles, LimitOptions, Threads};
use crate::failure::Failure;
use crate::session::Session;
use crate::spill::{Disk, removed, told};
use crate::values::{how_many, named, number, positive};
use zlink_analyse as analyse;
use zlink_answer::ExitStatus;
use zlink_base::counted;
use zlink_base::files;
use zlink_base::limits::{Interrupted, Limits};
use zlink_diagram::family::{Family, NamedFamily};
use zlink_diagram::{Algebra, Diagram, Element};
use zlink_explain::{self as explain, Difficulty};
use zlink_generate::hints::{HintChoice, HintError, HintFamily, HintQuestion, HintReport};
use zlink_generate::{Board, GenerateError, Slitherlink, Symmetry, keep_orbits, only_solution};
use zlink_puzzle::{CellId, Constraint, EdgeId};
use zlink_search::Spill;

pub(super) const EXAMPLES: &str = "\
A set of hints is good if the solution is the only one that agrees with it. The
options choose some of the good sets; without -n, --sample, --diagram or
--redundant, their numbers are written. The solution is given by the link facts of
the input, or else is the only solution of its clues, or else is random. Bounds and
integrity constraints of the input hold for every solution. Statuses: 0 done, 20
there is no such set, 1 a limit was reached, 33 out of memory, 65 bad input.

Examples:
  zlink generate hints board.lp answer.lp                 how many good and minimal sets there are
  zlink generate hints --grid 5x7 --seed 3 --minimum -n 1  a puzzle with the fewest hints
  zlink generate hints board.lp answer.lp --minimal --hardest -n 1
  zlink generate hints board.lp answer.lp --size 12 --symmetric --sample 3
  zlink generate hints puzzle.lp --redundant              which clues can go
  zlink generate hints board.lp answer.lp --minimal --diagram minimal.zdd
  zlink generate hints --grid 7x7 --seed 1 --spill layers --resume   goes on where it was stopped
";

#[derive(Debug, Args)]
// Here --size is the size of a set of hints.
#[command(mut_arg("board_size", |size| size.long("board-size")))]
#[command(mut_arg("spill", |spill| spill.conflicts_with("redundant")))]
pub(crate) struct HintsOptions {
    #[command(flatten)]
    making: Making,
    /// The cells that may have a hint, separated by semicolons (default: all).
    #[arg(long, value_name = "CELL;...", value_delimiter = ';')]
    candidates: Option<Vec<String>>,
    /// Every set contains the clues of the input; with --symmetric, also hints at their images.
    #[arg(long, conflicts_with = "redundant")]
    keep: bool,
    /// No hint can be removed; with --symmetric, no set of hints that the symmetry exchanges.
    #[arg(long)]
    minimal: bool,
    /// As few hints as possible.
    #[arg(long)]
    minimum: bool,
    /// This many hints (with --keep, the clues of the input among them).
    #[arg(long, value_name = "K", value_parser = number::<u32>)]
    size: Option<u32>,
    /// These cells have a hint (separated by semicolons).
    #[arg(long, value_name = "CELL;...", value_delimiter = ';')]
    containing: Vec<String>,
    /// These cells have no hint (separated by semicolons).
    #[arg(long, value_name = "CELL;...", value_delimiter = ';')]
    without: Vec<String>,
    /// The places of the hints are symmetric (the board must be so, and have pos facts unless it is a square grid or HOW is graph).
    #[arg(long, value_parser = named::<Symmetry>(), value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "point")]
    symmetric: Option<Symmetry>,
    /// As few 4s as possible, then as few 0s, 3s, 1s and 2s; of the sets that are left, the hardest to solve.
    #[arg(long)]
    hardest: bool,
    /// How many puzzles to write; 0 for all.
    #[arg(short = 'n', long = "models", value_name = "N", value_parser = how_many, conflicts_with_all = ["sample", "redundant"])]
    models: Option<u64>,
    /// Write this many puzzles, drawn at random, each with the same probability (--seed).
    #[arg(long, value_name = "N", value_parser = positive::<u64>, conflicts_with = "redundant")]
    sample: Option<u64>,
    /// Tell which clues of the input can be removed.
    #[arg(long, conflicts_with_all = ["candidates", "minimal", "minimum", "size", "containing", "without", "symmetric", "hardest", "diagram"])]
    redundant: bool,
    /// Write the chosen sets as a diagram, for `zlink diagram`.
    #[arg(long, value_name = "FILE")]
    diagram: Option<PathBuf>,
    /// How many cycles a solution has: exactly one, or one or more that are disjoint.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Cycles::One)]
    cycles: Cycles,
    #[command(flatten)]
    disk: Disk,
    #[command(flatten)]
    threads: Threads,
    /// Write statistics of the sweep to the standard error.
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Writes the numbers of good sets of hints, or puzzles with them.
pub(super) fn hints(session: &Session, options: &HintsOptions) -> Result<ExitStatus, Failure> {
    let (board, links) = match board(session, &options.making, options.cycles)? {
        Ok(board) => board,
        Err(error) => return report_error(session, error),
    };
    let solution = match solution(session, options, &board, links)? {
        Ok(solution) => solution,
        Err(error) => return report_error(session, error),
    };
    let clued: Vec<CellId> = board.puzzle.clued_cells().map(|(cell, _)| cell).collect();
    let candidates = match &options.candidates {
        Some(names) => cells(&board, names)?,
        None if options.redundant => clued.clone(),
        None => (0..board.puzzle.cell_count()).map(CellId::from_index).collect(),
    };
    if options.redundant && clued.is_empty() {
        return Err(Failure::input_with_help(
            "the board has no clues, so there is nothing to tell of them",
            "--redundant tells which clues of a puzzle can go",
        ));
    }
    let mut given = if options.keep { clued } else { Vec::new() };
    let orbits = match options
        .symmetric
        .map(|how| how.orbits(&board.puzzle, &board.positions, &session.engine_limits()))
    {
        Some(Err(error)) => return report_error(session, error),
        orbits => orbits.and_then(Result::ok).map(|orbits| keep_orbits(orbits, &mut given)),
    };
    let question = HintQuestion {
        puzzle: &board.puzzle,
        solution: &solution,
        candidates: &candidates,
        given: &given,
        threads: options.threads.for_sweep(),
    };
    if options.redundant {
        return redundant(session, &board, &question);
    }
    let spill = options.disk.open()?;
    let status = answer(session, options, &board, &question, orbits, spill.as_ref())?;
    spill.as_ref().map_or(Ok(()), removed)?;
    Ok(status)
}

/// Writes the numbers of the chosen sets, or puzzles with them.
fn answer(
    session: &Session,
    options: &HintsOptions,
    board: &Board,
    question: &HintQuestion<'_>,
    orbits: Option<Vec<Vec<CellId>>>,
    spill: Option<&Spill>,
) -> Result<ExitStatus, Failure> {
    let given = question.given;
    let family = family(session, options, question, spill)?;
    let no_such_set = || GenerateError::NotFound("there is no such set of hints".into());
    let Some(choice) = choice(options, board, given, orbits)? else {
        return report_error(session, no_such_set());
    };
    let limits = session.engine_limits();
    let chosen = family.choose(&choice, |cell| value(question, cell), &limits, session)?;
    if let Some(file) = &options.diagram {
        save(board, question, &family, &chosen, file, &limits)?;
    }
    if chosen.is_empty() {
        return report_error(session, no_such_set());
    }
    match (options.models, options.sample) {
        (None, None) if options.diagram.is_none() => report_sizes(session, &family, &chosen, given, options),
        (None, None) => Ok(session.output.result("", ExitStatus::DONE)),
        _ => write(session, options, board, question, &family, chosen.diagram()),
    }
}

/// The value of a cell's hint: the number of its edges in the solution.
fn value(question: &HintQuestion<'_>, cell: CellId) -> u32 {
    let edges = question.puzzle.cell(cell).edges.iter();
    edges.filter(|&e| question.solution.contains(e)).count() as u32
}

/// Writes chosen sets, with the given hints, as a diagram.
fn save(
    board: &Board,
    question: &HintQuestion<'_>,
    family: &HintFamily,
    chosen: &Family,
    file: &Path,
    limits: &Limits,
) -> Result<(), Failure> {
    let hints = family.cells.iter().chain(question.given);
    let names = hints.map(|&cell| format!("clue({},{})", board.names.cell(cell), value(question, cell)));
    let chosen = with_given(chosen, question.given, limits)?;
    let named = NamedFamily { names: names.collect(), family: chosen };
    files::write_whole(file, |out| named.write_binary(out)).map_err(|error| Failure::unwritten(file, &error))
}

/// The family of all good sets of hints.
fn family(
    session: &Session,
    options: &HintsOptions,
    question: &HintQuestion<'_>,
    spill: Option<&Spill>,
) -> Result<HintFamily, Failure> {
    let limits = session.engine_limits();
    let found = match spill {
        Some(spill) => question.family_on(spill, &limits, session),
        None => question.family(&limits, session),
    };
    let (family, report) =
        found.map_err(|error| match (spill.map_or(Ok(()), |spill| told(session, spill)), error) {
            (Err(failure), _) => failure,
            (Ok(()), HintError::Interrupted(cause)) => cause.into(),
            (Ok(()), error) => Failure::input(error.to_string()),
        })?;
    if options.stats {
        let HintReport { nfa_states, classes, dfa_states } = report;
        session.show(&format!("{nfa_states} NFA states in {classes} classes, {dfa_states} DFA states\n"));
    }
    Ok(family)
}

/// The choice of sets, without the given hints; none if there are more given hints than --size.
fn choice(
    options: &HintsOptions,
    board: &Board,
    given: &[CellId],
    orbits: Option<Vec<Vec<CellId>>>,
) -> Result<Option<HintChoice>, Failure> {
    let mut containing = cells(board, &options.containing)?;
    containing.retain(|cell| !given.contains(cell));
    let without = cells(board, &options.without)?;
    if let Some(&cell) = without.iter().find(|cell| given.contains(cell)) {
        let cell = board.names.cell(cell);
        return Err(Failure::input(format!("--without {cell}: --keep keeps the clue of this cell")));
    }
    let size = match options.size.map(|size| size.checked_sub(given.len() as u32)) {
        Some(None) => return Ok(None),
        size => size.flatten(),
    };
    let HintsOptions { minimal, minimum, hardest, .. } = *options;
    Ok(Some(HintChoice { minimal, minimum, size, containing, without, orbits, hardest }))
}

/// The solution: the links of the input, or else the only solution of its clues, or else a random one.
fn solution(
    session: &Session,
    options: &HintsOptions,
    board: &Board,
    links: Vec<EdgeId>,
) -> Result<Result<Vec<EdgeId>, GenerateError>, Failure> {
    let limits = session.engine_limits();
    if !links.is_empty() {
        // This checks the links, so that the error says what is wrong with them.
        return Ok(Slitherlink::new(board, Some(links.clone())).map(|_| links));
    }
    if board.puzzle.clued_cells().next().is_some() {
        let several =
            || GenerateError::Request("the clues of the input do not have exactly one solution".into());
        return Ok(only_solution(&board.puzzle, &limits, session)?.ok_or_else(several));
    }
    let made = Slitherlink::new(board, None).and_then(|maker| {
        maker.random(&zlink_generate::SlitherlinkOptions::default(), options.making.seed, &limits, session)
    });
    Ok(made.map(|hints| hints.solution))
}

/// The sets of `family`, each joined with the given cells. Those become elements at the top of the diagram, numbered after the
/// elements of the family.
fn with_given(family: &Family, given: &[CellId], limits: &Limits) -> Result<Family, Interrupted> {
    let first = family.elements().len();
    let given: Vec<Element> = (first..first + given.len()).map(Element::from_index).collect();
    let given: Family = [given].into_iter().collect();
    given.combine(Algebra::join, family, limits)
}

/// Writes the numbers of sets by size.
fn report_sizes(
    session: &Session,
    family: &HintFamily,
    chosen: &Family,
    given: &[CellId],
    options: &HintsOptions,
) -> Result<ExitStatus, Failure> {
    // Each part is written before the next one is computed, which may reach a limit.
    let report = |name: &str, sets: &Family| -> Result<(), Failure> {
        let sets = with_given(sets, given, &session.limits)?;
        let sizes = sets.diagram().size_distribution(&session.limits)?;
        let all: BigUint = sizes.iter().sum();
        let mut text = format!("{name}: {all}, {} nodes\n", sets.diagram().node_count());
        for (size, count) in sizes.iter().enumerate().filter(|(_, count)| **count != BigUint::ZERO) {
            text.push_str(&format!("  {}: {count}\n", counted(size, "hint")));
        }
        // The reader may have left; the result reports that.
        let _ = session.output.text(&text);
        session.output.flush();
        Ok(())
    };
    let restricted = !options.containing.is_empty()
        || !options.without.is_empty()
        || options.size.is_some()
        || options.symmetric.is_some()
        || options.minimal
        || options.minimum
        || options.hardest;
    if restricted {
        report("chosen", chosen)?;
    } else {
        report("good", chosen)?;
        report("minimal", &family.minimal(&session.engine_limits(), session)?)?;
    }
    Ok(session.output.result("", ExitStatus::DONE))
}

/// Writes puzzles with chosen hints, and checks each.
fn write(
    session: &Session,
    options: &HintsOptions,
    board: &Board,
    question: &HintQuestion<'_>,
    family: &HintFamily,
    chosen: &Diagram,
) -> Result<ExitStatus, Failure> {
    let limits = session.engine_limits();
    if options.making.output.is_none() && options.models.or(options.sample) != Some(1) {
        return Err(Failure::input("several puzzles need a folder: -o FOLDER"));
    }
    let wanted = match (options.models, options.sample) {
        (Some(0), _) => u64::MAX,
        (models, sample) => models.or(sample).unwrap_or(0),
    };
    let cells = |set: &[Element]| set.iter().map(|level| family.cells[level.index()]).collect::<Vec<_>>();
    let again = ReproductionCommand::of_this_run::<HintsOptions>("hints");
    let mut puzzles = Puzzles::new(session, &options.making, board.puzzle.topology(), again, wanted);
    // With --hardest, a run for one puzzle may not write the first puzzle of a run for several. Reproducing that one takes two.
    let least = if options.hardest && options.sample.is_none() && wanted != 1 { 2 } else { 1 };
    let mut number = 0;
    let mut emit = |hints: &[CellId]| -> Result<(), Failure> {
        number += 1;
        let puzzle = question.puzzle(hints).map_err(|error| Failure::input(error.to_string()))?;
        let mut solution = question.solution.to_vec();
        solution.sort_unstable();
        if only_solution(&puzzle, &limits, session)? != Some(solution) {
            return Err(Failure::input("internal error: a puzzle had another solution".to_string()));
        }
        let count = hints.len() + question.given.len();
        let origin = Origin::Number { number, of: number.max(least) };
        puzzles.write(origin, &counted(count, "hint"), &board.write(&puzzle).to_string())
    };
    if let Some(sample) = options.sample {
        let counts = chosen.counts(&limits)?;
        for set in counts.samples(options.making.seed).take(usize::try_from(sample).unwrap_or(usize::MAX)) {
            emit(&cells(&set))?;
        }
    } else if options.hardest && wanted == 1 {
        if let Some(set) = hardest(session, chosen, question, cells, &limits)? {
            emit(&set)?;
        }
    } else {
        let mut sets = chosen.sets();
        for _ in 0..wanted {
            limits.check()?;
            let Some(set) = sets.next_set() else { break };
            emit(&cells(set))?;
        }
    }
    Ok(puzzles.finish(ExitStatus::DONE))
}

/// The most sets among which the hardest to solve is searched for.
const MOST_GRADED: usize = 1_000;

/// The hints of the first set whose puzzle is hardest to solve.
fn hardest(
    session: &Session,
    chosen: &Diagram,
    question: &HintQuestion<'_>,
    cells: impl Fn(&[Element]) -> Vec<CellId>,
    limits: &Limits,
) -> Result<Option<Vec<CellId>>, Failure> {
    let mut sets = chosen.sets();
    let mut best: Option<(Difficulty, Vec<CellId>)> = None;
    for _ in 0..MOST_GRADED {
        let Some(set) = sets.next_set() else { break };
        let hints = cells(set);
        let puzzle = question.puzzle(&hints).map_err(|error| Failure::input(error.to_string()))?;
        let difficulty = explain::difficulty(&puzzle, limits, session)?;
        if best.as_ref().is_none_or(|(known, _)| difficulty > *known) {
            best = Some((difficulty, hints));
        }
    }
    Ok(best.map(|(_, hints)| hints))
}

/// Writes which clues of the input are redundant: each by itself, and how many at once.
fn redundant(session: &Session, board: &Board, question: &HintQuestion<'_>) -> Result<ExitStatus, Failure> {
    let limits = session.engine_limits();
    let mut clues = vec![None; board.puzzle.cell_count()];
    for &cell in question.candidates.iter().chain(question.given) {
        clues[cell.index()] = Some(value(question, cell));
    }
    let puzzle = board.puzzle.with_clues(&clues);
    if only_solution(&puzzle, &limits, session)?.as_deref() != Some(question.solution) {
        let error = GenerateError::NotFound("the clues leave more than one solution".into());
        return report_error(session, error);
    }
    let (redundant, stopped) = analyse::redundant(&puzzle, question.solution, &limits, session);
    if let Some(cause) = stopped {
        return Err(cause.into());
    }
    let can_go: Vec<CellId> = question
        .candidates
        .iter()
        .copied()
        .filter(|&cell| redundant.can_go.contains(&Constraint::Clue(cell)))
        .collect();
    let name = |cell: CellId| board.names.cell(cell).to_string();
    for &cell in &can_go {
        let _ = session.output.text(&format!("can go: {}\n", name(cell)));
    }
    session.output.flush();
    // All other clues are needed in any case.
    let (fewest, stopped) = analyse::smallest(&puzzle, question.solution, &can_go, &limits, session);
    if let Some(cause) = stopped {
        return Err(cause.into());
    }
    let gone = can_go.into_iter().filter(|cell| !fewest.stay.contains(cell)).map(name);
    let gone: Vec<String> = gone.collect();
    let clues = question.candidates.len();
    let text = match gone.len() {
        0 => format!("none of {clues} can go\n"),
        count => format!("at most {count} of {clues} can go together, such as: {}\n", gone.join(" ")),
    };
    Ok(session.output.result(&text, ExitStatus::DONE))
}
