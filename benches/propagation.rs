//! What it costs to drive a [`Propagation`]: random walks of assumptions on grids, with conflicts, backtracking and long backjumps.
//!
//! `cargo bench --bench propagation [-- ASSUMPTIONS [ROW]]`: a walk of so many assumptions (default 20,000) for each row, or for one, such as
//! `"slitherlink 20x36 Changes"`. An assumption is
//! about a random open edge, mostly as in a solution that is known; after a conflict the walk goes back one or a few levels, and
//! at one assumption in a thousand to a random level. CPU time in microseconds: *build*; for each assumption (`assume`, `propagate`, `undo`);
//! for each edge that was decided; for each reason, with its edges on average and at most.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use zlink::propagation::{Depth, Propagation, Value};
use zlink::puzzle::random_puzzles::{Random, whole_grid};
use zlink::puzzle::{EdgeId, Parts, Puzzle, Topology};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let assumptions = args.first().map_or(20_000, |a| a.parse().expect("a number of assumptions"));
    let only = args.get(1);
    println!(
        "| puzzle | vertices | depth | build | assumption | edge | edges decided | conflicts | reason | edges | at most |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, topology, cover) in [
        ("slitherlink", Topology::Cycle, false),
        ("several cycles", Topology::Cycles, false),
        ("hamiltonian", Topology::Cycle, true),
        ("numberlink", Topology::Linkage, false),
        ("paths", Topology::PathMatching, false),
    ] {
        for [rows, columns] in [[20, 36], [100, 100]] {
            let (puzzle, solution) = planted(topology, cover, rows, columns);
            for depth in [Depth::Cheap, Depth::Changes, Depth::Structure] {
                if only.is_none_or(|only| *only == format!("{name} {rows}x{columns} {depth:?}")) {
                    print!("| {name} | {rows}x{columns} | {depth:?} ");
                    measure(&puzzle, &solution, depth, assumptions);
                }
            }
        }
    }
}

/// A puzzle on a grid, with clues for six cells in ten unless it must be covered, and the edges of one of its solutions.
fn planted(topology: Topology, cover: bool, rows: u32, columns: u32) -> (Puzzle, Vec<bool>) {
    let mut random = Random(u64::from(rows));
    let edges = whole_grid(rows, columns);
    let cycle = cycle(&mut random, cover, rows, columns, &edges);
    let mut parts = Parts::graph(topology, (rows * columns) as usize, edges);
    parts.cover = cover;
    let mut chosen = vec![false; parts.edges.len()];
    match topology {
        Topology::Cycle | Topology::Cycles => cycle.iter().for_each(|&(e, _)| chosen[e] = true),
        // The cycle cut into paths of eleven edges.
        Topology::Linkage | Topology::PathMatching => {
            for path in cycle.chunks_exact(12) {
                path[1..].iter().for_each(|&(e, _)| chosen[e] = true);
                if topology == Topology::Linkage {
                    parts.pairs.push([path[0].1, path[11].1]);
                }
            }
        }
    }
    if !cover && topology != Topology::Linkage {
        let number = |u: u32, v: u32| parts.edges.iter().position(|&e| e == [u, v]).expect("an edge") as u32;
        for r in 0..rows - 1 {
            for here in (r * columns..(r + 1) * columns - 1).filter(|_| random.chance(60)) {
                let below = here + columns;
                let cell = [[here, here + 1], [below, below + 1], [here, below], [here + 1, below + 1]]
                    .map(|[u, v]| number(u, v));
                let clue = cell.iter().filter(|&&e| chosen[e as usize]).count() as u32;
                parts.cells.push((cell.to_vec(), Some(clue)));
            }
        }
    }
    (Puzzle::from_parts(parts).expect("a grid is a simple graph"), chosen)
}

