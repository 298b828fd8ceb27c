//! The formats of `zlink convert`: a document that is written in a format can be read again, and only what the format
//! cannot express is lost.

use zlink::convert::{Document, Format, detect, read, recognise, write};
use zlink::facts::Source;
use zlink::puzzle::{CellId, Incidence, Topology, VertexId};

/// The most edges of a document that is written, too. Larger ones would take too long.
const MOST_EDGES: usize = 2000;

/// Any bytes in any format are a document, or there is an error.
pub fn check(bytes: &[u8]) {
    let source = Source::new("fuzz", bytes);
    detect(&source);
    if let Err(error) = recognise(&source) {
        assert!(error.to_string().contains("error: "));
    }
    for format in Format::ALL {
        match read(format, &source) {
            Ok(document) if document.puzzle.edge_count() <= MOST_EDGES => {
                Format::ALL.into_iter().for_each(|format| comes_back(&document, format));
            }
            Ok(_) => {}
            Err(error) => assert!(error.to_string().contains("error: ")),
        }
    }
}

/// Writes a document in a format, reads the text, and writes the result again: nothing changes.
fn comes_back(document: &Document, format: Format) {
    let Ok(written) = write(format, document) else { return };
    let text = &written.text;
    let again = match read(format, &Source::new("written", text.as_str())) {
        Ok(again) => again,
        // Some grids can be clues or labels; the user has to decide.
        Err(error) if format == Format::Paper && error.to_string().contains("says what they are") => return,
        // A thousand names may look like declarations of namespaces.
        Err(error) if format == Format::Graphml && error.to_string().contains("namespaces are declared") => {
            return;
        }
        Err(error) => panic!("what {format:?} writes it does not read: {error}\n{text}"),
    };
    let second = write(format, &again)
        .unwrap_or_else(|error| panic!("what {format:?} reads it does not write: {error}\n{text}"));
    if format.is_graph() {
        // Formats for graphs may change the names and the order.
        assert_eq!(degrees(document), degrees(&again), "{format:?} changes the graph:\n{text}");
        return;
    }
    // In facts, the links of an answer are required edges when they are read again, which are written earlier.
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if format == Format::Facts && !document.answer.is_empty() {
            lines.sort_unstable();
        }
        lines
    };
    assert_eq!(lines(text), lines(&second.text), "{format:?} does not write again what it has read");
    // An empty grid of labels looks like an empty grid of clues.
    let is_blank = document.puzzle.topology() == Topology::Linkage && document.puzzle.pairs().is_empty();
    if written.lost.is_empty() && !is_blank {
        let said = Figures::of(document, !written.without_answer);
        assert_eq!(said, Figures::of(&again, true), "{format:?} changes the puzzle:\n{text}");
    }
}

/// The degrees of the vertices, sorted.
fn degrees(document: &Document) -> Vec<usize> {
    let incidence = Incidence::of(&document.puzzle);
    let vertices = (0..document.puzzle.vertex_count()).map(VertexId::from_index);
    let mut degrees: Vec<usize> = vertices.map(|vertex| incidence.at(vertex).len()).collect();
    degrees.sort_unstable();
    degrees
}

/// Numbers that do not depend on the names and the order of vertices, edges and cells.
#[derive(Debug, PartialEq)]
struct Figures {
    topology: Topology,
    vertices: usize,
    edges: usize,
    pairs: usize,
    cover: bool,
    /// The number of required edges and of edges of the answer, as both are links in facts.
    links: usize,
    forbidden: usize,
    /// The number of edges and the clue of each cell with a clue.
    clues: Vec<(usize, u32)>,
}

impl Figures {
    fn of(document: &Document, with_answer: bool) -> Self {
        let puzzle = &document.puzzle;
        let cells = (0..puzzle.cell_count()).map(|cell| puzzle.cell(CellId::from_index(cell)));
        let mut clues: Vec<(usize, u32)> =
            cells.filter_map(|cell| Some((cell.edges.len(), cell.clue?))).collect();
        clues.sort_unstable();
        Figures {
            topology: puzzle.topology(),
            vertices: puzzle.vertex_count(),
            edges: puzzle.edge_count(),
            pairs: puzzle.pairs().len(),
            cover: puzzle.cover(),
            links: puzzle.required().len() + if with_answer { document.answer.len() } else { 0 },
            forbidden: puzzle.forbidden().len(),
            clues,
        }
    }
}
