//! Counts that others have published, of graphs made here.

use crate::common::{grid, run};

/// The count, which is also that of a recount.
fn count(facts: &str, options: &[&str]) -> String {
    let ran = run(&[&["count", "--verify"], options].concat(), facts);
    assert_eq!(ran.stderr, "zlink: verified: the recount is the same\n");
    ran.stdout.trim_end().to_owned()
}

fn complete(n: usize) -> String {
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| format!("edge({a},{b}).\n")));
    pairs.collect()
}

/// OEIS A140517, from two by two vertices on.
#[test]
fn cycles_of_square_grids() {
    let published = ["1", "13", "213", "9349", "1222363", "487150371", "603841648931", "2318527339461265"];
    for (i, number) in published.iter().enumerate() {
        assert_eq!(count(&grid(i + 2, i + 2), &[]), *number, "{0}x{0} vertices", i + 2);
    }
}

/// OEIS A007764, from two by two vertices on: Numberlink with one pair.
#[test]
fn corner_to_corner_paths_of_square_grids() {
    let published = ["2", "12", "184", "8512", "1262816", "575780564", "789360053252", "3266598486981642"];
    for (i, number) in published.iter().enumerate() {
        let n = i + 2;
        let facts = grid(n, n) + &format!("pair(0,{}).\n", n * n - 1);
        assert_eq!(count(&facts, &[]), *number, "{n}x{n} vertices");
    }
}

/// OEIS A003763: grids of 2n by 2n vertices.
#[test]
fn hamiltonian_cycles_of_square_grids() {
    for (i, number) in ["1", "6", "1072", "4638576", "467260456608"].iter().enumerate() {
        let n = 2 * (i + 1);
        assert_eq!(count(&grid(n, n), &["--cover"]), *number, "{n}x{n} vertices");
    }
}

/// An odd number of vertices on two colours: no cycle passes them all.
#[test]
fn odd_grids_have_no_hamiltonian_cycle() {
    for n in [3, 5, 7] {
        assert_eq!(count(&grid(n, n), &["--cover"]), "0");
    }
}

/// OEIS A002807: the cycles of the complete graphs, from three vertices on.
#[test]
fn cycles_of_complete_graphs() {
    for (i, number) in ["1", "7", "37", "197", "1172", "8018", "62814"].iter().enumerate() {
        assert_eq!(count(&complete(i + 3), &[]), *number, "{} vertices", i + 3);
    }
}

/// A complete graph on n vertices has (n-1)!/2 Hamiltonian cycles.
#[test]
fn hamiltonian_cycles_of_complete_graphs() {
    for (n, number) in [(4, "3"), (6, "60"), (8, "2520"), (9, "20160")] {
        assert_eq!(count(&complete(n), &["--cover"]), number, "{n} vertices");
    }
}

/// In a plane graph of degree at most three, every set of inner faces except the empty one has a boundary of disjoint
/// cycles: 2^faces - 1. Here: a ladder of ten faces.
#[test]
fn disjoint_cycles_of_a_ladder() {
    assert_eq!(count(&grid(11, 2), &["--cycles", "many"]), "1023");
}

/// The complete graph on n vertices has (n-2)! * sum of 1/k!, k up to n-2, paths between two vertices.
#[test]
fn paths_of_complete_graphs() {
    for (n, number) in [(3, "2"), (4, "5"), (5, "16"), (6, "65"), (7, "326"), (8, "1957"), (9, "13700")] {
        let facts = complete(n) + "pair(0,1).\n";
        assert_eq!(count(&facts, &[]), number, "{n} vertices");
    }
}

/// Covering all vertices of the n by n grid, corner to corner (OEIS A001184 has the odd ones).
#[test]
fn hamiltonian_paths_between_corners() {
    for (n, number) in [(3, "2"), (5, "104"), (7, "111712"), (4, "0")] {
        let facts = grid(n, n) + &format!("pair(0,{}).\n", n * n - 1);
        assert_eq!(count(&facts, &["--cover"]), number, "{n}x{n} vertices");
    }
}
