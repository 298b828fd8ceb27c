//! PIECES of a count <-> timely dataflow: one thread, timely's worker, with a channel for each process.

#![expect(clippy::disallowed_methods, reason = "only systems with threads have sockets")]

use std::io;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use timely_communication::allocator::ProcessBuilder;
use timely_communication::allocator::zero_copy::allocator::TcpBuilder;
use timely_communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely_communication::{Allocator, Bytesable, Hooks, Pull, Push};

use super::gate::{Gate, Held, sent};
use super::piece::{Kind, Piece};
use super::socket::{Line, Socket};
use zlink_base::clock::Instant;

/// The most pieces that wait for the post.
const WAITING: usize = 16;
/// About the most bytes that wait to be written to one connection.
const UNSENT: u64 = 16 << 20;
/// How long the post sleeps when nothing wakes it.
const SLEEP: Duration = Duration::from_millis(50);
/// How long the post sleeps while it waits for a change that does not wake it.
const SHORT_SLEEP: Duration = Duration::from_millis(1);
/// The time limit to write the last pieces.
const LAST: Duration = Duration::from_secs(2);

/// A message or report from another process.
#[derive(Debug)]
pub(super) enum Event {
    Piece(usize, Piece),
    /// The process has announced that no more comes.
    Ended(usize),
    /// The process is gone without announcing it, or has sent bytes that the gate refused, with the kind of error.
    Lost(usize, Option<io::ErrorKind>),
}

/// Hands pieces to the thread that sends them.
#[derive(Debug)]
pub(super) struct Post {
    out: Option<SyncSender<(usize, Piece)>>,
    thread: Option<JoinHandle<()>>,
    lines: Vec<Arc<Line>>,
}

