//! The memory that the process holds and may hold. On systems without `/proc` this is not known, and only the engine's own
//! accounting limits the memory.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::Path;

use nix::sys::resource::{Resource, getrlimit};
use nix::unistd::{SysconfVar, sysconf};

/// The memory that the process holds, in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    /// The memory in use.
    pub(super) resident: u64,
    /// The address space.
    pub(super) reserved: u64,
}

/// Measures the memory of the process; cheap enough to be read a hundred times a second.
pub(super) struct ProcessMeter {
    statm: File,
    page: u64,
}

impl ProcessMeter {
    /// A meter of this process; `None` where the system does not provide the numbers.
    pub(super) fn new() -> Option<Self> {
        let page = sysconf(SysconfVar::PAGE_SIZE).ok()??;
        Some(ProcessMeter { statm: File::open("/proc/self/statm").ok()?, page: u64::try_from(page).ok()? })
    }

    /// The memory that the process holds now.
    pub(super) fn read(&self) -> Option<Held> {
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

/// The first bytes, up to 4096, of a small file of the system, in one read.
pub(super) fn beginning(path: &Path) -> Option<String> {
    let mut buffer = [0; 4096];
    let len = File::open(path).ok()?.read(&mut buffer).ok()?;
    Some(String::from_utf8_lossy(&buffer[..len]).into_owned())
}

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
        let shell = [Resource::RLIMIT_AS, Resource::RLIMIT_DATA].into_iter().filter_map(|resource| {
            let (soft, _) = getrlimit(resource).ok()?;
            Some(soft).filter(|&soft| soft != nix::libc::RLIM_INFINITY)
        });
        let reserved = shell.min().unwrap_or(u64::MAX);
        let free = [free_of_machine(), free_of_group(), Some(reserved)].into_iter().flatten().min();
        let resident = wanted.unwrap_or_else(|| most_of(free.unwrap_or(u64::MAX)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meter_sees_an_allocation() {
        let meter = ProcessMeter::new().expect("/proc");
        let before = meter.read().unwrap();
        let block = vec![1u8; 64 << 20];
        let after = meter.read().unwrap();
        assert!(after.resident >= before.resident + (48 << 20), "{before:?} {after:?}");
        assert!(after.reserved >= after.resident);
        drop(block);
    }

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
        assert!(MemoryLimit::new(None).resident < free_of_machine().unwrap_or(u64::MAX));
    }
}
