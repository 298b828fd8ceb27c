//! Where `pos(V,X,Y)` puts the vertices. No solver reads it.

use super::Names;
use crate::facts::{Diagnostic, Fact, Facts, argument_range};

/// What is wrong with a fact.
#[derive(Clone, Copy)]
enum Odd {
    NoVertex,
    Second,
    /// This argument is no integer.
    NoInteger(usize),
}

/// The coordinates that the facts give, by vertex: the first ones when there are several. Facts about other names, and
/// those whose coordinates are no integers, say nothing; a warning tells of the first of them.
pub fn positions(facts: &Facts<'_>, names: &Names) -> (Vec<Option<[i64; 2]>>, Option<Diagnostic>) {
    let mut found = vec![None; names.vertices.len()];
    let mut first = None;
    let mut count = 0u64;
    for fact in &facts.positions {
        let [vertex, x, y] = fact.args;
        let at = [x, y].map(|symbol| facts.symbols.as_integer(symbol));
        let odd = match (names.vertex_of(vertex), at) {
            (None, _) => Odd::NoVertex,
            (_, [None, _]) => Odd::NoInteger(1),
            (_, [_, None]) => Odd::NoInteger(2),
            (Some(known), [Some(x), Some(y)]) => {
                if *found[known.index()].get_or_insert([x, y]) == [x, y] {
                    continue;
                }
                Odd::Second
            }
        };
        count += 1;
        first.get_or_insert((fact, odd));
    }
    (found, first.map(|(fact, odd)| warning(facts, fact, odd, count)))
}

/// The warning of the first odd fact, of so many.
fn warning(facts: &Facts<'_>, fact: &Fact<3>, odd: Odd, count: u64) -> Diagnostic {
    let show = |argument: usize| facts.symbols.display(fact.args[argument]);
    let (reason, argument) = match odd {
        Odd::NoVertex => (format!("{} is no vertex, but has a position", show(0)), 0),
        Odd::Second => (format!("the vertex {} has a second position; the first one is taken", show(0)), 0),
        Odd::NoInteger(i) => (format!("the coordinate {} is no integer", show(i)), i),
    };
    let more = if count > 1 { format!("; {count} pos facts are not followed") } else { String::new() };
    let (source, offset) = fact.at.resolve(facts.sources);
    let range = argument_range(&facts.sources[source].bytes, offset, Some(argument));
    Diagnostic::warning(format!("{reason}{more}"))
        .at(facts.sources, source, range)
        .help("pos(V,X,Y): the vertex V is at X (to the right) and Y (downwards), both integers")
}
