//! A puzzle whose vertices have names.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{BuildError, Options};
use zlink_convert::Document;
use zlink_facts::Diagnostic;
use zlink_puzzle::{CellId, Constraint, EdgeId, Topology, VertexId};

/// A link puzzle whose vertices have names of type `V`. [`PuzzleBuilder`](crate::PuzzleBuilder) makes puzzles with names of any type;
/// [`Puzzle::from_facts`] reads a text, where each name is the text of a term.
///
/// A puzzle is immutable, its clones share their data, and it may be sent to other threads. Vertices, edges and cells are numbered from 0
/// on, in the order in which they were given; element `i` of a [family](Puzzle::family) is edge `i`.
///
/// ```
/// use zlink::Puzzle;
///
/// let text = "edge(1,2). edge(2,3). edge(3,4). edge(4,1). edge(1,3).
///             cell_contains(top,1,2). cell_contains(top,2,3). cell_contains(top,1,3). clue(top,2).";
/// let puzzle = Puzzle::from_facts(text)?;
/// let solution = puzzle.solve()?.expect("a solution");
/// assert_eq!(solution.to_string(), "link(1,2).\nlink(2,3).\nlink(3,4).\nlink(4,1).\n");
/// assert!(puzzle.is_unique()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Puzzle<V = String> {
    pub(super) document: Arc<Document>,
    pub(super) vertices: Arc<IndexSet<V, FxBuildHasher>>,
    pub(super) warnings: Arc<[Diagnostic]>,
    pub(super) options: Options,
}

impl<V> Clone for Puzzle<V> {
    fn clone(&self) -> Self {
        Puzzle {
            document: Arc::clone(&self.document),
            vertices: Arc::clone(&self.vertices),
            warnings: Arc::clone(&self.warnings),
            options: self.options.clone(),
        }
    }
}

impl<V> Puzzle<V> {
    pub(super) fn new(document: Document, vertices: IndexSet<V, FxBuildHasher>) -> Self {
        Puzzle {
            document: Arc::new(document),
            vertices: Arc::new(vertices),
            warnings: Arc::default(),
            options: Options::new(),
        }
    }

    /// A copy of the puzzle whose questions are answered with these options.
    #[must_use]
    pub fn with_options(&self, options: Options) -> Self {
        Puzzle { options, ..self.clone() }
    }

    /// The options with which questions about the puzzle are answered.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The kind of subgraph that counts as a solution.
    pub fn topology(&self) -> Topology {
        self.document.puzzle.topology()
    }

    /// Whether every vertex must lie on the solution.
    pub fn cover(&self) -> bool {
        self.document.puzzle.cover()
    }

