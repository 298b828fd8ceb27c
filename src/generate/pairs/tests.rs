//! Against brute force, and against the numbers of the paper.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use num_bigint::BigUint;

use super::{PairError, PairFamily, PairOptions, PairReport, PairSet, PairSweep};
use crate::Automorphisms;
use zlink_base::limits::{Interrupted, Limits, Progress, Silent};
use zlink_frontier::peers::threads::Process;
use zlink_frontier::spill::damage::LeftBehind;
use zlink_search::{Peers, Places, Spill, SpillError};

fn grid(rows: u32, columns: u32) -> (usize, Vec<[u32; 2]>) {
    let mut edges = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let v = r * columns + c;
            edges.extend((c + 1 < columns).then_some([v, v + 1]));
            edges.extend((r + 1 < rows).then_some([v, v + columns]));
        }
    }
    ((rows * columns) as usize, edges)
}

/// The places of a run that has no folder and no other processes.
const ALONE: Places<'_> = Places { spill: None, peers: None };

fn on_disk(spill: &Spill) -> Places<'_> {
    Places { spill: Some(spill), peers: None }
}

fn sweep(graph: &(usize, Vec<[u32; 2]>), at_most: Option<u8>) -> PairSweep {
    PairSweep::new(graph.0, &graph.1, PairOptions { at_most, threads: 2 }, ALONE, &Limits::none()).unwrap()
}

fn count(graph: &(usize, Vec<[u32; 2]>), at_most: Option<u8>) -> BigUint {
    sweep(graph, at_most).count(&Limits::none(), &Silent, ALONE).unwrap().0
}

/// Every set of disjoint paths, by the pairs of their ends; the good ones are those with one set of paths, which
/// covers everything.
fn by_definition(vertices: usize, edges: &[[u32; 2]]) -> BTreeSet<BTreeSet<[u32; 2]>> {
    let mut ways: BTreeMap<BTreeSet<[u32; 2]>, Vec<bool>> = BTreeMap::new();
    'sets: for set in 0u32..1 << edges.len() {
        let mut adjacent = vec![Vec::new(); vertices];
        for (i, &[u, v]) in edges.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
            let _ = i;
            adjacent[u as usize].push(v);
            adjacent[v as usize].push(u);
        }
        if adjacent.iter().any(|list| list.len() > 2) {
            continue;
        }
        let mut pairs = BTreeSet::new();
        let mut seen = vec![false; vertices];
        for start in (0..vertices).filter(|&v| adjacent[v].len() == 1) {
            let (mut here, mut from) = (start as u32, u32::MAX);
            seen[start] = true;
            while let Some(&next) = adjacent[here as usize].iter().find(|&&w| w != from) {
                (from, here) = (here, next);
                seen[here as usize] = true;
            }
            pairs.insert([here.min(start as u32), here.max(start as u32)]);
        }
        for v in 0..vertices {
            if adjacent[v].len() == 2 && !seen[v] {
                continue 'sets;
            }
        }
        ways.entry(pairs).or_default().push(adjacent.iter().all(|list| !list.is_empty()));
    }
    ways.into_iter().filter(|(_, ways)| *ways == [true]).map(|(pairs, _)| pairs).collect()
}

#[test]
fn random_graphs_agree_with_the_definition() {
    let mut state = 1u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    for round in 0..400 {
        let vertices = 1 + below(8) as usize;
        let mut edges = Vec::new();
        for u in 0..vertices as u32 {
            for v in u + 1..vertices as u32 {
                if edges.len() < 12 && below(10) < 5 {
                    edges.push([u, v]);
                }
            }
        }
        let expected = by_definition(vertices, &edges);
        let graph = (vertices, edges);
        for at_most in [None, Some(1), Some(2)] {
            let within =
                |pairs: &&BTreeSet<[u32; 2]>| at_most.is_none_or(|most| pairs.len() <= usize::from(most));
            let expected: BTreeSet<_> = expected.iter().filter(within).cloned().collect();
            assert_eq!(count(&graph, at_most), BigUint::from(expected.len()), "{round} {graph:?}");
            let (family, _) = sweep(&graph, at_most).family(&Limits::none(), &Silent).unwrap();
            let mut found = BTreeSet::new();
            let mut sets = family.sets();
            let sampler = family.sampler();
            while let Some(set) = sets.next_set() {
                assert_eq!(sampler.nth(BigUint::from(found.len())).as_deref(), Some(set));
                let pairs = set.iter().map(|[a, b]| [a.0.min(b.0), a.0.max(b.0)]).collect();
                assert!(found.insert(pairs), "a set comes twice");
            }
            assert_eq!(found, expected);
            assert_eq!(told_by_diagram(&family), expected);
            assert_eq!(sampler.nth(BigUint::from(found.len())), None);
            assert_eq!(family.count(), BigUint::from(found.len()));
            for (size, count) in family.sizes().into_iter().enumerate() {
                let of_size = expected.iter().filter(|pairs| pairs.len() == size).count();
                assert_eq!(count, BigUint::from(of_size), "size {size}");
            }
        }
    }
}

