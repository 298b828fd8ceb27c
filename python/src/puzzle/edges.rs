//! Edges, cells, pairs as objects of Python -> puzzle.

use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat};
use rustc_hash::{FxHashMap, FxHashSet};
use zlink::{Format, Reader, Topology};

use super::asked::topology_named;
use super::inner::{Inner, Puzzle};
use super::names::{Known, Terms};
use super::reading::read;
use crate::arguments::{Whole, each, ends_of, entries, is_complex, is_set, is_truth_value, items, short};
use crate::universe::Universe;

/// The number of bytes to write between two checks for signals.
const MUCH: usize = 1 << 18;

/// The keywords of `Puzzle.from_edges`.
pub(super) struct Besides<'a, 'py> {
    pub(super) vertices: Option<&'a Bound<'py, PyAny>>,
    pub(super) cells: Option<&'a Bound<'py, PyAny>>,
    pub(super) clues: Option<&'a Bound<'py, PyAny>>,
    pub(super) at_least: Option<&'a Bound<'py, PyAny>>,
    pub(super) at_most: Option<&'a Bound<'py, PyAny>>,
    pub(super) constraints: Option<&'a Bound<'py, PyAny>>,
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
    for vertex in besides.vertices.map(each).transpose()?.into_iter().flatten() {
        let vertex = draft.vertex(&vertex?)?;
        draft.write(format_args!("node"), &[vertex])?;
    }
    draft.cells(
        besides.cells,
        &[
            ("clue", "clue", besides.clues),
            ("at_least", "lower bound", besides.at_least),
            ("at_most", "upper bound", besides.at_most),
        ],
    )?;
    draft.constraints(besides.constraints)?;
    draft.pairs(besides.pairs, topology)?;
    draft.links("link", besides.required)?;
    draft.links("-link", besides.forbidden)?;
    let positions = besides.positions.map(|positions| draft.positions(positions)).transpose()?;
    if besides.cover {
        draft.text.push_str("cover.\n");
    }
    let mut reader = Reader::new().name("<edges>").format(Format::Facts);
    if let Some(topology) = topology {
        reader = reader.topology(topology);
    }
    let Draft { text, vertex_objects, cell_objects, .. } = draft;
    let puzzle = read(py, reader, text.into_bytes(), true)?;
    let mut inner = Inner::new(py, puzzle, &vertex_objects, &cell_objects)?;
    inner.positions = positions.map(|positions| Arc::new(positions.unbind()));
    Ok(inner.into())
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
            vertices: Universe::empty(py, false),
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
        numbers: &[(&str, &str, Option<&Bound<'py, PyAny>>)],
    ) -> PyResult<()> {
        let mut terms = Terms::default();
        let mut known: Vec<String> = Vec::new();
        let mut names = Universe::empty(self.py, false);
        for (name, edges) in cells.map_or(Ok(Vec::new()), |cells| entries(cells, "cells"))? {
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
        for &(predicate, noun, given) in numbers {
            let Some(given) = given else { continue };
            let of_cells = entries(given, &format!("{noun}s"))?;
            if !given.hasattr("items")? && of_cells.len() != known.len() {
                let text = format!("a list of {} {noun}s is given for {} cells", of_cells.len(), known.len());
                return Err(PyValueError::new_err(text));
            }
            for (name, number) in of_cells {
                let Some(cell) = names.number(&name)? else {
                    let text = format!("there is no cell {} for this {noun}", name.repr()?);
                    return Err(PyValueError::new_err(text));
                };
                if let Some(number) = number_of(noun, &name, &number)? {
                    let _ = writeln!(self.text, "{predicate}({},{number}).", known[cell.index()]);
                }
            }
        }
        Ok(())
    }

    /// Writes integrity constraints, each given as a mapping from edges to whether they are in.
    fn constraints(&mut self, constraints: Option<&Bound<'py, PyAny>>) -> PyResult<()> {
        for constraint in constraints.map(each).transpose()?.into_iter().flatten() {
            let mut sign = " ";
            self.text.push_str(":-");
            for (edge, is_in) in items(&constraint?, "the literals of a constraint")? {
                let [u, v] = self.known_edge(&edge, &|| Ok("a constraint has".to_owned()))?;
                let Ok(is_in) = is_in.extract::<bool>() else {
                    let text = format!("a constraint maps edges to True or False, not to {}", short(&is_in)?);
                    return Err(PyTypeError::new_err(text));
                };
                let [u, v] = [u, v].map(|end| &self.vertex_terms[end as usize]);
                let literal = format!("{sign}{}link({u},{v})", if is_in { "" } else { "not " });
                self.text.push_str(&literal);
                sign = ", ";
            }
            self.text.push_str(".\n");
        }
        Ok(())
    }

    fn pairs(&mut self, pairs: Option<&Bound<'py, PyAny>>, topology: Option<Topology>) -> PyResult<()> {
        let pairs = pairs.map_or(Ok(Vec::new()), |pairs| pair_numbers(&self.vertices, pairs))?;
        for numbers in &pairs {
            self.write(format_args!("pair"), numbers)?;
        }
        if !pairs.is_empty() && topology.is_some_and(|topology| topology != Topology::Linkage) {
            let text = "pairs are joined by paths: with pairs, the topology is 'linkage'";
            return Err(PyValueError::new_err(text));
        }
        Ok(())
    }

    fn links(&mut self, predicate: &str, edges: Option<&Bound<'py, PyAny>>) -> PyResult<()> {
        for edge in edges.map(each).transpose()?.into_iter().flatten() {
            let ends = self.known_edge(&edge?, &|| Ok("required or forbidden is".to_owned()))?;
            self.write(format_args!("{predicate}"), &ends)?;
        }
        Ok(())
    }

    /// Writes the coordinates of vertices, and returns them by name. Unless all are integers, they are written shifted, scaled
    /// and rounded.
    fn positions(&mut self, positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let mut places = Vec::new();
        let given = PyDict::new(self.py);
        for (name, place) in entries(positions, "positions")? {
            let Some(vertex) = self.vertices.number(&name)? else {
                let text = format!("{} has a position, but is no vertex", name.repr()?);
                return Err(PyValueError::new_err(text));
            };
            let numbers = ends_of(&place).ok().filter(|_| !is_set(&place));
            if numbers.as_ref().is_some_and(|numbers| numbers.iter().any(is_complex)) {
                let text =
                    format!("the position of {} is {}, which is complex", name.repr()?, short(&place)?);
                return Err(PyTypeError::new_err(text));
            }
            let place = numbers
                .and_then(|[x, y]| Some([x.extract::<f64>().ok()?, y.extract().ok()?]).zip(Some((x, y))));
            match place.filter(|(place, _)| place.iter().all(|number| number.is_finite())) {
                Some((place, (x, y))) => {
                    given.set_item(name, (plain(&x)?, plain(&y)?))?;
                    places.push((vertex.0, place));
                }
                None => {
                    let text = format!("the position of {} is no pair of numbers", name.repr()?);
                    return Err(PyValueError::new_err(text));
                }
            }
        }
        let numbers = || places.iter().flat_map(|(_, place)| place);
        let is_whole = numbers().all(|number| number.fract() == 0.0 && number.abs() <= LARGEST);
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for (_, place) in &places {
            low = [0, 1].map(|axis| place[axis].min(low[axis]));
            high = [0, 1].map(|axis| place[axis].max(high[axis]));
        }
        let extent = f64::max(high[0] - low[0], high[1] - low[1]);
        for (vertex, place) in places {
            // At most LARGEST or UNITS; 0 where all places are equal.
            let [x, y] = [0, 1].map(|axis| match is_whole {
                true => place[axis] as i64,
                false => ((place[axis] - low[axis]) / extent * UNITS).round() as i64,
            });
            let _ = writeln!(self.text, "pos({},{x},{y}).", self.vertex_terms[vertex as usize]);
        }
        Ok(given)
    }
}

/// The numbers of both ends of each pair. An end that is no vertex, or comes twice, is an error.
pub(super) fn pair_numbers(vertices: &Universe, pairs: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 2]>> {
    let (mut numbers, mut seen) = (Vec::new(), FxHashSet::default());
    for pair in each(pairs)? {
        let mut number_of = |end: Bound<'_, PyAny>| {
            let wrong = |what: &str| -> PyResult<PyErr> {
                Ok(PyValueError::new_err(format!("{} {what}", end.repr()?)))
            };
            match vertices.number(&end)? {
                None => Err(wrong("is the end of a pair, but no vertex")?),
                Some(vertex) if !seen.insert(vertex) => Err(wrong("is the end of a pair twice")?),
                Some(vertex) => Ok(vertex.0),
            }
        };
        let [u, v] = ends_of(&pair?)?;
        numbers.push([number_of(u)?, number_of(v)?]);
    }
    Ok(numbers)
}

/// A number as an `int` if it is an integer of any type, or else as a `float`.
fn plain<'py>(number: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = number.py();
    match py.import("operator")?.call_method1("index", (number,)) {
        Ok(whole) => Ok(whole),
        Err(_) => Ok(PyFloat::new(py, number.extract()?).into_any()),
    }
}

