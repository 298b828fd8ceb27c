//! Facts -> puzzle, with every error of meaning at its place in the input.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::edges::{Added, EdgeList};
use super::model::FlatCells;
use super::names::NameSet;
use super::near::slip;
use super::{EdgeId, Names, Parts, Puzzle, Topology};
use crate::facts::{Diagnostic, Fact, Facts, Place, Report, Symbol, argument_range};

/// What `link(U,V)` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkFacts {
    /// The edge is required (`solve`).
    #[default]
    Demand,
    /// The edge belongs to the answer that is to be checked.
    Answer,
    /// As [`LinkFacts::Answer`] in the sources from this number on, and [`LinkFacts::Demand`] in those before.
    AnswerFrom(usize),
}

/// How facts are read as a puzzle.
#[derive(Debug, Clone, Default)]
pub struct BuildOptions {
    /// Every vertex must lie on the solution, also without a `cover` fact.
    pub cover: bool,
    /// The shape of a solution, in place of the one that the facts imply.
    pub topology: Option<Topology>,
    /// Facts without meaning are an error.
    pub strict: bool,
    /// What `link(U,V)` says.
    pub links: LinkFacts,
}

/// The answer that the facts contain, for `check`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// Its edges, each once, in the order of the input.
    pub edges: Vec<EdgeId>,
    /// For each `link` fact that is not an edge as written, why.
    pub not_edges: Vec<String>,
}

/// A puzzle and what came with it.
#[derive(Debug, Clone)]
pub struct Built {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What the input calls its vertices and cells.
    pub names: Names,
    /// The answer in the facts; empty with [`LinkFacts::Demand`].
    pub answer: Answer,
    /// What is odd about the input.
    pub warnings: Vec<Diagnostic>,
}

/// Builds the puzzle that `facts` describe.
pub fn build(facts: &Facts<'_>, options: &BuildOptions) -> Result<Built, Report> {
    let mut builder = Builder::new(facts);
    builder.check_sizes();
    if builder.report.has_errors() {
        return Err(builder.report);
    }
    let complete = builder.graph()
        && builder.cells_and_clues()
        && builder.pairs(options.topology)
        && builder.links(options.links)
        && builder.ignored(options.strict);
    if !complete || builder.report.has_errors() {
        return Err(builder.report);
    }
    Ok(builder.finish(options))
}

/// A clue with the fact that gives it.
#[derive(Debug, Clone, Copy)]
struct Clue {
    value: Symbol,
    at: Place,
}

struct Builder<'f, 's> {
    facts: &'f Facts<'s>,
    vertices: NameSet,
    cells: NameSet,
    edges: EdgeList,
    /// Cell and edge of every `cell_contains`.
    contents: Vec<[u32; 2]>,
    clues: Vec<Option<u32>>,
    pairs: Vec<[u32; 2]>,
    required: Vec<u32>,
    forbidden: Vec<u32>,
    answer: Answer,
    report: Report,
}

impl<'f, 's> Builder<'f, 's> {
    fn new(facts: &'f Facts<'s>) -> Self {
        Builder {
            facts,
            vertices: NameSet::default(),
            cells: NameSet::default(),
            edges: EdgeList::default(),
            contents: Vec::new(),
            clues: Vec::new(),
            pairs: Vec::new(),
            required: Vec::new(),
            forbidden: Vec::new(),
            answer: Answer::default(),
            report: Report::default(),
        }
    }

    /// After this, every index fits into 31 bits.
    fn check_sizes(&mut self) {
        let most = (1usize << 31) - 1;
        let Facts { edges, nodes, contains, clues, .. } = self.facts;
        if edges.len() > (most - nodes.len().min(most)) / 2 || contains.len() > most - clues.len().min(most) {
            self.report.push(Diagnostic::error("the puzzle is too large (2^31 vertices or cells)"));
        }
    }

    fn show(&self, symbol: Symbol) -> String {
        let mut text = self.facts.symbols.display(symbol).to_string();
        if text.len() > 60 {
            let cut = (0..=57).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
            text.truncate(cut);
            text.push_str("...");
        }
        text
    }

