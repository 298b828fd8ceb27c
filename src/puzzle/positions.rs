//! Where `pos(V,X,Y)` puts the vertices. No solver reads it.

use super::Names;
use crate::facts::{Diagnostic, Fact, Facts, argument_range};

/// The coordinates that the facts give, by vertex: the first ones when there are several. Facts about other names, and
/// those whose coordinates are no integers, say nothing; a warning tells of the first of them.
pub fn positions(facts: &Facts<'_>, names: &Names) -> (Vec<Option<[i64; 2]>>, Option<Diagnostic>) {
    let mut found = vec![None; names.vertices.len()];
    let mut first: Option<(String, &Fact<3>, usize)> = None;
    let mut odd = 0u64;
    for fact in &facts.positions {
        let [vertex, x, y] = fact.args;
        let show = |symbol| facts.symbols.display(symbol);
        let at = [x, y].map(|symbol| facts.symbols.as_integer(symbol));
        let (reason, argument) = match (names.vertex_of(vertex), at) {
            (None, _) => (format!("{} is no vertex, but has a position", show(vertex)), 0),
            (_, [None, _]) => (format!("the coordinate {} is no integer", show(x)), 1),
            (_, [_, None]) => (format!("the coordinate {} is no integer", show(y)), 2),
            (Some(known), [Some(x), Some(y)]) => {
                if *found[known.index()].get_or_insert([x, y]) == [x, y] {
                    continue;
                }
                (format!("the vertex {} has a second position; the first one is taken", show(vertex)), 0)
            }
        };
        odd += 1;
        first.get_or_insert((reason, fact, argument));
    }
    let warning = first.map(|(reason, fact, argument)| {
        let more = if odd > 1 { format!("; {odd} pos facts are not followed") } else { String::new() };
        let (source, offset) = fact.at.resolve(facts.sources);
        let range = argument_range(&facts.sources[source].bytes, offset, Some(argument));
        Diagnostic::warning(format!("{reason}{more}"))
            .at(facts.sources, source, range)
            .help("pos(V,X,Y): the vertex V is at X (to the right) and Y (downwards), both integers")
    });
    (found, warning)
}
