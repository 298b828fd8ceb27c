//! A thread that ends an interrupted comparison in time, whatever the main thread does: reading a huge instance and judging
//! a long answer take long, and the reader of the table may have stopped reading.

use std::process;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use super::{Match, descendants};
use crate::failure::Failure;
use zlink_answer::ExitStatus;
use zlink_base::clock::Instant;

/// The time between two checks.
const TICK: Duration = Duration::from_millis(20);
/// The time that the comparison has to begin its reports by itself.
const GRACE: Duration = Duration::from_millis(500);
/// The time limit to write the table.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// The time to wait for the processes of a run after they were killed.
const PATIENCE: Duration = Duration::from_millis(100);

const PLAYING: u8 = 0;
const REPORTING: u8 = 1;
const PRINTING: u8 = 2;
const DONE: u8 = 3;

/// The stage of a comparison. The first thread that reaches the reports writes them.
#[derive(Debug, Default)]
pub(super) struct Stage(AtomicU8);

impl Stage {
    /// Begins the reports, after the runs. If another thread writes them already, this never returns: that thread ends the
    /// program.
    pub(super) fn report(&self) {
        while !self.begin_report() {
            thread::park();
        }
    }

    fn begin_report(&self) -> bool {
        self.0.compare_exchange(PLAYING, REPORTING, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Records that the files are written, and only the table is left.
    pub(super) fn print(&self) {
        self.0.store(PRINTING, Ordering::Release);
    }

    fn is(&self, stage: u8) -> bool {
        self.0.load(Ordering::Acquire) == stage
    }
}

/// Ends the guard when dropped, at the end of the comparison, also if that panics.
struct End<'a> {
    stage: &'a Stage,
    guard: Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.stage.0.store(DONE, Ordering::Release);
        self.guard.unpark();
    }
}

impl Match<'_> {
    /// Runs the comparison, and ends it within a second after an interrupt. Only writing files may take longer.
    pub(super) fn play_guarded(&self) -> Result<ExitStatus, Failure> {
        thread::scope(|scope| {
            let guard = scope.spawn(|| self.guard());
            let _end = End { stage: &self.stage, guard: guard.thread().clone() };
            self.play()
        })
    }

    fn guard(&self) {
        let mut interrupted: Option<Instant> = None;
        let mut printing: Option<Instant> = None;
        while !self.stage.is(DONE) {
            thread::park_timeout(TICK);
            if self.limits.check().is_ok() {
                continue;
            }
            let waited = interrupted.get_or_insert_with(Instant::now).elapsed();
            if waited >= GRACE && self.stage.begin_report() {
                thread::scope(|scope| {
                    scope.spawn(|| self.give_up());
                    self.guard();
                });
            }
            if self.stage.is(PRINTING) && printing.get_or_insert_with(Instant::now).elapsed() >= LAST_WORDS {
                process::exit(i32::from(ExitStatus::CANNOT_TELL.0));
            }
        }
    }

    /// Writes the reports of the runs so far, and ends the program.
    fn give_up(&self) {
        descendants::end_all(PATIENCE);
        self.status_line.clear();
        let status = match self.report(true) {
            Ok(true) => ExitStatus::INCORRECT,
            Ok(false) => ExitStatus::CANNOT_TELL,
            Err(Failure::Input(text)) => {
                crate::show(&text);
                ExitStatus::ERROR
            }
            Err(Failure::Stopped(_)) => ExitStatus::CANNOT_TELL,
        };
        process::exit(i32::from(status.0))
    }
}
