//! Steps of an explanation as sentences.

use super::step::{Branch, Known, Premises, Relation, Step};
use super::{Ending, Rule};
use zlink_base::counted;
use zlink_puzzle::{Cell, CellId, Constraint, EdgeId, Names, Puzzle, SquareGrid, SumId, Topology, VertexId};

/// The most items that are named in a sentence; longer lists give their number.
const MOST_NAMED: usize = 3;
/// The most literals of an integrity constraint that are named in a sentence.
const MOST_LITERALS: usize = 6;

/// Writes sentences for the steps of a puzzle. On square grids, clues are named by row and column; on other boards, by the name of their
/// cell.
pub struct Words<'p> {
    puzzle: &'p Puzzle,
    names: &'p Names,
    grid: Option<SquareGrid>,
}

impl<'p> Words<'p> {
    /// A writer of sentences about this puzzle, whose vertices may have coordinates.
    pub fn new(puzzle: &'p Puzzle, names: &'p Names, positions: &[Option<[i64; 2]>]) -> Self {
        Words { puzzle, names, grid: SquareGrid::placed(puzzle, positions) }
    }

    /// A sentence that says why the conclusions of a step hold.
    pub fn sentence(&self, step: &Step) -> String {
        let text = if step.conclusions.is_empty() { self.contradiction(step) } else { self.reason(step) };
        let mut letters = text.chars();
        // Facts stay in lower case.
        if text.starts_with("link(") {
            return format!("{text}.");
        }
        match letters.next() {
            Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
            None => text,
        }
    }

    /// How an explanation ends, as a sentence.
    pub fn ending(&self, ending: &Ending) -> String {
        match ending {
            Ending::Solved => "Every link is known: this is the only solution.".to_owned(),
            Ending::Several(open) => {
                format!("There are several solutions; they differ in {}.", counted(open.len(), "link"))
            }
            Ending::Contradiction => "There is no solution.".to_owned(),
            Ending::BrokenOff => "There is more.".to_owned(),
            Ending::Stopped(cause) => format!("Here {cause}."),
        }
    }

    fn reason(&self, step: &Step) -> String {
        let premises = &step.premises;
        let is_in = step.conclusions.iter().any(|known| known.is_in);
        let clue = || self.sums(premises);
        let edges = || self.links(step.conclusions.iter().map(|known| known.edge));
        let vertex = || self.vertices(&premises.vertices);
        let would = if step.conclusions.len() == 1 { edges() } else { "one of them".to_owned() };
        match step.rule {
            Rule::Given => "the puzzle says so".to_owned(),
            Rule::ZeroBeside => {
                let (zeros, others) = self.zeros(&premises.clues);
                let beside = if zeros == 1 { "the 0 beside it" } else { "zeros beside it" };
                format!("{} cannot have the edges of {beside}: it needs all the others", self.clues(&others))
            }
            Rule::Bound => match premises.constraints[..] {
                [Constraint::AtMost(cell)] if self.puzzle.cell(cell).at_most == Some(0) => {
                    format!("{}: none of its edges is in", clue())
                }
                _ if is_in => format!("{} needs all the edges that are left", clue()),
                _ => format!("{} may have no more edges: the others are out", clue()),
            },
            Rule::Integrity => {
                let value = if is_in { "out" } else { "in" };
                format!("{} would be violated if {} were {value}", clue(), edges())
            }
            Rule::Clue => match premises.clues[..] {
                [cell] if self.puzzle.cell(cell).clue == Some(0) => {
                    format!("{}: none of its edges is in", clue())
                }
                _ if is_in => format!("{} needs all the edges that are left", clue()),
                _ => format!("{} has all its edges: the others are out", clue()),
            },
            Rule::Vertex => self.at_vertex(step, is_in),
            Rule::EarlyLoop => match self.puzzle.topology() {
                Topology::Cycle => {
                    format!("{would} would close a loop that {}", self.left_out(step))
                }
                _ => format!("{would} would close a loop, where only paths are allowed"),
            },
            Rule::ClosedLoop => {
                "the loop is closed and meets everything: nothing else belongs to it".to_owned()
            }
            Rule::Empty => "no link is left for the loop".to_owned(),
            Rule::WrongPair => format!("{would} would join the paths of {}", self.pairs(&premises.pairs)),
            Rule::Corner => format!(
                "at {} no other way is left: the edges of {} there are in together, or out together",
                vertex(),
                clue()
            ),
            Rule::LineAtClue => format!("a line comes to {} at {} and goes on along it", clue(), vertex()),
            Rule::Adjacent => self.together(premises, "share an edge"),
            Rule::Diagonal => self.together(premises, "meet at a vertex"),
            Rule::EdgePairs => match step.notes.last() {
                None => format!("around {} some edges go together", self.around(step)),
                Some(note) => {
                    format!("around {}, {}", self.around(step), self.relation(note.edges, note.relation))
                }
            },
            Rule::OnlyWay => {
                format!("without {would} no way is left for a path: {}", self.pairs(&premises.pairs))
            }
            Rule::BlockedPair => {
                format!("{would} would leave no way for a path: {}", self.pairs(&premises.pairs))
            }
            Rule::InsideOutside if !premises.clues.is_empty() || !premises.constraints.is_empty() => {
                format!("counting what is inside and what is outside around {}", clue())
            }
            Rule::InsideOutside if is_in => {
                format!("one side of {} is inside the loop, the other one outside", edges())
            }
            Rule::InsideOutside => format!("both sides of {} are inside the loop, or both outside", edges()),
            Rule::CutParity => match self.puzzle.topology() {
                Topology::Linkage => {
                    format!(
                        "the ends in the part around {} tell whether paths leave it an even number of times",
                        vertex()
                    )
                }
                _ => format!("the loop enters the part around {} as often as it leaves it", vertex()),
            },
            Rule::Connected if is_in => format!("without {would} the loop would fall apart"),
            Rule::Connected => format!("with {would} the loop would fall apart"),
            Rule::Crossing => {
                let with = if is_in { "without" } else { "with" };
                format!("{with} {would} paths would have to cross: {}", self.pairs(&premises.pairs))
            }
            Rule::Balance => format!("what is to be covered comes out even only with {would}"),
            Rule::BothWays => self.tried(step),
            Rule::Detour => {
                "the path could be shorter here, and the solution would not be the only one".to_owned()
            }
            Rule::Search => {
                "a search through all cases leaves nothing else; there is no short reason".to_owned()
            }
        }
    }

