//! A thread that ends the run when a signal comes, the time is over or the memory is used up.
//!
//! Before the memory is used up, it sets the flag that memory is short: dispensable searches then give theirs back.
//!
//! To end a run, it first sets the stop flag of the [`Limits`], and code that checks them returns with what is known.
//! If the run has not ended [`GRACE`] or a little more later (it may be blocked in a read, or be where no limit is checked), the
//! watchdog writes the end of the output itself and exits. A run that saves its state may take as long as it needs,
//! until another signal arrives.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::memory::MemoryLimit;
use super::output::Output;
use super::system::{Held, ProcessMeter};
use super::{show, system};
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits};
use zlink_engine::Statistics;

/// The time between two checks.
const TICK: Duration = Duration::from_millis(10);
/// The time between two checks when the memory limit is near: a search may touch a megabyte in a millisecond.
const SHORT_TICK: Duration = Duration::from_millis(1);
/// The time that the run has to end by itself; after a time limit, it has a tenth of that in addition, up to [`MORE_GRACE`].
const GRACE: Duration = Duration::from_millis(200);
const MORE_GRACE: Duration = Duration::from_secs(1);
/// The time limit to write the end of the output.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Why the watchdog asked the run to end.
#[derive(Debug, Clone, Default)]
pub(super) struct Alarm {
    code: Arc<AtomicU8>,
    saving: Arc<AtomicBool>,
}

impl Alarm {
    fn raise(&self, cause: Interrupted) {
        let code = match cause {
            Interrupted::Time => 1,
            Interrupted::Memory => 2,
            _ => 3,
        };
        self.code.store(code, Ordering::Release);
    }

    /// The cause, if the watchdog has acted.
    pub(super) fn cause(&self) -> Option<Interrupted> {
        match self.code.load(Ordering::Acquire) {
            0 => None,
            1 => Some(Interrupted::Time),
            2 => Some(Interrupted::Memory),
            _ => Some(Interrupted::Stopped),
        }
    }

    /// Sets whether the run saves its state when it is stopped, and so must not be cut short.
    pub(super) fn wait_for_saving(&self, saving: bool) {
        self.saving.store(saving, Ordering::Release);
    }

    /// The precise cause for `stopped`: the stages take any raised stop flag for an interruption.
    pub(super) fn explain(&self, stopped: Interrupted) -> Interrupted {
        match stopped {
            Interrupted::Stopped => self.cause().unwrap_or(stopped),
            other => other,
        }
    }
}

/// The state of the watchdog's thread.
struct Watchdog {
    limits: Limits,
    memory_limit: MemoryLimit,
    output: Arc<Output>,
    alarm: Alarm,
    signal: Arc<AtomicUsize>,
}

/// Starts the watchdog over `limits` and `memory_limit`.
pub(super) fn start(limits: &Limits, memory_limit: MemoryLimit, output: &Arc<Output>) -> Alarm {
    let alarm = Alarm::default();
    let signal = system::ending();
    let watchdog = Watchdog {
        limits: limits.clone(),
        memory_limit,
        output: Arc::clone(output),
        alarm: alarm.clone(),
        signal,
    };
    let thread = thread::Builder::new().name("watchdog".to_string()).stack_size(256 << 10);
    // If the thread cannot start, the stages still observe the limits that they check themselves.
    let _ = thread.spawn(move || watchdog.watch());
    alarm
}

impl Watchdog {
    fn watch(self) {
        let started = Instant::now();
        let process_meter = ProcessMeter::new();
        let meter = self.limits.meter();
        let cause = loop {
            let mut tick = TICK;
            if self.signal.load(Ordering::Relaxed) != 0 {
                break Interrupted::Stopped;
            }
            let now = Instant::now();
            if self.limits.deadline.is_some_and(|deadline| now >= deadline) {
                break Interrupted::Time;
            }
            if let Some(held) = process_meter.as_ref().and_then(ProcessMeter::read) {
                if self.memory_limit.is_exceeded(held) {
                    break Interrupted::Memory;
                }
                meter.set_short(self.memory_limit.is_short(held));
                meter.set_room(self.memory_limit.is_roomy(held));
                if self.memory_limit.is_near(held) {
                    tick = SHORT_TICK;
                }
            } else {
                // Without a meter of the process, the accounts of the stores are the next best measure.
                let held = Held { resident: meter.held() as u64, reserved: 0 };
                meter.set_short(self.memory_limit.is_short(held));
            }
            let left = self.limits.deadline.map_or(tick, |deadline| deadline.saturating_duration_since(now));
            thread::sleep(left.min(tick));
        };
        self.alarm.raise(cause);
        self.limits.stop_flag().store(true, Ordering::Relaxed);
        self.signal.store(0, Ordering::Relaxed);
        let more = if cause == Interrupted::Time { started.elapsed() / 10 } else { Duration::ZERO };
        let patience = Instant::now() + GRACE + more.min(MORE_GRACE);
        // A limit does not cut short a result that is being written. A signal does, as its reader may have stopped reading.
        let finishes = || cause != Interrupted::Stopped && self.output.is_finishing();
        let goes_on = || self.alarm.saving.load(Ordering::Acquire) || finishes();
        let waits = || goes_on() && self.signal.load(Ordering::Relaxed) == 0;
        while (Instant::now() < patience || waits()) && !self.is_urgent(cause, process_meter.as_ref()) {
            thread::sleep(if cause == Interrupted::Memory { SHORT_TICK } else { TICK });
        }
        self.end(cause)
    }

    /// Whether memory is still growing, so that waiting would get the process killed.
    fn is_urgent(&self, cause: Interrupted, process_meter: Option<&ProcessMeter>) -> bool {
        let more = |bytes: u64| bytes.saturating_add(bytes / 16);
        let limit =
            MemoryLimit { resident: more(self.memory_limit.resident), reserved: self.memory_limit.reserved };
        let grows = cause == Interrupted::Memory && !self.output.is_finishing();
        grows && process_meter.and_then(ProcessMeter::read).is_some_and(|held| limit.is_exceeded(held))
    }

    /// Ends the process, after writing the end of the output if that is possible in time.
    fn end(self, cause: Interrupted) {
        let task = self.output.task();
        let fallback = match (task, cause) {
            (Task::Solve(_) | Task::Count, Interrupted::Time | Interrupted::Stopped)
                if self.output.has_solution() =>
            {
                ExitStatus::SATISFIABLE_INTERRUPTED
            }
            _ => ExitStatus::stopped(task, cause),
        };
        let (output, limits) = (Arc::clone(&self.output), self.limits.clone());
        // A separate thread writes it, because it blocks if the reader has stopped reading.
        let last_words = thread::Builder::new().stack_size(256 << 10).spawn(move || {
            let status = output.interrupt(cause).inspect(|_| {
                output.status_line.remark(&cause.to_string());
                if let Some(text) = output.stats(Statistics::default(), &limits) {
                    show(&text);
                }
            });
            let status = status.or_else(|| output.ended()).unwrap_or(fallback);
            process::exit(i32::from(status.0))
        });
        if last_words.is_ok() {
            thread::sleep(LAST_WORDS);
        }
        process::exit(i32::from(fallback.0))
    }
}
