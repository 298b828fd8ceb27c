//! ADDRESSES -> a connection to every other process, within a time limit.
//!
//! Each process listens at its own address, and calls all processes with smaller numbers. Both sides identify themselves, so
//! that a process with another list of addresses, and thus of another count, is recognised and reported. Both prove that they
//! know the secret, or, without one, that neither has any.
//!
//! ```text
//!   caller      magic | list | its number | the number that it calls | random words
//!   listener    magic | list | its number | random words | its proof
//!   caller      its proof
//!   listener    magic
//! ```

#![expect(clippy::disallowed_methods, reason = "only systems with threads have sockets")]

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use nix::sys::socket::{setsockopt, sockopt};

use super::ClusterError;
use super::hosts::Hosts;
use super::secret::{self, Secret, WORDS, bytes};
use zlink_base::clock::Instant;
use zlink_base::limits::{Interrupted, Limits};
use zlink_frontier::spill::Checksum;

const MAGIC: u64 = u64::from_le_bytes(*b"zlinkcl2");
/// The time limit to open a connection.
const CALL: Duration = Duration::from_secs(1);
/// The time that a caller has for all its parts of a greeting.
const GREETING: Duration = Duration::from_secs(2);
/// The time that a whole greeting may take for the caller: the listener may have to answer others first.
const ANSWER: Duration = Duration::from_secs(10);
/// The most calls that are answered at a time.
const CALLS: usize = 64;
/// The time between two calls to a process that does not answer.
const AGAIN: Duration = Duration::from_millis(50);
/// The seconds of silence after which the other machine is probed, and the seconds without an answer after which it counts as lost.
#[cfg(target_os = "linux")]
const SILENCE: u32 = 10;

/// Connects a process to all others.
pub(super) struct Handshake<'m> {
    pub(super) hosts: &'m Hosts,
    pub(super) secret: &'m Secret,
    pub(super) me: usize,
    /// When waiting for the others ends; none to wait for ever.
    pub(super) deadline: Option<Instant>,
    pub(super) limits: &'m Limits,
}

