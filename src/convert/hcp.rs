//! Hamiltonian cycles in the format of TSPLIB: graphs of the type HCP, as lists of edges or of neighbours, with tours; tours alone.

use std::fmt::Write;
use std::iter::Peekable;

use rustc_hash::FxHashMap;

use super::document::{Document, Unsupported};
use super::graph::{Graph, renamed};
use super::lines::{Piece, Read, Text};
use zlink_base::counted;
use zlink_facts::{Diagnostic, Source};
use zlink_puzzle::{EdgeId, Names, Puzzle, Topology, VertexId};

/// The names of the format's entries that a text may begin with.
const ENTRIES: [&str; 4] = ["NAME", "TYPE", "COMMENT", "DIMENSION"];

/// Whether the text begins with an entry of TSPLIB, like `NAME : square`.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let first = text.all.trim_start().lines().next();
    let entry = first.and_then(|line| line.split_once(':'));
    entry.is_some_and(|(name, _)| ENTRIES.contains(&name.trim()))
}

/// What the entries and sections of a text say.
#[derive(Default)]
struct Parts<'s> {
    kind: Option<Piece<'s>>,
    dimension: Option<Piece<'s>>,
    /// Whether edges are listed by vertex.
    by_vertex: Option<bool>,
    /// The numbers of the section of edges, each list without its end.
    edges: Option<Vec<Vec<Piece<'s>>>>,
    places: Vec<[Piece<'s>; 3]>,
    tour: Option<Vec<Piece<'s>>>,
}

impl<'s> Parts<'s> {
    fn of(text: Text<'s>) -> Read<Self> {
        let mut parts = Parts::default();
        let mut lines = text.lines().map(Piece::trimmed).filter(|line| !line.text.is_empty()).peekable();
        while let Some(line) = lines.next() {
            let (name, value) = line.text.split_once(':').unwrap_or((line.text, ""));
            let value = Piece { at: line.at + line.text.len() - value.len(), text: value }.trimmed();
            match name.trim() {
                "NAME" | "COMMENT" => {}
                "TYPE" => parts.kind = Some(value),
                "DIMENSION" => parts.dimension = Some(value),
                "EDGE_DATA_FORMAT" => {
                    parts.by_vertex = match value.text {
                        "EDGE_LIST" => Some(false),
                        "ADJ_LIST" => Some(true),
                        _ => return Err(text.error(value.range(), "EDGE_LIST or ADJ_LIST was expected")),
                    }
                }
                "EDGE_DATA_SECTION" => {
                    let long = parts.by_vertex == Some(true);
                    parts.edges = Some(lists(text, &mut lines, long)?.whole(text)?);
                }
                "FIXED_EDGES_SECTION" => {
                    let fixed = lists(text, &mut lines, false)?.whole(text)?;
                    if let Some(first) = fixed.first().and_then(|pair| pair.first()) {
                        let what =
                            text.error(first.range(), "only facts can say which edges must be in the cycle");
                        let help = "`zlink convert` makes facts of the rest, and link(U,V) demands an edge";
                        return Err(Box::new(what.help(help)));
                    }
                }
                "TOUR_SECTION" => {
                    let mut tours = lists(text, &mut lines, true)?.lists.into_iter();
                    parts.tour = tours.next();
                    if let Some(second) = tours.next().and_then(|tour| tour.first().copied()) {
                        return Err(text.error(second.range(), "a second tour begins here"));
                    }
                }
                "DISPLAY_DATA_TYPE" | "NODE_COORD_TYPE" => {}
                "DISPLAY_DATA_SECTION" | "NODE_COORD_SECTION" => parts.places = places(text, &mut lines)?,
                "EOF" => {
                    if let Some(more) = lines.next() {
                        return Err(text.error(more.range(), "nothing was expected behind EOF"));
                    }
                }
                _ => {
                    return Err(
                        text.error(line.range(), "this is no entry of a graph in the format of TSPLIB")
                    );
                }
            }
        }
        Ok(parts)
    }

