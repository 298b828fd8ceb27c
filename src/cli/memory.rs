//! The memory that the process may hold. Where the system does not tell what it holds, only the engine's own accounting limits
//! the memory.

use super::system::{self, Held};

/// The memory that the process may hold, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemoryLimit {
    /// The limit of the memory in use.
    pub(super) resident: u64,
    /// The limit of the address space; an allocation beyond it would abort the process.
    pub(super) reserved: u64,
}

/// Memory is short when less than a twelfth of the limit is left, but at most this number of bytes: a fast search fills that
/// much within a few checks of the watchdog.
const MARGIN: u64 = 256 << 20;
/// When fewer bytes than this are left, the watchdog checks more often: a fast search could fill them between two checks.
const NEAR: u64 = 32 << 20;
/// With a small limit, memory is short when less than a fifth of it is left, but at most this number of bytes: the C library
/// keeps some of the freed memory.
const SMALL_MARGIN: u64 = 8 << 20;

impl MemoryLimit {
    /// The limit of `wanted` bytes. The default is 85 % of what is free: of the machine, of the process's control group, and of
    /// the limits of its shell (`ulimit -v`, `ulimit -d`).
    pub(super) fn new(wanted: Option<u64>) -> Self {
        let reserved = system::address_space().unwrap_or(u64::MAX);
        let free = system::free_memory().unwrap_or(u64::MAX).min(reserved);
        let resident = wanted.unwrap_or_else(|| most_of(free));
        MemoryLimit { resident, reserved: if reserved == u64::MAX { u64::MAX } else { reserved / 20 * 19 } }
    }

    /// The bytes that the stores of a run may hold when it begins now, beside those that the process holds already. Arrays may
    /// reserve nearly as much again, which takes no memory but address space.
    pub(super) fn left_for_stores(&self, held: Held) -> usize {
        let free = self.resident.saturating_sub(held.resident);
        let free = free.min(self.reserved.saturating_sub(held.reserved) / 8 * 5);
        usize::try_from(free).unwrap_or(usize::MAX)
    }

    /// The limit raised to `least`, if it is lower.
    #[cfg(feature = "studio")]
    pub(super) fn at_least(&self, least: Held) -> Self {
        MemoryLimit {
            resident: self.resident.max(least.resident),
            reserved: self.reserved.max(least.reserved),
        }
    }

    /// Whether memory is short: so little is left beside `held` that dispensable stores should give their memory back.
    pub(super) fn is_short(&self, held: Held) -> bool {
        let nearly = |bytes: u64| bytes - MARGIN.min((bytes / 12).max(SMALL_MARGIN.min(bytes / 5)));
        held.resident > nearly(self.resident) || held.reserved > nearly(self.reserved)
    }

    /// Whether `held` is clearly below the limit: by a twentieth, and by a quarter for address space.
    pub(super) fn is_roomy(&self, held: Held) -> bool {
        held.resident < self.resident / 20 * 19 && held.reserved < self.reserved / 4 * 3
    }

    /// Whether `held` is so near to the limit that it must be checked more often.
    pub(super) fn is_near(&self, held: Held) -> bool {
        held.resident.saturating_add(NEAR) > self.resident
            || held.reserved.saturating_add(NEAR) > self.reserved
    }

    /// Whether `held` is above the limit.
    pub(super) fn is_exceeded(&self, held: Held) -> bool {
        held.resident > self.resident || held.reserved > self.reserved
    }
}

fn most_of(bytes: u64) -> u64 {
    bytes / 20 * 17
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wanted_limit_is_taken_as_it_is() {
        let limit = MemoryLimit::new(Some(5_000_000));
        assert!(limit.is_exceeded(Held { resident: 5_000_001, reserved: 0 }));
        assert!(!limit.is_exceeded(Held { resident: 5_000_000, reserved: 0 }));
        assert!(limit.is_short(Held { resident: 4_000_001, reserved: 0 }));
        assert!(!limit.is_short(Held { resident: 4_000_000, reserved: 0 }));
        let large = MemoryLimit::new(Some(100_000_000));
        assert!(large.is_short(Held { resident: 92_000_000, reserved: 0 }));
        assert!(!large.is_short(Held { resident: 91_000_000, reserved: 0 }));
        assert!(large.is_near(Held { resident: 70_000_000, reserved: 0 }));
        assert!(!large.is_near(Held { resident: 60_000_000, reserved: 0 }));
    }

    #[test]
    fn the_default_is_less_than_the_machine_has() {
        assert!(MemoryLimit::new(None).resident < system::free_memory().unwrap_or(u64::MAX));
    }
}
