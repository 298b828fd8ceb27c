//! A thread that ends an interrupted comparison in time, whatever the other one is at: a huge instance takes long to read
//! and a long answer to judge, and whoever reads the table may have stopped reading.

use std::process;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use super::{Match, descendants};
use crate::failure::Failure;
use zlink_answer::ExitStatus;
use zlink_base::clock::Instant;

/// The time between two looks.
const TICK: Duration = Duration::from_millis(20);
/// How long the comparison may take to come to its reports by itself.
const GRACE: Duration = Duration::from_millis(500);
/// How long writing the table may take.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How long what is run may take to end once it is ended.
const PATIENCE: Duration = Duration::from_millis(100);

const PLAYING: u8 = 0;
const REPORTING: u8 = 1;
const PRINTING: u8 = 2;
const DONE: u8 = 3;

/// How far a comparison is. Whoever comes first to the reports writes them.
#[derive(Debug, Default)]
pub(super) struct Stage(AtomicU8);

impl Stage {
    /// The runs are over, and the reports are written from now on. If somebody else does that already, the program ends
    /// with it, and this does not come back.
    pub(super) fn report(&self) {
        while !self.begin_report() {
            thread::park();
        }
    }

    fn begin_report(&self) -> bool {
        self.0.compare_exchange(PLAYING, REPORTING, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// The files are written, and only the table is left.
    pub(super) fn print(&self) {
        self.0.store(PRINTING, Ordering::Release);
    }

    fn is(&self, stage: u8) -> bool {
        self.0.load(Ordering::Acquire) == stage
    }
}

/// Ends the guard with the comparison, also with one that panics.
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
    /// Plays, and ends within a second when the user wants no more. Only writing files may take longer.
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

    /// Reports what there is, and ends the program.
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
