//! Sets of edges with given properties: trees, forests, connected subgraphs, matchings, partitions, ...

use std::borrow::Borrow;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

use indexmap::IndexSet;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use super::Options;
use zlink_diagram::family::Family;
use zlink_engine::{Refusal, Stop};
use zlink_frontier::Unfinished;
use zlink_graphs::{ComponentWeights, Conditions, Linear, Numbers, Resources, plan, plan_within};

/// The sets of edges of a graph that meet conditions: at first all sets, and with each condition fewer.
///
/// Every condition is on the graph of all vertices and the edges of a set. A *component* is a connected part of it that has an edge, or a
/// vertex of a [group](Self::group), or with [`spanning`](Self::spanning) any vertex. Nothing is built before a question is asked:
/// [`count`](Self::count) and [`probability`](Self::probability) take less time and memory than [`family`](Self::family).
///
/// The elements of families are the edges: element `i` is the edge that was given as number `i`. All families of a graph and its clones have
/// the same order of elements, so that they are combined quickly.
///
/// ```
/// use zlink::{GraphSets, Numbers};
///
/// // Links between five towns.
/// let links = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("b", "d"), ("c", "e"), ("d", "e")];
/// let graph = GraphSets::new(links)?;
/// assert_eq!(graph.clone().spanning_trees().count()?, 21u8.into());
/// // Trees that connect three of them, with at most four links.
/// let trees = graph.clone().group(["a", "c", "e"])?.trees();
/// assert_eq!(trees.clone().size(Numbers::range(..=3)).count()?, 4u8.into());
/// assert_eq!(trees.family()?.of_size(..=3).count(), 4u8.into());
/// // How reliable the connection of a and e is, if a link works with a probability of 0.9.
/// let connected = graph.group(["a", "e"])?;
/// assert!((connected.probability(|_| 0.9)? - 0.978_18).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GraphSets<V> {
    graph: Arc<Graph<V>>,
    /// All conditions but the next ones.
    conditions: Conditions<'static>,
    components: Option<Numbers>,
    /// Whether a set has an edge, also where a vertex of a group is a component.
    has_edge: bool,
    within: Option<Family>,
    options: Options,
}

/// What all sets of a graph share.
struct Graph<V> {
    vertices: IndexSet<V, FxBuildHasher>,
    edges: Vec<[u32; 2]>,
    /// The order in which the frontier passes the edges.
    order: OnceLock<Vec<u32>>,
}

/// The reason why edges make no graph, or a condition cannot be on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError<V: fmt::Debug> {
    /// An edge joins a vertex to itself.
    #[error("the edge from {0:?} to itself is a loop")]
    Loop(V),
    /// A condition names a vertex that the graph does not have.
    #[error("the graph has no vertex {0:?}")]
    NoSuchVertex(V),
    /// A vertex is in two groups, or twice in one.
    #[error("{0:?} is in a group twice")]
    GroupedTwice(V),
    /// More than 2^31 vertices or edges.
    #[error("the graph is too large")]
    TooLarge,
}

impl<V> fmt::Debug for GraphSets<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphSets").field("conditions", &self.conditions).finish_non_exhaustive()
    }
}

impl<V: Clone + Eq + Hash + fmt::Debug> GraphSets<V> {
    /// All sets of these edges. Each edge is given by its two ends; parallel edges are different elements.
    ///
    /// # Errors
    /// An edge is a loop, or there are too many.
    pub fn new(edges: impl IntoIterator<Item = (V, V)>) -> Result<Self, GraphError<V>> {
        Self::with_vertices([], edges)
    }

    /// Like [`new`](Self::new), with vertices that need not have an edge.
    ///
    /// # Errors
    /// An edge is a loop, or there are too many.
    pub fn with_vertices(
        vertices: impl IntoIterator<Item = V>,
        edges: impl IntoIterator<Item = (V, V)>,
    ) -> Result<Self, GraphError<V>> {
        let mut vertices: IndexSet<V, FxBuildHasher> = vertices.into_iter().collect();
        let mut numbered = Vec::new();
        for (u, v) in edges {
            if u == v {
                return Err(GraphError::Loop(u));
            }
            let ends = [vertices.insert_full(u).0, vertices.insert_full(v).0];
            if numbered.len().max(ends[0]).max(ends[1]) >= 1 << 31 {
                return Err(GraphError::TooLarge);
            }
            numbered.push(ends.map(|vertex| vertex as u32));
        }
        let conditions =
            Conditions { vertices: vertices.len(), edges: numbered.clone(), ..Conditions::default() };
        let graph = Graph { vertices, edges: numbered, order: OnceLock::new() };
        Ok(GraphSets {
            graph: graph.into(),
            conditions,
            components: None,
            has_edge: false,
            within: None,
            options: Options::new(),
        })
    }

