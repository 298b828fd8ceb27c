//! `zlink generate pairs`: all good sets of pairs of a graph.

use std::path::{Path, PathBuf};

use clap::Args;
use num_bigint::BigUint;

use super::board::{Making, vertex_board};
use super::reproduction::{Origin, ReproductionCommand};
use super::series::{Puzzles, report_error};
use crate::arguments::{LimitOptions, Threads};
use crate::failure::Failure;
use crate::machines::{self, Machines};
use crate::session::Session;
use crate::spill::{Disk, removed, told};
use crate::values::{how_many, number, positive};
use zlink_answer::ExitStatus;
use zlink_base::counted;
use zlink_base::files;
use zlink_base::limits::{Interrupted, Limits};
use zlink_base::random::Random;
use zlink_diagram::family::NamedFamily;
use zlink_generate::pairs::{self, PairError, PairFamily, PairOptions, PairReport, PairSweep};
use zlink_generate::{Automorphisms, Board, GenerateError, only_solution};
use zlink_puzzle::{EdgeId, Puzzle, VertexId};
use zlink_search::{Peers, Places};

pub(super) const EXAMPLES: &str = "\
A set of pairs is good if disjoint paths can join the pairs in exactly one way, and
these paths pass every vertex. Without -n, --sample or --diagram, the number of
good sets is written. --grid gives rows and columns of vertices. Statuses: 0 done,
20 there is no such set, 1 a limit was reached, 33 out of memory, 65 bad input, or a
graph too wide for the sweep.

Examples:
  zlink generate pairs --grid 5x5                     how many there are: 16027290
  zlink generate pairs --grid 4x4 --sizes             how many with 2 pairs, 3 pairs, ...
  zlink generate pairs --grid 4x4 --modulo-symmetry   turned and mirrored ones counted once
  zlink generate pairs --grid 7x7 --pairs-at-most 3   352, in seconds: few pairs, few solutions
  zlink generate pairs graph.lp --pairs-at-most 3 -n 0 -o puzzles
  zlink generate pairs --grid 5x6 --sample 10 --seed 4 -o puzzles
  zlink generate pairs --grid 4x5 --diagram all.zdd   the family as a diagram, for zlink diagram
  zlink generate pairs --grid 6x7 --spill states --resume   goes on where it was stopped
  zlink generate pairs --grid 6x7 --hosts hosts --process 0   one of several machines
";

