//! Linux, and other kinds of Unix as far as they know what is asked.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::Duration;

use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage};
use nix::unistd::{SysconfVar, sysconf};
use signal_hook::consts::signal::{
    SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
};
use signal_hook::flag;

use super::Held;
use zlink_answer::ExitStatus;

/// The signals that end a run: those that clasp handles.
const ENDING: [i32; 9] = [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGALRM];

/// Makes an abort exit with the status for "out of memory", as a failed allocation aborts the process.
pub(crate) fn take_abort_for_memory() {
    let _ = flag::register_conditional_shutdown(
        SIGABRT,
        i32::from(ExitStatus::MEMORY.0),
        Arc::new(AtomicBool::new(true)),
    );
}

/// Installs handlers for the signals that end a run. The result holds the number of the last one; 0 before one arrives.
pub(crate) fn ending() -> Arc<AtomicUsize> {
    let signal = Arc::new(AtomicUsize::new(0));
    for number in heeded(&ENDING) {
        // If this fails, the signal kills the process: nothing better can be done.
        let _ = flag::register_usize(number, Arc::clone(&signal), number as usize);
    }
    signal
}

/// The signals of `signals` to handle: those that the parent process ignores (`nohup`, background jobs of scripts) stay
/// ignored.
pub(crate) fn heeded(signals: &[i32]) -> Vec<i32> {
    let ignored = ignored();
    signals.iter().copied().filter(|signal| ignored >> (signal - 1) & 1 == 0).collect()
}

/// The ignored signals as a bit set; empty where the system does not provide it.
fn ignored() -> u64 {
    let status = beginning(Path::new("/proc/self/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// The standard output as the process inherited it.
pub(crate) fn stdout() -> io::Result<impl Write + use<>> {
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

/// The CPU time that the process has used.
pub(crate) fn cpu_time() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return Duration::ZERO };
    let time = |t: nix::sys::time::TimeVal| {
        let (seconds, micros) = (u64::try_from(t.tv_sec()), u64::try_from(t.tv_usec()));
        Duration::from_secs(seconds.unwrap_or(0)) + Duration::from_micros(micros.unwrap_or(0))
    };
    time(usage.user_time()) + time(usage.system_time())
}

/// The most memory that the process has held, in bytes.
pub(crate) fn peak_memory() -> Option<u64> {
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    Some(u64::try_from(usage.max_rss()).ok()?.saturating_mul(1024))
}

/// Measures the memory of the process; cheap enough to be read a hundred times a second.
pub(crate) struct ProcessMeter {
    statm: File,
    page: u64,
}

impl ProcessMeter {
    /// A meter of this process; `None` where the system does not provide the numbers.
    pub(crate) fn new() -> Option<Self> {
        let page = sysconf(SysconfVar::PAGE_SIZE).ok()??;
        Some(ProcessMeter { statm: File::open("/proc/self/statm").ok()?, page: u64::try_from(page).ok()? })
    }

    /// The memory that the process holds now.
    pub(crate) fn read(&self) -> Option<Held> {
        let mut buffer = [0; 128];
        let len = self.statm.read_at(&mut buffer, 0).ok()?;
        let mut pages =
            buffer[..len].split(|b| *b == b' ').map(|n| std::str::from_utf8(n).ok()?.parse().ok());
        let reserved: u64 = pages.next()??;
        let resident: u64 = pages.next()??;
        Some(Held {
            resident: resident.saturating_mul(self.page),
            reserved: reserved.saturating_mul(self.page),
        })
    }
}

/// The bytes of address space that the process may have by the limits of its shell (`ulimit -v`, `ulimit -d`).
pub(crate) fn address_space() -> Option<u64> {
    let shell = [Resource::RLIMIT_AS, Resource::RLIMIT_DATA].into_iter().filter_map(|resource| {
        let (soft, _) = getrlimit(resource).ok()?;
        Some(soft).filter(|&soft| soft != nix::libc::RLIM_INFINITY)
    });
    shell.min()
}

/// The free bytes of the machine and of the process's control group, whichever are fewer.
pub(crate) fn free_memory() -> Option<u64> {
    [free_of_machine(), free_of_group()].into_iter().flatten().min()
}

/// The available bytes of the machine, by `MemAvailable`.
fn free_of_machine() -> Option<u64> {
    let text = beginning(Path::new("/proc/meminfo"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The free bytes of the tightest control group around the process.
fn free_of_group() -> Option<u64> {
    let groups = beginning(Path::new("/proc/self/cgroup"))?;
    groups
        .lines()
        .filter_map(|line| {
            let mut parts = line.splitn(3, ':');
            let (_, controllers, path) =
                (parts.next()?, parts.next()?, parts.next()?.trim_start_matches('/'));
            let (root, files) = match controllers {
                "" => ("/sys/fs/cgroup", ["memory.max", "memory.current"]),
                _ if controllers.split(',').any(|c| c == "memory") => {
                    ("/sys/fs/cgroup/memory", ["memory.limit_in_bytes", "memory.usage_in_bytes"])
                }
                _ => return None,
            };
            // Inside a container the path may be that of the host: then only the root exists.
            let own = Path::new(root).join(path);
            let up = own.ancestors().take_while(|folder| folder.starts_with(root));
            up.filter_map(|folder| free_of_folder(folder, files)).min()
        })
        .min()
}

/// Numbers from here on mean "no limit": version 1 of control groups uses one near 2^63.
const NO_LIMIT: u64 = 1 << 60;

fn free_of_folder(folder: &Path, [limit, usage]: [&str; 2]) -> Option<u64> {
    let number = |name: &str| beginning(&folder.join(name))?.trim().parse::<u64>().ok();
    let limit = number(limit).filter(|&limit| limit < NO_LIMIT)?;
    // Cached files count as used, but their memory is reclaimed when needed.
    let stat = beginning(&folder.join("memory.stat")).unwrap_or_default();
    let cached = stat.lines().find_map(|line| line.strip_prefix("inactive_file ")?.parse::<u64>().ok());
    Some(limit.saturating_sub(number(usage)?.saturating_sub(cached.unwrap_or(0))))
}

/// The first bytes, up to 4096, of a small file of the system, in one read.
pub(crate) fn beginning(path: &Path) -> Option<String> {
    let mut buffer = [0; 4096];
    let len = File::open(path).ok()?.read(&mut buffer).ok()?;
    Some(String::from_utf8_lossy(&buffer[..len]).into_owned())
}
