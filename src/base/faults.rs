//! Faults on request: the seam through which tests see what becomes of a run when something goes wrong.
//!
//! In builds with debug assertions the environment variable `ZLINK_FAULTS` names operations by their numbers: with
//! `limit:9,write:3` the time is over from the ninth look at the limits on, and the third write to a file fails, none before
//! or after it. Other builds know nothing of it.

use std::io::{self, Read, Write};

/// What can fail, and is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(debug_assertions), allow(dead_code, reason = "only builds with debug assertions look at it"))]
pub enum Operation {
    /// A file is opened to be read, or made to be written.
    Open,
    /// Bytes are read from a file or the standard input.
    Read,
    /// Bytes are written to a file.
    Write,
    /// A file is to be on the disk.
    Sync,
    /// A new file takes the place of an old one.
    Rename,
    /// Bytes are written to the standard output.
    Print,
    /// A limit is looked at; the fault is that it is reached.
    Limit,
    /// `zlink studio` begins a piece of work; the fault is a crash.
    Work,
    /// `zlink studio` begins a piece of work; the fault is one that takes memory without end, and looks at no limit.
    Greed,
}

/// Whether the operation that is about to be done is the one that is to fail.
#[cfg(debug_assertions)]
pub fn is_due(operation: Operation) -> bool {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    struct Count {
        fault: (Operation, u64),
        done: AtomicU64,
    }
    static COUNTS: LazyLock<Vec<Count>> = LazyLock::new(|| {
        let wanted = wanted(&std::env::var("ZLINK_FAULTS").unwrap_or_default());
        wanted.into_iter().map(|fault| Count { fault, done: AtomicU64::new(0) }).collect()
    });
    let mut counts = COUNTS.iter().filter(|count| count.fault.0 == operation);
    counts.any(|count| {
        let done = count.done.fetch_add(1, Ordering::Relaxed) + 1;
        // What is over stays over.
        done == count.fault.1 || done > count.fault.1 && operation == Operation::Limit
    })
}

/// Whether the operation that is about to be done is the one that is to fail: never.
#[cfg(not(debug_assertions))]
pub(crate) const fn is_due(_operation: Operation) -> bool {
    false
}

/// The faults that `text` names; what names none counts for nothing.
#[cfg(debug_assertions)]
fn wanted(text: &str) -> Vec<(Operation, u64)> {
    text.split(',').filter_map(fault).collect()
}

#[cfg(debug_assertions)]
fn fault(text: &str) -> Option<(Operation, u64)> {
    let (operation, number) = text.split_once(':')?;
    let operation = match operation {
        "open" => Operation::Open,
        "read" => Operation::Read,
        "write" => Operation::Write,
        "sync" => Operation::Sync,
        "rename" => Operation::Rename,
        "print" => Operation::Print,
        "limit" => Operation::Limit,
        "work" => Operation::Work,
        "greed" => Operation::Greed,
        _ => return None,
    };
    Some((operation, number.parse().ok()?))
}

/// Fails if the fault that was asked for is due.
///
/// # Errors
/// That of a broken device.
pub fn point(operation: Operation) -> io::Result<()> {
    // EIO; its message and its kind are those that a real one has.
    if is_due(operation) { Err(io::Error::from_raw_os_error(5)) } else { Ok(()) }
}

/// A stream whose reads and writes pass the seam.
#[derive(Debug)]
pub struct Fallible<T> {
    inner: T,
    operation: Operation,
}

impl<T> Fallible<T> {
    /// `inner`, whose reads and writes are counted as `operation`.
    pub fn new(inner: T, operation: Operation) -> Self {
        Fallible { inner, operation }
    }

    /// The stream itself.
    pub fn get_ref(&self) -> &T {
        &self.inner
    }
}

impl<T: Read> Read for Fallible<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        point(self.operation)?;
        self.inner.read(buffer)
    }
}

impl<T: Write> Write for Fallible<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        point(self.operation)?;
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
#[cfg(debug_assertions)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_and_a_number_are_a_fault() {
        assert_eq!(wanted("rename:2,limit:7"), [(Operation::Rename, 2), (Operation::Limit, 7)]);
        assert_eq!(wanted(",rename,rename:,rename:x,rest:1"), []);
    }
}
