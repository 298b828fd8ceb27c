//! Sweeps that several processes share; here each process is a thread.

use std::path::Path;
use std::thread;

use num_bigint::BigUint;

use crate::{Budget, Frontier, Peers, Places, Spill, Unfinished};
use zlink_base::limits::{Exhausted, Limits, Silent};
use zlink_deduce::{Residual, Value};
use zlink_frontier::peers::threads::Process;
use zlink_order::{Effort, PlanOptions, plan};
use zlink_puzzle::random_puzzles::planar;
use zlink_puzzle::random_puzzles::{Random, puzzle};

/// The count of each of `processes` processes that share a sweep, each of which passes at most `most` states.
fn count(
    frontier: &Frontier,
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
        let places = Places { spill, peers: Some(process) };
        let budget = Budget::new(most, &Silent);
        let (count, _) = frontier.count_in(places, *threads, &Limits::none(), budget);
        count.inspect_err(|_| process.stop(""))
    };
    thread::scope(|scope| {
        let threads: Vec<_> = all.iter().map(|process| scope.spawn(|| count_one(process))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

/// Frontiers of random puzzles of all kinds, as mates and where possible as parentheses, with their numbers of solutions.
fn frontiers(rounds: usize, random: &mut Random) -> Vec<(Frontier, BigUint)> {
    let mut frontiers = Vec::new();
    for round in 0..rounds {
        let puzzle = if round % 2 == 0 { puzzle(random, 24) } else { planar(random) };
        let Ok(residual) = Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]) else { continue };
        let options = PlanOptions { effort: Effort::Thorough, keep: 1 };
        let plan = plan(&residual, &options, &Limits::none());
        for frontier in [Frontier::new(&residual, &plan), Frontier::for_sweeps(&residual, &plan)] {
            let count = frontier.sweep_count(1, &Limits::none(), Budget::new(u64::MAX, &Silent)).0;
            frontiers.push((frontier, count.expect("no limit")));
        }
    }
    frontiers
}

#[test]
fn any_number_of_processes_counts_the_same() {
    let random = &mut Random(17);
    for (frontier, expected) in frontiers(12, random) {
        let processes = 1 + random.below(4);
        let folder = tempfile::tempdir().expect("a folder");
        let folder = random.chance(50).then(|| folder.path());
        for count in count(&frontier, processes, folder, u64::MAX, random) {
            assert_eq!(count.as_ref(), Ok(&expected), "{processes} processes");
        }
    }
}

#[test]
fn a_count_goes_on_with_another_number_of_processes() {
    let random = &mut Random(23);
    let mut most_runs = 0;
    for (frontier, expected) in frontiers(8, random) {
        let folder = tempfile::tempdir().expect("a folder");
        let pieces = 1 + random.below(60) as u64;
        for run in 1.. {
            let processes = 1 + random.below(4);
            let counts = count(&frontier, processes, Some(folder.path()), run * pieces, random);
            let done = counts.iter().filter(|count| count.is_ok()).count();
            assert!(counts.iter().flatten().all(|count| *count == expected), "{counts:?}, {expected}");
            most_runs = most_runs.max(run);
            if done > 0 {
                break;
            }
            let why = |count: &Result<BigUint, Unfinished>| *count.as_ref().expect_err("none is done");
            let paused = |why| [Unfinished::Paused, Unfinished::Stopped(Exhausted::Peers)].contains(&why);
            assert!(counts.iter().map(why).all(paused), "{counts:?}");
        }
    }
    assert!(most_runs > 2, "some counts are given up several times");
}