#[derive(Debug, Args)]
// Only the count can use the disk and other machines.
#[command(mut_arg("spill", |spill| {
    spill.conflicts_with_all(["sizes", "modulo_symmetry", "models", "sample", "diagram"])
}))]
#[command(mut_arg("hosts", |hosts| {
    hosts.conflicts_with_all(["sizes", "modulo_symmetry", "models", "sample", "diagram"])
}))]
pub(crate) struct PairsOptions {
    #[command(flatten)]
    making: Making,
    /// The greatest number of pairs in a set.
    #[arg(long, value_name = "L", value_parser = number::<u8>)]
    pairs_at_most: Option<u8>,
    /// Tell how many sets there are of each size.
    #[arg(long)]
    sizes: bool,
    /// Count (and write) only one of the sets that symmetries of the graph exchange. Every set is still looked at.
    #[arg(long)]
    modulo_symmetry: bool,
    /// How many puzzles to write; 0 for all.
    #[arg(short = 'n', long = "models", value_name = "N", value_parser = how_many, conflicts_with = "sample")]
    models: Option<u64>,
    /// Write this many puzzles, drawn at random, each with the same probability (--seed).
    #[arg(long, value_name = "N", value_parser = positive::<u64>, conflicts_with = "modulo_symmetry")]
    sample: Option<u64>,
    /// Write the family as a diagram over pairs of vertices, for `zlink diagram`.
    #[arg(long, value_name = "FILE", conflicts_with = "modulo_symmetry")]
    diagram: Option<PathBuf>,
    #[command(flatten)]
    disk: Disk,
    #[command(flatten)]
    machines: Machines,
    #[command(flatten)]
    threads: Threads,
    /// Write statistics of the sweep to the standard error.
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Writes the number of good sets of pairs, or puzzles with them.
pub(super) fn pairs(session: &Session, options: &PairsOptions) -> Result<ExitStatus, Failure> {
    let (board, _) = match vertex_board(session, &options.making)? {
        Ok(board) => board,
        Err(error) => return report_error(session, error),
    };
    let puzzle = &board.puzzle;
    if !puzzle.pairs().is_empty() || !puzzle.required().is_empty() || puzzle.has_sums() {
        let what = "pairs are made for a graph without pairs, clues, bounds, integrity constraints and required links";
        return Err(Failure::input(what));
    }
    let limits = session.engine_limits();
    let edges: Vec<[u32; 2]> = (0..puzzle.edge_count())
        .map(EdgeId::from_index)
        .filter(|e| !puzzle.forbidden().contains(e))
        .map(|e| puzzle.edge_ends(e).map(|v| v.0))
        .collect();
    let wanted = PairOptions { at_most: options.pairs_at_most, threads: options.threads.for_sweep() };
    let graph = Graph { vertices: puzzle.vertex_count(), edges, options: wanted };
    let lists = options.models.is_some() || options.sample.is_some();
    if !lists && !options.sizes && !options.modulo_symmetry && options.diagram.is_none() {
        return machines::together(session, &options.machines, |peers| {
            count(session, options, &graph, peers, &limits)
        });
    }
    let sweep = graph.sweep(Places::default(), &limits);
    let family = sweep.and_then(|sweep| sweep.family(&limits, session));
    let (family, report) = family.map_err(|error| failed(session, Places::default(), error))?;
    show(session, options, &report, None);
    if let Some(file) = &options.diagram {
        save(&board, &family, file, &limits)?;
        if !lists && !options.sizes {
            return Ok(session.output.result("", status(&family.count())));
        }
    }
    let symmetries = match options.modulo_symmetry {
        false => None,
        true => match Automorphisms::of(graph.vertices, &graph.edges, &limits)? {
            None => return Err(Failure::input("the graph has more than 10,000 symmetries")),
            symmetries => symmetries,
        },
    };
    if lists {
        return write(session, options, &board, &family, symmetries.as_ref());
    }
    let sizes = match &symmetries {
        Some(symmetries) => symmetries.orbit_sizes(&family, &limits)?,
        None => family.sizes(),
    };
    Ok(report_sizes(session, options, &sizes))
}

/// The graph, and the options for its sets of pairs.
struct Graph {
    vertices: usize,
    edges: Vec<[u32; 2]>,
    options: PairOptions,
}

impl Graph {
    fn sweep(&self, places: Places<'_>, limits: &Limits) -> Result<PairSweep, PairError> {
        PairSweep::new(self.vertices, &self.edges, self.options, places, limits)
    }
}

/// The failure for an error of the sweep.
fn failed(session: &Session, Places { spill, peers }: Places<'_>, error: PairError) -> Failure {
    let lost = || peers.and_then(|peers| machines::lost(peers, spill.is_some()));
    match (spill.map_or(Ok(()), |spill| told(session, spill)), error) {
        (Err(failure), _) => failure,
        (Ok(()), PairError::Interrupted(cause)) => {
            if let Some(lost) = lost().filter(|_| cause == Interrupted::Peers) {
                session.remark(&lost);
            }
            Failure::from(cause)
        }
        (Ok(()), error) => Failure::input(error.to_string()),
    }
}

/// Counts the sets without building the family, alone or together with other processes. The first process writes the number.
fn count(
    session: &Session,
    options: &PairsOptions,
    graph: &Graph,
    peers: Option<&dyn Peers>,
    limits: &Limits,
) -> Result<ExitStatus, Failure> {
    let follows = options.machines.follows();
    let spill = if follows { options.disk.join()? } else { options.disk.open()? };
    let places = Places { spill: spill.as_ref(), peers };
    // Saving the states may take longer than the time that a stopped run usually has.
    session.saves_when_stopped(spill.is_some());
    let sweep = graph.sweep(places, limits);
    let counted = sweep.and_then(|sweep| sweep.count(limits, session, places));
    session.saves_when_stopped(false);
    let (count, report) = counted.map_err(|error| failed(session, places, error))?;
    show(session, options, &report, peers);
    if follows {
        return Ok(ExitStatus::DONE);
    }
    let status = session.output.result(&format!("{count}\n"), status(&count));
    spill.as_ref().map_or(Ok(()), removed)?;
    Ok(status)
}

/// Writes the number of sets, and with --sizes the number of each size.
fn report_sizes(session: &Session, options: &PairsOptions, sizes: &[BigUint]) -> ExitStatus {
    let all: BigUint = sizes.iter().sum();
    let mut text = format!("{all}\n");
    if options.sizes {
        let of_size = sizes.iter().enumerate().filter(|(_, count)| **count != BigUint::ZERO);
        of_size.for_each(|(size, count)| text.push_str(&format!("  {}: {count}\n", counted(size, "pair"))));
    }
    session.output.result(&text, status(&all))
}

/// The exit status for a number of sets.
fn status(count: &BigUint) -> ExitStatus {
    if *count == BigUint::ZERO { ExitStatus::UNSATISFIABLE } else { ExitStatus::DONE }
}

/// Writes the family as a diagram.
fn save(board: &Board, family: &PairFamily, file: &Path, limits: &Limits) -> Result<(), Failure> {
    let (diagram, pairs) = family.diagram(limits)?;
    let name =
        |[a, b]: &[VertexId; 2]| format!("pair({},{})", board.names.vertex(*a), board.names.vertex(*b));
    let named = NamedFamily { names: pairs.iter().map(name).collect(), family: diagram.into() };
    files::write_whole(file, |out| named.write_binary(out)).map_err(|error| Failure::unwritten(file, &error))
}

fn show(session: &Session, options: &PairsOptions, report: &PairReport, peers: Option<&dyn Peers>) {
    if options.stats {
        let PairReport { states, ways, bytes } = report;
        let sent = peers.map_or(String::new(), |peers| format!(", {} bytes sent", peers.sent()));
        let figures = format!("{states} states, {ways} ways to draw in them, {} MB at most", bytes >> 20);
        session.show(&format!("{figures}{sent}\n"));
    }
}

/// Writes puzzles with good sets of pairs, and checks each.
fn write(
    session: &Session,
    options: &PairsOptions,
    board: &Board,
    family: &PairFamily,
    symmetries: Option<&Automorphisms>,
) -> Result<ExitStatus, Failure> {
    let limits = session.engine_limits();
    if options.making.output.is_none() && options.models.or(options.sample) != Some(1) {
        return Err(Failure::input("several puzzles need a folder: -o FOLDER"));
    }
    let sampler = family.sampler();
    let count = sampler.count();
    if count == BigUint::ZERO {
        return report_error(session, GenerateError::NotFound("there is no such set of pairs".into()));
    }
    let wanted = match options.models.or(options.sample) {
        Some(0) | None => u64::MAX,
        Some(wanted) => wanted,
    };
    let again = ReproductionCommand::of_this_run::<PairsOptions>("pairs");
    let mut puzzles = Puzzles::new(
        session,
        &options.making,
        zlink_puzzle::Topology::Linkage,
        again,
        wanted.min(u64::try_from(&count).unwrap_or(wanted)),
    );
    let mut number = 0;
    let mut emit = |set: &[[VertexId; 2]]| -> Result<(), Failure> {
        number += 1;
        let puzzle = pairs::puzzle(&board.puzzle, set);
        match only_solution(&puzzle, &limits, session)? {
            Some(solution) if covers(&puzzle, &solution) => {
                let origin = Origin::Number { number, of: number };
                puzzles.write(origin, &counted(set.len(), "pair"), &board.write(&puzzle).to_string())
            }
            _ => Err(Failure::input("internal error: a puzzle was not good")),
        }
    };
    if let Some(sample) = options.sample {
        let mut random = Random::new(options.making.seed);
        for _ in 0..sample {
            limits.check()?;
            let set = sampler.draw(&mut random);
            emit(&set)?;
        }
    } else {
        let mut sets = family.sets();
        let mut written = 0;
        while written < wanted {
            limits.check()?;
            let Some(set) = sets.next_set() else { break };
            if symmetries.is_none_or(|symmetries| symmetries.is_first(set)) {
                emit(set)?;
                written += 1;
            }
        }
    }
    Ok(puzzles.finish(ExitStatus::DONE))
}

fn covers(puzzle: &Puzzle, solution: &[EdgeId]) -> bool {
    let mut covered = vec![false; puzzle.vertex_count()];
    solution.iter().flat_map(|&e| puzzle.edge_ends(e)).for_each(|v| covered[v.index()] = true);
    covered.into_iter().all(|covered| covered)
}