/// The largest absolute value of coordinates that are not scaled.
const LARGEST: f64 = 1e9;
/// The largest absolute value of coordinates that are scaled.
const UNITS: f64 = 1e5;

/// The clue of a cell as a number; `None` for no clue.
pub(super) fn clue_of(cell: &Bound<'_, PyAny>, clue: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    number_of("clue", cell, clue)
}

/// The number of edges that a clue or a bound of a cell gives; `None` if it gives none.
fn number_of(noun: &str, cell: &Bound<'_, PyAny>, clue: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if clue.is_none() {
        return Ok(None);
    }
    let wrong = || -> PyResult<PyErr> {
        let text =
            format!("the {noun} of the cell {} is a number from 0 on, not {}", cell.repr()?, clue.repr()?);
        Ok(PyValueError::new_err(text))
    };
    if let Ok(Whole(clue)) = clue.extract() {
        return Ok(Some(clue));
    }
    if is_complex(clue) {
        let text = format!("the {noun} of the cell {} is {}, which is complex", cell.repr()?, short(clue)?);
        return Err(PyTypeError::new_err(text));
    }
    // Tables have whole numbers as floats.
    match clue.extract::<f64>() {
        Ok(number) if number == f64::from(number as u32) && !is_truth_value(clue) => Ok(Some(number as u32)),
        _ => Err(wrong()?),
    }
}

