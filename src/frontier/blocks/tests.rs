//! Sweeps that go to disk, and counts that several processes share, on random puzzles.

use std::path::Path;
use std::thread;

use num_bigint::BigUint;

use crate::mates::{self, Steps};
use crate::peers::threads::Process;
use crate::problem::Problem;
use crate::spill::damage::LeftBehind;
use crate::{
    Budget, Curved, Meeting, Parentheses, Peers, Spill, SpillError, SpillRun, SweepReport, Unfinished, build,
    count,
};
use zlink_base::limits::{Interrupted, Limits, Silent};
use zlink_deduce::{Residual, Value};
use zlink_diagram::{Diagram, Node, NodeId};
use zlink_order::{Effort, PlanOptions, plan};
use zlink_puzzle::random_puzzles::{Random, plain, planar, puzzle, whole_grid};
use zlink_puzzle::{EdgeId, Parts, Puzzle, Topology};

const NO_CAP: Budget<'static> = Budget::new(u64::MAX, &Silent);

/// A residual whose edges are passed in an order, and the fingerprint of the residual.
struct Sweep {
    fingerprint: u64,
    order: Vec<u32>,
    steps: Steps,
    curve: Option<Parentheses>,
    meeting: Option<Meeting>,
}

impl Sweep {
    fn new(residual: &Residual, order: Vec<u32>) -> Self {
        Sweep {
            fingerprint: residual.fingerprint(),
            steps: Steps::new(residual, &order),
            curve: Curved::new(residual, &order).and_then(|curved| Parentheses::new(&curved)),
            meeting: Meeting::new(residual, &order),
            order,
        }
    }

    /// Sweeps of random puzzles in good orders.
    fn planned(rounds: usize, random: &mut Random) -> Vec<Self> {
        let mut sweeps = Vec::new();
        for round in 0..rounds {
            let puzzle = if round % 2 == 0 { puzzle(random, 24) } else { planar(random) };
            let Ok(residual) = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]) else {
                continue;
            };
            let options = PlanOptions { effort: Effort::Thorough, keep: 1, ..PlanOptions::default() };
            sweeps.push(Sweep::new(&residual, plan(&residual, &options, &Limits::none()).order));
        }
        sweeps
    }

    /// The states as mates and, along a curve, as parentheses.
    fn problems(&self) -> Vec<Box<dyn Problem + '_>> {
        let curve = self.curve.iter().map(|curve| Box::new(curve.clone()) as Box<dyn Problem>);
        std::iter::once(mates::problem(&self.steps).expect("narrow enough")).chain(curve).collect()
    }

    fn run<'s>(&'s self, spill: &'s Spill) -> SpillRun<'s> {
        SpillRun { spill, fingerprint: self.fingerprint, order: &self.order }
    }

    fn count(
        &self,
        problem: &dyn Problem,
        spill: Option<&Spill>,
        peers: Option<&dyn Peers>,
        threads: usize,
        budget: Budget<'_>,
    ) -> Result<BigUint, Unfinished> {
        let run = spill.map(|spill| self.run(spill));
        count(problem, threads, &Limits::none(), budget, run.as_ref(), peers, &mut SweepReport::default())
    }

    fn build(
        &self,
        problem: &dyn Problem,
        spill: Option<&Spill>,
        threads: usize,
        budget: Budget<'_>,
    ) -> Result<Diagram, Unfinished> {
        let run = spill.map(|spill| self.run(spill));
        build(problem, threads, &Limits::none(), budget, run.as_ref(), &mut SweepReport::default())
    }
}

/// The result of a sweep that goes to disk, and the number of runs. Each run is stopped after `pieces` more states than the one
/// before, and resumed by the next one.
fn in_pieces<T: std::fmt::Debug>(
    pieces: u64,
    random: &mut Random,
    sweep: impl Fn(&Spill, usize, Budget<'_>) -> Result<T, Unfinished>,
) -> (T, u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut budget, mut runs) = (pieces, 0);
    loop {
        let spill = Spill::open(folder.path(), true).expect("the folder can be used");
        let result = sweep(&spill, 1 + random.below(3), NO_CAP.with(budget));
        runs += 1;
        match result {
            Ok(result) => return (result, runs),
            Err(why) => assert_eq!((why, spill.failure().is_none()), (Unfinished::Paused, true)),
        }
        budget += pieces;
    }
}

