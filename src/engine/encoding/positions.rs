//! The encoding by paths (Pilaud, section 2.1.1): a variable for each vertex, pair and position on the pair's path.
//! Neither wrong joins nor cycles are possible.
//!
//! A vertex has a variable for a position only if it is close enough to both terminals: at least as many steps lie before and
//! behind it as its distances require, and the path leaves enough vertices to the others.

use super::{Encoded, Literal, Model, cardinality};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::VertexId;

/// The distance of a vertex that no path reaches.
const FAR: usize = usize::MAX;

/// For each vertex its neighbours along edges that may be used, with the literal of the edge unless that is fixed.
type Neighbours = Vec<Vec<(usize, Option<Literal>)>>;

/// Adds positions to the formula of the edges.
pub(super) fn encode(model: &Model<'_>, encoded: &mut Encoded, limits: &Limits) -> Result<(), Interrupted> {
    let neighbours = neighbours(model, encoded);
    let pairs: Vec<[usize; 2]> = model.puzzle.pairs().iter().map(|pair| pair.map(VertexId::index)).collect();
    let mut terminal = vec![false; neighbours.len()];
    pairs.iter().flatten().for_each(|&t| terminal[t] = true);
    let distances: Vec<[Vec<usize>; 2]> =
        pairs.iter().map(|pair| pair.map(|from| distances(&neighbours, &terminal, pair, from))).collect();
    let shortest: Vec<usize> = pairs.iter().zip(&distances).map(|(pair, from)| from[0][pair[1]]).collect();
    if shortest.contains(&FAR) {
        encoded.formula.clause([]);
        return Ok(());
    }
    let usable = neighbours.iter().filter(|near| !near.is_empty()).count();
    let least: usize = shortest.iter().map(|steps| steps + 1).sum();
    // For each vertex the literals of all its positions, on any path.
    let mut places: Vec<Vec<Literal>> = vec![Vec::new(); neighbours.len()];
    for (i, &[_, target]) in pairs.iter().enumerate() {
        // The number of vertices that the path may have if the other paths are as short as possible.
        let Some(length) = (usable + shortest[i] + 1).checked_sub(least) else {
            encoded.formula.clause([]);
            return Ok(());
        };
        let path = Path { distances: &distances[i], target, length };
        path.encode(&neighbours, encoded, &mut places, limits)?;
    }
    let formula = &mut encoded.formula;
    for (near, places) in neighbours.iter().zip(&places) {
        cardinality::at_most(formula, places, 1);
        let used = formula.variable();
        formula.clause(places.iter().copied().chain([!used]));
        // An edge is used only by a path through both its ends.
        for &(_, edge) in near {
            formula.clause([used].into_iter().chain(edge.map(|edge| !edge)));
        }
        formula.check(limits)?;
    }
    Ok(())
}

fn neighbours(model: &Model<'_>, encoded: &Encoded) -> Neighbours {
    let mut neighbours = vec![Vec::new(); model.puzzle.vertex_count()];
    for (edge, literal) in encoded.usable(model) {
        let [u, v] = model.puzzle.edge_ends(edge).map(VertexId::index);
        neighbours[u].push((v, literal));
        neighbours[v].push((u, literal));
    }
    neighbours
}

/// The number of steps from `from`, a terminal of `pair`, to each vertex without passing any other terminal.
fn distances(neighbours: &Neighbours, terminal: &[bool], pair: &[usize; 2], from: usize) -> Vec<usize> {
    let mut distances = vec![FAR; neighbours.len()];
    distances[from] = 0;
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(v) = queue.pop_front() {
        for &(w, _) in &neighbours[v] {
            if distances[w] == FAR && (!terminal[w] || pair.contains(&w)) {
                distances[w] = distances[v] + 1;
                // Paths end at terminals.
                if !terminal[w] {
                    queue.push_back(w);
                }
            }
        }
    }
    distances
}

/// The path of one pair.
struct Path<'d> {
    /// The distances of all vertices from the source and from the target of the path.
    distances: &'d [Vec<usize>; 2],
    target: usize,
    /// The maximum number of vertices of the path.
    length: usize,
}

impl Path<'_> {
    fn may_be_at(&self, vertex: usize, position: usize) -> bool {
        let [before, behind] = self.distances;
        let behind = behind[vertex];
        before[vertex] <= position && behind != FAR && position + behind < self.length
    }

    fn encode(
        &self,
        neighbours: &Neighbours,
        encoded: &mut Encoded,
        places: &mut [Vec<Literal>],
        limits: &Limits,
    ) -> Result<(), Interrupted> {
        let formula = &mut encoded.formula;
        let vertices = neighbours.len();
        // The literals of the vertices at the position before, and whether the path is over by then.
        let mut before: Vec<Option<Literal>> = vec![None; vertices];
        let mut over_before: Option<Literal> = None;
        for position in 0..self.length {
            let mut here: Vec<Option<Literal>> = vec![None; vertices];
            let mut alternatives = Vec::new();
            for (vertex, place) in here.iter_mut().enumerate() {
                if self.may_be_at(vertex, position) {
                    let literal = formula.variable();
                    *place = Some(literal);
                    places[vertex].push(literal);
                    alternatives.push(literal);
                }
            }
            let arrived = before[self.target];
            // The path can be over only if the target can have been before.
            let over = (arrived.is_some() || over_before.is_some()).then(|| formula.variable());
            alternatives.extend(over);
            cardinality::exactly(formula, &alternatives, 1);
            if let Some(over) = over {
                formula.clause([!over].into_iter().chain(over_before).chain(arrived));
                for earlier in [over_before, arrived].into_iter().flatten() {
                    formula.clause([!earlier, over]);
                }
            }
            for (v, near) in neighbours.iter().enumerate() {
                if let Some(was) = before[v].filter(|_| v != self.target) {
                    let next = near.iter().filter_map(|&(w, _)| here[w]);
                    formula.clause(next.chain([!was]));
                }
                if let Some(is) = here[v].filter(|_| position > 0) {
                    let previous = near.iter().filter_map(|&(w, _)| before[w]);
                    formula.clause(previous.chain([!is]));
                }
                for &(w, edge) in near {
                    if let (Some(was), Some(is), Some(edge)) = (before[v], here[w], edge) {
                        formula.clause([!was, !is, edge]);
                    }
                }
            }
            (before, over_before) = (here, over);
            formula.check(limits)?;
        }
        // After the last position the path is over.
        formula.clause(before[self.target].into_iter().chain(over_before));
        Ok(())
    }
}
