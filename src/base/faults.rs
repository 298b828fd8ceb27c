//! Fault injection: tests use it to see how a run reacts when something fails.
//!
//! In builds with debug assertions, the environment variable `ZLINK_FAULTS` selects operations by kind and number:
//! with `limit:9,write:3`, the ninth and every later check of the limits reports that the time is over, and the third
//! write to a file fails, but no other one. Other builds ignore the variable.

use std::io::{self, Read, Write};

/// The kinds of operations that can fail; each kind is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Opening a file for reading, or creating one for writing.
    Open,
    /// Reading from a file or the standard input.
    Read,
    /// Writing to a file.
    Write,
    /// Flushing a file to the disk.
    Sync,
    /// Replacing an old file by a new one.
    Rename,
    /// Writing to the standard output.
    Print,
    /// Checking the limits; the fault is that the time limit is reached.
    Limit,
    /// Comparing a count with a recount; the fault is that they differ.
    Recount,
    /// Starting a piece of work in `zlink studio`; the fault is a crash.
    Work,
    /// Starting a piece of work in `zlink studio`; the fault is work that allocates without end, and never checks a
    /// limit.
    Greed,
}

/// Counts an operation that is about to start, and returns whether it has to fail.
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
        // A limit that is reached stays reached.
        done == count.fault.1 || done > count.fault.1 && operation == Operation::Limit
    })
}

/// Whether the operation has to fail: never in this build.
#[cfg(not(debug_assertions))]
pub const fn is_due(_operation: Operation) -> bool {
    false
}

/// The faults that `text` names; entries that cannot be parsed are ignored.
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
        "recount" => Operation::Recount,
        "work" => Operation::Work,
        "greed" => Operation::Greed,
        _ => return None,
    };
    Some((operation, number.parse().ok()?))
}

/// Counts an operation that is about to start, and fails if a fault is due.
///
/// # Errors
/// The error of a broken device (EIO).
pub fn point(operation: Operation) -> io::Result<()> {
    // EIO, with the message and the kind of a real one.
    if is_due(operation) { Err(io::Error::from_raw_os_error(5)) } else { Ok(()) }
}

/// A stream whose reads and writes can be made to fail.
#[derive(Debug)]
pub struct Fallible<T> {
    inner: T,
    operation: Operation,
}

impl<T> Fallible<T> {
    /// Wraps `inner`; its reads and writes are counted as `operation`.
    pub fn new(inner: T, operation: Operation) -> Self {
        Fallible { inner, operation }
    }

    /// The wrapped stream.
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