    fn edge_text(&self, [u, v]: [u32; 2]) -> String {
        let name = |v: u32| self.show(self.vertices[v as usize]);
        format!("edge({},{})", name(u), name(v))
    }

    /// `message` at an argument of the fact at `place`, or at the whole fact.
    fn error(&self, message: String, place: Place, argument: Option<usize>) -> Diagnostic {
        self.place(Diagnostic::error(message), place, argument)
    }

    fn place(&self, diagnostic: Diagnostic, place: Place, argument: Option<usize>) -> Diagnostic {
        let (source, offset) = place.resolve(self.facts.sources);
        let range = argument_range(&self.facts.sources[source].bytes, offset, argument);
        diagnostic.at(self.facts.sources, source, range)
    }

    fn note(&self, diagnostic: Diagnostic, text: &str, place: Place) -> Diagnostic {
        let (source, offset) = place.resolve(self.facts.sources);
        let range = argument_range(&self.facts.sources[source].bytes, offset, None);
        diagnostic.note(text, self.facts.sources, source, range)
    }

    fn graph(&mut self) -> bool {
        let facts = self.facts;
        let mut nodes = facts.nodes.iter().peekable();
        for fact in &facts.edges {
            while let Some(node) = nodes.next_if(|node| node.at < fact.at) {
                self.vertices.insert(node.args[0]);
            }
            let [u, v] = fact.args.map(|name| self.vertices.insert_full(name).0 as u32);
            let diagnostic = if u == v {
                let name = self.show(fact.args[0]);
                self.error(format!("the edge from {name} to itself is a loop"), fact.at, None)
                    .help("an edge joins two different vertices: correct one of them or leave the fact out")
            } else if self.edges.add(u, v) == Added::Reversed {
                let first = facts.edges.iter().find(|f| f.args == [fact.args[1], fact.args[0]]);
                let message = format!("{} is written in the other direction before", self.edge_text([u, v]));
                let diagnostic = self
                    .error(message, fact.at, None)
                    .help("each edge is written once, in one direction: leave one of the two facts out");
                match first {
                    Some(first) => self.note(diagnostic, "the first direction", first.at),
                    None => diagnostic,
                }
            } else {
                continue;
            };
            if !self.report.push(diagnostic) {
                return false;
            }
        }
        self.vertices.extend(nodes.map(|node| node.args[0]));
        true
    }

    /// Cells are numbered by first appearance in either column, so both are read in the order of the input.
    fn cells_and_clues(&mut self) -> bool {
        let facts = self.facts;
        let mut given: Vec<Option<Clue>> = Vec::new();
        let mut clues = facts.clues.iter().peekable();
        let mut reversed: Option<(u64, Fact<3>)> = None;
        self.contents.reserve_exact(facts.contains.len());
        for fact in &facts.contains {
            while let Some(clue) = clues.next_if(|clue| clue.at < fact.at) {
                if !self.clue(&mut given, clue) {
                    return false;
                }
            }
            let [c, u, v] = fact.args;
            let cell = self.cells.insert_full(c).0 as u32;
            let ends = [u, v].map(|name| self.vertices.get_index_of(&name).map(|i| i as u32));
            let edge = match ends {
                [Some(u), Some(v)] => self.edges.find(u, v),
                _ => None,
            };
            match (edge, ends) {
                (Some(edge), [Some(u), Some(v)]) => {
                    if self.edges.ends[edge as usize] != [u, v] {
                        reversed.get_or_insert((0, *fact)).0 += 1;
                    }
                    self.contents.push([cell, edge]);
                }
                _ => {
                    let diagnostic = self.no_edge(fact.at, "cell_contains", [u, v], ends, 1);
                    if !self.report.push(diagnostic) {
                        return false;
                    }
                }
            }
        }
        for clue in clues {
            if !self.clue(&mut given, clue) {
                return false;
            }
        }
        if let Some((count, first)) = reversed {
            self.warn_reversed(count, &first);
        }
        self.clues.resize(self.cells.len(), None);
        if !self.report.has_errors() {
            self.warn_unmet(&given);
        }
        true
    }

