//! The memo of a depth-first search: step and state -> result.

use hashbrown::HashTable;

use zlink_base::limits::Interrupted;
use zlink_diagram::NodeId;
use zlink_frontier::table::hash;

/// The memo of a depth-first search. Each step has its own table: a table that grows is in memory twice for a moment, so small
/// tables allow a memory limit to be used up to the last percent.
pub(super) struct Memo {
    /// The number of words of a state.
    words: usize,
    parts: Vec<Part>,
    bytes: usize,
}

/// The memo of the states before one step: a table of indices into flat arrays, eight bytes for each word of a state and four
/// more an entry, and 6 to 12 for the table.
struct Part {
    table: HashTable<u32>,
    states: Vec<u64>,
    results: Vec<NodeId>,
}

/// The number of bytes of the table per entry of its capacity: an index and a tag; an eighth of the places stays free.
const PLACE_BYTES: usize = 6;

impl Memo {
    /// An empty memo of the states of `words` words before each of `steps` steps.
    pub(super) fn new(steps: usize, words: usize) -> Self {
        let part = || Part { table: HashTable::new(), states: Vec::new(), results: Vec::new() };
        Memo { words, parts: (0..steps).map(|_| part()).collect(), bytes: steps * size_of::<Part>() }
    }

    /// The result for a state, whose words beyond `self.words` are zero.
    pub(super) fn get(&self, step: u32, state: &[u64]) -> Option<NodeId> {
        let state = &state[..self.words];
        let Part { table, states, results } = &self.parts[step as usize];
        let is_same = |&i: &u32| state_at(states, self.words, i) == state;
        table.find(key_hash(state), is_same).map(|&i| results[i as usize])
    }

    /// Records a result for a state that has none yet.
    pub(super) fn insert(&mut self, step: u32, state: &[u64], result: NodeId) -> Result<(), Interrupted> {
        let state = &state[..self.words];
        let Part { table, states, results } = &mut self.parts[step as usize];
        let index = u32::try_from(results.len()).map_err(|_| Interrupted::Memory)?;
        if table.len() == table.capacity() {
            self.bytes -= table.capacity() * PLACE_BYTES;
            table.reserve(1, |&i| key_hash(state_at(states, self.words, i)));
            self.bytes += table.capacity() * PLACE_BYTES;
        }
        states.extend_from_slice(state);
        results.push(result);
        self.bytes += size_of_val(state) + size_of_val(&result);
        table.insert_unique(key_hash(state), index, |&i| key_hash(state_at(states, self.words, i)));
        Ok(())
    }

    /// The number of bytes in use. Memory that the arrays have reserved for later entries was never written and does not count.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// State number `i` of `states`, each of which has `words` words.
fn state_at(states: &[u64], words: usize, i: u32) -> &[u64] {
    &states[i as usize * words..][..words]
}

fn key_hash(state: &[u64]) -> u64 {
    // hashbrown takes its tag from the top bits; spread the folded hash over them.
    hash(state).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
