//! Builds a puzzle from a graph with names of any type, cells and pairs.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Puzzle;
use zlink_board::Board;
use zlink_facts::{Source, Symbol, Symbols, TooManySymbols, parse, term_of};
use zlink_puzzle::{CellId, EdgeList, Names, Parts, PartsError, Puzzle as NumberedPuzzle, Topology};

/// Makes a [`Puzzle`] from a graph whose vertices have names of any hashable type.
///
/// Nothing is checked before [`build`](PuzzleBuilder::build), so edges, cells and pairs may come in any order. A vertex exists as soon as
/// it is named.
///
/// ```
/// use zlink::PuzzleBuilder;
///
/// // A grid of 2 by 3 squares, by the coordinates of its vertices.
/// let mut builder = PuzzleBuilder::new();
/// for row in 0..3 {
///     for column in 0..4 {
///         if column < 3 {
///             builder.edge((row, column), (row, column + 1));
///         }
///         if row < 2 {
///             builder.edge((row, column), (row + 1, column));
///         }
///     }
/// }
/// let corner = builder.face([(0, 0), (0, 1), (1, 1), (1, 0)]);
/// builder.clue(corner, 3);
/// let puzzle = builder.build()?;
/// assert_eq!(puzzle.count()?, 11u8.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PuzzleBuilder<V> {
    topology: Option<Topology>,
    cover: bool,
    vertices: IndexSet<V, FxBuildHasher>,
    edges: Vec<[usize; 2]>,
    cells: Vec<(Vec<[usize; 2]>, Option<u32>)>,
    /// The lower and the upper bound of cells.
    bounds: BTreeMap<CellId, [Option<u32>; 2]>,
    /// The literals of each integrity constraint: the ends of edges that are in, or out.
    integrity: Vec<Vec<([usize; 2], bool)>>,
    pairs: Vec<[usize; 2]>,
    required: Vec<[usize; 2]>,
    forbidden: Vec<[usize; 2]>,
    positions: Vec<Option<[i64; 2]>>,
}

/// The reason why the parts given to a [`PuzzleBuilder`] make no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError<V: fmt::Debug> {
    /// An edge joins a vertex to itself.
    #[error("the edge from {0:?} to itself is a loop")]
    Loop(V),
    /// A cell has an edge that is not in the graph.
    #[error("cell {cell} has an edge between {} and {}, which the graph does not have", Shown(&.ends[0]), Shown(&.ends[1]))]
    CellWithoutEdge {
        /// The number of the cell, from 0 on.
        cell: usize,
        /// The ends of the edge.
        ends: [V; 2],
    },
    /// A cell has an edge twice.
    #[error("cell {cell} has the edge between {} and {} twice", Shown(&.ends[0]), Shown(&.ends[1]))]
    CellEdgeTwice {
        /// The number of the cell, from 0 on.
        cell: usize,
        /// The ends of the edge.
        ends: [V; 2],
    },
    /// An edge that is required, forbidden or in an integrity constraint is not in the graph.
    #[error("the edge between {} and {} is required, forbidden or in a constraint, and the graph does not have it", Shown(&.0[0]), Shown(&.0[1]))]
    NoSuchEdge([V; 2]),
    /// A vertex is an end of two pairs, or both ends of one.
    #[error("{0:?} is the end of a pair twice")]
    PairedTwice(V),
    /// There are pairs, but the topology is not that of linkages, whose paths join pairs.
    #[error("pairs are joined by paths: with pairs, solutions are linkages")]
    PairsOfNoLinkage,
    /// Two vertices, or two cells, have the same term.
    #[error("two vertices have the same term")]
    SameTerm,
    /// More than 2^31 vertices, edges or edges of cells, or more than 2^32 long terms.
    #[error("the puzzle is too large")]
    TooLarge,
}

/// A vertex name, shown in a message.
struct Shown<'a, V>(&'a V);

impl<V: fmt::Debug> fmt::Display for Shown<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<V: fmt::Debug> From<TooManySymbols> for BuildError<V> {
    fn from(_: TooManySymbols) -> Self {
        BuildError::TooLarge
    }
}

