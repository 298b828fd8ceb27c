//! A thread that ends the run when a signal comes, the time is over or the memory is used up.
//!
//! Before the memory is used up, it says so: searches that others can go on without give theirs back.
//!
//! It first asks: it sets the stop flag of the [`Limits`], and whatever checks them comes back with what is known.
//! If the run has not ended [`GRACE`] later (it may be blocked in a read, or be where no limit is checked), the
//! watchdog writes the end of the output itself and exits. A run that saves what it has may take as long as that takes,
//! until another signal comes.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::memory::{Held, MemoryLimit, ProcessMeter};
use super::output::Output;
use super::signals;
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_base::limits::{Exhausted, Limits};

/// The time between two looks.
const TICK: Duration = Duration::from_millis(10);
/// The same where the limit of the memory is near: a search may touch a megabyte in a millisecond.
const SHORT_TICK: Duration = Duration::from_millis(1);
/// How long the run may take to end by itself.
const GRACE: Duration = Duration::from_millis(200);
/// How long writing the last words may take.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Why the watchdog asked the run to end.
#[derive(Debug, Clone, Default)]
pub(super) struct Alarm {
    code: Arc<AtomicU8>,
    saving: Arc<AtomicBool>,
}

impl Alarm {
    fn raise(&self, cause: Exhausted) {
        let code = match cause {
            Exhausted::Time => 1,
            Exhausted::Memory => 2,
            _ => 3,
        };
        self.code.store(code, Ordering::Release);
    }

    /// The cause, if the watchdog has acted.
    pub(super) fn cause(&self) -> Option<Exhausted> {
        match self.code.load(Ordering::Acquire) {
            0 => None,
            1 => Some(Exhausted::Time),
            2 => Some(Exhausted::Memory),
            _ => Some(Exhausted::Interrupted),
        }
    }

    /// Whether the run must not be cut short, as it saves what it has.
    pub(super) fn wait_for_saving(&self, saving: bool) {
        self.saving.store(saving, Ordering::Release);
    }

    /// `stopped`, made precise: to the stages a raised flag is always an interruption.
    pub(super) fn explain(&self, stopped: Exhausted) -> Exhausted {
        match stopped {
            Exhausted::Interrupted => self.cause().unwrap_or(stopped),
            other => other,
        }
    }
}

/// What the thread needs.
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
    let signal = signals::ending();
    let watchdog = Watchdog {
        limits: limits.clone(),
        memory_limit,
        output: Arc::clone(output),
        alarm: alarm.clone(),
        signal,
    };
    let thread = thread::Builder::new().name("watchdog".to_string()).stack_size(256 << 10);
    // Without the thread the stages still keep the limits that they check themselves.
    let _ = thread.spawn(move || watchdog.watch());
    alarm
}

impl Watchdog {
    fn watch(self) {
        let process_meter = ProcessMeter::new();
        let meter = self.limits.meter();
        let cause = loop {
            let mut tick = TICK;
            if self.signal.load(Ordering::Relaxed) != 0 {
                break Exhausted::Interrupted;
            }
            let now = Instant::now();
            if self.limits.deadline.is_some_and(|deadline| now >= deadline) {
                break Exhausted::Time;
            }
            if let Some(held) = process_meter.as_ref().and_then(ProcessMeter::read) {
                if self.memory_limit.is_exceeded(held) {
                    break Exhausted::Memory;
                }
                meter.set_short(self.memory_limit.is_short(held));
                meter.set_room(self.memory_limit.is_roomy(held));
                if self.memory_limit.is_near(held) {
                    tick = SHORT_TICK;
                }
            } else {
                // What the stores say is the next best that can be known.
                let held = Held { resident: meter.held() as u64, reserved: 0 };
                meter.set_short(self.memory_limit.is_short(held));
            }
            let left = self.limits.deadline.map_or(tick, |deadline| deadline.saturating_duration_since(now));
            thread::sleep(left.min(tick));
        };
        self.alarm.raise(cause);
        self.limits.stop_flag().store(true, Ordering::Relaxed);
        self.signal.store(0, Ordering::Relaxed);
        let patience = Instant::now() + GRACE;
        // A limit does not cut a result that is being written; a signal does, for its reader may have fallen asleep.
        let finishes = || cause != Exhausted::Interrupted && self.output.is_finishing();
        let goes_on = || self.alarm.saving.load(Ordering::Acquire) || finishes();
        let waits = || goes_on() && self.signal.load(Ordering::Relaxed) == 0;
        while (Instant::now() < patience || waits()) && !self.is_urgent(cause, process_meter.as_ref()) {
            thread::sleep(if cause == Exhausted::Memory { SHORT_TICK } else { TICK });
        }
        self.end(cause)
    }

    /// Whether memory is still growing, so that waiting would get the process killed.
    fn is_urgent(&self, cause: Exhausted, process_meter: Option<&ProcessMeter>) -> bool {
        let more = |bytes: u64| bytes.saturating_add(bytes / 16);
        let limit =
            MemoryLimit { resident: more(self.memory_limit.resident), reserved: self.memory_limit.reserved };
        let grows = cause == Exhausted::Memory && !self.output.is_finishing();
        grows && process_meter.and_then(ProcessMeter::read).is_some_and(|held| limit.is_exceeded(held))
    }

    /// Ends the process, with the last words if they can be written.
    fn end(self, cause: Exhausted) {
        let task = self.output.task();
        let fallback = match (task, cause) {
            (Task::Solve(_) | Task::Count, Exhausted::Time | Exhausted::Interrupted)
                if self.output.has_solution() =>
            {
                ExitStatus::SATISFIABLE_INTERRUPTED
            }
            _ => ExitStatus::stopped(task, cause),
        };
        let output = Arc::clone(&self.output);
        // A thread of its own, because whoever reads the output may have stopped reading.
        let last_words = thread::Builder::new().stack_size(256 << 10).spawn(move || {
            let status = output.interrupt(cause).inspect(|_| {
                output.status_line.remark(&cause.to_string());
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
