//! The states of two successive levels, in tables: where a sweep knows the number of words of a state at compile time.

use super::problem::{Arc, BATCH, Expand};
use super::table::StateTable;
use zlink_base::limits::Interrupted;

/// The states of the current level, whose successors become the states of the next level.
pub trait Tables: Send {
    /// Removes the states of the current level.
    fn clear(&mut self);

    /// Appends the states of `records` to the current level, which has none of them. Each record is a state and `beside` more
    /// words.
    fn append(&mut self, records: &[u64], beside: usize) -> Result<(), Interrupted>;

    /// The number of states of the current level.
    fn len(&self) -> usize;

    /// The words of the states of the current level.
    fn states(&self) -> &[u64];

    /// The number of states of the next level.
    fn len_of_next(&self) -> usize;

    /// Removes the states of the next level.
    fn begin(&mut self);

    /// Adds the successors of states of the current level, which is level `level`, to the next level. Writes the codes of the arcs
    /// of as many states as there are `codes`, at most `BATCH`, from number `first` on.
    fn pass(&mut self, level: usize, first: usize, codes: &mut [[u32; 2]]) -> Result<(), Interrupted>;

    /// Makes the next level the current one.
    fn advance(&mut self);

    /// The number of bytes held.
    fn bytes(&self) -> usize;

    /// Limits the tables to `bytes` bytes from now on.
    fn set_room(&mut self, bytes: usize);
}

/// The tables of a problem whose states have `N` words.
struct TablesOf<'p, P, const N: usize> {
    problem: &'p P,
    here: StateTable<N>,
    next: StateTable<N>,
    /// The arcs of a batch.
    arcs: Vec<[Arc<N>; 2]>,
}

/// Empty tables for `problem`.
pub(crate) fn tables<'p, const N: usize>(problem: &'p impl Expand<N>) -> Box<dyn Tables + 'p> {
    let (here, next) = (StateTable::new(), StateTable::new());
    Box::new(TablesOf { problem, here, next, arcs: vec![[Arc::DEAD; 2]; BATCH] })
}

impl<P: Expand<N>, const N: usize> Tables for TablesOf<'_, P, N> {
    fn clear(&mut self) {
        self.here.clear();
    }

    fn append(&mut self, records: &[u64], beside: usize) -> Result<(), Interrupted> {
        for record in records.chunks_exact(N + beside) {
            if let Some(&state) = record.first_chunk() {
                self.here.append(state)?;
            }
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.here.len()
    }

    fn states(&self) -> &[u64] {
        self.here.states().as_flattened()
    }

    fn len_of_next(&self) -> usize {
        self.next.len()
    }

    fn begin(&mut self) {
        self.next.clear();
    }

    fn pass(&mut self, level: usize, first: usize, codes: &mut [[u32; 2]]) -> Result<(), Interrupted> {
        let arcs = &mut self.arcs[..codes.len()];
        self.problem.expand(level, &self.here.states()[first..][..codes.len()], arcs);
        self.next.insert_all(arcs, codes)
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.here, &mut self.next);
    }

    fn bytes(&self) -> usize {
        self.here.bytes() + self.next.bytes()
    }

    fn set_room(&mut self, bytes: usize) {
        self.next.set_room(bytes.saturating_sub(self.here.bytes()));
    }
}
