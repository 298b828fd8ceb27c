//! The callbacks of batsat, which count its memory and stop it when a limit is reached.

use std::cell::{Cell, RefCell};

use batsat::{Callbacks, ClauseKind, Lit};

use zlink_base::limits::{Account, Interrupted, Limits, Progress};

/// The number of calls of the stop callback between two checks of the limits.
const INTERVAL: u64 = 16;
/// A lower bound on the bytes of a clause besides its literals: its head and two watches.
const CLAUSE_BYTES: usize = 32;
/// A lower bound on the bytes of a variable: its state, and the lists of its watches.
const VARIABLE_BYTES: usize = 100;
/// The greatest number of bytes of the solver's clauses, whose addresses have 32 bits.
const MOST_BYTES: u64 = 1 << 33;

/// The callbacks of batsat.
pub(super) struct Resources<'r> {
    limits: &'r Limits,
    progress: &'r dyn Progress,
    bytes: usize,
    account: RefCell<Account>,
    learnt: u64,
    restarts: u64,
    asked: Cell<u64>,
    cause: Cell<Option<Interrupted>>,
}

impl<'r> Resources<'r> {
    /// Callbacks that enforce `limits`.
    pub(super) fn new(limits: &'r Limits, progress: &'r dyn Progress) -> Self {
        let (asked, cause, account) = (Cell::new(0), Cell::new(None), RefCell::new(limits.account()));
        Resources { limits, progress, bytes: 0, account, learnt: 0, restarts: 0, asked, cause }
    }

    /// Records that the solver gets `count` more variables.
    pub(super) fn add_variables(&mut self, count: usize) {
        self.bytes = self.bytes.saturating_add(count.saturating_mul(VARIABLE_BYTES));
    }

    /// Records that the solver gets one more clause.
    pub(super) fn add_clause(&mut self, literals: usize) {
        self.bytes = self.bytes.saturating_add(clause_bytes(literals));
    }

    /// Returns an error if a limit is reached.
    pub(super) fn check(&self) -> Result<(), Interrupted> {
        self.limits.check()?;
        self.account.borrow_mut().set(self.bytes)?;
        if self.bytes as u64 > MOST_BYTES { Err(Interrupted::Memory) } else { Ok(()) }
    }

    /// The limit that stopped the solver.
    pub(super) fn cause(&self) -> Interrupted {
        self.cause.get().unwrap_or(Interrupted::Stopped)
    }

    fn look(&self) -> Result<(), Interrupted> {
        self.progress
            .report("sat", format_args!("{} clauses learnt, {} restarts", self.learnt, self.restarts));
        self.check()
    }
}

fn clause_bytes(literals: usize) -> usize {
    literals * size_of::<Lit>() + CLAUSE_BYTES
}

impl Callbacks for Resources<'_> {
    fn on_restart(&mut self) {
        self.restarts += 1;
    }

    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.learnt += 1;
        self.add_clause(clause.len());
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.bytes = self.bytes.saturating_sub(clause_bytes(clause.len()));
    }

    fn stop(&self) -> bool {
        if self.cause.get().is_none() {
            let asked = self.asked.get();
            self.asked.set(asked + 1);
            if asked.is_multiple_of(INTERVAL) {
                self.cause.set(self.look().err());
            }
        }
        self.cause.get().is_some()
    }
}