    fn contradiction(&self, step: &Step) -> String {
        let premises = &step.premises;
        match step.rule {
            Rule::Given => "the puzzle says both of a link".to_owned(),
            Rule::Clue => format!("{} cannot be met", self.sums(premises)),
            Rule::Bound => match premises.cells()[..] {
                [cell] => format!("{} cannot have {}", self.cell(cell), self.bounds(premises, cell)),
                _ => format!("{} cannot be met", self.sums(premises)),
            },
            Rule::Integrity => format!("{} is violated", self.sums(premises)),
            Rule::Vertex => match premises.edges.iter().filter(|known| known.is_in).count() {
                0 => format!("no way is left for the line to meet {}", self.vertices(&premises.vertices)),
                1 => format!("the line ends at {}", self.vertices(&premises.vertices)),
                _ => format!("too many edges meet at {}", self.vertices(&premises.vertices)),
            },
            Rule::EarlyLoop if self.puzzle.topology() == Topology::Cycle => {
                format!("a loop is closed that {}", self.left_out(step))
            }
            Rule::EarlyLoop => "a loop is closed, where only paths are allowed".to_owned(),
            Rule::Empty => "no link is left for the loop".to_owned(),
            Rule::WrongPair => format!("the paths of {} are joined", self.pairs(&premises.pairs)),
            Rule::OnlyWay | Rule::BlockedPair => {
                format!("no way is left for a path: {}", self.pairs(&premises.pairs))
            }
            Rule::Connected => "the loop falls apart".to_owned(),
            Rule::Crossing => format!("paths have to cross: {}", self.pairs(&premises.pairs)),
            Rule::Balance => "what is to be covered cannot come out even".to_owned(),
            Rule::Search => "a search through all cases finds no solution".to_owned(),
            _ if premises.clues.is_empty() && premises.constraints.is_empty() => {
                format!("nothing is possible at {}", self.vertices(&premises.vertices))
            }
            _ => format!("nothing is possible around {}", self.around(step)),
        }
    }

    /// The reason of a step that counts edges at a vertex.
    fn at_vertex(&self, step: &Step, is_in: bool) -> String {
        let vertex = self.vertices(&step.premises.vertices);
        let is_terminal =
            step.premises.vertices.iter().any(|v| self.puzzle.pairs().iter().flatten().any(|end| end == v));
        match (step.premises.edges.iter().filter(|known| known.is_in).count(), is_in) {
            (0, true) if is_terminal => format!("the path from {vertex} has only one way to begin"),
            (0, true) => format!("{vertex} must be met, and there is only one way"),
            (0, false) => format!("whatever comes to {vertex} could not go on"),
            (_, true) => format!("the line that comes to {vertex} has only one way on"),
            (_, false) if is_terminal => format!("the path from {vertex} has begun"),
            (_, false) => format!("the line passes {vertex}: nothing else can"),
        }
    }

