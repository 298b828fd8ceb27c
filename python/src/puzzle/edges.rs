//! Edges, cells, pairs as objects of Python -> puzzle.

use std::collections::hash_map::Entry;
use std::fmt::Write;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::{FxHashMap, FxHashSet};
use zlink::{Format, Reader, Topology};

use super::asked::topology_named;
use super::inner::{Inner, Puzzle, ends_of};
use super::names::{Known, Terms};
use super::reading::read;
use crate::universe::Universe;

/// The number of bytes to write between two checks for signals.
const MUCH: usize = 1 << 18;

/// The keywords of `Puzzle.from_edges`.
pub(super) struct Besides<'a, 'py> {
    pub(super) vertices: Option<&'a Bound<'py, PyAny>>,
    pub(super) cells: Option<&'a Bound<'py, PyAny>>,
    pub(super) clues: Option<&'a Bound<'py, PyAny>>,
    pub(super) pairs: Option<&'a Bound<'py, PyAny>>,
    pub(super) cover: bool,
    pub(super) required: Option<&'a Bound<'py, PyAny>>,
    pub(super) forbidden: Option<&'a Bound<'py, PyAny>>,
    pub(super) topology: Option<&'a Bound<'py, PyAny>>,
    pub(super) positions: Option<&'a Bound<'py, PyAny>>,
}

/// The puzzle `Puzzle.from_edges(...)`: it is written as facts, which are then read.
pub(super) fn puzzle(
    py: Python<'_>,
    edges: &Bound<'_, PyAny>,
    besides: &Besides<'_, '_>,
) -> PyResult<Puzzle> {
    let topology = besides.topology.map(topology_named).transpose()?;
    let mut draft = Draft::new(py);
    for edge in edges.try_iter()? {
        draft.edge(&edge?)?;
    }
    for vertex in each(besides.vertices)? {
        let vertex = draft.vertex(&vertex?)?;
        draft.write(format_args!("node"), &[vertex])?;
    }
    draft.cells(besides.cells, besides.clues)?;
    draft.pairs(besides.pairs, topology)?;
    draft.links("link", besides.required)?;
    draft.links("-link", besides.forbidden)?;
    if let Some(positions) = besides.positions {
        draft.positions(positions)?;
    }
    if besides.cover {
        draft.text.push_str("cover.\n");
    }
    let mut reader = Reader::new().name("<edges>").format(Format::Facts);
    if let Some(topology) = topology {
        reader = reader.topology(topology);
    }
    let Draft { text, vertex_objects, cell_objects, .. } = draft;
    Ok(Inner::new(py, read(py, reader, text.into_bytes(), true)?, &vertex_objects, &cell_objects)?.into())
}

/// The facts of a puzzle that is being written.
struct Draft<'py> {
    py: Python<'py>,
    text: String,
    /// The length of the text at the last check for signals.
    looked: usize,
    vertices: Universe,
    terms: Terms,
    /// The terms of the vertices, by number.
    vertex_terms: Vec<String>,
    vertex_objects: Known,
    cell_objects: Known,
    /// The edges in the direction in which they are written, by their ends in ascending order.
    edges: FxHashMap<[u32; 2], [u32; 2]>,
}

impl<'py> Draft<'py> {
    fn new(py: Python<'py>) -> Self {
        Draft {
            py,
            text: String::new(),
            looked: 0,
            vertices: Universe::empty(py),
            terms: Terms::default(),
            vertex_terms: Vec::new(),
            vertex_objects: Known::default(),
            cell_objects: Known::default(),
            edges: FxHashMap::default(),
        }
    }

    /// The number of a vertex, which is added if it is new.
    fn vertex(&mut self, name: &Bound<'py, PyAny>) -> PyResult<u32> {
        let (number, is_new) = self.vertices.add(name)?;
        if is_new {
            let term = self.terms.add(name)?;
            self.vertex_objects.insert(term.clone(), name.clone().unbind());
            self.vertex_terms.push(term);
        }
        Ok(number.0)
    }

    /// Writes a fact: `start` is its beginning, `vertices` are its last arguments.
    fn write(&mut self, start: std::fmt::Arguments<'_>, vertices: &[u32]) -> PyResult<()> {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(start);
        let mut sign = if self.text.ends_with(',') { "" } else { "(" };
        for &vertex in vertices {
            self.text.push_str(sign);
            self.text.push_str(&self.vertex_terms[vertex as usize]);
            sign = ",";
        }
        self.text.push_str(").\n");
        if self.text.len() - self.looked >= MUCH {
            self.looked = self.text.len();
            self.py.check_signals()?;
        }
        Ok(())
    }

