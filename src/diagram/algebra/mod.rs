//! The algebra of families: operations on the families of one [`Store`](super::Store).
//!
//! | file | operations |
//! |---|---|
//! | `boolean.rs` | union, intersection, difference, symmetric difference |
//! | `product.rs` | join, meet |
//! | `quotient.rs` | quotient, remainder |
//! | `element.rs` | onset, offset, change |
//! | `inclusion.rs` | subsets, supersets, non-subsets, non-supersets of the sets of another family |
//! | `extremal.rs` | minimal, maximal |
//! | `hitting.rs` | minimal hitting sets, all hitting sets |
//! | `complement.rs` | the power set, the complement |
//! | `size.rs` | sets with exactly, at most, at least a given number of elements |
//! | `cost.rs` | sets of bounded weight |
//! | `import.rs` | from a finished diagram |
//!
//! An operation defines which answers are known at once, how a question splits at its top level, and how the answers
//! to the parts are combined. `operation.rs` drives all operations with one explicit stack and one `cache.rs`, and
//! hands large questions of the simplest operations to `levelwise.rs`. So the depth of a diagram costs heap memory
//! and never call stack. Operations call one another (minimal calls non-supersets), but only to a fixed depth.
//!
//! Sources: Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, DAC 1993; Knuth, The
//! Art of Computer Programming 4A, section 7.1.4, exercises 203 to 207, 236 and 237.

mod boolean;
mod cache;
mod complement;
mod cost;
mod element;
mod extremal;
mod hitting;
mod import;
mod inclusion;
mod levelwise;
mod operation;
mod product;
mod quotient;
mod size;

use super::{Diagram, Element, Level, NodeId, Store};
use cache::Cache;
use operation::Frame;
use zlink_base::limits::{Interrupted, Limits};

/// Families over the levels of one store, and the operations on them.
///
/// A family is a [`NodeId`] of the store; equal families have equal ids. An operation that reaches a limit returns
/// [`Interrupted`]. It then leaves only garbage nodes behind, and its operands stay valid.
///
/// ```
/// use zlink_diagram::{Algebra, Level};
/// use zlink_base::limits::Limits;
///
/// let mut algebra = Algebra::new(&Limits::none(), 3)?;
/// let ab = algebra.set(&[Level(0), Level(1)])?;
/// let bc = algebra.set(&[Level(1), Level(2)])?;
/// let pairs = algebra.union(ab, bc)?;
/// let hitting = algebra.minimal_hitting_sets(pairs)?;
/// // {b} and {a, c}
/// let b = algebra.set(&[Level(1)])?;
/// let ac = algebra.set(&[Level(0), Level(2)])?;
/// assert_eq!(hitting, algebra.union(b, ac)?);
/// # Ok::<(), zlink_base::limits::Interrupted>(())
/// ```
#[derive(Debug)]
pub struct Algebra {
    store: Store,
    cache: Cache,
    frames: Vec<Frame>,
    /// The number of steps so far: the limits are checked every few thousand steps.
    asked: u32,
    /// The number of questions so far that the cache did not answer, which bounds its useful size.
    missed: usize,
}

impl Algebra {
    /// An algebra over `levels` elements, with only the terminals as families.
    pub fn new(limits: &Limits, levels: usize) -> Result<Self, Interrupted> {
        Ok(Self::of_store(Store::new(limits, levels)?))
    }

    /// The algebra of the families of `store`.
    pub fn of_store(store: Store) -> Self {
        let cache = Cache::new(store.limits());
        Algebra { store, cache, frames: Vec::new(), asked: 0, missed: 0 }
    }

    /// The store of the families.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The number of elements.
    pub fn levels(&self) -> usize {
        self.store.levels().index()
    }

    /// The bytes in use by the nodes and the operation cache.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.cache.bytes()
    }

    /// The node of `level` with these arcs, as [`Store::node`] makes it.
    pub fn node(&mut self, level: Level, lo: NodeId, hi: NodeId) -> Result<NodeId, Interrupted> {
        self.store.node(level, lo, hi)
    }

    /// Reserves room for `nodes` more nodes of `level`, as [`Store::expect`] does.
    pub fn expect(&mut self, level: Level, nodes: usize) -> Result<(), Interrupted> {
        self.store.expect(level, nodes)
    }

    /// The family with one set, given by its elements, which may be repeated and in any order.
    pub fn set(&mut self, elements: &[Level]) -> Result<NodeId, Interrupted> {
        let mut elements = elements.to_vec();
        elements.sort_unstable();
        elements.dedup();
        let mut family = NodeId::UNIT;
        for &level in elements.iter().rev() {
            family = self.store.node(level, NodeId::EMPTY, family)?;
        }
        Ok(family)
    }

    /// The family of the given sets; the elements of each may be repeated and in any order.
    pub fn family<S: AsRef<[Level]>>(
        &mut self,
        sets: impl IntoIterator<Item = S>,
    ) -> Result<NodeId, Interrupted> {
        let sorted = |set: S| {
            let mut set = set.as_ref().to_vec();
            set.sort_unstable();
            set.dedup();
            // With this end mark, a set comes before the sets of which it is a prefix.
            set.push(self.store.levels());
            set
        };
        let mut sets: Vec<Vec<Level>> = sets.into_iter().map(sorted).collect();
        sets.sort_unstable_by(|a, b| b.cmp(a));
        // The path to the last set, with the family of the remainders below each of its elements; `rests[0]` has the
        // sets that do not begin like it. Sets are taken in descending order, so that nodes are made from the bottom
        // up.
        let mut path: Vec<Level> = Vec::new();
        let mut rests = vec![NodeId::EMPTY];
        let ends = sets.iter().map(|set| (&set[..set.len() - 1], true));
        for (set, is_member) in ends.chain([(&[][..], false)]) {
            let common = path.iter().zip(set).take_while(|(a, b)| a == b).count();
            while path.len() > common
                && let (Some(level), Some(hi), Some(lo)) = (path.pop(), rests.pop(), rests.last_mut())
            {
                *lo = self.store.node(level, *lo, hi)?;
            }
            for &level in &set[common..] {
                path.push(level);
                rests.push(NodeId::EMPTY);
            }
            if is_member && let Some(rest) = rests.last_mut() {
                *rest = NodeId::UNIT;
            }
            self.tick()?;
        }
        Ok(rests[0])
    }

    /// The finished diagram of a family, in which the element of level `l` is `variables[l]`.
    pub fn freeze(&self, family: NodeId, variables: Vec<Element>) -> Result<Diagram, Interrupted> {
        self.store.freeze(family, variables)
    }

    /// Frees all nodes that are not needed for the families `roots`, and renumbers these. All other ids become
    /// meaningless. The memory is kept for later nodes.
    pub fn collect(&mut self, roots: &mut [NodeId]) -> Result<(), Interrupted> {
        // The cached answers lose their meaning, and the marks may need the memory of the cache.
        self.cache = Cache::new(self.store.limits());
        self.missed = 0;
        self.store.collect(roots)
    }
}
