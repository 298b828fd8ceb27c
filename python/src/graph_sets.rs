//! Conditions on sets of edges as objects of Python -> `zlink::GraphSets`: the compiled half of `zlink.GraphSets`.

use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zlink::diagram::Element;
use zlink::{GraphSets, Numbers, Stop};

use crate::arguments::{each, ends_of, short};
use crate::family::Family;
use crate::limits::Settings;
use crate::universe::Universe;
use crate::work;

/// The most edges of a graph for which most questions take less time than the start of a thread.
const SMALL: usize = 40;

/// The sets of edges of a graph that meet conditions: what ``zlink.GraphSets`` is made of.
#[pyclass(frozen, subclass, name = "_GraphSets", module = "zlink._zlink")]
pub(crate) struct PyGraphSets {
    sets: GraphSets<usize>,
    vertices: Arc<Universe>,
    edges: Arc<Universe>,
}

/// A condition that is only asked for or not.
type Plain = fn(GraphSets<usize>) -> GraphSets<usize>;

/// The conditions of a question, as `zlink/_graph_sets.py` passes them: lists with an entry for each vertex or edge.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Asked<'py> {
    degrees: Option<Vec<Option<Vec<u32>>>>,
    degree_counts: Option<Vec<Vec<u32>>>,
    size: Option<Vec<u32>>,
    linear: Vec<(Vec<i64>, i128, i128)>,
    groups: Vec<Vec<usize>>,
    components: Option<Vec<u32>>,
    spanning: bool,
    acyclic: bool,
    bipartite: bool,
    induced: bool,
    weights: Option<(Vec<u64>, u64, u64)>,
    ratio: Option<(u64, u64)>,
    within: Option<Bound<'py, Family>>,
}

impl PyGraphSets {
    /// The sets that meet these conditions.
    fn asked(&self, py: Python<'_>, conditions: &Bound<'_, PyDict>) -> PyResult<GraphSets<usize>> {
        let asked: Asked<'_> = conditions.extract()?;
        let wrong = |error| match error {
            zlink::GraphError::GroupedTwice(vertex) => {
                let name = short(self.vertices.object(py, Element::from_index(vertex)));
                name.map_or_else(
                    |error| error,
                    |name| PyValueError::new_err(format!("{name} is in a group twice")),
                )
            }
            other => PyValueError::new_err(other.to_string()),
        };
        let mut sets = self.sets.clone();
        for (vertex, numbers) in asked.degrees.into_iter().flatten().enumerate() {
            if let Some(numbers) = numbers {
                sets = sets.degree(vertex, Numbers::of(numbers)).map_err(wrong)?;
            }
        }
        if let Some(counts) = asked.degree_counts {
            sets = sets.degree_counts(counts.into_iter().map(Numbers::of));
        }
        for group in asked.groups {
            sets = sets.group(group).map_err(wrong)?;
        }
        for (weights, least, most) in asked.linear {
            let mut weights = weights.into_iter();
            // They come in the order of the edges.
            sets = sets.linear(|_| weights.next().unwrap_or(0), least, most);
        }
        let plain: [(bool, Plain); 4] = [
            (asked.spanning, GraphSets::spanning),
            (asked.acyclic, GraphSets::acyclic),
            (asked.bipartite, GraphSets::bipartite),
            (asked.induced, GraphSets::induced),
        ];
        sets = plain.into_iter().filter(|(is_asked, _)| *is_asked).fold(sets, |sets, (_, ask)| ask(sets));
        if let Some(numbers) = asked.size {
            sets = sets.size(Numbers::of(numbers));
        }
        if let Some(numbers) = asked.components {
            sets = sets.components(Numbers::of(numbers));
        }
        if let Some((weights, least, most)) = asked.weights {
            sets = sets.component_weights(|&vertex| weights[vertex], least, most);
        }
        if let Some((numerator, denominator)) = asked.ratio {
            sets = sets.balanced(numerator, denominator);
        }
        if let Some(family) = asked.within {
            sets = sets.within(self.own(py, family.get())?);
        }
        Ok(sets)
    }

    /// A family of edges of this graph, with its numbers for them.
    fn own(&self, py: Python<'_>, family: &Family) -> PyResult<zlink::family::Family> {
        let (merged, numbers) = self.edges.merged(py, family.universe())?;
        let elements: Vec<Element> =
            family.family().elements().iter().map(|element| numbers[element.index()]).collect();
        if let Some(&other) = elements.iter().find(|element| element.index() >= self.edges.len()) {
            let text = format!("the graph has no edge {}", short(merged.object(py, other))?);
            return Err(PyKeyError::new_err(text));
        }
        family.numbered(py, &elements)
    }

