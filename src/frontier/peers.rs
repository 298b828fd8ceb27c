//! PROCESSES that count together -> what each has to know of the others.
//!
//! All of them pass the same plan, window by window. What they tell each other they all tell at the same points, so a message
//! needs no name: the next one of a process is the one that is waited for.

use std::fmt::Debug;

use super::spill::Checksum;
use zlink_base::limits::{Exhausted, Limits};

/// The processes of a count, as one of them sees them.
///
/// Messages are numbers, in the order in which they were sent. When a process stops or is lost, all others stop: each of these
/// functions then fails with [`Exhausted::Peers`], and [`Peers::failure`] says why.
pub trait Peers: Debug + Sync {
    /// The number of this process, from 0.
    fn me(&self) -> usize;

    /// How many processes there are.
    fn processes(&self) -> usize;

    /// Sends a message to another process.
    ///
    /// # Errors
    /// When a process has stopped.
    fn send(&self, to: usize, message: Vec<u64>) -> Result<(), Exhausted>;

    /// The next message of another process; waits for it as long as `limits` allow.
    ///
    /// # Errors
    /// When a process has stopped, or a limit is reached.
    fn receive(&self, from: usize, limits: &Limits) -> Result<Vec<u64>, Exhausted>;

    /// The same limits, which also interrupt when another process stops.
    fn bind(&self, limits: &Limits) -> Limits;

    /// `stopped`, made precise: where such limits have interrupted because another process has stopped, it is
    /// [`Exhausted::Peers`].
    fn explain(&self, stopped: Exhausted) -> Exhausted;

    /// Tells the others that this process has stopped, and why.
    fn stop(&self, why: &str);

    /// Process `process` has sent what it should not have.
    fn refuse(&self, process: usize) -> Exhausted;

    /// Which process has stopped, and why, when that ended the count.
    fn failure(&self) -> Option<String>;

    /// Bytes that this process has sent.
    fn sent(&self) -> u64;
}

/// What every process says at this point, in the order of their numbers.
pub fn gather(peers: &dyn Peers, message: Vec<u64>, limits: &Limits) -> Result<Vec<Vec<u64>>, Exhausted> {
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

/// The first process that does not say the same as this one, or is of another version of the program.
pub fn differing(peers: &dyn Peers, what: &[u64], limits: &Limits) -> Result<Option<usize>, Exhausted> {
    let version = Checksum::of(env!("CARGO_PKG_VERSION").bytes().map(u64::from));
    let ours = [&[version], what].concat();
    let said = gather(peers, ours.clone(), limits)?;
    Ok(said.iter().position(|theirs| *theirs != ours))
}

/// What the first process says at this point, which makes it with `message`.
pub fn from_first<E: From<Exhausted>>(
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

/// The order of so many edges that the first process has: how good an order a planner finds may be a matter of time.
pub fn order_from_first<E: From<Exhausted>>(
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

/// The process that passes each block, of which `sizes` are given with those of its parts in the processes: the largest first,
/// each to the process that would have least to do for each of its threads.
pub fn assign(sizes: &[Vec<u64>], threads: &[u64]) -> Vec<usize> {
    let mut order: Vec<(u64, usize)> =
        sizes.iter().enumerate().map(|(block, parts)| (parts.iter().sum(), block)).collect();
    order.sort_unstable_by_key(|&(size, block)| (std::cmp::Reverse(size), block));
    let mut loads = vec![0u64; threads.len()];
    let mut owners = vec![0; sizes.len()];
    for (size, block) in order {
        // Of two that would have as much to do, the one that has more of it already.
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
