//! Running tests with a mutation in force, until one of them fails.

use std::io::{self, BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::compile::TestProgram;

/// Address space of a test program at most, in kilobytes: a mutation may make it allocate without end.
const MEMORY: &str = "8000000";

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ran {
    /// All tests passed.
    Passed,
    /// The test with this name failed, or the program ended with this status.
    Failed(String),
    /// The run took too long.
    TooLong,
}

impl TestProgram {
    /// Runs the program, and measures how long that takes.
    pub fn run(&self, mutant: u32, most: Duration) -> io::Result<(Ran, Duration)> {
        let started = Instant::now();
        let mut child = Command::new("sh")
            .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\" 2>&1"), "sh"])
            .arg(&self.path)
            .args(Some(&self.prefix).filter(|prefix| !prefix.is_empty()))
            .current_dir(&self.folder)
            .env("ZLINK_MUTANT", mutant.to_string())
            .env("RUST_BACKTRACE", "0")
            // Cases that fail would be written into the copy.
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let (sender, receiver) = mpsc::channel();
        let output = child.stdout.take();
        // The output ends when the last process of the group does.
        std::thread::Builder::new().spawn(move || {
            for line in output.into_iter().flat_map(|output| BufReader::new(output).lines()) {
                if line.is_ok_and(|line| sender.send(line).is_err()) {
                    break;
                }
            }
        })?;
        let ran = loop {
            let Some(left) = most.checked_sub(started.elapsed()) else { break Ran::TooLong };
            match receiver.recv_timeout(left) {
                Ok(line) if line.ends_with("... FAILED") => {
                    break Ran::Failed(
                        line.trim_start_matches("test ").trim_end_matches(" ... FAILED").into(),
                    );
                }
                Ok(_) => {}
                Err(mpsc::RecvTimeoutError::Timeout) => break Ran::TooLong,
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    let status = child.wait()?;
                    break if status.success() { Ran::Passed } else { Ran::Failed(status.to_string()) };
                }
            }
        };
        end(&mut child)?;
        Ok((ran, started.elapsed()))
    }
}

/// Kills a program and all processes that it started.
fn end(child: &mut Child) -> io::Result<()> {
    let group = format!("-{}", child.id());
    Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status()?;
    child.wait().map(|_| ())
}
