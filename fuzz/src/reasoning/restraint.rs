//! Bytes as limits.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use zlink::clock::Instant;
use zlink::limits::{Limits, Progress};

use super::puzzle::Input;

/// A reason for a question to stop before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Restraint {
    /// No reason: every question comes to its end.
    None,
    /// The stop flag is set at the report of progress with this number.
    Reports(u32),
    /// The memory limit in bytes.
    Memory(usize),
    /// The deadline has passed at the start.
    Time,
}

/// Sets a stop flag after a number of reports.
pub(super) struct Stopper {
    flag: Arc<AtomicBool>,
    reports: AtomicU32,
}

impl Restraint {
    pub(super) fn read(input: &mut Input<'_>) -> Self {
        match input.below(8) {
            0..=4 => Restraint::None,
            5 => Restraint::Reports(input.byte().into()),
            6 => Restraint::Memory(usize::from(input.byte()) << input.below(14)),
            _ => Restraint::Time,
        }
    }

    /// Whether there is no restraint.
    pub(super) fn is_none(self) -> bool {
        self == Restraint::None
    }

    /// The limits of a question that starts now, and the receiver of its progress.
    pub(super) fn begin(self) -> (Limits, Stopper) {
        let mut limits = match self {
            Restraint::Memory(bytes) => Limits::none().within(bytes),
            _ => Limits::none(),
        };
        if self == Restraint::Time {
            limits.deadline = Some(Instant::now());
        }
        let reports = if let Restraint::Reports(reports) = self { reports } else { u32::MAX };
        let stopper = Stopper { flag: limits.stop_flag(), reports: reports.into() };
        (limits, stopper)
    }
}

impl Progress for Stopper {
    fn report(&self, _phase: &str, _detail: fmt::Arguments<'_>) {
        if self.reports.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.flag.store(true, Ordering::Relaxed);
        }
    }
}
