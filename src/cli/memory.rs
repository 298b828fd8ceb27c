//! How much memory the process holds, and how much it may hold. On systems without `/proc` nothing is known, and
//! only the engine's own accounting limits the memory.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::Path;

use nix::sys::resource::{Resource, getrlimit};
use nix::unistd::{SysconfVar, sysconf};

/// What the process holds, in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    /// Memory in use.
    pub(super) resident: u64,
    /// Address space.
    pub(super) reserved: u64,
}

/// Tells what the process holds; cheap enough to be asked a hundred times a second.
pub(super) struct ProcessMeter {
    statm: File,
    page: u64,
}

impl ProcessMeter {
    /// `None` where the system does not say.
    pub(super) fn new() -> Option<Self> {
        let page = sysconf(SysconfVar::PAGE_SIZE).ok()??;
        Some(ProcessMeter { statm: File::open("/proc/self/statm").ok()?, page: u64::try_from(page).ok()? })
    }

    /// What the process holds now.
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

/// The beginning of a small file of the system, in one read.
pub(super) fn beginning(path: &Path) -> Option<String> {
    let mut buffer = [0; 4096];
    let len = File::open(path).ok()?.read(&mut buffer).ok()?;
    Some(String::from_utf8_lossy(&buffer[..len]).into_owned())
}

/// What the process may hold, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemoryLimit {
    /// Of memory in use.
    pub(super) resident: u64,
    /// Of address space; an allocation beyond it would abort the process.
    pub(super) reserved: u64,
}

/// The most that is left when memory is short, else a twelfth: a fast search fills it in a few looks of the watchdog.
const MARGIN: u64 = 256 << 20;
/// When less than this is left, a fast search could fill more between two looks that are not frequent.
const NEAR: u64 = 32 << 20;
/// Of little memory a fifth is left, up to so much: the C library keeps some of what is given back.
const SMALL_MARGIN: u64 = 8 << 20;

impl MemoryLimit {
    /// `wanted` bytes, or 85 % of what is free: of the machine, of the control group the process is in, and of the
    /// limits of its shell (`ulimit -v`, `ulimit -d`).
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

    /// How many bytes the stores of a run may hold that begins now: what is held already is not theirs. What arrays reserve
    /// beside, up to as much again, takes no memory, but address space.
    pub(super) fn left_for_stores(&self, held: Held) -> usize {
        let free = self.resident.saturating_sub(held.resident);
        let free = free.min(self.reserved.saturating_sub(held.reserved) / 8 * 5);
        usize::try_from(free).unwrap_or(usize::MAX)
    }

    /// The same limit, but no less than this.
    #[cfg(feature = "studio")]
    pub(super) fn at_least(&self, least: Held) -> Self {
        MemoryLimit {
            resident: self.resident.max(least.resident),
            reserved: self.reserved.max(least.reserved),
        }
    }

    /// Whether so little is left beside `held` that what can do without should give its memory back.
    pub(super) fn is_short(&self, held: Held) -> bool {
        let nearly = |bytes: u64| bytes - MARGIN.min((bytes / 12).max(SMALL_MARGIN.min(bytes / 5)));
        held.resident > nearly(self.resident) || held.reserved > nearly(self.reserved)
    }

    /// Whether `held` is clearly less: by a twentieth, and of address space by a quarter.
    pub(super) fn is_roomy(&self, held: Held) -> bool {
        held.resident < self.resident / 20 * 19 && held.reserved < self.reserved / 4 * 3
    }

    /// Whether `held` is so near to it that a look now and then is not enough.
    pub(super) fn is_near(&self, held: Held) -> bool {
        held.resident.saturating_add(NEAR) > self.resident
            || held.reserved.saturating_add(NEAR) > self.reserved
    }

    /// Whether `held` is more than that.
    pub(super) fn is_exceeded(&self, held: Held) -> bool {
        held.resident > self.resident || held.reserved > self.reserved
    }
}

fn most_of(bytes: u64) -> u64 {
    bytes / 20 * 17
}

/// The bytes that `MemAvailable` promises.
fn free_of_machine() -> Option<u64> {
    let text = beginning(Path::new("/proc/meminfo"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// What the tightest control group around the process leaves.
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
            // Inside a container the path may be that of the host: then only the root is there.
            let own = Path::new(root).join(path);
            let up = own.ancestors().take_while(|folder| folder.starts_with(root));
            up.filter_map(|folder| free_of_folder(folder, files)).min()
        })
        .min()
}

/// The first version of control groups says "no limit" by a number near 2^63.
const NO_LIMIT: u64 = 1 << 60;

fn free_of_folder(folder: &Path, [limit, usage]: [&str; 2]) -> Option<u64> {
    let number = |name: &str| beginning(&folder.join(name))?.trim().parse::<u64>().ok();
    let limit = number(limit).filter(|&limit| limit < NO_LIMIT)?;
    // Cached files count as used, but give way.
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
