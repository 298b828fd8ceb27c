//! Weights, costs and probabilities of elements.
//!
//! Every number of Python, also a float, is an exact fraction. All are multiplied by their common denominator, which
//! makes them integers, so sums of weights are never rounded.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};
use zlink::diagram::{Algebra, Element};

use super::class::Family;
use super::iterators::SetIterator;
use crate::arguments::{items, real};
use crate::work;

/// The sum of the absolute values of all weights is less than this.
const MOST: i128 = 1 << 125;

/// Weights of elements, scaled to integers.
pub(super) struct Scaled<'py> {
    /// The integers, by level.
    pub(super) weights: Vec<i128>,
    /// The factor that makes the weights integers, as an integer of Python; `None` for 1.
    scale: Option<Bound<'py, PyAny>>,
}

/// The numerator and the denominator of a number, as integers of Python. `name` is for messages.
fn fraction<'py>(
    number: &Bound<'py, PyAny>,
    name: impl Fn() -> PyResult<String>,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let py = number.py();
    let method = pyo3::intern!(py, "as_integer_ratio");
    let ratio = if let Ok(whole) = py.import("operator")?.call_method1("index", (number,)) {
        whole.call_method0(method)
    } else if number.hasattr(method)? {
        number.call_method0(method)
    } else {
        PyFloat::new(py, real(number, &name)?).call_method0(method)
    };
    match ratio {
        Ok(ratio) => {
            let (numerator, denominator) = ratio.extract()?;
            Ok([numerator, denominator])
        }
        Err(_) => {
            let text = format!("{} is {}, which is not finite", name()?, number.repr()?);
            Err(PyValueError::new_err(text))
        }
    }
}

impl Family {
    /// The weights by which sets are ordered, by level. Without a weight and without a default, the weight of an
    /// element is 1.
    fn weights_or_one<'py>(
        &self,
        py: Python<'py>,
        given: Option<&Bound<'py, PyAny>>,
        default: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<i128>> {
        let one = 1i32.into_pyobject(py)?.into_any();
        Ok(self.weights(py, given, Some(default.unwrap_or(&one)), "weight")?.weights)
    }

