//! On square grids the planner must find the row sweep. This is checked by counting states, not by estimates.

use std::collections::HashSet;

use zlink::deduce::{Residual, Value};
use zlink::limits::Limits;
use zlink::order::{CostModel, Effort, Frontier, Graph, PlanOptions, candidates, plan};
use zlink::puzzle::{Parts, Puzzle, Topology};

/// A small generator (xorshift) for shuffles, since every run of the tests must be equal.
struct Shuffler(u64);

impl Shuffler {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// The grid of `rows` x `columns` vertices; with a seed, vertices are renamed and edges shuffled and turned.
fn grid(rows: usize, columns: usize, seed: Option<u64>) -> Residual {
    let mut name: Vec<u32> = (0..(rows * columns) as u32).collect();
    let mut edges = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let v = r * columns + c;
            if c + 1 < columns {
                edges.push([v, v + 1]);
            }
            if r + 1 < rows {
                edges.push([v, v + columns]);
            }
        }
    }
    if let Some(seed) = seed {
        let mut shuffler = Shuffler(seed);
        shuffler.shuffle(&mut name);
        shuffler.shuffle(&mut edges);
        for edge in &mut edges {
            shuffler.shuffle(edge);
        }
    }
    let edges: Vec<[u32; 2]> = edges.iter().map(|e| e.map(|v| name[v])).collect();
    let open = vec![Value::Open; edges.len()];
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, rows * columns, edges)).expect("a grid");
    Residual::new(&puzzle, &open).expect("nothing is decided")
}

fn widest(residual: &Residual, order: &[u32]) -> usize {
    let graph = Graph::of(residual);
    let model = CostModel::for_topology(residual.topology);
    let mut frontier = Frontier::new(&graph, &model);
    let passed = order.iter().map(|&e| {
        frontier.pass(e);
        frontier.width()
    });
    passed.max().unwrap_or(0)
}

/// The nodes of the diagram of all cycles as the frontier method builds it, level by level: distinct mates before
/// each edge, of which those count that can take it. (`mate[v]`: `v` untouched, the other end, or `DONE`.)
fn nodes(residual: &Residual, order: &[u32]) -> usize {
    const DONE: u32 = u32::MAX;
    let mut left = vec![0u32; residual.vertices.len()];
    for e in &residual.edges {
        for v in e.ends {
            left[v as usize] += 1;
        }
    }
    let mut level: HashSet<Vec<u32>> = HashSet::new();
    level.insert((0..residual.vertices.len() as u32).collect());
    let mut total = 0;
    for &e in order {
        let [u, v] = residual.edges[e as usize].ends;
        left[u as usize] -= 1;
        left[v as usize] -= 1;
        let mut next = HashSet::new();
        for state in level {
            let mut offer = |mut mate: Vec<u32>| {
                for w in [u, v] {
                    let m = mate[w as usize];
                    if left[w as usize] == 0 {
                        if m != w && m != DONE {
                            return false;
                        }
                        mate[w as usize] = DONE;
                    }
                }
                next.insert(mate);
                true
            };
            let (a, b) = (state[u as usize], state[v as usize]);
            let mut taken = false;
            // A taken edge that closes a path ends the search: right when nothing else is chosen.
            if a == v {
                taken = state.iter().enumerate().filter(|&(w, &m)| m != w as u32 && m != DONE).count() == 2;
            } else if a != DONE && b != DONE {
                let mut mate = state.clone();
                if a != u {
                    mate[u as usize] = DONE;
                }
                if b != v {
                    mate[v as usize] = DONE;
                }
                mate[a as usize] = b;
                mate[b as usize] = a;
                taken = offer(mate);
            }
            offer(state);
            total += usize::from(taken);
        }
        level = next;
    }
    total
}

/// The edges of the unshuffled grid row by row: they are named in this order.
fn rows(n: usize) -> Vec<u32> {
    (0..(2 * n * (n - 1)) as u32).collect()
}

fn thorough() -> PlanOptions {
    PlanOptions { effort: Effort::Thorough, ..PlanOptions::default() }
}

#[test]
fn shuffled_squares_are_swept_row_by_row() {
    // TdZdd builds 6,425, 22,360 and 76,006 nodes for all cycles, row-major, and looks ahead a little further than
    // `nodes`, which counts 2 % more.
    for (n, row_major) in [(7, 6_574), (8, 22_810), (9, 77_350)] {
        assert_eq!(nodes(&grid(n, n, None), &rows(n)), row_major);
        for seed in [None, Some(3), Some(5)] {
            for options in [PlanOptions::default(), thorough()] {
                let residual = grid(n, n, seed);
                let plan = plan(&residual, &options, &Limits::none());
                assert!(widest(&residual, &plan.order) <= n + 2);
                let found = nodes(&residual, &plan.order);
                assert!(found <= row_major, "{found} > {row_major} on {n} x {n}");
            }
        }
    }
}

#[test]
fn the_short_side_is_found() {
    for (rows, columns) in [(13, 13), (5, 40), (40, 5), (3, 200), (9, 11), (20, 36), (36, 20), (1, 9)] {
        for seed in [None, Some(7), Some(77)] {
            let residual = grid(rows, columns, seed);
            let plan = plan(&residual, &PlanOptions::default(), &Limits::none());
            // Two edges in series, as at a corner, are passed together and widen the frontier by one meanwhile.
            let most = rows.min(columns) + 2;
            assert!(widest(&residual, &plan.order) <= most, "{rows} x {columns}: {}", plan.heuristic);
        }
    }
}

#[test]
fn candidates_are_distinct_permutations_in_order_of_cost() {
    for (rows, columns) in [(2, 2), (2, 3), (4, 7), (12, 12)] {
        let residual = grid(rows, columns, Some(11));
        for options in [PlanOptions::default(), thorough()] {
            let plans = candidates(&residual, &options, &Limits::none());
            assert!(!plans.is_empty() && plans.len() <= options.keep);
            assert!(plans.windows(2).all(|p| p[0].cost <= p[1].cost && p[0].order != p[1].order));
            for plan in &plans {
                let mut sorted = plan.order.clone();
                sorted.sort_unstable();
                let all: Vec<u32> = (0..residual.edges.len() as u32).collect();
                assert_eq!(sorted, all, "{}", plan.heuristic);
            }
        }
    }
}