    /// Warns of clues on cells without edges: the puzzle has no solution, and mostly the name of the cell is wrong
    /// somewhere.
    fn warn_unmet(&mut self, given: &[Option<Clue>]) {
        let mut is_empty = vec![true; self.clues.len()];
        for &[cell, _] in &self.contents {
            is_empty[cell as usize] = false;
        }
        let mut unmet = (0..given.len()).filter(|&cell| is_empty[cell] && self.clues[cell] > Some(0));
        let (Some(first), others) = (unmet.next(), unmet.count()) else { return };
        let (Some(clue), Some(&name)) = (given[first], self.cells.get_index(first)) else { return };
        let name = self.show(name);
        let more = if others > 0 { format!("; {others} other clues are like this") } else { String::new() };
        let message = format!("no edge is in the cell {name}, so its clue cannot be met{more}");
        let others = self.cells.iter().zip(&is_empty).filter(|(_, is_empty)| !**is_empty);
        let near = others.filter_map(|(&other, _)| {
            let other = self.show(other);
            slip(&name, &other).map(|d| (d, other))
        });
        let help = match near.min() {
            Some((_, other)) => format!("did you mean {other}?"),
            None => format!("cell_contains({name},U,V) puts edge(U,V) into the cell"),
        };
        let diagnostic = self.place(Diagnostic::warning(message), clue.at, None).help(help);
        self.report.push(diagnostic);
    }

    fn clue(&mut self, given: &mut Vec<Option<Clue>>, fact: &Fact<2>) -> bool {
        let [cell, value] = fact.args;
        let index = self.cells.insert_full(cell).0;
        if given.len() <= index {
            given.resize(index + 1, None);
            self.clues.resize(index + 1, None);
        }
        let diagnostic = match (self.facts.symbols.as_integer(value), given[index]) {
            (None, _) => {
                let message = format!("the clue {} is not an integer", self.show(value));
                self.error(message, fact.at, Some(1))
                    .help("clue(C,N): exactly N edges of the cell C are in the solution")
            }
            (Some(i), _) if i < 0 => {
                let message = format!("the clue {i} is negative");
                self.error(message, fact.at, Some(1)).help("a cell has 0 or more edges in the solution")
            }
            (Some(i), None) => {
                given[index] = Some(Clue { value, at: fact.at });
                // A number beyond 32 bits is as impossible as any other that is larger than the cell.
                self.clues[index] = Some(u32::try_from(i).unwrap_or(u32::MAX));
                return true;
            }
            (Some(_), Some(clue)) if clue.value == value => return true,
            (Some(i), Some(clue)) => {
                let message = format!("the cell {} has a second clue, {i}", self.show(cell));
                let diagnostic = self
                    .error(message, fact.at, Some(1))
                    .help("give one clue for a cell and leave the other out");
                self.note(diagnostic, "the first clue", clue.at)
            }
        };
        self.report.push(diagnostic)
    }

    fn warn_reversed(&mut self, count: u64, first: &Fact<3>) {
        let [_, u, v] = first.args;
        let (u, v) = (self.show(u), self.show(v));
        let more = if count > 1 { format!("; {count} facts are like this") } else { String::new() };
        let message = format!("the edge is written edge({v},{u}), in the other direction{more}");
        let diagnostic = self.place(Diagnostic::warning(message), first.at, None).help(
            "cell_contains(C,U,V) should repeat edge(U,V) as it is written; it is taken for the same edge here",
        );
        self.report.push(diagnostic);
    }

