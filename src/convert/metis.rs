//! Graphs as METIS has them: a line `VERTICES EDGES [FORMAT [WEIGHTS]]`, then for each vertex a line with its neighbours; TdZdd has the
//! lines of neighbours alone.

use super::Document;
use super::graph::Graph;
use super::lines::{Piece, Read, Text};
use zlink_base::counted;

/// Whether the text has as many lines below the first one as that says, and all else fits. Small texts in other formats do, too.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let mut lines = text
        .lines()
        .filter(|line| !line.text.starts_with('%'))
        .skip_while(|line| line.text.trim().is_empty());
    let head: Vec<usize> =
        lines.next().into_iter().flat_map(Piece::words).map_while(|word| word.text.parse().ok()).collect();
    let [count, _, ..] = head[..] else { return false };
    let below: Vec<bool> = lines.map(|line| line.text.trim().is_empty()).collect();
    below.len() >= count && below[count..].iter().all(|is_blank| *is_blank) && read(text).is_ok()
}

/// Whether the lines of a text are lists of neighbours that fit each other.
pub(super) fn looks_bare(text: Text<'_>) -> bool {
    // The first vertex is in the line of its first neighbour: large lists of edges need not be read for that.
    let first = (1usize..)
        .zip(text.lines())
        .find_map(|(v, line)| Some((v, line.words().next()?.text.parse::<usize>().ok()?)));
    let is_mutual = first.is_some_and(|(v, other)| {
        let line = other.checked_sub(1).and_then(|other| text.lines().nth(other));
        line.is_some_and(|line| line.words().any(|word| word.text.parse() == Ok(v)))
    });
    is_mutual && text.lines().any(|line| line.words().nth(1).is_some()) && read_bare(text).is_ok()
}

/// Reads a graph. Every edge must be in the lines of both its vertices; sizes and weights are numbers that mean nothing here.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut lines = text.lines().filter(|line| !line.text.starts_with('%'));
    let head =
        lines.find(|line| !line.text.trim().is_empty()).map_or(Vec::new(), |line| line.words().collect());
    let [n, m, ref options @ ..] = head[..] else {
        return Err(text.error_at_start("a line `VERTICES EDGES` was expected"));
    };
    let mut flags = [false; 3];
    if let Some(format) = options.first() {
        let is_flag = |c: char| matches!(c, '0' | '1');
        if format.text.len() > 3 || !format.text.chars().all(is_flag) {
            return Err(text.error(
                format.range(),
                "three digits 0 or 1 were expected: sizes, weights of vertices, of edges",
            ));
        }
        for (flag, digit) in flags.iter_mut().rev().zip(format.text.bytes().rev()) {
            *flag = digit == b'1';
        }
    }
    let [has_sizes, has_weights, has_edge_weights] = flags;
    let weights = match options.get(1) {
        None => usize::from(has_weights),
        Some(count) => {
            let number = count.text.parse().ok().filter(|&number: &usize| has_weights && number > 0);
            number.ok_or_else(|| {
                text.error(count.range(), "a number of weights was expected, and a format that has some")
            })?
        }
    };
    if let Some(more) = options.get(2) {
        return Err(text.error(more.range(), "nothing was expected behind the number of weights"));
    }
    let mut graph = Graph::new(text);
    let count = graph.numbered(n)?;
    let before = usize::from(has_sizes).saturating_add(weights);
    neighbours(&mut graph, lines, count, [before, 1 + usize::from(has_edge_weights)])?;
    graph.exactly(m)?;
    graph.finish()
}

/// Reads a graph as TdZdd has it: the lines of neighbours alone.
pub(super) fn read_bare(text: Text<'_>) -> Read<Document> {
    let mut graph = Graph::new(text);
    let count = text.lines().count();
    for v in 1..=count {
        let added = graph.draft.named_vertex(&v.to_string());
        added.map_err(|error| text.error_at_start(error.to_string()))?;
    }
    neighbours(&mut graph, text.lines(), count, [0, 1])?;
    graph.finish()
}

/// Reads the lines of `count` vertices. Each has some weights of the vertex, then for each edge `step` numbers, of which the first is the
/// neighbour.
fn neighbours<'s>(
    graph: &mut Graph<'s>,
    mut lines: impl Iterator<Item = Piece<'s>>,
    count: usize,
    [weights, step]: [usize; 2],
) -> Read<()> {
    let text = graph.text;
    for v in 0..count as u32 {
        let line = lines.next().ok_or_else(|| {
            text.error_at_end(format!("the text ends, but the line of vertex {} is missing", v + 1))
        })?;
        let words: Vec<Piece<'_>> = line.words().collect();
        if let Some(odd) = words.iter().find(|word| word.text.parse::<u64>().is_err()) {
            return Err(text.error(odd.range(), "a number was expected"));
        }
        let edges = words.get(weights..);
        for edge in edges.ok_or_else(|| text.error(line.range(), "there are too few weights"))?.chunks(step) {
            if edge.len() < step {
                return Err(text.error(edge[0].range(), "this edge has no weight"));
            }
            graph.arc([v, graph.number(edge[0], count)?], edge[0].range())?;
        }
    }
    if let Some(more) = lines.find(|line| !line.text.trim().is_empty()) {
        return Err(text.error(
            more.range(),
            format!("nothing was expected behind the lines of {}", counted(count, "vertex")),
        ));
    }
    match graph.one_sided() {
        Some(arc) => Err(text.error(arc, "the line of this vertex does not have the edge, too")),
        None => Ok(()),
    }
}