    /// The weights of the elements: their values in the mapping `given`, or `default` for elements that it lacks.
    /// `noun` is the word for a weight in messages.
    pub(super) fn weights<'py>(
        &self,
        py: Python<'py>,
        given: Option<&Bound<'py, PyAny>>,
        default: Option<&Bound<'py, PyAny>>,
        noun: &str,
    ) -> PyResult<Scaled<'py>> {
        let numbers = self.numbers_of_elements(py, given, default, noun)?;
        let name = |level: usize| {
            let object = self.universe.object(py, self.family.elements()[level]);
            Ok(format!("the {noun} of {}", object.repr()?))
        };
        if let Ok(weights) = numbers.iter().map(|number| number.extract()).collect::<PyResult<Vec<i128>>>() {
            let sum = weights.iter().try_fold(0u128, |sum, weight| sum.checked_add(weight.unsigned_abs()));
            if sum.is_some_and(|sum| sum < MOST.unsigned_abs()) {
                return Ok(Scaled { weights, scale: None });
            }
        }
        let mut fractions = Vec::with_capacity(numbers.len());
        for (level, number) in numbers.iter().enumerate() {
            fractions.push(fraction(number, || name(level))?);
        }
        let denominators = PyTuple::new(py, fractions.iter().map(|[_, denominator]| denominator))?;
        let scale = py.import("math")?.getattr("lcm")?.call1(denominators)?;
        let mut weights: Vec<i128> = Vec::with_capacity(fractions.len());
        let mut sum = 0u128;
        for (level, [numerator, denominator]) in fractions.iter().enumerate() {
            let weight = numerator.mul(scale.floor_div(denominator)?)?;
            let weight = weight.extract().ok().filter(|weight: &i128| {
                sum = sum.saturating_add(weight.unsigned_abs());
                sum < MOST.unsigned_abs()
            });
            weights.push(weight.ok_or_else(|| too_far_apart(name(level)))?);
        }
        Ok(Scaled { weights, scale: Some(scale) })
    }

    /// The weight of each element as a number of Python, by level.
    fn numbers_of_elements<'py>(
        &self,
        py: Python<'py>,
        given: Option<&Bound<'py, PyAny>>,
        default: Option<&Bound<'py, PyAny>>,
        noun: &str,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut numbers: Vec<Option<Bound<'py, PyAny>>> = vec![None; self.universe.len()];
        let given = given.map_or(Ok(Vec::new()), |given| items(given, "the numbers of elements"))?;
        for (key, number) in given {
            let Some(element) = self.universe.number(&key)? else { return Err(self.unknown(&key)?) };
            if let Some(other) = numbers[element.index()].replace(number.clone())
                && !other.eq(&number)?
            {
                let text = format!("the edge {} has two numbers, one for each direction", key.repr()?);
                return Err(PyValueError::new_err(text));
            }
        }
        let of_element = |&element: &Element| match numbers[element.index()].as_ref().or(default) {
            Some(number) => Ok(number.clone()),
            None => {
                let object = self.universe.object(py, element).repr()?;
                Err(PyValueError::new_err(format!("no {noun} is given for the element {object}")))
            }
        };
        self.family.elements().iter().map(of_element).collect()
    }

    /// The sets whose cost is in a range. An end of the range that is `None` has no limit.
    fn costing<'py>(
        &self,
        py: Python<'py>,
        costs: &Bound<'py, PyAny>,
        default: Option<&Bound<'py, PyAny>>,
        [least, most]: [Option<&Bound<'py, PyAny>>; 2],
    ) -> PyResult<Family> {
        let scaled = self.weights(py, Some(costs), default, "cost")?;
        let least = least.map(|bound| scaled.bound(bound, true)).transpose()?;
        let most = most.map(|bound| scaled.bound(bound, false)).transpose()?;
        let weights = scaled.weights;
        self.transformed(py, |algebra: &mut Algebra, f| {
            let mut f = f;
            if let Some(most) = most {
                f = algebra.weighing_at_most(f, &weights, most)?;
            }
            if let Some(least) = least {
                f = algebra.weighing_at_least(f, &weights, least)?;
            }
            Ok(f)
        })
    }
}

fn too_far_apart(name: PyResult<String>) -> PyErr {
    match name {
        Ok(name) => PyValueError::new_err(format!(
            "{name} and the others have no common scale of 125 bits: some are too large, or have too many digits; round them"
        )),
        Err(error) => error,
    }
}

impl Scaled<'_> {
    /// A bound, scaled like the weights, and rounded up or down to an integer.
    fn bound(&self, bound: &Bound<'_, PyAny>, up: bool) -> PyResult<i128> {
        let [numerator, denominator] = fraction(bound, || Ok("the bound".to_string()))?;
        let numerator = match &self.scale {
            Some(scale) => numerator.mul(scale)?,
            None => numerator,
        };
        let whole = match up {
            true => numerator.neg()?.floor_div(denominator)?.neg()?,
            false => numerator.floor_div(denominator)?,
        };
        // No set has a weight that large.
        let beyond = if whole.gt(0)? { MOST } else { -MOST };
        Ok(whole.extract().map_or(beyond, |whole: i128| whole.clamp(-MOST, MOST)))
    }
}

#[pymethods]
impl Family {
    /// The sets by ascending weight. The weight of a set is the sum of the weights of its elements: their values in the
    /// mapping ``weights``, or ``default`` (1 if it is not given) for elements that are not in it. A key that is no
    /// element raises ``KeyError``. Sets of equal weight come in no particular order.
    ///
    /// Weights are integers, floats, or exact fractions (``Fraction``, ``Decimal``), also those of numpy; sums are never
    /// rounded.
    ///
    /// >>> family = Family([{'a', 'b'}, {'c'}, {'b', 'c'}])
    /// >>> [sorted(s) for s in family.min_iter({'a': 0.5, 'b': 0.25, 'c': 2})]
    /// [['a', 'b'], ['c'], ['b', 'c']]
    #[pyo3(signature = (weights=None, default=None))]
    fn min_iter<'py>(
        &self,
        py: Python<'py>,
        weights: Option<&Bound<'py, PyAny>>,
        default: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<SetIterator> {
        SetIterator::by_weight(py, self, self.weights_or_one(py, weights, default)?)
    }