#[pymethods]
impl Puzzle {
    /// Makes a puzzle on the graph with these edges: pairs of hashable objects, which are the names of the vertices.
    ///
    /// ``cells`` maps names of cells to their edges, and ``clues`` maps names of cells to numbers; a list in place of a
    /// mapping is for the cells 0, 1, 2, ..., all of them (``None`` is no clue). ``at_least`` and ``at_most`` are bounds of
    /// cells, given like clues. ``constraints`` are integrity constraints: each maps edges to ``True`` (in) or ``False`` (out), and
    /// no solution agrees with all these values. ``pairs`` are pairs of vertices that paths must join. ``required`` and ``forbidden`` are edges that all solutions must have, or must not have.
    /// ``vertices`` is needed only for vertices without edges. ``positions`` maps vertices to pairs of numbers, their
    /// coordinates in pictures; the second number grows downwards.
    ///
    /// An edge that is given twice, in either direction, counts once. Raises ``ValueError`` if an argument is not valid.
    ///
    /// >>> triangle = Puzzle.from_edges([('a', 'b'), ('b', 'c'), ('c', 'a')], pairs=[('a', 'b')])
    /// >>> sorted(sorted(solution) for solution in triangle.solutions())
    /// [[('a', 'b')], [('b', 'c'), ('c', 'a')]]
    /// >>> rule = {('b', 'c'): True, ('a', 'b'): False}
    /// >>> Puzzle.from_edges(triangle.edges, pairs=[('a', 'b')], constraints=[rule]).count()
    /// 1
    #[staticmethod]
    #[pyo3(signature = (
        edges, *, cells=None, clues=None, at_least=None, at_most=None, constraints=None, pairs=None, cover=false, required=None, forbidden=None, topology=None,
        positions=None, vertices=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn from_edges(
        py: Python<'_>,
        edges: &Bound<'_, PyAny>,
        cells: Option<&Bound<'_, PyAny>>,
        clues: Option<&Bound<'_, PyAny>>,
        at_least: Option<&Bound<'_, PyAny>>,
        at_most: Option<&Bound<'_, PyAny>>,
        constraints: Option<&Bound<'_, PyAny>>,
        pairs: Option<&Bound<'_, PyAny>>,
        cover: bool,
        required: Option<&Bound<'_, PyAny>>,
        forbidden: Option<&Bound<'_, PyAny>>,
        topology: Option<&Bound<'_, PyAny>>,
        positions: Option<&Bound<'_, PyAny>>,
        vertices: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let besides = Besides {
            vertices,
            cells,
            clues,
            at_least,
            at_most,
            constraints,
            pairs,
            cover,
            required,
            forbidden,
            topology,
            positions,
        };
        puzzle(py, edges, &besides)
    }
}