    /// The number of a vertex.
    fn number<Q: Borrow<V>>(&self, vertex: Q) -> Result<u32, GraphError<V>> {
        let vertex = vertex.borrow();
        let number = self.graph.vertices.get_index_of(vertex).map(|number| number as u32);
        number.ok_or_else(|| GraphError::NoSuchVertex(vertex.clone()))
    }

    /// The degrees that one vertex may have.
    ///
    /// # Errors
    /// There is no such vertex.
    pub fn degree(mut self, vertex: impl Borrow<V>, numbers: Numbers) -> Result<Self, GraphError<V>> {
        let vertex = self.number(vertex)?;
        self.restrict(vertex as usize, &numbers);
        Ok(self)
    }

    /// A group of vertices: they are connected with each other, and not with those of other groups.
    ///
    /// # Errors
    /// There is no such vertex, or it is in a group already.
    pub fn group(
        mut self,
        vertices: impl IntoIterator<Item = impl Borrow<V>>,
    ) -> Result<Self, GraphError<V>> {
        let mut group = Vec::new();
        for vertex in vertices {
            let number = self.number(vertex.borrow())?;
            if group.contains(&number)
                || self.conditions.groups.iter().flatten().any(|&other| other == number)
            {
                return Err(GraphError::GroupedTwice(vertex.borrow().clone()));
            }
            group.push(number);
        }
        if !group.is_empty() {
            self.conditions.groups.push(group);
        }
        Ok(self)
    }

    /// Paths from one vertex to another one.
    ///
    /// # Errors
    /// There is no such vertex, or it is in a group already.
    pub fn paths(self, from: impl Borrow<V>, to: impl Borrow<V>) -> Result<Self, GraphError<V>> {
        let ends = [self.number(from.borrow())?, self.number(to.borrow())?];
        let sets = self.group([from.borrow(), to.borrow()])?.trees();
        Ok(sets.degrees_by(|vertex| Numbers::of(if ends.contains(&vertex) { [1, 1] } else { [0, 2] })))
    }

    /// Trees that contain these vertices.
    ///
    /// # Errors
    /// There is no such vertex, or it is in a group already.
    pub fn steiner_trees(
        self,
        terminals: impl IntoIterator<Item = impl Borrow<V>>,
    ) -> Result<Self, GraphError<V>> {
        Ok(self.group(terminals)?.trees())
    }

    /// Forests whose trees each contain exactly one of these vertices, which may be all of a tree.
    ///
    /// # Errors
    /// There is no such vertex, or it is in a group already.
    pub fn rooted_forests(
        mut self,
        roots: impl IntoIterator<Item = impl Borrow<V>>,
    ) -> Result<Self, GraphError<V>> {
        let mut trees = 0;
        for root in roots {
            self = self.group([root])?;
            trees += 1;
        }
        Ok(self.components(Numbers::of([trees])).acyclic())
    }
}

impl<V> GraphSets<V> {
    /// The same sets, whose questions have these options. Their engine and seed do not matter.
    #[must_use]
    pub fn with_options(self, options: Options) -> Self {
        GraphSets { options, ..self }
    }

