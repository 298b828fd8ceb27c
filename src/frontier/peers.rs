//! PROCESSES that count together -> the messages between them.
//!
//! All processes follow the same plan, window by window, and exchange messages at the same points. So a message needs no label:
//! the next message of a process is always the expected one.

use std::fmt::Debug;

use super::spill::Checksum;
use zlink_base::limits::{Interrupted, Limits};

/// The processes of a count, as seen by one of them.
///
/// Messages are sequences of numbers and arrive in the order in which they were sent. When a process stops or is lost, all others
/// stop: their functions then fail with [`Interrupted::Peers`], and [`Peers::failure`] returns the reason.
pub trait Peers: Debug + Sync {
    /// The number of this process, from 0.
    fn me(&self) -> usize;

    /// The number of processes.
    fn processes(&self) -> usize;

    /// Sends a message to another process.
    ///
    /// # Errors
    /// When a process has stopped.
    fn send(&self, to: usize, message: Vec<u64>) -> Result<(), Interrupted>;

    /// Returns the next message of another process; waits for it as long as `limits` allow.
    fn receive(&self, from: usize, limits: &Limits) -> Result<Vec<u64>, Interrupted>;

    /// Returns `limits` with an additional interrupt for when another process stops.
    fn bind(&self, limits: &Limits) -> Limits;

    /// Returns [`Interrupted::Peers`] if `stopped` is an interrupt of limits from [`Peers::bind`] because another process has
    /// stopped, else `stopped`.
    fn explain(&self, stopped: Interrupted) -> Interrupted;

    /// Notifies the other processes that this one has stopped, and why.
    fn stop(&self, why: &str);

    /// Stops the count because process `process` has sent an invalid message. Returns the error to fail with.
    fn refuse(&self, process: usize) -> Interrupted;

    /// The process that has stopped and the reason, if that ended the count.
    fn failure(&self) -> Option<String>;

    /// The number of bytes that this process has sent.
    fn sent(&self) -> u64;
}

/// Exchanges a message with all processes. Returns the messages in the order of the processes' numbers.
pub fn gather(peers: &dyn Peers, message: Vec<u64>, limits: &Limits) -> Result<Vec<Vec<u64>>, Interrupted> {
    for to in others(peers) {
        peers.send(to, message.clone())?;
    }
    let mut said = (0..peers.processes()).map(|_| Vec::new()).collect::<Vec<_>>();
    for from in others(peers) {
        said[from] = peers.receive(from, limits)?;
    }
    said[peers.me()] = message;
    Ok(said)
}

/// The first process that passes other words than this one, or runs another version of the program.
pub fn differing(peers: &dyn Peers, what: &[u64], limits: &Limits) -> Result<Option<usize>, Interrupted> {
    let version = Checksum::of(env!("CARGO_PKG_VERSION").bytes().map(u64::from));
    let ours = [&[version], what].concat();
    let said = gather(peers, ours.clone(), limits)?;
    Ok(said.iter().position(|theirs| *theirs != ours))
}

/// Returns the message of the first process, which computes it with `message`.
pub fn from_first<E: From<Interrupted>>(
    peers: &dyn Peers,
    message: impl FnOnce() -> Result<Vec<u64>, E>,
    limits: &Limits,
) -> Result<Vec<u64>, E> {
    if peers.me() > 0 {
        return Ok(peers.receive(0, limits)?);
    }
    let message = message()?;
    for to in others(peers) {
        peers.send(to, message.clone())?;
    }
    Ok(message)
}

/// Returns the first process's order of the `edges` edges. Processes may find different orders, as planners work against time.
pub fn order_from_first<E: From<Interrupted>>(
    peers: &dyn Peers,
    order: impl FnOnce() -> Result<Vec<u32>, E>,
    edges: usize,
    limits: &Limits,
) -> Result<Vec<u32>, E> {
    let words = || Ok::<_, E>(order()?.into_iter().map(u64::from).collect());
    let told = from_first(peers, words, limits)?;
    let mut is_missing = vec![true; edges];
    let edge = |number: u64| {
        let place = is_missing.get_mut(usize::try_from(number).ok()?)?;
        std::mem::take(place).then_some(number as u32)
    };
    let order: Option<Vec<u32>> = told.into_iter().map(edge).collect();
    Ok(order.filter(|order| order.len() == edges).ok_or_else(|| peers.refuse(0))?)
}

fn others(peers: &dyn Peers) -> impl Iterator<Item = usize> {
    let me = peers.me();
    (0..peers.processes()).filter(move |&process| process != me)
}

/// Assigns blocks to processes: returns the process that passes each block. `sizes` holds for each block the sizes of its parts
/// in the processes. Blocks are assigned by falling size, each to the process with the least load per thread.
pub fn assign(sizes: &[Vec<u64>], threads: &[u64]) -> Vec<usize> {
    let mut order: Vec<(u64, usize)> =
        sizes.iter().enumerate().map(|(block, parts)| (parts.iter().sum(), block)).collect();
    order.sort_unstable_by_key(|&(size, block)| (std::cmp::Reverse(size), block));
    let mut loads = vec![0u64; threads.len()];
    let mut owners = vec![0; sizes.len()];
    for (size, block) in order {
        // Of two processes with equal loads, the one that already has more of the block.
        let cost = |&process: &usize| {
            let load = u128::from(loads[process] + size) << 32;
            (load / u128::from(threads[process].max(1)), std::cmp::Reverse(sizes[block][process]))
        };
        let process = (0..threads.len()).min_by_key(cost).unwrap_or(0);
        loads[process] += size;
        owners[block] = process;
    }
    owners
}

#[doc(hidden)]
pub mod threads;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_spread_by_their_sizes() {
        let sizes: Vec<Vec<u64>> = [5, 3, 3, 2, 2, 1].iter().map(|&size| vec![size, 0]).collect();
        let owners = assign(&sizes, &[1, 1]);
        let load = |of| (0..6).filter(|&block| owners[block] == of).map(|block| sizes[block][0]).sum::<u64>();
        assert_eq!((load(0), load(1)), (8, 8));
        // A process with three times the threads gets three times the states.
        let sizes = vec![vec![1, 0]; 40];
        let owners = assign(&sizes, &[3, 1]);
        assert_eq!(owners.iter().filter(|&&process| process == 0).count(), 30);
        assert!(assign(&[], &[1, 1]).is_empty());
        assert_eq!(assign(&[vec![0, 7, 0]], &[1, 1, 1]), [1]);
    }
}
