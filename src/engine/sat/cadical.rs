//! The solver CaDiCaL, in C++: inprocessing, and the paths as an external propagator (Fazekas et al., IPASIR-UP: User
//! Propagators for CDCL, SAT 2023).
//!
//! What it calls back may borrow nothing, so that it shares its state by reference counts, and does not hear of progress: a
//! search is cut into pieces of [`CONFLICTS`] conflicts. Between two of them, memory is measured and progress is
//! told; the solver goes on with what it has learnt. A deadline and a stop flag end a piece at once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use cadical_sys::{CaDiCal, ExternalPropagator, Learner, Status, Terminator};

use super::paths::Paths;
use super::solver::{SatSolver, Setup, Work};
use crate::encoding::Literal;
use zlink_base::limits::{Account, Exhausted, Limits, Progress};

/// Conflicts between two looks at the memory.
const CONFLICTS: i32 = 10_000;
/// Questions of the solver between two looks at the clock.
const INTERVAL: u32 = 16;
/// About the bytes of a clause beside its literals: its head, two watches, and its place in the list of clauses.
const CLAUSE_BYTES: u64 = 64;
/// About the bytes of a variable: what is known of it, and the lists of its watches.
const VARIABLE_BYTES: u64 = 200;
/// The bytes of a literal.
const LITERAL_BYTES: u64 = size_of::<i32>() as u64;

/// A formula of CaDiCaL.
pub(super) struct Cadical<'r> {
    solver: CaDiCal,
    propagator: Rc<RefCell<PathPropagator>>,
    learnt: Rc<RefCell<Learnt>>,
    cause: Rc<Cell<Option<Exhausted>>>,
    limits: &'r Limits,
    /// Holds the solver.
    account: Account,
    progress: &'r dyn Progress,
    variables: i32,
    /// The literals of the clauses that were added.
    literals: u64,
}

impl<'r> Cadical<'r> {
    /// A formula without variables.
    pub(super) fn new(Setup { paths, seed, limits, progress }: Setup<'r>) -> Self {
        let mut solver = CaDiCal::new();
        if seed != 0 {
            solver.set("seed", i32::try_from(seed % (1 << 31)).unwrap_or_default());
        }
        let edges = paths.open_count();
        let propagator = Rc::new(RefCell::new(PathPropagator::new(paths)));
        let learnt = Rc::default();
        let cause = Rc::default();
        solver.connect_external_propagator(Rc::clone(&propagator));
        // The edges are the first variables; CaDiCaL counts from 1.
        (1..).take(edges).for_each(|edge| solver.add_observed_var(edge));
        solver.connect_learner(Rc::clone(&learnt));
        solver.connect_terminator(LimitTerminator {
            limits: limits.clone(),
            asked: 0,
            cause: Rc::clone(&cause),
        });
        let account = limits.account();
        Cadical { solver, propagator, learnt, cause, limits, account, progress, variables: 0, literals: 0 }
    }

    /// About what the solver holds.
    fn bytes(&self) -> usize {
        let count = |clauses: i64| u64::try_from(clauses).unwrap_or_default();
        let variables = u64::try_from(self.variables).unwrap_or_default() * VARIABLE_BYTES;
        let given = self.literals * LITERAL_BYTES + count(self.solver.irredundant()) * CLAUSE_BYTES;
        // It tells the number of learnt clauses that it keeps, but not how long these are.
        let learnt = count(self.solver.redundant())
            * (CLAUSE_BYTES + self.learnt.borrow().mean_length() * LITERAL_BYTES);
        usize::try_from(variables + given + learnt).unwrap_or(usize::MAX)
    }

    fn statistic(&self, name: &str) -> u64 {
        u64::try_from(self.solver.get_statistic_value(name)).unwrap_or_default()
    }
}

