//! Graphs as a list of edges: two names on each line, between blanks or with a comma or `--`, perhaps with data of the edge behind them.

use std::fmt::Write;

use super::Document;
use super::graph::{Graph, directed};
use super::lines::{Piece, Read, Text};
use super::matrix;
use zlink_puzzle::{EdgeId, VertexId};

/// The first line of a list that could be taken for something else: one with lone vertices, or with names in comments.
const HEAD: &str = "# a list of edges";

/// Signs between the two names of an edge, and signs that give it a direction.
const JOINTS: [&str; 4] = ["--", "---", "<->", "-"];
pub(super) const ARROWS: [&str; 5] = ["->", "-->", "=>", "<-", "→"];

/// Names of the columns in a line above the edges.
const COLUMNS: [&str; 12] =
    ["source", "target", "from", "to", "src", "dst", "u", "v", "node1", "node2", "vertex1", "vertex2"];
const WEIGHTS: [&str; 5] = ["weight", "weights", "cost", "length", "distance"];

/// The most vertices that a first line may give to a short list.
const MOST_VERTICES: usize = 1 << 20;

/// Whether the text begins with the head line of a list of edges.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    text.all.lines().next() == Some(HEAD)
}

/// Reads a list of edges.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    List::read(text, false)?.document(text)
}

/// Reads a list of edges whose third column is a weight, which has no meaning for a puzzle.
pub(super) fn read_weighted(text: Text<'_>) -> Read<Document> {
    List::read(text, true)?.document(text)
}

/// The names in a list of edges: a line with two names is an edge, and one with a single name a vertex.
struct List<'s> {
    lines: Vec<(Piece<'s>, Vec<Piece<'s>>)>,
    /// The names of all vertices, in order, if a line above the edges gives their number.
    vertices: Option<std::ops::Range<usize>>,
}

impl<'s> List<'s> {
    fn read(text: Text<'s>, is_weighted: bool) -> Read<Self> {
        // Below that line, the first edge is no heading, and a single word no edge.
        let is_declared = looks_like(text);
        let rows = matrix::rows(text);
        let is_glued = !is_declared && rows.iter().all(|row| row.words().nth(1).is_none());
        let mut lines: Vec<(Piece<'s>, Vec<Piece<'s>>)> = Vec::new();
        for line in rows {
            lines.push((line, joined(text, words(text, line)?, is_glued)?));
        }
        let heading = lines.first().filter(|(_, words)| !is_declared && is_heading(words));
        let has_weights = is_weighted || heading.is_some_and(|(_, words)| words.len() == 3);
        if heading.is_some() {
            lines.remove(0);
        }
        let has_data = lines.first().is_some_and(|(_, words)| words.last().is_some_and(is_data));
        // With weights, a line of two numbers can only be the size.
        let first = lines.first().map_or(Piece { at: 0, text: "" }, |(line, _)| *line);
        for (line, words) in &mut lines {
            let data = words.pop_if(|word| is_data(word));
            if data.is_some() != has_data && !(data.is_none() && words.len() < 2) {
                return Err(
                    text.error(line.range(), "all lines, or no line, end with data of the edge in braces")
                );
            }
            if has_weights && words.len() > 1 && !(*line == first && matrix::size(*line).is_some()) {
                let weight = words.get(2).filter(|word| word.text.parse::<f64>().is_ok());
                if weight.is_none() {
                    let at = words.get(2).unwrap_or(line).range();
                    return Err(text.error(at, "a weight was expected behind two names: a number"));
                }
                words.remove(2);
            }
            if let Some(third) = words.get(2) {
                let mut error = text.error(third.range(), "nothing was expected behind two names");
                let help = "`--from weighted-edges` takes a third column as weights, and `--from adjacency-list` takes a line as a vertex and all its \
                            neighbours";
                error.help = Some(help.into());
                return Err(error);
            }
        }
        let is_sign = |word: &&Piece<'_>| !word.text.contains(char::is_alphanumeric);
        if let Some(word) = lines.iter().flat_map(|(_, words)| words).find(is_sign).filter(|_| !is_declared) {
            return Err(text.error(word.range(), "a name was expected, with a letter or a digit"));
        }
        let vertices = if is_declared { None } else { header(text, &lines)? };
        if vertices.is_some() {
            lines.remove(0);
        }
        if let Some((line, _)) = lines.iter().find(|(_, words)| words.len() < 2 && !is_declared) {
            let mut error = text.error(line.range(), "two names were expected");
            error.help = Some(format!(
                "with `{HEAD}` as the first line of the text, a name alone is a vertex without edges"
            ));
            return Err(error);
        }
        Ok(List { lines, vertices })
    }