/// The sets of the family, taken from its diagram; each pair has its lesser vertex first.
fn told_by_diagram(family: &PairFamily) -> BTreeSet<BTreeSet<[u32; 2]>> {
    let (diagram, pairs) = family.diagram(&Limits::none()).unwrap();
    assert_eq!(diagram.count(&Limits::none()).unwrap(), family.count());
    let mut sets = diagram.sets();
    let mut found = BTreeSet::new();
    while let Some(set) = sets.next_set() {
        assert!(found.insert(set.iter().map(|e| pairs[e.index()].map(|v| v.0)).collect()));
    }
    found
}

/// The numbers of sets with few pairs, by a sweep over all puzzles and by their solutions, are those of the whole family.
#[test]
fn few_pairs_are_those_of_the_whole_family() {
    let triangles = {
        let (vertices, mut edges) = grid(3, 4);
        edges.extend((0..2).flat_map(|r| (0..3).map(move |c| [r * 4 + c, r * 4 + c + 5])));
        (vertices, edges)
    };
    for graph in [grid(3, 4), grid(4, 4), grid(4, 5), grid(3, 6), grid(1, 6), triangles] {
        let (family, _) = sweep(&graph, None).family(&Limits::none(), &Silent).unwrap();
        let sizes = family.sizes();
        for most in 0..=sizes.len() as u8 + 1 {
            let expected: BigUint = sizes.iter().take(usize::from(most) + 1).sum();
            assert_eq!(count(&graph, Some(most)), expected, "{most}");
            let few = sweep(&graph, Some(most));
            let (family, _) = few.family(&Limits::none(), &Silent).unwrap();
            assert_eq!(family.count(), expected, "{most}");
            if most <= 4 {
                let listed = few.list::<u64>(usize::MAX, &Limits::none(), &Silent).unwrap();
                assert!(listed.is_some_and(|(good, _)| BigUint::from(good.len()) == expected), "{most}");
                let wide = few.list::<u128>(usize::MAX, &Limits::none(), &Silent).unwrap();
                assert!(wide.is_some_and(|(good, _)| BigUint::from(good.len()) == expected), "{most}");
            }
        }
    }
}

#[test]
fn a_family_is_a_diagram_over_pairs() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 2), (3, 3), (3, 4)] {
        let (vertices, edges) = grid(rows, columns);
        let (family, _) = sweep(&(vertices, edges.clone()), None).family(&Limits::none(), &Silent).unwrap();
        assert_eq!(told_by_diagram(&family), by_definition(vertices, &edges), "{rows}x{columns}");
    }
    let (family, _) = sweep(&grid(4, 5), None).family(&Limits::none(), &Silent).unwrap();
    let mut limits = Limits::none();
    let diagram = |limits: &Limits| family.diagram(limits).map(|(diagram, _)| diagram.node_count());
    let nodes = diagram(&limits).unwrap();
    assert!(nodes > 1000, "{nodes} nodes");
    assert_eq!(diagram(&limits.within(100_000)), Err(Interrupted::Memory));
    limits.deadline = Some(zlink_base::clock::Instant::now());
    assert_eq!(diagram(&limits), Err(Interrupted::Time));
}

