//! Windows.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::os::windows::io::AsHandle;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use winsafe::{GlobalMemoryStatusEx, HPROCESS};

use super::Held;

/// Does nothing: an abort raises no signal here.
pub(crate) fn take_abort_for_memory() {}

/// Installs a handler for Ctrl-C and for the end of the console. The result is 0 until then.
pub(crate) fn ending() -> Arc<AtomicUsize> {
    let signal = Arc::new(AtomicUsize::new(0));
    let told = Arc::clone(&signal);
    // If this fails, Ctrl-C kills the process: nothing better can be done.
    let _ = ctrlc::set_handler(move || told.store(1, Ordering::Relaxed));
    signal
}

/// The standard output as the process inherited it. A console takes other characters than those of UTF-8, which the standard
/// library translates.
pub(crate) fn stdout() -> io::Result<Box<dyn Write + Send>> {
    let stdout = io::stdout();
    if stdout.is_terminal() {
        return Ok(Box::new(stdout));
    }
    Ok(Box::new(File::from(stdout.as_handle().try_clone_to_owned()?)))
}

/// The CPU time that the process has used.
pub(crate) fn cpu_time() -> Duration {
    let Ok((_, _, system, user)) = HPROCESS::GetCurrentProcess().GetProcessTimes() else {
        return Duration::ZERO;
    };
    // They count tenths of a microsecond.
    [system, user].into_iter().map(|time| Duration::from_nanos(u64::from(time).saturating_mul(100))).sum()
}

/// The most memory that the process has held, in bytes.
pub(crate) fn peak_memory() -> Option<u64> {
    Some(HPROCESS::GetCurrentProcess().GetProcessMemoryInfo().ok()?.PeakWorkingSetSize as u64)
}

/// Measures the memory of the process; cheap enough to be read a hundred times a second.
pub(crate) struct ProcessMeter;

impl ProcessMeter {
    /// A meter of this process.
    pub(crate) fn new() -> Option<Self> {
        Some(ProcessMeter)
    }

    /// The memory that the process holds now. What it has reserved is what Windows has promised it, in memory or on disk.
    pub(crate) fn read(&self) -> Option<Held> {
        let counters = HPROCESS::GetCurrentProcess().GetProcessMemoryInfo().ok()?;
        Some(Held { resident: counters.WorkingSetSize as u64, reserved: counters.PrivateUsage as u64 })
    }
}

/// The bytes that Windows can promise the process, in memory or on disk.
pub(crate) fn address_space() -> Option<u64> {
    let held = ProcessMeter.read()?;
    Some(GlobalMemoryStatusEx().ok()?.ullAvailPageFile.saturating_add(held.reserved))
}

/// The free bytes of the machine.
pub(crate) fn free_memory() -> Option<u64> {
    Some(GlobalMemoryStatusEx().ok()?.ullAvailPhys)
}
