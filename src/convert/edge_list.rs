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

/// Names of the two columns with the ends of edges, in a line above the edges.
const COLUMNS: [&str; 12] =
    ["source", "target", "from", "to", "src", "dst", "u", "v", "node1", "node2", "vertex1", "vertex2"];

/// The most vertices that a first line may give to a short list.
const MOST_VERTICES: usize = 1 << 20;

/// Whether the text begins with the head line of a list of edges.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    text.all.lines().next() == Some(HEAD)
}

/// Reads a list of edges.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    read_list(text, false)
}

/// Reads a list of edges whose third column is a weight, which has no meaning for a puzzle.
pub(super) fn read_weighted(text: Text<'_>) -> Read<Document> {
    read_list(text, true)
}

fn read_list(text: Text<'_>, is_weighted: bool) -> Read<Document> {
    // Below that line, nothing is taken for a heading or a size, and names are any words.
    let is_declared = looks_like(text);
    let rows = matrix::rows(text);
    let mut graph = Graph::new(text);
    if let Some(row) = rows.first().filter(|row| !is_declared && row.text.starts_with("p ")) {
        return Err(
            text.error(row.range(), "this begins like a DIMACS file: `p edge VERTICES EDGES` was expected")
        );
    }
    let columns = if is_declared { None } else { heading(text, &rows)? };
    let mut rest = &rows[usize::from(columns.is_some())..];
    let vertices = if is_declared { None } else { header(&mut graph, rest)? };
    rest = &rest[usize::from(vertices.is_some())..];
    let says_directed = |line: &Piece<'_>| {
        let says = |word: &str| line.text.to_ascii_lowercase().contains(word);
        line.text.starts_with(['#', '%']) && says("directed") && !says("undirected")
    };
    if let Some(line) = text.lines().find(says_directed).filter(|_| !is_declared) {
        let what = "this says that the graph is directed, but the edges of a puzzle have no direction";
        graph.draft.warnings.push(text.warning(line.range(), what));
    }
    let is_glued = !is_declared && rest.iter().all(|row| row.words().nth(1).is_none());
    let mut has_data = None;
    for &line in rest {
        let mut words = joined(text, words(text, line)?, is_glued)?;
        let data = words.pop_if(|word| word.text.starts_with('{') && word.text.ends_with('}'));
        if words.len() > 1 && *has_data.get_or_insert(data.is_some()) != data.is_some() {
            return Err(
                text.error(line.range(), "all lines, or no line, end with data of the edge in braces")
            );
        }
        match columns {
            Some(columns) if columns != fields(line) || words.len() < 2 => {
                return Err(text
                    .error(line.range(), format!("{columns} columns were expected, as in the first line")));
            }
            Some(_) => {
                if let Some(sign) = words[2..].iter().find(|word| word.text.eq_ignore_ascii_case("directed"))
                {
                    return Err(directed(text, sign.range()));
                }
                words.truncate(2);
            }
            None if is_weighted && words.len() > 1 => {
                if words.get(2).is_none_or(|word| word.text.parse::<f64>().is_err()) {
                    let at = words.get(2).unwrap_or(&line).range();
                    return Err(text.error(at, "a weight was expected behind two names: a number"));
                }
                words.remove(2);
            }
            None => {}
        }
        if let Some(third) = words.get(2) {
            let mut error = text.error(third.range(), "nothing was expected behind two names");
            let help = "`--from weighted-edges` takes a third column as weights, and `--from adjacency-list` takes a line as a vertex and all its \
                        neighbours";
            error.help = Some(help.into());
            return Err(error);
        }
        if words.len() < 2 && !is_declared {
            let mut error = text.error(line.range(), "two names were expected");
            error.help = Some(format!("below the line `{HEAD}`, a name alone is a vertex without edges"));
            return Err(error);
        }
        let mut ends = Vec::with_capacity(2);
        for &name in &words {
            ends.push(vertex(&mut graph, name, is_declared)?);
        }
        if let [u, v] = ends[..] {
            graph.either([u, v], line.range())?;
        }
    }
    for number in vertices.into_iter().flatten() {
        graph.named(&number.to_string(), 0..0)?;
    }
    graph.finish()
}

/// The vertex with this name. Unless names may be any words, it looks like a name, and not like a part of another notation.
pub(super) fn vertex<'s>(graph: &mut Graph<'s>, name: Piece<'s>, any_word: bool) -> Read<u32> {
    let text = graph.text;
    text.no_control_character(name)?;
    if !any_word && is_odd(name.text) {
        let mut error = text.error(name.range(), "this does not look like a name of a vertex");
        error.help = Some(format!("in a list of edges below the line `{HEAD}`, names are any words"));
        return Err(error);
    }
    graph.named(name.text, name.range())
}

