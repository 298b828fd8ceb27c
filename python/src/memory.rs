//! What the process holds, for calls that take memory without asking their limits.

use zlink::limits::Limits;

/// What a call may take beyond its limit before that counts: the rest of the process is at work, too.
const SLACK: usize = 64 << 20;

/// Watches over the memory of the process from the first look on.
pub(crate) struct Watchdog {
    before: Option<usize>,
}

impl Watchdog {
    pub(crate) fn new() -> Self {
        Watchdog { before: None }
    }

    /// Whether the process has grown since the first look by a sixteenth more than the limit, and [`SLACK`]. Only Linux tells.
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

/// The bytes of the process that are in memory.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim_end_matches("kB").trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}