    /// The reason of a step that tries values of an edge.
    fn tried(&self, step: &Step) -> String {
        let known = |known: Known| {
            format!("{} {}", self.names.link(self.puzzle, known.edge), if known.is_in { "in" } else { "out" })
        };
        match &step.branches[..] {
            [branch] => {
                let steps = match branch.steps.len() {
                    0 => "at once".to_owned(),
                    1 => "after a step".to_owned(),
                    many => format!("after {many} steps"),
                };
                let broken = branch.broken.as_ref().map(|step| self.contradiction(step)).unwrap_or_default();
                let so = if branch.assumption.is_in { "so it is out" } else { "so it is in" };
                format!("with {}, {steps} {broken}: {so}", known(branch.assumption))
            }
            [Branch { assumption, .. }, ..] => {
                format!(
                    "whether {} is in or out, the same follows",
                    self.names.link(self.puzzle, assumption.edge)
                )
            }
            [] => "this was tried".to_owned(),
        }
    }

    /// What is wrong with a loop: the part that it leaves out, or the constraint that it violates, among the premises.
    fn left_out(&self, step: &Step) -> String {
        let premises = &step.premises;
        if let [clue, ..] = premises.clues[..] {
            return format!("leaves out {}", self.clue(clue));
        }
        match premises.constraints.first() {
            Some(Constraint::Integrity(sum)) => return format!("violates {}", self.integrity(*sum)),
            Some(_) => return format!("does not meet {}", self.sums(premises)),
            None => {}
        }
        if let [vertex, ..] = premises.vertices[..] {
            return format!("leaves out vertex {}", self.names.vertex(vertex));
        }
        "leaves out another part".to_owned()
    }

    /// The reason of a step from two clues or bounds together. A third one is of a cell that a loop around both would leave out.
    fn together(&self, premises: &Premises, how: &str) -> String {
        let cells = premises.cells();
        let vertices = |cell: CellId| -> Vec<VertexId> {
            self.puzzle.cell(cell).edges.iter().flat_map(|&e| self.puzzle.edge_ends(e)).collect()
        };
        let touch = |a: CellId, b: CellId| vertices(a).iter().any(|v| vertices(b).contains(v));
        let third = cells.iter().copied().find(|&third| {
            let others: Vec<CellId> = cells.iter().copied().filter(|&other| other != third).collect();
            cells.len() == 3
                && touch(others[0], others[1])
                && !others.iter().any(|&other| self.share_an_edge(third, other))
        });
        let two = cells.iter().filter(|&&cell| Some(cell) != third);
        let both = list(two.map(|&cell| self.of_cell(premises, cell)), "clues");
        match third {
            Some(third) => format!(
                "{both} {how}: all ways to meet both, without a loop that leaves out {}, have this in common",
                self.of_cell(premises, third)
            ),
            None => format!("{both} {how}: all ways to meet both have this in common"),
        }
    }

    fn share_an_edge(&self, a: CellId, b: CellId) -> bool {
        let others = self.puzzle.cell(b).edges;
        self.puzzle.cell(a).edges.iter().any(|e| others.contains(e))
    }

    /// The number of these clues that are 0, and the other clues.
    fn zeros(&self, clues: &[CellId]) -> (usize, Vec<CellId>) {
        let is_zero = |&&cell: &&CellId| self.puzzle.cell(cell).clue == Some(0);
        (clues.iter().filter(is_zero).count(), clues.iter().filter(|cell| !is_zero(cell)).copied().collect())
    }

    fn around(&self, step: &Step) -> String {
        match step.premises.clues.is_empty() && step.premises.constraints.is_empty() {
            true => self.vertices(&step.premises.vertices),
            false => self.sums(&step.premises),
        }
    }

    fn clue(&self, cell: CellId) -> String {
        let clue = self.puzzle.cell(cell).clue.unwrap_or_default();
        match self.square(cell) {
            Some([row, column]) => format!("the {clue} in row {row}, column {column}"),
            None => format!("the {clue} of {}", self.names.cell(cell)),
        }
    }

    /// The row and the column of a cell of a square grid, from 1 on.
    fn square(&self, cell: CellId) -> Option<[usize; 2]> {
        let grid = self.grid.as_ref()?;
        grid.square(self.puzzle, cell).map(|place| place.map(|i| i + 1))
    }