    fn answer<T: Send + 'static>(
        &self,
        py: Python<'_>,
        sets: GraphSets<usize>,
        question: impl Fn(&GraphSets<usize>) -> Result<T, Stop> + Send + 'static,
    ) -> PyResult<T> {
        let settings = Settings::current(py)?;
        let is_small = self.edges.len() <= SMALL;
        work::ask(py, &settings, is_small, &mut |_| Ok(()), move |options| {
            question(&sets.clone().with_options(options))
        })
    }
}

#[pymethods]
impl PyGraphSets {
    #[new]
    #[pyo3(signature = (edges, vertices=None))]
    fn of(py: Python<'_>, edges: &Bound<'_, PyAny>, vertices: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        if edges.hasattr("is_directed")? {
            let text = "edges are pairs of vertices: GraphSets.from_networkx takes a graph of networkx";
            return Err(PyTypeError::new_err(text));
        }
        let mut names = Universe::empty(py, false);
        for vertex in vertices.map(each).transpose()?.into_iter().flatten() {
            names.add(&vertex?)?;
        }
        let (mut ends, mut tuples) = (Vec::new(), Vec::new());
        for edge in each(edges)? {
            let [u, v] = ends_of(&edge?)?;
            ends.push((names.add(&u)?.0.index(), names.add(&v)?.0.index()));
            if let Some(&(u, v)) = ends.last()
                && u == v
            {
                let name = names.object(py, Element::from_index(u)).repr()?;
                return Err(PyValueError::new_err(format!("the edge from {name} to itself is a loop")));
            }
            tuples.push(PyTuple::new(py, [u, v])?.into_any());
        }
        let edges = Universe::new(py, true, tuples)?;
        let wrong = |error: zlink::GraphError<usize>| PyValueError::new_err(error.to_string());
        let sets = GraphSets::with_vertices(0..names.len(), ends).map_err(wrong)?;
        Ok(PyGraphSets { sets, vertices: Arc::new(names), edges })
    }

    /// The vertices, in the order in which they were named.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.vertices.tuple(py, &(0..self.vertices.len()).map(Element::from_index).collect::<Vec<_>>())
    }

    /// The edges, in the order in which they were given.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.edges.tuple(py, &(0..self.edges.len()).map(Element::from_index).collect::<Vec<_>>())
    }

    /// The number of a vertex.
    fn _vertex(&self, vertex: &Bound<'_, PyAny>) -> PyResult<usize> {
        match self.vertices.number(vertex)? {
            Some(number) => Ok(number.index()),
            None => Err(PyKeyError::new_err(format!("the graph has no vertex {}", short(vertex)?))),
        }
    }

    /// The number of an edge, in either direction.
    fn _edge(&self, edge: &Bound<'_, PyAny>) -> PyResult<usize> {
        let [u, v] = ends_of(edge)?;
        match self.edges.number(PyTuple::new(edge.py(), [u, v])?.as_any())? {
            Some(number) => Ok(number.index()),
            None => Err(PyKeyError::new_err(format!("the graph has no edge {}", short(edge)?))),
        }
    }

    /// All sets that meet these conditions.
    fn _family(&self, py: Python<'_>, conditions: &Bound<'_, PyDict>) -> PyResult<Family> {
        let sets = self.asked(py, conditions)?;
        let family = self.answer(py, sets, GraphSets::family)?;
        Ok(Family::new(Arc::clone(&self.edges), family))
    }

    /// The number of sets that meet these conditions.
    fn _count(&self, py: Python<'_>, conditions: &Bound<'_, PyDict>) -> PyResult<BigUint> {
        let sets = self.asked(py, conditions)?;
        self.answer(py, sets, GraphSets::count)
    }

    /// The probability that a random set meets these conditions. ``probabilities`` has one for each edge.
    fn _probability(
        &self,
        py: Python<'_>,
        conditions: &Bound<'_, PyDict>,
        probabilities: Vec<f64>,
    ) -> PyResult<f64> {
        let sets = self.asked(py, conditions)?;
        self.answer(py, sets, move |sets| {
            let mut probabilities = probabilities.iter().copied();
            // They come in the order of the edges.
            sets.probability(|_| probabilities.next().unwrap_or(0.0))
        })
    }

    fn __repr__(&self) -> String {
        format!("<zlink.GraphSets: {} vertices, {} edges>", self.vertices.len(), self.edges.len())
    }
}
