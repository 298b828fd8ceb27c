//! Accounting of memory: how many bytes the stores hold, and how many they may hold.
//!
//! Every store of unbounded size has an [`Account`], to which it reports the bytes that it holds. All accounts of a
//! run are added up in one [`Meter`], which has the sum and the peak. Between them are *budgets*: an account may
//! belong to a part of the work with a limit of its own, that part to a larger one, and so on; each budget has the
//! sum of the accounts below it.
//!
//! ```text
//!   account ─┐
//!   account ─┴─> budget: an eighth ─┐
//!   account ────────────────────────┴─> budget: 4 GB ──> meter: sum, peak
//! ```
//!
//! An increase is added to all budgets on the way to the meter, or to none. A store may report more than it uses
//! (arrays reserve up to twice what they use), so the process may hold less than the sum. Whoever watches the process
//! reports this to the meter; the budget of a whole run may then be exceeded.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Interrupted, Limits};

/// While memory is short, a store that gives way may hold at most its budget divided by this number.
const GIVES_WAY: usize = 4;

/// The sum over all accounts of a run, and what is known about the memory of the process.
#[derive(Debug, Default)]
pub struct Meter {
    held: AtomicUsize,
    peak: AtomicUsize,
    is_short: AtomicBool,
    has_room: AtomicBool,
}

impl Meter {
    /// The bytes that all stores hold together.
    pub fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    /// The peak of [`Meter::held`], in bytes.
    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Sets whether the process has little memory left. Only stores that give way are affected.
    pub fn set_short(&self, is_short: bool) {
        self.is_short.store(is_short, Ordering::Relaxed);
    }

    /// Sets whether the process holds clearly less memory than it may. Then the accounts of a run may add up to twice
    /// the memory limit, as memory that stores have reserved but not used is not taken from the machine.
    pub fn set_room(&self, has_room: bool) {
        self.has_room.store(has_room, Ordering::Relaxed);
    }

    fn add(&self, bytes: usize) {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed).wrapping_add(bytes);
        self.peak.fetch_max(held, Ordering::Relaxed);
    }
}

/// How strictly a budget is enforced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Up to twice the budget is admitted while the process has room.
    Reserved,
    /// The budget is never exceeded.
    Strict,
    /// While memory is short, only a fraction of the budget is admitted.
    GivesWay,
}

/// The bytes that a part of the work may hold, and the bytes that it holds.
#[derive(Debug)]
struct Budget {
    most: usize,
    bound: Bound,
    held: AtomicUsize,
    /// The budget of the larger part that this part belongs to.
    whole: Option<Arc<Budget>>,
}

impl Budget {
    fn admits(&self, held: usize, meter: &Meter) -> bool {
        match self.bound {
            Bound::Strict => held <= self.most,
            Bound::Reserved => {
                held <= self.most || held / 2 <= self.most && meter.has_room.load(Ordering::Relaxed)
            }
            Bound::GivesWay => held <= self.most / GIVES_WAY || !meter.is_short.load(Ordering::Relaxed),
        }
    }
}

/// The budget under which accounts are opened, and the meter of the run. Clones share both.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    meter: Arc<Meter>,
    /// `None` if the memory is not limited.
    budget: Option<Arc<Budget>>,
}

impl Memory {
    pub(super) fn meter(&self) -> &Meter {
        &self.meter
    }

    fn is(&self, other: &Memory) -> bool {
        let budgets = [self, other].map(|memory| memory.budget.as_ref().map(Arc::as_ptr));
        Arc::ptr_eq(&self.meter, &other.meter) && budgets[0] == budgets[1]
    }

    /// This budget, and those that contain it, from the inside out.
    fn budgets(&self) -> impl Iterator<Item = &Budget> {
        std::iter::successors(self.budget.as_deref(), |budget| budget.whole.as_deref())
    }

    /// The bytes that the accounts may hold together; `usize::MAX` if there is no limit.
    pub(super) fn most(&self) -> usize {
        self.budgets().map(|budget| budget.most).min().unwrap_or(usize::MAX)
    }

    /// The bytes by which the accounts may still grow together.
    fn room(&self) -> usize {
        let left = |budget: &Budget| budget.most.saturating_sub(budget.held.load(Ordering::Relaxed));
        self.budgets().map(left).min().unwrap_or(usize::MAX)
    }

    fn part(&self, most: usize, bound: Bound) -> Self {
        let budget = Budget { most, bound, held: AtomicUsize::new(0), whole: self.budget.clone() };
        Memory { meter: Arc::clone(&self.meter), budget: Some(Arc::new(budget)) }
    }