    /// Fails unless the text is of the type `wanted`.
    fn is(&self, text: Text<'s>, wanted: &str) -> Read<()> {
        let what = format!("the type {wanted} was expected");
        match self.kind {
            Some(found) if found.text == wanted => Ok(()),
            Some(found) if found.text == "TOUR" => {
                let help = "a tour is an answer: `zlink check GRAPH TOUR` checks it";
                Err(Box::new(text.error(found.range(), what).help(help)))
            }
            Some(found) => Err(text.error(found.range(), what)),
            None => Err(text.error_at_start(format!("the entry `TYPE : {wanted}` is missing"))),
        }
    }
}

/// Whether a line holds numbers, and not the name of an entry.
fn has_numbers(line: &Piece<'_>) -> bool {
    line.text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// The numbers of the next lines: pairs up to a -1, or `long` lists that end with a -1 each, and together with one more.
fn lists<'s>(
    text: Text<'s>,
    lines: &mut Peekable<impl Iterator<Item = Piece<'s>>>,
    long: bool,
) -> Read<Lists<'s>> {
    let (mut lists, mut list, mut last) = (Vec::new(), Vec::new(), None);
    let mut is_whole = false;
    for word in std::iter::from_fn(|| lines.next_if(has_numbers)).flat_map(Piece::words) {
        if is_whole {
            return Err(text.error(word.range(), "nothing was expected behind the -1 that ends the section"));
        }
        last = Some(word);
        match word.text {
            "-1" if list.is_empty() => is_whole = true,
            "-1" if long => lists.push(std::mem::take(&mut list)),
            _ => list.push(word),
        }
        if !long && list.len() == 2 {
            lists.push(std::mem::take(&mut list));
        }
    }
    match (list.last(), last) {
        (Some(open), _) => Err(text.error(open.range(), "-1 was expected behind this, or more numbers")),
        (None, last) => Ok(Lists { lists, end: (!is_whole).then_some(last) }),
    }
}

/// The lists of numbers in a section.
struct Lists<'s> {
    lists: Vec<Vec<Piece<'s>>>,
    /// The last number, if the -1 that ends the section is missing.
    end: Option<Option<Piece<'s>>>,
}

impl<'s> Lists<'s> {
    /// The lists of a section that has its end.
    fn whole(self, text: Text<'s>) -> Read<Vec<Vec<Piece<'s>>>> {
        let what = "the -1 that ends the section is missing: is this the whole text?";
        match self.end {
            None => Ok(self.lists),
            Some(Some(last)) => Err(text.error(last.range(), what)),
            Some(None) => Err(text.error_at_end(what)),
        }
    }
}

/// The lines `VERTEX X Y`, which come next.
fn places<'s>(
    text: Text<'s>,
    lines: &mut Peekable<impl Iterator<Item = Piece<'s>>>,
) -> Read<Vec<[Piece<'s>; 3]>> {
    let mut places = Vec::new();
    while let Some(line) = lines.next_if(has_numbers) {
        let words: Vec<Piece<'s>> = line.words().collect();
        places.push(words.try_into().map_err(|_| text.error(line.range(), "`VERTEX X Y` was expected"))?);
    }
    Ok(places)
}

/// Reads a graph. Its cycle passes every vertex.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let parts = Parts::of(text)?;
    parts.is(text, "HCP")?;
    let missing = |what: &str| text.error_at_end(format!("the text ends, but {what} is missing"));
    let mut graph = Graph::new(text);
    let count = graph.numbered(parts.dimension.ok_or_else(|| missing("DIMENSION"))?)?;
    let by_vertex = parts.by_vertex.ok_or_else(|| missing("EDGE_DATA_FORMAT"))?;
    for list in parts.edges.ok_or_else(|| missing("EDGE_DATA_SECTION"))? {
        let Some((first, others)) = list.split_first() else { continue };
        let u = graph.number(*first, count)?;
        for other in others {
            let v = graph.number(*other, count)?;
            let range = if by_vertex { other.range() } else { first.at..other.range().end };
            match by_vertex {
                true => graph.arc([u, v], range)?,
                false => graph.edge([u, v], range)?,
            }
        }
    }
    let find = |graph: &Graph<'_>, [u, v]: [Piece<'_>; 2]| {
        let ends = [graph.number(u, count)?, graph.number(v, count)?];
        let none = || text.error(v.range(), format!("no edge joins {} and {}", u.text, v.text));
        graph.find(ends).ok_or_else(none)
    };
    for [vertex, x, y] in parts.places {
        let vertex = graph.number(vertex, count)?;
        let number = |piece: Piece<'_>| {
            let number = piece.text.parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| text.error(piece.range(), "a coordinate was expected"))
        };
        graph.place(vertex, [number(x)?, -number(y)?]);
    }
    let answer = match &parts.tour {
        Some(tour) => steps(text, tour, count, |step| find(&graph, step))?,
        None => Vec::new(),
    };
    graph.draft.parts.cover = true;
    Ok(Document { answer, ..graph.finish()? })
}

