//! `zlink studio`: runs the server and watches its memory.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{process, thread};

use clap::Args;

use super::arguments::Input;
use super::failure::Failure;
use super::memory::MemoryLimit;
use super::system::{Held, ProcessMeter};
use super::values::{Seconds, megabytes, number, seconds};
use super::{allocator, browser, message, reading, show, stdout, system};
use zlink_answer::ExitStatus;
use zlink_base::clock::Instant;
use zlink_base::files::Private;
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::BuildOptions;
use zlink_server::{Control, Options, PREFERRED_PORT, Server, Start};

pub(super) const EXAMPLES: &str = "\
Starts a server that only this computer can reach, opens its page in the browser,
and runs until it is stopped (Ctrl-C). The first line of the output is the address;
the server answers only requests with the token in it. Nothing leaves the computer.
The port is 4269 if it is free, because browsers keep work by port. A request that
needs too much time or memory is stopped, and the session goes on.
docs/reference/studio.md describes the protocol, for other programs. Statuses: 0
stopped, 1 work did not end after it was stopped, 33 there is not enough memory, 65
bad input, or the port or the output is not available.

Examples:
  zlink studio                      an empty board
  zlink studio puzzle.lp            a puzzle in any format that convert reads
  zlink studio --board cairo --size 8x6
  zlink studio --no-open --port 8000
";

/// What `--help` says of the files, which are not read from the standard input when there are none.
const FILES: &str = "\
Files with facts, which together are one program, or a puzzle in another format; they may be compressed. The address of \
a puzzle may stand in place of a file; `-` is the standard input. Without a file, the page opens with the last work";

/// The time between two checks.
const TICK: Duration = Duration::from_millis(10);
/// The time between two checks when the memory limit is near.
const SHORT_TICK: Duration = Duration::from_millis(1);
/// The bytes by which the process's memory may always grow beyond what it held before the running work.
const KEPT: u64 = 16 << 20;
/// The time after which a piece of work that should have ended makes the server end.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time that stopped work may still take more memory.
const GRACE: Duration = Duration::from_millis(100);
/// The time that the server has to end.
const END: Duration = Duration::from_secs(2);

/// The command line of `zlink studio`.
#[derive(Debug, Args)]
#[command(mut_arg("files", |files| files.help(FILES).long_help(FILES)))]
pub(super) struct Studio {
    #[command(flatten)]
    input: Input,
    /// The port of the server [default: 4269 if it is free, otherwise another one].
    #[arg(long, value_name = "N", value_parser = number::<u16>)]
    port: Option<u16>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// Stop a request after this many seconds (0: never).
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Seconds>,
    /// Stop requests when the process holds this many megabytes (default: 85 % of what the machine has free).
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    memory_limit: Option<u64>,
}

/// Runs the server until it is stopped.
pub(super) fn studio(arguments: &Studio) -> ExitStatus {
    match run(arguments) {
        Ok(()) => ExitStatus::DONE,
        Err(Failure::Input(text)) => {
            show(&text);
            ExitStatus::ERROR
        }
        Err(Failure::Stopped(cause)) => {
            message(&cause.to_string());
            if cause == Interrupted::Memory { ExitStatus::MEMORY } else { ExitStatus::INTERRUPTED }
        }
    }
}

fn run(arguments: &Studio) -> Result<(), Failure> {
    allocator::give_back();
    let wanted = arguments.memory_limit.map(|megabytes| megabytes.saturating_mul(1_000_000));
    let memory_limit = MemoryLimit::new(wanted);
    let held = ProcessMeter::new().and_then(|meter| meter.read()).unwrap_or_default();
    let limits = Limits::none().within(memory_limit.left_for_stores(held));
    let start = start(&arguments.input, &limits)?;
    let signal = system::ending();
    let options = Options {
        port: arguments.port,
        time: arguments.time_limit.and_then(|seconds| seconds.0),
        limits: limits.clone(),
        start,
    };
    let server = Server::bind(options).map_err(|error| {
        let port = arguments.port.unwrap_or(PREFERRED_PORT);
        Failure::input(format!("the port {port} cannot be had: {error}"))
    })?;
    let address = server.address();
    stdout::write(format!("{address}\n").as_bytes())
        .map_err(|error| Failure::unwritten(Path::new("the standard output"), &error))?;
    let mut page = None;
    if !arguments.no_open {
        match browser::open(&address) {
            Ok(file) => page = Some(file),
            Err(error) => {
                message(&format!("the browser cannot be started ({error}): open the address yourself"));
            }
        }
    }
    let watch = Watch { control: server.control(), limits, memory_limit, signal, page };
    let thread = thread::Builder::new().name("watch".to_owned()).stack_size(256 << 10);
    thread.spawn(move || watch.watch()).map_err(|error| Failure::input(error.to_string()))?;
    server.run().map_err(|error| Failure::input(format!("the server cannot run: {error}")))
}

