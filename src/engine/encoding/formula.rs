//! A formula in conjunctive normal form, as a value.

use zlink_base::limits::{Account, Exhausted, Limits};

/// The most variables: the signed numbers of the DIMACS format and the literals of solvers have 32 bits.
const MOST_VARIABLES: u32 = 1 << 30;

/// At least the bytes of a clause: two literals and its end.
const CLAUSE_BYTES: usize = 16;

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The variable with this number.
    fn positive(variable: u32) -> Self {
        Literal(variable << 1)
    }

    /// The number of its variable, counted from 0.
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the variable itself.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its number in the DIMACS format: variables are counted from 1, and a negation has the number of its variable with the
    /// sign minus.
    pub fn dimacs(self) -> i32 {
        // A formula has at most 2^30 variables, so that the number fits.
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

/// Clauses over numbered variables.
#[derive(Debug, Clone, Default)]
pub struct Formula {
    variables: u32,
    literals: Vec<Literal>,
    /// Where each clause ends.
    ends: Vec<usize>,
    is_exact: bool,
    account: Account,
}

impl Formula {
    /// A formula in which variables that count others follow from them, as needs somewhat more clauses: it has as many
    /// models as the variables counted have values.
    pub(super) fn exact() -> Self {
        Formula { is_exact: true, ..Formula::default() }
    }

    /// Whether variables that count others have to follow from them.
    pub(super) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// A new variable. From 2^30 variables on it is the last one again, and [`Formula::check`] fails.
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
    pub(super) fn check(&mut self, limits: &Limits) -> Result<(), Exhausted> {
        self.room_for(0, limits)
    }

    /// Fails when a limit is reached or the formula would become too large by so many clauses.
    pub(super) fn room_for(&mut self, clauses: usize, limits: &Limits) -> Result<(), Exhausted> {
        limits.check()?;
        self.account.move_to(limits);
        self.account.set(self.bytes().saturating_add(clauses.saturating_mul(CLAUSE_BYTES)))?;
        match self.variables().saturating_add(clauses) < MOST_VARIABLES as usize {
            true => Ok(()),
            false => Err(Exhausted::Memory),
        }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// The number of clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.literals[..]) + size_of_val(&self.ends[..])
    }
}
