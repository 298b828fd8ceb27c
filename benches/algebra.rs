//! The family algebra on two large families: all cycles of the grid with N x N vertices that avoid some edges,
//! and those that avoid some others (spread over all levels, so that the two share few nodes).
//!
//! `cargo bench --bench algebra [-- N [FOLDER]]` (N: default 12). Each figure is the least CPU time of three runs,
//! each on a fresh store with an empty cache. With FOLDER, the two families are also written there in
//! Graphillion's form, for the same measurements with other programs: `benches/algebra_graphillion.py` and the
//! crate `benches/oxidd`.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use zlink::deduce::{Residual, Techniques, Value};
use zlink::diagram::{Algebra, Diagram, Level, NodeId};
use zlink::limits::{Interrupted, Limits, Silent};
use zlink::order::{Effort, PlanOptions, plan};
use zlink::puzzle::{Parts, Puzzle, Topology};
use zlink::search::{Budget, Frontier};

type Operation = fn(&mut Algebra, NodeId, NodeId) -> Result<NodeId, Interrupted>;

const LARGE: &[(&str, Operation)] = &[
    ("union", |a, f, g| a.union(f, g)),
    ("intersection", |a, f, g| a.intersection(f, g)),
    ("difference", |a, f, g| a.difference(f, g)),
    ("symmetric difference", |a, f, g| a.symmetric_difference(f, g)),
];

const MEDIUM: &[(&str, Operation)] =
    &[("minimal", |a, f, _| a.minimal(f)), ("maximal", |a, f, _| a.maximal(f))];

const SMALL: &[(&str, Operation)] =
    &[("join", |a, f, g| a.join(f, g)), ("minimal hitting sets", |a, f, _| a.minimal_hitting_sets(f))];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let n = args.first().map_or(Ok(12), |n| n.parse())?;
    println!(
        "| operation | nodes of f | nodes of g | nodes of the result | sets | CPU s | million nodes/s |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (n, operations, counts) in [(n, LARGE, true), (n.min(10), MEDIUM, false), (n.min(5), SMALL, false)] {
        let [f, g] = families(n)?;
        if let Some(folder) = args.get(1) {
            write(&f, &Path::new(folder).join(format!("f{n}.txt")))?;
            write(&g, &Path::new(folder).join(format!("g{n}.txt")))?;
        }
        if counts {
            count(&f)?;
        }
        for (name, operation) in operations {
            measure(name, &f, &g, *operation)?;
        }
    }
    Ok(())
}

/// The cycles that avoid every edge of a comb over the levels, for each of two combs.
fn families(n: u32) -> Result<[Diagram; 2], Interrupted> {
    let limits = Limits::none();
    let mut edges = Vec::new();
    for r in 0..n {
        for c in 0..n {
            edges.extend((c + 1 < n).then_some([r * n + c, r * n + c + 1]));
            edges.extend((r + 1 < n).then_some([r * n + c, (r + 1) * n + c]));
        }
    }
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, (n * n) as usize, edges)).expect("a grid");
    let residual =
        Residual::new(&puzzle, &vec![Value::Open; puzzle.edge_count()]).expect("nothing is decided");
    let options = PlanOptions { effort: Effort::Thorough, ..PlanOptions::default() };
    let plan = plan(&residual, &options, &limits);
    let budget = Budget::new(u64::MAX, &Silent);
    let all = Frontier::for_sweeps(&residual, &plan, Techniques::default())
        .sweep(1, &limits, budget)
        .0
        .expect("no limit");
    let avoiding = |first: usize| {
        let comb: Vec<_> = all.variables().iter().copied().skip(first).step_by(40).collect();
        all.restrict(&[], &comb, &limits)
    };
    Ok([avoiding(20)?, avoiding(39)?])
}

fn write(family: &Diagram, path: &Path) -> std::io::Result<()> {
    family.write_text(BufWriter::new(File::create(path)?))
}

fn count(f: &Diagram) -> Result<(), Interrupted> {
    let (time, count) = best(|| f.count(&Limits::none()))?;
    row("count", f, f, f.node_count(), &count.to_string(), time, f.node_count());
    Ok(())
}

fn measure(name: &str, f: &Diagram, g: &Diagram, operation: Operation) -> Result<(), Interrupted> {
    let (time, (nodes, count)) = best_of(|timed| {
        let limits = Limits::none();
        let mut algebra = Algebra::new(&limits, f.variables().len())?;
        let levels: Vec<Level> = (0..f.variables().len() as u32).map(Level).collect();
        let (x, y) = (algebra.import(f, &levels)?, algebra.import(g, &levels)?);
        let result = timed(&mut || operation(&mut algebra, x, y))?;
        let frozen = algebra.freeze(result, f.variables().to_vec())?;
        Ok((frozen.node_count(), frozen.count(&Limits::none())?))
    })?;
    row(name, f, g, nodes, &count.to_string(), time, f.node_count() + g.node_count());
    Ok(())
}

fn row(name: &str, f: &Diagram, g: &Diagram, nodes: usize, sets: &str, time: Duration, work: usize) {
    let seconds = time.as_secs_f64();
    let rate = work as f64 / seconds / 1e6;
    let (f, g) = (f.node_count(), g.node_count());
    println!("| {name} | {f} | {g} | {nodes} | {sets} | {seconds:.3} | {rate:.1} |");
}

/// The least CPU time of three runs, and the result of the last one.
fn best<T>(mut run: impl FnMut() -> Result<T, Interrupted>) -> Result<(Duration, T), Interrupted> {
    let mut least = Duration::MAX;
    loop {
        let mut last = None;
        for _ in 0..3 {
            let start = cpu_time();
            last = Some(run()?);
            least = least.min(cpu_time() - start);
        }
        if let Some(last) = last {
            return Ok((least, last));
        }
    }
}

/// A function that times a part of a run.
type Timed<'t> =
    &'t mut dyn FnMut(&mut dyn FnMut() -> Result<NodeId, Interrupted>) -> Result<NodeId, Interrupted>;

/// The least CPU time of the part that each of three runs passes to [`Timed`], and the result of the last run.
fn best_of<T>(
    mut run: impl FnMut(Timed<'_>) -> Result<T, Interrupted>,
) -> Result<(Duration, T), Interrupted> {
    let mut least = Duration::MAX;
    let (_, result) = best(|| {
        run(&mut |part| {
            let start = cpu_time();
            let result = part();
            least = least.min(cpu_time() - start);
            result
        })
    })?;
    Ok((least, result))
}

fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system tells");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}
