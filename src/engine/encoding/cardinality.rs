//! Cardinality constraints (conditions on the number of true literals) as clauses.

use super::formula::{Formula, Literal};
use super::model::Demand;

/// The maximum number of literals for which "not exactly one" has a clause over all literals for each of them.
const MANY: usize = 12;

/// Adds the constraint that the number of true literals meets `demand`.
pub(super) fn demand(formula: &mut Formula, literals: &[Literal], demand: Demand) {
    match demand {
        Demand::Exactly(n) => exactly(formula, literals, n as usize),
        Demand::Between(least, most) => {
            at_least(formula, literals, least as usize);
            at_most(formula, literals, most as usize);
        }
        Demand::NoneOrTwo => {
            at_most(formula, literals, 2);
            not_exactly_one(formula, literals);
        }
    }
}

/// Adds the constraint that not exactly one literal is true.
fn not_exactly_one(formula: &mut Formula, literals: &[Literal]) {
    if literals.len() <= MANY {
        for &one in literals {
            let others = literals.iter().copied().filter(|&other| other != one);
            formula.clause(std::iter::once(!one).chain(others));
        }
        return;
    }
    let mut counter = Counter { most: 2, up: true, down: true, counts: Vec::new() };
    literals.iter().for_each(|&literal| counter.add(formula, literal));
    if let [one, two] = counter.counts[..] {
        formula.clause([!one, two]);
    }
}

/// The approximate number of clauses that [`demand`] adds for this many literals.
pub(super) fn clauses(literals: usize, demand: Demand) -> usize {
    let at_most = |n: usize| match literals.checked_sub(n) {
        None | Some(0) => 0,
        Some(rest) => choices(literals, n + 1).min(literals.saturating_mul(2 * n.min(rest) + 1)),
    };
    let at_least = |n: u32| at_most(literals.saturating_sub(n as usize));
    match demand {
        Demand::Exactly(n) => at_least(n).saturating_add(at_most(n as usize)),
        Demand::Between(least, most) => at_least(least).saturating_add(at_most(most as usize)),
        Demand::NoneOrTwo => literals.saturating_mul(16),
    }
}

/// Adds the constraint that exactly `n` literals are true.
pub(super) fn exactly(formula: &mut Formula, literals: &[Literal], n: usize) {
    at_least(formula, literals, n);
    at_most(formula, literals, n);
}

/// Adds the constraint that at least `n` literals are true.
pub(super) fn at_least(formula: &mut Formula, literals: &[Literal], n: usize) {
    match literals.len().checked_sub(n) {
        None => formula.clause([]),
        Some(_) if n == 1 => formula.clause(literals.iter().copied()),
        Some(most_false) => {
            let negated: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
            at_most(formula, &negated, most_false);
        }
    }
}

/// Adds the constraint that at most `n` literals are true: a clause for every choice of `n + 1` literals, one of which must be
/// false, or, where these are many, a sequential counter of the true literals or of the false ones (Sinz, Towards an Optimal
/// CNF Encoding of Boolean Cardinality Constraints, CP 2005).
pub(super) fn at_most(formula: &mut Formula, literals: &[Literal], n: usize) {
    if n >= literals.len() {
        return;
    }
    if n == 0 {
        literals.iter().for_each(|&literal| formula.clause([!literal]));
        return;
    }
    let rest = literals.len() - n;
    // A counter has about this many clauses, and half as many variables.
    let counter = literals.len().saturating_mul(2 * n.min(rest) + 1);
    if choices(literals.len(), n + 1) <= counter {
        every_choice(formula, literals, n + 1);
    } else if n <= rest {
        count_true(formula, literals, n);
    } else {
        count_false(formula, literals, rest);
    }
}

/// The number of ways to choose `k` of `n` things, or [`usize::MAX`] if its computation overflows.
fn choices(n: usize, k: usize) -> usize {
    let mut choices = 1usize;
    for i in 0..k.min(n - k) {
        match choices.checked_mul(n - i) {
            Some(product) => choices = product / (i + 1),
            None => return usize::MAX,
        }
    }
    choices
}

/// Adds a clause for every `k` literals: one of them is false.
fn every_choice(formula: &mut Formula, literals: &[Literal], k: usize) {
    let mut chosen: Vec<usize> = (0..k).collect();
    loop {
        formula.clause(chosen.iter().map(|&i| !literals[i]));
        // The next choice in lexicographic order.
        let Some(last) = (0..k).rfind(|&i| chosen[i] < literals.len() - k + i) else { return };
        let first = chosen[last] + 1;
        for (offset, place) in chosen[last..].iter_mut().enumerate() {
            *place = first + offset;
        }
    }
}

/// A sequential counter: variables for the number of true literals among those added so far.
struct Counter {
    /// The maximum count.
    most: usize,
    /// Whether there are clauses by which literals imply counts.
    up: bool,
    /// Whether there are clauses by which counts imply literals.
    down: bool,
    /// The literal `counts[j]` means that more than `j` of the literals so far are true.
    counts: Vec<Literal>,
}

impl Counter {
    fn add(&mut self, formula: &mut Formula, literal: Literal) {
        let before = &self.counts;
        let next: Vec<Literal> = (0..self.most.min(before.len() + 1)).map(|_| formula.variable()).collect();
        for (j, &count) in next.iter().enumerate() {
            let same = before.get(j).copied();
            let below = j.checked_sub(1).map(|below| before[below]);
            if self.up {
                same.into_iter().for_each(|same| formula.clause([!same, count]));
                formula.clause([!literal].into_iter().chain(below.map(|below| !below)).chain([count]));
            }
            if self.down {
                formula.clause([!count, literal].into_iter().chain(same));
                below.into_iter().for_each(|below| formula.clause([!count, below].into_iter().chain(same)));
            }
        }
        self.counts = next;
    }
}