    /// The message for a fact that names an edge which does not exist. Its ends are arguments `from` and `from + 1`.
    fn no_edge(
        &self,
        at: Place,
        predicate: &str,
        names: [Symbol; 2],
        ends: [Option<u32>; 2],
        from: usize,
    ) -> Diagnostic {
        let [u, v] = names.map(|name| self.show(name));
        let unknown = ends.iter().position(Option::is_none);
        let message = match unknown {
            Some(i) => format!("{predicate} names an edge at {}, which is not a vertex", [&u, &v][i]),
            None => format!("{predicate} names edge({u},{v}), which does not exist"),
        };
        let diagnostic = self.error(message, at, unknown.map(|i| from + i));
        match self.near_edge(names) {
            Some(edge) => diagnostic.help(format!("did you mean {}?", self.edge_text(edge))),
            None => match ends.iter().flatten().find_map(|&vertex| self.edges_at(vertex)) {
                Some(edges) => diagnostic.help(edges),
                None => diagnostic.help(format!("write edge({u},{v}) if the edge is missing")),
            },
        }
    }

    /// The edge whose names differ least from `names`, when that is little.
    fn near_edge(&self, names: [Symbol; 2]) -> Option<[u32; 2]> {
        let [u, v] = names.map(|name| self.facts.symbols.display(name).to_string());
        // One end must be right; the other end is a vertex next to it.
        let mut best: Option<(usize, [u32; 2])> = None;
        for &edge in &self.edges.ends {
            let [a, b] = edge.map(|v| self.vertices[v as usize]);
            let d = if a == names[0] {
                slip(&v, &self.show(b))
            } else if b == names[1] {
                slip(&u, &self.show(a))
            } else {
                None
            };
            if let Some(d) = d
                && best.is_none_or(|(least, _)| d < least)
            {
                best = Some((d, edge));
            }
        }
        best.map(|(_, edge)| edge)
    }

    /// The first few edges at a vertex, if it has any.
    fn edges_at(&self, vertex: u32) -> Option<String> {
        const NAMED: usize = 4;
        let mut at = self.edges.ends.iter().filter(|ends| ends.contains(&vertex));
        let named: Vec<String> = at.by_ref().take(NAMED).map(|&edge| self.edge_text(edge)).collect();
        let dots = if at.next().is_some() { ", ..." } else { "" };
        let vertex = self.show(self.vertices[vertex as usize]);
        (!named.is_empty()).then(|| format!("the edges at {vertex} are {}{dots}", named.join(", ")))
    }

    fn pairs(&mut self, topology: Option<Topology>) -> bool {
        let facts = self.facts;
        if topology.is_some_and(|t| t != Topology::Linkage) {
            return true;
        }
        let mut partner: FxHashMap<u32, (u32, Place)> = FxHashMap::default();
        for fact in &facts.pairs {
            let ends = fact.args.map(|name| self.vertices.get_index_of(&name).map(|i| i as u32));
            let diagnostic = match ends {
                [Some(a), Some(b)] if a == b => {
                    let message = format!("the vertex {} is paired with itself", self.show(fact.args[0]));
                    self.error(message, fact.at, None)
                        .help("pair(A,B): a path joins the different vertices A and B")
                }
                [Some(a), Some(b)] => {
                    let taken = [(a, b), (b, a)]
                        .into_iter()
                        .zip(0..)
                        .find_map(|((v, _), i)| partner.get(&v).map(|&(p, at)| (i, p, at)));
                    match taken {
                        None => {
                            partner.insert(a, (b, fact.at));
                            partner.insert(b, (a, fact.at));
                            self.pairs.push([a, b]);
                            continue;
                        }
                        // The same pair again, in either order.
                        Some((0, p, _)) if p == b => continue,
                        Some((i, _, at)) => {
                            let message = format!("the vertex {} is in two pairs", self.show(fact.args[i]));
                            let diagnostic = self.error(message, fact.at, Some(i)).help(
                                "a vertex is the end of at most one path: correct one of the two facts",
                            );
                            self.note(diagnostic, "the first pair", at)
                        }
                    }
                }
                _ => {
                    let i = ends.iter().position(Option::is_none).unwrap_or(0);
                    let name = self.show(fact.args[i]);
                    self.error(format!("pair names {name}, which is not a vertex"), fact.at, Some(i))
                        .help(self.near_vertex(fact.args[i]))
                }
            };
            if !self.report.push(diagnostic) {
                return false;
            }
        }
        true
    }

