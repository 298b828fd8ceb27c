//! One line on the terminal that says what a long run is at.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use zlink_base::clock::Instant;

/// Runs shorter than this show no line.
const FIRST: Duration = Duration::from_millis(500);
/// The time between two versions of the line.
const BETWEEN: Duration = Duration::from_millis(100);
/// What fits into a narrow terminal.
const COLUMNS: usize = 79;

/// The line, if one is to be shown.
pub(super) struct StatusLine {
    quiet: bool,
    enabled: bool,
    state: Mutex<State>,
}

struct State {
    next: Instant,
    shown: bool,
}

impl StatusLine {
    /// A line that is shown only if the standard error is a terminal and `quiet` is not set.
    pub(super) fn new(quiet: bool, started: Instant) -> Self {
        let enabled = !quiet && io::stderr().is_terminal();
        StatusLine { quiet, enabled, state: Mutex::new(State { next: started + FIRST, shown: false }) }
    }

    /// Whether it is time for something new; true at most ten times a second.
    pub(super) fn is_due(&self) -> bool {
        let Ok(mut state) = self.state.try_lock() else { return false };
        let now = Instant::now();
        let due = now >= state.next;
        if due {
            state.next = now + BETWEEN;
        }
        due
    }

    /// Shows `phase` and `detail`.
    pub(super) fn show(&self, phase: &str, detail: fmt::Arguments<'_>) {
        if !self.enabled {
            return;
        }
        let Ok(mut state) = self.state.try_lock() else { return };
        let text: String = format!("{phase}: {detail}").chars().take(COLUMNS).collect();
        state.shown = true;
        // What cannot be shown is not worth a failure.
        let _ = io::stderr().write_all(format!("\r{text}\x1b[K").as_bytes());
    }

    /// Shows a remark in place of the line, unless remarks are not wanted.
    pub(super) fn remark(&self, text: &str) {
        if !self.quiet {
            self.clear();
            super::message(text);
        }
    }

    /// Removes the line, so that something else can be written.
    pub(super) fn clear(&self) {
        if !self.enabled {
            return;
        }
        let Ok(mut state) = self.state.try_lock() else { return };
        if std::mem::take(&mut state.shown) {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}
