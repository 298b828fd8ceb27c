//! One run: a keeper with its command, and what both leave behind.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::keeper::{Record, Stopped};
use crate::limits::Limits;

/// The most that is read of an output; nothing that is an answer is longer.
const MOST_OUTPUT: u64 = 1 << 28;
/// The time between two looks at the signals.
const TICK: Duration = Duration::from_millis(50);
/// How much longer than its command the keeper may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a run may spend before its keeper ends it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    /// The wall time.
    pub(super) time: Option<Duration>,
    /// The bytes of memory.
    pub(super) memory: Option<u64>,
}

/// What a run left behind.
#[derive(Debug, Default)]
pub(super) struct Finished {
    /// What it used, and how it ended.
    pub(super) record: Record,
    /// Its standard output.
    pub(super) stdout: Vec<u8>,
    /// Its standard error, without what follows.
    pub(super) stderr: String,
    /// The statistics that our own engines write there.
    pub(super) statistics: Map<String, Value>,
}

enum Stream {
    Output(Vec<u8>),
    Error(Vec<u8>),
}

/// Runs `command` within `bounds`. `None` when `limits` say that the user wants no more.
pub(super) fn run(
    program: &Path,
    command: &[OsString],
    bounds: Bounds,
    limits: &Limits,
) -> io::Result<Option<Finished>> {
    let mut keeper = Command::new(program);
    keeper.arg("keep");
    keeper.args(bounds.time.map(|time| format!("--time={}", time.as_secs_f64())));
    keeper.args(bounds.memory.map(|bytes| format!("--memory={bytes}")));
    keeper.arg("--").args(command);
    // A group of its own: an interrupt from the terminal is for `compare`, which then ends the run.
    keeper.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut keeper = keeper.spawn()?;
    let hear = read_streams(&mut keeper);
    let deadline = bounds.time.and_then(|time| Instant::now().checked_add(time + PATIENCE));
    let mut finished = Finished::default();
    let mut open = 2;
    let mut interrupted = false;
    while open > 0 {
        match hear.recv_timeout(TICK) {
            Ok(Stream::Output(bytes)) => {
                finished.stdout = bytes;
                open -= 1;
            }
            Ok(Stream::Error(bytes)) => {
                finished.read_error(&bytes);
                open -= 1;
            }
            Err(RecvTimeoutError::Timeout) => {
                interrupted |= limits.check().is_err();
                if interrupted {
                    // The keeper sees that its input has ended.
                    drop(keeper.stdin.take());
                }
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    // Something has got away from the keeper and holds the streams open.
                    finished.record.stopped.get_or_insert(Stopped::Time);
                    break;
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // By now it has ended; if not, it is not worth waiting for.
    let _ = keeper.kill();
    let _ = keeper.wait();
    Ok((!interrupted).then_some(finished))
}

/// Reads both streams in threads of their own: a full pipe would stop the command.
fn read_streams(keeper: &mut Child) -> mpsc::Receiver<Stream> {
    fn read(from: impl Read) -> Vec<u8> {
        let mut bytes = Vec::new();
        // What was read until a failure is what there is.
        let _ = from.take(MOST_OUTPUT).read_to_end(&mut bytes);
        bytes
    }
    let (tell, hear) = mpsc::channel();
    if let Some(stdout) = keeper.stdout.take() {
        let tell = tell.clone();
        thread::spawn(move || tell.send(Stream::Output(read(stdout))));
    }
    if let Some(stderr) = keeper.stderr.take() {
        thread::spawn(move || tell.send(Stream::Error(read(stderr))));
    }
    hear
}

impl Finished {
    /// Takes the standard error apart: messages, statistics, the keeper's record on the last line.
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
