//! ADDRESSES -> a connection to every other process, within a time.
//!
//! Each process listens at its own address, and calls all processes with smaller numbers. Both sides say who they are, so that
//! a process of another count, or with another list of addresses, is told and not taken for one of this. Both prove that they
//! know the secret; without one, that both have none.
//!
//! ```text
//!   who calls     magic | list | its number | the number that it calls | random words
//!   who listens   magic | list | its number | random words | its proof
//!   who calls     its proof
//!   who listens   magic
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
use zlink_base::limits::{Exhausted, Limits};
use zlink_frontier::spill::Checksum;

const MAGIC: u64 = u64::from_le_bytes(*b"zlinkcl2");
/// How long it may take until there is a connection.
const CALL: Duration = Duration::from_secs(1);
/// How long who calls may take for its part of a greeting, all of it.
const GREETING: Duration = Duration::from_secs(2);
/// How long the whole greeting may take: there may be others before.
const ANSWER: Duration = Duration::from_secs(10);
/// Calls that are answered at a time.
const CALLS: usize = 64;
/// The time between two calls to a process that does not answer.
const AGAIN: Duration = Duration::from_millis(50);
/// After so many seconds of silence the other machine is asked whether it is there, and after as many again it is lost.
#[cfg(target_os = "linux")]
const SILENCE: u32 = 10;

/// How processes meet.
pub(super) struct Meeting<'m> {
    pub(super) hosts: &'m Hosts,
    pub(super) secret: &'m Secret,
    pub(super) me: usize,
    /// How long the others are waited for, if not for ever.
    pub(super) deadline: Option<Instant>,
    pub(super) limits: &'m Limits,
}

impl Meeting<'_> {
    /// A connection to each process but this.
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
                thread::Builder::new().spawn_scoped(scope, call_all).map_err(|_| Exhausted::Memory)?;
            let heard = self.listen(&listener, &in_vain);
            let called = calls.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            Ok(called.into_iter().map(Some).chain([None]).chain(heard?.into_iter().map(Some)).collect())
        })
    }

    /// Calls process `to` until it answers.
    fn call(&self, to: usize) -> Result<TcpStream, ClusterError> {
        loop {
            let error = match self.try_call(to) {
                Ok(Met::Whom(stream, _)) => return Ok(stream),
                Ok(Met::OtherList) => return Err(self.other_list(to)),
                Ok(Met::OtherSecret) => return Err(self.other_secret(to)),
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

    fn try_call(&self, to: usize) -> io::Result<Met> {
        let mut failure = io::Error::from(ErrorKind::NotFound);
        for address in self.hosts.addresses(to)? {
            match self.greet(&address, to) {
                Ok(answer) => return Ok(answer),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// Who calls greets.
    fn greet(&self, address: &SocketAddr, to: usize) -> io::Result<Met> {
        let mut line = Line::new(TcpStream::connect_timeout(address, CALL)?, ANSWER)?;
        let ours = secret::random()?;
        line.write(&[&[MAGIC, self.list(), self.me as u64, to as u64], &ours[..]].concat())?;
        let [magic, list, number, theirs @ ..] = line.read::<{ 3 + WORDS }>()?;
        if magic != MAGIC {
            return Err(io::Error::other("what answers there is no process of a count"));
        }
        if list != self.list() || number != to as u64 {
            return Ok(Met::OtherList);
        }
        let proof = line.read()?;
        let said = |who| self.said(who, self.me, to, [ours, theirs]);
        // The other one is to know of another secret, too.
        line.write(&self.secret.proof(&said(Who::Calls)))?;
        if !self.secret.is_proven(&said(Who::Listens), &proof) {
            return Ok(Met::OtherSecret);
        }
        line.read::<1>()?;
        line.end(to)
    }

    /// Waits for the calls of all processes with greater numbers, unless those of this one were in vain.
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
                        Some(Met::OtherSecret) => self.other_secret(process),
                        Some(_) => self.other_list(process),
                        None => ClusterError::Silent { process, address },
                    });
                }
                // Others may call, too, who are no processes of a count: nobody waits for them.
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
                    Ok(Met::Whom(stream, from)) => heard[from - self.me - 1] = Some(stream),
                    Ok(other) => differs = Some(other),
                    Err(_) => {}
                }
            }
            Ok(heard.into_iter().flatten().collect())
        })
    }

    /// Who listens greets.
    fn answer(&self, stream: TcpStream) -> io::Result<Met> {
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
            return Ok(Met::OtherList);
        }
        if !self.secret.is_proven(&said(Who::Calls), &line.read()?) {
            return Ok(Met::OtherSecret);
        }
        line.write(&[MAGIC])?;
        line.end(number)
    }

    /// What is proven: that it was said over this connection, and by whom.
    fn said(&self, who: Who, from: usize, to: usize, random: [[u64; WORDS]; 2]) -> Vec<u64> {
        [&[MAGIC, who as u64, self.list(), from as u64, to as u64], random.as_flattened()].concat()
    }

    fn other_secret(&self, process: usize) -> ClusterError {
        ClusterError::OtherSecret { process, address: self.hosts.name(process).to_owned() }
    }

    fn other_list(&self, process: usize) -> ClusterError {
        ClusterError::OtherList { process, address: self.hosts.name(process).to_owned() }
    }

    /// What tells lists of addresses apart.
    fn list(&self) -> u64 {
        Checksum::of(self.hosts.text().bytes().map(u64::from))
    }
}

/// Who proves something.
#[derive(Clone, Copy)]
enum Who {
    Calls,
    Listens,
}

/// What has come of a greeting.
enum Met {
    /// A process of this count, by its number.
    Whom(TcpStream, usize),
    OtherList,
    OtherSecret,
}

/// A connection while two processes greet each other, which is to be over in time.
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

    /// The greeting is over: from now on a machine that is gone is noticed, however long nothing is sent.
    fn end(self, process: usize) -> io::Result<Met> {
        self.stream.set_read_timeout(None)?;
        self.stream.set_write_timeout(None)?;
        // Where the system has none of these, only connections that are closed are noticed.
        let _ = setsockopt(&self.stream, sockopt::KeepAlive, &true);
        #[cfg(target_os = "linux")]
        {
            let _ = setsockopt(&self.stream, sockopt::TcpKeepIdle, &SILENCE);
            let _ = setsockopt(&self.stream, sockopt::TcpKeepInterval, &(SILENCE / 2));
            let _ = setsockopt(&self.stream, sockopt::TcpKeepCount, &2);
            let _ = setsockopt(&self.stream, sockopt::TcpUserTimeout, &(2000 * SILENCE));
        }
        Ok(Met::Whom(self.stream, process))
    }
}
