//! ADDRESSES -> [`Peers`]: the processes of a count on several machines.
//!
//! The communication layer of timely dataflow provides the channels between processes and their framing, and makes all
//! processes fail when one does. This module decides only who calls whom, how long to wait, and what a message is.
//!
//! ```text
//!  count ──send──> post ──timely──> the post of another process ──> count
//!        <─receive─      <─timely──
//! ```
//!
//! | file | job |
//! |---|---|
//! | `hosts` | the file of addresses |
//! | `secret` | what all processes know, and nobody else |
//! | `connect` | connections between all processes |
//! | `socket` | a connection, as timely uses it, with its state |
//! | `gate` | checks the heads of messages and the memory that waiting ones take |
//! | `piece` | messages in pieces, as timely sends them |
//! | `post` | the thread that hands pieces to timely and takes them from it |

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod connect;
mod gate;
mod hosts;
mod piece;
mod post;
mod secret;
mod socket;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use timely_communication::Bytesable;

use connect::Handshake;
use gate::{Held, sent};
pub use hosts::Hosts;
use piece::{Kind, Piece};
use post::{Event, Post};
pub use secret::Secret;
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits};
use zlink_frontier::Peers;

/// The time between two checks of the limits while waiting for a message.
const LOOK: Duration = Duration::from_millis(20);
/// The time to wait, once one process is known to have stopped, until it is known which, and until messages that were sent
/// before have arrived.
const EXPLAIN: Duration = Duration::from_millis(500);

/// Why a process could not connect to the others.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The file of the addresses or of the secret cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system, or the fault in the file.
        error: io::Error,
    },
    /// A line of the file of addresses is not an address.
    #[error("{path}:{line}: {what}")]
    Hosts {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fault in the line.
        what: String,
    },
    /// There is no process with the given number.
    #[error("there is no process {process}: with {processes} addresses they are numbered from 0 to {}", processes - 1)]
    Number {
        /// The number that was given.
        process: usize,
        /// The number of processes.
        processes: usize,
    },
    /// This process cannot listen at its address.
    #[error("{address}: this process cannot listen there: {error}")]
    Port {
        /// The address of this process.
        address: String,
        /// Why this process cannot listen there.
        error: io::Error,
    },
    /// A process with a smaller number cannot be reached.
    #[error("process {process} ({address}) cannot be reached: {error}")]
    Unreached {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
        /// The error of the last call.
        error: io::Error,
    },
    /// A process with a greater number has not called.
    #[error("process {process} ({address}) has not called")]
    Silent {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
    },
    /// A process was started with another list of addresses or another number.
    #[error("process {process} ({address}) has another list of addresses, or another number in it")]
    OtherList {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
    },
    /// A process has another secret than this one, or one of the two has none.
    #[error("process {process} ({address}) has another secret, or one of the two has none")]
    OtherSecret {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
    },
    /// The connections were opened, but cannot be used.
    #[error("the connections cannot be used: {0}")]
    Broken(io::Error),
    /// A limit was reached while waiting for the others.
    #[error(transparent)]
    Stopped(#[from] Interrupted),
}

/// One process of a count on several machines, connected to all others.
#[derive(Debug)]
pub struct Cluster {
    hosts: Hosts,
    me: usize,
    post: Post,
    inbox: Mutex<Inbox>,
    /// The memory of messages in the inbox and on their way there.
    held: Arc<Held>,
    /// Whether more messages have arrived than the memory holds.
    is_full: AtomicBool,
    /// The flag that is set when another process stops; [`Peers::bind`] ties limits to it.
    stop: Arc<AtomicBool>,
    failure: Mutex<Option<String>>,
}

/// The messages that have arrived and are not yet received.
#[derive(Debug)]
struct Inbox {
    events: Receiver<Event>,
    /// The pieces of messages in order, by process.
    pieces: Vec<VecDeque<Piece>>,
    /// Whether no more comes from a process, by process.
    ended: Vec<bool>,
    /// When waiting ends for messages that were sent before a process stopped; none while all run.
    until: Option<Instant>,
}

impl Inbox {
    /// Whether no more messages of process `from` are to be expected; `is_told` if it is known why a process has stopped.
    fn is_over(&mut self, from: usize, is_told: bool) -> bool {
        if !is_told && !self.ended[from] {
            return false;
        }
        let until = *self.until.get_or_insert_with(|| Instant::now() + EXPLAIN);
        is_told && self.ended[from] || Instant::now() >= until
    }
}

impl Cluster {
    /// Connects process `me` of `hosts` to all others, which must have the same secret. Waits for them at most for `wait` and as
    /// long as `limits` allow; messages that they send are charged to the memory of `limits`.
    ///
    /// # Errors
    /// When `me` cannot listen at its address, not all others are connected in time, or a limit is reached before.
    pub fn connect(
        hosts: Hosts,
        secret: &Secret,
        me: usize,
        wait: Option<Duration>,
        limits: &Limits,
    ) -> Result<Self, ClusterError> {
        let processes = hosts.processes();
        if me >= processes {
            return Err(ClusterError::Number { process: me, processes });
        }
        let deadline = wait.and_then(|wait| Instant::now().checked_add(wait));
        let streams = Handshake { hosts: &hosts, secret, me, deadline, limits }.connect()?;
        let stop = Arc::new(AtomicBool::new(false));
        let held = Arc::new(Held::new(limits));
        let (post, events) = Post::start(me, streams, &held, &stop).map_err(ClusterError::Broken)?;
        let pieces = (0..processes).map(|_| VecDeque::new()).collect();
        let inbox = Mutex::new(Inbox { events, pieces, ended: vec![false; processes], until: None });
        let (is_full, failure) = (AtomicBool::new(false), Mutex::default());
        Ok(Cluster { hosts, me, post, inbox, held, is_full, stop, failure })
    }