/// The edges of a cycle on a grid in their order, each with the vertex that it leads to: the border of a random tree of squares, which
/// spans all (`cover`) or most of the grid.
fn cycle(random: &mut Random, cover: bool, rows: u32, columns: u32, edges: &[[u32; 2]]) -> Vec<(usize, u32)> {
    let (high, wide) = (rows / 2, columns / 2);
    let mut inside = vec![false; ((rows - 1) * (columns - 1)) as usize];
    let square = |r: u32, c: u32| (r * (columns - 1) + c) as usize;
    let most = if cover { high * wide } else { high * wide * 7 / 10 };
    let mut nodes = vec![[high / 2, wide / 2]];
    inside[square(high / 2 * 2, wide / 2 * 2)] = true;
    while nodes.len() < most as usize {
        let [r, c] = nodes[random.below(nodes.len())];
        let steps = [[r.wrapping_sub(1), c], [r + 1, c], [r, c.wrapping_sub(1)], [r, c + 1]];
        let [s, d] = steps[random.below(4)];
        if s < high && d < wide && !inside[square(2 * s, 2 * d)] {
            inside[square(2 * s, 2 * d)] = true;
            inside[square(r + s, c + d)] = true;
            nodes.push([s, d]);
        }
    }
    let is_inside = |r: u32, c: u32| r < rows - 1 && c < columns - 1 && inside[square(r, c)];
    let mut at = vec![Vec::new(); (rows * columns) as usize];
    for (e, &[u, v]) in edges.iter().enumerate() {
        let [r, c] = [u / columns, u % columns];
        let beside =
            if v == u + 1 { is_inside(r.wrapping_sub(1), c) } else { is_inside(r, c.wrapping_sub(1)) };
        if beside != is_inside(r, c) {
            at[u as usize].push((e, v));
            at[v as usize].push((e, u));
        }
    }
    let start = at.iter().position(|at| !at.is_empty()).expect("a cycle");
    let mut walk: Vec<(usize, u32)> = vec![at[start][0]];
    while let Some(&(came, here)) = walk.last()
        && here as usize != start
    {
        walk.extend(at[here as usize].iter().filter(|&&(e, _)| e != came));
    }
    walk
}

/// What a walk did.
#[derive(Default)]
struct Walk {
    assumptions: usize,
    decided: usize,
    conflicts: usize,
    reasons: usize,
    in_reasons: usize,
    longest: usize,
}

fn walk(
    mut propagation: Propagation,
    solution: &[bool],
    depth: Depth,
    assumptions: usize,
    explains: bool,
) -> Walk {
    let mut random = Random(1);
    let mut walk = Walk::default();
    let mut reason = Vec::new();
    while walk.assumptions < assumptions {
        let open = (0..100)
            .map(|_| random.below(solution.len()))
            .find(|&e| propagation.value(EdgeId::from_index(e)) == Value::Open);
        let Some(edge) = open else {
            propagation.undo(random.below(propagation.level()));
            continue;
        };
        propagation.open_level();
        propagation.assume(EdgeId::from_index(edge), solution[edge] != random.chance(5));
        walk.assumptions += 1;
        let agrees = propagation.propagate(depth);
        let mut explained = |reason: &mut Vec<(EdgeId, bool)>| {
            walk.reasons += 1;
            walk.in_reasons += reason.len();
            walk.longest = walk.longest.max(reason.len());
            reason.clear();
        };
        while let Some((edge, _)) = propagation.take_implied() {
            walk.decided += 1;
            if explains {
                propagation.reason(edge, &mut reason);
                explained(&mut reason);
            }
        }
        if !agrees {
            walk.conflicts += 1;
            if explains {
                propagation.conflict(&mut reason);
                explained(&mut reason);
            }
            let back = 1 + if random.chance(30) { random.below(10) } else { 0 };
            propagation.undo(propagation.level().saturating_sub(back));
        } else if random.below(1000) == 0 {
            propagation.undo(random.below(propagation.level()));
        }
    }
    walk
}

fn measure(puzzle: &Puzzle, solution: &[bool], depth: Depth, assumptions: usize) {
    let (building, propagation) = timed(|| Propagation::new(puzzle.clone()));
    let plain = propagation.clone();
    let (moving, _) = timed(|| walk(plain, solution, depth, assumptions, false));
    let (all, walk) = timed(|| walk(propagation, solution, depth, assumptions, true));
    let explaining = all.saturating_sub(moving);
    let each = |time: Duration, count: usize| time.as_secs_f64() * 1e6 / count as f64;
    println!(
        "| {:.0} | {:.2} | {:.2} | {} | {} | {:.2} | {:.1} | {} |",
        each(building, 1),
        each(moving, walk.assumptions),
        each(moving, walk.decided),
        walk.decided,
        walk.conflicts,
        each(explaining, walk.reasons),
        walk.in_reasons as f64 / walk.reasons as f64,
        walk.longest,
    );
}

/// The CPU time that something takes, and its result.
fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = cpu_time();
    let result = run();
    (cpu_time() - start, result)
}

fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system tells");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}
