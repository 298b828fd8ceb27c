//! Runs one command and measures it: a small process between `compare` and each of its runs.
//!
//! The kernel reports the memory of a process when its parent waits for it, but only as a maximum over all children, and
//! never less than the parent itself held when it started them. So each run gets its own parent, which holds next to
//! nothing. The supervisor also ends a run, with all processes that the command has started: when its time is over, when
//! they together hold too much memory, and when `compare` cancels the run or has itself ended, for whatever reason (its
//! standard input is closed then).

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::arguments::Supervise;
use super::descendants;
use zlink_answer::ExitStatus;
use zlink_base::clock::Instant;

/// The time that a command has to end by itself once it was asked to.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two checks of the memory.
const TICK: Duration = Duration::from_millis(20);
/// The time between two checks of the memory when more than three quarters of the limit are used.
const SHORT_TICK: Duration = Duration::from_millis(2);
/// The least ratio of the pause after a check of the memory to the duration of that check, which takes time of the processor
/// that the command could use.
const SHARE: u32 = 20;

/// How a command ended, and the resources it used. The supervisor writes this as the last line of the standard error.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Record {
    /// The exit status of the command, if it ended by itself.
    pub(super) status: Option<i32>,
    /// The signal that ended the command, if one did.
    pub(super) signal: Option<i32>,
    /// Why the supervisor ended the command, if it did.
    pub(super) stopped: Option<Stopped>,
    /// Why the command could not be started, if it could not.
    pub(super) failure: Option<String>,
    /// The CPU time of the command and its descendants, in seconds.
    pub(super) cpu: f64,
    /// The wall time, in seconds.
    pub(super) wall: f64,
    /// The peak memory in bytes: the most that the command and its descendants held together at a check, and at least the most
    /// that one of them ever held.
    pub(super) memory: u64,
}

/// Why the supervisor ended a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stopped {
    /// The time of the command was over.
    Time,
    /// The command held too much memory.
    Memory,
    /// The command wrote too much. (`compare` sets this; the supervisor does not see the output.)
    Output,
    /// `compare` has ended.
    Abandoned,
}

enum Event {
    /// A child has ended: the command, or an orphan that it started.
    Ended(Pid, WaitStatus),
    /// No child is left.
    Over,
    Abandoned,
}

/// Runs the command and writes the record.
pub(crate) fn supervise(arguments: &Supervise) -> ExitStatus {
    let record = run(arguments);
    // The record has only plain numbers and texts, so this cannot fail.
    let line = serde_json::to_string(&record).unwrap_or_default();
    crate::show(&format!("\n{line}\n"));
    ExitStatus::DONE
}

/// Runs the command to its end, and ends its descendants.
fn run(arguments: &Supervise) -> Record {
    let mut record = Record::default();
    descendants::adopt_orphans();
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
    let leader = Pid::from_raw(child.id().cast_signed());
    let events = listen();
    let limit = arguments.time.and_then(|seconds| seconds.0);
    let deadline = limit.and_then(|limit| started.checked_add(limit));
    match watch(leader, &events, deadline, arguments.memory, &mut record) {
        Some(WaitStatus::Exited(_, status)) => record.status = Some(status),
        Some(WaitStatus::Signaled(_, signal, _)) => record.signal = Some(signal as i32),
        // The command ended by a signal without a name.
        _ => {}
    }
    record.wall = started.elapsed().as_secs_f64();
    clear_up(leader, &events);
    if let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) {
        record.cpu = cpu_seconds(&usage);
        let most = u64::try_from(usage.max_rss()).unwrap_or(0).saturating_mul(1024);
        record.memory = record.memory.max(most);
    }
    record
}

/// Starts threads that report events from now on.
fn listen() -> Receiver<Event> {
    let (tell, hear) = mpsc::channel();
    let tell_end = tell.clone();
    thread::spawn(move || {
        loop {
            let event = match waitpid(None, None) {
                Ok(status) => status.pid().map(|process| Event::Ended(process, status)),
                Err(Errno::ECHILD) => Some(Event::Over),
                // Such errors include ends by signals that have no name.
                Err(_) => None,
            };
            let over = matches!(event, Some(Event::Over));
            if event.is_some_and(|event| tell_end.send(event).is_err()) || over {
                break;
            }
        }
    });
    thread::spawn(move || {
        // Only the end of the input matters; nothing is ever sent.
        let _ = io::stdin().read_to_end(&mut Vec::new());
        let _ = tell.send(Event::Abandoned);
    });
    hear
}

/// Waits until the command has ended, and ends it at a limit. Records why it had to be ended, and the memory. Returns
/// `None` if it is not known how it ended.
fn watch(
    leader: Pid,
    events: &Receiver<Event>,
    mut deadline: Option<Instant>,
    most_memory: Option<u64>,
    record: &mut Record,
) -> Option<WaitStatus> {
    let mut next_look = Instant::now() + TICK;
    loop {
        let now = Instant::now();
        if deadline.is_some_and(|deadline| now >= deadline) {
            // The first signal asks the command to end, the second one kills it.
            let asked = record.stopped.is_some();
            descendants::signal(Some(leader), if asked { Signal::SIGKILL } else { Signal::SIGTERM });
            record.stopped.get_or_insert(Stopped::Time);
            deadline = now.checked_add(PATIENCE);
        }
        if now >= next_look {
            let held = descendants::memory(&descendants::living(), record.memory);
            record.memory = record.memory.max(held);
            if most_memory.is_some_and(|most| held > most) {
                record.stopped.get_or_insert(Stopped::Memory);
                descendants::signal(Some(leader), Signal::SIGKILL);
            }
            let tick = if most_memory.is_some_and(|most| held > most / 4 * 3) { SHORT_TICK } else { TICK };
            next_look = Instant::now() + tick.max(now.elapsed() * SHARE);
        }
        let next = deadline.map_or(next_look, |deadline| deadline.min(next_look));
        match events.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(Event::Ended(process, status)) if process == leader => return Some(status),
            Ok(Event::Ended(..)) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Event::Abandoned) => {
                record.stopped.get_or_insert(Stopped::Abandoned);
                descendants::signal(Some(leader), Signal::SIGKILL);
            }
            Ok(Event::Over) | Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Ends the processes that the command has left, which must not disturb the next run. Gives up after a while.
fn clear_up(leader: Pid, events: &Receiver<Event>) {
    // It is no failure if no process is left.
    let _ = killpg(leader, Signal::SIGKILL);
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        match events.recv_timeout(SHORT_TICK) {
            Ok(Event::Over) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => descendants::signal(None, Signal::SIGKILL),
        }
    }
}

fn cpu_seconds(usage: &Usage) -> f64 {
    let time = |t: nix::sys::time::TimeVal| t.tv_sec() as f64 + t.tv_usec() as f64 * 1e-6;
    time(usage.user_time()) + time(usage.system_time())
}
