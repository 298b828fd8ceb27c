//! Processes that tests start: with the signals they need, ended when they take too long or write too much, and found by
//! their ids.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::Ran;

/// The time limit of a program of a test: far more than any needs, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);
/// The most bytes that are read of a program's output.
const MOST_BYTES: u64 = 64 << 20;

/// A command without input, all streams caught.
pub(crate) fn command(program: &str) -> Command {
    heed_signals();
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Makes programs that are started from now on heed all signals, also those that this one was started to ignore (as a job
/// in the background of a script ignores SIGINT and SIGQUIT). This one goes on ignoring them.
fn heed_signals() {
    // A signal with a handler gets its usual effect in a new program, an ignored one stays ignored.
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let ignored = mask_of(std::process::id(), "SigIgn:");
        let names = ["HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "TERM", "XCPU", "XFSZ", "CHLD"];
        for signal in names.map(number) {
            if ignored >> (signal as i32 - 1) & 1 == 1 {
                signal_hook::flag::register(signal as i32, Arc::default()).expect("a handler");
            }
        }
    });
}

fn number(name: &str) -> Signal {
    Signal::from_str(&format!("SIG{name}")).expect("a signal")
}

/// A set of signals of a process.
fn mask_of(process: u32, set: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix(set)).unwrap_or("0").trim();
    u64::from_str_radix(mask, 16).unwrap_or(0)
}

/// Starts a program, which is ended if it takes too long.
pub(crate) fn start(command: &mut Command) -> Child {
    heed_signals();
    let child = command.spawn().expect("it starts");
    guard(&child);
    child
}

/// Ends `child` when it takes too long.
fn guard(child: &Child) {
    static GUARDED: Mutex<Vec<(Instant, Process)>> = Mutex::new(Vec::new());
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        thread::spawn(|| {
            loop {
                thread::sleep(Duration::from_secs(1));
                let mut guarded = GUARDED.lock().expect("no panic");
                guarded.retain(|(_, process)| process.lives());
                for (started, process) in guarded.iter() {
                    if started.elapsed() > PATIENCE {
                        eprintln!("process {} takes too long and is ended", process.id);
                        process.kill();
                    }
                }
            }
        });
    });
    if let Some(process) = Process::of(child.id()) {
        GUARDED.lock().expect("no panic").push((Instant::now(), process));
    }
}

/// Waits for a program, which must end by itself, and reads what it writes, up to a bound.
pub(crate) fn finish(child: Child) -> Ran {
    let (status, streams) = finish_bytes(child);
    let [stdout, stderr] = streams.map(|bytes| String::from_utf8(bytes).expect("text"));
    Ran { status, stdout, stderr }
}

/// Waits for a program that must end by itself and does not write text. Returns its status, standard output and
/// standard error.
pub(crate) fn finish_bytes(mut child: Child) -> (i32, [Vec<u8>; 2]) {
    guard(&child);
    drop(child.stdin.take());
    let streams = [collected(child.stdout.take()), collected(child.stderr.take())];
    let streams = streams.map(|stream| {
        // Something else may hold the stream open when the program has ended.
        let bytes = stream.recv_timeout(PATIENCE + Duration::from_secs(60)).expect("the stream ends");
        if bytes.len() as u64 > MOST_BYTES {
            let _ = child.kill();
            let _ = child.wait();
            panic!("a program wrote more than {MOST_BYTES} bytes");
        }
        bytes
    });
    (child.wait().expect("it ends").code().unwrap_or(-1), streams)
}

/// Reads a stream in a thread of its own.
fn collected(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (tell, hear) = mpsc::channel();
    thread::spawn(move || {
        let bytes = stream.map(|mut stream| read_up_to(&mut stream, MOST_BYTES + 1)).unwrap_or_default();
        let _ = tell.send(bytes);
    });
    hear
}

fn read_up_to(stream: &mut impl Read, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    stream.take(most).read_to_end(&mut bytes).expect("output");
    bytes
}

/// Reads from `from` until `len` bytes have come.
pub(crate) fn read_some(from: &mut impl Read, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    from.read_exact(&mut bytes).expect("output");
    bytes
}

/// Reads the rest of a stream.
pub(crate) fn read_rest(from: &mut impl Read) -> Vec<u8> {
    let bytes = read_up_to(from, MOST_BYTES + 1);
    assert!(bytes.len() as u64 <= MOST_BYTES, "a program writes without end");
    bytes
}

/// Sends `signal` (a name such as `TERM`) to `child`.
pub(crate) fn signal(child: &Child, signal: &str) {
    kill(Pid::from_raw(child.id().cast_signed()), number(signal)).expect("it is there");
}

/// Waits until zlink has installed its handlers: before that a signal just kills it.
pub(crate) fn wait_until_watched(child: &Child) {
    wait_until("a handler for SIGTERM", || mask_of(child.id(), "SigCgt:") >> 14 & 1 == 1);
}

/// Waits until `condition` holds; five minutes are more than any machine needs.
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(300), "never happened: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The most memory that a process held until it ended, in bytes.
pub(crate) fn peak_of(process: u32) -> u64 {
    let mut peak = 0;
    while let Some(held) = peak_so_far(process) {
        peak = held;
        thread::sleep(Duration::from_millis(1));
    }
    peak
}

/// The most memory that a process has held, in bytes; `None` if it is a zombie or has ended.
pub(crate) fn peak_so_far(process: u32) -> Option<u64> {
    held(process, "VmHWM:")
}

/// The memory that a process holds now, in bytes.
#[cfg(feature = "studio")]
pub(crate) fn resident(process: u32) -> Option<u64> {
    held(process, "VmRSS:")
}

fn held(process: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim_end_matches("kB").trim().parse().expect("a number");
    Some(kilobytes * 1024)
}

/// A process by its id and the moment of its start, since ids are reused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    id: i32,
    started: String,
}

impl Process {
    /// The process with this id, if there is one that has not ended.
    pub(crate) fn of(id: u32) -> Option<Self> {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let (_, text) = text.rsplit_once(')')?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let lives = !matches!(*words.first()?, "Z" | "X");
        lives.then_some(Process { id: id.cast_signed(), started: words.get(19)?.to_string() })
    }

    /// Whether the process has not ended.
    pub(crate) fn lives(&self) -> bool {
        Process::of(self.id.cast_unsigned()).as_ref() == Some(self)
    }

    /// Ends the process, if it has not ended.
    pub(crate) fn kill(&self) {
        if self.lives() {
            let _ = kill(Pid::from_raw(self.id), Signal::SIGKILL);
        }
    }
}
