//! Formulas in conjunctive normal form.

use super::model::Model;
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_puzzle::EdgeId;

/// The maximum number of variables: the signed numbers of the DIMACS format and the literals of solvers have 32 bits.
const MOST_VARIABLES: u32 = 1 << 30;

/// The least number of bytes of a clause: two literals and its end.
const CLAUSE_BYTES: usize = 16;

/// A literal: a variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The positive literal of the variable with this number.
    fn positive(variable: u32) -> Self {
        Literal(variable << 1)
    }

    /// The number of the literal's variable, counted from 0.
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the literal is the variable itself, not its negation.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The number of the literal in the DIMACS format: variables are counted from 1, and a negation has the negative number of
    /// its variable.
    pub fn dimacs(self) -> i32 {
        // A formula has at most 2^30 variables, so the number fits.
        let number = ((self.0 >> 1) + 1).cast_signed();
        if self.is_positive() { number } else { -number }
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

/// A formula in conjunctive normal form: clauses over numbered variables.
#[derive(Debug, Clone, Default)]
pub struct Formula {
    variables: u32,
    literals: Vec<Literal>,
    /// For each clause the end of its literals in `literals`.
    ends: Vec<usize>,
    is_exact: bool,
    account: Account,
}

impl Formula {
    /// A formula in which the values of counting variables are determined by the variables that they count, at the cost of some
    /// more clauses: it has one model for each valid assignment of the counted variables.
    pub(super) fn exact() -> Self {
        Formula { is_exact: true, ..Formula::default() }
    }

    /// Whether counting variables must be determined by the variables that they count.
    pub(super) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// A new variable. Once there are 2^30 variables, the last one is returned again, and [`Formula::check`] fails.
    pub(super) fn variable(&mut self) -> Literal {
        self.variables = MOST_VARIABLES.min(self.variables + 1);
        Literal::positive(self.variables - 1)
    }

    /// Adds a clause.
    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
    }

    /// Fails when a limit is reached or the formula has become too large.
    pub(super) fn check(&mut self, limits: &Limits) -> Result<(), Interrupted> {
        self.room_for(0, limits)
    }

    /// Fails when a limit is reached or the formula would become too large with this many more clauses.
    pub(super) fn room_for(&mut self, clauses: usize, limits: &Limits) -> Result<(), Interrupted> {
        limits.check()?;
        self.account.move_to(limits);
        self.account.set(self.bytes().saturating_add(clauses.saturating_mul(CLAUSE_BYTES)))?;
        match self.variables().saturating_add(clauses) < MOST_VARIABLES as usize {
            true => Ok(()),
            false => Err(Interrupted::Memory),
        }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// The clauses of the formula, in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// The number of clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// The number of bytes that the clauses take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.literals[..]) + size_of_val(&self.ends[..])
    }
}

/// A formula whose first variables are the open edges of a model, in their order.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The formula.
    pub formula: Formula,
    /// The literals of the open edges.
    pub edges: Vec<Literal>,
}

impl Encoded {
    /// The edges that may be used: the open ones with their literals, and the fixed ones without.
    pub(super) fn usable(&self, model: &Model<'_>) -> Vec<(EdgeId, Option<Literal>)> {
        let open = model.open.iter().zip(&self.edges).map(|(&edge, &literal)| (edge, Some(literal)));
        open.chain(model.fixed.iter().map(|&edge| (edge, None))).collect()
    }
}
