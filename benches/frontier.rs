//! States, states per second and bytes per state of the frontier search on grids whose counts are known:
//! all cycles (OEIS A140517) and all corner-to-corner paths (A007764), with the planner's own order.
//!
//! `cargo bench --bench frontier [-- LARGEST]`: up to LARGEST vertices a side (default 13). Each row is the best
//! CPU time of three runs. *search* (wall time) leaves the unreduced diagram; *compile* is the search, the
//! reduction and counting from the diagram; *count* keeps two levels only. `states` is what the search stores,
//! `nodes` what the reduced diagram has, B/state what the unreduced diagram takes for each state. MB is the
//! greatest resident memory of a process that does nothing but compile once.

use std::process::Command;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use num_bigint::BigUint;
use zlink::deduce::{Residual, Techniques, Value};
use zlink::limits::{Limits, Silent};
use zlink::order::{Effort, PlanOptions, plan};
use zlink::puzzle::{Parts, Puzzle, Topology};
use zlink::search::{Budget, Frontier, SweepReport};

const CHILD: &str = "--memory-of";
const BUDGET: Budget<'static> = Budget::new(u64::MAX, &Silent);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [flag, family, n] = args.as_slice()
        && flag == CHILD
    {
        let puzzle = grid(family, n.parse().expect("a number"));
        compile(&frontier(&puzzle).1, &Limits::none());
        println!("{}", peak_kilobytes());
        return;
    }
    let largest = args.first().map_or(13, |a| a.parse().expect("the number of vertices a side"));
    println!(
        "| family | n | order | states | nodes | search s | M states/s | compile s | B/state | MB | count s | M states/s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for family in ["cycles", "paths"] {
        for n in 7..=largest {
            measure(family, n);
        }
    }
}

/// The grid with `n` vertices a side.
fn grid(family: &str, n: u32) -> Puzzle {
    let mut edges = Vec::new();
    for r in 0..n {
        for c in 0..n {
            edges.extend((c + 1 < n).then_some([r * n + c, r * n + c + 1]));
            edges.extend((r + 1 < n).then_some([r * n + c, (r + 1) * n + c]));
        }
    }
    let topology = if family == "paths" { Topology::Linkage } else { Topology::Cycle };
    let mut parts = Parts::graph(topology, (n * n) as usize, edges);
    if family == "paths" {
        parts.pairs.push([0, n * n - 1]);
    }
    Puzzle::from_parts(parts).expect("a grid is a simple graph")
}

/// The name of the planner's order for `puzzle`, and the search with it.
fn frontier(puzzle: &Puzzle) -> (&'static str, Frontier) {
    let residual =
        Residual::new(puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("nothing is decided");
    let options = PlanOptions { effort: Effort::Thorough, ..PlanOptions::default() };
    let plan = plan(&residual, &options, &Limits::none());
    (plan.heuristic, Frontier::for_sweeps(&residual, &plan, Techniques::default()))
}

/// The number of nodes of the diagram, the statistics of the search, and the number of solutions.
fn compile(frontier: &Frontier, limits: &Limits) -> (usize, SweepReport, BigUint) {
    let (diagram, report) = frontier.sweep(1, limits, BUDGET);
    let diagram = diagram.expect("no limit");
    (diagram.node_count(), report, diagram.count(limits).expect("no limit"))
}

fn measure(family: &str, n: u32) {
    let puzzle = grid(family, n);
    let limits = Limits::none();
    let (order, frontier) = frontier(&puzzle);
    let (compiling, (nodes, compiled, count)) = best(|| compile(&frontier, &limits));
    let (counting, (counted, report)) = best(|| frontier.sweep_count(1, &limits, BUDGET));
    assert_eq!(Ok(count), counted, "both searches count the same");
    let rate = |time: Duration| report.states as f64 / time.as_secs_f64() / 1e6;
    println!(
        "| {family} | {n} | {order} | {} | {nodes} | {:.3} | {:.1} | {:.3} | {:.1} | {:.1} | {:.3} | {:.1} |",
        report.states,
        compiled.searching.as_secs_f64(),
        rate(compiled.searching),
        compiling.as_secs_f64(),
        compiled.bytes as f64 / report.states as f64,
        resident(family, n),
        counting.as_secs_f64(),
        rate(counting),
    );
}

/// The greatest resident memory of this process. (The figure of `getrusage` includes the memory of its parent.)
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it is told");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Megabytes that a fresh process needs to compile the family.
fn resident(family: &str, n: u32) -> f64 {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).args([CHILD, family, &n.to_string()]).output().expect("it runs");
    let kilobytes: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number");
    kilobytes * 1024.0 / 1e6
}

/// The least CPU time of three runs.
fn best<T>(mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let start = cpu_time();
        let value = run();
        (cpu_time() - start, value)
    };
    let mut best = timed();
    for _ in 0..2 {
        let next = timed();
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}

fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system tells");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}
