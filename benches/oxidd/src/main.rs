//! The operations of `benches/algebra.rs` with OxiDD, on the same diagrams.
//!
//! ```sh
//! cargo bench --bench algebra -- 12 FOLDER
//! cargo run --release --manifest-path benches/oxidd/Cargo.toml -- FOLDER/f12.txt FOLDER/g12.txt
//! ```
//!
//! CPU seconds, the least of three runs, each with a new manager (one thread, room for 32 million nodes and as many
//! cache entries).

use std::collections::HashMap;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use num_bigint::BigUint;
use oxidd::util::{AllocResult, SatCountCache};
use oxidd::zbdd::{ZBDDFunction, ZBDDManagerRef, make_node, new_manager};
use oxidd::{BooleanFunction, BooleanVecSet, Function, Manager, ManagerRef};

const NODES: usize = 1 << 25;

type Operation = fn(&ZBDDFunction, &ZBDDFunction) -> AllocResult<ZBDDFunction>;

const OPERATIONS: &[(&str, Operation)] = &[
    ("count", |f, _| Ok(f.clone())),
    ("union", |f, g| f.union(g)),
    ("intersection", |f, g| f.intsec(g)),
    ("difference", |f, g| f.diff(g)),
    ("symmetric difference", |f, g| f.xor(g)),
];

/// A node of the text form: number, element, lo, hi.
type Line<'t> = [&'t str; 4];

fn lines(text: &str) -> Vec<Line<'_>> {
    let words = |line: &'_ str| -> Option<[String; 0]> { line.split(' ').nth(3).map(|_| []) };
    text.lines()
        .filter(|line| words(line).is_some())
        .filter_map(|line| line.split(' ').collect::<Vec<_>>().try_into().ok())
        .collect()
}

fn build(manager: &ZBDDManagerRef, lines: &[Line<'_>]) -> AllocResult<ZBDDFunction> {
    manager.with_manager_shared(|manager| {
        let mut made: HashMap<&str, ZBDDFunction> = HashMap::new();
        made.insert("B", ZBDDFunction::empty(manager));
        made.insert("T", ZBDDFunction::base(manager));
        let mut singletons: HashMap<u32, ZBDDFunction> = HashMap::new();
        let mut root = ZBDDFunction::empty(manager);
        for [id, element, lo, hi] in lines {
            let level: u32 = element.parse::<u32>().expect("a number") - 1;
            if !singletons.contains_key(&level) {
                singletons.insert(level, ZBDDFunction::singleton(manager, level)?);
            }
            let (lo, hi) = (made[lo].clone(), made[hi].clone());
            let edge = make_node(
                manager,
                singletons[&level].as_edge(manager),
                hi.into_edge(manager),
                lo.into_edge(manager),
            )?;
            root = ZBDDFunction::from_edge(manager, edge);
            made.insert(id, root.clone());
        }
        Ok(root)
    })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path_f, path_g] = args.as_slice() else { panic!("two files are wanted") };
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    let (text_f, text_g) = (read(path_f), read(path_g));
    let (f, g) = (lines(&text_f), lines(&text_g));
    let levels = f.iter().chain(&g).map(|line| line[1].parse::<u32>().expect("a number")).max();
    let levels = levels.expect("a node");
    println!("| operation | sets | CPU s |\n|---|---|---|");
    for (name, operation) in OPERATIONS {
        let mut least = Duration::MAX;
        let mut count = BigUint::ZERO;
        for _ in 0..3 {
            let manager = new_manager(NODES, NODES, 1);
            manager.with_manager_exclusive(|manager| manager.add_vars(levels));
            let (x, y) = (build(&manager, &f).expect("room"), build(&manager, &g).expect("room"));
            let start = cpu_time();
            let result = operation(&x, &y).expect("room");
            let mut time = cpu_time() - start;
            let start = cpu_time();
            let mut cache: SatCountCache<BigUint, std::hash::RandomState> = SatCountCache::default();
            count = result.sat_count(levels, &mut cache);
            if *name == "count" {
                time = cpu_time() - start;
            }
            least = least.min(time);
        }
        println!("| {name} | {count} | {:.3} |", least.as_secs_f64());
    }
}

fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system tells");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}