    /// The sets by descending weight; see ``min_iter``.
    ///
    /// >>> next(Family([{1}, {1, 2}, set()]).max_iter()) == {1, 2}
    /// True
    #[pyo3(signature = (weights=None, default=None))]
    fn max_iter<'py>(
        &self,
        py: Python<'py>,
        weights: Option<&Bound<'py, PyAny>>,
        default: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<SetIterator> {
        let weights = self.weights_or_one(py, weights, default)?;
        SetIterator::by_weight(py, self, weights.into_iter().map(|weight| -weight).collect())
    }

    /// The sets whose elements together cost at most ``cost_bound``. Costs are exact, as the weights of ``min_iter``
    /// are.
    ///
    /// Raises ``ValueError`` if an element of the family has no cost and there is no ``default``, and ``KeyError`` if
    /// something else has a cost.
    ///
    /// >>> Family([{1}, {2}, {1, 2}]).cost_le({1: 2, 2: 3}, 3)
    /// Family([{1}, {2}])
    #[pyo3(signature = (costs, cost_bound, default=None))]
    fn cost_le<'py>(
        &self,
        py: Python<'py>,
        costs: &Bound<'py, PyAny>,
        cost_bound: &Bound<'py, PyAny>,
        default: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Family> {
        self.costing(py, costs, default, [None, Some(cost_bound)])
    }

    /// The sets whose elements together cost at least ``cost_bound``; see ``cost_le``.
    ///
    /// >>> Family([{1}, {2}, {1, 2}]).cost_ge({1: 2, 2: 3}, 3)
    /// Family([{1, 2}, {2}])
    #[pyo3(signature = (costs, cost_bound, default=None))]
    fn cost_ge<'py>(
        &self,
        py: Python<'py>,
        costs: &Bound<'py, PyAny>,
        cost_bound: &Bound<'py, PyAny>,
        default: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Family> {
        self.costing(py, costs, default, [Some(cost_bound), None])
    }

    /// The sets whose elements together cost exactly ``cost_bound``; see ``cost_le``.
    ///
    /// >>> Family([{1}, {2}, {1, 2}]).cost_eq({1: 2, 2: 3}, 5)
    /// Family([{1, 2}])
    #[pyo3(signature = (costs, cost_bound, default=None))]
    fn cost_eq<'py>(
        &self,
        py: Python<'py>,
        costs: &Bound<'py, PyAny>,
        cost_bound: &Bound<'py, PyAny>,
        default: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Family> {
        self.costing(py, costs, default, [Some(cost_bound), Some(cost_bound)])
    }

    /// The probability that a random set is in the family. Each element is in the random set with its probability in
    /// the dict, independently of the others. The dict must have all elements of the family, and no others.
    ///
    /// >>> Family([{1}, {1, 2}]).probability({1: 0.5, 2: 0.25})
    /// 0.5
    fn probability<'py>(&self, py: Python<'py>, probabilities: &Bound<'py, PyAny>) -> PyResult<f64> {
        let numbers = self.numbers_of_elements(py, Some(probabilities), None, "probability")?;
        let mut by_level: Vec<f64> = Vec::with_capacity(numbers.len());
        for (number, &element) in numbers.iter().zip(self.family.elements()) {
            let name = || Ok(format!("the probability of {}", self.universe.object(py, element).repr()?));
            let probability = real(number, name)?;
            if !(0.0..=1.0).contains(&probability) {
                let text = format!("{} is {}, which is not from 0 to 1", name()?, number.repr()?);
                return Err(PyValueError::new_err(text));
            }
            by_level.push(probability);
        }
        work::run_short(py, self.nodes(), |limits| self.family.diagram().probability(&by_level, limits))
    }
}
