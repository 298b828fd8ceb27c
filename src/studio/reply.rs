//! Answers that are sent as a whole, and the buffers that answers and events are written to. Their bytes count as memory until they are sent.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::job::Job;
use super::refusal::Refusal;
use zlink_base::limits::{Account, Interrupted, Limits, reserve_more};

/// The least number of bytes by which a buffer grows.
const STEP: usize = 1 << 12;

/// The content type of most answers.
pub(crate) const JSON: &str = "application/json";

/// An answer that is sent as a whole.
#[derive(Debug)]
pub struct Reply {
    /// The content type.
    pub kind: &'static str,
    /// The bytes of the answer.
    pub bytes: Buffer,
}

impl Reply {
    /// An answer with `value` as JSON, which is written straight into the bytes that are sent.
    pub(crate) fn json(value: &impl Serialize, job: &Job) -> Result<Self, Refusal> {
        let mut bytes = Buffer::new(&job.limits);
        match serde_json::to_writer(&mut bytes, value) {
            Ok(()) => Ok(Reply { kind: JSON, bytes }),
            Err(error) => Err(match bytes.failed {
                Some(cause) => job.refusal(cause),
                None => Refusal::impossible(error.to_string()),
            }),
        }
    }

    /// An answer with these bytes and the content type `kind`.
    pub(crate) fn new(kind: &'static str, content: &[u8], job: &Job) -> Result<Self, Refusal> {
        let mut bytes = Buffer::new(&job.limits);
        match bytes.write_all(content) {
            Ok(()) => Ok(Reply { kind, bytes }),
            Err(_) => Err(job.refusal(bytes.failed.unwrap_or(Interrupted::Memory))),
        }
    }
}

/// A byte buffer with the account that its memory is charged to. Writing fails when there is no memory left or a limit is reached.
#[derive(Debug)]
pub struct Buffer {
    bytes: Vec<u8>,
    account: Account,
    /// The limits that stop the writing; none for an event that may be sent after they are reached.
    limits: Option<Limits>,
    /// The limit that was reached.
    failed: Option<Interrupted>,
}

impl Buffer {
    fn new(limits: &Limits) -> Self {
        Buffer { limits: Some(limits.clone()), ..Buffer::of_event(limits) }
    }

    /// A buffer for an event, which may be written also after the time is over.
    pub(crate) fn of_event(limits: &Limits) -> Self {
        Buffer { bytes: Vec::new(), account: limits.account(), limits: None, failed: None }
    }

    /// A short event, which does not count as memory.
    pub(crate) fn short(name: &str, value: &Value) -> Self {
        let bytes = format!("event: {name}\ndata: {value}\n\n").into_bytes();
        Buffer { bytes, ..Buffer::of_event(&Limits::none()) }
    }

    /// The event `end`, with the limit that has stopped the work, if one has.
    pub fn end(stopped: Option<Interrupted>) -> Self {
        Buffer::short("end", &json!({ "stopped": stopped.map(|cause| cause.to_string()) }))
    }

    /// The limit that was reached, if writing has failed.
    pub(crate) fn failed(&self) -> Option<Interrupted> {
        self.failed
    }

    /// Makes room for `more` bytes. Large blocks move without being copied, so old and new block never exist together.
    fn make_room(&mut self, more: usize) -> Result<(), Interrupted> {
        self.limits.as_ref().map_or(Ok(()), Limits::check)?;
        let more = more.max(STEP).max(self.bytes.len() / 8);
        reserve_more(&mut self.account, more)?;
        self.bytes.reserve_exact(more);
        Ok(())
    }
}

impl Write for Buffer {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.write_all(part)?;
        Ok(part.len())
    }

    fn write_all(&mut self, part: &[u8]) -> io::Result<()> {
        if self.bytes.capacity() - self.bytes.len() < part.len()
            && let Err(cause) = self.make_room(part.len())
        {
            self.failed = Some(cause);
            return Err(io::Error::other(cause));
        }
        self.bytes.extend_from_slice(part);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
