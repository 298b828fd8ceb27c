//! PUZZLE -> PROPOSITIONAL FORMULA or LINEAR PROGRAM: what the engines `sat`, `cadical` and `mip` solve and what
//! `convert --encoding` writes for other solvers.
//!
//! | file | job |
//! |---|---|
//! | `model.rs` | the edges that are open, and the conditions on single vertices and cells |
//! | `formula.rs` | clauses over variables |
//! | `cardinality.rs`, `gates.rs` | "so many of these", "one of these", "both" as clauses |
//! | `positions.rs`, `colours.rs`, `shapes.rs` | the encodings beside that by edges alone |
//! | `linear.rs` | linear programs |
//! | `walk.rs`, `names.rs` | that there is one cycle, or that paths end where they must |
//!
//! An engine takes the formula of [`encode`], and excludes wrong paths and cycles when they turn up. The formula of
//! [`complete`] says all of it. What it takes more variables for follows from the edges, so that it has one model for
//! each solution.

mod cardinality;
mod colours;
mod formula;
mod gates;
pub mod linear;
mod model;
mod names;
mod positions;
mod shapes;
mod walk;

use zlink_base::limits::{Exhausted, Limits};
use zlink_base::named;
use zlink_puzzle::{EdgeId, Puzzle, Topology};

pub use formula::{Formula, Literal};
pub use model::{Broken, Demand, Model, Rule};

named! {
    /// How a puzzle is written in propositional logic (Pilaud, Numberlink solver, INF421, section 2.1).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum Encoding {
        /// A variable for each edge; wrong paths and cycles are excluded when they turn up.
        #[default]
        Edges = "edges",
        /// A variable for each vertex, path and position on the path (puzzles with pairs).
        Positions = "positions",
        /// A variable for each vertex and path, and for each edge (puzzles with pairs).
        Colours = "colours",
        /// A variable for each vertex, path and shape of the path there: the edges it passes by (puzzles with pairs).
        Shapes = "shapes",
    }
}

impl Encoding {
    /// Whether it can express `puzzle`: [`Encoding::Edges`] takes every one, the others those with pairs.
    ///
    /// # Errors
    /// What it is for.
    #[cfg_attr(not(zlink_inside), doc(hidden))]
    pub fn fits(self, puzzle: &Puzzle) -> Result<(), Unfit> {
        match self == Encoding::Edges || puzzle.topology() == Topology::Linkage {
            true => Ok(()),
            false => Err(Unfit { encoding: self, meant_for: "puzzles with pairs" }),
        }
    }
}

/// The encoding has no meaning for this kind of puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the encoding {encoding} is for {meant_for}; the encoding edges takes every puzzle")]
pub struct Unfit {
    /// The encoding.
    pub encoding: Encoding,
    /// The puzzles that it can express.
    pub meant_for: &'static str,
}

/// A formula in which the first variables are the open edges, in their order.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The formula.
    pub formula: Formula,
    /// The open edges.
    pub edges: Vec<Literal>,
}

impl Encoded {
    /// The edges that may be used: the open ones with their literals, and those that are chosen whatever happens.
    fn usable(&self, model: &Model<'_>) -> Vec<(EdgeId, Option<Literal>)> {
        let open = model.open.iter().zip(&self.edges).map(|(&edge, &literal)| (edge, Some(literal)));
        open.chain(model.fixed.iter().map(|&edge| (edge, None))).collect()
    }
}

/// The formula of `model`, which the encoding [fits](Encoding::fits). Its models may have paths that join wrong
/// terminals (only with [`Encoding::Edges`]) and cycles beside the right ones.
///
/// # Errors
/// When a limit is reached; then the formula is not built.
pub fn encode(encoding: Encoding, model: &Model<'_>, limits: &Limits) -> Result<Encoded, Exhausted> {
    add(encoding, model, Formula::default(), limits)
}

/// The formula of `puzzle`, which the encoding [fits](Encoding::fits), with one model for each solution: variable `e`
/// of the first ones says whether edge `e` is chosen, all others follow from them.
///
/// # Errors
/// When a limit is reached.
pub fn complete(encoding: Encoding, puzzle: &Puzzle, limits: &Limits) -> Result<Formula, Exhausted> {
    let Ok(model) = Model::undecided(puzzle) else {
        let mut formula = Formula::exact();
        for _ in 0..puzzle.edge_count() {
            formula.variable();
        }
        formula.clause([]);
        return Ok(formula);
    };
    let mut encoded = add(encoding, &model, Formula::exact(), limits)?;
    match (encoding, puzzle.topology()) {
        // Neither has more to say.
        (Encoding::Positions, _) | (_, Topology::Cycles) => {}
        (Encoding::Edges, Topology::Linkage) => {
            let passages = walk::encode(&model, &mut encoded, limits)?;
            names::of_pairs(&model, &mut encoded, &passages, limits)?;
        }
        (_, Topology::PathMatching) => {
            let passages = walk::encode(&model, &mut encoded, limits)?;
            names::of_paths(&model, &mut encoded, &passages, limits)?;
        }
        // Paths of one colour do not end at wrong terminals.
        (_, Topology::Cycle | Topology::Linkage) => drop(walk::encode(&model, &mut encoded, limits)?),
    }
    Ok(encoded.formula)
}

/// Puts `model` into an empty formula.
fn add(
    encoding: Encoding,
    model: &Model<'_>,
    formula: Formula,
    limits: &Limits,
) -> Result<Encoded, Exhausted> {
    let mut encoded = edges(model, formula, limits)?;
    match encoding {
        Encoding::Edges => {}
        Encoding::Positions => positions::encode(model, &mut encoded, limits)?,
        Encoding::Colours => colours::encode(model, &mut encoded, limits)?,
        Encoding::Shapes => shapes::encode(model, &mut encoded, limits)?,
    }
    encoded.formula.check(limits)?;
    Ok(encoded)
}

/// A variable for each open edge, and the local conditions on them.
fn edges(model: &Model<'_>, mut formula: Formula, limits: &Limits) -> Result<Encoded, Exhausted> {
    let edges: Vec<Literal> = model.open.iter().map(|_| formula.variable()).collect();
    let mut literals = Vec::new();
    for rule in &model.rules {
        formula.room_for(cardinality::clauses(rule.edges.len(), rule.demand), limits)?;
        literals.clear();
        literals.extend(rule.edges.iter().map(|&i| edges[i]));
        cardinality::demand(&mut formula, &literals, rule.demand);
    }
    if model.nonempty {
        formula.clause(edges.iter().copied());
    }
    Ok(Encoded { formula, edges })
}
