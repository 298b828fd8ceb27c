//! Runs one command and measures it: a small process between `compare` and each of its runs.
//!
//! The kernel tells what a process has used when its parent waits for it, but only as a maximum over all children, and
//! never less than the parent itself held when it started them. So each run gets a parent of its own that holds
//! next to nothing. It also sees to it that a run ends: when its time is over, when it holds too much memory, and
//! when `compare` itself has ended, however that came about (the standard input is closed then).

use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus as ChildStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::arguments::Keep;
use crate::answer::ExitStatus;
use crate::cli::memory;

/// How long a command has to end by itself once it is asked to.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two looks at the memory.
const TICK: Duration = Duration::from_millis(20);

/// How a command ended, and what it used. The keeper writes it as the last line of the standard error.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Record {
    /// Its exit status, if it ended by itself.
    pub(super) status: Option<i32>,
    /// The signal that ended it, if one did.
    pub(super) signal: Option<i32>,
    /// Why the keeper ended it, if it did.
    pub(super) stopped: Option<Stopped>,
    /// Why it could not be started, if it could not.
    pub(super) failure: Option<String>,
    /// Seconds of CPU time of the command and of those it waited for.
    pub(super) cpu: f64,
    /// Seconds from start to end.
    pub(super) wall: f64,
    /// The most memory one of these held, in bytes.
    pub(super) memory: u64,
}

/// Why the keeper ended a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stopped {
    /// Its time was over.
    Time,
    /// It held too much memory.
    Memory,
    /// `compare` has ended.
    Abandoned,
}

enum Event {
    Ended(io::Result<ChildStatus>),
    Abandoned,
}

/// Runs the command and writes the record.
pub(in crate::cli) fn keep(arguments: &Keep) -> ExitStatus {
    let record = run(arguments);
    // The record is plain numbers and texts.
    let line = serde_json::to_string(&record).unwrap_or_default();
    crate::cli::show(&format!("\n{line}\n"));
    ExitStatus::DONE
}

/// Runs the command and everything it starts to the end.
fn run(arguments: &Keep) -> Record {
    let mut record = Record::default();
    let started = Instant::now();
    let Some((program, words)) = arguments.command.split_first() else { return record };
    let mut command = Command::new(program);
    let child = match command.args(words).stdin(Stdio::null()).process_group(0).spawn() {
        Ok(child) => child,
        Err(error) => {
            record.failure = Some(format!("{} cannot be started: {error}", program.to_string_lossy()));
            return record;
        }
    };
    let leader = child.id();
    let events = listen(child);
    let limit = arguments.time.and_then(|seconds| seconds.0);
    let deadline = limit.and_then(|limit| started.checked_add(limit));
    let Some(status) = watch(leader, &events, deadline, arguments.memory, &mut record.stopped) else {
        return record;
    };
    record.wall = started.elapsed().as_secs_f64();
    if let Ok(status) = status {
        record.status = status.code();
        record.signal = status.signal();
    }
    if let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) {
        record.cpu = cpu_seconds(&usage);
        record.memory = u64::try_from(usage.max_rss()).unwrap_or(0).saturating_mul(1024);
    }
    // What it started and left behind must not disturb the next run.
    signal(leader, Signal::SIGKILL);
    record
}

/// What happens from now on.
fn listen(mut child: Child) -> Receiver<Event> {
    let (tell, hear) = mpsc::channel();
    let tell_end = tell.clone();
    thread::spawn(move || {
        let _ = tell_end.send(Event::Ended(child.wait()));
    });
    thread::spawn(move || {
        // Nothing ever comes; the end does.
        let _ = io::stdin().read_to_end(&mut Vec::new());
        let _ = tell.send(Event::Abandoned);
    });
    hear
}

/// Waits until the command has ended, and sees to it that it does; notes why it had to be ended. `None` if nobody
/// can tell of its end.
fn watch(
    leader: u32,
    events: &Receiver<Event>,
    mut deadline: Option<Instant>,
    most_memory: Option<u64>,
    stopped: &mut Option<Stopped>,
) -> Option<io::Result<ChildStatus>> {
    loop {
        let now = Instant::now();
        if deadline.is_some_and(|deadline| now >= deadline) {
            // First it is asked, then it is ended.
            let asked = stopped.is_some();
            signal(leader, if asked { Signal::SIGKILL } else { Signal::SIGTERM });
            stopped.get_or_insert(Stopped::Time);
            deadline = now.checked_add(PATIENCE);
        }
        if most_memory.is_some_and(|most| resident(leader) > most) {
            stopped.get_or_insert(Stopped::Memory);
            signal(leader, Signal::SIGKILL);
        }
        let left = deadline.map_or(PATIENCE, |deadline| deadline.saturating_duration_since(now));
        let wait = if most_memory.is_some() { left.min(TICK) } else { left };
        match events.recv_timeout(wait) {
            Ok(Event::Ended(status)) => return Some(status),
            Ok(Event::Abandoned) => {
                stopped.get_or_insert(Stopped::Abandoned);
                signal(leader, Signal::SIGKILL);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Sends a signal to the command and everything it has started.
fn signal(leader: u32, signal: Signal) {
    if let Ok(group) = i32::try_from(leader) {
        // That it has ended in the meantime is no failure.
        let _ = killpg(Pid::from_raw(group), signal);
    }
}

/// The bytes that a process holds; 0 where the system does not say.
fn resident(process: u32) -> u64 {
    let status = memory::beginning(format!("/proc/{process}/status").as_ref()).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0).saturating_mul(1024)
}

fn cpu_seconds(usage: &Usage) -> f64 {
    let time = |t: nix::sys::time::TimeVal| t.tv_sec() as f64 + t.tv_usec() as f64 * 1e-6;
    time(usage.user_time()) + time(usage.system_time())
}
