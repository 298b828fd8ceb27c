//! Operations on one family.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use zlink::diagram::{Algebra, Level, NodeId};
use zlink::limits::Interrupted;

use super::build;
use super::class::Family;
use super::combine::Other;
use crate::arguments::{Whole, each, is_set, short};
use crate::puzzle::Solution;
use crate::work;

/// The argument of a method: a family, a set, or an element.
enum About<'py> {
    Family(Bound<'py, Family>),
    Set(Bound<'py, PyAny>),
    Element(Bound<'py, PyAny>),
}

/// The argument of `Family.flip`. `None` is an element as any other.
enum Flipped<'py> {
    All,
    One(Bound<'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Flipped<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Flipped::One(object.to_owned()))
    }
}

impl<'py> About<'py> {
    fn of(object: &Bound<'py, PyAny>) -> Self {
        if let Ok(family) = object.cast::<Family>() {
            About::Family(family.clone())
        } else if is_set(object) || object.is_instance_of::<Solution>() {
            About::Set(object.clone())
        } else {
            About::Element(object.clone())
        }
    }
}

impl Family {
    /// The family over the elements of this one whose only set is `set`.
    fn single(&self, py: Python<'_>, set: &Bound<'_, PyAny>) -> PyResult<Family> {
        let elements = self.family.elements();
        let levels = self.levels(set)?;
        let made = work::run_short(py, elements.len(), |limits| {
            build::made(elements, limits, |algebra| algebra.set(&levels))
        })?;
        Ok(Family::new(Arc::clone(&self.universe), made))
    }

    /// The levels of the elements of a set.
    fn levels(&self, set: &Bound<'_, PyAny>) -> PyResult<Vec<Level>> {
        each(set)?.map(|element| self.level(&element?)).collect()
    }

    /// The sets that have an element or, if `has` is false, those that lack it.
    fn with_element(&self, py: Python<'_>, element: &Bound<'_, PyAny>, has: bool) -> PyResult<Family> {
        let level = self.level(element)?;
        let operation = if has { Algebra::onset } else { Algebra::offset };
        self.transformed(py, |algebra, f| operation(algebra, f, level))
    }

    /// The sets that `including` returns or, if `has` is false, the others.
    fn including_or_not(&self, py: Python<'_>, about: About<'_>, has: bool) -> PyResult<Family> {
        let operation = if has { Algebra::supersets } else { Algebra::non_supersets };
        match about {
            About::Family(family) => self.combined(py, family.get(), operation),
            About::Element(element) => {
                if element.is_instance_of::<PyList>() {
                    let text = format!(
                        "{} is a list: use a set of elements, or an element (an edge is a tuple)",
                        short(&element)?
                    );
                    return Err(PyTypeError::new_err(text));
                }
                self.with_element(py, &element, has)
            }
            About::Set(set) => self.combined(py, &self.single(py, &set)?, operation),
        }
    }
}

/// The sets that have the element of a level, each without it.
fn one_less(algebra: &mut Algebra, f: NodeId, level: Level) -> Result<NodeId, Interrupted> {
    let with = algebra.onset(f, level)?;
    algebra.change(with, level)
}

/// All sets that a set and one more element make; `levels` is the number of elements.
fn one_more(algebra: &mut Algebra, f: NodeId, levels: u32) -> Result<NodeId, Interrupted> {
    let mut all = NodeId::EMPTY;
    for level in (0..levels).map(Level) {
        let without = algebra.offset(f, level)?;
        let more = algebra.change(without, level)?;
        all = algebra.union(all, more)?;
    }
    Ok(all)
}

/// A size of sets as zlink has it: `None` if it is negative. Too large a number is replaced by one that no set reaches.
fn size(Whole(size): Whole<i64>) -> Option<u32> {
    u32::try_from(size.min(i64::from(u32::MAX))).ok()
}

#[pymethods]
impl Family {
    /// All sets of elements of the family that are not in it: ``~self``.
    ///
    /// With ``elements``, the sets may have these elements, too.
    ///
    /// >>> Family([{1}, {1, 2}]).complement()
    /// Family([{2}, set()])
    /// >>> Family([{1}]).complement([1, 2])
    /// Family([{1, 2}, {2}, set()])
    #[pyo3(signature = (elements=None))]
    fn complement(&self, py: Python<'_>, elements: Option<&Bound<'_, PyAny>>) -> PyResult<Family> {
        match elements {
            None => self.transformed(py, Algebra::complement),
            Some(elements) => {
                let others = build::family(py, self.universe.has_edges(), None, Some(elements))?;
                self.combined(py, &others, |algebra, f, _| algebra.complement(f))
            }
        }
    }

    fn __invert__(&self, py: Python<'_>) -> PyResult<Family> {
        self.transformed(py, Algebra::complement)
    }

    /// The sets that include no other set of the family.
    ///
    /// >>> Family([{1}, {1, 2}, {2, 3}]).minimal()
    /// Family([{1}, {2, 3}])
    fn minimal(&self, py: Python<'_>) -> PyResult<Family> {
        self.transformed(py, Algebra::minimal)
    }

    /// The sets that no other set of the family includes.
    ///
    /// >>> Family([{1}, {1, 2}, {2, 3}]).maximal()
    /// Family([{1, 2}, {2, 3}])
    fn maximal(&self, py: Python<'_>) -> PyResult<Family> {
        self.transformed(py, Algebra::maximal)
    }

    /// All sets of elements of the family that have an element in common with each of its sets.
    ///
    /// >>> Family([{1, 2}, {2, 3}]).hitting()
    /// Family([{1, 2, 3}, {1, 2}, {1, 3}, {2, 3}, {2}])
    fn hitting(&self, py: Python<'_>) -> PyResult<Family> {
        self.transformed(py, Algebra::hitting_sets)
    }

    /// The minimal sets that have an element in common with each set of the family: ``self.hitting().minimal()``, but
    /// much faster.
    ///
    /// >>> Family([{1, 2}, {2, 3}]).minimal_hitting()
    /// Family([{1, 3}, {2}])
    fn minimal_hitting(&self, py: Python<'_>) -> PyResult<Family> {
        self.transformed(py, Algebra::minimal_hitting_sets)
    }

    /// The sets that include a set of ``other``, a family or a list of sets. Any other argument is taken as an element:
    /// the sets that have it.
    ///
    /// >>> family = Family([{1}, {1, 2}, {2, 3}])
    /// >>> family.supersets([{1, 2}, {3}])
    /// Family([{1, 2}, {2, 3}])
    /// >>> family.supersets(1)
    /// Family([{1, 2}, {1}])
    fn supersets(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Family> {
        match is_family(other) {
            true => self.combined(py, Other::of(self, other)?.get(), Algebra::supersets),
            false => self.with_element(py, other, true),
        }
    }

    /// The sets that include no set of ``other``, a family or a list of sets. Any other argument is taken as an
    /// element: the sets that lack it.
    ///
    /// >>> family = Family([{1}, {1, 2}, {2, 3}])
    /// >>> family.non_supersets([{1, 2}, {3}])
    /// Family([{1}])
    /// >>> family.non_supersets(1)
    /// Family([{2, 3}])
    fn non_supersets(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Family> {
        match is_family(other) {
            true => self.combined(py, Other::of(self, other)?.get(), Algebra::non_supersets),
            false => self.with_element(py, other, false),
        }
    }

    /// The sets that have an element, include a set, or include at least one set of a family.
    ///
    /// An argument that is neither a family nor a ``set``, ``frozenset`` or solution is an element. Raises ``KeyError`` if
    /// the element, or one of the set, is not in ``elements``.
    ///
    /// >>> family = Family([{1}, {1, 2}, {1, 2, 3}])
    /// >>> family.including(2)
    /// Family([{1, 2, 3}, {1, 2}])
    /// >>> family.including({2, 3})
    /// Family([{1, 2, 3}])
    fn including(&self, py: Python<'_>, what: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.including_or_not(py, About::of(what), true)
    }

    /// The sets that lack an element, do not include a set, or include no set of a family: all that ``including``
    /// leaves out. Raises ``KeyError`` as ``including`` does.
    ///
    /// >>> family = Family([{1}, {1, 2}, {1, 2, 3}])
    /// >>> family.excluding(2)
    /// Family([{1}])
    /// >>> family.excluding({2, 3})
    /// Family([{1, 2}, {1}])
    fn excluding(&self, py: Python<'_>, what: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.including_or_not(py, About::of(what), false)
    }

    /// The sets that are subsets of a set, or of at least one set of a family. Raises ``KeyError`` if the set has something
    /// that is not in ``elements``.
    ///
    /// >>> Family([{1}, {1, 2}, {1, 3}]).included({1, 2})
    /// Family([{1, 2}, {1}])
    fn included(&self, py: Python<'_>, what: &Bound<'_, PyAny>) -> PyResult<Family> {
        match About::of(what) {
            About::Family(family) => self.combined(py, family.get(), Algebra::subsets),
            About::Set(set) | About::Element(set) => {
                let levels = self.levels(&set)?;
                let mut is_in = vec![false; self.family.elements().len()];
                levels.iter().for_each(|level| is_in[level.index()] = true);
                self.transformed(py, |algebra, f| {
                    let others = (0..).map(Level).zip(&is_in).filter(|(_, is_in)| !**is_in);
                    others.map(|(level, _)| level).try_fold(f, |f, level| algebra.offset(f, level))
                })
            }
        }
    }

    /// Another name for ``included``.
    fn included_by(&self, py: Python<'_>, what: &Bound<'_, PyAny>) -> PyResult<Family> {
        self.included(py, what)
    }

    /// The sets with ``element`` removed where it was in the set, and added where it was not. Without an argument, this
    /// is done for all elements. An element that the family lacks is added to all sets, but an edge raises ``KeyError``.
    ///
    /// >>> Family([{1}, {2, 3}]).flip(1)
    /// Family([{1, 2, 3}, set()])
    /// >>> Family([{1}, {2, 3}]).flip()
    /// Family([{1}, {2, 3}])
    #[pyo3(signature = (element=Flipped::All), text_signature = "($self, element=...)")]
    fn flip(&self, py: Python<'_>, element: Flipped<'_>) -> PyResult<Family> {
        let Flipped::One(element) = &element else {
            let levels = self.family.elements().len() as u32;
            return self.transformed(py, |algebra, f| {
                (0..levels).map(Level).try_fold(f, |f, level| algebra.change(f, level))
            });
        };
        if self.universe.has_edges() {
            self.level(element)?;
        }
        let set = build::family(
            py,
            self.universe.has_edges(),
            Some(PyList::new(py, [(element,)])?.as_any()),
            None,
        )?;
        self.combined(py, &set, |algebra, f, g| {
            let level = algebra.store().get(g).level;
            algebra.change(f, level)
        })
    }

    /// The sets with fewer than ``size`` elements.
    ///
    /// >>> Family.power_set([1, 2]).smaller(2)
    /// Family([{1}, {2}, set()])
    fn smaller(&self, py: Python<'_>, size: Whole<i64>) -> PyResult<Family> {
        let most = self::size(size).and_then(|size| size.checked_sub(1));
        self.transformed(py, |algebra, f| match most {
            Some(most) => algebra.of_size_at_most(f, most),
            None => Ok(NodeId::EMPTY),
        })
    }

    /// The sets with more than ``size`` elements.
    ///
    /// >>> Family.power_set([1, 2]).larger(1)
    /// Family([{1, 2}])
    fn larger(&self, py: Python<'_>, size: Whole<i64>) -> PyResult<Family> {
        let least = self::size(size).map(|size| size.saturating_add(1));
        self.transformed(py, |algebra, f| match least {
            Some(least) => algebra.of_size_at_least(f, least),
            None => Ok(f),
        })
    }

    /// The sets with exactly ``size`` elements.
    ///
    /// >>> Family.power_set([1, 2, 3]).set_size(2)
    /// Family([{1, 2}, {1, 3}, {2, 3}])
    fn set_size(&self, py: Python<'_>, size: Whole<i64>) -> PyResult<Family> {
        let size = self::size(size);
        self.transformed(py, |algebra, f| match size {
            Some(size) => algebra.of_size(f, size),
            None => Ok(NodeId::EMPTY),
        })
    }

    /// All sets that arise from a set of the family by adding an element.
    ///
    /// >>> Family([{1}], elements=[1, 2, 3]).add_some_element()
    /// Family([{1, 2}, {1, 3}])
    fn add_some_element(&self, py: Python<'_>) -> PyResult<Family> {
        let levels = self.family.elements().len() as u32;
        self.transformed(py, |algebra, f| one_more(algebra, f, levels))
    }

    /// All sets that arise from a set of the family by removing an element.
    ///
    /// >>> Family([{1}, {2, 3}]).remove_some_element()
    /// Family([{2}, {3}, set()])
    fn remove_some_element(&self, py: Python<'_>) -> PyResult<Family> {
        let levels = self.family.elements().len() as u32;
        self.transformed(py, |algebra, f| {
            (0..levels).map(Level).try_fold(NodeId::EMPTY, |all, level| {
                let less = one_less(algebra, f, level)?;
                algebra.union(all, less)
            })
        })
    }

    /// All sets that arise from a set of the family by replacing an element with another one.
    ///
    /// >>> Family([{1}], elements=[1, 2, 3]).remove_add_some_elements()
    /// Family([{2}, {3}])
    fn remove_add_some_elements(&self, py: Python<'_>) -> PyResult<Family> {
        let levels = self.family.elements().len() as u32;
        self.transformed(py, |algebra, f| {
            (0..levels).map(Level).try_fold(NodeId::EMPTY, |all, level| {
                let less = one_less(algebra, f, level)?;
                let more = one_more(algebra, less, levels)?;
                let without = algebra.offset(more, level)?;
                algebra.union(all, without)
            })
        })
    }
}

/// Whether an argument is a family or a collection of sets, and not an element.
fn is_family(object: &Bound<'_, PyAny>) -> bool {
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<Solution>();
    is_list || is_set(object) || object.is_instance_of::<Family>()
}
