//! The signals that the program handles.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use signal_hook::consts::signal::{
    SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
};
use signal_hook::flag;

use super::memory;
use zlink_answer::ExitStatus;

/// The signals that end a run: those that clasp handles.
const ENDING: [i32; 9] = [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGALRM];

/// Makes an abort exit with the status for "out of memory", as a failed allocation aborts the process.
pub(super) fn take_abort_for_memory() {
    let _ = flag::register_conditional_shutdown(
        SIGABRT,
        i32::from(ExitStatus::MEMORY.0),
        Arc::new(AtomicBool::new(true)),
    );
}

/// Installs handlers for the signals that end a run. The result holds the number of the last one; 0 before one arrives.
pub(super) fn ending() -> Arc<AtomicUsize> {
    let signal = Arc::new(AtomicUsize::new(0));
    for number in heeded(&ENDING) {
        // If this fails, the signal kills the process: nothing better can be done.
        let _ = flag::register_usize(number, Arc::clone(&signal), number as usize);
    }
    signal
}

/// The signals of `signals` to handle: those that the parent process ignores (`nohup`, background jobs of scripts) stay
/// ignored.
pub(super) fn heeded(signals: &[i32]) -> Vec<i32> {
    let ignored = ignored();
    signals.iter().copied().filter(|signal| ignored >> (signal - 1) & 1 == 0).collect()
}

/// The ignored signals as a bit set; empty where the system does not provide it.
fn ignored() -> u64 {
    let status = memory::beginning(Path::new("/proc/self/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