    /// The vertices, in the order in which they were named.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = &V> {
        self.graph.vertices.iter()
    }

    /// The ends of each edge, in the order in which the edges were given.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = [&V; 2]> {
        self.graph.edges.iter().map(|ends| ends.map(|vertex| &self.graph.vertices[vertex as usize]))
    }

    /// The conditions, with numbers for vertices and edges.
    #[doc(hidden)]
    pub fn conditions(&self) -> Conditions<'_> {
        let groups = self.conditions.groups.len() as u32;
        let others = self.components.as_ref().map(|numbers| numbers.less(groups));
        let within = self.within.as_ref().map(Family::diagram);
        let mut conditions = Conditions { others, within, ..self.conditions.clone() };
        if self.has_edge && groups > 0 {
            let some = Numbers::range(1..);
            conditions.size = Some(conditions.size.map_or_else(|| some.clone(), |size| size.and(&some)));
        }
        conditions
    }

    fn restrict(&mut self, vertex: usize, numbers: &Numbers) {
        let degrees = &mut self.conditions.degrees;
        degrees.resize(self.conditions.vertices, None);
        let both = degrees[vertex].as_ref().map_or_else(|| numbers.clone(), |before| before.and(numbers));
        degrees[vertex] = Some(both);
    }

    fn degrees_by(mut self, numbers: impl Fn(u32) -> Numbers) -> Self {
        for vertex in 0..self.conditions.vertices {
            self.restrict(vertex, &numbers(vertex as u32));
        }
        self
    }

    /// The degrees that every vertex may have.
    #[must_use]
    pub fn degrees(self, numbers: Numbers) -> Self {
        self.degrees_by(|_| numbers.clone())
    }

    /// How many vertices may have degree 0, degree 1, and so on. No vertex may have a further degree.
    #[must_use]
    pub fn degree_counts(mut self, counts: impl IntoIterator<Item = Numbers>) -> Self {
        self.conditions.degree_counts = Some(counts.into_iter().collect());
        self
    }

    /// How many edges a set may have.
    #[must_use]
    pub fn size(mut self, numbers: Numbers) -> Self {
        self.conditions.size =
            Some(self.conditions.size.map_or_else(|| numbers.clone(), |size| size.and(&numbers)));
        self
    }

    /// A linear constraint: the weights of the edges add up to a number from `least` to `most`. Absolute weights that add up to more than
    /// 2^62 are refused when a question is asked. `weight` is called once for each edge, in their order.
    #[must_use]
    pub fn linear(mut self, weight: impl FnMut([&V; 2]) -> i64, least: i128, most: i128) -> Self {
        let weights = self.edges().map(weight).collect();
        self.conditions.linear.push(Linear { weights, least, most });
        self
    }

    /// How many components there may be.
    #[must_use]
    pub fn components(mut self, numbers: Numbers) -> Self {
        self.components =
            Some(self.components.map_or_else(|| numbers.clone(), |before| before.and(&numbers)));
        self
    }

    /// Every vertex is in a component: one without an edge is a component of its own.
    #[must_use]
    pub fn spanning(mut self) -> Self {
        self.conditions.single = true;
        self
    }

    /// No cycle: forests.
    #[must_use]
    pub fn acyclic(mut self) -> Self {
        self.conditions.acyclic = true;
        self
    }

    /// No odd cycle: bipartite graphs.
    #[must_use]
    pub fn bipartite(mut self) -> Self {
        self.conditions.bipartite = true;
        self
    }

    /// A set has every edge between two vertices of a component.
    #[must_use]
    pub fn induced(mut self) -> Self {
        self.conditions.induced = true;
        self
    }

    /// The weights of the vertices of each component add up to a number from `least` to `most`. `weight` is called once for each vertex, in
    /// their order.
    #[must_use]
    pub fn component_weights(mut self, weight: impl FnMut(&V) -> u64, least: u64, most: u64) -> Self {
        let weights = self.vertices().map(weight).collect();
        let ratio = self.conditions.weights.and_then(|before| before.ratio);
        self.conditions.weights = Some(ComponentWeights { weights, least, most, ratio });
        self
    }

    /// The greatest weight of a component is at most `numerator / denominator` times the least one. Without
    /// [`component_weights`](Self::component_weights) a component weighs as much as it has vertices.
    #[must_use]
    pub fn balanced(mut self, numerator: u64, denominator: u64) -> Self {
        let unit = || ComponentWeights {
            weights: vec![1; self.conditions.vertices],
            least: 0,
            most: u64::MAX,
            ratio: None,
        };
        let weights = self.conditions.weights.unwrap_or_else(unit);
        self.conditions.weights = Some(ComponentWeights { ratio: Some([numerator, denominator]), ..weights });
        self
    }

    /// Only sets of this family, whose elements are edges of the graph. Sets within two families are those within their intersection.
    ///
    /// # Panics
    /// If an element is no edge.
    #[must_use]
    pub fn within(mut self, family: Family) -> Self {
        let edges = self.graph.edges.len();
        assert!(family.elements().iter().all(|element| element.index() < edges), "an element is no edge");
        self.within = Some(match self.within {
            Some(before) => &before & &family,
            None => family,
        });
        self
    }

    /// Exactly one component.
    #[must_use]
    pub fn connected(self) -> Self {
        self.components(Numbers::of([1]))
    }

    /// Cycles.
    #[must_use]
    pub fn cycles(self) -> Self {
        let sets = self.connected().degrees(Numbers::of([0, 2]));
        GraphSets { has_edge: true, ..sets }
    }

    /// Trees with at least one edge, or a vertex of a group.
    #[must_use]
    pub fn trees(self) -> Self {
        self.connected().acyclic()
    }

    /// Trees that contain every vertex.
    #[must_use]
    pub fn spanning_trees(self) -> Self {
        self.trees().spanning()
    }

    /// Matchings: no two edges have a vertex in common.
    #[must_use]
    pub fn matchings(self) -> Self {
        self.degrees(Numbers::range(..=1))
    }

    /// Every vertex has `k` edges; for 1, perfect matchings.
    #[must_use]
    pub fn factors(self, k: u32) -> Self {
        self.degrees(Numbers::of([k]))
    }

    /// All edges between `k` vertices, at least two, each of which is joined to each other one.
    #[must_use]
    pub fn cliques(self, k: u32) -> Self {
        let edges = u64::from(k) * u64::from(k.saturating_sub(1)) / 2;
        let size = u32::try_from(edges).map_or_else(|_| Numbers::of([]), |edges| Numbers::of([edges]));
        self.connected().degrees(Numbers::of([0, k.saturating_sub(1)])).size(size)
    }

    /// Partitions of the vertices into this many connected parts: a set has all edges within the parts.
    #[must_use]
    pub fn partitions(self, parts: Numbers) -> Self {
        self.components(parts).spanning().induced()
    }

    /// The number of sets.
    ///
    /// # Errors
    /// A limit was reached, or the graph is too wide.
    pub fn count(&self) -> Result<BigUint, Stop> {
        self.ask(zlink_graphs::count)
    }

    /// All sets as a family, whose element `i` is edge `i`.
    ///
    /// # Errors
    /// A limit was reached, or the graph is too wide.
    pub fn family(&self) -> Result<Family, Stop> {
        self.ask(zlink_graphs::family)
    }

    /// The probability that a random set of edges is one of these, if each edge is in it with this probability, independently of all others.
    /// It is computed with floating-point numbers.
    ///
    /// # Errors
    /// A limit was reached, or the graph is too wide.
    pub fn probability(&self, probability: impl FnMut([&V; 2]) -> f64) -> Result<f64, Stop> {
        let probabilities: Vec<f64> = self.edges().map(probability).collect();
        self.ask(|conditions, order, resources| {
            zlink_graphs::probability(conditions, order, &probabilities, resources)
        })
    }

    fn ask<T>(
        &self,
        question: impl FnOnce(&Conditions<'_>, &[u32], &Resources<'_>) -> Result<T, Unfinished>,
    ) -> Result<T, Stop> {
        let limits = self.options.limits();
        let Graph { vertices, edges, order, .. } = &*self.graph;
        let order = match &self.within {
            Some(family) => &plan_within(edges, family.elements()),
            None => match order.get() {
                Some(order) => order,
                None => {
                    let found = plan(vertices.len(), edges, &limits);
                    // A plan that a limit has cut short is not for other questions.
                    limits.check()?;
                    order.get_or_init(|| found)
                }
            },
        };
        let threads = self.options.thread_count();
        let resources = Resources { threads, progress: &self.options, ..Resources::new(&limits) };
        question(&self.conditions(), order, &resources).map_err(|why| match why.limit() {
            Some(cause) => cause.into(),
            None => Refusal::TooWide.into(),
        })
    }
}
