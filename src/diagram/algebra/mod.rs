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
//! | `size.rs` | sets with exactly, at most, at least so many elements |
//! | `cost.rs` | sets of bounded weight |
//! | `import.rs` | from a finished diagram |
//!
//! An operation says what is plain, how a question splits at its top level, and how the answers are put
//! together; `operation.rs` drives all of them with one explicit stack and one `cache.rs`, and hands large
//! questions of the simplest operations to `levelwise.rs`. So the depth of
//! a diagram costs memory of the heap and never of the call stack; what nests is one operation in the other
//! (minimal calls non-supersets), and that only to a fixed depth.
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
use zlink_base::limits::{Exhausted, Limits};

/// Families over the levels of one store, and the operations on them.
///
/// A family is a [`NodeId`] of the store; equal families have equal ids. Each operation may run out of time,
/// memory or patience: then it leaves nothing behind but garbage, and the operands stay what they were.
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
/// # Ok::<(), zlink_base::limits::Exhausted>(())
/// ```
#[derive(Debug)]
pub struct Algebra {
    store: Store,
    cache: Cache,
    frames: Vec<Frame>,
    /// Steps done so far, to look at the limits now and then.
    asked: u32,
    /// Questions so far that the cache did not answer: it need not be larger.
    missed: usize,
}

impl Algebra {
    /// No families but those of the terminals, over `levels` elements.
    pub fn new(limits: &Limits, levels: usize) -> Result<Self, Exhausted> {
        Ok(Self::of_store(Store::new(limits, levels)?))
    }

    /// The algebra of the families of `store`.
    #[cfg_attr(not(zlink_inside), doc(hidden))]
    pub fn of_store(store: Store) -> Self {
        let cache = Cache::new(store.limits());
        Algebra { store, cache, frames: Vec::new(), asked: 0, missed: 0 }
    }

    /// The store of the families.
    #[cfg_attr(not(zlink_inside), doc(hidden))]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The number of elements.
    pub fn levels(&self) -> usize {
        self.store.levels().index()
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.cache.bytes()
    }

    /// The node of `level` with these arcs, as [`Store::node`] makes it.
    pub fn node(&mut self, level: Level, lo: NodeId, hi: NodeId) -> Result<NodeId, Exhausted> {
        self.store.node(level, lo, hi)
    }

    /// Tells how many nodes of `level` are about to come, as [`Store::expect`] does.
    pub fn expect(&mut self, level: Level, nodes: usize) -> Result<(), Exhausted> {
        self.store.expect(level, nodes)
    }

    /// The family whose only set is this one; elements may be repeated and in any order.
    pub fn set(&mut self, elements: &[Level]) -> Result<NodeId, Exhausted> {
        let mut elements = elements.to_vec();
        elements.sort_unstable();
        elements.dedup();
        let mut family = NodeId::UNIT;
        for &level in elements.iter().rev() {
            family = self.store.node(level, NodeId::EMPTY, family)?;
        }
        Ok(family)
    }

    /// The family of these sets; elements may be repeated and in any order.
    pub fn family<S: AsRef<[Level]>>(
        &mut self,
        sets: impl IntoIterator<Item = S>,
    ) -> Result<NodeId, Exhausted> {
        let sorted = |set: S| {
            let mut set = set.as_ref().to_vec();
            set.sort_unstable();
            set.dedup();
            // Sets come before those that go on where they end.
            set.push(self.store.levels());
            set
        };
        let mut sets: Vec<Vec<Level>> = sets.into_iter().map(sorted).collect();
        sets.sort_unstable_by(|a, b| b.cmp(a));
        // The path to the last set: for each of its elements, the family of the rests behind it, and first of all
        // the family of those that do not begin like it. Later elements come first, so that nodes come from below.
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

    /// The finished diagram of a family; level `l` asks for `variables[l]`.
    pub fn freeze(&self, family: NodeId, variables: Vec<Element>) -> Result<Diagram, Exhausted> {
        self.store.freeze(family, variables)
    }

    /// Gives up all nodes that no family of `roots` needs, and renumbers the roots. All other ids become
    /// meaningless. The memory is kept for the nodes to come.
    pub fn collect(&mut self, roots: &mut [NodeId]) -> Result<(), Exhausted> {
        // Its answers lose their meaning, and its memory may be what the marks need.
        self.cache = Cache::new(self.store.limits());
        self.missed = 0;
        self.store.collect(roots)
    }
}
