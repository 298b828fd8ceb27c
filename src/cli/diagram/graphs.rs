//! `zlink diagram build --graphs`: all sets of edges of some kinds, in place of the solutions of a puzzle.

use std::collections::HashMap;
use std::iter::{once, repeat_n};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::arguments::Range;
use super::{files, weights};
use crate::arguments::Input;
use crate::failure::Failure;
use crate::reading;
use crate::session::Session;
use zlink_base::limits::Limits;
use zlink_diagram::family::{Family, NamedFamily};
use zlink_diagram::{Algebra, Element, Level};
use zlink_engine::Refusal;
use zlink_facts::{self as facts, Diagnostic, Facts, Place, Predicate, Report, Source};
use zlink_graphs::{Conditions, Numbers, Resources, plan, plan_within, resumed};
use zlink_library::GraphSets;
use zlink_puzzle::{BuildOptions, Built, EdgeId, Topology, VertexId};
use zlink_search::{Spill, Unfinished};

/// Which sets of edges are built.
#[derive(Debug, Args)]
#[command(next_help_heading = "Graphs")]
pub(super) struct Graphs {
    /// Build all sets of edges of this kind, or of all these kinds, instead of the solutions of a puzzle. The components of a set are
    /// its connected parts with an edge, and vertices without an edge that --spanning, --root or --together includes.
    #[arg(
        id = "graphs",
        long = "graphs",
        value_enum,
        value_name = "KINDS",
        value_delimiter = ',',
        conflicts_with_all = ["cover", "cycles", "path_matchings"]
    )]
    kinds: Vec<Kind>,
    /// Every vertex is in a component.
    #[arg(long, requires = "graphs")]
    spanning: bool,
    /// Every component has exactly one of these vertices, and perhaps no other vertex. Vertices are written as in a fact: a, 'a;b;(1,2)', 0..3.
    #[arg(long, value_name = "VERTICES", requires = "graphs", conflicts_with = "together")]
    root: Vec<Vertices>,
    /// These vertices are in one component, and those of another --together in another one.
    #[arg(long, value_name = "VERTICES", requires = "graphs")]
    together: Vec<Vertices>,
    /// The degrees of all vertices, or of some: 0..2, 'a;b=1'. Ranges are N, A..B, A.. or ..B.
    #[arg(long, value_name = "[VERTICES=]RANGE", requires = "graphs")]
    degree: Vec<Degree>,
    /// The number of edges of a set.
    #[arg(long, value_name = "RANGE", requires = "graphs")]
    edges: Option<Range<u32>>,
    /// The number of vertices with an edge; for cliques, their size.
    #[arg(long, value_name = "RANGE", requires = "graphs", required_if_eq("graphs", "cliques"))]
    vertices: Option<Range<u32>>,
    /// The number of components of a set.
    #[arg(long, value_name = "RANGE", requires = "graphs")]
    components: Option<Range<u32>>,
    /// The total weight of the edges of a set.
    #[arg(long, value_name = "RANGE", requires_all = ["graphs", "graph_weights"], allow_hyphen_values = true)]
    weight: Option<Range<i128>>,
    /// The total weight of the vertices of each component; without --weights, each vertex weighs 1.
    #[arg(long, value_name = "RANGE", requires = "graphs")]
    component_weight: Option<Range<u64>>,
    /// A file with the weights of edges and vertices, as facts: weight(link(0,1),5). weight(0,3). Others weigh 0.
    #[arg(id = "graph_weights", long = "weights", value_name = "FILE", requires = "graphs")]
    weights: Option<PathBuf>,
    /// Only sets of the family in this file, whose elements are edges of the graph.
    #[arg(long, value_name = "FILE", requires = "graphs")]
    within: Option<PathBuf>,
}

/// Kinds of sets of edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// All sets.
    Any,
    /// No cycle.
    Forests,
    /// One component, no cycle.
    Trees,
    /// One component.
    Connected,
    /// One path.
    Paths,
    /// One cycle.
    Cycles,
    /// No two edges with a common end.
    Matchings,
    /// All edges between some vertices, each joined to every other one; --vertices says how many.
    Cliques,
    /// All edges within the parts of a partition of the vertices into connected parts.
    Partitions,
    /// One component, with all edges between its vertices.
    Induced,
    /// No odd cycle.
    Bipartite,
}

