//! Reports of an analysis as text and as JSON, one line of JSON for each.

use std::fmt::Write;

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::Atoms;
use zlink_analyse::{
    ClueValues, Consequences, Contradiction, Finding, Found, Number, PathValues, Redundant, Report, Values,
};
use zlink_base::counted;
use zlink_puzzle::{CellId, Constraint, EdgeId, Names, Puzzle};

/// The number of links per line of text.
const LINKS: usize = 6;
/// The column where the findings begin, after the name of the stage.
const COLUMN: usize = 15;

/// Formats the reports of an analysis of one puzzle.
pub struct Reports<'p> {
    puzzle: &'p Puzzle,
    names: &'p Names,
    atoms: Atoms,
}

impl<'p> Reports<'p> {
    /// The formatter for reports about `puzzle`.
    pub fn of(puzzle: &'p Puzzle, names: &'p Names) -> Self {
        Reports { puzzle, names, atoms: Atoms::of_puzzle(puzzle, names) }
    }

    /// A report as text, on one or more lines.
    pub fn text(&self, report: &Report) -> String {
        let mut lines = match &report.finding {
            Some(finding) => self.lines(finding),
            None => vec!["not known".to_owned()],
        };
        if let Some(cause) = report.stopped {
            let last = lines.pop().unwrap_or_default();
            lines.push(format!("{last} ({cause})"));
        }
        let mut text = String::new();
        let mut name = report.stage.name();
        for line in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<COLUMN$}{line}");
            name = "";
        }
        text
    }

    fn lines(&self, finding: &Finding) -> Vec<String> {
        match finding {
            Finding::Solutions(found) => vec![how_many(found).to_owned()],
            Finding::Edges(edges) => self.consequences(edges),
            Finding::Number(number) => vec![number.to_string()],
            Finding::Shares(shares) => {
                let used = shares.iter().filter(|&share| *share != BigUint::ZERO).count();
                vec![format!("{} used; --json has the number of solutions for each", counted(used, "edge"))]
            }
            Finding::Values(values) => self.values(values),
            Finding::Redundant(redundant) => self.redundant(redundant),
            Finding::Contradiction(contradiction) => self.contradiction(contradiction),
        }
    }

    fn consequences(&self, consequences: &Consequences) -> Vec<String> {
        let Consequences { in_all, in_none, in_some, unknown } = consequences;
        let mut lines = vec![format!("{} in all solutions", in_all.len())];
        for links in in_all.chunks(LINKS) {
            let links: Vec<&str> = links.iter().map(|&edge| self.atoms.of(edge)).collect();
            lines.push(format!("  {}", links.join(" ")));
        }
        lines.push(format!("{} in no solution", in_none.len()));
        lines.push(format!("{} in some solutions and not in others", in_some.len()));
        if !unknown.is_empty() {
            lines.push(format!("{} not known", unknown.len()));
        }
        lines
    }

    fn values(&self, values: &Values) -> Vec<String> {
        let unique = self.unique(values);
        let mut lines = vec![match unique.len() {
            0 => "nothing more makes the solution unique".to_owned(),
            1 => "this makes the solution unique:".to_owned(),
            _ => "any of these makes the solution unique:".to_owned(),
        }];
        lines.extend(unique.chunks(LINKS).map(|some| format!("  {}", some.join(" "))));
        let numbers = |solutions: &[Number], first: usize| -> String {
            let number = |(value, number): (usize, &Number)| match number {
                Number::Exact(number) => format!("{}: {number}", value + first),
                Number::AtLeast(number) => format!("{}: {number}+", value + first),
            };
            solutions.iter().enumerate().map(number).collect::<Vec<String>>().join("  ")
        };
        if !values.clues.is_empty() {
            lines.push("solutions by clue:".to_owned());
        }
        for cell in &values.clues {
            lines.push(format!("  {}  {}", self.names.cell(cell.cell), numbers(&cell.solutions, 0)));
        }
        if !values.paths.is_empty() {
            lines.push("solutions by the pair on whose path the vertex is:".to_owned());
        }
        for vertex in &values.paths {
            lines.push(format!("  {}  {}", self.names.vertex(vertex.vertex), numbers(&vertex.solutions, 1)));
        }
        lines
    }

    /// Everything that would make the solution unique: facts, and vertices on paths.
    fn unique(&self, values: &Values) -> Vec<String> {
        let Reports { puzzle, names, .. } = self;
        let clues =
            values.clues.iter().flat_map(|cell| cell.unique().map(|value| self.clue(cell.cell, value)));
        let pairs = values.pairs.iter().map(|pair| {
            let [a, b] = pair.map(|v| names.vertex(v));
            format!("pair({a},{b}).")
        });
        let on_path = |vertex: &PathValues, pair: usize| {
            let [a, b] = puzzle.pairs()[pair].map(|v| names.vertex(v));
            format!("{} on the path of pair({a},{b})", names.vertex(vertex.vertex))
        };
        let paths = values.paths.iter().flat_map(|vertex| vertex.unique().map(|pair| on_path(vertex, pair)));
        clues.chain(pairs).chain(paths).collect()
    }

    fn clue(&self, cell: CellId, value: u32) -> String {
        format!("clue({},{value}).", self.names.cell(cell))
    }

    fn redundant(&self, redundant: &Redundant) -> Vec<String> {
        let Redundant { can_go, needed, unknown, together } = redundant;
        let mut lines = vec![format!("{} can go, each by itself; {} are needed", can_go.len(), needed.len())];
        lines.extend(self.constraints(can_go).chunks(LINKS).map(|some| format!("  {}", some.join(" "))));
        if !unknown.is_empty() {
            lines.push(format!("{} not known", unknown.len()));
        }
        if let Some(together) = together {
            lines.push(format!("with the clues that the symmetry exchanges: {} can go", together.len()));
            lines.extend(self.orbits(together).iter().map(|orbit| format!("  {}", orbit.join(" "))));
        }
        lines
    }

    /// The clues of each orbit as facts.
    fn orbits(&self, orbits: &[Vec<CellId>]) -> Vec<Vec<String>> {
        let clues = |orbit: &Vec<CellId>| orbit.iter().copied().map(Constraint::Clue).collect::<Vec<_>>();
        orbits.iter().map(|orbit| self.constraints(&clues(orbit))).collect()
    }

    fn contradiction(&self, contradiction: &Contradiction) -> Vec<String> {
        let constraints = self.constraints(&contradiction.constraints);
        if constraints.is_empty() {
            return vec!["the graph by itself has no solution".to_owned()];
        }
        let minimal = if contradiction.is_minimal { "" } else { "perhaps not all are needed: " };
        let mut lines = vec![format!("{minimal}these contradict each other")];
        lines.extend(constraints.chunks(LINKS).map(|some| format!("  {}", some.join(" "))));
        lines
    }

    /// The constraints as facts.
    fn constraints(&self, constraints: &[Constraint]) -> Vec<String> {
        let Reports { puzzle, names, .. } = self;
        constraints.iter().map(|constraint| constraint.fact(puzzle, names)).collect()
    }

    /// A report as one line of JSON: `stage`, `time` in seconds, `stopped` if a limit was reached, and the members of the finding.
    pub fn json(&self, report: &Report) -> String {
        let mut object = Map::new();
        object.insert("stage".to_owned(), report.stage.name().into());
        object.insert("time".to_owned(), report.time.as_secs_f64().into());
        if let Some(cause) = report.stopped {
            object.insert("stopped".to_owned(), cause.to_string().into());
        }
        for (key, value) in report.finding.iter().flat_map(|finding| self.members(finding)) {
            object.insert(key.to_owned(), value);
        }
        format!("{}\n", Value::Object(object))
    }

    fn members(&self, finding: &Finding) -> Vec<(&'static str, Value)> {
        match finding {
            Finding::Solutions(found) => {
                let shown: Vec<Value> = found.solutions.iter().map(|edges| self.links(edges)).collect();
                vec![("solutions", how_many(found).into()), ("shown", shown.into())]
            }
            Finding::Edges(Consequences { in_all, in_none, in_some, unknown }) => {
                [("in_all", in_all), ("in_none", in_none), ("in_some", in_some), ("unknown", unknown)]
                    .map(|(key, edges)| (key, self.links(edges)))
                    .into()
            }
            Finding::Number(number) => vec![("number", number_json(number))],
            Finding::Shares(shares) => {
                let edges = (0..shares.len()).map(|i| self.atoms.of(EdgeId::from_index(i)).to_owned());
                let shares = shares.iter().map(|share| Value::from(share.to_string()));
                vec![("shares", Value::Object(edges.zip(shares).collect()))]
            }
            Finding::Values(values) => {
                let numbers =
                    |solutions: &[Number]| -> Vec<Value> { solutions.iter().map(number_json).collect() };
                let cell = |cell: &ClueValues| {
                    let name = self.names.cell(cell.cell).to_string();
                    json!({ "cell": name, "values": numbers(&cell.solutions) })
                };
                let vertex = |vertex: &PathValues| {
                    let name = self.names.vertex(vertex.vertex).to_string();
                    json!({ "vertex": name, "pairs": numbers(&vertex.solutions) })
                };
                let together = values.together.as_ref().map(|orbits| {
                    let clue = |&(cell, value): &(CellId, u32)| self.clue(cell, value);
                    let clues = |orbit: &Vec<_>| orbit.iter().map(clue).collect::<Vec<String>>();
                    ("unique_together", orbits.iter().map(clues).collect::<Vec<_>>().into())
                });
                let own = [
                    ("unique", self.unique(values).into()),
                    ("cells", values.clues.iter().map(cell).collect::<Vec<Value>>().into()),
                    ("vertices", values.paths.iter().map(vertex).collect::<Vec<Value>>().into()),
                ];
                own.into_iter().chain(together).collect()
            }
            Finding::Redundant(Redundant { can_go, needed, unknown, together }) => {
                let together = together.as_ref().map(|orbits| ("together", self.orbits(orbits).into()));
                [("can_go", can_go), ("needed", needed), ("unknown", unknown)]
                    .map(|(key, constraints)| (key, self.constraints(constraints).into()))
                    .into_iter()
                    .chain(together)
                    .collect()
            }
            Finding::Contradiction(contradiction) => vec![
                ("contradiction", self.constraints(&contradiction.constraints).into()),
                ("minimal", contradiction.is_minimal.into()),
            ],
        }
    }

    fn links(&self, edges: &[EdgeId]) -> Value {
        edges.iter().map(|&edge| Value::from(self.atoms.of(edge))).collect::<Vec<Value>>().into()
    }
}

fn how_many(found: &Found) -> &'static str {
    match (found.solutions.len(), found.is_all) {
        (0, _) => "none",
        (1, true) => "one",
        (1, false) => "at least one",
        _ => "several",
    }
}

/// A number as JSON: as text, since it may be large, under the key `exact` or `at_least`.
fn number_json(number: &Number) -> Value {
    match number {
        Number::Exact(number) => json!({ "exact": number.to_string() }),
        Number::AtLeast(number) => json!({ "at_least": number.to_string() }),
    }
}
