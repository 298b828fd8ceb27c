//! Graphs in the formats graph6 and sparse6 of nauty: one line of characters from `?` to `~`, each of which holds six bits.

use super::document::{Document, Unsupported};
use super::graph::{Graph, directed};
use super::lines::{Piece, Read, Text};
use zlink_base::counted;
use zlink_puzzle::EdgeId;

/// The signs that may precede the first graph of a file.
const HEADS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

/// The most vertices of a graph that is written, which takes 90 MB.
const MOST_WRITTEN: usize = 1 << 15;

/// Whether the text begins with a sign of the formats, or its lines have the lengths of graphs. Such a line begins with its number of
/// vertices, from 2 on; clues are digits, which are no characters of the format, and one row of labels without its size is no puzzle. Two lines
/// may be a board whose first column is a pair, if it has empty squares, but a label is not in three rows.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let mut lines = text.all.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let first = lines.peek().copied().unwrap_or_default();
    if HEADS.iter().any(|head| first.starts_with(head)) {
        return true;
    }
    let mut count = 0;
    let is_graph = |line: &str| {
        count += 1;
        let (line, is_sparse) = line.strip_prefix(':').map_or((line, false), |rest| (rest, true));
        let mut bits = Bits::of(line);
        line.bytes().all(|byte| (63..127).contains(&byte))
            && bits.count().is_some_and(|n| is_sparse || n >= 2 && bits.rest.len() as u64 == dense_length(n))
    };
    let has_empty = text.all.contains(['?', '_']);
    lines.all(is_graph) && (first.starts_with(':') || count != 2 || !has_empty)
}

/// The number of characters that hold one bit for each two of `n` vertices.
fn dense_length(n: u64) -> u64 {
    // There are fewer than 2^36 vertices.
    (u128::from(n) * u128::from(n.saturating_sub(1)) / 2).div_ceil(6).try_into().unwrap_or(u64::MAX)
}

/// The bits of a text.
struct Bits<'s> {
    /// The characters of which no bit was taken.
    rest: &'s [u8],
    /// The last character, and how many of its bits are left.
    open: (u8, u32),
}

impl<'s> Bits<'s> {
    fn of(text: &'s str) -> Self {
        Bits { rest: text.as_bytes(), open: (0, 0) }
    }

    fn bit(&mut self) -> Option<bool> {
        if self.open.1 == 0 {
            let (first, rest) = self.rest.split_first()?;
            (self.rest, self.open) = (rest, (first - 63, 6));
        }
        self.open.1 -= 1;
        Some(self.open.0 >> self.open.1 & 1 == 1)
    }

    /// The number in the next `width` bits.
    fn number(&mut self, width: u32) -> Option<u64> {
        (0..width).try_fold(0, |number, _| Some(number << 1 | u64::from(self.bit()?)))
    }

    /// The number of vertices, at the start.
    fn count(&mut self) -> Option<u64> {
        let longer = self.rest.iter().take_while(|&&byte| byte == b'~').count().min(2);
        self.rest = &self.rest[longer..];
        self.number([6, 18, 36][longer])
    }
}

