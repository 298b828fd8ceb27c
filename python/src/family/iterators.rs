//! Iterators over the sets of a family.

use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;
use rustc_hash::FxHashMap;
use zlink::diagram::{ByWeight, Counts, Element, Sets};
use zlink::limits::Interrupted;
use zlink::random::Random;

use super::class::Family;
use crate::arguments::Whole;
use crate::errors::Failure;
use crate::limits::Settings;
use crate::universe::Universe;
use crate::work;

/// An iterator over the sets of a family.
#[pyclass(module = "zlink")]
pub(crate) struct SetIterator {
    universe: Arc<Universe>,
    source: Source,
}

/// The iterator of zlink that yields the sets.
enum Source {
    Sets(Box<Sets<'static>>),
    ByWeight(Box<ByWeight<'static>>),
    Random(Box<Draws>),
}

/// Random draws of sets, with or without repetition.
///
/// Without repetition, numbers are drawn as in a Fisher-Yates shuffle: the last number takes the place of the drawn
/// one. Only places that do not have their own number are stored.
struct Draws {
    counts: Counts<'static>,
    left: BigUint,
    moved: FxHashMap<BigUint, BigUint>,
    repeats: bool,
    random: Random,
}

impl Draws {
    fn next(&mut self) -> Option<Vec<Element>> {
        if self.left == BigUint::ZERO {
            return None;
        }
        let place = self.random.below_big(&self.left);
        if self.repeats {
            return self.counts.set(&place);
        }
        self.left -= 1u8;
        let last = self.moved.remove(&self.left).unwrap_or_else(|| self.left.clone());
        let drawn = match place == self.left {
            true => last,
            false => self.moved.insert(place.clone(), last).unwrap_or(place),
        };
        self.counts.set(&drawn)
    }
}

impl SetIterator {
    /// An iterator over the sets of a family by ascending weight. `weights` are those of the elements, by level.
    pub(super) fn by_weight(py: Python<'_>, family: &Family, weights: Vec<i128>) -> PyResult<Self> {
        // The iterator keeps the memory limit, which is that of the caller: no short try comes first. It has no
        // deadline, as its user may take any time.
        let sets = work::run_with(py, &Settings::current(py)?, |limits, _| {
            let mut limits = limits.clone();
            limits.deadline = None;
            family.family.clone().into_by_weight(&weights, &limits)
        })?;
        Ok(SetIterator { universe: Arc::clone(&family.universe), source: Source::ByWeight(Box::new(sets)) })
    }
}

#[pymethods]
impl SetIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyFrozenSet>>> {
        let owned;
        let set: Option<&[Element]> = match &mut self.source {
            Source::Sets(sets) => work::guarded(|| Ok::<_, Failure>(sets.next_set()))?,
            Source::ByWeight(sets) => {
                owned = work::guarded(|| sets.next_set())?.map(|(_, set)| set);
                owned.as_deref()
            }
            Source::Random(draws) => {
                owned = work::guarded(|| Ok::<_, Interrupted>(draws.next()))?;
                owned.as_deref()
            }
        };
        set.map(|set| self.universe.set(py, set)).transpose()
    }
}

#[pymethods]
impl Family {
    /// All sets in a fixed order: of two sets, the one that has the first element in which they differ comes first.
    fn __iter__(&self) -> SetIterator {
        let sets = Box::new(self.family.clone().into_iter());
        SetIterator { universe: Arc::clone(&self.universe), source: Source::Sets(sets) }
    }

    /// All sets in random order: every remaining set is equally likely to come next.
    ///
    /// With ``repeat=True``, all sets are equally likely every time, and the iterator never ends. ``seed`` determines
    /// the order; without it, the module ``random`` chooses a seed.
    ///
    /// >>> family = Family.power_set(range(100))
    /// >>> draws = family.rand_iter(seed=1)
    /// >>> next(draws) in family
    /// True
    #[pyo3(signature = (seed=None, *, repeat=false))]
    fn rand_iter(&self, py: Python<'_>, seed: Option<Whole<u64>>, repeat: bool) -> PyResult<SetIterator> {
        let seed = match seed {
            Some(Whole(seed)) => seed,
            None => py.import("random")?.getattr("getrandbits")?.call1((64,))?.extract()?,
        };
        let counts = work::run_short(py, self.nodes(), |limits| self.family.clone().into_counts(limits))?;
        let left = work::guarded(|| Ok::<_, Failure>(counts.total()))?;
        let draws =
            Draws { counts, left, moved: FxHashMap::default(), repeats: repeat, random: Random::new(seed) };
        let source = Source::Random(Box::new(draws));
        Ok(SetIterator { universe: Arc::clone(&self.universe), source })
    }
}