impl SatSolver for Cadical<'_> {
    fn add_variables(&mut self, count: usize) {
        self.variables = self.variables.saturating_add(i32::try_from(count).unwrap_or(i32::MAX));
        self.solver.resize(self.variables);
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.literals += clause.len() as u64;
        clause.iter().for_each(|literal| self.solver.add(literal.dimacs()));
        self.solver.add(0);
    }

    fn check(&mut self) -> Result<(), Exhausted> {
        self.limits.check()?;
        self.account.set(self.bytes())
    }

    fn solve(&mut self) -> Result<bool, Exhausted> {
        loop {
            self.check()?;
            self.solver.limit("conflicts", CONFLICTS);
            match self.solver.solve() {
                Status::SATISFIABLE => return Ok(true),
                Status::UNSATISFIABLE => return Ok(false),
                Status::UNKNOWN => {}
            }
            if let Some(cause) = self.cause.get() {
                return Err(cause);
            }
            let conflicts = self.statistic("conflicts");
            self.progress.report("cadical", format_args!("{conflicts} conflicts"));
        }
    }

    fn value(&mut self, literal: Literal) -> bool {
        let number = literal.dimacs();
        self.solver.status() == Status::SATISFIABLE && (self.solver.val(number.abs()) > 0) == (number > 0)
    }

    fn work(&self) -> Work {
        Work {
            lemmas: self.propagator.borrow().paths.lemmas(),
            decisions: self.statistic("decisions"),
            conflicts: self.statistic("conflicts"),
            restarts: None,
        }
    }
}

/// Stops the solver at a deadline and by the stop flag.
struct LimitTerminator {
    limits: Limits,
    /// The number of times that the solver has asked.
    asked: u32,
    cause: Rc<Cell<Option<Exhausted>>>,
}

impl Terminator for LimitTerminator {
    fn terminated(&mut self) -> bool {
        if self.cause.get().is_none() && self.asked.is_multiple_of(INTERVAL) {
            self.cause.set(self.limits.check().err());
        }
        self.asked = self.asked.wrapping_add(1);
        self.cause.get().is_some()
    }
}

/// How long the learnt clauses are.
#[derive(Debug, Default)]
struct Learnt {
    clauses: u64,
    literals: u64,
}

impl Learnt {
    fn mean_length(&self) -> u64 {
        self.literals / self.clauses.max(1)
    }
}

impl Learner for Learnt {
    fn learning(&mut self, size: i32) -> bool {
        self.clauses += 1;
        self.literals += u64::try_from(size).unwrap_or_default();
        false
    }

    fn learn(&mut self, _: i32) {}
}

/// The paths, told what becomes true.
struct PathPropagator {
    paths: Paths,
    /// The clause that the solver is to learn, from the end; it ends with 0. Empty when there is none.
    lemma: Vec<i32>,
    /// The decision level at which a wrong path or cycle was found. What becomes true afterwards is not read: all of it is
    /// taken back with that level, and told again if it stays true.
    conflict_level: Option<usize>,
}

impl PathPropagator {
    fn new(paths: Paths) -> Self {
        PathPropagator { paths, lemma: Vec::new(), conflict_level: None }
    }
}

impl ExternalPropagator for PathPropagator {
    fn notify_assignment(&mut self, literals: &[i32]) {
        if self.conflict_level.is_some() {
            return;
        }
        for &literal in literals {
            // Negative numbers are edges that are not chosen.
            let Some(variable) = usize::try_from(literal).ok().and_then(|number| number.checked_sub(1))
            else {
                continue;
            };
            let level = self.paths.levels();
            if let Some(lemma) = self.paths.assign(variable) {
                self.lemma.clear();
                self.lemma.push(0);
                self.lemma.extend(lemma.iter().map(|literal| literal.dimacs()));
                self.conflict_level = Some(level);
                return;
            }
        }
    }

    fn notify_new_decision_level(&mut self) {
        self.paths.begin_level();
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        self.paths.backtrack(new_level);
        self.conflict_level = self.conflict_level.filter(|&level| level <= new_level);
    }

    fn cb_check_found_model(&mut self, _: &[i32]) -> bool {
        self.conflict_level.is_none()
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = true;
        !self.lemma.is_empty()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.lemma.pop().unwrap_or_default()
    }
}
