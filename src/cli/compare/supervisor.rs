//! Runs one command and measures it: a small process between `compare` and each of its runs.
//!
//! The kernel tells what a process has used when its parent waits for it, but only as a maximum over all children, and
//! never less than the parent itself held when it started them. So each run gets a parent of its own that holds
//! next to nothing. It also sees to it that a run ends, with everything that the command has started: when its time
//! is over, when all of it together holds too much memory, and when `compare` wants no more or has itself ended, however
//! that came about (the standard input is closed then).

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

/// How long a command has to end by itself once it is asked to.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two looks at the memory.
const TICK: Duration = Duration::from_millis(20);
/// The same where more than three quarters of the limit are used.
const SHORT_TICK: Duration = Duration::from_millis(2);
/// A look may take so much of the time: it is spent by the processor that the command could use.
const SHARE: u32 = 20;

/// How a command ended, and what it used. The supervisor writes it as the last line of the standard error.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Record {
    /// Its exit status, if it ended by itself.
    pub(super) status: Option<i32>,
    /// The signal that ended it, if one did.
    pub(super) signal: Option<i32>,
    /// Why the supervisor ended it, if it did.
    pub(super) stopped: Option<Stopped>,
    /// Why it could not be started, if it could not.
    pub(super) failure: Option<String>,
    /// Seconds of CPU time of the command and of everything it started.
    pub(super) cpu: f64,
    /// Seconds from start to end.
    pub(super) wall: f64,
    /// The most memory that all of these held together when it was looked at, and at least the most that one of them
    /// ever held, in bytes.
    pub(super) memory: u64,
}

/// Why the supervisor ended a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stopped {
    /// Its time was over.
    Time,
    /// It held too much memory.
    Memory,
    /// It wrote too much. (The supervisor does not see that; `compare` notes it.)
    Output,
    /// `compare` has ended.
    Abandoned,
}

enum Event {
    /// A child has ended: the command, or an orphan of those it started.
    Ended(Pid, WaitStatus),
    /// There is no child any more.
    Over,
    Abandoned,
}

/// Runs the command and writes the record.
pub(crate) fn supervise(arguments: &Supervise) -> ExitStatus {
    let record = run(arguments);
    // The record is plain numbers and texts.
    let line = serde_json::to_string(&record).unwrap_or_default();
    crate::show(&format!("\n{line}\n"));
    ExitStatus::DONE
}

/// Runs the command and everything it starts to the end.
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
        // A signal without a name.
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

/// What happens from now on.
fn listen() -> Receiver<Event> {
    let (tell, hear) = mpsc::channel();
    let tell_end = tell.clone();
    thread::spawn(move || {
        loop {
            let event = match waitpid(None, None) {
                Ok(status) => status.pid().map(|process| Event::Ended(process, status)),
                Err(Errno::ECHILD) => Some(Event::Over),
                // Among them ends by signals that have no name.
                Err(_) => None,
            };
            let over = matches!(event, Some(Event::Over));
            if event.is_some_and(|event| tell_end.send(event).is_err()) || over {
                break;
            }
        }
    });
    thread::spawn(move || {
        // Nothing ever comes; the end does.
        let _ = io::stdin().read_to_end(&mut Vec::new());
        let _ = tell.send(Event::Abandoned);
    });
    hear
}

/// Waits until the command has ended, and sees to it that it does; notes why it had to be ended, and the memory. `None`
/// if nobody can tell how it ended.
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
            // First it is asked, then it is ended.
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

/// Ends what the command started and left behind: it must not disturb the next run. What cannot be ended is left alone
/// after a while.
fn clear_up(leader: Pid, events: &Receiver<Event>) {
    // That there is nothing left is no failure.
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
