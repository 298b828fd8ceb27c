//! The studio as a WebAssembly module: `zlink_studio` behind functions that JavaScript can call.
//!
//! Before all else, the host calls `start`. For each request it fills two rooms with the bytes of the address and of the body, and calls
//! `ask`, which returns when the request is answered: by `reply`, or by `begin` and then `event` up to the last event. Panics abort:
//! after a trap, the module's instance is of no more use.

use std::ops::ControlFlow;
use std::time::Duration;

use zlink_base::clock::{self, Instant};
use zlink_base::limits::{Interrupted, Limits};
use zlink_studio::{Buffer, Job, Listener, MOST_BYTES, Refusal, Reply, Request, Weight, ask as answer};

/// What the host does for the module.
#[expect(unsafe_code, reason = "the host only reads the memory that it is shown")]
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// The time in milliseconds since some fixed moment.
        pub(super) safe fn now() -> f64;
        /// Hears that the request is accepted, and that events follow.
        pub(super) safe fn begin();
        /// Takes the bytes of an event. Returns 0, or another number to give the request up.
        pub(super) safe fn event(at: *const u8, len: usize) -> i32;
        /// Takes an answer as a whole, with its status and its content type.
        pub(super) safe fn reply(status: u32, kind: *const u8, kind_len: usize, at: *const u8, len: usize);
        /// Takes the message of a panic, which a trap follows.
        pub(super) safe fn panicked(at: *const u8, len: usize);
    }
}

/// Prepares the module.
#[expect(unsafe_code, reason = "exported")]
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    clock::set_source(|| Duration::from_secs_f64(host::now() / 1000.0));
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        host::panicked(message.as_ptr(), message.len());
    }));
}

/// Returns room for `len` bytes, which the next request takes.
#[expect(unsafe_code, reason = "exported")]
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    Box::leak(vec![0; len].into_boxed_slice()).as_mut_ptr()
}

/// The bytes of a room.
///
/// # Safety
/// `at` was returned by `room(len)`, and is passed once.
#[expect(unsafe_code, reason = "the host returns what it was given")]
unsafe fn taken(at: *mut u8, len: usize) -> Vec<u8> {
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, len)) }.into_vec()
}

/// Answers the request at an address such as `analyse` or `picture?width=24`, within `time` milliseconds and `memory` bytes; 0: without
/// such a limit.
///
/// # Safety
/// The address and the body are in rooms of these lengths, which are passed once.
#[expect(unsafe_code, reason = "exported")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(
    address: *mut u8,
    address_len: usize,
    body: *mut u8,
    body_len: usize,
    time: f64,
    memory: f64,
) {
    let (address, body) = unsafe { (taken(address, address_len), taken(body, body_len)) };
    let mut limits = Limits::none();
    if memory > 0.0 {
        limits = limits.within(memory as usize);
    }
    if time > 0.0 {
        let time = Duration::try_from_secs_f64(time / 1000.0);
        limits.deadline = time.ok().and_then(|time| Instant::now().checked_add(time));
    }
    match answered(&String::from_utf8_lossy(&address), body, limits) {
        Ok(None) => {}
        Ok(Some(Reply { kind, bytes })) => reply(200, kind, bytes.as_ref()),
        Err(refusal) => reply(refusal.status, "application/json", refusal.to_json().as_bytes()),
    }
}

fn answered(address: &str, body: Vec<u8>, limits: Limits) -> Result<Option<Reply>, Refusal> {
    let job = Job::new(limits.clone(), limits.account());
    if body.len() > MOST_BYTES {
        return Err(Request::too_large());
    }
    job.reserve(body.capacity())?;
    let nothing = || Refusal::new(404, "there is nothing at this address");
    let request = Request::at(address, body).ok_or_else(nothing)?;
    answer(request, None, &job, &Host(&job))
}

fn reply(status: u16, kind: &str, bytes: &[u8]) {
    host::reply(status.into(), kind.as_ptr(), kind.len(), bytes.as_ptr(), bytes.len());
}

/// Passes the events of a job to the host.
struct Host<'a>(&'a Job);

impl Listener for Host<'_> {
    fn begin(&self) {
        host::begin();
    }

    fn hear(&self, event: Buffer, _: Weight) -> ControlFlow<()> {
        let event = event.as_ref();
        if host::event(event.as_ptr(), event.len()) == 0 {
            return ControlFlow::Continue(());
        }
        self.0.stop(Interrupted::Stopped);
        ControlFlow::Break(())
    }
}