impl<V: Eq + Hash> Default for PuzzleBuilder<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Eq + Hash> PuzzleBuilder<V> {
    /// A builder of a puzzle without vertices.
    pub fn new() -> Self {
        PuzzleBuilder {
            topology: None,
            cover: false,
            vertices: IndexSet::default(),
            edges: Vec::new(),
            cells: Vec::new(),
            bounds: BTreeMap::new(),
            integrity: Vec::new(),
            pairs: Vec::new(),
            required: Vec::new(),
            forbidden: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Sets the kind of subgraph that counts as a solution. The default is one cycle or, with pairs, a linkage that joins them.
    pub fn topology(&mut self, topology: Topology) -> &mut Self {
        self.topology = Some(topology);
        self
    }

    /// Requires that every vertex lies on the solution.
    pub fn cover(&mut self) -> &mut Self {
        self.cover = true;
        self
    }

    /// Adds a vertex, which need not have an edge.
    pub fn vertex(&mut self, vertex: V) -> &mut Self {
        self.number(vertex);
        self
    }

    /// Adds an edge between two vertices, in either order; an edge that exists already changes nothing.
    pub fn edge(&mut self, u: V, v: V) -> &mut Self {
        let ends = self.ends(u, v);
        self.edges.push(ends);
        self
    }

    /// Adds a cell: a set of edges, each given by its ends. Cells are numbered in the order in which they are added.
    pub fn cell(&mut self, edges: impl IntoIterator<Item = (V, V)>) -> CellId {
        let edges = edges.into_iter().map(|(u, v)| self.ends(u, v)).collect();
        self.add_cell(edges)
    }

    /// Adds the cell whose edges go around these vertices, from each to the next one and from the last to the first.
    pub fn face(&mut self, corners: impl IntoIterator<Item = V>) -> CellId {
        let corners: Vec<usize> = corners.into_iter().map(|vertex| self.number(vertex)).collect();
        let next = corners.iter().cycle().skip(1);
        let edges = corners.iter().zip(next).map(|(&u, &v)| [u, v]).collect();
        self.add_cell(edges)
    }

    /// Sets the clue of a cell: the number of its edges that are in the solution.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn clue(&mut self, cell: CellId, clue: u32) -> &mut Self {
        self.cells[cell.index()].1 = Some(clue);
        self
    }

    /// Sets the lower bound of a cell: the least number of its edges that are in the solution.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn at_least(&mut self, cell: CellId, least: u32) -> &mut Self {
        self.bound(cell)[0] = Some(least);
        self
    }

    /// Sets the upper bound of a cell: the greatest number of its edges that are in the solution.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn at_most(&mut self, cell: CellId, most: u32) -> &mut Self {
        self.bound(cell)[1] = Some(most);
        self
    }

    fn bound(&mut self, cell: CellId) -> &mut [Option<u32>; 2] {
        assert!(cell.index() < self.cells.len(), "there is no cell {}", cell.index());
        self.bounds.entry(cell).or_default()
    }

    /// Adds an integrity constraint: in no solution all of these edges are in (`true`) or out (`false`) as given. Each edge is given by its
    /// ends. A constraint with an edge both in and out says nothing.
    ///
    /// ```
    /// use zlink::PuzzleBuilder;
    ///
    /// let mut builder = PuzzleBuilder::new();
    /// for (u, v) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)] {
    ///     builder.edge(u, v);
    /// }
    /// // No cycle has the chord without the edge from 1 to 2.
    /// builder.constraint([((0, 2), true), ((1, 2), false)]);
    /// assert_eq!(builder.build()?.count()?, 2u8.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn constraint(&mut self, literals: impl IntoIterator<Item = ((V, V), bool)>) -> &mut Self {
        let literals = literals.into_iter().map(|((u, v), is_in)| (self.ends(u, v), is_in)).collect();
        self.integrity.push(literals);
        self
    }

    /// Adds a pair: two vertices that a path must join.
    pub fn pair(&mut self, u: V, v: V) -> &mut Self {
        let ends = self.ends(u, v);
        self.pairs.push(ends);
        self
    }

    /// Requires an edge in every solution.
    pub fn require(&mut self, u: V, v: V) -> &mut Self {
        let ends = self.ends(u, v);
        self.required.push(ends);
        self
    }

    /// Forbids an edge in every solution.
    pub fn forbid(&mut self, u: V, v: V) -> &mut Self {
        let ends = self.ends(u, v);
        self.forbidden.push(ends);
        self
    }

    /// Sets the coordinates of a vertex in pictures; `y` grows downwards.
    pub fn position(&mut self, vertex: V, x: i64, y: i64) -> &mut Self {
        let vertex = self.number(vertex);
        if self.positions.len() <= vertex {
            self.positions.resize(vertex + 1, None);
        }
        self.positions[vertex] = Some([x, y]);
        self
    }

    fn add_cell(&mut self, edges: Vec<[usize; 2]>) -> CellId {
        let cell = CellId::from_index(self.cells.len());
        self.cells.push((edges, None));
        cell
    }

    fn ends(&mut self, u: V, v: V) -> [usize; 2] {
        [u, v].map(|vertex| self.number(vertex))
    }

    fn number(&mut self, vertex: V) -> usize {
        self.vertices.insert_full(vertex).0
    }
}