    fn edge(&mut self, pair: &Bound<'py, PyAny>) -> PyResult<()> {
        let [first, second] = ends_of(pair)?;
        let [u, v] = [self.vertex(&first)?, self.vertex(&second)?];
        if u == v {
            let text = format!("the edge from {} to itself is a loop", first.repr()?);
            return Err(PyValueError::new_err(text));
        }
        match self.edges.entry([u.min(v), u.max(v)]) {
            Entry::Occupied(_) => return Ok(()),
            Entry::Vacant(place) => place.insert([u, v]),
        };
        self.write(format_args!("edge"), &[u, v])
    }

    /// An edge of the graph, in the direction in which it is written. An edge that the graph lacks is an error, whose
    /// message begins with `user`.
    fn known_edge(
        &self,
        pair: &Bound<'py, PyAny>,
        user: &dyn Fn() -> PyResult<String>,
    ) -> PyResult<[u32; 2]> {
        let [first, second] = ends_of(pair)?;
        let ends = [self.vertices.number(&first)?, self.vertices.number(&second)?];
        let known = match ends {
            [Some(u), Some(v)] => self.edges.get(&[u.0.min(v.0), u.0.max(v.0)]),
            _ => None,
        };
        match known {
            Some(&ends) => Ok(ends),
            None => {
                let edge = format!("({}, {})", first.repr()?, second.repr()?);
                let text = format!("{} the edge {edge}, which the graph does not have", user()?);
                Err(PyValueError::new_err(text))
            }
        }
    }

    fn cells(
        &mut self,
        cells: Option<&Bound<'py, PyAny>>,
        clues: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let mut terms = Terms::default();
        let mut known: Vec<String> = Vec::new();
        let mut names = Universe::empty(self.py);
        for entry in entries(cells)? {
            let (name, edges) = entry?;
            if !names.add(&name)?.1 {
                return Err(PyValueError::new_err(format!("there are two cells {}", name.repr()?)));
            }
            let term = terms.add(&name)?;
            let mut seen = FxHashSet::default();
            for edge in edges.try_iter()? {
                let ends = self.known_edge(&edge?, &|| Ok(format!("the cell {} has", name.repr()?)))?;
                if seen.insert(ends) {
                    self.write(format_args!("cell_contains({term},"), &ends)?;
                }
            }
            self.cell_objects.insert(term.clone(), name.unbind());
            known.push(term);
        }
        for entry in entries(clues)? {
            let (name, clue) = entry?;
            let Some(number) = names.number(&name)? else {
                let text = format!("there is a clue for the cell {}, which there is not", name.repr()?);
                return Err(PyValueError::new_err(text));
            };
            if let Some(clue) = clue_of(&name, &clue)? {
                let _ = writeln!(self.text, "clue({},{clue}).", known[number.index()]);
            }
        }
        Ok(())
    }

    fn pairs(&mut self, pairs: Option<&Bound<'py, PyAny>>, topology: Option<Topology>) -> PyResult<()> {
        let mut seen = FxHashSet::default();
        for pair in each(pairs)? {
            let ends = ends_of(&pair?)?;
            let mut numbers = [0; 2];
            for (number, end) in numbers.iter_mut().zip(&ends) {
                let wrong = |what: &str| -> PyResult<PyErr> {
                    Ok(PyValueError::new_err(format!("{} {what}", end.repr()?)))
                };
                match self.vertices.number(end)? {
                    None => return Err(wrong("is the end of a pair, but no vertex")?),
                    Some(vertex) if !seen.insert(vertex) => {
                        return Err(wrong("is the end of a pair twice")?);
                    }
                    Some(vertex) => *number = vertex.0,
                }
            }
            self.write(format_args!("pair"), &numbers)?;
        }
        if !seen.is_empty() && topology.is_some_and(|topology| topology != Topology::Linkage) {
            let text = "pairs are joined by paths: with pairs, the topology is 'linkage'";
            return Err(PyValueError::new_err(text));
        }
        Ok(())
    }

    fn links(&mut self, predicate: &str, edges: Option<&Bound<'py, PyAny>>) -> PyResult<()> {
        for edge in each(edges)? {
            let ends = self.known_edge(&edge?, &|| Ok("required or forbidden is".to_owned()))?;
            self.write(format_args!("{predicate}"), &ends)?;
        }
        Ok(())
    }

