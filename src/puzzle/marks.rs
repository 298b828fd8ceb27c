//! What a picture of the puzzle shows beside its rules: `mark(V,M)`, `region(V,R)`, `shaded(X,Y)`. No solver reads them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::odd::IgnoredFacts;
use super::{Names, VertexId};
use zlink_facts::{Diagnostic, Fact, Facts, word_of};

/// The meanings of the facts, for messages.
const MARK: &str =
    "mark(V,M): M is drawn at the vertex V: `white` and `black` are circles, any other term is a text";
const REGION: &str = "region(V,R): the vertex V is in the region R";
const SHADED: &str = "shaded(X,Y): a square without a vertex is at X (to the right) and Y (downwards)";

/// The marks of vertices, their regions, and shaded squares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// The mark of each vertex that has one, as a term that gringo prints.
    pub signs: BTreeMap<VertexId, String>,
    /// The region of each vertex that is in one, as a term that gringo prints.
    pub regions: BTreeMap<VertexId, String>,
    /// The coordinates of the shaded squares.
    pub shaded: BTreeSet<[i64; 2]>,
}

impl Marks {
    /// The mark of a white circle.
    pub const WHITE: &str = "white";
    /// The mark of a black circle.
    pub const BLACK: &str = "black";

    /// Whether there is nothing to be drawn.
    pub fn is_empty(&self) -> bool {
        self.signs.is_empty() && self.regions.is_empty() && self.shaded.is_empty()
    }

    /// The marks of vertices as words: strings without quotes.
    pub fn words(&self) -> impl Iterator<Item = (VertexId, Cow<'_, str>)> {
        self.signs.iter().map(|(&v, term)| (v, word_of(term)))
    }

    /// The marks after the vertices are renumbered by `number`; squares stay where they are.
    pub fn renumbered(&self, number: impl Fn(VertexId) -> VertexId) -> Self {
        let renumbered = |terms: &BTreeMap<VertexId, String>| {
            terms.iter().map(|(&v, term)| (number(v), term.clone())).collect()
        };
        Marks {
            signs: renumbered(&self.signs),
            regions: renumbered(&self.regions),
            shaded: self.shaded.clone(),
        }
    }
}

/// The marks in the facts from which a puzzle with these names was built. The warnings are about facts that are ignored: those about unknown
/// vertices, a second mark or region of a vertex, and coordinates that are no integers.
pub fn marks(facts: &Facts<'_>, names: &Names) -> (Marks, Vec<Diagnostic>) {
    let mut warnings = Vec::new();
    let mut of_vertices = |column: &[Fact<2>], name: &'static str, meaning: &'static str| {
        let mut terms: BTreeMap<VertexId, String> = BTreeMap::new();
        let mut odd = IgnoredFacts::of(name, meaning);
        for fact in column {
            let show = |argument: usize| facts.symbols.display(fact.args[argument]);
            let Some(vertex) = names.vertex_of(fact.args[0]) else {
                odd.note(fact, 0, || format!("{} is no vertex, but has a {name}", show(0)));
                continue;
            };
            let term = show(1).to_string();
            if *terms.entry(vertex).or_insert_with(|| term.clone()) != term {
                odd.note(fact, 1, || {
                    format!("the vertex {} has a second {name}; the first one is taken", show(0))
                });
            }
        }
        warnings.extend(odd.warning(facts));
        terms
    };
    let signs = of_vertices(&facts.marks, "mark", MARK);
    let regions = of_vertices(&facts.regions, "region", REGION);
    let mut shaded = BTreeSet::new();
    let mut odd = IgnoredFacts::of("shaded", SHADED);
    for fact in &facts.shaded {
        match fact.args.map(|symbol| facts.symbols.as_integer(symbol)) {
            [Some(x), Some(y)] => _ = shaded.insert([x, y]),
            [x, _] => {
                let argument = usize::from(x.is_some());
                let show = || facts.symbols.display(fact.args[argument]);
                odd.note(fact, argument, || format!("the coordinate {} is no integer", show()));
            }
        }
    }
    warnings.extend(odd.warning(facts));
    (Marks { signs, regions, shaded }, warnings)
}
