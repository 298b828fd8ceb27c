//! Families from sets and from constraints.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use zlink::diagram::{Algebra, Element, Level, NodeId};
use zlink::family;
use zlink::limits::{Interrupted, Limits};

use super::class::Family;
use crate::arguments::each;
use crate::universe::Universe;
use crate::work;

/// The number of sets to read between two checks for signals.
const MANY: usize = 1 << 14;

/// The family `Family(sets, elements=elements)`, whose elements are edges with `has_edges`.
pub(super) fn family(
    py: Python<'_>,
    has_edges: bool,
    sets: Option<&Bound<'_, PyAny>>,
    elements: Option<&Bound<'_, PyAny>>,
) -> PyResult<Family> {
    if let Some(sets) = sets {
        if let Ok(family) = sets.cast::<Family>() {
            return reordered(py, family.get(), elements);
        }
        if let Ok(constraints) = sets.cast::<PyDict>() {
            return constrained(py, constraints, elements);
        }
    }
    let (mut universe, given) = given(py, has_edges, elements)?;
    let mut numbers: Vec<Vec<Element>> = Vec::new();
    let mut size = 0;
    if let Some(sets) = sets {
        for set in sets.try_iter()? {
            let mut set_numbers = Vec::new();
            for element in each(&set?)? {
                set_numbers.push(universe.add(&element?)?.0);
            }
            size += set_numbers.len() + 1;
            numbers.push(set_numbers);
            if numbers.len().is_multiple_of(MANY) {
                py.check_signals()?;
            }
        }
    }
    let order = match given {
        true => (0..universe.len()).map(Element::from_index).collect(),
        false => universe.sorted(py)?,
    };
    let mut levels = vec![Level(0); order.len()];
    for (level, element) in (0..).zip(&order) {
        levels[element.index()] = Level(level);
    }
    let level_of = |element: Element| levels[element.index()];
    let sets: Vec<Vec<Level>> =
        numbers.into_iter().map(|set| set.into_iter().map(level_of).collect()).collect();
    let made = work::run_short(py, size, |limits| made(&order, limits, |algebra| algebra.family(&sets)))?;
    Ok(Family::new(Arc::new(universe), made))
}

/// The family that `make` builds in an algebra over these elements.
pub(super) fn made(
    elements: &[Element],
    limits: &Limits,
    make: impl FnOnce(&mut Algebra) -> Result<NodeId, Interrupted>,
) -> Result<family::Family, Interrupted> {
    let mut algebra = Algebra::new(limits, elements.len())?;
    let root = make(&mut algebra)?;
    Ok(algebra.freeze(root, elements.to_vec())?.into())
}

/// A universe of the argument `elements=`: elements, or those of a family. Also returns whether the argument was given.
pub(super) fn given(
    py: Python<'_>,
    has_edges: bool,
    elements: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Universe, bool)> {
    let mut universe = Universe::empty(py, has_edges);
    let Some(elements) = elements.filter(|elements| !elements.is_none()) else {
        return Ok((universe, false));
    };
    if let Ok(family) = elements.cast::<Family>() {
        let family = family.get();
        universe = Universe::empty(py, has_edges || family.universe.has_edges());
        for &element in family.family.elements() {
            universe.add(family.universe.object(py, element))?;
        }
        return Ok((universe, true));
    }
    for element in elements.try_iter()? {
        let element = element?;
        if !universe.add(&element)?.1 {
            return Err(PyValueError::new_err(format!("the element {} comes twice", element.repr()?)));
        }
    }
    Ok((universe, true))
}

/// The sets of a family, with their elements in the order of `elements`, if that is given.
fn reordered(py: Python<'_>, family: &Family, elements: Option<&Bound<'_, PyAny>>) -> PyResult<Family> {
    let (order, given) = given(py, false, elements)?;
    if !given {
        return Ok(Family::new(Arc::clone(&family.universe), family.family.clone()));
    }
    let (universe, numbers) = family.universe.merged(py, &Arc::new(order))?;
    let made = work::run_short(py, family.nodes(), |limits| family.family.over(&numbers, limits))?;
    Ok(Family::new(universe, made))
}

/// The family of all sets that have the elements under `include` and lack those under `exclude`.
fn constrained(
    py: Python<'_>,
    constraints: &Bound<'_, PyDict>,
    elements: Option<&Bound<'_, PyAny>>,
) -> PyResult<Family> {
    let (mut universe, given) = given(py, false, elements)?;
    let (mut included, mut excluded) = (Vec::new(), Vec::new());
    for (key, of_key) in constraints {
        let list = match key.extract::<String>().as_deref() {
            Ok("include") => &mut included,
            Ok("exclude") => &mut excluded,
            _ => {
                let text = format!("a constraint is 'include' or 'exclude', not {}", key.repr()?);
                return Err(PyValueError::new_err(text));
            }
        };
        for element in each(&of_key)? {
            list.push(universe.add(&element?)?.0);
        }
    }
    let order: Vec<Element> = match given {
        true => (0..universe.len()).map(Element::from_index).collect(),
        false => universe.sorted(py)?,
    };
    let mut rules = vec![(false, false); order.len()];
    included.iter().for_each(|element| rules[element.index()].0 = true);
    excluded.iter().for_each(|element| rules[element.index()].1 = true);
    let all = |algebra: &mut Algebra| {
        let mut family = NodeId::UNIT;
        for (level, element) in (0..order.len() as u32).map(Level).zip(&order).rev() {
            family = match rules[element.index()] {
                (true, true) => NodeId::EMPTY,
                (true, false) => algebra.node(level, NodeId::EMPTY, family)?,
                (false, true) => family,
                (false, false) => algebra.node(level, family, family)?,
            };
        }
        Ok(family)
    };
    let made = work::run_short(py, order.len(), |limits| made(&order, limits, all))?;
    Ok(Family::new(Arc::new(universe), made))
}

impl Universe {
    /// The elements in the order of Python's `sorted` or, if they cannot be sorted, of their numbers.
    fn sorted(&self, py: Python<'_>) -> PyResult<Vec<Element>> {
        let numbers: Vec<Element> = (0..self.len()).map(Element::from_index).collect();
        let list = PyList::new(py, numbers.iter().map(|&number| self.object(py, number)))?;
        match list.sort() {
            Err(_) => Ok(numbers),
            Ok(()) => {
                let mut sorted = Vec::with_capacity(numbers.len());
                for object in list {
                    sorted.extend(self.number(&object)?);
                }
                Ok(sorted)
            }
        }
    }
}

#[pymethods]
impl Family {
    #[new]
    #[pyo3(signature = (sets=None, *, elements=None))]
    fn of(
        py: Python<'_>,
        sets: Option<&Bound<'_, PyAny>>,
        elements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        family(py, false, sets, elements)
    }

    /// The family of all subsets of ``elements``.
    ///
    /// >>> Family.power_set('ab')
    /// Family([{'a', 'b'}, {'a'}, {'b'}, set()])
    /// >>> Family.power_set(range(1000)).count() == 2**1000
    /// True
    #[staticmethod]
    fn power_set(py: Python<'_>, elements: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (universe, _) = given(py, false, Some(elements))?;
        let order: Vec<Element> = (0..universe.len()).map(Element::from_index).collect();
        let made = work::run_short(py, order.len(), |limits| made(&order, limits, Algebra::power_set))?;
        Ok(Family::new(Arc::new(universe), made))
    }
}