/// Whether a word has signs of another notation around it, or no letter and no digit.
fn is_odd(name: &str) -> bool {
    !name.contains(char::is_alphanumeric)
        || name.starts_with(['[', '{', '\'', '#', '%'])
        || name.ends_with([']', '}', '\'', '.', ':'])
        || name.contains([';', '"', '|'])
}

/// The number of columns in a line below a heading: of words, or of the parts between commas, which may be empty.
fn fields(line: Piece<'_>) -> usize {
    if line.text.contains(',') { line.text.split(',').count() } else { line.words().count() }
}

/// The number of columns if the first line names them: the first two have the ends of edges. What could be a vertex as well is an edge.
fn heading(text: Text<'_>, rows: &[Piece<'_>]) -> Read<Option<usize>> {
    let Some((&first, edges)) = rows.split_first() else { return Ok(None) };
    let is_column = |word: &Piece<'_>| COLUMNS.contains(&word.text.to_ascii_lowercase().as_str());
    let head = words(text, first)?;
    if head.len() < 2 || !head[..2].iter().all(is_column) {
        return Ok(None);
    }
    for &edge in edges {
        if words(text, edge)?.iter().take(2).any(|word| head[..2].iter().any(|name| name.text == word.text)) {
            return Ok(None);
        }
    }
    Ok(Some(fields(first)))
}

/// The numbers of the vertices if the first line is `VERTICES EDGES`: as many edges follow, between vertices up to that number.
fn header(graph: &mut Graph<'_>, rows: &[Piece<'_>]) -> Read<Option<std::ops::Range<usize>>> {
    let text = graph.text;
    let Some((&head, edges)) = rows.split_first() else { return Ok(None) };
    let Some([vertices, count]) = matrix::size(head) else { return Ok(None) };
    let mut numbers = Vec::with_capacity(2 * edges.len());
    for edge in edges {
        let words = edge.text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let before = numbers.len();
        numbers.extend(words.take(2).map_while(|word| word.parse::<usize>().ok()));
        if numbers.len() < before + 2 {
            return Ok(None);
        }
    }
    let (Some(&least), Some(&most)) = (numbers.iter().min(), numbers.iter().max()) else { return Ok(None) };
    let first = usize::from(least > 0);
    let mut warn = |what: String| graph.draft.warnings.push(text.warning(head.range(), what));
    if count != edges.len() || most - first >= vertices {
        // Only the numbers of the others make it likely that these are not vertices.
        if most + 1 - first == vertices && !numbers.contains(&count) {
            let found = edges.len();
            warn(format!(
                "this line is read as an edge; if it is the numbers of vertices and edges, {found} edges follow, not {count}"
            ));
        }
        return Ok(None);
    }
    if vertices > MOST_VERTICES.max(text.all.len()) {
        return Err(text.error(head.range(), "these are too many vertices for so few edges"));
    }
    let range = first..vertices + first;
    if range.contains(&count) && range.contains(&vertices) && count != vertices {
        warn("this line is read as the numbers of vertices and edges, not as an edge".to_owned());
    }
    Ok(Some(range))
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
        // Between the names of an edge, and before them, a field without a name would shift the others.
        if words.len() < 2 && rest.text[..skipped].matches(',').count() > words.len() {
            return Err(text.error(rest.at..rest.at + skipped, "a name was expected before this comma"));
        }
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
    if line.text.contains(['<', '>', '→'])
        && let Some((at, len)) = words.iter().find_map(arrow)
    {
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
    // Up to 255: only lone vertices and leaves matter.
    let mut degrees = vec![0u8; all.len()];
    for e in 0..puzzle.edge_count() {
        for v in puzzle.edge_ends(EdgeId::from_index(e)) {
            degrees[v.index()] = degrees[v.index()].saturating_add(1);
        }
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    // The first edge could be read as numbers of vertices and edges, or as names of columns, and names as signs of another notation.
    let is_head = |[u, v]: [VertexId; 2]| {
        let sizes = [u, v].map(|end| name(end).parse::<usize>().ok());
        let may_count = |count: usize| count + 1 == puzzle.edge_count() || degrees[v.index()] == 1;
        matches!(sizes, [Some(vertices), Some(count)] if vertices + 2 >= all.len() && may_count(count))
            || [u, v].iter().all(|&end| COLUMNS.contains(&name(end).as_str()))
    };
    let has_head = (0..puzzle.edge_count())
        .map(EdgeId::from_index)
        .next()
        .is_some_and(|first| is_head(puzzle.edge_ends(first)));
    if !keep
        || has_head
        || all.iter().any(|name| is_odd(name))
        || puzzle.edge_count() == 0
        || degrees.contains(&0)
    {
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
    for v in (0..all.len()).filter(|&v| degrees[v] == 0) {
        let _ = writeln!(text, "{}", name(VertexId::from_index(v)));
    }
    text
}