impl<V: Clone + Eq + Hash + fmt::Debug> PuzzleBuilder<V> {
    /// Builds the puzzle. In its facts, vertices and cells are numbers from 0 on.
    ///
    /// # Errors
    /// The parts make no puzzle.
    pub fn build(&self) -> Result<Puzzle<V>, BuildError<V>> {
        self.finish(|number, _, _| Ok(Symbol::small(number)))
    }

    /// Builds the puzzle. In its facts, each vertex is the term with the text `term`: a number, a constant such as `a`, a tuple such as
    /// `(1,2)`, ... Any other text becomes a string.
    ///
    /// ```
    /// use zlink::PuzzleBuilder;
    ///
    /// let mut builder = PuzzleBuilder::new();
    /// builder.edge("a", "b").edge("b", "Big c").edge("Big c", "a");
    /// let puzzle = builder.build_with_terms(|name| name.to_string())?;
    /// assert_eq!(puzzle.to_facts(), "edge(a,b).\nedge(b,\"Big c\").\nedge(\"Big c\",a).\n");
    /// # Ok::<(), zlink::BuildError<&str>>(())
    /// ```
    ///
    /// # Errors
    /// The parts make no puzzle, or two vertices have the same term.
    pub fn build_with_terms(&self, term: impl Fn(&V) -> String) -> Result<Puzzle<V>, BuildError<V>> {
        self.finish(|_, symbols, vertex| symbol(symbols, &term(vertex)))
    }

    fn finish(
        &self,
        name: impl Fn(u32, &mut Symbols, &V) -> Result<Symbol, TooManySymbols>,
    ) -> Result<Puzzle<V>, BuildError<V>> {
        let parts = self.parts()?;
        let numbers = |count: usize| u32::try_from(count).map_err(|_| BuildError::TooLarge);
        let mut symbols = Symbols::default();
        let mut vertices = Vec::with_capacity(self.vertices.len());
        for (number, vertex) in (0..numbers(self.vertices.len())?).zip(&self.vertices) {
            vertices.push(name(number, &mut symbols, vertex)?);
        }
        let cells: Vec<Symbol> = (0..numbers(self.cells.len())?).map(Symbol::small).collect();
        let names = Names::new(symbols, &vertices, &cells).ok_or(BuildError::SameTerm)?;
        let puzzle = NumberedPuzzle::from_parts(parts).map_err(|error| self.explain(&error))?;
        let mut positions = self.positions.clone();
        positions.resize(self.vertices.len(), None);
        Ok(Puzzle::new(Board { puzzle, names, positions }.into(), self.vertices.clone()))
    }

