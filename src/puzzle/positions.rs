//! Where `pos(V,X,Y)` puts the vertices. No solver reads it.

use super::Names;
use crate::facts::Facts;

/// The coordinates that the facts give, by vertex: the first ones when there are several. Facts about other names, and
/// those whose coordinates are no integers, say nothing.
pub fn positions(facts: &Facts<'_>, names: &Names) -> Vec<Option<[i64; 2]>> {
    let mut found = vec![None; names.vertices.len()];
    for fact in &facts.positions {
        let [vertex, x, y] = fact.args;
        let at = [facts.symbols.as_integer(x), facts.symbols.as_integer(y)];
        if let (Some(vertex), [Some(x), Some(y)]) = (names.vertex_of(vertex), at) {
            found[vertex.index()].get_or_insert([x, y]);
        }
    }
    found
}