/// Reads a graph; its vertices are 0, 1, ...
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut lines = text.lines().map(Piece::trimmed).filter(|line| !line.text.is_empty());
    let first = lines.next().ok_or_else(|| text.error_at_start("there is no graph in this file"))?;
    let head = HEADS.iter().find(|head| first.text.starts_with(**head)).map_or(0, |head| head.len());
    let mut line = Piece { at: first.at + head, text: &first.text[head..] };
    if line.text.is_empty() && head > 0 {
        line = lines.next().ok_or_else(|| text.error_at_end("a graph was expected behind this"))?;
    }
    if let Some(second) = lines.next() {
        let help = "put each graph into a file of its own; `sed -n 2p FILE` writes the second line";
        return Err(Box::new(text.error(second.range(), "this is a second graph").help(help)));
    }
    let kind = line.text.chars().next().unwrap_or_default();
    match kind {
        '&' => return Err(directed(text, line.at..line.at + 1)),
        ';' => {
            let what = "this describes a graph by what changes from the one before, which is missing";
            return Err(text.error(line.at..line.at + 1, what));
        }
        _ => {}
    }
    let is_sparse = kind == ':';
    let body = Piece { at: line.at + usize::from(is_sparse), text: &line.text[usize::from(is_sparse)..] };
    let is_foreign = |c: &Piece<'_>| !c.text.bytes().all(|byte| (63..127).contains(&byte));
    if let Some(foreign) = body.characters().find(is_foreign) {
        return Err(text.error(foreign.range(), "a character from `?` to `~` was expected"));
    }
    let mut bits = Bits::of(body.text);
    let count = bits.count().ok_or_else(|| text.error(line.range(), "a number of vertices was expected"))?;
    let mut graph = Graph::new(text);
    let have = bits.rest.len() as u64;
    if !is_sparse && have != dense_length(count) {
        let (vertices, want) = (counted(count, "vertex"), dense_length(count));
        let what = format!("behind {vertices}, characters were expected: {want}, not {have}");
        return Err(text.error(line.range(), what));
    }
    let most = graph.fits(count, line.range())?;
    graph.draft.numbered_vertices(most).map_err(|error| text.error(line.range(), error.to_string()))?;
    let at = |bits: &Bits<'_>| {
        let at = body.range().end - bits.rest.len();
        at - 1..at
    };
    match is_sparse {
        true => sparse(&mut graph, count, &mut bits, at)?,
        false => {
            for v in 1..count {
                for u in 0..v {
                    if bits.bit() == Some(true) {
                        graph.edge([u as u32, v as u32], at(&bits))?;
                    }
                }
            }
            if bits.open.1 > 0 && bits.number(bits.open.1) != Some(0) {
                return Err(text.error(at(&bits), "the last bits must be 0: they stand for no edge"));
            }
        }
    }
    graph.finish()
}

/// Reads the edges of a graph in the format sparse6: each step moves to the next vertex or not, and names another vertex.
fn sparse(
    graph: &mut Graph<'_>,
    count: u64,
    bits: &mut Bits<'_>,
    at: impl Fn(&Bits<'_>) -> std::ops::Range<usize>,
) -> Read<()> {
    let width = u64::BITS - count.saturating_sub(1).leading_zeros();
    let mut v = 0;
    while let Some(moves) = bits.bit() {
        // What is left at the end and too short for an edge is padding.
        let Some(x) = bits.number(width) else { break };
        v += u64::from(moves);
        if x >= count || v >= count {
            break;
        }
        if x > v {
            v = x;
            continue;
        }
        let ends = [x as u32, v as u32];
        if graph.find(ends).is_some() {
            let what = "an edge came before: a puzzle has at most one between two vertices";
            return Err(graph.text.error(at(bits), what));
        }
        graph.edge(ends, at(bits))?;
    }
    if bits.rest.is_empty() {
        return Ok(());
    }
    Err(graph.text.error(at(bits), "a vertex was expected, which is less than the number of vertices"))
}

/// Writes the graph of a document as graph6.
pub(super) fn write(document: &Document) -> Result<String, Unsupported> {
    let count = document.puzzle.vertex_count();
    if count > MOST_WRITTEN {
        return Err(Unsupported::new("so large a graph: it writes one bit for each two of its vertices"));
    }
    let length = dense_length(count as u64) as usize;
    let mut codes: Vec<u8> = match count {
        0..=62 => vec![count as u8],
        _ => [63].into_iter().chain([12, 6, 0].map(|shift| (count >> shift & 63) as u8)).collect(),
    };
    let start = codes.len();
    codes.resize(start + length, 0);
    for e in 0..document.puzzle.edge_count() {
        let [u, v] = document.puzzle.edge_ends(EdgeId::from_index(e)).map(|end| end.index());
        let (low, high) = (u.min(v), u.max(v));
        let bit = high * (high - 1) / 2 + low;
        codes[start + bit / 6] |= 32 >> (bit % 6);
    }
    // One character alone could be anything.
    let head = if count < 2 { HEADS[0] } else { "" };
    Ok(head.chars().chain(codes.into_iter().map(|code| char::from(code + 63))).chain(['\n']).collect())
}