impl Kind {
    /// Whether there is exactly one component.
    fn is_one(self) -> bool {
        use Kind::{Cliques, Connected, Cycles, Induced, Paths, Trees};
        [Cliques, Connected, Cycles, Induced, Paths, Trees].contains(&self)
    }
}

/// Names of vertices.
#[derive(Debug, Clone)]
struct Vertices(Vec<String>);

impl FromStr for Vertices {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sources = [Source::new("", format!("node({text})."))];
        let facts = facts::parse(&sources).ok();
        let facts = facts.filter(|facts| facts.ignored.is_empty() && facts.nodes.len() == facts.len().max(1));
        let facts = facts.ok_or("expected vertices as in a fact: a, (1,2), a;b;(1,2) or 0..3")?;
        Ok(Vertices(facts.nodes.iter().map(|fact| facts.symbols.display(fact.args[0]).to_string()).collect()))
    }
}

/// The degrees of some vertices, or of all.
#[derive(Debug, Clone)]
struct Degree {
    vertices: Option<Vertices>,
    range: Range<u32>,
}

impl FromStr for Degree {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.rsplit_once('=') {
            Some((vertices, range)) => {
                Ok(Degree { vertices: Some(vertices.parse::<Vertices>()?), range: range.parse()? })
            }
            None => Ok(Degree { vertices: None, range: text.parse()? }),
        }
    }
}

