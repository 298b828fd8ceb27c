//! What is known of states met before: state and step -> result.

use hashbrown::HashTable;

use super::level::hash;
use crate::diagram::NodeId;
use crate::limits::Exhausted;

/// The memo of a depth-first search: a table of indices into flat arrays, 8`N` + 8 bytes an entry and about 5
/// for the table.
pub(super) struct Memo<const N: usize> {
    table: HashTable<u32>,
    states: Vec<[u64; N]>,
    steps: Vec<u32>,
    results: Vec<NodeId>,
}

impl<const N: usize> Memo<N> {
    pub(super) fn new() -> Self {
        Memo { table: HashTable::new(), states: Vec::new(), steps: Vec::new(), results: Vec::new() }
    }

    pub(super) fn get(&self, step: u32, state: &[u64; N]) -> Option<NodeId> {
        let is_it = |&i: &u32| self.steps[i as usize] == step && self.states[i as usize] == *state;
        self.table.find(key_hash(step, state), is_it).map(|&i| self.results[i as usize])
    }

    /// Records a result for a state that has none yet.
    pub(super) fn insert(&mut self, step: u32, state: &[u64; N], result: NodeId) -> Result<(), Exhausted> {
        let index = u32::try_from(self.states.len()).map_err(|_| Exhausted::Memory)?;
        self.states.push(*state);
        self.steps.push(step);
        self.results.push(result);
        let (steps, states) = (&self.steps, &self.states);
        let rehash = |&i: &u32| key_hash(steps[i as usize], &states[i as usize]);
        self.table.insert_unique(key_hash(step, state), index, rehash);
        Ok(())
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.capacity() * 5 + self.states.capacity() * (8 * N + 8)
    }
}

fn key_hash<const N: usize>(step: u32, state: &[u64; N]) -> u64 {
    // hashbrown takes its tag from the top bits; spread the folded hash over them.
    (hash(state) ^ u64::from(step)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
