use super::*;
use zlink_base::limits::Silent;
use zlink_facts::{Source, parse};
use zlink_puzzle::random_puzzles::{self, Random};
use zlink_puzzle::{BuildOptions, Parts, brute, build};

fn agrees_with_brute_force(puzzle: &Puzzle) -> usize {
    let solutions = brute::solutions(puzzle).len();
    let recounted = recount(puzzle, &Limits::none(), &Silent);
    assert_eq!(recounted, Ok(BigUint::from(solutions)), "{puzzle:?}");
    solutions
}

#[test]
fn random_puzzles_have_as_many_solutions_as_by_brute_force() {
    let random = &mut Random(1);
    for _ in 0..400 {
        agrees_with_brute_force(&random_puzzles::sparse(random, 14));
        agrees_with_brute_force(&random_puzzles::linkage(random, 14));
        agrees_with_brute_force(&random_puzzles::mesh(random, 14));
        agrees_with_brute_force(&random_puzzles::board(random, 14));
        for _ in 0..4 {
            agrees_with_brute_force(&random_puzzles::puzzle(random, 14));
        }
    }
}

/// The random puzzles again, each with another one that shares nothing with it and with isolated vertices between them, more demands and empty cells.
#[test]
fn so_have_puzzles_in_several_parts() {
    let random = &mut Random(2);
    let mut solvable = 0;
    for _ in 0..1500 {
        let mut parts = Parts::of(&random_puzzles::puzzle(random, 7));
        let other = Parts::of(&random_puzzles::puzzle(random, 7));
        let (edges, first) = (parts.edges.len() as u32, (parts.vertices + random.below(2)) as u32);
        parts.vertices = first as usize + other.vertices;
        parts.edges.extend(other.edges.iter().map(|ends| ends.map(|v| first + v)));
        if parts.topology == Topology::Linkage {
            parts.pairs.extend(other.pairs.iter().map(|ends| ends.map(|v| first + v)));
        }
        parts
            .cells
            .extend(other.cells.iter().map(|(cell, clue)| (cell.iter().map(|e| edges + e).collect(), *clue)));
        if random.chance(20) {
            parts.cells.push((Vec::new(), Some(random.below(2) as u32)));
        }
        for list in [&mut parts.required, &mut parts.forbidden] {
            if random.chance(30) {
                list.push(random.below(parts.edges.len()) as u32);
            }
        }
        solvable +=
            usize::from(agrees_with_brute_force(&Puzzle::from_parts(parts).expect("valid parts")) > 0);
    }
    assert!(solvable > 300, "{solvable}");
}

#[test]
fn so_have_graphs_with_parallel_edges() {
    let random = &mut Random(3);
    let mut solvable = 0;
    for _ in 0..300 {
        let mut text = "connection(1,0,1). ".to_owned();
        text += if random.chance(50) { "connection(2,2,3). " } else { "" };
        for edge in 0..4 + random.below(10) {
            let u = random.below(5);
            text += &format!("edge(e{edge},{u},{}). ", (u + 1 + random.below(4)) % 5);
        }
        text += if random.chance(20) { "link(e0). -link(e1). " } else { "" };
        let sources = [Source::new("t.lp", text + "node(0..4).")];
        let options = BuildOptions { parallel: true, ..BuildOptions::default() };
        let built = build(&parse(&sources).expect("facts"), &options).expect("a puzzle");
        solvable += usize::from(agrees_with_brute_force(&built.puzzle) > 0);
    }
    assert!(solvable > 100, "{solvable}");
}

/// Without edges only sets of paths have a solution, which is empty.
#[test]
fn nothing_has_one_solution_or_none() {
    for topology in [Topology::Cycle, Topology::Cycles, Topology::Linkage, Topology::PathMatching] {
        for (vertices, cover) in [(0, false), (0, true), (2, false), (2, true)] {
            let parts = Parts { cover, ..Parts::graph(topology, vertices, Vec::new()) };
            agrees_with_brute_force(&Puzzle::from_parts(parts).expect("valid parts"));
        }
    }
}

#[test]
fn limits_end_a_recount() {
    let parts = Parts::graph(Topology::PathMatching, 64, random_puzzles::whole_grid(8, 8));
    let puzzle = Puzzle::from_parts(parts).expect("valid parts");
    let limits = Limits::none().within(500_000);
    assert_eq!(recount(&puzzle, &limits, &Silent), Err(Interrupted::Memory));
    assert_eq!(limits.meter().held(), 0);
    assert!(recount(&puzzle, &Limits::none(), &Silent).is_ok());
    limits.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(recount(&puzzle, &limits, &Silent), Err(Interrupted::Stopped));
}