impl Graphs {
    /// Whether sets of edges are asked for.
    pub(super) fn are_given(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// Reads the graph. Facts that say what a puzzle's solutions are like are refused, except for required and forbidden edges.
    pub(super) fn graph(session: &Session, input: &Input) -> Result<Built, Failure> {
        let mut texts = reading::puzzle(session, input)?.without_answer();
        let facts = session.facts(&mut texts, input.strict)?;
        if let Some((what, at)) = demand(&facts) {
            let (source, range) = facts.range(at, None);
            let error = Diagnostic::error(format!("{what} means nothing together with --graphs"));
            return Err(Report::from(error.at(facts.sources, source, range)).into());
        }
        // Edges may have names and be parallel, as those of a Numberlink.
        let topology = Some(Topology::Linkage);
        let options =
            BuildOptions { parallel: true, topology, strict: input.strict, ..BuildOptions::default() };
        session.build(&facts, &options)
    }

    /// The sets that are asked for. `links` are the names of the edges. With `strict`, weights of anything else are an error.
    pub(super) fn sets(
        &self,
        session: &Session,
        built: &Built,
        links: &[String],
        strict: bool,
    ) -> Result<GraphSets<String>, Failure> {
        let (sets, vertices) = self.of_kinds(built)?;
        let sets = self.with_components(sets)?;
        let sets = self.with_weights(session, sets, (&vertices, links), strict)?;
        let Some(file) = &self.within else { return Ok(sets) };
        let limits = session.engine_limits();
        Ok(sets.within(within(&files::read(session, Some(file), &limits)?, links, &limits)?))
    }

    /// All that needs no file, but for the number of components. Also the names of the vertices.
    fn of_kinds(&self, built: &Built) -> Result<(GraphSets<String>, Vec<String>), Failure> {
        let Built { puzzle, names, .. } = built;
        let count = puzzle.vertex_count();
        let vertices: Vec<String> =
            (0..count).map(|vertex| names.vertex(VertexId::from_index(vertex)).to_string()).collect();
        let ends = (0..puzzle.edge_count()).map(|edge| {
            let [u, v] = puzzle.edge_ends(EdgeId::from_index(edge));
            (vertices[u.index()].clone(), vertices[v.index()].clone())
        });
        let refused = |error: &dyn std::error::Error| Failure::input(error.to_string());
        let mut sets = GraphSets::with_vertices(vertices.iter().cloned(), ends).map_err(|e| refused(&e))?;
        for Vertices(group) in &self.together {
            sets = sets.group(group).map_err(|e| refused(&e))?;
        }
        for root in self.root.iter().flat_map(|Vertices(roots)| roots) {
            sets = sets.group([root]).map_err(|e| refused(&e))?;
        }
        let degrees = puzzle.graph().node_indices().map(|vertex| puzzle.graph().neighbors(vertex).count());
        let greatest = degrees.max().unwrap_or(0);
        for Degree { vertices, range } in &self.degree {
            let numbers = numbers(*range);
            let Some(Vertices(vertices)) = vertices else {
                sets = sets.degrees(numbers);
                continue;
            };
            for vertex in vertices {
                sets = sets.degree(vertex, numbers.clone()).map_err(|e| refused(&e))?;
            }
        }
        for kind in &self.kinds {
            sets = match kind {
                Kind::Any | Kind::Connected => sets,
                Kind::Forests | Kind::Trees => sets.acyclic(),
                Kind::Paths => sets.acyclic().degrees(Numbers::range(..=2)),
                Kind::Cycles => sets.degrees(Numbers::of([0, 2])),
                Kind::Matchings => sets.matchings(),
                Kind::Partitions => sets.spanning().induced(),
                Kind::Induced => sets.induced(),
                Kind::Bipartite => sets.bipartite(),
                Kind::Cliques => {
                    let ends = self.vertices.filter(|range| range.from == range.to);
                    let Some(ends @ 1..) = ends.and_then(|range| range.from) else {
                        return Err(Failure::input("cliques have one number of --vertices, such as 4"));
                    };
                    sets.cliques(ends)
                }
            };
        }
        if let Some(range) = self.vertices.filter(|_| !self.kinds.contains(&Kind::Cliques)) {
            let left = |ends: u32| (count as u32).checked_sub(ends);
            let isolated = match range.from.map_or(Some(count as u32), left) {
                Some(most) => Numbers::range(range.to.and_then(left).unwrap_or(0)..=most),
                None => Numbers::of([]),
            };
            sets = sets.degree_counts(once(isolated).chain(repeat_n(Numbers::range(..), greatest)));
        }
        if let Some(range) = self.edges {
            sets = sets.size(numbers(range));
        }
        if self.spanning {
            sets = sets.spanning();
        }
        let needs_edge = [Kind::Paths, Kind::Cycles].iter().any(|kind| self.kinds.contains(kind));
        if needs_edge && !(self.root.is_empty() && self.together.is_empty()) {
            // Elsewhere a component has an edge.
            sets = sets.size(Numbers::range(1..));
        }
        // All required edges and no forbidden one have this sum.
        let mut demands = vec![0; puzzle.edge_count()];
        puzzle.required().iter().for_each(|edge| demands[edge.index()] += 1);
        puzzle.forbidden().iter().for_each(|edge| demands[edge.index()] -= 1);
        if puzzle.required().len() + puzzle.forbidden().len() > 0 {
            let mut demands = demands.into_iter();
            let required = puzzle.required().len() as i128;
            sets = sets.linear(|_| demands.next().unwrap_or_default(), required, required);
        }
        Ok((sets, vertices))
    }

    /// The sets with the right number of components, those of groups and roots included.
    fn with_components(&self, sets: GraphSets<String>) -> Result<GraphSets<String>, Failure> {
        let roots: usize = self.root.iter().map(|Vertices(roots)| roots.len()).sum();
        let groups = (self.together.len() + roots) as u32;
        let wanted = self.components.unwrap_or(Range { from: None, to: None });
        let (mut least, mut most) = (wanted.from.unwrap_or(0), wanted.to.unwrap_or(u32::MAX));
        if self.kinds.iter().any(|kind| kind.is_one()) {
            (least, most) = (least.max(1), most.min(1));
        }
        if roots > 0 {
            (least, most) = (least.max(groups), most.min(groups));
        }
        if most < groups || most < least {
            let told = match self.together.len() {
                _ if roots > 0 => format!("there are as many as roots: {roots}"),
                groups if groups > 1 => format!("there are {groups} groups, each in a component of its own"),
                _ => "the kind has one".to_string(),
            };
            return Err(Failure::input(format!("no set has so many components: {told}")));
        }
        let all = Range { from: Some(least), to: Some(most).filter(|&most| most < u32::MAX) };
        let is_free = least <= groups && all.to.is_none();
        Ok(if is_free { sets } else { sets.components(numbers(all)) })
    }

    /// The sets whose weights are as they should be.
    fn with_weights(
        &self,
        session: &Session,
        mut sets: GraphSets<String>,
        (vertices, links): (&[String], &[String]),
        strict: bool,
    ) -> Result<GraphSets<String>, Failure> {
        if self.weight.is_none() && self.component_weight.is_none() {
            return match &self.weights {
                Some(_) => Err(Failure::input("--weights is for --weight or --component-weight")),
                None => Ok(sets),
            };
        }
        let count = vertices.len();
        let names = [vertices, links].concat();
        let weights = weights::read(session, self.weights.as_deref(), &names, strict)?;
        if let Some(Range { from, to }) = self.weight {
            let mut weights = weights[count..].iter().copied();
            let (least, most) = (from.unwrap_or(i128::MIN), to.unwrap_or(i128::MAX));
            sets = sets.linear(|_| weights.next().unwrap_or_default(), least, most);
        }
        if let Some(Range { from, to }) = self.component_weight {
            if let Some(vertex) = weights[..count].iter().position(|&weight| weight < 0) {
                let (vertex, weight) = (&vertices[vertex], weights[vertex]);
                return Err(Failure::input(format!(
                    "the vertex {vertex} has the weight {weight}, less than 0"
                )));
            }
            let mut weights = weights[..count].iter().map(|weight| weight.unsigned_abs());
            let weight = |_: &String| weights.next().unwrap_or_default();
            sets = sets.component_weights(weight, from.unwrap_or(0), to.unwrap_or(u64::MAX));
        }
        Ok(sets)
    }
}

/// The first fact that says what the solutions of a puzzle are like, beyond required and forbidden edges.
fn demand(facts: &Facts<'_>) -> Option<(String, Place)> {
    let clues = [
        (Predicate::Clue, &facts.clues),
        (Predicate::AtLeast, &facts.at_least),
        (Predicate::AtMost, &facts.at_most),
        (Predicate::Pair, &facts.pairs),
    ];
    let clues = clues.into_iter().filter_map(|(predicate, facts)| Some((predicate, facts.first()?.at)));
    let connection = facts.connections.first().map(|fact| (Predicate::Connection, fact.at));
    let cover = facts.cover.first().map(|fact| (Predicate::Cover, fact.at));
    let facts_of = clues.chain(connection).chain(cover).map(|(predicate, at)| (predicate.signature(), at));
    let literals = facts.integrity.iter().filter_map(|literals| literals.first());
    let integrity = literals.map(|literal| ("an integrity constraint".to_string(), literal.at));
    facts_of.chain(integrity).next()
}

fn numbers(range: Range<u32>) -> Numbers {
    Numbers::range(range.from.unwrap_or(0)..=range.to.unwrap_or(u32::MAX))
}

/// The family of a file over the edges called `links`.
fn within(
    NamedFamily { names, family }: &NamedFamily,
    links: &[String],
    limits: &Limits,
) -> Result<Family, Failure> {
    let edges: HashMap<&str, usize> = links.iter().map(String::as_str).zip(0..).collect();
    let edge = |element: &Element| {
        let name = &names[element.index()];
        let edge = edges.get(name.as_str()).map(|&edge| Element::from_index(edge));
        edge.ok_or_else(|| {
            Failure::input(format!("the family of --within has {name}, which is no edge here"))
        })
    };
    let elements: Vec<Element> = family.elements().iter().map(edge).collect::<Result<_, _>>()?;
    let mut algebra = Algebra::new(limits, elements.len())?;
    let levels: Vec<Level> = (0..).map(Level).take(elements.len()).collect();
    let root = algebra.import(family.diagram(), &levels)?;
    Ok(algebra.freeze(root, elements)?.into())
}

/// All of the sets, as a family whose element `i` is edge `i`.
pub(super) fn family(
    session: &Session,
    sets: &GraphSets<String>,
    threads: usize,
    spill: Option<&Spill>,
) -> Result<Family, Failure> {
    let limits = session.engine_limits();
    let resources = Resources { limits: &limits, threads, progress: session, spill };
    let conditions = sets.conditions();
    let family = order(&conditions, spill, &limits)
        .and_then(|order| zlink_graphs::family(&conditions, &order, &resources));
    family.map_err(|why| match why.limit() {
        Some(cause) => cause.into(),
        None => Failure::input(Refusal::TooWide.to_string()),
    })
}

/// The order in which the frontier passes the edges: that of the run that goes on, or that of the family within which the sets are.
fn order(
    conditions: &Conditions<'_>,
    spill: Option<&Spill>,
    limits: &Limits,
) -> Result<Vec<u32>, Unfinished> {
    let before = spill.map(|spill| resumed(conditions, spill, limits)).transpose()?.flatten();
    Ok(before.unwrap_or_else(|| match conditions.within {
        Some(family) => plan_within(&conditions.edges, family.variables()),
        None => plan(conditions.vertices, &conditions.edges, limits),
    }))
}
