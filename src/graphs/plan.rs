//! The order in which the frontier passes the edges.

use zlink_base::limits::Limits;
use zlink_deduce::Techniques;
use zlink_diagram::Element;
use zlink_order::{CostModel, Effort, Graph, PlanOptions, candidates_of};

/// The number of states, by the estimate, from which on a better order is worth some time.
const MANY_STATES: f64 = 1e5;

/// An order of the edges with a narrow frontier, whatever the conditions are.
pub fn plan(vertices: usize, edges: &[[u32; 2]], limits: &Limits) -> Vec<u32> {
    let graph = Graph::plain(vertices, edges.to_vec());
    let model = CostModel::for_components();
    let best = |effort: Effort| {
        let options = PlanOptions { effort, keep: 1, techniques: Techniques::default() };
        candidates_of(&graph, &model, &options, limits).swap_remove(0)
    };
    let quick = best(Effort::Quick);
    if quick.cost < MANY_STATES { quick.order } else { best(Effort::Proportionate).order }
}

/// An order of the edges in which `elements`, some of them, come in the order given. Each of the others comes as soon as both of its ends
/// have.
pub fn plan_within(edges: &[[u32; 2]], elements: &[Element]) -> Vec<u32> {
    let mut place = vec![None; edges.len()];
    let mut first = rustc_hash::FxHashMap::default();
    for (at, element) in elements.iter().enumerate() {
        place[element.index()] = Some(at);
        for vertex in edges[element.index()] {
            first.entry(vertex).or_insert(at);
        }
    }
    let mut order: Vec<u32> = (0..edges.len() as u32).collect();
    order.sort_by_key(|&edge| match place[edge as usize] {
        Some(at) => (at, false),
        None => (
            edges[edge as usize]
                .map(|vertex| first.get(&vertex).copied().unwrap_or(0))
                .into_iter()
                .max()
                .unwrap_or(0),
            true,
        ),
    });
    order
}
