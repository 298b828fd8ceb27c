//! A connection, as timely dataflow uses it -> its state: how much was sent, whether it has ended.
//!
//! Timely clones a stream, to read and write in two threads. The reading thread ends when the other side has announced that no
//! more comes, and either thread panics when the connection breaks. Each clone is dropped with its thread: that is when the state
//! changes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use timely_communication::allocator::zero_copy::stream::Stream;

use super::gate::Gate;

/// The state of a connection.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The number of bytes that were sent.
    pub(super) sent: AtomicU64,
    /// Whether the other side has announced that no more comes.
    pub(super) has_ended: AtomicBool,
    /// Whether the connection broke before the other side announced its end.
    pub(super) is_lost: AtomicBool,
    /// The error of the gate, if it has refused bytes.
    pub(super) refused: OnceLock<io::ErrorKind>,
}

/// A connection to another process.
#[derive(Debug)]
pub(super) struct Socket {
    stream: TcpStream,
    line: Arc<Line>,
    gate: Gate,
    is_read: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, line: &Arc<Line>, gate: Gate) -> Self {
        Socket { stream, line: Arc::clone(line), gate, is_read: false }
    }
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_read = true;
        let read = self.stream.read(buffer)?;
        let passed = self.gate.pass(&buffer[..read]);
        passed.inspect_err(|error| _ = self.line.refused.set(error.kind()))?;
        Ok(read)
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes)?;
        self.line.sent.fetch_add(written as u64, Ordering::Release);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Socket {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Socket::new(self.stream.try_clone()?, &self.line, self.gate.clone()))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.line.is_lost.store(true, Ordering::Release);
        } else if self.is_read {
            self.line.has_ended.store(true, Ordering::Release);
        }
    }
}