    fn parts(&self) -> Result<Parts, BuildError<V>> {
        let most = 1 << 31;
        if self.vertices.len() >= most || self.edges.len() >= most {
            return Err(BuildError::TooLarge);
        }
        let mut edges = EdgeList::default();
        // Vertex numbers are below 2^31.
        let narrow = |ends: [usize; 2]| ends.map(|vertex| vertex as u32);
        for &ends in &self.edges {
            if ends[0] == ends[1] {
                return Err(BuildError::Loop(self.name(ends[0])));
            }
            let [u, v] = narrow(ends);
            edges.add(u, v);
        }
        let find = |ends: [usize; 2]| {
            let [u, v] = narrow(ends);
            edges.find(u, v)
        };
        let mut cells = Vec::with_capacity(self.cells.len());
        for (cell, (ends, clue)) in self.cells.iter().enumerate() {
            let mut edges = Vec::with_capacity(ends.len());
            for &ends in ends {
                let missing = || BuildError::CellWithoutEdge { cell, ends: self.names(ends) };
                edges.push(find(ends).ok_or_else(missing)?);
            }
            cells.push((edges, *clue));
        }
        let ids = |list: &[[usize; 2]]| -> Result<Vec<u32>, BuildError<V>> {
            let missing = |ends| BuildError::NoSuchEdge(self.names(ends));
            list.iter().map(|&ends| find(ends).ok_or_else(|| missing(ends))).collect()
        };
        let (required, forbidden) = (ids(&self.required)?, ids(&self.forbidden)?);
        let mut integrity = Vec::with_capacity(self.integrity.len());
        for literals in &self.integrity {
            let ends: Vec<[usize; 2]> = literals.iter().map(|(ends, _)| *ends).collect();
            integrity
                .push(ids(&ends)?.into_iter().zip(literals).map(|(e, (_, is_in))| (e, *is_in)).collect());
        }
        let implied = if self.pairs.is_empty() { Topology::Cycle } else { Topology::Linkage };
        Ok(Parts {
            topology: self.topology.unwrap_or(implied),
            cover: self.cover,
            vertices: self.vertices.len(),
            edges: edges.ends,
            cells,
            bounds: self.bounds.iter().map(|(cell, bounds)| (cell.0, *bounds)).collect(),
            integrity,
            pairs: self.pairs.iter().map(|&ends| narrow(ends)).collect(),
            required,
            forbidden,
        })
    }

    /// The error with the names of the vertices in place of their numbers.
    fn explain(&self, error: &PartsError) -> BuildError<V> {
        match *error {
            PartsError::RepeatedCellEdge(cell) => {
                let mut seen = rustc_hash::FxHashSet::default();
                let twice = self.cells[cell].0.iter().find(|ends| {
                    let [u, v] = **ends;
                    !seen.insert([u.min(v), u.max(v)])
                });
                // An edge is repeated, or the error would be another one.
                twice.map_or(BuildError::TooLarge, |&ends| BuildError::CellEdgeTwice {
                    cell,
                    ends: self.names(ends),
                })
            }
            PartsError::BadPair(_) => {
                if self.topology.is_some_and(|topology| topology != Topology::Linkage) {
                    return BuildError::PairsOfNoLinkage;
                }
                let mut seen = rustc_hash::FxHashSet::default();
                let twice = self.pairs.iter().flatten().find(|&&vertex| !seen.insert(vertex));
                twice.map_or(BuildError::PairsOfNoLinkage, |&vertex| {
                    BuildError::PairedTwice(self.name(vertex))
                })
            }
            _ => BuildError::TooLarge,
        }
    }

    fn name(&self, vertex: usize) -> V {
        self.vertices[vertex].clone()
    }

    fn names(&self, ends: [usize; 2]) -> [V; 2] {
        ends.map(|vertex| self.name(vertex))
    }
}

/// The term with this text, or the string if the text is no term.
fn symbol(symbols: &mut Symbols, text: &str) -> Result<Symbol, TooManySymbols> {
    let term = term_of(text);
    // Texts that are neither numbers nor constants may be terms of another kind.
    if term.starts_with('"') && text.ends_with(')') {
        let source = [Source::new("", format!("node({text})."))];
        if let Ok(facts) = parse(&source)
            && let [node] = &facts.nodes[..]
        {
            let shown = facts.symbols.display(node.args[0]).to_string();
            return symbols.text(shown.as_bytes());
        }
    }
    symbols.of_term(&term)
}
