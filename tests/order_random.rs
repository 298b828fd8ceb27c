//! Plans for random residuals: they are permutations, and close to the best order.

use proptest::prelude::*;

use zlink::deduce::{Residual, Value};
use zlink::limits::Limits;
use zlink::order::{CostModel, Effort, Frontier, Graph, LogSum, Plan, PlanOptions, candidates};
use zlink::puzzle::{Parts, Puzzle, Topology};

const TOPOLOGIES: [Topology; 4] =
    [Topology::Cycle, Topology::Cycles, Topology::Linkage, Topology::PathMatching];

/// A simple graph on up to `most` vertices with cells, clues, pairs and decided edges; connected or not.
fn residuals(most: usize) -> impl Strategy<Value = Option<Residual>> {
    let graph = (2..=most, prop::collection::vec((any::<u32>(), any::<u32>()), 0..3 * most));
    let cells = prop::collection::vec((prop::collection::vec(any::<u32>(), 1..5), 0u32..3), 0..6);
    let decided = prop::collection::vec((any::<u32>(), any::<bool>()), 0..6);
    (graph, cells, decided, 0..TOPOLOGIES.len()).prop_map(|((vertices, picks), cells, decided, topology)| {
        let topology = TOPOLOGIES[topology];
        let mut edges: Vec<[u32; 2]> = Vec::new();
        for (a, b) in picks {
            let [u, v] = [a % vertices as u32, b % vertices as u32];
            if u != v && !edges.contains(&[u, v]) && !edges.contains(&[v, u]) {
                edges.push([u, v]);
            }
        }
        let mut parts = Parts::graph(topology, vertices, edges);
        let count = parts.edges.len();
        if topology == Topology::Linkage && vertices >= 4 {
            parts.pairs = vec![[0, 1], [2, 3]];
        }
        let mut values = vec![Value::Open; count];
        if count > 0 {
            for (list, clue) in cells {
                let mut members: Vec<u32> = list.iter().map(|e| e % count as u32).collect();
                members.sort_unstable();
                members.dedup();
                parts.cells.push((members, Some(clue)));
            }
            for (e, taken) in decided {
                values[e as usize % count] = if taken { Value::In } else { Value::Out };
            }
        }
        let puzzle = Puzzle::from_parts(parts).ok()?;
        Residual::new(&puzzle, &values).ok()
    })
}

fn all_plans(residual: &Residual) -> Vec<Plan> {
    let efforts = [Effort::Quick, Effort::Thorough];
    let plans = efforts.map(|effort| {
        let options = PlanOptions { effort, ..PlanOptions::default() };
        candidates(residual, &options, &Limits::none())
    });
    plans.into_iter().flatten().collect()
}

/// The least cost of all orders that close the vertices one after the other, by dynamic programming over the sets of
/// closed vertices.
fn least_elimination_cost(residual: &Residual) -> f64 {
    let graph = Graph::of(residual);
    let model = CostModel::for_topology(residual.topology);
    let mut frontier = Frontier::new(&graph, &model);
    let vertices = graph.vertex_count();
    let mut least = vec![LogSum::default(); 1 << vertices];
    let mut reached = vec![false; 1 << vertices];
    reached[0] = true;
    let touches = |set: usize, e: u32| graph.ends(e).iter().any(|&v| set >> v & 1 == 1);
    for set in 0usize..1 << vertices {
        for v in (0..vertices as u32).filter(|v| set >> v & 1 == 0) {
            frontier.reset();
            (0..graph.edge_count() as u32).filter(|&e| touches(set, e)).for_each(|e| frontier.pass(e));
            let mut row: Vec<(bool, u32)> = graph
                .at(v)
                .iter()
                .filter(|&&(e, _)| !touches(set, e))
                .map(|&(e, w)| (!graph.at(w).iter().any(|&(f, _)| touches(set, f)), e))
                .collect();
            row.sort_unstable();
            let mut sum = least[set];
            for (_, e) in row {
                sum.add(frontier.log_states());
                frontier.pass(e);
            }
            let next = set | 1 << v;
            if !reached[next] || sum.log() < least[next].log() {
                (least[next], reached[next]) = (sum, true);
            }
        }
    }
    least[(1 << vertices) - 1].log()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn candidates_are_permutations_in_order_of_cost(residual in residuals(24)) {
        let Some(residual) = residual else { return Ok(()) };
        let graph = Graph::of(&residual);
        let model = CostModel::for_topology(residual.topology);
        let mut frontier = Frontier::new(&graph, &model);
        let all: Vec<u32> = (0..residual.edges.len() as u32).collect();
        let plans = all_plans(&residual);
        prop_assert!(!plans.is_empty());
        for plan in plans {
            let mut sorted = plan.order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(&sorted, &all, "{}", plan.heuristic);
            let cost = frontier.log_cost(&plan.order).exp();
            prop_assert!((cost - plan.cost).abs() <= 1e-9 * cost.max(1.0), "{} is not {}", cost, plan.cost);
            // Everything is closed at the end.
            frontier.reset();
            plan.order.iter().for_each(|&e| frontier.pass(e));
            prop_assert_eq!((frontier.width(), frontier.open_sums()), (0, 0));
        }
    }

    #[test]
    fn thorough_plans_are_near_the_best_elimination_order(residual in residuals(9)) {
        let Some(residual) = residual else { return Ok(()) };
        if residual.edges.is_empty() {
            return Ok(());
        }
        let options = PlanOptions { effort: Effort::Thorough, ..PlanOptions::default() };
        let best = candidates(&residual, &options, &Limits::none())[0].cost;
        let least = least_elimination_cost(&residual).exp();
        prop_assert!(best <= 1.5 * least, "{best} against {least}");
    }
}

#[test]
fn nothing_to_order_is_one_empty_plan() {
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::PathMatching, 3, Vec::new())).expect("no edges");
    let residual = Residual::new(&puzzle, &[]).expect("the empty set is a solution");
    for plan in all_plans(&residual) {
        assert!(plan.order.is_empty());
        assert_eq!(plan.cost, 0.0);
    }
}

#[test]
fn limits_leave_the_given_order() {
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 3, vec![[0, 1], [1, 2], [0, 2]]))
        .expect("a triangle");
    let residual = Residual::new(&puzzle, &[Value::Open; 3]).expect("nothing is decided");
    let limits = Limits::none();
    limits.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let plans = candidates(&residual, &PlanOptions::default(), &limits);
    assert_eq!(plans[0].order, [0, 1, 2]);
}

#[test]
fn a_wide_graph_does_not_overflow() {
    let pairs = (0..80u32).flat_map(|u| (u + 1..80).map(move |v| [u, v]));
    let edges: Vec<[u32; 2]> = pairs.collect();
    let open = vec![Value::Open; edges.len()];
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 80, edges)).expect("a complete graph");
    let residual = Residual::new(&puzzle, &open).expect("nothing is decided");
    assert!(all_plans(&residual).iter().all(|p| p.cost.is_finite()));
}
