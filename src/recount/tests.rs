//! The recount against brute force.

use super::recount;
use random_puzzles::Random;
use zlink_base::limits::{Limits, Silent};
use zlink_puzzle::{Puzzle, brute, random_puzzles};

fn counted(puzzle: &Puzzle) -> String {
    recount(puzzle, &Limits::none(), &Silent).expect("no limit").to_string()
}

#[test]
fn as_many_as_by_brute_force() {
    let random = &mut Random(1);
    for round in 0..3000 {
        let puzzle = match round % 8 {
            0 => random_puzzles::sparse(random, 14),
            1 => random_puzzles::linkage(random, 14),
            2 => random_puzzles::mesh(random, 14),
            3 => random_puzzles::board(random, 14),
            _ => random_puzzles::puzzle(random, 14),
        };
        assert_eq!(counted(&puzzle), brute::solutions(&puzzle).len().to_string(), "{puzzle:?}");
    }
}

#[test]
#[ignore]
fn timing() {
    for n in [12u32, 13, 14] {
        let edges = random_puzzles::whole_grid(n, n);
        let puzzle = Puzzle::from_parts(zlink_puzzle::Parts::graph(
            zlink_puzzle::Topology::Cycle,
            (n * n) as usize,
            edges,
        ))
        .unwrap();
        let t = std::time::Instant::now();
        let c = counted(&puzzle);
        println!("{n} {c} {:?}", t.elapsed());
    }
}