    fn near_vertex(&self, name: Symbol) -> String {
        let text = self.facts.symbols.display(name).to_string();
        let near = self
            .vertices
            .iter()
            .filter_map(|&other| {
                let other = self.show(other);
                slip(&text, &other).map(|d| (d, other))
            })
            .min_by_key(|&(d, _)| d);
        match near {
            Some((_, other)) => format!("did you mean {other}?"),
            None => format!(
                "the vertices are those in edge(U,V) and node(V); write node({text}) if it has no edge"
            ),
        }
    }

    fn links(&mut self, meaning: LinkFacts) -> bool {
        let facts = self.facts;
        let mut answered: Vec<bool> = Vec::new();
        for fact in &facts.links {
            let is_answer = match meaning {
                LinkFacts::Demand => false,
                LinkFacts::Answer => true,
                LinkFacts::AnswerFrom(source) => fact.at.resolve(facts.sources).0 >= source,
            };
            if is_answer {
                answered.resize(self.edges.ends.len(), false);
                match self.link_edge(fact) {
                    Ok(edge) => {
                        if !std::mem::replace(&mut answered[edge as usize], true) {
                            self.answer.edges.push(EdgeId(edge));
                        }
                    }
                    Err(why) => self.answer.not_edges.push(why),
                }
            } else if let Some(edge) = self.demand(fact) {
                self.required.push(edge);
            } else if self.report.has_too_many() {
                return false;
            }
        }
        for fact in &facts.no_links {
            if let Some(edge) = self.demand(fact) {
                self.forbidden.push(edge);
            } else if self.report.has_too_many() {
                return false;
            }
        }
        self.required.sort_unstable();
        self.required.dedup();
        self.forbidden.sort_unstable();
        self.forbidden.dedup();
        true
    }

    /// The edge that an answer's `link` names, or why it names none.
    fn link_edge(&self, fact: &Fact<2>) -> Result<u32, String> {
        let ends = fact.args.map(|name| self.vertices.get_index_of(&name).map(|i| i as u32));
        let [u, v] = fact.args.map(|name| self.show(name));
        let link = format!("link({u},{v})");
        match ends {
            [Some(a), Some(b)] => match self.edges.find(a, b) {
                Some(edge) if self.edges.ends[edge as usize] == [a, b] => Ok(edge),
                Some(edge) => Err(format!(
                    "{link}: the edge is written {}",
                    self.edge_text(self.edges.ends[edge as usize])
                )),
                None => Err(format!("{link}: there is no edge between {u} and {v}")),
            },
            [None, _] => Err(format!("{link}: there is no vertex {u}")),
            [_, None] => Err(format!("{link}: there is no vertex {v}")),
        }
    }

    /// The edge that a demand names; otherwise an error is reported.
    fn demand(&mut self, fact: &Fact<2>) -> Option<u32> {
        let ends = fact.args.map(|name| self.vertices.get_index_of(&name).map(|i| i as u32));
        let diagnostic = match ends {
            [Some(a), Some(b)] => match self.edges.find(a, b) {
                Some(edge) if self.edges.ends[edge as usize] == [a, b] => return Some(edge),
                Some(edge) => {
                    let written = self.edge_text(self.edges.ends[edge as usize]);
                    self.error("link names an edge in the other direction".into(), fact.at, None)
                        .help(format!("the edge is written {written}: name it in the same order"))
                }
                None => self.no_edge(fact.at, "link", fact.args, ends, 0),
            },
            _ => self.no_edge(fact.at, "link", fact.args, ends, 0),
        };
        self.report.push(diagnostic);
        None
    }