/// The puzzle that the input names, if it names one. Errors are reported now, not by the page.
fn start(input: &Input, limits: &Limits) -> Result<Option<Start>, Failure> {
    if input.files.is_empty() && !input.board.is_given() {
        return Ok(None);
    }
    let mut texts = reading::puzzle_within(limits, input, |guess| match input.strict {
        true => Err(Failure::input(guess)),
        false => {
            message(&format!("warning: {guess}"));
            Ok(())
        }
    })?;
    texts.split_solution();
    let options = BuildOptions { strict: input.strict, links: texts.links(), ..BuildOptions::default() };
    zlink_puzzle::build(&texts.clone().facts()?, &options)?;
    let file = input.files.first().filter(|file| file.exists());
    let name = file.and_then(|file| file.file_name()).map(|name| name.to_string_lossy().into_owned());
    Ok(Some(Start { name, texts }))
}

/// Ends the server when a signal comes, and stops its work when memory runs out.
struct Watch {
    control: Control,
    limits: Limits,
    memory_limit: MemoryLimit,
    signal: Arc<AtomicUsize>,
    /// The file that opens the page in the browser.
    page: Option<Private>,
}

/// The memory that the process held before the work that runs now. Freed memory may stay with the process, which uses it again.
#[derive(Default)]
struct Before {
    held: Held,
    /// The number of pieces of work that had begun at the last check.
    begun: u64,
    /// When the running work was stopped for lack of memory, and the memory that the process held then.
    stopped: Option<(Instant, Held)>,
}

impl Watch {
    fn watch(mut self) {
        let process_meter = ProcessMeter::new();
        let mut before = Before::default();
        while self.signal.load(Ordering::Relaxed) == 0 {
            let held = process_meter.as_ref().and_then(ProcessMeter::read);
            let tick = held.map_or(TICK, |held| self.look(held, &mut before));
            if self.control.is_known() {
                // The page is open, so the file is no longer needed.
                self.page = None;
            }
            if self.control.is_overdue(PATIENCE) {
                let what =
                    "a piece of work has not come to its end long after it was stopped: the server ends";
                self.give_up(what, ExitStatus::INTERRUPTED);
            }
            thread::sleep(tick);
        }
        self.page = None;
        self.control.end();
        // Work that checks no limit does not keep the process alive.
        thread::sleep(END);
        process::exit(i32::from(ExitStatus::DONE.0));
    }

    /// Ends the process before the system kills it or the machine stalls.
    fn give_up(&mut self, what: &str, status: ExitStatus) -> ! {
        self.page = None;
        message(what);
        process::exit(i32::from(status.0))
    }

    /// Stops work if the process holds too much memory. Returns the time until the next check.
    fn look(&mut self, held: Held, before: &mut Before) -> Duration {
        let (oldest, begun) = self.control.oldest();
        if oldest.is_none_or(|oldest| oldest > before.begun) {
            before.held = held;
        }
        before.begun = begun;
        let most = self.memory_limit.at_least(Held {
            resident: before.held.resident.saturating_add(KEPT),
            reserved: before.held.reserved.saturating_add(KEPT),
        });
        let meter = self.limits.meter();
        meter.set_short(most.is_short(held));
        meter.set_room(most.is_roomy(held));
        if most.is_exceeded(held) {
            self.control.stop_work(Interrupted::Memory);
            let (since, then) = *before.stopped.get_or_insert((Instant::now(), held));
            let grown = held.resident.saturating_sub(then.resident);
            // A picture is made in one piece, which may take a little more without harm.
            if grown > most.resident / 4 && since.elapsed() > GRACE {
                let what =
                    "the memory limit was reached, and work that was stopped takes more: the server ends";
                self.give_up(what, ExitStatus::MEMORY);
            }
        } else {
            before.stopped = None;
        }
        if most.is_near(held) { SHORT_TICK } else { TICK }
    }
}
