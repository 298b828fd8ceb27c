//! ADDRESSES -> a connection to every other process, within a time.
//!
//! Each process listens at its own address, and calls all processes with smaller numbers. Both sides say who they are, so that
//! a process of another count, or with another list of addresses, is told and not taken for one of this.

#![expect(clippy::disallowed_methods, reason = "only systems with threads have sockets")]

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use nix::sys::socket::{setsockopt, sockopt};

use super::ClusterError;
use super::hosts::Hosts;
use crate::clock::Instant;
use crate::frontier::spill::Checksum;
use crate::limits::{Exhausted, Limits};

const MAGIC: u64 = u64::from_le_bytes(*b"zlinkcl1");
/// How long it may take until there is a connection, and until whoever calls has said who it is.
const CALL: Duration = Duration::from_secs(1);
/// How long it may take until the one that is called has answered: there may be others before.
const ANSWER: Duration = Duration::from_secs(10);
/// The time between two calls to a process that does not answer.
const AGAIN: Duration = Duration::from_millis(50);
/// After so many seconds of silence the other machine is asked whether it is there, and after as many again it is lost.
#[cfg(target_os = "linux")]
const SILENCE: u32 = 10;

/// How processes meet.
pub(super) struct Meeting<'m> {
    pub(super) hosts: &'m Hosts,
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
                Ok((stream, [_, list, number])) if list == self.list() && number == to as u64 => {
                    return Ok(stream);
                }
                Ok((_, [MAGIC, ..])) => return Err(self.other_list(to)),
                Ok(_) => io::Error::other("what answers there is no process of a count"),
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

    fn try_call(&self, to: usize) -> io::Result<(TcpStream, [u64; 3])> {
        let mut failure = io::Error::from(ErrorKind::NotFound);
        for address in self.hosts.addresses(to)? {
            match self.greet(&address, to) {
                Ok(answer) => return Ok(answer),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    fn greet(&self, address: &SocketAddr, to: usize) -> io::Result<(TcpStream, [u64; 3])> {
        let mut stream = TcpStream::connect_timeout(address, CALL)?;
        prepare(&stream, Some(ANSWER))?;
        write(&mut stream, &[MAGIC, self.list(), self.me as u64, to as u64])?;
        let answer = read(&mut stream)?;
        prepare(&stream, None)?;
        Ok((stream, answer))
    }

    /// Waits for the calls of all processes with greater numbers, unless those of this one were in vain.
    fn listen(&self, listener: &TcpListener, in_vain: &AtomicBool) -> Result<Vec<TcpStream>, ClusterError> {
        let mut heard: Vec<Option<TcpStream>> = (self.me + 1..self.hosts.processes()).map(|_| None).collect();
        let mut has_other_list = false;
        while let Some(missing) = heard.iter().position(Option::is_none) {
            let call = listener.accept().and_then(|(stream, _)| self.answer(stream));
            // Others may call, too, who are no processes of a count.
            if let Ok((stream, [MAGIC, list, from, to])) = call {
                let from = usize::try_from(from).ok().and_then(|from| from.checked_sub(self.me + 1));
                match from.and_then(|from| heard.get_mut(from)) {
                    Some(place) if list == self.list() && to == self.me as u64 => *place = Some(stream),
                    _ => has_other_list = true,
                }
                continue;
            }
            self.limits.check()?;
            if in_vain.load(Ordering::Relaxed) {
                break;
            }
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                let process = self.me + 1 + missing;
                let address = self.hosts.name(process).to_owned();
                return Err(match has_other_list {
                    true => self.other_list(process),
                    false => ClusterError::Silent { process, address },
                });
            }
            thread::sleep(AGAIN);
        }
        Ok(heard.into_iter().flatten().collect())
    }

    fn answer(&self, mut stream: TcpStream) -> io::Result<(TcpStream, [u64; 4])> {
        stream.set_nonblocking(false)?;
        prepare(&stream, Some(CALL))?;
        let greeting = read(&mut stream)?;
        write(&mut stream, &[MAGIC, self.list(), self.me as u64])?;
        prepare(&stream, None)?;
        Ok((stream, greeting))
    }

    fn other_list(&self, process: usize) -> ClusterError {
        ClusterError::OtherList { process, address: self.hosts.name(process).to_owned() }
    }

    /// What tells lists of addresses apart.
    fn list(&self) -> u64 {
        Checksum::of(self.hosts.text().bytes().map(u64::from))
    }
}

/// Short messages go at once; a machine that is gone is noticed; nobody waits longer than `time`.
fn prepare(stream: &TcpStream, time: Option<Duration>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(time)?;
    stream.set_write_timeout(time)?;
    // Where the system has none of these, only connections that are closed are noticed.
    let _ = setsockopt(stream, sockopt::KeepAlive, &true);
    #[cfg(target_os = "linux")]
    {
        let _ = setsockopt(stream, sockopt::TcpKeepIdle, &SILENCE);
        let _ = setsockopt(stream, sockopt::TcpKeepInterval, &(SILENCE / 2));
        let _ = setsockopt(stream, sockopt::TcpKeepCount, &2);
        let _ = setsockopt(stream, sockopt::TcpUserTimeout, &(2000 * SILENCE));
    }
    Ok(())
}

fn write(stream: &mut TcpStream, words: &[u64]) -> io::Result<()> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    stream.write_all(&bytes)
}

fn read<const N: usize>(stream: &mut TcpStream) -> io::Result<[u64; N]> {
    let mut words = [0; N];
    for word in &mut words {
        let mut bytes = [0; 8];
        stream.read_exact(&mut bytes)?;
        *word = u64::from_le_bytes(bytes);
    }
    Ok(words)
}