#[test]
fn the_grids_of_table_5() {
    let table: [(u32, u32, u64); 15] = [
        (2, 2, 2),
        (2, 3, 10),
        (2, 4, 36),
        (2, 5, 126),
        (2, 6, 454),
        (2, 7, 1632),
        (3, 3, 86),
        (3, 4, 807),
        (3, 5, 6690),
        (3, 6, 58422),
        (3, 7, 499_733),
        (4, 4, 16410),
        (4, 5, 338_460),
        (4, 6, 6_901_105),
        (4, 7, 141_123_690),
    ];
    for (rows, columns, expected) in table {
        assert_eq!(count(&grid(rows, columns), None), BigUint::from(expected), "{rows}x{columns}");
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let (vertices, edges) = grid(4, 4);
    let found = [1, 2, 5].map(|threads| {
        let options = PairOptions { at_most: None, threads };
        let sweep = PairSweep::new(vertices, &edges, options, ALONE, &Limits::none()).unwrap();
        let (count, report) = sweep.count(&Limits::none(), &Silent, ALONE).unwrap();
        let (family, _) = sweep.family(&Limits::none(), &Silent).unwrap();
        assert_eq!(family.count(), count);
        let mut sets = family.sets();
        let sets: Vec<PairSet> = std::iter::from_fn(|| sets.next_set().map(<[_]>::to_vec)).collect();
        (report.states, report.ways, sets)
    });
    assert_eq!(found[0].2.len(), 16_410);
    assert!(found.iter().all(|one| *one == found[0]));
}

#[test]
fn narrow_and_wide_words_agree() {
    let sweep = sweep(&grid(4, 4), None);
    let narrow = sweep.count_with::<u64>(&Limits::none(), &Silent, ALONE).unwrap().0;
    assert_eq!(sweep.count_with::<u128>(&Limits::none(), &Silent, ALONE).unwrap().0, narrow);
}

#[test]
fn limits_are_answers() {
    let sweep = sweep(&grid(6, 6), None);
    let small = Limits::none().within(1 << 20);
    assert!(matches!(sweep.count(&small, &Silent, ALONE), Err(PairError::Interrupted(Interrupted::Memory))));
    assert!(matches!(sweep.family(&small, &Silent), Err(PairError::Interrupted(Interrupted::Memory))));
    let mut over = Limits::none();
    over.deadline = Some(zlink_base::clock::Instant::now());
    assert!(matches!(sweep.count(&over, &Silent, ALONE), Err(PairError::Interrupted(Interrupted::Time))));
}

/// Stops a run after `left` reports of its progress.
struct Stop {
    limits: Limits,
    left: AtomicUsize,
}

impl Progress for Stop {
    fn report(&self, _: &str, _: std::fmt::Arguments<'_>) {
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        self.limits.stop_flag().store(left.is_err(), Ordering::Relaxed);
    }

    fn counted(&self, _: u128) {}
}

/// Counts in runs that are stopped after `pieces` shards, each on another number of threads. Returns the number of runs, too.
fn count_in_pieces(
    graph: &(usize, Vec<[u32; 2]>),
    at_most: Option<u8>,
    pieces: usize,
    limits: &Limits,
) -> (BigUint, PairReport, usize) {
    let folder = tempfile::tempdir().unwrap();
    for runs in 1.. {
        let spill = Spill::open(folder.path(), true).unwrap();
        let options = PairOptions { at_most, threads: 1 + runs % 3 };
        let stop = Stop { limits: limits.branch(), left: AtomicUsize::new(pieces) };
        let sweep = PairSweep::new(graph.0, &graph.1, options, on_disk(&spill), &Limits::none()).unwrap();
        match sweep.count(&stop.limits, &stop, on_disk(&spill)) {
            Ok((count, report)) => {
                spill.remove().unwrap();
                assert!(!folder.path().exists());
                return (count, report, runs);
            }
            Err(why) => assert!(matches!(why, PairError::Interrupted(Interrupted::Stopped)), "{why}"),
        }
    }
    unreachable!("a run comes to its end")
}

#[test]
fn a_count_in_pieces_on_disk_is_the_same() {
    let cases = [
        (grid(1, 1), None, 1, 0),
        (grid(2, 3), None, 1, 0),
        (grid(4, 4), None, 1, 9),
        (grid(4, 4), Some(3), 2, 1),
        (grid(4, 6), None, 20, 1),
    ];
    for (graph, at_most, pieces, least) in cases {
        // The run on disk sweeps all states; the run in memory may list the sets if few pairs are allowed.
        let options = PairOptions { at_most, threads: 1 };
        let full = PairSweep::new(graph.0, &graph.1, options, ALONE, &Limits::none()).unwrap();
        let (expected, report) = full.count(&Limits::none(), &Silent, ALONE).unwrap();
        // The count is the same where nearly nothing may be in memory.
        for limits in [Limits::none(), Limits::none().within(1 << 18)] {
            let (count, in_pieces, runs) = count_in_pieces(&graph, at_most, pieces, &limits);
            assert_eq!(count, expected);
            assert!(runs > least, "{runs} runs");
            if at_most.is_none() {
                let figures = |report: PairReport| (report.states, report.ways);
                assert_eq!(figures(in_pieces), figures(report));
            }
        }
    }
}

#[test]
fn a_run_that_needs_wider_words_goes_on_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let full = sweep(&grid(4, 4), None);
    let open = || Spill::open(folder.path(), true).unwrap();
    let stop = || Stop { limits: Limits::none(), left: AtomicUsize::new(9) };
    let stopped =
        |spill: &Spill, stop: &Stop| full.count_with::<u64>(&stop.limits, stop, on_disk(spill)).is_err();
    assert!(stopped(&open(), &stop()));
    // A run with wide words does not resume from narrow states.
    let spill = open();
    let wide = stop();
    assert!(full.count_with::<u128>(&wide.limits, &wide, on_disk(&spill)).is_err());
    drop(spill);
    assert!(matches!(
        full.count_with::<u64>(&Limits::none(), &Silent, on_disk(&open())),
        Err(PairError::TooWide)
    ));
    let (count, report) = full.count(&Limits::none(), &Silent, on_disk(&open())).unwrap();
    let (expected, of_memory) = full.count(&Limits::none(), &Silent, ALONE).unwrap();
    assert_eq!((count, report.states), (expected, of_memory.states));
}