    fn fail(&self, why: impl FnOnce() -> String) -> Interrupted {
        if self.is_full.load(Ordering::Relaxed) {
            return Interrupted::Memory;
        }
        lock(&self.failure).get_or_insert_with(why);
        Interrupted::Peers
    }

    fn lose(&self, process: usize) -> Interrupted {
        self.fail(|| format!("process {process} ({}) is lost", self.hosts.name(process)))
    }

    /// Stores an event in the inbox.
    fn take(&self, inbox: &mut Inbox, event: Event) {
        match event {
            Event::Piece(from, piece) if piece.kind == Kind::Stop => {
                inbox.ended[from] = true;
                self.fail(|| piece.text());
            }
            Event::Piece(from, piece) => inbox.pieces[from].push_back(piece),
            Event::Ended(process) => inbox.ended[process] = true,
            Event::Lost(process, refused) => {
                inbox.ended[process] = true;
                match refused {
                    Some(io::ErrorKind::OutOfMemory) => self.is_full.store(true, Ordering::Relaxed),
                    Some(_) => _ = self.refuse(process),
                    None => _ = self.lose(process),
                }
            }
        }
    }

    fn is_told(&self) -> bool {
        self.is_full.load(Ordering::Relaxed) || lock(&self.failure).is_some()
    }
}

impl Peers for Cluster {
    fn me(&self) -> usize {
        self.me
    }

    fn processes(&self) -> usize {
        self.hosts.processes()
    }

    fn send(&self, to: usize, message: Vec<u64>) -> Result<(), Interrupted> {
        for piece in Piece::of(&message) {
            // The post runs as long as this process, whether or not other processes are lost.
            self.post.send(to, piece).map_err(|()| self.lose(to))?;
        }
        Ok(())
    }

    fn receive(&self, from: usize, limits: &Limits) -> Result<Vec<u64>, Interrupted> {
        let inbox = &mut *lock(&self.inbox);
        let mut message = Vec::new();
        let (mut total, mut held) = (None, 0);
        loop {
            while let Some(piece) = inbox.pieces[from].pop_front() {
                held += sent(piece.length_in_bytes());
                let total = *total.get_or_insert(piece.total);
                if piece.total != total || piece.words.len() > total - message.len() {
                    return Err(self.refuse(from));
                }
                if message.is_empty() && piece.words.len() == total {
                    self.held.free(held);
                    return Ok(piece.words);
                }
                // The total is what the piece claims, so allocation may fail; the pieces themselves are charged to the limits.
                message.try_reserve_exact(total - message.len()).map_err(|_| Interrupted::Memory)?;
                message.extend_from_slice(&piece.words);
                if message.len() == total {
                    self.held.free(held);
                    return Ok(message);
                }
            }
            if inbox.is_over(from, self.is_told()) {
                return Err(self.lose(from));
            }
            match inbox.events.recv_timeout(LOOK) {
                Ok(event) => self.take(inbox, event),
                Err(RecvTimeoutError::Timeout) => limits.check()?,
                Err(RecvTimeoutError::Disconnected) => return Err(self.lose(from)),
            }
        }
    }

    fn bind(&self, limits: &Limits) -> Limits {
        limits.bound_by(&self.stop)
    }

    fn explain(&self, stopped: Interrupted) -> Interrupted {
        if stopped != Interrupted::Stopped || !self.stop.load(Ordering::Relaxed) {
            return stopped;
        }
        let inbox = &mut *lock(&self.inbox);
        // The event that has set the flag is about to arrive: before the count ends, no process leaves without reporting why.
        let until = Instant::now() + EXPLAIN;
        while !self.is_told() {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(event) = inbox.events.recv_timeout(left) else { break };
            self.take(inbox, event);
        }
        match inbox.ended.iter().position(|&ended| ended) {
            Some(process) => self.lose(process),
            None => self.fail(|| "another process is lost".to_owned()),
        }
    }

    fn stop(&self, why: &str) {
        let text = lock(&self.failure).clone();
        let text = text.unwrap_or_else(|| {
            format!("process {} ({}) has stopped: {why}", self.me, self.hosts.name(self.me))
        });
        for to in (0..self.processes()).filter(|&to| to != self.me) {
            // A process that this does not reach notices that the connection ends.
            let _ = self.post.send(to, Piece::stop(&text));
        }
    }

    fn refuse(&self, process: usize) -> Interrupted {
        self.fail(|| format!("process {process} ({}) sends what makes no sense", self.hosts.name(process)))
    }

    fn failure(&self) -> Option<String> {
        lock(&self.failure).clone()
    }

    fn sent(&self) -> u64 {
        self.post.sent()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
