//! States as partitions of the frontier into components: sets of edges of any kind (trees, forests, connected subgraphs, matchings, ...),
//! on any graph.
//!
//! | file | job |
//! |---|---|
//! | `conditions` | which sets of edges are wanted |
//! | `steps` | CONDITIONS and ORDER -> what happens at each edge |
//! | `partition` | the components of the frontier in the words of a state |
//! | `transition` | a state and a choice -> the next state: the definition |
//!
//! Sources: Sekine, Imai and Tani, Computing the Tutte polynomial of a graph of moderate size, ISAAC 1995; Kawahara, Inoue, Iwashita and
//! Minato, Frontier-based search for enumerating all constrained subgraphs with compressed representation, 2017; Kawahara, Horiyama,
//! Hotta and Minato, Generating all patterns of graph partitions within a disparity bound, 2017 (components that are apart).

mod conditions;
mod partition;
mod steps;
#[cfg(test)]
mod tests;
mod transition;

pub use conditions::{ComponentWeights, Conditions, Linear, Numbers};
pub use steps::Steps;

use super::Unfinished;
use super::problem::{Arc, Expand, LevelEdges, Problem};
use super::tables::{Tables, tables};
use transition::Transition;
use zlink_puzzle::EdgeId;

/// Compiled conditions as a problem; `None` if they have no solution for the sake of a vertex without an edge in the graph.
///
/// # Errors
/// When a state is too wide.
pub fn problem<'s>(steps: &'s Steps<'s>) -> Result<Option<Box<dyn Problem + 's>>, Unfinished> {
    fn components<'s, const N: usize>(
        steps: &'s Steps<'s>,
    ) -> Result<Option<Box<dyn Problem + 's>>, Unfinished> {
        let levels = steps.steps.iter().map(|step| vec![Some(EdgeId(step.edge))]).collect();
        Ok(Some(Box::new(Components::<N> { transition: Transition::new(steps), levels })))
    }
    if steps.is_impossible {
        return Ok(None);
    }
    with_words!(steps, components(steps))
}

/// Compiled conditions as a problem of states of `N` words.
struct Components<'s, const N: usize> {
    transition: Transition<'s, N>,
    levels: Vec<LevelEdges>,
}

impl<const N: usize> Expand<N> for Components<'_, N> {
    fn expand(&self, level: usize, states: &[[u64; N]], arcs: &mut [[Arc<N>; 2]]) {
        let step = &self.transition.steps.steps[level];
        for (state, arcs) in states.iter().zip(arcs) {
            *arcs = self.transition.arcs(level, step, state);
        }
    }
}

impl<const N: usize> Problem for Components<'_, N> {
    fn name(&self) -> &'static str {
        "components"
    }

    fn levels(&self) -> &[LevelEdges] {
        &self.levels
    }

    fn words(&self) -> usize {
        N
    }

    fn root(&self) -> Vec<u64> {
        self.transition.root().to_vec()
    }

    fn tables(&self) -> Box<dyn Tables + '_> {
        tables(self)
    }

    /// The class of a state: of each vertex that no level touches the class of its degree, and whether it has an edge. Components are no
    /// part of it, because paths among other vertices join them.
    fn classify(&self, at: usize, until: usize, states: &[u64], classes: &mut Vec<u64>) {
        let steps = self.transition.steps;
        let untouched = steps.untouched(at, until);
        classes.extend(states.as_chunks::<N>().0.iter().map(|state| {
            untouched.iter().fold(0u64, |class, &slot| {
                let degree = steps.layout.degrees.get(slot).map_or(0, |field| field.get(state));
                let code = steps.layout.codes.get(slot).map_or(0, |field| field.get(state));
                let is_fresh = u64::from(steps.has_fresh && [steps.fresh, steps.closed].contains(&code));
                (class.rotate_left(5) ^ (degree << 1 | is_fresh)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            })
        }));
    }

    fn is_possible(&self, _at: usize, state: &[u64]) -> bool {
        self.transition.steps.is_possible(state)
    }

    fn untouched(&self, at: usize, until: usize) -> usize {
        let steps = self.transition.steps;
        let parts = usize::from(!steps.layout.degrees.is_empty()) + usize::from(steps.has_fresh);
        steps.untouched(at, until).len() * parts
    }
}