#[test]
fn blocks_on_disk_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let full = sweep(&grid(4, 4), None);
    let open = || Spill::open(folder.path(), true).unwrap();
    let stop = Stop { limits: Limits::none(), left: AtomicUsize::new(30) };
    assert!(full.count(&stop.limits, &stop, on_disk(&open())).is_err());
    // Files of shards that were passed are not read again.
    let told = LeftBehind::of(folder.path()).damage(40, |what, spill| {
        match full.count(&Limits::none(), &Silent, on_disk(spill)) {
            Ok((count, _)) => {
                assert_eq!(count, BigUint::from(16_410u32), "{what}");
                true
            }
            Err(PairError::Interrupted(Interrupted::Storage)) => false,
            Err(other) => panic!("{what}: {other}"),
        }
    });
    assert!(told > 40, "{told} of the damages");
    let spill = open();
    let other = PairSweep::new(
        16,
        &grid(4, 4).1,
        PairOptions { at_most: Some(3), threads: 1 },
        on_disk(&spill),
        &Limits::none(),
    );
    assert!(matches!(other, Err(PairError::Interrupted(Interrupted::Storage))));
    assert!(matches!(spill.failure(), Some(SpillError::Other(_))));
    drop(spill);
    assert!(matches!(Spill::open(folder.path(), false), Err(SpillError::Unfinished(_))));
    let (count, _) = full.count(&Limits::none(), &Silent, on_disk(&open())).unwrap();
    assert_eq!(count, BigUint::from(16_410u32));
}

