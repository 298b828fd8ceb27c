//! PUZZLE -> PROPOSITIONAL FORMULA or LINEAR PROGRAM: what the engines `sat`, `cadical` and `mip` solve and what
//! `convert --encoding` writes for other solvers.
//!
//! | file | job |
//! |---|---|
//! | `model.rs` | the edges that are open, and the conditions on single vertices and sums |
//! | `formula.rs` | clauses over variables |
//! | `cardinality.rs`, `gates.rs` | cardinality constraints and gates ("and", "or") as clauses |
//! | `positions.rs`, `colours.rs`, `shapes.rs` | the encodings other than the one by edges alone |
//! | `linear.rs` | linear programs |
//! | `walk.rs`, `names.rs` | the conditions that there is a single cycle, or that paths end where they must |
//!
//! An engine takes the formula of [`encode`], and excludes wrong paths and cycles when they appear. The formula of [`complete`]
//! has all conditions. The values of its additional variables are determined by the edges, so it has one model for each
//! solution.

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

use zlink_base::limits::{Interrupted, Limits};
use zlink_base::named;
use zlink_puzzle::{Puzzle, Topology};

pub use formula::{Encoded, Formula, Literal};
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
    /// Checks that the encoding can express `puzzle`: [`Encoding::Edges`] can express every puzzle, the others those with
    /// pairs.
    ///
    /// # Errors
    /// The puzzles that the encoding is meant for, if `puzzle` is not one of them.
    #[doc(hidden)]
    pub fn fits(self, puzzle: &Puzzle) -> Result<(), Unfit> {
        match self == Encoding::Edges || puzzle.topology() == Topology::Linkage {
            true => Ok(()),
            false => Err(Unfit { encoding: self, meant_for: "puzzles with pairs" }),
        }
    }
}

/// An error: the encoding cannot express this kind of puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the encoding {encoding} is for {meant_for}; the encoding edges takes every puzzle")]
pub struct Unfit {
    /// The encoding that was asked for.
    pub encoding: Encoding,
    /// The puzzles that the encoding can express.
    pub meant_for: &'static str,
}

/// The formula of `model`, which the encoding must [fit](Encoding::fits). Its models may have paths that join wrong terminals
/// (only with [`Encoding::Edges`]) and cycles beside the right ones.
///
/// # Errors
/// When a limit is reached; then the formula is not built.
///
/// # Errors
/// When a limit is reached; then the formula is not built.
pub fn encode(encoding: Encoding, model: &Model<'_>, limits: &Limits) -> Result<Encoded, Interrupted> {
    add(encoding, model, Formula::default(), limits)
}

/// The formula of `puzzle`, which the encoding must [fit](Encoding::fits), with one model for each solution: variable `e` is
/// true exactly if edge `e` is chosen, and the edges determine all later variables.
///
/// # Errors
/// When a limit is reached.
///
/// # Errors
/// When a limit is reached.
pub fn complete(encoding: Encoding, puzzle: &Puzzle, limits: &Limits) -> Result<Formula, Interrupted> {
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
        // The formula has all conditions already.
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

/// Encodes `model` into an empty formula.
fn add(
    encoding: Encoding,
    model: &Model<'_>,
    formula: Formula,
    limits: &Limits,
) -> Result<Encoded, Interrupted> {
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

/// Adds a variable for each open edge, and the local conditions on them.
fn edges(model: &Model<'_>, mut formula: Formula, limits: &Limits) -> Result<Encoded, Interrupted> {
    let edges: Vec<Literal> = model.open.iter().map(|_| formula.variable()).collect();
    let mut literals = Vec::new();
    for rule in &model.rules {
        literals.clear();
        literals.extend(rule.positive.iter().map(|&i| edges[i]));
        literals.extend(rule.negative.iter().map(|&i| !edges[i]));
        formula.room_for(cardinality::clauses(literals.len(), rule.demand), limits)?;
        cardinality::demand(&mut formula, &literals, rule.demand);
    }
    if model.nonempty {
        formula.clause(edges.iter().copied());
    }
    Ok(Encoded { formula, edges })
}
