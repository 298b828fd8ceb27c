//! Graphs in the DIMACS format: `p edge VERTICES EDGES`, then `e U V` with vertices from 1 on. Also its relatives: `p sp` with arcs `a U V`,
//! graphs of PACE (`p tw`) with edges `U V`, and paths between two ends (`t U V`) of a greatest length (`l EDGES`), as ICGCA has them.

use std::fmt::Write;

use super::Document;
use super::graph::{Graph, directed, renamed};
use super::lines::{Piece, Read, Text};
use zlink_puzzle::{EdgeId, Topology};

/// The kinds of problems whose lines `e U V` are edges, and those of PACE, whose lines `U V` are.
const MARKED: [&str; 4] = ["edge", "edges", "col", "sp"];
const BARE: [&str; 6] = ["tw", "td", "tww", "ds", "vc", "cep"];

/// Whether the first line that is no comment is like `p edge 3 3`.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let is_comment = |line: &Piece<'_>| matches!(line.words().next().map(|word| word.text), None | Some("c"));
    let first = text.lines().find(|line| !is_comment(line));
    let words: Vec<&str> = first.into_iter().flat_map(Piece::words).map(|word| word.text).collect();
    let are_numbers = |sizes: &[&str]| sizes.iter().all(|size| size.parse::<u64>().is_ok());
    matches!(words[..], ["p", kind, ref sizes @ ..] if !sizes.is_empty()
        && (MARKED.contains(&kind) || BARE.contains(&kind) || sizes.len() == 2 && are_numbers(sizes)))
}

/// The first line of a graph.
#[derive(Clone, Copy)]
struct Head<'s> {
    kind: Piece<'s>,
    vertices: usize,
    edges: Piece<'s>,
}

impl<'s> Head<'s> {
    fn read(graph: &mut Graph<'s>, words: &[Piece<'s>]) -> Read<Self> {
        let [_, kind, n, edges] = *words else {
            let line = words[0].at..words[words.len() - 1].range().end;
            return Err(graph.text.error(line, EXPECTED));
        };
        if !MARKED.contains(&kind.text) && !BARE.contains(&kind.text) {
            let kinds = [&MARKED[..], &BARE[..]].concat().join(", ");
            let what = graph.text.error(kind.range(), "this is no kind of graph that has a meaning here");
            return Err(Box::new(what.help(format!("these are read: {kinds}"))));
        }
        Ok(Head { kind, vertices: graph.numbered(n)?, edges })
    }
}

const EXPECTED: &str = "`p edge VERTICES EDGES` or `e U V` was expected";

/// Reads a graph. Arcs must be there in both directions.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut graph = Graph::new(text);
    let mut head: Option<Head<'_>> = None;
    let mut lines = 0;
    let (mut limit, mut ends) = (None, None);
    for line in text.lines() {
        let words: Vec<Piece<'_>> = line.words().collect();
        let Some((first, rest)) = words.split_first().filter(|(first, _)| first.text != "c") else {
            continue;
        };
        text.no_control_character(line)?;
        let range = line.trimmed().range();
        let is_bare = head.is_some_and(|head| BARE.contains(&head.kind.text));
        match (first.text, rest, head) {
            ("p", _, Some(_)) => return Err(text.error(range, "this is the second line with `p`")),
            ("p", _, None) => head = Some(Head::read(&mut graph, &words)?),
            ("e" | "a" | "t" | "l", [_, ..], None) => {
                return Err(text.error(range, "`p edge VERTICES EDGES` must come before the edges"));
            }
            ("e" | "a", [u, v, weight @ ..], Some(head)) if !is_bare => {
                let ends = [graph.number(*u, head.vertices)?, graph.number(*v, head.vertices)?];
                if let Some(odd) =
                    weight.iter().enumerate().find(|(i, w)| *i > 0 || w.text.parse::<f64>().is_err())
                {
                    return Err(
                        text.error(odd.1.range(), "a weight was expected, which is a number, or nothing")
                    );
                }
                lines += 1;
                match first.text {
                    "a" => graph.arc(ends, range)?,
                    _ => graph.edge(ends, range)?,
                }
            }
            (_, [v], Some(head)) if is_bare => {
                let ends = [graph.number(*first, head.vertices)?, graph.number(*v, head.vertices)?];
                lines += 1;
                graph.edge(ends, range)?;
            }
            ("t", [u, v], Some(head)) if !is_bare => {
                if ends.is_some() {
                    return Err(text.error(range, "this is the second line with `t`"));
                }
                let pair = [graph.number(*u, head.vertices)?, graph.number(*v, head.vertices)?];
                if pair[0] == pair[1] {
                    return Err(text.error(range, "a path must join two different vertices"));
                }
                ends = Some(pair);
            }
            ("l", [most], Some(_)) if !is_bare => {
                let number = most.text.parse::<usize>();
                let number =
                    number.map_err(|_| text.error(most.range(), "a number of edges was expected"))?;
                limit = Some((*most, number));
            }
            ("n" | "d" | "v" | "x", _, _) if !is_bare => {}
            (_, _, Some(_)) if is_bare => return Err(text.error(range, "an edge was expected: two vertices")),
            _ => return Err(text.error(range, EXPECTED)),
        }
    }
    let head = head.ok_or_else(|| text.error_at_start("the line `p edge VERTICES EDGES` is missing"))?;
    if let Some(arc) = graph.one_sided() {
        return Err(directed(text, arc));
    }
    graph.declared(head.edges, lines)?;
    match (ends, limit) {
        (None, None) => {}
        (None, Some((most, _))) => {
            let what =
                text.error(most.range(), "a line `t U V` is missing: between which vertices are the paths?");
            return Err(Box::new(what.help(ANY_ENDS)));
        }
        (Some(pair), limit) => {
            graph.draft.parts.topology = Topology::Linkage;
            graph.draft.parts.pairs.push(pair);
            // A path has fewer edges than there are vertices.
            if let Some((most, number)) = limit.filter(|(_, number)| number.saturating_add(1) < head.vertices)
            {
                let what = text.error(most.range(), "no puzzle can say how long a path may be at most");
                let help = format!(
                    "without this line, `zlink diagram build FILE | zlink diagram filter --size ..{number} | zlink \
                     diagram count` counts these paths"
                );
                return Err(Box::new(what.help(help)));
            }
        }
    }
    graph.finish()
}

const ANY_ENDS: &str =
    "paths between any ends are the cycles through one more vertex, which has an edge to every other one";

/// Writes the graph of a document.
pub(super) fn write(document: &Document) -> String {
    let Document { puzzle, names, .. } = document;
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (number, name) in renamed(names, puzzle.vertex_count()) {
        let _ = writeln!(text, "c vertex {number} is {name}");
    }
    let _ = writeln!(text, "p edge {} {}", puzzle.vertex_count(), puzzle.edge_count());
    for e in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e));
        let _ = writeln!(text, "e {} {}", u.index() + 1, v.index() + 1);
    }
    text
}