#[test]
fn symmetries_are_found_and_counted_out() {
    let limits = Limits::none();
    let of = |graph: &(usize, Vec<[u32; 2]>)| Automorphisms::of(graph.0, &graph.1, &limits).unwrap();
    assert_eq!(of(&grid(4, 4)).unwrap().count(), 8);
    assert_eq!(of(&grid(3, 5)).unwrap().count(), 4);
    let cube = (0..8u32).flat_map(|v| [1, 2, 4].map(|bit| [v, v ^ bit])).filter(|[u, v]| u < v).collect();
    assert_eq!(of(&(8, cube)).unwrap().count(), 48);
    assert!(of(&(8, Vec::new())).is_none(), "40,320 symmetries are too many");
    assert_eq!(of(&(0, Vec::new())).unwrap().count(), 1);
    // Every set is an image of exactly one that comes first.
    let graph = grid(3, 4);
    let symmetries = of(&graph).unwrap();
    let (family, _) = sweep(&graph, None).family(&limits, &Silent).unwrap();
    let (mut sets, mut orbits) = (family.sets(), BTreeSet::new());
    while let Some(set) = sets.next_set() {
        let images = symmetries.maps().map(|map| {
            let pair = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
            set.iter().map(|p| pair(p.map(|v| map[v.index()]))).collect::<BTreeSet<_>>()
        });
        orbits.insert(images.min());
    }
    let sizes = symmetries.orbit_sizes(&family, &limits).unwrap();
    for (size, count) in sizes.iter().enumerate() {
        let of_size = orbits.iter().flatten().filter(|orbit| orbit.len() == size).count();
        assert_eq!(*count, BigUint::from(of_size), "{size} pairs");
    }
    assert_eq!(sizes.iter().sum::<BigUint>(), BigUint::from(orbits.len()));
}

/// What each of `processes` processes returns; the last one is stopped after `looks` reports of its progress.
fn shared(
    graph: &(usize, Vec<[u32; 2]>),
    processes: usize,
    folder: Option<&Path>,
    looks: usize,
) -> Vec<Result<(BigUint, PairReport), PairError>> {
    let first = folder.map(|folder| Spill::open(folder, true).unwrap());
    let all = Process::all(processes);
    let count_one = |process: &Process| {
        let joined = folder.map(|folder| Spill::join(folder).unwrap());
        let spill = if process.me == 0 { first.as_ref() } else { joined.as_ref() };
        let places = Places { spill, peers: Some(process) };
        let left = AtomicUsize::new(if process.me + 1 == processes { looks } else { usize::MAX });
        let stop = Stop { limits: Limits::none(), left };
        let options = PairOptions { at_most: None, threads: 1 + process.me % 2 };
        let sweep = PairSweep::new(graph.0, &graph.1, options, places, &Limits::none());
        let counted = sweep.and_then(|sweep| sweep.count(&stop.limits, &stop, places));
        counted.inspect_err(|_| process.stop(""))
    };
    thread::scope(|scope| {
        let threads: Vec<_> = all.iter().map(|process| scope.spawn(|| count_one(process))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn processes_count_the_same_together() {
    for graph in [grid(1, 2), grid(3, 3), grid(4, 4), grid(3, 6)] {
        let alone = sweep(&graph, None).count(&Limits::none(), &Silent, ALONE).unwrap();
        for processes in [1, 2, 3, 4] {
            for (count, report) in shared(&graph, processes, None, usize::MAX).into_iter().map(Result::unwrap)
            {
                assert_eq!(
                    (count, report.states, report.ways),
                    (alone.0.clone(), alone.1.states, alone.1.ways)
                );
            }
        }
    }
}

#[test]
fn processes_go_on_together_and_alone() {
    let graph = grid(4, 4);
    let (expected, _) = sweep(&graph, None).count(&Limits::none(), &Silent, ALONE).unwrap();
    let mut saved = 0;
    for (round, looks) in (1..).map(|round| (round, 3 * round)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("states");
        let told = shared(&graph, 2 + round % 3, Some(&path), looks);
        let is_done = told.iter().all(Result::is_ok);
        saved += usize::from(!is_done && path.join("manifest").exists());
        // Another number of processes, or one alone, resumes the count.
        let counts: Vec<BigUint> = match round % 4 {
            0 => {
                let spill = Spill::open(&path, true).unwrap();
                let places = on_disk(&spill);
                let options = PairOptions { at_most: None, threads: 2 };
                let sweep = PairSweep::new(graph.0, &graph.1, options, places, &Limits::none()).unwrap();
                vec![sweep.count(&Limits::none(), &Silent, places).unwrap().0]
            }
            processes => {
                let told = shared(&graph, processes, Some(&path), usize::MAX);
                told.into_iter().map(|told| told.unwrap().0).collect()
            }
        };
        assert!(counts.iter().all(|count| *count == expected), "round {round}: {counts:?}");
        if is_done {
            break;
        }
    }
    assert!(saved > 3, "{saved} runs had something to go on from");
}
