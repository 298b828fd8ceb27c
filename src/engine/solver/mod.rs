//! The solvers of other authors that the engines `sat` and `mip` use. The rest of the program knows a solver only by its
//! name (`method.rs`) and its lines here.
//!
//! | file | job |
//! |---|---|
//! | `batsat.rs`, `resources.rs` | the SAT solver batsat, and its memory accounting and limits |
//! | `cadical.rs` | the SAT solver CaDiCaL |
//! | `microlp.rs` | the MIP solver microlp |
//! | `highs.rs` | the MIP solver HiGHS |

#[cfg(feature = "sat")]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "mip")]
pub(crate) mod microlp;
#[cfg(feature = "sat")]
mod resources;

use super::enumerate::Enumerate;
#[cfg(feature = "mip")]
use super::mip::Mip;
#[cfg(feature = "any-sat")]
use super::sat::Sat;
use super::{Method, Refusal, Request, Solver};
use zlink_deduce::Value;

impl Solver {
    /// The solver that `method` uses: `wanted`, or the first with which the program was built; `None` if the engine uses no solver.
    pub(crate) fn choose(method: Method, wanted: Option<Solver>) -> Result<Option<Solver>, Refusal> {
        match wanted {
            Some(solver) if solver.method() != method => Err(Refusal::OtherEngine { solver, method }),
            Some(solver) if !solver.is_built() => {
                Err(Refusal::SolverNotBuilt { solver, feature: solver.origin().1 })
            }
            Some(solver) => Ok(Some(solver)),
            None => {
                let mut own = Solver::ALL.into_iter().filter(|solver| solver.method() == method).peekable();
                let has_solvers = own.peek().is_some();
                match own.find(|solver| solver.is_built()) {
                    None if has_solvers => Err(Refusal::NotBuilt { method, feature: method.name() }),
                    solver => Ok(solver),
                }
            }
        }
    }

    /// The engine with this solver, for the solutions that agree with `values`; `None` if the program was built without the
    /// solver. The encoding must fit the puzzle.
    #[cfg_attr(not(any(feature = "any-sat", feature = "mip")), expect(unused_variables))]
    pub(crate) fn engine<'p>(
        self,
        request: &Request<'p>,
        values: Vec<Value>,
    ) -> Option<Box<dyn Enumerate + 'p>> {
        match self {
            #[cfg(feature = "sat")]
            Solver::Batsat => Some(Box::new(Sat::new(request, values, self, batsat::open))),
            #[cfg(feature = "cadical")]
            Solver::Cadical => Some(Box::new(Sat::new(request, values, self, cadical::open))),
            #[cfg(feature = "highs")]
            Solver::Highs => Some(Box::new(Mip::<highs::Highs>::new(request.puzzle, values, request.seed))),
            #[cfg(feature = "mip")]
            Solver::Microlp => {
                Some(Box::new(Mip::<microlp::Microlp>::new(request.puzzle, values, request.seed)))
            }
            #[allow(unreachable_patterns, reason = "all may be built")]
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_takes_its_own_solvers_and_by_default_the_first_that_is_built() {
        for solver in Solver::ALL {
            let method = solver.method();
            let chosen = Solver::choose(method, Some(solver));
            let feature = solver.origin().1;
            let refused = Err(Refusal::SolverNotBuilt { solver, feature });
            assert_eq!(chosen, if solver.is_built() { Ok(Some(solver)) } else { refused });
            for other in Method::ALL.into_iter().filter(|&other| other != method) {
                let refused = Err(Refusal::OtherEngine { solver, method: other });
                assert_eq!(Solver::choose(other, Some(solver)), refused);
            }
            if let Ok(Some(first)) = Solver::choose(method, None) {
                assert!(first.is_built() && first.method() == method);
                assert!(first == solver || !solver.is_built() || (first as u8) < solver as u8);
            }
        }
        assert_eq!(Solver::choose(Method::Auto, None), Ok(None));
    }
}