/// All nodes of a diagram.
fn nodes(diagram: &Diagram) -> (NodeId, Vec<Node>) {
    let ids = (0..diagram.node_count() as u32 + 2).map(NodeId);
    (diagram.root(), ids.map(|id| diagram.node(id)).collect())
}

#[test]
fn sweeps_on_disk_go_on_where_they_were_given_up() {
    let (random, beside) = (&mut Random(11), &mut Random(12));
    let (mut most_runs, mut most_nodes) = ([0; 3], 0);
    for round in 0..20 {
        let mut parts = Parts::of(&if round % 2 == 0 { puzzle(random, 24) } else { plain(random, 24) });
        if round % 4 == 1 {
            // Two sweeps only count single cycles.
            (parts.topology, parts.pairs) = (Topology::Cycle, Vec::new());
        }
        let puzzle = Puzzle::from_parts(parts).expect("the parts are consistent");
        let Ok(residual) = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]) else { continue };
        let mut order: Vec<u32> = (0..residual.edges.len() as u32).collect();
        if random.chance(70) {
            (1..order.len()).rev().for_each(|i| order.swap(i, random.below(i + 1)));
        }
        let sweep = Sweep::new(&residual, order);
        for problem in sweep.problems() {
            let expected = sweep.count(&*problem, None, None, 1, NO_CAP).expect("no limit");
            let pieces = 40 + random.below(200) as u64;
            let (count, runs) = in_pieces(pieces, random, |spill, threads, budget| {
                sweep.count(&*problem, Some(spill), None, threads, budget)
            });
            assert_eq!(count, expected);
            most_runs[0] = runs.max(most_runs[0]);
            // A diagram is the same on any number of threads, and from disk, node for node.
            let expected = sweep.build(&*problem, None, 1, NO_CAP).expect("no limit");
            let again = sweep.build(&*problem, None, 3, NO_CAP).expect("no limit");
            assert_eq!(nodes(&again), nodes(&expected));
            let (diagram, runs) = in_pieces(pieces, random, |spill, threads, budget| {
                sweep.build(&*problem, Some(spill), threads, budget)
            });
            assert_eq!(nodes(&diagram), nodes(&expected));
            most_runs[1] = runs.max(most_runs[1]);
            most_nodes = expected.node_count().max(most_nodes);
        }
        if let Some(meeting) = &sweep.meeting {
            let problem = &*sweep.problems()[0];
            let expected = sweep.count(problem, None, None, 1, NO_CAP).expect("no limit");
            let pieces = 10 + beside.below(30) as u64;
            let (count, runs) = in_pieces(pieces, beside, |spill, threads, budget| {
                let run = sweep.run(spill);
                meeting.count(threads, &Limits::none(), budget, Some(&run), &mut SweepReport::default())
            });
            assert_eq!(count, expected);
            most_runs[2] = runs.max(most_runs[2]);
        }
    }
    assert!(most_runs.iter().all(|runs| *runs > 5), "some sweeps are given up several times: {most_runs:?}");
    assert!(most_nodes > 500, "{most_nodes}");
}

