//! The solver CaDiCaL, in C++: inprocessing, and the paths as an external propagator (Fazekas et al., IPASIR-UP: User
//! Propagators for CDCL, SAT 2023).
//!
//! Callbacks may not borrow anything, so their state is shared by reference counts, and they cannot report progress:
//! a search is cut into pieces of [`CONFLICTS`] conflicts. Between two pieces, memory is measured and progress is
//! reported; the solver keeps what it has learnt. A deadline or a stop flag ends a piece at once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use cadical_sys::{CaDiCal, ExternalPropagator, Learner, Status, Terminator};

use crate::encoding::Literal;
use crate::sat::{Paths, SatSolver, Setup, Work};
use zlink_base::limits::{Account, Interrupted, Limits, Progress};

/// The number of conflicts between two checks of the memory.
const CONFLICTS: i32 = 10_000;
/// The number of calls of the terminator between two checks of the limits.
const INTERVAL: u32 = 16;
/// The approximate number of bytes of a clause besides its literals: its head, two watches, and its place in the list
/// of clauses.
const CLAUSE_BYTES: u64 = 64;
/// The approximate number of bytes of a variable: its state, and the lists of its watches.
const VARIABLE_BYTES: u64 = 200;
/// The number of bytes of a literal.
const LITERAL_BYTES: u64 = size_of::<i32>() as u64;

/// A formula without variables and clauses.
pub(super) fn open(setup: Setup<'_>) -> Box<dyn SatSolver + '_> {
    Box::new(Cadical::new(setup))
}

/// A formula in CaDiCaL.
struct Cadical<'r> {
    solver: CaDiCal,
    propagator: Rc<RefCell<PathPropagator>>,
    learnt: Rc<RefCell<Learnt>>,
    cause: Rc<Cell<Option<Interrupted>>>,
    limits: &'r Limits,
    /// The account that is charged for the solver.
    account: Account,
    progress: &'r dyn Progress,
    variables: i32,
    /// The number of literals of the clauses that were added.
    literals: u64,
}

impl<'r> Cadical<'r> {
    fn new(Setup { paths, seed, limits, progress }: Setup<'r>) -> Self {
        let mut solver = CaDiCal::new();
        if seed != 0 {
            solver.set("seed", i32::try_from(seed % (1 << 31)).unwrap_or_default());
        }
        let edges = paths.open_count();
        let propagator = Rc::new(RefCell::new(PathPropagator::new(paths)));
        let learnt = Rc::default();
        let cause = Rc::default();
        solver.connect_external_propagator(Rc::clone(&propagator));
        // The edges are the first variables; CaDiCaL numbers variables from 1.
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

    /// The estimated number of bytes of the solver.
    fn bytes(&self) -> usize {
        let count = |clauses: i64| u64::try_from(clauses).unwrap_or_default();
        let variables = u64::try_from(self.variables).unwrap_or_default() * VARIABLE_BYTES;
        let given = self.literals * LITERAL_BYTES + count(self.solver.irredundant()) * CLAUSE_BYTES;
        // CaDiCaL reports the number of learnt clauses that it keeps, but not their lengths.
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

    fn check(&mut self) -> Result<(), Interrupted> {
        self.limits.check()?;
        self.account.set(self.bytes())
    }

    fn solve(&mut self) -> Result<bool, Interrupted> {
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

/// The terminator, which stops the solver at a deadline or when the stop flag is set.
struct LimitTerminator {
    limits: Limits,
    /// The number of calls so far.
    asked: u32,
    cause: Rc<Cell<Option<Interrupted>>>,
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

/// The number of learnt clauses and of their literals.
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

/// The theory of paths, which follows the solver's assignments.
struct PathPropagator {
    paths: Paths,
    /// The literals that are still to be passed of the clause for the solver, in reverse order after a final 0; empty
    /// without a clause.
    lemma: Vec<i32>,
    /// The decision level at which a wrong path or cycle was found. Later assignments are not read: all of them are
    /// undone with that level, and are notified again if they stay true.
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