    /// The names of the vertices, in the order of their numbers.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = &V> {
        self.vertices.iter()
    }

    /// The names of both ends of each edge, in the order of the edges' numbers.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = [&V; 2]> {
        (0..self.edge_count()).map(|e| self.ends(EdgeId::from_index(e)))
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.document.puzzle.edge_count()
    }

    /// The number of cells, with and without clues.
    pub fn cell_count(&self) -> usize {
        self.document.puzzle.cell_count()
    }

    /// The name of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn name(&self, vertex: VertexId) -> &V {
        &self.vertices[vertex.index()]
    }

    /// The names of both ends of an edge, in the order in which they were given.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn ends(&self, edge: EdgeId) -> [&V; 2] {
        self.document.puzzle.edge_ends(edge).map(|vertex| self.name(vertex))
    }

    /// The numbers of the vertices at both ends of an edge, in the order in which they were given.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn edge_vertices(&self, edge: EdgeId) -> [VertexId; 2] {
        self.document.puzzle.edge_ends(edge)
    }

    /// The edge between two vertices, in either order; `None` if they are not adjacent.
    ///
    /// # Panics
    /// If there are no such vertices.
    pub fn edge_between(&self, u: VertexId, v: VertexId) -> Option<EdgeId> {
        self.document.puzzle.edge_between(u, v)
    }

    /// The edges of a cell, and its clue.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn cell(&self, cell: CellId) -> (&[EdgeId], Option<u32>) {
        let cell = self.document.puzzle.cell(cell);
        (cell.edges, cell.clue)
    }

    /// The least and the greatest number of edges of a cell in solutions, where they are given.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn bounds(&self, cell: CellId) -> [Option<u32>; 2] {
        let cell = self.document.puzzle.cell(cell);
        [cell.at_least, cell.at_most]
    }

    /// The integrity constraints: of each, the edges that are not all in (`true`) or out (`false`) as listed, in any solution.
    pub fn integrity(&self) -> impl ExactSizeIterator<Item = Vec<(EdgeId, bool)>> {
        self.document.puzzle.integrity().map(|(_, sum)| sum.literals().collect())
    }

    /// The edges of an integrity constraint, each with whether it is in; none for other constraints.
    ///
    /// # Panics
    /// If the puzzle has no such constraint.
    pub fn literals(&self, constraint: Constraint) -> Vec<(EdgeId, bool)> {
        match constraint {
            Constraint::Integrity(sum) => self.document.puzzle.sum(sum).literals().collect(),
            _ => Vec::new(),
        }
    }

    /// The term that stands for a cell in facts.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn cell_term(&self, cell: CellId) -> String {
        self.document.names.cell(cell).to_string()
    }

    /// The coordinates of a vertex in pictures, if they were given; the second coordinate grows downwards.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn position(&self, vertex: VertexId) -> Option<[i64; 2]> {
        self.document.positions[vertex.index()]
    }

    /// The fact that states a constraint, such as `clue(top,2).`
    ///
    /// # Panics
    /// If the puzzle has no such constraint.
    pub fn fact(&self, constraint: Constraint) -> String {
        constraint.fact(&self.document.puzzle, &self.document.names)
    }

    /// The names of both ends of each pair that a path must join.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = [&V; 2]> {
        self.document.puzzle.pairs().iter().map(|pair| pair.map(|vertex| self.name(vertex)))
    }

    /// The edges that the puzzle requires in every solution.
    pub fn required(&self) -> &[EdgeId] {
        self.document.puzzle.required()
    }

    /// The edges that the puzzle forbids in every solution.
    pub fn forbidden(&self) -> &[EdgeId] {
        self.document.puzzle.forbidden()
    }

    /// The warnings about the text that the puzzle was read from.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// A copy of the puzzle with other clues, one for each cell in the order of their numbers; cells beyond the list have no clue.
    #[must_use]
    pub fn with_clues(&self, clues: &[Option<u32>]) -> Self {
        self.with(self.document.puzzle.with_clues(clues))
    }

    /// A copy of the puzzle with other required edges.
    #[must_use]
    pub fn with_required(&self, required: &[EdgeId]) -> Self {
        self.with(self.document.puzzle.with_required(required.to_vec()))
    }

    /// The puzzle with the same graph and other constraints.
    fn with(&self, puzzle: zlink_puzzle::Puzzle) -> Self {
        let document = Document { puzzle, answer: Vec::new(), ..Document::clone(&self.document) };
        Puzzle { document: Arc::new(document), ..self.clone() }
    }
}

impl<V: Clone + fmt::Debug> Puzzle<V> {
    /// A copy of the puzzle with other pairs. With pairs, solutions are linkages; without pairs, they are cycles if they were linkages
    /// before.
    ///
    /// # Errors
    /// A vertex is the end of a pair twice.
    pub fn with_pairs(&self, pairs: &[[VertexId; 2]]) -> Result<Self, BuildError<V>> {
        let mut seen = FxHashSet::default();
        match pairs.iter().flatten().find(|vertex| !seen.insert(**vertex)) {
            Some(&vertex) => Err(BuildError::PairedTwice(self.name(vertex).clone())),
            None => Ok(self.with(self.document.puzzle.with_pairs(pairs.to_vec()))),
        }
    }
}

impl<V: Eq + Hash> Puzzle<V> {
    /// The number of the vertex with this name, if there is one.
    pub fn vertex(&self, name: &V) -> Option<VertexId> {
        self.vertices.get_index_of(name).map(VertexId::from_index)
    }

    /// The number of the edge between two vertices, in either order, if there is one.
    pub fn edge(&self, u: &V, v: &V) -> Option<EdgeId> {
        self.document.puzzle.edge_between(self.vertex(u)?, self.vertex(v)?)
    }
}

impl<V: fmt::Debug> fmt::Debug for Puzzle<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzle")
            .field("topology", &self.topology())
            .field("vertices", &self.vertices.len())
            .field("edges", &self.edge_count())
            .field("cells", &self.cell_count())
            .field("pairs", &self.pairs().len())
            .finish_non_exhaustive()
    }
}
