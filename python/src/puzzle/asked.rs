//! The keywords of questions (limits, threads, engine, seed), and values given by name.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zlink::{Method, Options, Solver, Stop, Topology};

use super::inner::Inner;
use crate::arguments::Whole;
use crate::limits::Settings;
use crate::work;

/// The keywords of questions about solutions, beside the limits.
pub(super) const QUESTION: [&str; 3] = ["threads", "engine", "seed"];

/// The keywords of a question.
pub(super) struct Asked {
    settings: Settings,
    threads: usize,
    engine: Method,
    solver: Option<Solver>,
    seed: u64,
}

impl Asked {
    /// The keywords that were passed to the question `name`: those of limits, and `others`.
    pub(super) fn new(
        py: Python<'_>,
        name: &str,
        keywords: Option<&Bound<'_, PyDict>>,
        others: &[&str],
    ) -> PyResult<Self> {
        let (mut time, mut memory, mut progress) = (None, None, None);
        let (mut threads, mut engine, mut seed) = (1, (Method::Auto, None), 0);
        for (key, value) in keywords.into_iter().flatten() {
            let key: String = key.extract()?;
            let wrong = |what: &str| match value.str() {
                Ok(text) => PyValueError::new_err(format!("{key} is {what}, not {text}")),
                Err(error) => error,
            };
            match key.as_str() {
                "time_limit" => time = (!value.is_none()).then_some(value),
                "memory_limit" => memory = value.extract::<Option<Whole<usize>>>()?,
                "progress" => progress = (!value.is_none()).then(|| value.unbind()),
                other if !others.contains(&other) => {
                    let text = format!("{name}() got an unexpected keyword argument '{key}'");
                    return Err(PyTypeError::new_err(text));
                }
                "threads" => {
                    Whole(threads) = value.extract().map_err(|_| wrong("a number from 1 on"))?;
                    if threads == 0 {
                        return Err(wrong("a number from 1 on"));
                    }
                }
                "seed" => Whole(seed) = value.extract().map_err(|_| wrong("a number from 0 to 2**64 - 1"))?,
                _ => {
                    let known = value.extract::<String>().ok().and_then(|name| Method::named(&name));
                    let any = || named(&value, "engine", &Method::ALL, Method::name);
                    engine = known.map_or_else(|| any().map(|method| (method, None)), Ok)?;
                }
            }
        }
        let (engine, solver) = engine;
        let memory = memory.map(|Whole(bytes)| bytes);
        Ok(Asked {
            settings: Settings::given(py, time.as_ref(), memory, progress)?,
            threads,
            engine,
            solver,
            seed,
        })
    }

    /// The keywords of a question that has none: defaults, within the current limits.
    pub(super) fn nothing(py: Python<'_>) -> PyResult<Self> {
        Asked::new(py, "", None, &[])
    }

    /// A function that sets all keywords but the limits in options.
    fn fill(&self) -> impl Fn(Options) -> Options + Send + use<> {
        let Asked { threads, engine, solver, seed, .. } = *self;
        move |options| {
            let options = options.threads(threads).engine(engine).seed(seed);
            solver.map_or(options.clone(), |solver| options.solver(solver))
        }
    }

    /// Runs a question to a puzzle.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        inner: &Inner,
        question: impl Fn(&zlink::Puzzle) -> Result<T, Stop> + Send + 'static,
    ) -> PyResult<T> {
        let is_small = self.threads == 1 && inner.is_small();
        let (puzzle, fill) = (inner.puzzle.clone(), self.fill());
        work::ask(py, &self.settings, is_small, &mut |_| Ok(()), move |options| {
            question(&puzzle.with_options(fill(options)))
        })
    }

    /// Runs a computation with errors of any type; `meanwhile` is called while it works.
    pub(super) fn run<T: Send + 'static, E: Into<crate::errors::Failure> + Send>(
        &self,
        py: Python<'_>,
        meanwhile: &mut dyn FnMut(Python<'_>) -> PyResult<()>,
        work: impl FnOnce(Options) -> Result<T, E> + Send + 'static,
    ) -> PyResult<T> {
        let fill = self.fill();
        work::run_apart(py, &self.settings, meanwhile, move |options| work(fill(options)))
    }

    /// The supervisor and the options of a computation that continues between calls.
    pub(super) fn watched(self) -> (work::Watch, Options) {
        let fill = self.fill();
        let (watch, options) = work::Watch::begin(self.settings);
        (watch, fill(options))
    }
}

/// The value in `all` with this name. `what` is the word for a value in the message.
pub(super) fn named<T: Copy>(
    name: &Bound<'_, PyAny>,
    what: &str,
    all: &[T],
    name_of: fn(T) -> &'static str,
) -> PyResult<T> {
    let wanted: Option<String> = name.extract().ok();
    if let Some(wanted) = &wanted
        && let Some(&value) = all.iter().find(|&&value| name_of(value) == wanted)
    {
        return Ok(value);
    }
    let names: Vec<&str> = all.iter().map(|&value| name_of(value)).collect();
    let text = format!("there is no {what} {}; there are {}", name.repr()?, names.join(", "));
    Err(PyValueError::new_err(text))
}

/// All topologies, in the order of messages.
const TOPOLOGIES: [Topology; 4] =
    [Topology::Cycle, Topology::Cycles, Topology::Linkage, Topology::PathMatching];

/// The name of a topology in Python.
pub(super) fn topology_name(topology: Topology) -> &'static str {
    match topology {
        Topology::Cycle => "cycle",
        Topology::Cycles => "cycles",
        Topology::Linkage => "linkage",
        Topology::PathMatching => "path-matching",
    }
}

/// The topology with this name in Python.
pub(super) fn topology_named(name: &Bound<'_, PyAny>) -> PyResult<Topology> {
    named(name, "topology", &TOPOLOGIES, topology_name)
}
