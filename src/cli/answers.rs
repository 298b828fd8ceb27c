//! Reads an answer in a source of its own: what solvers write, a grid or a drawing of zlink, or a puzzle file with its solution.

use std::collections::HashMap;

use super::check::CUT;
use super::drawing;
use super::failure::Failure;
use super::{input, reading};
use zlink_answer::Atoms;
use zlink_answer::witness::{self, Claim, Solution};
use zlink_base::counted;
use zlink_base::limits::Limits;
use zlink_convert::{self as convert, Document, Format, Recognised};
use zlink_facts::{Report, Source};
use zlink_puzzle::{EdgeId, Puzzle, VertexId};

/// The claims of `source` about the puzzle of `document`. The document is made only for other answers than facts.
pub(super) fn claims(
    limits: &Limits,
    document: impl FnOnce() -> Document,
    source: &Source,
) -> Result<Vec<Claim>, Failure> {
    let plain = Source::new(source.name.clone(), witness::plain(&source.bytes));
    let text = plain.bytes.trim_ascii();
    // An empty line is an answer without links.
    if text.is_empty() && !plain.bytes.contains(&b'\n') {
        return Err(unread(source, "it is empty: there is no answer in it"));
    }
    let has_links =
        || text.windows(5).any(|word| word == b"link(") && convert::detect(&plain) == Format::Facts;
    if text.is_empty() || reading::is_answer(text) || has_links() {
        return witness::read(&plain.bytes).map_err(|error| unread(source, &error.to_string()));
    }
    let document = document();
    let atoms = &Atoms::of_puzzle(&document.puzzle, &document.names);
    let solution = |edges: Vec<EdgeId>| Solution::of_atoms(edges.into_iter().map(|edge| atoms.of(edge)));
    if convert::is_tour(&plain) {
        let tour = convert::read_tour(&plain, &document.puzzle, &document.names);
        let tour = tour.map_err(|error| Report::from(*error))?;
        let before = tour.last().into_iter().chain(&tour);
        let links: Vec<String> = before.zip(&tour).map(|(&u, &v)| link(&document, atoms, [u, v])).collect();
        return Ok(vec![Claim::Solution(Solution::of_atoms(links.iter().map(String::as_str)))]);
    }
    if let Some(grids) =
        convert::read_solution_grids(&document, &plain).map_err(|error| Report::from(*error))?
    {
        let mut solutions: Vec<Solution> = grids.into_iter().map(solution).collect();
        if let Some(last) = solutions.last_mut().filter(|_| !plain.bytes.ends_with(b"\n")) {
            last.doubt = Some(CUT);
        }
        return Ok(solutions.into_iter().map(Claim::Solution).collect());
    }
    let drawn = drawing::read(limits, &document, &plain)?;
    if let Some(drawings) = drawn {
        return Ok(drawings.into_iter().map(|edges| Claim::Solution(solution(edges))).collect());
    }
    use Format::{Hcp, Janko, Loopy, Paper, Penpa, Pzpr, Slk};
    let none = || unread(source, "there is no answer in it that zlink reads");
    let recognised = convert::recognise(&plain).map_err(|error| match convert::detect(&plain) {
        Paper | Janko | Pzpr | Penpa | Loopy | Slk | Hcp => Failure::from(Report::from(*error)),
        // These have no answer, and nearly any text looks like one of them.
        _ => none(),
    });
    let Recognised::Document { document: other, .. } = recognised? else { return Err(none()) };
    let solution = of_document(&document, atoms, &other).map_err(|why| unread(source, &why))?;
    Ok(vec![Claim::Solution(solution)])
}

fn unread(source: &Source, why: &str) -> Failure {
    Failure::input(format!("{}: {why}", input::shown(&source.name)))
}

/// The atom of the edge between two vertices; if there is none, the atom that it would have.
fn link(document: &Document, atoms: &Atoms, [u, v]: [VertexId; 2]) -> String {
    let names = &document.names;
    let missing = || format!("link({},{})", names.vertex(u), names.vertex(v));
    document.puzzle.edge_between(u, v).map_or_else(missing, |edge| atoms.of(edge).to_owned())
}

/// The answer of another document about the graph of `document`, in the atoms of that graph; or the reason why it has none.
fn of_document(document: &Document, atoms: &Atoms, other: &Document) -> Result<Solution, String> {
    if other.answer.is_empty() {
        return Err("it is a puzzle without an answer that zlink reads".to_owned());
    }
    let vertices = |document: &Document| {
        (0..document.puzzle.vertex_count())
            .map(VertexId::from_index)
            .map(|v| document.names.vertex(v).to_string())
            .collect()
    };
    let (names, other_names): (Vec<String>, Vec<String>) = (vertices(document), vertices(other));
    let numbers: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    if let Some(stranger) = other_names.iter().find(|name| !numbers.contains_key(name.as_str())) {
        return Err(format!("it is about another graph: its vertex {stranger} is not in the instance"));
    }
    if names.len() != other_names.len() {
        return Err(format!(
            "it is about another graph, with {} in place of {}",
            counted(other_names.len(), "vertex"),
            names.len()
        ));
    }
    let edges = |puzzle: &Puzzle| (0..puzzle.edge_count()).map(EdgeId::from_index);
    let vertex = |v: VertexId| VertexId::from_index(numbers[other_names[v.index()].as_str()]);
    let ends = |edge| other.puzzle.edge_ends(edge).map(vertex);
    let is_known = |edge| document.puzzle.edge_between(ends(edge)[0], ends(edge)[1]).is_some();
    // A tour has no other edges than its own.
    let is_tour = other.answer.len() == other.puzzle.edge_count();
    let has_more = document.puzzle.edge_count() != other.puzzle.edge_count();
    if !is_tour && (has_more || !edges(&other.puzzle).all(is_known)) {
        return Err("it is about another graph, with other edges".to_owned());
    }
    let links: Vec<String> = other.answer.iter().map(|&edge| link(document, atoms, ends(edge))).collect();
    Ok(Solution::of_atoms(links.iter().map(String::as_str)))
}
