//! A graph that is being read: vertices with names or numbers, and edges, each of which joins two vertices once.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Document;
use super::document::Draft;
use super::lines::{Piece, Read, Text};
use zlink_base::counted;
use zlink_facts::{Diagnostic, word_of};
use zlink_puzzle::{EdgeList, Names, Topology, VertexId};

/// The most vertices that a text may declare by their number alone, if it has fewer bytes.
const MOST_VERTICES: usize = 1 << 16;

/// The number of steps into which coordinates with fractions are divided.
const STEPS: f64 = 100.0;

/// A graph while it is read.
pub(super) struct Graph<'s> {
    pub(super) text: Text<'s>,
    pub(super) draft: Draft,
    /// Whether edges may come again without a warning.
    pub(super) merges: bool,
    /// The vertices that have names.
    index: FxHashMap<String, u32>,
    edges: EdgeList,
    /// The edges that were named from one side: from which to which vertex, and where.
    arcs: FxHashMap<[u32; 2], Range<usize>>,
    /// The coordinates of vertices.
    places: Vec<(u32, [f64; 2])>,
    /// The place of the first edge that came before, its index, and the number of such edges.
    again: Option<(Range<usize>, u32, usize)>,
}

impl<'s> Graph<'s> {
    pub(super) fn new(text: Text<'s>) -> Self {
        Graph {
            text,
            draft: Draft::new(Topology::Cycle),
            merges: false,
            index: FxHashMap::default(),
            edges: EdgeList::default(),
            arcs: FxHashMap::default(),
            places: Vec::new(),
            again: None,
        }
    }

    /// Fails if the text, which is to have `count` vertices, is too short for them.
    pub(super) fn fits(&self, count: u64, range: Range<usize>) -> Read<usize> {
        let number = usize::try_from(count).ok();
        let number = number.filter(|&number| number <= self.text.all.len().max(MOST_VERTICES));
        number.ok_or_else(|| self.text.error(range, "the text is too short for so many vertices"))
    }

    /// Adds as many vertices as `count` says, named 1, 2, ...
    pub(super) fn numbered(&mut self, count: Piece<'s>) -> Read<usize> {
        let number = count.text.parse();
        let number =
            number.map_err(|_| self.text.error(count.range(), "a number of vertices was expected"))?;
        let number = self.fits(number, count.range())?;
        for v in 1..=number {
            let added = self.draft.named_vertex(&v.to_string());
            added.map_err(|error| self.text.error(count.range(), error.to_string()))?;
        }
        Ok(number)
    }

    /// The vertex with a number from 1 to `count`.
    pub(super) fn number(&self, piece: Piece<'_>, count: usize) -> Read<u32> {
        match piece.text.parse::<u32>() {
            Ok(n) if n >= 1 && n as usize <= count => Ok(n - 1),
            _ => {
                let what = match count {
                    0 => "a vertex was expected, but there are none".to_owned(),
                    _ => format!("a vertex was expected: a number from 1 to {count}"),
                };
                Err(self.text.error(piece.range(), what))
            }
        }
    }

    /// The vertex with a name, which is at `range`; a new one if there was none.
    pub(super) fn named(&mut self, name: &str, range: Range<usize>) -> Read<u32> {
        if let Some(&vertex) = self.index.get(name) {
            return Ok(vertex);
        }
        if let Some(control) = name.chars().find(|c| c.is_control()) {
            return Err(self.text.control_character(range, control));
        }
        let vertex = self.draft.named_vertex(name);
        let vertex = vertex.map_err(|error| self.text.error(range, error.to_string()))?;
        self.index.insert(name.to_owned(), vertex);
        Ok(vertex)
    }

    /// Gives a vertex coordinates; the second one grows downwards.
    pub(super) fn place(&mut self, vertex: u32, place: [f64; 2]) {
        self.places.push((vertex, place));
    }

    /// Adds an edge, which is at `range` in the text. An edge that came before counts once, with a warning.
    pub(super) fn edge(&mut self, [u, v]: [u32; 2], range: Range<usize>) -> Read<()> {
        if u == v {
            return Err(self.text.error(range, "an edge must join two different vertices"));
        }
        match (self.edges.find(u, v), &mut self.again) {
            (Some(_), _) if self.merges => {}
            (Some(_), Some((_, _, times))) => *times += 1,
            (Some(edge), again) => *again = Some((range, edge, 1)),
            (None, _) => {
                self.edges.add(u, v);
                self.draft.places.edges.push(range.start);
            }
        }
        Ok(())
    }

    /// Adds an edge, in a format where it may come from the other side again.
    pub(super) fn either(&mut self, [u, v]: [u32; 2], range: Range<usize>) -> Read<()> {
        match self.edges.find(u, v) {
            Some(edge) if self.edges.ends[edge as usize] == [v, u] => Ok(()),
            _ => self.edge([u, v], range),
        }
    }