    fn cell(&self, cell: CellId) -> String {
        match self.square(cell) {
            Some([row, column]) => format!("the cell in row {row}, column {column}"),
            None => format!("cell {}", self.names.cell(cell)),
        }
    }

    /// The bounds of a cell that are premises, on its number of edges.
    fn bounds(&self, premises: &Premises, cell: CellId) -> String {
        let Cell { at_least, at_most, .. } = self.puzzle.cell(cell);
        let both = [
            (Constraint::AtLeast(cell), "at least", at_least),
            (Constraint::AtMost(cell), "at most", at_most),
        ];
        let mut used = both.into_iter().filter(|(constraint, ..)| premises.constraints.contains(constraint));
        let words: Vec<String> =
            used.clone().filter_map(|(_, words, bound)| Some(format!("{words} {}", bound?))).collect();
        let edges = if used.next_back().and_then(|(.., bound)| bound) == Some(1) { "edge" } else { "edges" };
        format!("{} {edges}", words.join(" and "))
    }

    /// The clue of a cell, or the cell with its bounds, as far as they are premises.
    fn of_cell(&self, premises: &Premises, cell: CellId) -> String {
        match premises.clues.contains(&cell) {
            true => self.clue(cell),
            false => format!("{} with {}", self.cell(cell), self.bounds(premises, cell)),
        }
    }

    /// An integrity constraint; if it is long, only its beginning.
    fn integrity(&self, sum: SumId) -> String {
        let sum = self.puzzle.sum(sum);
        let literal = |(edge, is_in): (EdgeId, bool)| {
            format!("{}{}", if is_in { "" } else { "not " }, self.names.link(self.puzzle, edge))
        };
        let literals: Vec<String> = sum.literals().take(MOST_LITERALS).map(literal).collect();
        let more = if sum.len() > MOST_LITERALS { ", ..." } else { "" };
        format!("the constraint `:- {}{more}`", literals.join(", "))
    }

    /// The clues, bounds and integrity constraints among the premises.
    fn sums(&self, premises: &Premises) -> String {
        let cells = premises.cells();
        let what = if premises.constraints.is_empty() { "clues" } else { "constraints" };
        let integrity = premises.constraints.iter().filter_map(|constraint| match *constraint {
            Constraint::Integrity(sum) => Some(self.integrity(sum)),
            _ => None,
        });
        list(cells.into_iter().map(|cell| self.of_cell(premises, cell)).chain(integrity), what)
    }

    fn clues(&self, cells: &[CellId]) -> String {
        list(cells.iter().map(|&cell| self.clue(cell)), "clues")
    }

    fn vertices(&self, vertices: &[VertexId]) -> String {
        match vertices {
            [one] => format!("vertex {}", self.names.vertex(*one)),
            many if many.len() > MOST_NAMED => format!("{} vertices", many.len()),
            some => {
                let names = list(some.iter().map(|&v| self.names.vertex(v).to_string()), "vertices");
                format!("the vertices {names}")
            }
        }
    }

    fn links(&self, edges: impl Iterator<Item = EdgeId>) -> String {
        list(edges.map(|edge| self.names.link(self.puzzle, edge).to_string()), "links")
    }

    fn pair(&self, pair: usize) -> String {
        let [a, b] = self.puzzle.pairs()[pair].map(|v| self.names.vertex(v));
        format!("pair({a},{b})")
    }

    fn pairs(&self, pairs: &[usize]) -> String {
        match pairs {
            [] => "a pair".to_owned(),
            _ => list(pairs.iter().map(|&pair| self.pair(pair)), "pairs"),
        }
    }

    /// The relation of two edges, in words.
    pub fn relation(&self, edges: [EdgeId; 2], relation: Relation) -> String {
        let [a, b] = edges.map(|edge| self.names.link(self.puzzle, edge));
        match relation {
            Relation::AtLeastOne => format!("at least one of {a} and {b} is in"),
            Relation::AtMostOne => format!("at most one of {a} and {b} is in"),
            Relation::ExactlyOne => format!("exactly one of {a} and {b} is in"),
            Relation::BothOrNone => format!("{a} and {b} are both in or both out"),
            Relation::Implies => format!("if {a} is in, so is {b}"),
            Relation::IsImplied => format!("if {b} is in, so is {a}"),
        }
    }
}

/// A list of items in a sentence, or only their number and `what` they are if there are many.
fn list(items: impl Iterator<Item = String>, what: &str) -> String {
    let items: Vec<String> = items.collect();
    match &items[..] {
        [] => format!("no {what}"),
        [one] => one.clone(),
        many if many.len() > MOST_NAMED => format!("{} {what}", many.len()),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
