//! A line on the terminal that shows the progress of a long run.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use zlink_base::clock::Instant;

/// The time before the line is first shown.
const FIRST: Duration = Duration::from_millis(500);
/// The time between two updates of the line.
const BETWEEN: Duration = Duration::from_millis(100);
/// The most characters of the line, so that it fits a narrow terminal.
const COLUMNS: usize = 79;

/// The status line, which may be disabled.
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

    /// Whether it is time for an update; true at most ten times a second.
    pub(super) fn is_due(&self) -> bool {
        let Ok(mut state) = self.state.try_lock() else { return false };
        let now = Instant::now();
        let due = now >= state.next;
        if due {
            state.next = now + BETWEEN;
        }
        due
    }

    /// Shows `phase` and `detail` in the line.
    pub(super) fn show(&self, phase: &str, detail: fmt::Arguments<'_>) {
        if !self.enabled {
            return;
        }
        let Ok(mut state) = self.state.try_lock() else { return };
        let text: String = format!("{phase}: {detail}").chars().take(COLUMNS).collect();
        state.shown = true;
        // Failing to show progress is no failure of the run.
        let _ = io::stderr().write_all(format!("\r{text}\x1b[K").as_bytes());
    }

    /// Shows a remark in place of the line, unless remarks are disabled.
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