    /// Adds an edge as its first vertex has it, in a format where the second one has it, too.
    pub(super) fn arc(&mut self, [u, v]: [u32; 2], range: Range<usize>) -> Read<()> {
        let is_new = self.arcs.insert([u, v], range.clone()).is_none();
        if is_new && u != v && self.arcs.contains_key(&[v, u]) {
            return Ok(());
        }
        self.edge([u, v], range)
    }

    /// Whether the first vertex of an edge has it.
    pub(super) fn has_arc(&self, arc: [u32; 2]) -> bool {
        self.arcs.contains_key(&arc)
    }

    /// Whether both vertices of an edge have it.
    pub(super) fn is_mutual(&self) -> bool {
        self.arcs.len() > self.edges.ends.len()
    }

    /// The place of the first edge that only one of its vertices has.
    pub(super) fn one_sided(&self) -> Option<Range<usize>> {
        let arcs = self.arcs.iter().filter(|([u, v], _)| !self.arcs.contains_key(&[*v, *u]));
        arcs.map(|(_, range)| range.clone()).min_by_key(|range| range.start)
    }

    /// The index of the edge between two vertices.
    pub(super) fn find(&self, [u, v]: [u32; 2]) -> Option<u32> {
        self.edges.find(u, v)
    }

    /// Compares the number of edges that the text declares with that of its `lines`.
    pub(super) fn declared(&mut self, count: Piece<'_>, lines: usize) -> Read<()> {
        let Ok(number) = count.text.parse::<usize>() else {
            return Err(self.text.error(count.range(), "a number of edges was expected"));
        };
        if number != lines && number != self.edges.ends.len() {
            let what = format!("this declares {}, but {lines} follow", counted(number, "edge"));
            self.draft.warnings.push(self.text.warning(count.range(), what));
        }
        Ok(())
    }

    /// Fails unless the text has as many edges as it declares.
    pub(super) fn exactly(&self, count: Piece<'_>) -> Read<()> {
        let have = self.edges.ends.len();
        match count.text.parse() == Ok(have) {
            true => Ok(()),
            false => Err(self.text.error(count.range(), format!("here are {have} edges"))),
        }
    }

    /// Finishes the graph.
    pub(super) fn finish(self) -> Read<Document> {
        let Graph { text, mut draft, edges, places, again, .. } = self;
        if let Some((range, edge, times)) = again {
            let more = match times {
                1 => String::new(),
                2 => ", and so does another one".to_owned(),
                _ => format!(", and so do {} others", times - 1),
            };
            let what = format!("this edge came before{more}: a puzzle has at most one between two vertices");
            let first = draft.places.edges[edge as usize];
            let warning = text.warning(range, what);
            draft.warnings.push(warning.note("the first one", text.sources(), 0, first..first + 1));
        }
        draft.parts.edges = edges.ends;
        let is_whole = places.iter().flat_map(|(_, place)| place).all(|at| at.fract() == 0.0);
        let scale = if is_whole { 1.0 } else { STEPS };
        draft.positions.resize(draft.parts.vertices, None);
        for (vertex, place) in places {
            let place = place.map(|at| at * scale);
            if place.iter().all(|at| at.abs() < 1e15) {
                draft.positions[vertex as usize] = Some(place.map(|at| at.round() as i64));
            }
        }
        draft.finish().map_err(|error| text.error_at_start(error.to_string()))
    }
}

/// The refusal of a directed graph, whose sign is at `range`.
pub(super) fn directed(text: Text<'_>, range: Range<usize>) -> Box<Diagnostic> {
    let what = text.error(range, "the graph is directed, but the edges of a puzzle have no direction");
    Box::new(
        what.help("if directions do not matter, make it undirected first (networkx: graph.to_undirected())"),
    )
}

/// The vertices' names as words, unless two are the same or one has a character that a format cannot hold.
pub(super) fn words(names: &Names, count: usize, is_foreign: impl Fn(char) -> bool) -> Option<Vec<String>> {
    let mut seen = FxHashSet::default();
    let terms = (0..count).map(|v| names.vertex(VertexId::from_index(v)).to_string());
    let mut words = terms.map(|term| word_of(&term).into_owned());
    words.try_fold(Vec::new(), |mut all, word| {
        let fits = !word.contains(&is_foreign) && seen.insert(word.clone());
        all.push(word);
        fits.then_some(all)
    })
}

/// The vertices whose names are not their numbers, counted from 1: the number and the name of each.
pub(super) fn renamed(names: &Names, count: usize) -> impl Iterator<Item = (usize, String)> {
    let all = (0..count).map(|v| (v + 1, names.vertex(VertexId::from_index(v)).to_string()));
    all.filter(|(number, name)| *name != number.to_string())
}
