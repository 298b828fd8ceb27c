//! Coordinates of vertices: `pos(V,X,Y)`. No solver reads them.

use super::Names;
use super::odd::IgnoredFacts;
use zlink_facts::{Diagnostic, Facts};

/// The meaning of `pos`, for messages.
const MEANING: &str = "pos(V,X,Y): the vertex V is at X (to the right) and Y (downwards), both integers";

/// The coordinates `[x, y]` that the facts give to each vertex; a vertex gets the first of several. Facts about unknown
/// vertices or with coordinates that are not integers are ignored; the warning is about these.
pub fn positions(facts: &Facts<'_>, names: &Names) -> (Vec<Option<[i64; 2]>>, Option<Diagnostic>) {
    let mut found = vec![None; names.vertices.len()];
    let mut odd = IgnoredFacts::of("pos", MEANING);
    for fact in &facts.positions {
        let show = |argument: usize| facts.symbols.display(fact.args[argument]);
        let [vertex, x, y] = fact.args;
        match (names.vertex_of(vertex), [x, y].map(|symbol| facts.symbols.as_integer(symbol))) {
            (None, _) => odd.note(fact, 0, || format!("{} is no vertex, but has a position", show(0))),
            (_, [None, _]) => odd.note(fact, 1, || format!("the coordinate {} is no integer", show(1))),
            (_, [_, None]) => odd.note(fact, 2, || format!("the coordinate {} is no integer", show(2))),
            (Some(known), [Some(x), Some(y)]) => {
                if *found[known.index()].get_or_insert([x, y]) != [x, y] {
                    let what =
                        || format!("the vertex {} has a second position; the first one is taken", show(0));
                    odd.note(fact, 0, what);
                }
            }
        }
    }
    (found, odd.warning(facts))
}
