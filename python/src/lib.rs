//! The compiled half of the Python package `zlink`.
//!
//! | file | what |
//! |---|---|
//! | `arguments.rs` | arguments of calls: integers, mappings, pairs and collections |
//! | `errors.rs` | errors of zlink as exceptions of Python |
//! | `limits.rs` | `with zlink.limits(time=10): ...` |
//! | `memory.rs` | the memory of the whole process |
//! | `work.rs` | runs computations within limits, without the interpreter's lock, and stops them at Ctrl-C |
//! | `universe.rs` | any hashable objects as elements of sets |
//! | `family/` | `zlink.Family`: sets of sets |
//! | `graph_sets.rs` | `zlink.GraphSets`: trees, forests, connected subgraphs, ... |
//! | `puzzle/` | `zlink.Puzzle`: the front door of the crate |
//! | `theory/` | the propagator of `zlink.clingo.Theory` |
//!
//! The types for Python are in `zlink/_zlink.pyi`, the tests in `tests`.

// Items are public for Python, through the attributes of pyo3. Their docs are the docstrings.
#![allow(unreachable_pub)]

mod arguments;
mod errors;
mod family;
mod graph_sets;
mod limits;
mod memory;
mod puzzle;
mod theory;
mod universe;
mod work;

use pyo3::prelude::*;

/// The compiled half of the package.
#[pymodule]
mod _zlink {
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::errors::InternalError;
    #[pymodule_export]
    use crate::family::restored;
    #[pymodule_export]
    use crate::family::{Family, SetIterator};
    #[pymodule_export]
    use crate::graph_sets::PyGraphSets;
    #[pymodule_export]
    use crate::limits::LimitsScope;
    #[pymodule_export]
    use crate::puzzle::{
        Explanation, Puzzle, Solution, Solutions, boards, restored_puzzle, restored_solution,
    };
    #[pymodule_export]
    use crate::theory::Propagator;
    #[pymodule_export]
    use crate::work::panic;
}
