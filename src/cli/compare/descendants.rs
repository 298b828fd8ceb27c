//! The descendants of this process, also those that left its process group: finds, measures and ends them.
//!
//! Linux makes this process the parent of every orphan among them ([`adopt_orphans`]), so that no descendant escapes when
//! its parent ends. On other systems descendants are not known, and only whole groups can be ended.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use crate::system;
use zlink_base::clock::Instant;

/// The time between two attempts to end the remaining descendants.
const TICK: Duration = Duration::from_millis(2);

/// A living process.
#[derive(Debug, Clone, Copy)]
pub(super) struct Process {
    id: i32,
    group: i32,
}

/// Makes this process the parent of all orphans among its descendants.
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    // If this fails, descendants whose parents have ended are not found.
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// The living descendants of this process. Processes that are started meanwhile may be missing.
pub(super) fn living() -> Vec<Process> {
    let own = std::process::id().cast_signed();
    let has_lists = Path::new("/proc/thread-self/children").exists();
    let mut open = vec![own];
    let mut seen = BTreeSet::from([own]);
    let mut found = Vec::new();
    let all = if has_lists { Vec::new() } else { all() };
    while let Some(parent) = open.pop() {
        let children = if has_lists {
            children(parent)
        } else {
            all.iter().filter(|stat| stat.parent == parent).map(|stat| stat.process.id).collect()
        };
        for child in children.into_iter().filter(|&child| seen.insert(child)) {
            open.push(child);
            found.extend(Stat::of(child).filter(|stat| stat.lives).map(|stat| stat.process));
        }
    }
    found
}

/// The children of `process`: each of its threads has a list of them.
fn children(process: i32) -> Vec<i32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// All processes of the system, for kernels that are built without the lists of children.
fn all() -> Vec<Stat> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(Stat::of).collect()
}

/// The state of a process, as the system reports it.
struct Stat {
    process: Process,
    parent: i32,
    /// Whether the process is alive, which includes a process whose first thread has ended and others run on.
    lives: bool,
}

impl Stat {
    fn of(id: i32) -> Option<Self> {
        let text = system::beginning(format!("/proc/{id}/stat").as_ref())?;
        // After the name, which may have parentheses and blanks, there are only numbers and the letter of the state.
        let (_, text) = text.rsplit_once(')')?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let threads: u32 = words.get(17)?.parse().ok()?;
        let process = Process { id, group: words.get(2)?.parse().ok()? };
        let parent = words.get(1)?.parse().ok()?;
        Some(Stat { process, parent, lives: !matches!(*words.first()?, "Z" | "X") || threads > 1 })
    }
}

/// The bytes of memory that `processes` hold together. The result is the sum of their resident memory if that is at most
/// `known`. Otherwise, pages that several processes share count only once, which takes longer to find out.
pub(super) fn memory(processes: &[Process], known: u64) -> u64 {
    let resident = processes.iter().map(|process| process.resident()).fold(0, u64::saturating_add);
    if processes.len() < 2 || resident <= known {
        return resident;
    }
    processes.iter().map(|process| process.share()).fold(0, u64::saturating_add)
}

impl Process {
    /// The resident memory of the process in bytes; 0 where the system does not provide it.
    fn resident(self) -> u64 {
        self.kilobytes("status", "VmRSS:").unwrap_or(0).saturating_mul(1024)
    }

    /// The proportional memory of the process in bytes: each page is divided by the number of processes that share it.
    fn share(self) -> u64 {
        let bytes = self.kilobytes("smaps_rollup", "Pss:").map(|kilobytes| kilobytes.saturating_mul(1024));
        bytes.unwrap_or_else(|| self.resident())
    }

    fn kilobytes(self, file: &str, heading: &str) -> Option<u64> {
        let text = system::beginning(format!("/proc/{}/{file}", self.id).as_ref())?;
        let line = text.lines().find_map(|line| line.strip_prefix(heading))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }
}

/// Sends `signal` to all descendants and to the group `leader`, to each process once.
pub(super) fn signal(leader: Option<Pid>, signal: Signal) {
    let living = living();
    // Whole groups come first: no process is started in a group while it is being signalled.
    let mut groups: BTreeSet<i32> =
        living.iter().filter(|process| process.id == process.group).map(|p| p.id).collect();
    groups.extend(leader.map(Pid::as_raw));
    // It is no failure if processes have ended in the meantime.
    for &group in &groups {
        let _ = killpg(Pid::from_raw(group), signal);
    }
    for process in living.iter().filter(|process| !groups.contains(&process.group)) {
        let _ = kill(Pid::from_raw(process.id), signal);
    }
}

/// Kills all descendants and waits for their ends. Gives up after `patience`, as a process can be stuck in the kernel.
pub(super) fn end_all(patience: Duration) {
    let deadline = Instant::now() + patience;
    loop {
        while matches!(waitpid(None, Some(WaitPidFlag::WNOHANG)), Ok(status) if status != WaitStatus::StillAlive)
        {
        }
        if living().is_empty() || Instant::now() >= deadline {
            return;
        }
        signal(None, Signal::SIGKILL);
        thread::sleep(TICK);
    }
}