    fn document(self, text: Text<'s>) -> Read<Document> {
        let mut graph = Graph::new(text);
        for (line, words) in self.lines {
            let mut ends = Vec::with_capacity(2);
            for &name in &words {
                text.no_control_character(name)?;
                ends.push(graph.named(name.text, name.range())?);
            }
            if let [u, v] = ends[..] {
                // An edge may be given from both sides.
                graph.arc([u, v], line.range())?;
            }
        }
        for number in self.vertices.into_iter().flatten() {
            graph.named(&number.to_string(), 0..0)?;
        }
        graph.finish()
    }
}

/// The words of a line, separated by blanks or commas. Parentheses keep a word together, and a brace keeps the rest of the line together.
///
/// # Errors
/// A parenthesis is not closed, or an arrow gives an edge a direction.
pub(super) fn words<'s>(text: Text<'s>, line: Piece<'s>) -> Read<Vec<Piece<'s>>> {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(skipped) = rest.text.find(|c| !is_separator(c)) {
        rest = Piece { at: rest.at + skipped, text: &rest.text[skipped..] };
        let mut depth = 0usize;
        let end = rest.text.char_indices().find(|&(_, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && is_separator(c)
        });
        let len = match end {
            _ if rest.text.starts_with('{') => rest.text.len(),
            None if depth > 0 => {
                return Err(text.error(rest.at..rest.at + 1, "a closing parenthesis is missing on this line"));
            }
            end => end.map_or(rest.text.len(), |(len, _)| len),
        };
        words.push(Piece { at: rest.at, text: &rest.text[..len] });
        rest = Piece { at: rest.at + len, text: &rest.text[len..] };
    }
    let arrow = |word: &Piece<'s>| {
        let sign =
            ARROWS.iter().find(|sign| word.text.contains(*sign) && !word.text.starts_with(['(', '{']))?;
        (!word.text.contains("<->")).then(|| (word.at + word.text.find(sign).unwrap_or(0), sign.len()))
    };
    if let Some((at, len)) = words.iter().find_map(arrow) {
        return Err(directed(text, at..at + len));
    }
    Ok(words)
}

/// The names of an edge without a sign between them.
fn joined<'s>(text: Text<'s>, mut words: Vec<Piece<'s>>, is_glued: bool) -> Read<Vec<Piece<'s>>> {
    if let Some(name) = words.first().filter(|name| name.text.ends_with(':')) {
        let what = "this is a line of an adjacency list, which is no list of edges: `--from adjacency-list` reads it";
        return Err(text.error(name.range(), what));
    }
    match words[..] {
        [_, joint, _, ..] if JOINTS.contains(&joint.text) => {
            words.remove(1);
        }
        // Names without blanks between them, such as 1--2.
        [word] if is_glued => {
            let mut joints = JOINTS.iter().chain(&[";", "|"]);
            let split = joints.find_map(|joint| Some((word.text.split_once(joint)?, joint)));
            if let Some(((u, v), joint)) = split
                && [u, v].iter().all(|name| !name.is_empty() && !name.contains(joint))
            {
                let at = word.at + u.len() + joint.len();
                words = vec![Piece { at: word.at, text: u }, Piece { at, text: v }];
            }
        }
        _ => {}
    }
    Ok(words)
}

fn is_data(word: &Piece<'_>) -> bool {
    word.text.starts_with('{') && word.text.ends_with('}')
}

