//! Cells: their edges, clues and bounds.

use std::collections::BTreeMap;

use super::Builder;
use crate::model::FlatCells;
use crate::{CellId, EdgeId, grouped};
use zlink_facts::{Diagnostic, Fact, Facts, Place, Symbol};

/// What a fact says about the number of edges of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Clue,
    AtLeast,
    AtMost,
}

impl Kind {
    fn noun(self) -> &'static str {
        match self {
            Kind::Clue => "clue",
            Kind::AtLeast => "lower bound",
            Kind::AtMost => "upper bound",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Kind::Clue => "clue(C,N): exactly N edges of the cell C are in the solution",
            Kind::AtLeast => "at_least(C,N): at least N edges of the cell C are in the solution",
            Kind::AtMost => "at_most(C,N): at most N edges of the cell C are in the solution",
        }
    }
}

/// A number that a fact gives a cell, and the place of the fact.
#[derive(Debug, Clone, Copy)]
struct Given {
    value: Symbol,
    at: Place,
}

/// The number of facts about the numbers of edges of cells.
pub(super) fn bound_count(facts: &Facts<'_>) -> usize {
    facts.clues.len() + facts.at_least.len() + facts.at_most.len()
}

/// The facts about the numbers of edges of cells, in the order of the input.
fn numbers<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = (Kind, &'f Fact<2>)> {
    let mut columns =
        [(Kind::Clue, &facts.clues), (Kind::AtLeast, &facts.at_least), (Kind::AtMost, &facts.at_most)]
            .map(|(kind, column)| (kind, column.iter().peekable()));
    std::iter::from_fn(move || {
        let firsts = columns.iter_mut().filter_map(|column| Some((column.1.peek()?.at, column)));
        let (_, (kind, column)) = firsts.min_by_key(|(at, _)| *at)?;
        Some((*kind, column.next()?))
    })
}

impl Builder<'_, '_> {
    /// Reads cells with their clues and bounds; returns false if there are too many errors. Cells are numbered by first appearance in
    /// any kind of fact, so all are read in the order of the input.
    pub(super) fn cells_and_clues(&mut self) -> bool {
        let facts = self.facts;
        let mut given: Vec<[Option<Given>; 3]> = Vec::new();
        let mut numbers = numbers(facts).peekable();
        let mut reversed: Option<(u64, Fact<3>)> = None;
        self.contents.reserve_exact(facts.contains.len());
        for fact in &facts.contains {
            while let Some((kind, number)) = numbers.next_if(|(_, number)| number.at < fact.at) {
                if !self.number(&mut given, kind, number) {
                    return false;
                }
            }
            let [c, u, v] = fact.args;
            let cell = self.cells.insert_full(c).0 as u32;
            let ends = [u, v].map(|name| self.vertices.get_index_of(name).map(|i| i as u32));
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
        for (kind, number) in numbers {
            if !self.number(&mut given, kind, number) {
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

    /// Warns about clues of cells without edges. The puzzle has no solution then, and most often a name of the cell
    /// is misspelt.
    fn warn_unmet(&mut self, given: &[[Option<Given>; 3]]) {
        let mut is_empty = vec![true; self.clues.len()];
        for &[cell, _] in &self.contents {
            is_empty[cell as usize] = false;
        }
        let wants = |&cell: &usize| {
            let least = self.bounds.get(&CellId::from_index(cell)).and_then(|[least, _]| *least);
            is_empty[cell] && self.clues[cell].max(least) > Some(0)
        };
        let mut unmet = (0..given.len()).filter(wants);
        let (Some(first), others) = (unmet.next(), unmet.count()) else { return };
        let kind = if self.clues[first] > Some(0) { Kind::Clue } else { Kind::AtLeast };
        let (Some(clue), Some(&name)) = (given[first][kind as usize], self.cells.get(first)) else { return };
        let name = self.show(name);
        let more = if others > 0 { format!("; {others} other cells are like this") } else { String::new() };
        let message = format!("no edge is in the cell {name}, so its {} cannot be met{more}", kind.noun());
        let others = self.cells.iter().zip(&is_empty).filter(|(_, is_empty)| !**is_empty);
        let help = match self.nearest(&name, others.map(|(&other, _)| other)) {
            Some(other) => format!("did you mean {other}?"),
            None => format!("cell_contains({name},U,V) puts edge(U,V) into the cell"),
        };
        let diagnostic = self.place(Diagnostic::warning(message), clue.at, None).help(help);
        self.report.push(diagnostic);
    }

    fn number(&mut self, given: &mut Vec<[Option<Given>; 3]>, kind: Kind, fact: &Fact<2>) -> bool {
        let [cell, value] = fact.args;
        let index = self.cells.insert_full(cell).0;
        if given.len() <= index {
            given.resize(index + 1, [None; 3]);
            self.clues.resize(index + 1, None);
        }
        let noun = kind.noun();
        let before = &mut given[index][kind as usize];
        let diagnostic = match (self.facts.symbols.as_integer(value), *before) {
            (None, _) => {
                let message = format!("the {noun} {} is not an integer", self.show(value));
                self.error(message, fact.at, Some(1)).help(kind.help())
            }
            (Some(i), _) if i < 0 => {
                let message = format!("the {noun} {i} is negative");
                self.error(message, fact.at, Some(1)).help("a cell has 0 or more edges in the solution")
            }
            (Some(i), None) => {
                *before = Some(Given { value, at: fact.at });
                // A larger number is as impossible, or as certain, as any other that is greater than the cell's number of edges,
                // and clingo has none: facts are written with this one, too.
                let number = Some(u32::try_from(i.min(i32::MAX.into())).unwrap_or_default());
                let bound = match kind {
                    Kind::Clue => {
                        self.clues[index] = number;
                        return true;
                    }
                    Kind::AtLeast => 0,
                    Kind::AtMost => 1,
                };
                self.bounds.entry(CellId::from_index(index)).or_default()[bound] = number;
                return true;
            }
            (Some(_), Some(other)) if other.value == value => return true,
            (Some(i), Some(other)) => {
                let message = format!("the cell {} has a second {noun}, {i}", self.show(cell));
                let help = format!("give one {noun} for a cell and leave the other out");
                let diagnostic = self.error(message, fact.at, Some(1)).help(help);
                self.note(diagnostic, &format!("the first {noun}"), other.at)
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
}

/// Sorts `contents` by cell (stably, so that the edges of each cell stay in the order of the input) and drops
/// repetitions.
pub(super) fn flat(
    contents: &[[u32; 2]],
    clues: Vec<Option<u32>>,
    bounds: BTreeMap<CellId, [Option<u32>; 2]>,
    edge_count: usize,
) -> FlatCells {
    let by_cell = contents.iter().map(|&[cell, edge]| (cell, EdgeId(edge)));
    let (mut start, mut sorted) = grouped(clues.len(), by_cell);
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
    FlatCells { start, edges: sorted, clues, bounds: bounds.into_iter().collect() }
}
