//! A checker of the proofs that this crate writes, so that they are checked on machines without VeriPB, too.

use std::collections::{BTreeMap, HashMap};

/// A sum over variables that is at least a number.
#[derive(Debug, Clone, Default)]
struct Constraint {
    factors: BTreeMap<String, i128>,
    least: i128,
}

impl Constraint {
    /// Adds a multiple of a literal to the sum.
    fn add_literal(&mut self, factor: i128, literal: &str) {
        let (name, sign) = literal.strip_prefix('~').map_or((literal, 1), |name| (name, -1));
        *self.factors.entry(name.to_string()).or_default() += sign * factor;
        self.least -= if sign < 0 { factor } else { 0 };
    }

    /// The sum of literals that reads the terms of a line, factor by factor.
    fn read(terms: &[&str], least: &str) -> Self {
        let mut constraint = Constraint { least: number(least), ..Constraint::default() };
        terms.chunks(2).for_each(|term| constraint.add_literal(number(term[0]), term[1]));
        constraint
    }

    fn times(mut self, factor: i128) -> Self {
        self.factors.values_mut().for_each(|value| *value *= factor);
        self.least *= factor;
        self
    }

    fn plus(mut self, other: &Constraint) -> Self {
        for (name, factor) in &other.factors {
            *self.factors.entry(name.clone()).or_default() += factor;
        }
        self.least += other.least;
        self
    }

    /// What the sum of the literals is at least, where literals have the absolute values of the factors.
    fn degree(&self) -> i128 {
        self.least - self.factors.values().filter(|&&factor| factor < 0).sum::<i128>()
    }

    /// The constraint with these factors of literals and this degree.
    fn with(mut self, factor: impl Fn(i128) -> i128, degree: i128) -> Self {
        self.factors.values_mut().for_each(|value| *value = value.signum() * factor(value.abs()));
        self.least = 0;
        self.least = degree - self.degree();
        self
    }

    fn divided(self, divisor: i128) -> Self {
        let up = |value: i128| (value + divisor - 1).div_euclid(divisor);
        let degree = up(self.degree());
        self.with(up, degree)
    }

    fn saturated(self) -> Self {
        let degree = self.degree().max(0);
        self.with(|factor| factor.min(degree), degree)
    }

    fn without(mut self, name: &str) -> Self {
        self.least -= self.factors.remove(name).unwrap_or(0).max(0);
        self
    }

    /// Adds the values that follow; whether there is a contradiction.
    fn propagate(&self, values: &mut HashMap<String, bool>) -> bool {
        let possible = |&(name, factor): &(&String, &i128)| values.get(name) != Some(&(*factor < 0));
        let most: i128 = self.factors.iter().filter(possible).map(|(_, factor)| factor.abs()).sum();
        let slack = most - self.degree();
        for (name, &factor) in &self.factors {
            if factor.abs() > slack && !values.contains_key(name) {
                values.insert(name.clone(), factor > 0);
            }
        }
        slack < 0
    }
}

fn number(word: &str) -> i128 {
    word.parse().unwrap_or_else(|_| panic!("{word} is no number"))
}

/// Constraints by number; those that were deleted are gone.
type Constraints = HashMap<i128, Constraint>;

/// The constraints of a formula, in their order. The error is a line that is none.
fn read(formula: &str) -> Result<Vec<Constraint>, String> {
    let mut constraints = Vec::new();
    for line in formula.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [terms @ .., relation, least, ";"] = &words[..] else { return Err(line.to_string()) };
        let constraint = Constraint::read(terms, least);
        constraints.push(constraint.clone());
        if *relation == "=" {
            constraints.push(constraint.times(-1));
        }
    }
    Ok(constraints)
}

/// Whether a formula has a model with these values.
pub(super) fn has_model(formula: &str, values: HashMap<String, bool>) -> bool {
    read(formula).is_ok_and(|constraints| can_complete(&constraints, values))
}

fn can_complete(constraints: &[Constraint], mut values: HashMap<String, bool>) -> bool {
    let mut known = usize::MAX;
    while known != values.len() {
        known = values.len();
        if constraints.iter().any(|constraint| constraint.propagate(&mut values)) {
            return false;
        }
    }
    let mut names = constraints.iter().flat_map(|constraint| constraint.factors.keys());
    let Some(open) = names.find(|&name| !values.contains_key(name)) else { return true };
    [false, true].into_iter().any(|value| {
        let mut values = values.clone();
        values.insert(open.clone(), value);
        can_complete(constraints, values)
    })
}

/// Checks a proof about a formula. The error is a line that does not follow.
pub(super) fn check(formula: &str, proof: &str) -> Result<(), String> {
    let mut constraints: Constraints = (1..).zip(read(formula)?).collect();
    let mut latest = constraints.len() as i128;
    let mut add = |constraint, constraints: &mut Constraints| {
        latest += 1;
        constraints.insert(latest, constraint);
        latest
    };
    for line in proof.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let follows = match &words[..] {
            ["rup", terms @ .., ";"] => {
                let end = terms.iter().position(|&word| word == ">=").unwrap_or(0);
                let clause = Constraint::read(&terms[..end], terms[end + 1]);
                let hints = terms[end + 2..].iter().skip(1).map(|hint| constraints.get(&number(hint)));
                let follows = hints.collect::<Option<Vec<_>>>().is_some_and(|hints| is_unit(&clause, &hints));
                add(clause, &mut constraints);
                follows
            }
            ["pol", words @ .., ";"] => {
                let sum = cutting(words, &constraints);
                sum.map(|sum| add(sum, &mut constraints)).is_some()
            }
            ["del", "id", ids @ .., ";"] => ids.iter().all(|id| constraints.remove(&number(id)).is_some()),
            ["conclusion", "UNSAT", ":", id, ";"] => {
                constraints.get(&number(id)).is_some_and(|last| last.propagate(&mut HashMap::new()))
            }
            ["f", count, ";"] => number(count) == constraints.len() as i128,
            ["conclusion" | "output", "NONE", ";"] | ["pseudo-Boolean" | "end", ..] => true,
            _ => false,
        };
        if !follows {
            return Err(line.to_string());
        }
    }
    Ok(())
}

/// Whether a constraint follows from others by unit propagation.
fn is_unit(claim: &Constraint, hints: &[&Constraint]) -> bool {
    // Its negation.
    let mut wrong = claim.clone().times(-1);
    wrong.least += 1;
    let mut values = HashMap::new();
    loop {
        let known = values.len();
        if std::iter::once(&&wrong).chain(hints).any(|constraint| constraint.propagate(&mut values)) {
            return true;
        }
        if values.len() == known {
            return false;
        }
    }
}

/// The constraint that operations in Polish notation make.
fn cutting(words: &[&str], constraints: &Constraints) -> Option<Constraint> {
    let (mut stack, mut before) = (Vec::<Constraint>::new(), "");
    for (i, &word) in words.iter().enumerate() {
        let is_operand = ["*", "d", "w"].contains(words.get(i + 1).unwrap_or(&""));
        let made = match word {
            _ if is_operand => None,
            "+" => Some(stack.pop()?.plus(&stack.pop()?)),
            "*" => Some(stack.pop()?.times(number(before))),
            "d" => Some(stack.pop()?.divided(number(before))),
            "w" => Some(stack.pop()?.without(before)),
            "s" => Some(stack.pop()?.saturated()),
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(constraints.get(&number(word))?.clone())
            }
            literal => Some(Constraint::read(&["1", literal], "0")),
        };
        stack.extend(made);
        before = word;
    }
    stack.pop().filter(|_| stack.is_empty())
}
