//! Answers that are sent as a whole. Their bytes count as memory until they are sent.

use std::io::{self, Write};

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::refusal::Refusal;
use super::work::Job;
use zlink_base::limits::{Account, Interrupted, Limits, reserve_more};

/// The least number of bytes by which an answer's buffer grows.
const STEP: usize = 1 << 12;

/// An answer that is sent as a whole.
#[derive(Debug)]
pub(super) struct Reply {
    kind: &'static str,
    bytes: Bytes,
}

impl Reply {
    /// An answer with `value` as JSON, which is written straight into the bytes that are sent.
    pub(super) fn json(value: &impl Serialize, piece: &Job) -> Result<Self, Refusal> {
        let mut bulk = MeteredBuffer::new(&piece.limits);
        match serde_json::to_writer(&mut bulk, value) {
            Ok(()) => Ok(Reply { kind: "application/json", bytes: bulk.into_bytes() }),
            Err(error) => Err(match bulk.failed {
                Some(cause) => piece.refusal(cause),
                None => Refusal::impossible(error.to_string()),
            }),
        }
    }

    /// An answer with these bytes and the content type `kind`.
    pub(super) fn new(kind: &'static str, bytes: &[u8], piece: &Job) -> Result<Self, Refusal> {
        let mut bulk = MeteredBuffer::new(&piece.limits);
        match bulk.write_all(bytes) {
            Ok(()) => Ok(Reply { kind, bytes: bulk.into_bytes() }),
            Err(_) => Err(piece.refusal(bulk.failed.unwrap_or(Interrupted::Memory))),
        }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, self.kind)], Body::from(self.bytes)).into_response()
    }
}

/// A byte buffer with the account that its memory is charged to. Writing fails when there is no memory left or a limit is reached.
pub(super) struct MeteredBuffer {
    bytes: Vec<u8>,
    account: Account,
    /// The limits that stop the writing; none for an event that may be sent after they are reached.
    limits: Option<Limits>,
    /// The limit that was reached.
    failed: Option<Interrupted>,
}

impl MeteredBuffer {
    fn new(limits: &Limits) -> Self {
        MeteredBuffer { limits: Some(limits.clone()), ..MeteredBuffer::of_event(limits) }
    }

    /// A buffer for an event, which may be written also after the time is over.
    pub(super) fn of_event(limits: &Limits) -> Self {
        MeteredBuffer { bytes: Vec::new(), account: limits.account(), limits: None, failed: None }
    }

    /// The limit that was reached, if writing has failed.
    pub(super) fn failed(&self) -> Option<Interrupted> {
        self.failed
    }

    /// The bytes. Their memory is given back when the last copy is dropped.
    pub(super) fn into_bytes(self) -> Bytes {
        Bytes::from_owner(self)
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

impl Write for MeteredBuffer {
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

impl AsRef<[u8]> for MeteredBuffer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