#[test]
fn damaged_blocks_and_rows_are_told_and_not_used() {
    let puzzle =
        Puzzle::from_parts(Parts::graph(Topology::Cycle, 36, whole_grid(6, 6))).expect("a simple graph");
    let residual = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("open");
    let sweep = Sweep::new(&residual, (0..60).collect());
    let curve = sweep.curve.as_ref().expect("a curve");
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Spill::open(folder.path(), true).expect("the folder can be used");
    let count = |spill: &Spill, most| sweep.count(curve, Some(spill), None, 2, NO_CAP.with(most));
    let build = |spill: &Spill, most| {
        let diagram = sweep.build(curve, Some(spill), 2, NO_CAP.with(most))?;
        diagram.count(&Limits::none()).map_err(Unfinished::from)
    };
    let cycles = BigUint::from(1_222_363u32);
    let goes_on = |what: &str, result: Result<BigUint, Unfinished>| match result {
        Ok(count) => count == cycles || panic!("{what}: {count}"),
        Err(Unfinished::Stopped(Interrupted::Storage)) => false,
        Err(other) => panic!("{what}: {other:?}"),
    };
    assert_eq!(count(&open(), 500), Err(Unfinished::Paused));
    assert!(matches!(Spill::open(folder.path(), false), Err(SpillError::Unfinished(_))));
    let left = LeftBehind::of(folder.path());
    let told = left.damage(40, |what, spill| goes_on(what, count(spill, u64::MAX)));
    assert!(told > 40, "{told} of the damages");
    // A sweep of another puzzle must reject these blocks.
    let spill = open();
    let constrained = puzzle.with_integrity(&[(EdgeId(0), true), (EdgeId(9), false)]);
    let constrained = Residual::new(&constrained, &[Value::Open; 60]).expect("open");
    for other in [Residual { cover: true, ..residual.clone() }, constrained] {
        assert!(matches!(spill.order(other.fingerprint()), Err(SpillError::Other(_))));
    }
    assert_eq!(count(&spill, u64::MAX), Ok(cycles.clone()));
    spill.remove().expect("removed");
    drop(spill);
    assert_eq!(build(&open(), 500), Err(Unfinished::Paused));
    assert!(count(&open(), u64::MAX).is_err(), "these are no blocks of a count");
    let left = LeftBehind::of(folder.path());
    let told = left.damage(40, |what, spill| goes_on(what, build(spill, u64::MAX)));
    assert!(told > 80, "{told} of the damages");
    let spill = open();
    assert_eq!(build(&spill, u64::MAX), Ok(cycles.clone()));
    spill.remove().expect("removed");
    assert!(!folder.path().exists());
}

/// The count of each of `processes` processes, which are threads here, that share a sweep. Each passes at most `most` states.
fn counts(
    sweep: &Sweep,
    problem: &dyn Problem,
    processes: usize,
    folder: Option<&Path>,
    most: u64,
    random: &mut Random,
) -> Vec<Result<BigUint, Unfinished>> {
    let first = folder.map(|folder| Spill::open(folder, true).expect("the folder can be used"));
    let all: Vec<(Process, usize)> =
        Process::all(processes).into_iter().map(|process| (process, 1 + random.below(3))).collect();
    let count_one = |(process, threads): &(Process, usize)| {
        let joined = folder.map(|folder| Spill::join(folder).expect("the folder can be used"));
        let spill = if process.me == 0 { first.as_ref() } else { joined.as_ref() };
        let count = sweep.count(problem, spill, Some(process), *threads, NO_CAP.with(most));
        count.inspect_err(|_| process.stop(""))
    };
    thread::scope(|scope| {
        let threads: Vec<_> = all.iter().map(|process| scope.spawn(|| count_one(process))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

#[test]
fn any_number_of_processes_counts_the_same() {
    let random = &mut Random(17);
    for sweep in Sweep::planned(12, random) {
        for problem in sweep.problems() {
            let expected = sweep.count(&*problem, None, None, 1, NO_CAP);
            let processes = 1 + random.below(4);
            let folder = tempfile::tempdir().expect("a folder");
            let folder = random.chance(50).then(|| folder.path());
            for count in counts(&sweep, &*problem, processes, folder, u64::MAX, random) {
                assert_eq!(count, expected, "{processes} processes");
            }
        }
    }
}

#[test]
fn a_count_goes_on_with_another_number_of_processes() {
    let random = &mut Random(23);
    let mut most_runs = 0;
    for sweep in Sweep::planned(8, random) {
        for problem in sweep.problems() {
            let expected = sweep.count(&*problem, None, None, 1, NO_CAP).expect("no limit");
            let folder = tempfile::tempdir().expect("a folder");
            let pieces = 1 + random.below(60) as u64;
            for run in 1.. {
                let processes = 1 + random.below(4);
                let counts = counts(&sweep, &*problem, processes, Some(folder.path()), run * pieces, random);
                let done = counts.iter().filter(|count| count.is_ok()).count();
                assert!(counts.iter().flatten().all(|count| *count == expected), "{counts:?}, {expected}");
                most_runs = most_runs.max(run);
                if done > 0 {
                    break;
                }
                let why = |count: &Result<BigUint, Unfinished>| *count.as_ref().expect_err("none is done");
                let paused =
                    |why| [Unfinished::Paused, Unfinished::Stopped(Interrupted::Peers)].contains(&why);
                assert!(counts.iter().map(why).all(paused), "{counts:?}");
            }
        }
    }
    assert!(most_runs > 2, "some counts are given up several times");
}
