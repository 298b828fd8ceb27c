//! The names of vertices and cells in the input.

use std::fmt;
use std::sync::Arc;

use super::name_set::NameSet;
use super::{CellId, EdgeId, Puzzle, VertexId};
use zlink_facts::{Symbol, Symbols, TooManySymbols};

/// The names of a puzzle's vertices and cells.
#[derive(Debug, Clone)]
pub struct Names {
    pub(super) symbols: Arc<Symbols>,
    pub(super) vertices: NameSet,
    pub(super) cells: NameSet,
    /// The names of the edges, in the order of their numbers; empty if edges are named by their ends.
    pub(super) edges: NameSet,
}

impl Names {
    /// The numbers 0, 1, ... as names of both vertices and cells, for puzzles that were not read from facts.
    pub fn numbered(vertices: u32, cells: u32) -> Self {
        let numbers = |count: u32| (0..count).map(Symbol::small).collect();
        Names {
            symbols: Arc::default(),
            vertices: numbers(vertices),
            cells: numbers(cells),
            edges: NameSet::default(),
        }
    }

    /// The numbers 0, 1, ... as names of vertices, and `f0`, `f1`, ... as names of cells, for boards whose cells are
    /// faces; `None` if there are too many.
    pub fn with_faces(vertices: u32, faces: u32) -> Option<Self> {
        let mut symbols = Symbols::default();
        let cells: Option<NameSet> =
            (0..faces).map(|face| symbols.text(format!("f{face}").as_bytes()).ok()).collect();
        let vertices = (0..vertices).map(Symbol::small).collect();
        Some(Names { symbols: Arc::new(symbols), vertices, cells: cells?, edges: NameSet::default() })
    }

    /// The given names, in order; `None` if two vertices or two cells have the same name.
    pub fn new(symbols: Symbols, vertices: &[Symbol], cells: &[Symbol]) -> Option<Self> {
        let set = |names: &[Symbol]| names.iter().copied().collect::<NameSet>();
        let found =
            Names { symbols: Arc::new(symbols), vertices: set(vertices), cells: set(cells), edges: set(&[]) };
        let all_differ = found.vertices.len() == vertices.len() && found.cells.len() == cells.len();
        all_differ.then_some(found)
    }

    /// The names with further cells, whose names are terms; `None` if there are too many, or a cell has that name.
    pub fn with_cells(self, terms: impl IntoIterator<Item = String>) -> Option<Self> {
        let Names { symbols, vertices, mut cells, edges } = self;
        let mut symbols = Arc::unwrap_or_clone(symbols);
        for term in terms {
            let (_, is_new) = cells.insert_full(symbols.text(term.as_bytes()).ok()?);
            if !is_new {
                return None;
            }
        }
        Some(Names { symbols: Arc::new(symbols), vertices, cells, edges })
    }

    /// The symbols of the vertices and of the cells in another table.
    pub fn copied_to(&self, symbols: &mut Symbols) -> Result<[Vec<Symbol>; 2], TooManySymbols> {
        let mut copied = |names: &NameSet| -> Result<Vec<Symbol>, TooManySymbols> {
            names.iter().map(|&name| symbols.copied(name, &self.symbols)).collect()
        };
        Ok([copied(&self.vertices)?, copied(&self.cells)?])
    }

    /// The names after vertices and cells are reordered: the new vertex `i` is the old `vertices[i]`. If the names
    /// are the numbers from 0 on (for cells also `f0`, `f1`, ...), they are reassigned in order; other names move
    /// with their owners. Edges lose names of their own.
    pub fn reordered(&self, vertices: &[VertexId], cells: &[CellId]) -> Self {
        let number = |symbol: Symbol| usize::try_from(self.symbols.as_integer(symbol)?).ok();
        let face = |symbol: Symbol| {
            let name = self.symbols.display(symbol).to_string();
            let number = name.strip_prefix('f')?.parse().ok()?;
            (name == format!("f{number}")).then_some(number)
        };
        let numbered = |names: &NameSet| numbering(names, number).or_else(|| numbering(names, face));
        let vertices = numbering(&self.vertices, number)
            .unwrap_or_else(|| vertices.iter().map(|v| self.vertices[v.index()]).collect());
        let cells =
            numbered(&self.cells).unwrap_or_else(|| cells.iter().map(|c| self.cells[c.index()]).collect());
        Names { symbols: Arc::clone(&self.symbols), vertices, cells, edges: NameSet::default() }
    }

    /// The name of `vertex`, as gringo prints it.
    pub fn vertex(&self, vertex: VertexId) -> impl fmt::Display + '_ {
        self.symbols.display(self.vertices[vertex.index()])
    }

    /// The name of `cell`, as gringo prints it.
    pub fn cell(&self, cell: CellId) -> impl fmt::Display + '_ {
        self.symbols.display(self.cells[cell.index()])
    }

    /// The vertex with this name in the facts from which the puzzle was built.
    pub fn vertex_of(&self, name: Symbol) -> Option<VertexId> {
        self.vertices.get_index_of(name).map(VertexId::from_index)
    }

    /// The vertex with this name, a symbol of another table.
    pub fn vertex_named(&self, name: Symbol, symbols: &Symbols) -> Option<VertexId> {
        self.vertex_of(self.symbols.known(name, symbols)?)
    }

    /// The edge with this name of its own, a symbol of another table.
    pub fn edge_named(&self, name: Symbol, symbols: &Symbols) -> Option<EdgeId> {
        let name = self.symbols.known(name, symbols)?;
        self.edges.get_index_of(name).map(EdgeId::from_index)
    }

    /// The name of `edge`, as gringo prints it, unless edges are named by their ends.
    pub fn edge(&self, edge: EdgeId) -> Option<impl fmt::Display + '_> {
        self.edges.get(edge.index()).map(|&name| self.symbols.display(name))
    }

    /// The text `link(U,V)` for an edge of `puzzle`, in the orientation of the input, or `link(E)` if it has a name E; without a full stop.
    pub fn link<'a>(&'a self, puzzle: &Puzzle, edge: EdgeId) -> impl fmt::Display + 'a {
        Link { names: self, edge, ends: puzzle.edge_ends(edge) }
    }
}

/// The names sorted by their numbers, if these are 0, 1, ... without gaps.
fn numbering(names: &NameSet, number: impl Fn(Symbol) -> Option<usize>) -> Option<NameSet> {
    let mut ordered = vec![None; names.len()];
    for &name in names.iter() {
        *ordered.get_mut(number(name)?)? = Some(name);
    }
    ordered.into_iter().collect()
}

struct Link<'a> {
    names: &'a Names,
    edge: EdgeId,
    ends: [VertexId; 2],
}

impl fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.names.edge(self.edge) {
            Some(name) => write!(f, "link({name})"),
            None => {
                write!(f, "link({},{})", self.names.vertex(self.ends[0]), self.names.vertex(self.ends[1]))
            }
        }
    }
}