/// Whether a line names the columns below it.
fn is_heading(words: &[Piece<'_>]) -> bool {
    let is_one_of =
        |word: &Piece<'_>, names: &[&str]| names.contains(&word.text.to_ascii_lowercase().as_str());
    match words {
        [u, v] => is_one_of(u, &COLUMNS) && is_one_of(v, &COLUMNS),
        [u, v, weight] => is_one_of(u, &COLUMNS) && is_one_of(v, &COLUMNS) && is_one_of(weight, &WEIGHTS),
        _ => false,
    }
}

/// The numbers of the vertices if the first line is `VERTICES EDGES`: as many edges follow, between vertices up to that number.
fn header(text: Text<'_>, lines: &[(Piece<'_>, Vec<Piece<'_>>)]) -> Read<Option<std::ops::Range<usize>>> {
    let Some(([(line, head)], edges)) = lines.split_at_checked(1) else { return Ok(None) };
    let Some([vertices, count]) = matrix::size(*line).filter(|_| head.len() == 2) else { return Ok(None) };
    let numbers: Option<Vec<usize>> =
        edges.iter().flat_map(|(_, words)| words).map(|word| word.text.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|numbers| count == edges.len() && !numbers.is_empty()) else {
        return Ok(None);
    };
    let (least, most) = (numbers.iter().min().copied(), numbers.iter().max().copied());
    let first = usize::from(least > Some(0));
    if most.is_none_or(|most| most - first >= vertices) {
        return Ok(None);
    }
    if vertices > MOST_VERTICES.max(text.all.len()) {
        return Err(text.error(line.range(), "these are too many vertices for so few edges"));
    }
    Ok(Some(first..vertices + first))
}

/// Writes the graph of a document. If any name is not a single word, vertices are written as numbers, and comments give their names.
pub(super) fn write(document: &Document) -> String {
    let Document { puzzle, names, .. } = document;
    let all: Vec<String> =
        (0..puzzle.vertex_count()).map(|v| names.vertex(VertexId::from_index(v)).to_string()).collect();
    let is_word = |name: &String| {
        let is_odd = |c: char| c.is_whitespace() || ",#\"(){}".contains(c);
        let is_read = !name.starts_with('%') && !name.ends_with(':') && !JOINTS.contains(&name.as_str());
        is_read && !name.contains(is_odd) && !ARROWS.iter().any(|arrow| name.contains(arrow))
    };
    let keep = all.iter().all(is_word);
    let name = |v: VertexId| if keep { all[v.index()].clone() } else { v.index().to_string() };
    let mut is_lone = vec![true; all.len()];
    for e in 0..puzzle.edge_count() {
        puzzle.edge_ends(EdgeId::from_index(e)).iter().for_each(|v| is_lone[v.index()] = false);
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    // The first edge could be read as numbers of vertices and edges, or as names of columns.
    let is_head = |[u, v]: [VertexId; 2]| {
        let count = name(v).parse().ok();
        all.iter().any(|name| !name.contains(char::is_alphanumeric))
            || (count == Some(puzzle.edge_count() - 1)
                && name(u).parse().is_ok_and(|vertices: usize| vertices + 2 >= all.len()))
            || [u, v].iter().all(|&end| COLUMNS.contains(&name(end).as_str()))
    };
    let has_head = (0..puzzle.edge_count())
        .map(EdgeId::from_index)
        .next()
        .is_some_and(|first| is_head(puzzle.edge_ends(first)));
    if !keep || has_head || puzzle.edge_count() == 0 || is_lone.contains(&true) {
        let _ = writeln!(text, "{HEAD}");
    }
    if !keep {
        for (v, name) in all.iter().enumerate() {
            let _ = writeln!(text, "# vertex {v} is {name}");
        }
    }
    for e in 0..puzzle.edge_count() {
        let [u, v] = puzzle.edge_ends(EdgeId::from_index(e));
        let _ = writeln!(text, "{} {}", name(u), name(v));
    }
    for v in (0..all.len()).filter(|&v| is_lone[v]) {
        let _ = writeln!(text, "{}", name(VertexId::from_index(v)));
    }
    text
}
