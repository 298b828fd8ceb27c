//! A sweep that goes on another day: its states in a file.
//!
//! ```text
//!   magic and version | fingerprint of graph and options | order of the edges (length, numbers)
//!   bits of a slot | stages done | report
//!   number of states | each state: pairs, count (length, 64-bit digits), ways (length, 16 bytes each)
//!   checksum of all before
//! ```
//!
//! All numbers are little-endian. Whose checkpoint it is the graph and the options say, never how far a planner came: a
//! run that goes on has the order of the one before.

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::Hasher;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use rustc_hash::FxHasher;

use super::state::{Pairs, is_possible};
use super::sweep::{PairReport, Sweep};
use super::table::Table;
use super::word::Word;
use super::{PairError, PairSweep};
use crate::diagram::Tally;
use crate::files::{self, check_writable, write_whole};
use crate::limits::{Exhausted, Limits};

const MAGIC: u64 = u64::from_le_bytes(*b"zlinkpr2");

/// After so many states that are read the limits are looked at.
const CHECKED_EACH: usize = 1000;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// It is not one, or it is damaged.
    #[error("{0}: this is no checkpoint, or it is damaged")]
    Damaged(PathBuf),
    /// It belongs to another run.
    #[error("{0}: this checkpoint belongs to another graph or to other options")]
    Other(PathBuf),
}

/// Where and how often a sweep saves its states.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    every: Duration,
    saved: Cell<Instant>,
}

impl Checkpoint {
    /// Saves to `path`, at most once in the time `every`.
    pub fn new(path: PathBuf, every: Duration) -> Self {
        Checkpoint { path, every, saved: Cell::new(Instant::now()) }
    }

    /// The order of the edges that the file has, if there is a file; fails, too, where the states could not be saved:
    /// better now than after the work.
    pub(super) fn order(&self, fingerprint: u64, edges: usize) -> Result<Option<Vec<u32>>, CheckpointError> {
        check_writable(&self.path).map_err(|error| self.file_error(error))?;
        let Some(mut input) = self.open()? else { return Ok(None) };
        read_head(&mut input, fingerprint, edges).map(Some).map_err(|fault| self.fault(fault))
    }

    /// Makes `sweep` go on from the file, if there is one.
    pub(super) fn load<W: Word>(
        &self,
        graph: &PairSweep,
        sweep: &mut Sweep<W>,
        limits: &Limits,
    ) -> Result<(), PairError> {
        let Some(mut input) = self.open()? else { return Ok(()) };
        match read(&mut input, graph, limits) {
            Ok(saved) => *sweep = saved,
            // What a run with narrow words saved before it found them too narrow.
            Err(Fault::Narrower) => {}
            Err(Fault::Wider) => return Err(PairError::TooWide),
            Err(Fault::Exhausted(cause)) => return Err(cause.into()),
            Err(fault) => return Err(self.fault(fault).into()),
        }
        Ok(())
    }

    fn open(&self) -> Result<Option<Checked<impl Read + use<>>>, CheckpointError> {
        match files::open(&self.path) {
            Ok((file, about)) => {
                let (inner, hasher) = (BufReader::new(file), FxHasher::default());
                Ok(Some(Checked { inner, hasher, left: about.len() }))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.file_error(error)),
        }
    }

    /// Saves `sweep` if the last time is long enough ago.
    pub(super) fn save_when_due<W: Word>(
        &self,
        graph: &PairSweep,
        sweep: &Sweep<W>,
    ) -> Result<(), CheckpointError> {
        if self.saved.get().elapsed() < self.every { Ok(()) } else { self.save(graph, sweep) }
    }

    /// Saves `sweep`.
    pub(super) fn save<W: Word>(&self, graph: &PairSweep, sweep: &Sweep<W>) -> Result<(), CheckpointError> {
        let result = write_whole(&self.path, |file| write(file, graph, sweep));
        self.saved.set(Instant::now());
        result.map_err(|error| self.file_error(error))
    }

    fn fault(&self, fault: Fault) -> CheckpointError {
        match fault {
            Fault::Other => CheckpointError::Other(self.path.clone()),
            Fault::File(error) => self.file_error(error),
            _ => CheckpointError::Damaged(self.path.clone()),
        }
    }

    fn file_error(&self, error: io::Error) -> CheckpointError {
        CheckpointError::File { path: self.path.clone(), error }
    }
}

enum Fault {
    Damaged,
    Other,
    /// Saved by a run with narrower words.
    Narrower,
    /// Saved by a run with wider words.
    Wider,
    /// A limit was reached while it was read.
    Exhausted(Exhausted),
    File(io::Error),
}

impl From<Exhausted> for Fault {
    fn from(cause: Exhausted) -> Self {
        Fault::Exhausted(cause)
    }
}

/// Passes bytes through and sums them up.
struct Checked<T> {
    inner: T,
    hasher: FxHasher,
    /// Bytes that are still to come, as far as the file's size tells.
    left: u64,
}

impl<T: Write> Checked<T> {
    fn put(&mut self, number: u64) -> io::Result<()> {
        self.hasher.write_u64(number);
        self.inner.write_all(&number.to_le_bytes())
    }
}