/// The edges of a tour of `count` vertices, ascending; `find` finds the edge between two of them.
fn steps<'s>(
    text: Text<'s>,
    tour: &[Piece<'s>],
    count: usize,
    find: impl Fn([Piece<'s>; 2]) -> Read<u32>,
) -> Read<Vec<EdgeId>> {
    let Some(&last) = tour.last() else { return Ok(Vec::new()) };
    has_all(text, tour, count)?;
    let before = [last].into_iter().chain(tour.iter().copied());
    let edges: Read<Vec<u32>> = before.zip(tour).map(|(u, &v)| find([u, v])).collect();
    let mut edges: Vec<EdgeId> = edges?.into_iter().map(|edge| EdgeId::from_index(edge as usize)).collect();
    edges.sort_unstable();
    edges.dedup();
    Ok(edges)
}

/// Fails unless a tour has `count` vertices.
fn has_all(text: Text<'_>, tour: &[Piece<'_>], count: usize) -> Read<()> {
    let Some(last) = tour.last().filter(|_| tour.len() != count) else { return Ok(()) };
    let what = format!("the tour has {}, but the graph has {count}", counted(tour.len(), "vertex"));
    Err(text.error(last.range(), what))
}

/// Whether a text is a tour alone: an answer, and no puzzle.
pub fn is_tour(source: &Source) -> bool {
    let Ok(text) = Text::new(source) else { return false };
    let kind = |line: Piece<'_>| line.text.split_once(':').is_some_and(|(name, _)| name.trim() == "TYPE");
    let kind = text.lines().find(|line| kind(*line)).and_then(|line| line.text.split_once(':'));
    looks_like(text) && kind.is_some_and(|(_, kind)| kind.trim() == "TOUR")
}

/// The vertices, in order, of a tour in the format of TSPLIB, which has as many as `puzzle`. There may be no edge from one to the next.
pub fn read_tour(source: &Source, puzzle: &Puzzle, names: &Names) -> Result<Vec<VertexId>, Box<Diagnostic>> {
    let text = Text::new(source)?;
    let parts = Parts::of(text)?;
    parts.is(text, "TOUR")?;
    let tour = parts.tour.filter(|tour| !tour.is_empty());
    let tour =
        tour.ok_or_else(|| text.error_at_end("the text ends, but the vertices of the tour are missing"))?;
    has_all(text, &tour, puzzle.vertex_count())?;
    let vertices = (0..puzzle.vertex_count()).map(VertexId::from_index);
    let index: FxHashMap<String, VertexId> = vertices.map(|v| (names.vertex(v).to_string(), v)).collect();
    let vertex = |word: &Piece<'_>| {
        let missing = || text.error(word.range(), format!("the graph has no vertex `{}`", word.text));
        index.get(word.text).copied().ok_or_else(missing)
    };
    tour.iter().map(vertex).collect()
}

/// Writes the graph of a puzzle whose cycle passes every vertex.
pub(super) fn write(document: &Document) -> Result<String, Unsupported> {
    let Document { puzzle, names, .. } = document;
    if puzzle.topology() != Topology::Cycle || !puzzle.cover() {
        return Err(Unsupported::new(
            "other questions than that for one cycle through every vertex (`--cover`)",
        ));
    }
    let mut text = "NAME : graph\nTYPE : HCP\n".to_owned();
    // Writing to a string cannot fail.
    for (number, name) in renamed(names, puzzle.vertex_count()) {
        let _ = writeln!(text, "COMMENT : vertex {number} is {name}");
    }
    let _ = writeln!(text, "DIMENSION : {}", puzzle.vertex_count());
    text.push_str("EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n");
    for e in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e));
        let _ = writeln!(text, "{} {}", u.index() + 1, v.index() + 1);
    }
    text.push_str("-1\nEOF\n");
    Ok(text)
}
