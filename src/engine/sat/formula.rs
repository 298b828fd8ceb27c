//! A formula in conjunctive normal form, as a value.

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Literal(u32);

impl Literal {
    /// The variable with this number.
    fn positive(variable: u32) -> Self {
        Literal(variable << 1)
    }

    /// The number of its variable.
    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the variable itself.
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
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
pub(super) struct Formula {
    variables: u32,
    literals: Vec<Literal>,
    /// Where each clause ends.
    ends: Vec<usize>,
}

impl Formula {
    /// A new variable.
    ///
    /// # Panics
    /// At 2^31 variables, for which no memory limit leaves room.
    pub(super) fn variable(&mut self) -> Literal {
        assert!(self.variables < 1 << 31, "too many variables");
        self.variables += 1;
        Literal::positive(self.variables - 1)
    }

    /// Adds a clause.
    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
    }

    /// The number of variables.
    pub(super) fn variables(&self) -> usize {
        self.variables as usize
    }

    /// The clauses.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// The number of clauses.
    pub(super) fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// About the bytes that it takes here and in a solver.
    pub(super) fn bytes(&self) -> usize {
        self.literals.len() * 8 + self.ends.len() * 64 + self.variables as usize * 200
    }
}