impl<T: Read> Checked<T> {
    fn take(&mut self) -> Result<u64, Fault> {
        let mut bytes = [0; 8];
        self.inner.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Damaged,
            _ => Fault::File(error),
        })?;
        self.left = self.left.saturating_sub(8);
        let number = u64::from_le_bytes(bytes);
        self.hasher.write_u64(number);
        Ok(number)
    }

    /// A number of things of `words` eight-byte words each that are still to come: no more than the file holds.
    fn take_count(&mut self, words: u64) -> Result<usize, Fault> {
        let count = self.take()?;
        match count.checked_mul(8 * words) {
            Some(bytes) if bytes <= self.left => usize::try_from(count).map_err(|_| Fault::Damaged),
            _ => Err(Fault::Damaged),
        }
    }
}

fn write<W: Word>(file: &mut dyn Write, graph: &PairSweep, sweep: &Sweep<W>) -> io::Result<()> {
    let mut out = Checked { inner: file, hasher: FxHasher::default(), left: 0 };
    out.put(MAGIC)?;
    out.put(graph.fingerprint)?;
    out.put(graph.order.len() as u64)?;
    for &edge in &graph.order {
        out.put(edge.into())?;
    }
    out.put(W::BITS.into())?;
    out.put(sweep.done as u64)?;
    for figure in [sweep.report.states, sweep.report.ways, sweep.report.bytes as u64] {
        out.put(figure)?;
    }
    out.put(sweep.table.len() as u64)?;
    for i in 0..sweep.table.len() {
        let (pairs, ways) = sweep.table.state(i);
        out.put(pairs.to_number())?;
        let digits = sweep.tally.get(i).to_u64_digits();
        out.put(digits.len() as u64)?;
        for digit in digits {
            out.put(digit)?;
        }
        out.put(ways.len() as u64)?;
        for way in ways {
            let number = u128::from_le_bytes(way.to_bytes());
            out.put(number as u64)?;
            out.put((number >> 64) as u64)?;
        }
    }
    let sum = out.hasher.finish();
    out.put(sum)
}

/// The beginning of a file: the order of the edges.
fn read_head(input: &mut Checked<impl Read>, fingerprint: u64, edges: usize) -> Result<Vec<u32>, Fault> {
    if input.take()? != MAGIC {
        return Err(Fault::Damaged);
    }
    if input.take()? != fingerprint {
        return Err(Fault::Other);
    }
    if input.take_count(1)? != edges {
        return Err(Fault::Damaged);
    }
    let mut is_new = vec![true; edges];
    let mut next = || {
        let edge = u32::try_from(input.take()?).map_err(|_| Fault::Damaged)?;
        let is_new = is_new.get_mut(edge as usize).ok_or(Fault::Damaged)?;
        if std::mem::take(is_new) { Ok(edge) } else { Err(Fault::Damaged) }
    };
    (0..edges).map(|_| next()).collect()
}

fn read<W: Word>(
    input: &mut Checked<impl Read>,
    graph: &PairSweep,
    limits: &Limits,
) -> Result<Sweep<W>, Fault> {
    if read_head(input, graph.fingerprint, graph.order.len())? != graph.order {
        return Err(Fault::Damaged);
    }
    match input.take()?.cmp(&W::BITS.into()) {
        Ordering::Less => return Err(Fault::Narrower),
        Ordering::Greater => return Err(Fault::Wider),
        Ordering::Equal => {}
    }
    let done = usize::try_from(input.take()?).map_err(|_| Fault::Damaged)?;
    if done > graph.stages.len() {
        return Err(Fault::Damaged);
    }
    // The frontier behind the last stage that is done.
    let slots: Vec<u8> = match done.checked_sub(1) {
        Some(last) => graph.stages[last].left().collect(),
        None => Vec::new(),
    };
    let report = PairReport {
        states: input.take()?,
        ways: input.take()?,
        bytes: usize::try_from(input.take()?).map_err(|_| Fault::Damaged)?,
    };
    let states = input.take_count(3)?;
    let mut table = Table::new();
    let mut tally = Tally::new(0);
    let mut ways: Vec<W> = Vec::new();
    let mut account = limits.account();
    for i in 0..states {
        if i % CHECKED_EACH == 0 {
            limits.check()?;
            account.set(table.bytes())?;
        }
        let pairs = Pairs::from_number(input.take()?);
        let digits = input.take_count(1)?;
        let mut halves = Vec::with_capacity(2 * digits);
        for _ in 0..digits {
            let digit = input.take()?;
            halves.extend([digit as u32, (digit >> 32) as u32]);
        }
        ways.clear();
        for _ in 0..input.take_count(2)? {
            let (low, high) = (input.take()?, input.take()?);
            let bytes = (u128::from(low) | u128::from(high) << 64).to_le_bytes();
            let way = W::from_bytes(bytes);
            if way.to_bytes() != bytes {
                return Err(Fault::Damaged);
            }
            ways.push(way);
        }
        if !is_possible(pairs, &ways, &slots) {
            return Err(Fault::Damaged);
        }
        match table.insert(pairs, &ways) {
            Ok(number) if number as usize == i => tally.push_big(&BigUint::new(halves)),
            _ => return Err(Fault::Damaged),
        }
    }
    let sum = input.hasher.finish();
    if input.take()? != sum {
        return Err(Fault::Damaged);
    }
    Ok(Sweep { table, tally, done, report, account })
}
