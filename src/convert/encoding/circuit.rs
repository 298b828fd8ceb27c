//! A propositional formula that grows by gates. Every variable of a gate is a function of earlier variables, so that
//! gates never change the number of models.

use crate::limits::{Exhausted, Limits};

/// A variable or its negation, as in the DIMACS format.
pub(super) type Literal = i32;

/// A formula.
#[derive(Debug, Default)]
pub(super) struct Circuit {
    /// How many variables there are.
    pub(super) variables: i32,
    /// The clauses one after the other, each with a 0 behind it.
    clauses: Vec<Literal>,
    count: usize,
}

/// Fewer literals than this are compared one with another, more go through a counter.
const FEW: usize = 6;

impl Circuit {
    /// A new variable.
    pub(super) fn variable(&mut self) -> Literal {
        self.variables += 1;
        self.variables
    }

    /// One of the literals holds.
    pub(super) fn clause(&mut self, literals: &[Literal]) {
        self.clauses.extend(literals);
        self.clauses.push(0);
        self.count += 1;
    }

    /// The clauses.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        self.clauses.split_inclusive(|&literal| literal == 0).map(|clause| &clause[..clause.len() - 1])
    }

    /// How many clauses there are.
    pub(super) fn clause_count(&self) -> usize {
        self.count
    }

    /// Fails when the formula has become too large, or time is up.
    pub(super) fn check(&self, limits: &Limits) -> Result<(), Exhausted> {
        if self.variables > i32::MAX / 2 {
            return Err(Exhausted::Memory);
        }
        limits.check_memory(self.clauses.capacity() * size_of::<Literal>())?;
        limits.check()
    }

    /// A literal that holds if one of the given ones does; `None` when there are none.
    pub(super) fn or(&mut self, literals: &[Literal]) -> Option<Literal> {
        if literals.len() < 2 {
            return literals.first().copied();
        }
        let gate = self.variable();
        let mut long = literals.to_vec();
        long.push(-gate);
        self.clause(&long);
        for &literal in literals {
            self.clause(&[gate, -literal]);
        }
        Some(gate)
    }

    /// A literal that holds if both do.
    pub(super) fn and(&mut self, a: Literal, b: Literal) -> Literal {
        let gate = self.variable();
        self.clause(&[gate, -a, -b]);
        self.clause(&[-gate, a]);
        self.clause(&[-gate, b]);
        gate
    }

    /// A literal that holds if exactly one of both does.
    pub(super) fn exclusive_or(&mut self, a: Literal, b: Literal) -> Literal {
        let gate = self.variable();
        self.clause(&[-gate, a, b]);
        self.clause(&[-gate, -a, -b]);
        self.clause(&[gate, -a, b]);
        self.clause(&[gate, a, -b]);
        gate
    }

    /// For `k` from 1 to `most`: a literal that holds if at least `k` of `literals` do, `None` when there are fewer.
    fn counter(&mut self, literals: &[Literal], most: usize) -> Vec<Option<Literal>> {
        let mut at_least: Vec<Option<Literal>> = vec![None; most];
        for &literal in literals {
            for k in (0..most).rev() {
                let with = if k == 0 {
                    Some(literal)
                } else {
                    at_least[k - 1].map(|fewer| self.and(fewer, literal))
                };
                let both: Vec<Literal> = [at_least[k], with].into_iter().flatten().collect();
                at_least[k] = self.or(&both);
            }
        }
        at_least
    }

    /// At most `most` of `literals` hold.
    pub(super) fn at_most(&mut self, literals: &[Literal], most: usize) {
        if literals.len() <= most {
            return;
        }
        if literals.len() > FEW {
            if let Some(more) = self.counter(literals, most + 1)[most] {
                self.clause(&[-more]);
            }
            return;
        }
        // Fewer than 2^FEW.
        for set in 0u32..1 << literals.len() {
            if set.count_ones() as usize == most + 1 {
                let clause: Vec<Literal> =
                    (0..literals.len()).filter(|i| set >> i & 1 == 1).map(|i| -literals[i]).collect();
                self.clause(&clause);
            }
        }
    }

    /// Exactly `count` of `literals` hold.
    pub(super) fn exactly(&mut self, literals: &[Literal], count: usize) {
        if count > literals.len() {
            return self.clause(&[]);
        }
        if literals.len() > FEW {
            // Counting those that do not hold needs fewer gates when many do.
            let (literals, count) = if 2 * count > literals.len() {
                (literals.iter().map(|l| -l).collect(), literals.len() - count)
            } else {
                (literals.to_vec(), count)
            };
            let at_least = self.counter(&literals, count + 1);
            if count > 0 {
                let enough: Vec<Literal> = at_least[count - 1].into_iter().collect();
                self.clause(&enough);
            }
            if let Some(more) = at_least[count] {
                self.clause(&[-more]);
            }
            return;
        }
        self.at_most(literals, count);
        let negated: Vec<Literal> = literals.iter().map(|l| -l).collect();
        self.at_most(&negated, literals.len() - count);
    }

    /// None or two of `literals` hold.
    pub(super) fn none_or_two(&mut self, literals: &[Literal]) {
        if literals.len() > FEW {
            let at_least = self.counter(literals, 3);
            if let [Some(one), Some(two), Some(three)] = at_least[..] {
                self.clause(&[-one, two]);
                self.clause(&[-three]);
            }
            return;
        }
        self.at_most(literals, 2);
        for (i, &literal) in literals.iter().enumerate() {
            let mut clause: Vec<Literal> = literals.to_vec();
            clause[i] = -literal;
            self.clause(&clause);
        }
    }
}
