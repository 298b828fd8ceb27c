//! One run: starts a supervisor with its command, and collects the results.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use serde_json::{Map, Value};

use super::descendants;
use super::stream::{Event, Part, Stream};
use super::supervisor::{Record, Stopped};
use zlink_base::clock::Instant;
use zlink_base::limits::Limits;

/// The most megabytes that a run may write to each of its streams: two solutions of a grid with a million vertices take
/// less.
pub(super) const MOST_OUTPUT: u64 = 64;
/// The number of bytes at the end of the standard error that are kept.
const MOST_ERROR: usize = 1 << 20;
/// The time between two checks for signals.
const TICK: Duration = Duration::from_millis(50);
/// The time that the supervisor has after its command's time is over, and that the streams may stay open after its end.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time that the supervisor has to end its command when the user has interrupted the comparison.
const SHORT_PATIENCE: Duration = Duration::from_millis(300);

/// The limits of a run beyond which its supervisor ends it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    /// The wall time.
    pub(super) time: Option<Duration>,
    /// The memory, in bytes.
    pub(super) memory: Option<u64>,
}

/// The results of a finished run.
#[derive(Debug, Default)]
pub(super) struct Finished {
    /// The resources that the run used, and how it ended.
    pub(super) record: Record,
    /// The standard output of the run.
    pub(super) stdout: Vec<u8>,
    /// The end of the standard error, without the statistics and the record.
    pub(super) stderr: String,
    /// The statistics that zlink's own engines write to the standard error.
    pub(super) statistics: Map<String, Value>,
}

/// Runs `command` within `bounds`. Returns `None` when `limits` report an interrupt. Ends all processes that the command
/// has started.
pub(super) fn run(
    program: &Path,
    command: &[OsString],
    bounds: Bounds,
    limits: &Limits,
) -> io::Result<Option<Finished>> {
    let mut supervisor = Command::new(program);
    supervisor.arg("supervise");
    supervisor.args(bounds.time.map(|time| format!("--time={}", time.as_secs_f64())));
    supervisor.args(bounds.memory.map(|bytes| format!("--memory={bytes}")));
    supervisor.arg("--").args(command);
    // The supervisor gets its own group, so that an interrupt from the terminal reaches only `compare`, which then ends the run.
    supervisor.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut supervisor = supervisor.spawn()?;
    let (tell, hear) = mpsc::channel();
    let most = MOST_OUTPUT * 1_000_000;
    let stdout = supervisor.stdout.take().map(|pipe| Stream::read(pipe, Part::All, most, tell.clone()));
    let stderr = supervisor.stderr.take().map(|pipe| Stream::read(pipe, Part::End(MOST_ERROR), most, tell));
    let deadline = bounds.time.and_then(|time| Instant::now().checked_add(time + PATIENCE));
    let cause = wait(&mut supervisor, &hear, deadline, limits);
    // The supervisor should have ended by now; if not, it is killed. This process is then the parent of the processes it leaves.
    let _ = supervisor.kill();
    let _ = supervisor.wait();
    descendants::end_all(SHORT_PATIENCE);
    let mut finished = Finished::default();
    finished.read_error(&stderr.map(|stream| stream.take()).unwrap_or_default());
    match cause {
        Some(Stopped::Abandoned) => return Ok(None),
        Some(cause) => {
            finished.record.failure = None;
            finished.record.stopped = Some(cause);
        }
        None => {}
    }
    finished.stdout = stdout.map(|stream| stream.take()).unwrap_or_default();
    Ok(Some(finished))
}

/// Waits until the run is over. Returns why it had to be ended, unless its supervisor has ended it.
fn wait(
    supervisor: &mut Child,
    hear: &Receiver<Event>,
    deadline: Option<Instant>,
    limits: &Limits,
) -> Option<Stopped> {
    let mut cause = None;
    // The time when waiting ends at the latest, once the run is over or was ended.
    let mut end: Option<Instant> = None;
    let mut open = 2;
    while open > 0 {
        match hear.recv_timeout(TICK) {
            Ok(Event::Closed) => open -= 1,
            Ok(Event::Flooded) => cause = cause.or(Some(Stopped::Output)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if limits.check().is_err() {
            cause = Some(Stopped::Abandoned);
        }
        if cause.is_some() {
            // The supervisor notices that its input has ended, and ends the command.
            drop(supervisor.stdin.take());
        }
        let now = Instant::now();
        if deadline.is_some_and(|deadline| now >= deadline) {
            // A process has escaped the supervisor and holds the streams open.
            return cause.or(Some(Stopped::Time));
        }
        if cause.is_some() || !matches!(supervisor.try_wait(), Ok(None)) {
            let hurry = cause == Some(Stopped::Abandoned);
            let latest = now + if hurry { SHORT_PATIENCE } else { PATIENCE };
            let end = end.get_or_insert(latest);
            *end = latest.min(*end);
            if now >= *end {
                break;
            }
        }
    }
    cause
}

impl Finished {
    /// Splits the standard error into messages, statistics, and the supervisor's record on the last line.
    fn read_error(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        match lines.pop().map(serde_json::from_str) {
            Some(Ok(record)) => self.record = record,
            _ => self.record.failure = Some("the process that watches the run has failed".to_string()),
        }
        for line in lines {
            match serde_json::from_str(line) {
                Ok(Value::Object(statistics)) => self.statistics = statistics,
                _ => {
                    self.stderr.push_str(line);
                    self.stderr.push('\n');
                }
            }
        }
    }
}
