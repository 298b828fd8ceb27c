//! `zlink.clingo.Theory`: a propagator for clingo that runs without Python.
//!
//! | file | what |
//! |---|---|
//! | `clingo.rs` | the C interface of clingo behind safe types: the only `unsafe` code |
//! | `atoms.rs` | theory atoms: the graph and what is demanded of it |
//! | `constraint.rs` | the puzzle behind a theory atom, and the clauses that clingo is given at the beginning |
//! | `state.rs` | what one thread knows of it during a search |

mod atoms;
mod clingo;
mod constraint;
mod state;

use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use pyo3::exceptions::{PyImportError, PyRuntimeError};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use zlink::deduce::{Deduction, Lit, Value, Var};

use atoms::Demand;
use clingo::{Control, Failure, Functions, Init, Literal, Propagate, Stop};
use constraint::Constraint;
use state::State;

/// The propagator behind `zlink.clingo.Theory`. It must be kept for as long as the control objects with which it is registered.
#[pyclass(frozen, module = "zlink._zlink")]
pub(crate) struct Propagator {
    functions: Functions,
    /// The constraints of all steps so far, with what clingo has decided for good.
    constraints: Mutex<Vec<(Demand, Option<Built>)>>,
    search: RwLock<Search>,
}

/// A constraint and what holds of it in any case.
type Built = (Arc<Constraint>, Deduction<'static>);

/// What the threads share during a search.
#[derive(Default)]
struct Search {
    /// For each literal, the variables of constraints that it decides.
    watches: FxHashMap<Literal, Vec<(usize, Lit)>>,
    /// For each thread, the states of the constraints.
    threads: Vec<Mutex<Vec<State>>>,
}

#[pymethods]
impl Propagator {
    /// The propagator that calls the functions of clingo at these addresses: `find` gives the address and the type of a function.
    #[new]
    fn new(find: &Bound<'_, PyAny>) -> PyResult<Self> {
        let found = |name| find.call1((name,))?.extract();
        let differs = |name, found: &str| {
            PyImportError::new_err(format!("this version of clingo is not supported: {name} is {found}"))
        };
        // SAFETY: see `functions_of_clingo` in zlink/clingo.py.
        #[allow(unsafe_code)]
        let functions = unsafe { Functions::new(found, differs) }?;
        Ok(Propagator { functions, constraints: Mutex::default(), search: RwLock::default() })
    }

    /// Registers the propagator with the control object at this address.
    fn register(&self, control: usize) -> PyResult<()> {
        // SAFETY: see `Theory.register` in zlink/clingo.py; a Python object stays at its place.
        #[allow(unsafe_code)]
        let registered = unsafe { clingo::register(control, self) };
        registered.map_err(|Failure(message)| PyRuntimeError::new_err(message))
    }
}

impl Propagator {
    fn search(&self) -> RwLockReadGuard<'_, Search> {
        self.search.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lock that a panic has left behind is a bug that was told already.
fn broken<T>(_: PoisonError<T>) -> Stop {
    Stop::Failure(Failure("a bug in zlink, please report it: an earlier call has failed".into()))
}

impl Propagate for Propagator {
    fn functions(&self) -> &Functions {
        &self.functions
    }

    fn init(&self, init: &Init<'_>) -> Result<(), Stop> {
        let mut constraints = self.constraints.lock().map_err(broken)?;
        for (_, built) in constraints.iter_mut() {
            if let Some((constraint, deduction)) = built {
                let known = deduction.assigned();
                if !constraint.settle(deduction, known, init)? {
                    *built = None;
                }
            }
        }
        for demand in atoms::demands(init)? {
            if constraints.iter().all(|(other, _)| *other != demand) {
                let built = Constraint::new(&demand, init)?;
                constraints
                    .push((demand, built.map(|(constraint, deduction)| (Arc::new(constraint), deduction))));
            }
        }
        let all: Vec<_> = constraints.iter().filter_map(|(_, built)| built.as_ref()).collect();
        let mut watches: FxHashMap<Literal, Vec<(usize, Lit)>> = FxHashMap::default();
        for (i, (constraint, deduction)) in all.iter().enumerate() {
            init.add_watch(constraint.condition)?;
            // What is known under the condition alone is not watched, but read and told.
            for &literal in &constraint.literals {
                init.freeze(literal)?;
            }
            for var in (0..deduction.trail().variables()).map(Var::from_index) {
                if deduction.value(var) == Value::Open {
                    for value in [false, true] {
                        let literal = constraint.literal(var, value);
                        watches.entry(literal).or_default().push((i, Lit::new(var, value)));
                    }
                }
            }
        }
        for &literal in watches.keys() {
            init.add_watch(literal)?;
        }
        let states =
            || all.iter().map(|(constraint, deduction)| State::new(constraint.clone(), deduction.clone()));
        let threads = (0..init.threads()).map(|_| Mutex::new(states().collect())).collect();
        *self.search.write().map_err(broken)? = Search { watches, threads };
        Ok(())
    }

    fn propagate(&self, control: &Control<'_>, changes: &[Literal]) -> Result<(), Stop> {
        let search = self.search();
        let mut states = search.threads[control.thread()].lock().map_err(broken)?;
        for &(i, literal) in changes.iter().filter_map(|literal| search.watches.get(literal)).flatten() {
            states[i].add(literal);
        }
        states.iter_mut().try_for_each(|state| state.propagate(control, false))
    }

    fn undo(&self, control: &Control<'_>) {
        let level = control.assignment.level();
        if let Ok(mut states) = self.search().threads[control.thread()].lock() {
            states.iter_mut().for_each(|state| state.undo(level));
        }
    }

    fn check(&self, control: &Control<'_>) -> Result<(), Stop> {
        let search = self.search();
        let mut states = search.threads[control.thread()].lock().map_err(broken)?;
        states.iter_mut().try_for_each(|state| state.propagate(control, true))
    }
}