/// Adds a counter of the true literals: at most `n` are true.
fn count_true(formula: &mut Formula, literals: &[Literal], n: usize) {
    let mut counter = Counter { most: n, up: true, down: formula.is_exact(), counts: Vec::new() };
    for (i, &literal) in literals.iter().enumerate() {
        counter.counts.get(n - 1).into_iter().for_each(|&full| formula.clause([!literal, !full]));
        if i + 1 < literals.len() {
            counter.add(formula, literal);
        }
    }
}

/// Adds a counter of the false literals: at least `n` are false.
fn count_false(formula: &mut Formula, literals: &[Literal], n: usize) {
    let mut counter = Counter { most: n, up: formula.is_exact(), down: true, counts: Vec::new() };
    literals.iter().for_each(|&literal| counter.add(formula, !literal));
    formula.clause(counter.counts.get(n - 1).copied());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of models in which the first `given` variables have `values`.
    fn models(formula: &Formula, values: usize, given: usize) -> usize {
        let is_model = |rest: &usize| {
            let all = values | rest << given;
            let holds = |literal: &Literal| (all >> literal.variable() & 1 == 1) == literal.is_positive();
            formula.clauses().all(|clause| clause.iter().any(holds))
        };
        (0..1usize << (formula.variables() - given)).filter(is_model).count()
    }

    fn check(n: usize, write: impl Fn(&mut Formula, &[Literal]), wanted: impl Fn(u32) -> bool) {
        for mut formula in [Formula::default(), Formula::exact()] {
            let literals: Vec<Literal> = (0..n).map(|_| formula.variable()).collect();
            write(&mut formula, &literals);
            for values in 0..1usize << n {
                let (models, wanted) = (models(&formula, values, n), wanted(values.count_ones()));
                assert_eq!(models > 0, wanted, "{values:b} of {n}");
                assert!(models <= 1 || !formula.is_exact(), "{values:b} of {n} has {models} models");
            }
        }
    }

    #[test]
    fn every_number_is_counted_right() {
        for n in 0..=4usize {
            for k in 0..=n + 1 {
                let few = |count: u32| count as usize <= k;
                check(n, |formula, literals| at_most(formula, literals, k), few);
                check(n, |formula, literals| at_least(formula, literals, k), |count| count as usize >= k);
                check(n, |formula, literals| exactly(formula, literals, k), |count| count as usize == k);
                if (1..n).contains(&k) {
                    check(n, |formula, literals| every_choice(formula, literals, k + 1), few);
                    check(n, |formula, literals| count_true(formula, literals, k), few);
                    let few_true = |count: u32| n - count as usize >= k;
                    check(n, |formula, literals| count_false(formula, literals, k), few_true);
                }
            }
            check(n, |formula, literals| demand(formula, literals, Demand::NoneOrTwo), |c| c == 0 || c == 2);
            check(n, not_exactly_one, |count| count != 1);
            let between = |formula: &mut Formula, literals: &[Literal]| {
                demand(formula, literals, Demand::Between(1, 2));
            };
            check(n, between, |count| (1..=2).contains(&count));
        }
    }

    #[test]
    fn many_literals_are_not_exactly_one() {
        let n = MANY + 1;
        let mut formula = Formula::default();
        let literals: Vec<Literal> = (0..n).map(|_| formula.variable()).collect();
        not_exactly_one(&mut formula, &literals);
        let stand_ins = formula.clone();
        for values in [0, 1, 1 << 5, 1 << (n - 1), 3, 1 << 5 | 1 << (n - 1), (1 << n) - 1] {
            // Unit propagation finds what follows from the values of the first variables.
            let mut known = vec![None; stand_ins.variables()];
            (0..n).for_each(|i| known[i] = Some(values >> i & 1 == 1));
            assert_eq!(propagates(&stand_ins, &mut known), usize::count_ones(values) != 1, "{values:b}");
        }
    }

    /// Whether no clause is violated by unit propagation that sets an open variable to true whenever nothing follows.
    fn propagates(formula: &Formula, known: &mut [Option<bool>]) -> bool {
        loop {
            let mut changed = false;
            for clause in formula.clauses() {
                let value = |l: &Literal| known[l.variable()].map(|value| value == l.is_positive());
                if clause.iter().any(|l| value(l) == Some(true)) {
                    continue;
                }
                let open: Vec<&Literal> = clause.iter().filter(|l| value(l).is_none()).collect();
                match open[..] {
                    [] => return false,
                    [unit] => {
                        known[unit.variable()] = Some(unit.is_positive());
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                match known.iter().position(Option::is_none) {
                    Some(open) => known[open] = Some(true),
                    None => return true,
                }
            }
        }
    }

    #[test]
    fn large_numbers_have_no_large_formula() {
        let mut formula = Formula::default();
        let literals: Vec<Literal> = (0..1000).map(|_| formula.variable()).collect();
        exactly(&mut formula, &literals, 4);
        at_most(&mut formula, &literals, 999);
        assert!(formula.clause_count() < 30_000, "{}", formula.clause_count());
    }
}
