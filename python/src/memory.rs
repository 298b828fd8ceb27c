//! The memory of the whole process, for calls that allocate without checking their limits.

use zlink::limits::Limits;

/// Bytes by which the process may grow beyond the limit of a call, as other threads allocate, too.
const SLACK: usize = 64 << 20;

/// Compares the memory of the process with its memory at the first check.
pub(crate) struct Watchdog {
    before: Option<usize>,
}

impl Watchdog {
    pub(crate) fn new() -> Self {
        Watchdog { before: None }
    }

    /// Whether the process has grown since the first check by more than the limit, a sixteenth of the limit and
    /// [`SLACK`] together. Always false on systems other than Linux.
    pub(crate) fn is_exceeded(&mut self, limits: &Limits) -> bool {
        let most = limits.memory();
        if most == usize::MAX {
            return false;
        }
        let Some(held) = resident() else { return false };
        let before = *self.before.get_or_insert(held);
        held.saturating_sub(before) > most.saturating_add(most / 16).saturating_add(SLACK)
    }
}

/// The resident memory of the process in bytes, if the system reports it.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim_end_matches("kB").trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}