    /// Writes the coordinates of vertices. Unless all are integers, they are scaled and rounded.
    fn positions(&mut self, positions: &Bound<'py, PyAny>) -> PyResult<()> {
        let mut places = Vec::new();
        for entry in entries(Some(positions))? {
            let (name, place) = entry?;
            let Some(vertex) = self.vertices.number(&name)? else {
                let text = format!("{} has a position, but is no vertex", name.repr()?);
                return Err(PyValueError::new_err(text));
            };
            let place: Option<[f64; 2]> = match ends_of(&place) {
                Ok([x, y]) => x.extract().ok().zip(y.extract().ok()).map(|(x, y)| [x, y]),
                Err(_) => None,
            };
            match place.filter(|place| place.iter().all(|number| number.is_finite())) {
                Some(place) => places.push((vertex.0, place)),
                None => {
                    let text = format!("the position of {} is no pair of numbers", name.repr()?);
                    return Err(PyValueError::new_err(text));
                }
            }
        }
        let numbers = || places.iter().flat_map(|(_, place)| place);
        let largest = numbers().fold(0.0, |most: f64, number| most.max(number.abs()));
        let is_whole = numbers().all(|number| number.fract() == 0.0) && largest <= LARGEST;
        let scale = if is_whole { 1.0 } else { UNITS / largest };
        for (vertex, place) in places {
            // At most LARGEST.
            let [x, y] = place.map(|number| (number * scale).round() as i64);
            let _ = writeln!(self.text, "pos({},{x},{y}).", self.vertex_terms[vertex as usize]);
        }
        Ok(())
    }
}

/// The largest absolute value of coordinates that are not scaled.
const LARGEST: f64 = 1e9;
/// The largest absolute value of coordinates that are scaled.
const UNITS: f64 = 1e5;

/// The objects of an iterable, or none.
fn each<'py>(
    objects: Option<&Bound<'py, PyAny>>,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>>> {
    Ok(objects.map(|objects| objects.try_iter()).transpose()?.into_iter().flatten())
}

/// A key of a mapping and its value.
type Item<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The items of a mapping, or of an iterable, whose keys are 0, 1, 2, ...
fn entries<'py>(mapping: Option<&Bound<'py, PyAny>>) -> PyResult<impl Iterator<Item = PyResult<Item<'py>>>> {
    let mut entries: Vec<PyResult<Item<'py>>> = Vec::new();
    if let Some(mapping) = mapping {
        let py = mapping.py();
        if let Ok(dict) = mapping.cast::<PyDict>() {
            entries.extend(dict.iter().map(Ok));
        } else if mapping.hasattr("items")? {
            for item in mapping.call_method0("items")?.try_iter()? {
                entries.push(item?.extract());
            }
        } else {
            for (number, value) in mapping.try_iter()?.enumerate() {
                entries.push(Ok((number.into_pyobject(py)?.into_any(), value?)));
            }
        }
    }
    Ok(entries.into_iter())
}

/// The clue of a cell as a number; `None` for no clue.
pub(super) fn clue_of(cell: &Bound<'_, PyAny>, clue: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if clue.is_none() {
        return Ok(None);
    }
    let wrong = || -> PyResult<PyErr> {
        let text =
            format!("the clue of the cell {} is a number from 0 on, not {}", cell.repr()?, clue.repr()?);
        Ok(PyValueError::new_err(text))
    };
    match clue.extract() {
        Ok(clue) => Ok(Some(clue)),
        Err(_) => Err(wrong()?),
    }
}

#[pymethods]
impl Puzzle {
    /// Makes a puzzle on the graph with these edges: pairs of hashable objects, which are the names of the vertices.
    ///
    /// ``cells`` maps names of cells to their edges, and ``clues`` maps names of cells to numbers; a list in place of a
    /// mapping is for the cells 0, 1, 2, ... ``pairs`` are pairs of vertices that paths must join. ``required`` and
    /// ``forbidden`` are edges that all solutions must have, or must not have. ``vertices`` is needed only for vertices
    /// without edges. ``positions`` maps vertices to pairs of numbers, their coordinates in pictures; the second number
    /// grows downwards.
    ///
    /// An edge that is given twice counts once. Raises ``ValueError`` if an argument is not valid.
    ///
    /// >>> triangle = Puzzle.from_edges([('a', 'b'), ('b', 'c'), ('c', 'a')], pairs=[('a', 'b')])
    /// >>> sorted(sorted(solution) for solution in triangle.solutions())
    /// [[('a', 'b')], [('b', 'c'), ('c', 'a')]]
    #[staticmethod]
    #[pyo3(signature = (
        edges, *, cells=None, clues=None, pairs=None, cover=false, required=None, forbidden=None, topology=None,
        positions=None, vertices=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn from_edges(
        py: Python<'_>,
        edges: &Bound<'_, PyAny>,
        cells: Option<&Bound<'_, PyAny>>,
        clues: Option<&Bound<'_, PyAny>>,
        pairs: Option<&Bound<'_, PyAny>>,
        cover: bool,
        required: Option<&Bound<'_, PyAny>>,
        forbidden: Option<&Bound<'_, PyAny>>,
        topology: Option<&Bound<'_, PyAny>>,
        positions: Option<&Bound<'_, PyAny>>,
        vertices: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let besides =
            Besides { vertices, cells, clues, pairs, cover, required, forbidden, topology, positions };
        puzzle(py, edges, &besides)
    }
}
