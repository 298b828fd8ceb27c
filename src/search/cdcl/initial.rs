//! The order in which variables are decided before any conflict.

use zlink_base::random::Random;
use zlink_deduce::Var;

/// The order in which variables are decided before any conflict. The first `edges` variables are edges; the colours of faces come
/// before them in the order, as they determine more. A seed other than 0 rotates and perhaps reverses each of the two parts, and
/// flips the initial phases, `first`, of some edges and of the first colour: without that, a search that meets no conflict would find
/// the same solution in any order.
///
/// Variables that are near each other in the input stay together: they are often near each other in the graph, and faces inside
/// the cycle that are far from each other would belong to separate cycles.
pub(super) fn initial_order(first: &mut [bool], edges: usize, seed: u64) -> Vec<Var> {
    let mut order: Vec<Var> = (0..first.len()).map(Var::from_index).collect();
    if seed != 0 {
        let mut random = Random::new(seed);
        first[..edges].iter_mut().for_each(|value| *value ^= random.chance(25));
        let (edges, colours) = order.split_at_mut(edges);
        for part in [&mut *edges, &mut *colours] {
            if random.chance(50) {
                part.reverse();
            }
            let start = random.below(part.len().max(1));
            part.rotate_left(start);
        }
        if let Some(colour) = colours.first() {
            first[colour.index()] ^= true;
        }
    }
    order.rotate_left(edges);
    order
}
