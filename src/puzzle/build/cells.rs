//! Cells: their edges and clues.

use super::Builder;
use crate::model::FlatCells;
use crate::{EdgeId, grouped};
use zlink_facts::{Diagnostic, Fact, Place, Symbol};

/// A clue and the place of its fact.
#[derive(Debug, Clone, Copy)]
struct Clue {
    value: Symbol,
    at: Place,
}

impl Builder<'_, '_> {
    /// Reads cells and clues; returns false if there are too many errors. Cells are numbered by first appearance in
    /// either kind of fact, so both are read in the order of the input.
    pub(super) fn cells_and_clues(&mut self) -> bool {
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

    /// Warns about clues of cells without edges. The puzzle has no solution then, and most often a name of the cell
    /// is misspelt.
    fn warn_unmet(&mut self, given: &[Option<Clue>]) {
        let mut is_empty = vec![true; self.clues.len()];
        for &[cell, _] in &self.contents {
            is_empty[cell as usize] = false;
        }
        let mut unmet = (0..given.len()).filter(|&cell| is_empty[cell] && self.clues[cell] > Some(0));
        let (Some(first), others) = (unmet.next(), unmet.count()) else { return };
        let (Some(clue), Some(&name)) = (given[first], self.cells.get(first)) else { return };
        let name = self.show(name);
        let more = if others > 0 { format!("; {others} other clues are like this") } else { String::new() };
        let message = format!("no edge is in the cell {name}, so its clue cannot be met{more}");
        let others = self.cells.iter().zip(&is_empty).filter(|(_, is_empty)| !**is_empty);
        let help = match self.nearest(&name, others.map(|(&other, _)| other)) {
            Some(other) => format!("did you mean {other}?"),
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
                // A clue beyond 32 bits is as impossible as any other that is greater than the cell's number of
                // edges.
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
}

/// Sorts `contents` by cell (stably, so that the edges of each cell stay in the order of the input) and drops
/// repetitions.
pub(super) fn flat(contents: &[[u32; 2]], clues: Vec<Option<u32>>, edge_count: usize) -> FlatCells {
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
    FlatCells { start, edges: sorted, clues }
}