impl Handshake<'_> {
    /// Opens a connection to each process except this one; the result is by process number.
    pub(super) fn connect(&self) -> Result<Vec<Option<TcpStream>>, ClusterError> {
        let port = |error| ClusterError::Port { address: self.hosts.name(self.me).to_owned(), error };
        let addresses = self.hosts.listens(self.me).map_err(port)?;
        let listener = TcpListener::bind(&addresses[..]).map_err(port)?;
        listener.set_nonblocking(true).map_err(port)?;
        let in_vain = AtomicBool::new(false);
        let call_all = || {
            let called: Result<Vec<_>, _> = (0..self.me).map(|to| self.call(to)).collect();
            called.inspect_err(|_| in_vain.store(true, Ordering::Relaxed))
        };
        thread::scope(|scope| {
            let calls =
                thread::Builder::new().spawn_scoped(scope, call_all).map_err(|_| Interrupted::Memory)?;
            let heard = self.listen(&listener, &in_vain);
            let called = calls.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            Ok(called.into_iter().map(Some).chain([None]).chain(heard?.into_iter().map(Some)).collect())
        })
    }

    /// Calls process `to` until it answers or the deadline is over.
    fn call(&self, to: usize) -> Result<TcpStream, ClusterError> {
        loop {
            let error = match self.try_call(to) {
                Ok(HandshakeResult::Whom(stream, _)) => return Ok(stream),
                Ok(HandshakeResult::OtherList) => return Err(self.other_list(to)),
                Ok(HandshakeResult::OtherSecret) => return Err(self.other_secret(to)),
                Err(error) => error,
            };
            self.limits.check()?;
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                let (process, address) = (to, self.hosts.name(to).to_owned());
                return Err(ClusterError::Unreached { process, address, error });
            }
            thread::sleep(AGAIN);
        }
    }

    fn try_call(&self, to: usize) -> io::Result<HandshakeResult> {
        let mut failure = io::Error::from(ErrorKind::NotFound);
        for address in self.hosts.addresses(to)? {
            match self.greet(&address, to) {
                Ok(answer) => return Ok(answer),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// Calls `address` and does the caller's part of the greeting.
    fn greet(&self, address: &SocketAddr, to: usize) -> io::Result<HandshakeResult> {
        let mut line = Line::new(TcpStream::connect_timeout(address, CALL)?, ANSWER)?;
        let ours = secret::random()?;
        line.write(&[&[MAGIC, self.list(), self.me as u64, to as u64], &ours[..]].concat())?;
        let [magic, list, number, theirs @ ..] = line.read::<{ 3 + WORDS }>()?;
        if magic != MAGIC {
            return Err(io::Error::other("what answers there is no process of a count"));
        }
        if list != self.list() || number != to as u64 {
            return Ok(HandshakeResult::OtherList);
        }
        let proof = line.read()?;
        let said = |who| self.said(who, self.me, to, [ours, theirs]);
        // The proof is sent even if that of the listener is wrong, so that the listener learns of the other secret, too.
        line.write(&self.secret.proof(&said(Who::Calls)))?;
        if !self.secret.is_proven(&said(Who::Listens), &proof) {
            return Ok(HandshakeResult::OtherSecret);
        }
        line.read::<1>()?;
        line.end(to)
    }

    /// Waits for the calls of all processes with greater numbers, or until `in_vain` reports that this process's own calls have failed.
    fn listen(&self, listener: &TcpListener, in_vain: &AtomicBool) -> Result<Vec<TcpStream>, ClusterError> {
        let mut heard: Vec<Option<TcpStream>> = (self.me + 1..self.hosts.processes()).map(|_| None).collect();
        let (answered, calls) = channel();
        let (mut answering, mut differs) = (0, None);
        thread::scope(|scope| {
            while let Some(missing) = heard.iter().position(Option::is_none) {
                self.limits.check()?;
                if in_vain.load(Ordering::Relaxed) {
                    break;
                }
                if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    let process = self.me + 1 + missing;
                    let address = self.hosts.name(process).to_owned();
                    return Err(match differs {
                        Some(HandshakeResult::OtherSecret) => self.other_secret(process),
                        Some(_) => self.other_list(process),
                        None => ClusterError::Silent { process, address },
                    });
                }
                // Callers that are no processes of a count must not block the others, so each call is answered by a thread of its own.
                while answering < CALLS
                    && let Ok((stream, _)) = listener.accept()
                {
                    let answered = answered.clone();
                    let answer = move || _ = answered.send(self.answer(stream));
                    answering += usize::from(thread::Builder::new().spawn_scoped(scope, answer).is_ok());
                }
                let Ok(call) = calls.recv_timeout(AGAIN) else { continue };
                answering -= 1;
                match call {
                    Ok(HandshakeResult::Whom(stream, from)) => heard[from - self.me - 1] = Some(stream),
                    Ok(other) => differs = Some(other),
                    Err(_) => {}
                }
            }
            Ok(heard.into_iter().flatten().collect())
        })
    }

    /// Does the listener's part of the greeting.
    fn answer(&self, stream: TcpStream) -> io::Result<HandshakeResult> {
        stream.set_nonblocking(false)?;
        let mut line = Line::new(stream, GREETING)?;
        let [magic, list, from, to, theirs @ ..] = line.read::<{ 4 + WORDS }>()?;
        if magic != MAGIC {
            return Err(ErrorKind::InvalidData.into());
        }
        let ours = secret::random()?;
        let number = usize::try_from(from).unwrap_or(usize::MAX);
        let said = |who| self.said(who, number, self.me, [theirs, ours]);
        let proof = self.secret.proof(&said(Who::Listens));
        line.write(&[&[MAGIC, self.list(), self.me as u64], &ours[..], &proof].concat())?;
        let is_expected = (self.me + 1..self.hosts.processes()).contains(&number);
        if list != self.list() || to != self.me as u64 || !is_expected {
            return Ok(HandshakeResult::OtherList);
        }
        if !self.secret.is_proven(&said(Who::Calls), &line.read()?) {
            return Ok(HandshakeResult::OtherSecret);
        }
        line.write(&[MAGIC])?;
        line.end(number)
    }

    /// The words that a proof signs: they identify the side, both processes and, by the random words, the connection.
    fn said(&self, who: Who, from: usize, to: usize, random: [[u64; WORDS]; 2]) -> Vec<u64> {
        [&[MAGIC, who as u64, self.list(), from as u64, to as u64], random.as_flattened()].concat()
    }

    fn other_secret(&self, process: usize) -> ClusterError {
        ClusterError::OtherSecret { process, address: self.hosts.name(process).to_owned() }
    }

    fn other_list(&self, process: usize) -> ClusterError {
        ClusterError::OtherList { process, address: self.hosts.name(process).to_owned() }
    }

    /// The checksum of the list of addresses.
    fn list(&self) -> u64 {
        Checksum::of(self.hosts.text().bytes().map(u64::from))
    }
}

/// The side of a connection that proves that it knows the secret.
#[derive(Clone, Copy)]
enum Who {
    Calls,
    Listens,
}

/// The result of a greeting.
enum HandshakeResult {
    /// The connection to a process of this count, and its number.
    Whom(TcpStream, usize),
    OtherList,
    OtherSecret,
}

/// A connection during the greeting, with the time at which the greeting must be over.
struct Line {
    stream: TcpStream,
    until: Instant,
}

impl Line {
    fn new(stream: TcpStream, time: Duration) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Line { stream, until: Instant::now() + time })
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }

    fn write(&mut self, words: &[u64]) -> io::Result<()> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write_all(&bytes(words))
    }

    fn read<const N: usize>(&mut self) -> io::Result<[u64; N]> {
        let mut words = [[0; 8]; N];
        let mut rest = words.as_flattened_mut();
        while !rest.is_empty() {
            self.stream.set_read_timeout(self.left()?)?;
            match self.stream.read(rest)? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                count => rest = &mut rest[count..],
            }
        }
        Ok(words.map(u64::from_le_bytes))
    }

    /// Ends the greeting: from now on the system detects a machine that is gone, even if nothing is sent.
    fn end(self, process: usize) -> io::Result<HandshakeResult> {
        self.stream.set_read_timeout(None)?;
        self.stream.set_write_timeout(None)?;
        // On a system without these options, only connections that are closed are detected.
        let _ = setsockopt(&self.stream, sockopt::KeepAlive, &true);
        #[cfg(target_os = "linux")]
        {
            let _ = setsockopt(&self.stream, sockopt::TcpKeepIdle, &SILENCE);
            let _ = setsockopt(&self.stream, sockopt::TcpKeepInterval, &(SILENCE / 2));
            let _ = setsockopt(&self.stream, sockopt::TcpKeepCount, &2);
            let _ = setsockopt(&self.stream, sockopt::TcpUserTimeout, &(2000 * SILENCE));
        }
        Ok(HandshakeResult::Whom(self.stream, process))
    }
}