    /// One message about all facts that mean nothing here.
    fn ignored(&mut self, strict: bool) -> bool {
        const NAMED: usize = 5;
        let Facts { ignored, ignored_beyond, .. } = self.facts;
        let Some(first) = ignored.first() else { return true };
        let count: u64 = ignored.iter().map(|i| i.count).sum::<u64>() + ignored_beyond;
        let mut text = if strict { "unknown facts: ".to_string() } else { "ignored: ".to_string() };
        for (i, one) in ignored.iter().take(NAMED).enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}{} ({})", one.signature, facts_text(one.count));
        }
        if ignored.len() > NAMED {
            let _ = write!(text, " and others, {} together", facts_text(count));
        }
        let diagnostic = if strict { Diagnostic::error(text) } else { Diagnostic::warning(text) };
        let mut diagnostic = self.place(diagnostic, first.first, None);
        let meant = ignored.iter().find_map(|one| Some((one, meant(&one.signature)?)));
        if let Some((one, meant)) = meant {
            diagnostic = diagnostic.help(format!("{meant} was probably meant in place of {}", one.signature));
        }
        self.report.push(diagnostic)
    }

    fn finish(self, options: &BuildOptions) -> Built {
        let implied = if self.facts.pairs.is_empty() { Topology::Cycle } else { Topology::Linkage };
        let edge_count = self.edges.ends.len();
        let cells = flat_cells(&self.contents, self.clues, edge_count);
        let parts = Parts {
            topology: options.topology.unwrap_or(implied),
            cover: options.cover || self.facts.cover.is_some(),
            vertices: self.vertices.len(),
            edges: self.edges.ends,
            cells: Vec::new(),
            pairs: self.pairs,
            required: self.required,
            forbidden: self.forbidden,
        };
        let symbols = std::sync::Arc::clone(&self.facts.symbols);
        Built {
            puzzle: Puzzle::assemble(parts, cells),
            names: Names { symbols, vertices: self.vertices, cells: self.cells },
            answer: self.answer,
            warnings: self.report.into_diagnostics(),
        }
    }
}

fn facts_text(count: u64) -> String {
    if count == 1 { "1 fact".to_string() } else { format!("{count} facts") }
}

/// The predicate that was probably meant by an unknown one.
fn meant(signature: &str) -> Option<&'static str> {
    const KNOWN: [&str; 9] =
        ["edge/2", "cell_contains/3", "clue/2", "pair/2", "node/1", "link/2", "-link/2", "pos/3", "cover/0"];
    let name = |s: &str| s.split('/').next().unwrap_or_default().to_string();
    let wrong = name(signature);
    KNOWN
        .into_iter()
        .find(|known| name(known) == wrong)
        .or_else(|| KNOWN.into_iter().find(|known| slip(&name(known), &wrong) == Some(1)))
}

/// Sorts the contents by cell (stably, so that each cell keeps the order of the input) and drops repetitions.
fn flat_cells(contents: &[[u32; 2]], clues: Vec<Option<u32>>, edge_count: usize) -> FlatCells {
    let mut start = vec![0u32; clues.len() + 1];
    for &[cell, _] in contents {
        start[cell as usize + 1] += 1;
    }
    for i in 1..start.len() {
        start[i] += start[i - 1];
    }
    let mut next = start.clone();
    let mut sorted = vec![EdgeId(0); contents.len()];
    for &[cell, edge] in contents {
        sorted[next[cell as usize] as usize] = EdgeId(edge);
        next[cell as usize] += 1;
    }
    let mut last_cell = vec![u32::MAX; edge_count];
    let mut kept = 0;
    for cell in 0..clues.len() {
        let range = start[cell] as usize..start[cell + 1] as usize;
        start[cell] = kept as u32;
        for i in range {
            let edge = sorted[i];
            if std::mem::replace(&mut last_cell[edge.index()], cell as u32) != cell as u32 {
                sorted[kept] = edge;
                kept += 1;
            }
        }
    }
    start[clues.len()] = kept as u32;
    sorted.truncate(kept);
    FlatCells { start, edges: sorted, clues }
}