    pub(super) fn within(&self, bytes: usize) -> Self {
        self.part(bytes, Bound::Reserved)
    }

    pub(super) fn one_of(&self, parts: usize) -> Self {
        self.part(self.most() / parts.max(1), Bound::Strict)
    }

    pub(super) fn giving_way(&self) -> Self {
        self.part(self.most(), Bound::GivesWay)
    }

    /// Adds `bytes` to all budgets, or to none if one of them does not admit the increase.
    fn add(&self, bytes: usize) -> Result<(), Interrupted> {
        for (passed, budget) in self.budgets().enumerate() {
            let rise = |held: usize| held.checked_add(bytes).filter(|&held| budget.admits(held, &self.meter));
            if budget.held.fetch_update(Ordering::AcqRel, Ordering::Acquire, rise).is_err() {
                self.subtract_from(passed, bytes);
                return Err(Interrupted::Memory);
            }
        }
        self.meter.add(bytes);
        Ok(())
    }

    /// Adds `bytes` to all budgets, even to those that do not admit it.
    fn charge(&self, bytes: usize) {
        for budget in self.budgets() {
            budget.held.fetch_add(bytes, Ordering::Relaxed);
        }
        self.meter.add(bytes);
    }

    /// Subtracts `bytes` from the meter and all budgets. The meter is first here, and last when bytes are added, so
    /// it never shows more than the budgets admit.
    fn subtract(&self, bytes: usize) {
        self.meter.held.fetch_sub(bytes, Ordering::Relaxed);
        self.subtract_from(usize::MAX, bytes);
    }

    /// Subtracts `bytes` from the first `count` budgets.
    fn subtract_from(&self, count: usize, bytes: usize) {
        for budget in self.budgets().take(count) {
            budget.held.fetch_sub(bytes, Ordering::Release);
        }
    }
}

/// The account of one store: the bytes that it holds, which are given back when the account is dropped.
///
/// The default account has no budget; it is for a store that is made before its limits are known.
#[derive(Debug, Default)]
pub struct Account {
    memory: Memory,
    held: usize,
}

impl Account {
    pub(super) fn new(memory: &Memory) -> Self {
        Account { memory: memory.clone(), held: 0 }
    }

    /// The bytes that the store holds.
    pub fn held(&self) -> usize {
        self.held
    }

    /// The bytes that the store may hold as long as the other stores do not change.
    pub fn room(&self) -> usize {
        self.memory.room().saturating_add(self.held)
    }

    /// Whether the store could hold `bytes` bytes now.
    pub fn admits(&self, bytes: usize) -> bool {
        let others = |budget: &Budget| budget.held.load(Ordering::Relaxed).saturating_sub(self.held);
        let admits =
            |budget: &Budget| budget.admits(others(budget).saturating_add(bytes), &self.memory.meter);
        self.memory.budgets().all(admits)
    }

    /// Records that the store holds `bytes` bytes from now on.
    ///
    /// Fails if a budget would be exceeded, or if the store has to give way. Then the account is unchanged, or at
    /// `bytes` if that is less than before.
    pub fn set(&mut self, bytes: usize) -> Result<(), Interrupted> {
        match bytes.checked_sub(self.held) {
            Some(more) => self.grow(more),
            None => {
                self.shrink(self.held - bytes);
                self.grow(0)
            }
        }
    }

    /// Records that the store holds `bytes` more bytes. Fails like [`Account::set`].
    pub fn grow(&mut self, bytes: usize) -> Result<(), Interrupted> {
        self.memory.add(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// Records that the store holds `bytes` fewer bytes, but not less than 0.
    pub fn shrink(&mut self, bytes: usize) {
        let bytes = bytes.min(self.held);
        self.memory.subtract(bytes);
        self.held -= bytes;
    }

    /// Moves the account under the budget of `limits`. If that does not admit its bytes, the next [`Account::set`]
    /// fails.
    pub fn move_to(&mut self, limits: &Limits) {
        if self.memory.is(&limits.memory) {
            return;
        }
        self.memory.subtract(self.held);
        self.memory = limits.memory.clone();
        self.memory.charge(self.held);
    }
}

/// The account of a copy of the store: it is charged for as many bytes, even beyond the budget.
impl Clone for Account {
    fn clone(&self) -> Self {
        self.memory.charge(self.held);
        Account { memory: self.memory.clone(), held: self.held }
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.memory.subtract(self.held);
    }
}