impl Post {
    /// Takes over the connections of process `me`. The receiver yields what arrives, whose memory `held` is charged with. `stop` is
    /// set when a process has stopped.
    pub(super) fn start(
        me: usize,
        streams: Vec<Option<TcpStream>>,
        held: &Arc<Held>,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<(Self, Receiver<Event>)> {
        let lines: Vec<Arc<Line>> = streams.iter().map(|_| Arc::default()).collect();
        let (out, from_count) = sync_channel(WAITING);
        let (to_count, events) = channel();
        let socket = |(from, stream): (usize, Option<TcpStream>)| {
            stream.map(|stream| Socket::new(stream, &lines[from], Gate::new(from, me, held)))
        };
        let sockets = streams.into_iter().enumerate().map(socket).collect();
        let local = ProcessBuilder::new_typed_vector(1, Hooks::default().refill, None);
        let (mut builders, guard) =
            initialize_networking_from_sockets(local, sockets, me, 1, Hooks::default())?;
        let builder = builders.pop().ok_or(io::ErrorKind::InvalidInput)?;
        let desk = Desk {
            me,
            lines: lines.clone(),
            pushed: vec![0; lines.len()],
            told: vec![false; lines.len()],
            to_count,
            stop: Arc::clone(stop),
        };
        let thread = thread::Builder::new().name("timely:post".to_owned()).spawn(move || {
            // Dropping the guard would wait for timely's threads, and panic if they did. Neither is wanted.
            std::mem::forget(guard);
            desk.work(builder, &from_count);
        })?;
        Ok((Post { out: Some(out), thread: Some(thread), lines }, events))
    }

    /// Sends a piece to another process; fails when the post has ended.
    pub(super) fn send(&self, to: usize, piece: Piece) -> Result<(), ()> {
        let (Some(out), Some(thread)) = (&self.out, &self.thread) else { return Err(()) };
        out.send((to, piece)).map_err(|_| ())?;
        thread.thread().unpark();
        Ok(())
    }

    /// The number of bytes that were sent to all processes.
    pub(super) fn sent(&self) -> u64 {
        self.lines.iter().map(|line| line.sent.load(Ordering::Relaxed)).sum()
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        self.out = None;
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// The state of the post's thread.
struct Desk {
    me: usize,
    lines: Vec<Arc<Line>>,
    /// The number of bytes handed to timely for each process.
    pushed: Vec<u64>,
    /// Whether [`Event::Ended`] was sent to the count, by process.
    told: Vec<bool>,
    to_count: Sender<Event>,
    stop: Arc<AtomicBool>,
}

impl Desk {
    fn work(mut self, builder: TcpBuilder, from_count: &Receiver<(usize, Piece)>) {
        let mut allocator = Allocator::Tcp(builder.build());
        // Each process sends over a channel of its own.
        let channels = (0..self.lines.len()).map(|from| allocator.allocate::<Piece>(from));
        let (senders, mut receivers): (Vec<_>, Vec<_>) = channels.unzip();
        let mut senders = senders.into_iter().nth(self.me).unwrap_or_default();
        let mut hears = true;
        loop {
            // This is read first: a connection that has ended by now has put all its messages where they are received below.
            let ended: Vec<bool> =
                self.lines.iter().map(|line| line.has_ended.load(Ordering::Acquire)).collect();
            // Timely panics when one of the threads that read and write has. Sending still works, to report why to the other processes.
            if hears && falls(|| allocator.receive()) {
                hears = false;
                let process = self.lost();
                self.tell(Event::Lost(process, self.lines[process].refused.get().copied()));
            }
            allocator.events().borrow_mut().clear();
            for (from, receiver) in receivers.iter_mut().enumerate() {
                while let Some(piece) = receiver.recv() {
                    self.tell(Event::Piece(from, piece));
                }
            }
            for (process, _) in ended.into_iter().enumerate().filter(|(_, ended)| *ended) {
                if !std::mem::replace(&mut self.told[process], true) {
                    self.tell(Event::Ended(process));
                }
            }
            let goes_on = self.send_waiting(from_count, &mut senders);
            falls(|| allocator.release());
            if !goes_on {
                break;
            }
            allocator.await_events(Some(if self.is_full() { SHORT_SLEEP } else { SLEEP }));
        }
        // Processes that are still there get the rest of their messages, and the announcement that no more comes.
        falls(|| drop((senders, receivers, allocator)));
        let deadline = Instant::now() + LAST;
        while !self.is_done() && Instant::now() < deadline {
            thread::sleep(SHORT_SLEEP);
        }
    }

    fn tell(&self, event: Event) {
        if !matches!(&event, Event::Piece(_, piece) if piece.kind == Kind::Message) {
            self.stop.store(true, Ordering::Relaxed);
        }
        // An error means that the count is over: nobody receives any more.
        let _ = self.to_count.send(event);
    }

    /// Hands waiting pieces to timely, unless many bytes are unsent already; false when no more pieces come.
    fn send_waiting(
        &mut self,
        from_count: &Receiver<(usize, Piece)>,
        senders: &mut [Box<dyn Push<Piece>>],
    ) -> bool {
        while !self.is_full() {
            match from_count.try_recv() {
                Ok((to, _)) if self.is_lost(to) => {}
                Ok((to, piece)) => {
                    self.pushed[to] += sent(piece.length_in_bytes()) as u64;
                    falls(|| senders[to].send(piece));
                }
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
        true
    }

    fn is_lost(&self, process: usize) -> bool {
        self.lines[process].is_lost.load(Ordering::Acquire)
    }

    /// The process that is lost. The thread that has noticed it is about to set its flag.
    fn lost(&self) -> usize {
        let deadline = Instant::now() + LAST;
        loop {
            match (0..self.lines.len()).find(|&process| self.is_lost(process)) {
                None if Instant::now() < deadline => thread::sleep(SHORT_SLEEP),
                found => return found.unwrap_or(self.me),
            }
        }
    }

    /// The number of bytes handed to timely for a process and not sent yet.
    fn unsent(&self, process: usize) -> u64 {
        let sent = self.lines[process].sent.load(Ordering::Acquire);
        if self.is_lost(process) { 0 } else { self.pushed[process].saturating_sub(sent) }
    }

    fn is_full(&self) -> bool {
        (0..self.lines.len()).any(|process| self.unsent(process) > UNSENT)
    }

    /// Whether all pieces are written, and the announcements that no more comes.
    fn is_done(&self) -> bool {
        let is_done = |process: usize| {
            let written = self.lines[process].sent.load(Ordering::Acquire);
            process == self.me || self.is_lost(process) || written >= self.pushed[process] + sent(0) as u64
        };
        (0..self.lines.len()).all(is_done)
    }
}

/// Whether `work` panics.
fn falls(work: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(work)).is_err()
}
