//! Which signals the program heeds.

use std::path::Path;

use super::memory;

/// Those of `signals` that are to be heeded: what the parent chose to ignore (`nohup`, a job in the background of a
/// script) stays ignored.
pub(super) fn heeded(signals: &[i32]) -> Vec<i32> {
    let ignored = ignored();
    signals.iter().copied().filter(|signal| ignored >> (signal - 1) & 1 == 0).collect()
}

/// The signals that are ignored, as a set of bits; none where the system does not say.
fn ignored() -> u64 {
    let status = memory::beginning(Path::new("/proc/self/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
