//! How many bytes the stores hold, and how many they may hold.
//!
//! Every store of unbounded size has an [`Account`], in which it says how much it holds. All accounts of a run are added
//! up in one [`Meter`], which knows the sum and the peak. Between them are *budgets*: an account may belong to a part
//! of the work that may hold so much, a part of that part, and so on; each budget knows the sum of the accounts below it.
//!
//! ```text
//!   account ─┐
//!   account ─┴─> budget: an eighth ─┐
//!   account ────────────────────────┴─> budget: 4 GB ──> meter: sum, peak
//! ```
//!
//! A rise goes through all budgets on the way or through none. What a store says may be more than it uses (arrays
//! reserve up to twice of that), so the process may hold less than the sum: who watches the process tells the meter,
//! and the budget of a whole run is then not kept to the byte.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Exhausted, Limits};

/// Where others can go on with less, stores give way to them when they hold more than this part of their memory.
const GIVES_WAY: usize = 4;

/// What all accounts of a run hold together, and what is known of the memory of the process.
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

    /// The most bytes that they held at a time.
    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Says whether the process has little memory left. Only stores that give way heed it.
    pub fn set_short(&self, is_short: bool) {
        self.is_short.store(is_short, Ordering::Relaxed);
    }

    /// Says whether the process holds clearly less memory than it may. Then the stores of a run may count up to twice
    /// as much as there is: what they have reserved but not used takes none.
    pub fn set_room(&self, has_room: bool) {
        self.has_room.store(has_room, Ordering::Relaxed);
    }

    fn add(&self, bytes: usize) {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed).wrapping_add(bytes);
        self.peak.fetch_max(held, Ordering::Relaxed);
    }
}

/// How strictly a budget is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Up to twice as much is fine while the process has room.
    Reserved,
    /// To the byte.
    Strict,
    /// While memory is short only a part of it may be held.
    GivesWay,
}

/// What a part of the work may hold, and holds.
#[derive(Debug)]
struct Budget {
    most: usize,
    bound: Bound,
    held: AtomicUsize,
    /// The budget that this one is a part of.
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

/// The budget that accounts are opened under, and the meter behind it. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    meter: Arc<Meter>,
    /// None when the memory is not limited.
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

    /// This budget, and those that it is a part of.
    fn budgets(&self) -> impl Iterator<Item = &Budget> {
        std::iter::successors(self.budget.as_deref(), |budget| budget.whole.as_deref())
    }

    /// The bytes that the accounts may hold together.
    pub(super) fn most(&self) -> usize {
        self.budgets().map(|budget| budget.most).min().unwrap_or(usize::MAX)
    }

    /// The bytes by which they may rise.
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

    /// Adds `bytes` to all budgets, or to none if one of them does not admit it.
    fn add(&self, bytes: usize) -> Result<(), Exhausted> {
        for (passed, budget) in self.budgets().enumerate() {
            let rise = |held: usize| held.checked_add(bytes).filter(|&held| budget.admits(held, &self.meter));
            if budget.held.fetch_update(Ordering::AcqRel, Ordering::Acquire, rise).is_err() {
                self.subtract_from(passed, bytes);
                return Err(Exhausted::Memory);
            }
        }
        self.meter.add(bytes);
        Ok(())
    }

    /// Adds `bytes` to all budgets, whether they admit it or not.
    fn charge(&self, bytes: usize) {
        for budget in self.budgets() {
            budget.held.fetch_add(bytes, Ordering::Relaxed);
        }
        self.meter.add(bytes);
    }

    /// The meter comes first, as it comes last when bytes are added: so it never shows more than the budgets admit.
    fn subtract(&self, bytes: usize) {
        self.meter.held.fetch_sub(bytes, Ordering::Relaxed);
        self.subtract_from(usize::MAX, bytes);
    }

    /// Subtracts `bytes` from the first few budgets.
    fn subtract_from(&self, count: usize, bytes: usize) {
        for budget in self.budgets().take(count) {
            budget.held.fetch_sub(bytes, Ordering::Release);
        }
    }
}

/// What one store holds. It is given back when the account goes.
///
/// The default is under no budget, for a store that is made before its limits are known.
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

    /// The bytes that it may hold as long as no other store holds more or less.
    pub fn room(&self) -> usize {
        self.memory.room().saturating_add(self.held)
    }

    /// Whether the store could hold `bytes` now.
    pub fn admits(&self, bytes: usize) -> bool {
        let others = |budget: &Budget| budget.held.load(Ordering::Relaxed).saturating_sub(self.held);
        let admits =
            |budget: &Budget| budget.admits(others(budget).saturating_add(bytes), &self.memory.meter);
        self.memory.budgets().all(admits)
    }

    /// The store holds `bytes` from now on.
    ///
    /// Fails when a budget would be exceeded, or when the store is to give way; then the account is left as it was, or
    /// at `bytes` if that is less.
    pub fn set(&mut self, bytes: usize) -> Result<(), Exhausted> {
        match bytes.checked_sub(self.held) {
            Some(more) => self.grow(more),
            None => {
                self.shrink(self.held - bytes);
                self.grow(0)
            }
        }
    }

    /// The store holds `bytes` more from now on. Fails as [`Account::set`] does.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.memory.add(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// The store holds `bytes` less from now on, at least none.
    pub fn shrink(&mut self, bytes: usize) {
        let bytes = bytes.min(self.held);
        self.memory.subtract(bytes);
        self.held -= bytes;
    }

    /// Moves the account under the budget of `limits`, whether it admits that or not: then the next [`Account::set`]
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

/// That of a copy of the store, which holds as much again, whether the budget admits that or not.
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
